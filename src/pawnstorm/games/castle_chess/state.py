"""The position: one mailbox of packed spaces, where every unit and machine is, and the turn under way."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import Source, State
from pawnstorm.games.castle_chess.pieces.cells import (
    ALL,
    BOARD,
    CREW,
    FRESH,
    GATE,
    MACHINE_BITS,
    MOST_MACHINES,
    NOWHERE,
    SIDE,
    SIDE_BIT,
    SIDES,
    STONE,
    UNIT_BITS,
    UNITS,
    WALL,
    crew_of,
    home_of,
    kind_of,
    machine_number_of,
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
CHOOSE_GATE: Final = 6
"""The end of a turn in which one of several gates must be chosen for a ram (CC-A52)."""
OPENING_GATE: Final = 7
"""The same at the start of a turn, if rams are slow (CC-A53)."""

# What an order is: order = origin | target << 9 | what << 18 | number << 22.
GO: Final = 0
PUSH: Final = 1
SHOOT: Final = 2
BLAST: Final = 3
FIRE: Final = 4
HOLD: Final = 5
BREACH: Final = 6
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
_NO_MACHINES: Final = vec[i64]([NOWHERE] * MOST_MACHINES)
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
    """The space that an order goes to or aims at."""
    return move >> 9 & 511


def what_of(move: i64) -> i64:
    """What an order is: GO, PUSH, SHOOT and so on."""
    return move >> 18 & 15


def number_of(move: i64) -> i64:
    """The kind of machine, or the line of a blast, that an order names."""
    return move >> 22


def _unit_hash(cell: i64, square: i64) -> i64:
    """What a unit adds to the hash: kind, side, home, and whether it has moved (CC-A65)."""
    index = ((kind_of(cell) << 2 | side_of(cell)) << 2 | home_of(cell)) << 1 | (1 if cell & FRESH else 0)
    return _KEYS[index] * _SPREAD[square]


def _machine_hash(cell: i64, square: i64) -> i64:
    """What a machine adds to the hash: its kind and the side that mans or last manned it (CC-A65)."""
    return _KEYS[_MACHINE_KEY + (machine_of(cell) << 3 | crew_of(cell) + 1)] * _SPREAD[square]


def _stone_hash(cell: i64, square: i64) -> i64:
    """What a standing wall or gate adds to the hash."""
    return _KEYS[_STONE_KEY + owner_of(cell)] * _SPREAD[square]


@mypyc_attr(acyclic=True)
class Position(State):
    """Board, armies, machines, and the turn under way."""

    side: i64 = 0
    phase: i64 = 0
    # Sides as bits: those still in the game, those before their first turn, those that fell in this order.
    living: i64 = 0
    no_turn_yet: i64 = 0
    newly_fallen: i64 = 0
    direction: i64 = 1
    quiet: i64 = 0
    turns: i64 = 0
    passes: i64 = 0
    promotions: i64 = 0
    actor: i64 = 0
    struck: bool = False
    has_joined_armies: bool = False
    seen_count: i64 = 0
    hash: i64 = 0

    def __init__(self, laws: Laws, model: "Position | None" = None) -> None:
        """A board without armies, or everything of a model but its journal."""
        super().__init__(model)
        self.laws: Final = laws
        self.board: Final[vec[i64]] = laws.map.ground[:] if model is None else model.board[:]
        self.where: Final[vec[i64]] = _NO_UNITS[: laws.map.seats * UNITS] if model is None else model.where[:]
        self.kings: Final[vec[i64]] = _NO_KINGS[:] if model is None else model.kings[:]
        self.machine_squares: Final[vec[i64]] = _NO_MACHINES[:] if model is None else model.machine_squares[:]
        self.reserve: Final[vec[i64]] = laws.map.train[:] if model is None else model.reserve[:]
        self.lost: Final[vec[i64]] = _NO_LOSSES[:] if model is None else model.lost[:]
        self.seen: vec[i64] = _NONE_SEEN[:] if model is None else model.seen[: model.seen_count + 1]
        if model is not None:
            self._copy_numbers(model)
        else:
            self.seats = laws.map.seats
            self.living = bit(self.seats) - 1
            self.no_turn_yet = self.living
            self.hash = _SIDE_KEYS[0] ^ _LIVING_KEYS[self.living]

    def _copy_numbers(self, other: "Position") -> None:
        self.side = other.side
        self.phase = other.phase
        self.living = other.living
        self.no_turn_yet = other.no_turn_yet
        self.newly_fallen = other.newly_fallen
        self.direction = other.direction
        self.quiet = other.quiet
        self.turns = other.turns
        self.passes = other.passes
        self.promotions = other.promotions
        self.actor = other.actor
        self.struck = other.struck
        self.has_joined_armies = other.has_joined_armies
        self.seen_count = other.seen_count
        self.hash = other.hash

    def _set_cell(self, square: i64, cell: i64) -> None:
        """Write a space, and with it the sides that may enter it now."""
        self.board[square] = cell & ~ALL | self._entrants(cell)

    def _entrants(self, cell: i64) -> i64:
        """CC-60, CC-A24, CC-A36, CC-A54, CC-A59, CC-A76: the sides that may enter a space by an ordinary step."""
        if not cell & BOARD:
            return 0
        if cell & UNIT_BITS:
            others = ALL - SIDE_BIT[cell >> SIDE & 3]
            # CC-A36: a unit in its own shut gate is safe; a climber on stone is not (CC-A28).
            return 0 if cell & GATE and owner_of(cell) == side_of(cell) else others
        if cell & STONE:
            return 0 if cell & WALL else SIDE_BIT[owner_of(cell)]
        if cell & MACHINE_BITS and not self.laws.capture and crew_of(cell) >= 0:
            return SIDE_BIT[crew_of(cell)]
        return ALL

    def put(self, unit: i64, square: i64) -> None:
        """Put a unit on a space without one; it mans the machine there."""
        cell = self.board[square] | unit
        self.hash ^= _unit_hash(unit, square)
        if cell & MACHINE_BITS:
            self.hash ^= _machine_hash(cell, square)
            cell = cell & ~(7 << CREW) | (side_of(unit) + 1) << CREW
            self.hash ^= _machine_hash(cell, square)
        self._set_cell(square, cell)
        self.where[unit_of(unit)] = square
        if kind_of(unit) == KING:
            self.kings[side_of(unit)] = square

    def lift(self, square: i64) -> i64:
        """Take the unit off a space; a machine stays."""
        cell = self.board[square]
        unit = cell & UNIT_BITS
        self.hash ^= _unit_hash(unit, square)
        self._set_cell(square, cell & ~UNIT_BITS)
        self.where[unit_of(unit)] = NOWHERE
        if kind_of(unit) == KING and self.kings[side_of(unit)] == square:
            self.kings[side_of(unit)] = NOWHERE
        return unit

    def lose(self, square: i64) -> i64:
        """Remove a unit and count it among its side's losses; returns it."""
        unit = self.lift(square)
        self.lost[side_of(unit) << 4 | kind_of(unit)] += 1
        return unit

    def put_machine(self, machine: i64, square: i64) -> None:
        """Put a machine on a space; a unit there mans it."""
        cell = self.board[square] | machine
        if cell & UNIT_BITS:
            cell = cell & ~(7 << CREW) | (side_of(cell) + 1) << CREW
        self.hash ^= _machine_hash(cell, square)
        self._set_cell(square, cell)
        self.machine_squares[machine_number_of(machine)] = square

    def lift_machine(self, square: i64) -> i64:
        """Take the machine off a space."""
        cell = self.board[square]
        machine = cell & MACHINE_BITS
        self.hash ^= _machine_hash(cell, square)
        self._set_cell(square, cell & ~MACHINE_BITS)
        self.machine_squares[machine_number_of(machine)] = NOWHERE
        return machine

    def raze(self, square: i64) -> None:
        """CC-55, CC-A76: a wall or gate becomes plain ground for good."""
        cell = self.board[square]
        self.hash ^= _stone_hash(cell, square)
        self._set_cell(square, cell & ~STONE)

    def hand_over(self, square: i64, owner: i64) -> None:
        """CC-A66: a gate belongs to another side from now on."""
        cell = self.board[square]
        self.hash ^= _stone_hash(cell, square)
        cell = cell & ~(3 << 31) | owner << 31
        self.hash ^= _stone_hash(cell, square)
        self._set_cell(square, cell)

    def upgrade(self, square: i64) -> None:
        """CC-19, CC-20: a Warrior becomes a Knight where it stands."""
        unit = self.lift(square)
        self.put(unit & ~(15 << 4) & ~FRESH | KNIGHT << 4, square)

    def set_side(self, side: i64) -> None:
        """Set the side to act."""
        self.hash ^= _SIDE_KEYS[self.side] ^ _SIDE_KEYS[side]
        self.side = side

    def set_living(self, living: i64) -> None:
        """Set the sides that are still in the game."""
        self.hash ^= _LIVING_KEYS[self.living] ^ _LIVING_KEYS[living]
        self.living = living

    def note(self, kind: str, numbers: tuple[int, ...], audience: int = EVERYONE) -> None:
        """Note a fact in the journal, with the map whose sides it names."""
        if self.journal is not None:
            self.journal.note(kind, (self.laws.map.number, *numbers), audience)

    def ask(self, phase: i64) -> None:
        """The side to act must decide something."""
        self.phase = phase
        self.to_act = self.side

    def remember(self) -> None:
        """Remember the position for the count of repetitions."""
        if self.seen_count < len(self.seen):
            self.seen[self.seen_count] = self.hash
        else:
            self.seen = append(self.seen, self.hash)
        self.seen_count += 1

    def progress(self) -> None:
        """CC-A74: something happened that cannot be undone; quiet turns and repetitions are counted from 0."""
        self.quiet = -1
        self.seen_count = 0

    def lives(self, side: i64) -> bool:
        """Whether a side is still in the game."""
        return self.living & SIDE_BIT[side] != 0

    def count_living(self) -> i64:
        """How many sides are still in the game."""
        living = self.living
        return (living & 1) + (living >> 1 & 1) + (living >> 2 & 1) + (living >> 3 & 1)

    def is_duel(self) -> bool:
        """CC-A31, CC-A64, CC-A81: whether only two sides are left, so that check and mate apply."""
        return self.seats == 2 or (self.laws.mates_last_two and self.count_living() == 2)

    def is_bound(self) -> bool:
        """CC-A31, CC-A81: whether the side to act must avoid check under the strict rule."""
        return self.laws.strict and self.is_duel() and self.kings[self.side] != NOWHERE

    def rival(self, side: i64) -> i64:
        """CC-A81: the other side where only two are left."""
        other = (side + 1) % self.seats
        while not self.lives(other):
            other = (other + 1) % self.seats
        return other

    def first_unit(self, side: i64) -> i64:
        """Where to begin a search for the units of a side; units that joined it keep their numbers (CC-A66)."""
        return 0 if self.has_joined_armies else side * UNITS

    def last_unit(self, side: i64) -> i64:
        """Where such a search ends."""
        return self.seats * UNITS if self.has_joined_armies else (side + 1) * UNITS

    def square_of(self, unit: i64, side: i64) -> i64:
        """Where a unit is; NOWHERE if it has fallen or fights for another side."""
        square = self.where[unit]
        return square if square != NOWHERE and side_of(self.board[square]) == side else NOWHERE

    def units_left(self, side: i64) -> i64:
        """How many units a side has on the board."""
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

    def source(self) -> Source:
        """The game and set-up of its laws."""
        return self.laws.source

    def key(self) -> i64:
        """The hash of everything that decides how the game can continue."""
        word = mix_hash(self.phase << 20 | self.no_turn_yet << 12 | self.promotions << 4, self.actor)
        word = mix_hash(word, (self.direction + 1) << 2 | (1 if self.struck else 0))
        packed: i64 = 0
        if self.phase == PLACE or self.phase == PROMOTE:
            for number in self.reserve:
                packed = packed * 7 + number & 0xFFFFFFFFFFFF
        return self.hash ^ mix_hash(word, packed)
