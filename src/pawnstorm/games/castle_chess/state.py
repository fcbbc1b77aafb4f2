"""The position: one mailbox of packed spaces, where everybody stands, and what the turn has come to."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.games.castle_chess.pieces.cells import (
    ALL,
    BOARD,
    CREW,
    ENGINES,
    FRESH,
    GATE,
    MACHINE_BITS,
    MAY,
    NOWHERE,
    SIDE,
    SIDES,
    STONE,
    UNIT_BITS,
    UNITS,
    WALL,
    crew_of,
    engine_of,
    home_of,
    kind_of,
    machine_of,
    owner_of,
    side_of,
    unit_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import GRID, KING, KNIGHT
from pawnstorm.games.castle_chess.pieces.laws import Laws
from pawnstorm.kit.bits import bit, mix_hash

# What is to be decided next.
PROMOTE: Final = 1
PLACE: Final = 2
COIN: Final = 3
TURN: Final = 4
STRIKE: Final = 5
BREACH: Final = 6
OPENING: Final = 7
"""The start of a turn in which a ram's gate must be chosen (CC-A53)."""

# What an order is: order = origin | target << 9 | what << 18 | number << 22.
GO: Final = 0
PUSH: Final = 1
SHOOT: Final = 2
BLAST: Final = 3
FIRE: Final = 4
HOLD: Final = 5
BREAK: Final = 6
PUT: Final = 7
REST: Final = 8
KNIGHTED: Final = 9
DONE: Final = 10

_HASH: Final = Luck(1313)
_KEYS: Final = vec[i64]([_HASH.next() >> 1 | 1 for _ in range(1024)])
_SPREAD: Final = vec[i64]([_HASH.next() >> 1 | 1 for _ in range(GRID.size)])
_SIDE_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(SIDES)])
_LIVING_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(16)])
_MACHINE_KEY: Final = 512
_STONE_KEY: Final = 560
_NO_UNITS: Final = vec[i64]([NOWHERE] * (SIDES * UNITS))
_NO_ENGINES: Final = vec[i64]([NOWHERE] * ENGINES)
_NO_LOSSES: Final = vec[i64]([0] * (16 * SIDES))
_NONE_SEEN: Final = vec[i64]([0] * 8)
_NO_KINGS: Final = vec[i64]([NOWHERE] * SIDES)


def pack(origin: i64, target: i64, what: i64, number: i64 = 0) -> i64:
    """An order as one integer."""
    return origin | target << 9 | what << 18 | number << 22


def origin_of(move: i64) -> i64:
    """The space of the unit that an order is about."""
    return move & 511


def target_of(move: i64) -> i64:
    """The space an order leads to or aims at."""
    return move >> 9 & 511


def what_of(move: i64) -> i64:
    """What an order is: GO, PUSH, SHOOT and so on."""
    return move >> 18 & 15


def number_of(move: i64) -> i64:
    """The machine or the line that an order names."""
    return move >> 22


def _unit_print(cell: i64, square: i64) -> i64:
    """What a unit adds to the hash: kind, side, home, and whether it has moved (CC-A65)."""
    index = ((kind_of(cell) << 2 | side_of(cell)) << 2 | home_of(cell)) << 1 | (1 if cell & FRESH else 0)
    return _KEYS[index] * _SPREAD[square]


def _machine_print(cell: i64, square: i64) -> i64:
    """What a machine adds to the hash: its kind and who mans or last manned it (CC-A65)."""
    return _KEYS[_MACHINE_KEY + (machine_of(cell) << 3 | crew_of(cell) + 1)] * _SPREAD[square]


def _stone_print(cell: i64, square: i64) -> i64:
    """What a standing wall or gate adds to the hash."""
    return _KEYS[_STONE_KEY + owner_of(cell)] * _SPREAD[square]


@mypyc_attr(acyclic=True)
class Position(State):
    """Board, armies, machines, and the turn under way."""

    side: i64 = 0
    phase: i64 = 0
    living: i64 = 0
    turning: i64 = 1
    first: i64 = 0
    quiet: i64 = 0
    turns: i64 = 0
    passes: i64 = 0
    promotions: i64 = 0
    actor: i64 = 0
    struck: bool = False
    fell: i64 = 0
    mixed: bool = False
    trial: bool = False
    seen_count: i64 = 0
    hash: i64 = 0

    def __init__(self, laws: Laws, model: "Position | None" = None) -> None:
        """A board without armies, or everything of a model but its journal."""
        super().__init__(model)
        self.laws: Final = laws
        self.board: Final[vec[i64]] = laws.map.ground[:] if model is None else model.board[:]
        self.where: Final[vec[i64]] = _NO_UNITS[: laws.map.seats * UNITS] if model is None else model.where[:]
        self.kings: Final[vec[i64]] = _NO_KINGS[:] if model is None else model.kings[:]
        self.engines: Final[vec[i64]] = _NO_ENGINES[:] if model is None else model.engines[:]
        self.reserve: Final[vec[i64]] = laws.map.train[:] if model is None else model.reserve[:]
        self.lost: Final[vec[i64]] = _NO_LOSSES[:] if model is None else model.lost[:]
        self.seen: vec[i64] = _NONE_SEEN[:] if model is None else model.seen[: model.seen_count + 1]
        if model is not None:
            self._copy_numbers(model)
        else:
            self.seats = laws.map.seats
            self.living = bit(self.seats) - 1
            self.first = self.living
            self.hash = _SIDE_KEYS[0] ^ _LIVING_KEYS[self.living]

    def _copy_numbers(self, other: "Position") -> None:
        self.side = other.side
        self.phase = other.phase
        self.living = other.living
        self.turning = other.turning
        self.first = other.first
        self.quiet = other.quiet
        self.turns = other.turns
        self.passes = other.passes
        self.promotions = other.promotions
        self.actor = other.actor
        self.struck = other.struck
        self.fell = other.fell
        self.mixed = other.mixed
        self.trial = other.trial
        self.seen_count = other.seen_count
        self.hash = other.hash

    def _renew(self, square: i64, cell: i64) -> None:
        """Write a space, and with it who may enter it now."""
        self.board[square] = cell & ~ALL | self._entrants(cell)

    def _entrants(self, cell: i64) -> i64:
        """CC-60, CC-A24, CC-A36, CC-A54, CC-A59, CC-A76: who may enter a space by an ordinary step."""
        if not cell & BOARD:
            return 0
        if cell & UNIT_BITS:
            others = ALL - MAY[cell >> SIDE & 3]
            # CC-A36: whoever stands in his own shut gate is safe; a climber on stone is not (CC-A28).
            return 0 if cell & GATE and owner_of(cell) == side_of(cell) else others
        if cell & STONE:
            return 0 if cell & WALL else MAY[owner_of(cell)]
        if cell & MACHINE_BITS and not self.laws.capture and crew_of(cell) >= 0:
            return MAY[crew_of(cell)]
        return ALL

    def put(self, unit: i64, square: i64) -> None:
        """Stand a unit on a space without one; it mans the machine there."""
        cell = self.board[square] | unit
        self.hash ^= _unit_print(unit, square)
        if cell & MACHINE_BITS:
            self.hash ^= _machine_print(cell, square)
            cell = cell & ~(7 << CREW) | (side_of(unit) + 1) << CREW
            self.hash ^= _machine_print(cell, square)
        self._renew(square, cell)
        self.where[unit_of(unit)] = square
        if kind_of(unit) == KING:
            self.kings[side_of(unit)] = square

    def lift(self, square: i64) -> i64:
        """Take the unit off a space; a machine stays."""
        cell = self.board[square]
        unit = cell & UNIT_BITS
        self.hash ^= _unit_print(unit, square)
        self._renew(square, cell & ~UNIT_BITS)
        self.where[unit_of(unit)] = NOWHERE
        if kind_of(unit) == KING and self.kings[side_of(unit)] == square:
            self.kings[side_of(unit)] = NOWHERE
        return unit

    def lose(self, square: i64) -> i64:
        """Remove a unit and count it among its side's losses; returns it."""
        unit = self.lift(square)
        self.lost[side_of(unit) << 4 | kind_of(unit)] += 1
        return unit

    def bring(self, machine: i64, square: i64) -> None:
        """Stand a machine on a space; whoever is there mans it."""
        cell = self.board[square] | machine
        if cell & UNIT_BITS:
            cell = cell & ~(7 << CREW) | (side_of(cell) + 1) << CREW
        self.hash ^= _machine_print(cell, square)
        self._renew(square, cell)
        self.engines[engine_of(machine)] = square

    def take(self, square: i64) -> i64:
        """Take the machine off a space."""
        cell = self.board[square]
        machine = cell & MACHINE_BITS
        self.hash ^= _machine_print(cell, square)
        self._renew(square, cell & ~MACHINE_BITS)
        self.engines[engine_of(machine)] = NOWHERE
        return machine

    def raze(self, square: i64) -> None:
        """CC-55, CC-A76: a wall or gate is plain ground for good."""
        cell = self.board[square]
        self.hash ^= _stone_print(cell, square)
        self._renew(square, cell & ~STONE)

    def cede(self, square: i64, owner: i64) -> None:
        """CC-A66: a gate belongs to another side."""
        cell = self.board[square]
        self.hash ^= _stone_print(cell, square)
        cell = cell & ~(3 << 31) | owner << 31
        self.hash ^= _stone_print(cell, square)
        self._renew(square, cell)

    def upgrade(self, square: i64) -> None:
        """CC-19, CC-20: a Warrior becomes a Knight where it stands."""
        unit = self.lift(square)
        self.put(unit & ~(15 << 4) & ~FRESH | KNIGHT << 4, square)

    def set_side(self, side: i64) -> None:
        """A side is to act."""
        self.hash ^= _SIDE_KEYS[self.side] ^ _SIDE_KEYS[side]
        self.side = side

    def set_living(self, living: i64) -> None:
        """These sides are still in the game."""
        self.hash ^= _LIVING_KEYS[self.living] ^ _LIVING_KEYS[living]
        self.living = living

    def tell(self, kind: str, numbers: tuple[int, ...], audience: int = EVERYONE) -> None:
        """Write a fact down for whoever listens, with the map whose sides it names."""
        if self.journal is not None:
            self.journal.note(kind, (self.laws.map.number, *numbers), audience)

    def ask(self, phase: i64) -> None:
        """The side to act must decide something."""
        self.phase = phase
        self.to_act = self.side

    def remember(self) -> None:
        """Note the position for the count of repetitions."""
        if self.seen_count < len(self.seen):
            self.seen[self.seen_count] = self.hash
        else:
            self.seen = append(self.seen, self.hash)
        self.seen_count += 1

    def progress(self) -> None:
        """CC-A74: something happened that cannot be undone, so quiet turns and repetitions count anew."""
        self.quiet = -1
        self.seen_count = 0

    def lives(self, side: i64) -> bool:
        """Whether a side is still in the game."""
        return self.living & MAY[side] != 0

    def count_living(self) -> i64:
        """How many sides are still in the game."""
        living = self.living
        return (living & 1) + (living >> 1 & 1) + (living >> 2 & 1) + (living >> 3 & 1)

    def is_duel(self) -> bool:
        """CC-A31, CC-A64, CC-A81: whether two sides face each other, so that check and mate mean something."""
        return self.seats == 2 or (self.laws.mates_last_two and self.count_living() == 2)

    def is_bound(self) -> bool:
        """CC-A31, CC-A81: whether the side to act must mind check under the strict rule."""
        return self.laws.strict and self.is_duel() and self.kings[self.side] != NOWHERE

    def rival(self, side: i64) -> i64:
        """CC-A81: the other side of two that face each other."""
        other = (side + 1) % self.seats
        while not self.lives(other):
            other = (other + 1) % self.seats
        return other

    def first_unit(self, side: i64) -> i64:
        """Where to begin a search for the units of a side; armies that joined it stand where they began (CC-A66)."""
        return 0 if self.mixed else side * UNITS

    def last_unit(self, side: i64) -> i64:
        """Where such a search ends."""
        return self.seats * UNITS if self.mixed else (side + 1) * UNITS

    def square_of(self, unit: i64, side: i64) -> i64:
        """Where a unit stands; NOWHERE if it has fallen or fights for another side."""
        square = self.where[unit]
        return square if square != NOWHERE and side_of(self.board[square]) == side else NOWHERE

    def units_left(self, side: i64) -> i64:
        """How many units of a side stand on the board."""
        count: i64 = 0
        for square in self.where:
            if square != NOWHERE and side_of(self.board[square]) == side:
                count += 1
        return count

    def count(self, side: i64, kind: i64) -> i64:
        """How many units of a kind a side has on the board."""
        found: i64 = 0
        for square in self.where:
            if square != NOWHERE and side_of(self.board[square]) == side and kind_of(self.board[square]) == kind:
                found += 1
        return found

    def key(self) -> i64:
        """The hash of everything that decides how the game can go on."""
        word = mix_hash(self.phase << 20 | self.first << 12 | self.promotions << 4, self.actor)
        word = mix_hash(word, (self.turning + 1) << 2 | (1 if self.struck else 0))
        packed: i64 = 0
        if self.phase == PLACE or self.phase == PROMOTE:
            for number in self.reserve:
                packed = packed * 7 + number & 0xFFFFFFFFFFFF
        return self.hash ^ mix_hash(word, packed)
