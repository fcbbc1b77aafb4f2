"""The position: packed pieces on a board with a wall around it, two piles for each side, and what is under way.

A cell is one integer. Its two lowest bits say who may enter it: bit 0 White, bit 1 Black; a wall has neither, an
empty cell both, a piece only the enemy's. A cell has everything that is known of its piece, so one read is enough:

    bits 0-1 who may enter, 2-7 type, 8 double step unused, 9-11 Entangle's number, 12-14 warded D, 15-18 Smash!,
    19-23 unit, 24-29 unit it wards + 1, from 30 on the lasting change of its HTH
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, Source, State
from pawnstorm.games.fantasy_armies.pieces import TYPES_PER_LIST, Laws, place_of
from pawnstorm.kit.bits import bit, mix_hash
from pawnstorm.kit.chessboard import GRID, NORTH

WHITE: Final = 0
BLACK: Final = 1
WALL: Final = 0
EMPTY: Final = 3
NOWHERE: Final = 0
"""No square: where a lost piece is, and `passed` while no P may be taken en passant."""
SQUARES: Final = vec[i64](GRID.cells())

UNITS: Final = 16
"""FA-09: units of one side; Black's unit numbers follow White's."""
NO_UNIT: Final = -1

# The parts of a cell; FRESH means that a P still has its double step.
FRESH: Final = 1 << 8
ENTANGLE_SHIFT: Final = 9
WARD_SHIFT: Final = 12
SMASH_SHIFT: Final = 15
UNIT_SHIFT: Final = 19
LINK_SHIFT: Final = 24
GROWTH_SHIFT: Final = 30
ENTANGLE_BITS: Final = 7 << ENTANGLE_SHIFT
WARD_BITS: Final = 7 << WARD_SHIFT
SMASH_BITS: Final = 15 << SMASH_SHIFT
_BIAS: Final = 1 << 20
_PLAIN: Final = _BIAS << GROWTH_SHIFT

# The phases: who decides or throws next, and what.
DRAFT: Final = 1
ROLL_DRAFT: Final = 2  # dice: who chooses an army first
ROLL_DEPLOY: Final = 3  # dice: who sets up first
DEPLOY: Final = 4
BEGIN: Final = 5  # who takes the first turn
TURN: Final = 6
MUST_MOVE: Final = 7  # an entangled piece that has torn loose
TEAR_LOOSE: Final = 8  # dice: an entangled piece tries to move
CAST: Final = 9  # dice, like the next five
FIGHT: Final = 10
SHOT: Final = 11
SAVE: Final = 12
RAIN_DROP: Final = 13  # Rain of Blood, piece by piece
DIG: Final = 14
CHOOSE_PASSENGER: Final = 15  # Teleport: who
CHOOSE_SQUARE: Final = 16  # Teleport and digging: where to
CHOOSE_BODY: Final = 17  # Raise Dead: which lost piece
CHOOSE_GRAVE: Final = 18  # Raise Dead: as what, and where
PROMOTION: Final = 19

# What an order is: order = origin | target << 9 | what << 18 | number << 24.
GO: Final = 0  # a move, or an attack if the target square is taken
EN_PASSANT: Final = 1
SHOOT: Final = 2
CAST_SPELL: Final = 3
START_DIG: Final = 4
TRY_MOVE: Final = 5
STOP: Final = 6
DECLINE: Final = 7
PICK_PASSENGER: Final = 8
APPEAR_ON: Final = 9
RAISE_BODY: Final = 10
PLACE: Final = 11
BECOME: Final = 12
PLACE_REST: Final = 13
NAME_FIRST: Final = 14
TAKE_STARTER: Final = 15
CHOOSE_LIST: Final = 16
ADD_PIECE: Final = 17
DONE: Final = 18

LOST: Final = 0
RESERVE: Final = 2 * TYPES_PER_LIST
"""The first place of each kind of pile in `piles`: pieces lost, and pieces not yet on the board."""

_HASH: Final = Luck(1960)
_PIECE_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(256 * 128)])
_SPREAD: Final = vec[i64]([_HASH.next() | 1 for _ in range(128)])
_PASSED_KEYS: Final = vec[i64]([0] + [_HASH.word63() for _ in range(127)])
_OWED_KEYS: Final = vec[i64]([0] + [_HASH.word63() for _ in range(63)])
_RITUAL_KEYS: Final = vec[i64]([0] + [_HASH.word63() for _ in range(255)])
_SIDE_KEY: Final = _HASH.word63()

_EMPTY_BOARD: Final = GRID.walled(EMPTY, WALL)
_NO_UNITS: Final = vec[i64]([NOWHERE] * (2 * UNITS))
_NO_PILES: Final = vec[i64]([0] * (4 * TYPES_PER_LIST))
_NONE_SEEN: Final = vec[i64]([0] * 8)


def pack(origin: i64, target: i64, what: i64, number: i64 = 0) -> i64:
    """An order as one integer."""
    return origin | target << 9 | what << 18 | number << 24


def origin_of(move: i64) -> i64:
    """The square of the piece that an order is about."""
    return move & 511


def target_of(move: i64) -> i64:
    """The square an order leads to or aims at."""
    return move >> 9 & 511


def what_of(move: i64) -> i64:
    """What an order is: GO, SHOOT, CAST_SPELL and so on."""
    return move >> 18 & 63


def number_of(move: i64) -> i64:
    """The spell, type, list or seat that an order names."""
    return move >> 24


def piece_of(unit: i64, kind: i64) -> i64:
    """A piece without spells and changes, as a cell value."""
    return _PLAIN | unit << UNIT_SHIFT | kind << 2 | (2 if unit < UNITS else 1)


def type_of(cell: i64) -> i64:
    """The type of the piece in a cell."""
    return cell >> 2 & 63


def side_of(cell: i64) -> i64:
    """The side of the piece in a cell."""
    return 2 - (cell & 3)


def unit_of(cell: i64) -> i64:
    """The unit number of the piece in a cell."""
    return cell >> UNIT_SHIFT & 31


def growth_of(cell: i64) -> i64:
    """FA-A63: the lasting change of a piece's HTH."""
    return (cell >> GROWTH_SHIFT) - _BIAS


def entangled_of(cell: i64) -> i64:
    """FA-68: what an entangled piece must throw to move, or 0."""
    return cell >> ENTANGLE_SHIFT & 7


def ward_of(cell: i64) -> i64:
    """FA-46, FA-66: the D that a spell gives a piece, or 0."""
    return cell >> WARD_SHIFT & 7


def smash_of(cell: i64) -> i64:
    """FA-54: the HTH that Smash! adds."""
    return cell >> SMASH_SHIFT & 15


def link_of(cell: i64) -> i64:
    """The unit that a caster's lasting spell wards, plus one; 0 for none."""
    return cell >> LINK_SHIFT & 63


def forward(side: i64) -> i64:
    """The step of a side's P pieces."""
    return NORTH if side == WHITE else -NORTH


def _hash_of(cell: i64, square: i64) -> i64:
    """What a piece on a square adds to the hash; its unit number does not count."""
    extra = (cell >> 8 & 0x7FF) | (cell >> LINK_SHIFT & 63) << 11 | (((cell >> GROWTH_SHIFT) - _BIAS) & 0xFFF) << 17
    return _PIECE_KEYS[(cell & 255) << 7 | square] ^ (extra * _SPREAD[square])


@mypyc_attr(acyclic=True)
class Position(State):
    """Board, piles, turn order, and whatever waits for dice or for a choice."""

    phase: i64 = 0
    side: i64 = 0  # the side to act
    first_side: i64 = 0  # the side that chooses and sets up first
    armies: i64 = 0  # the lists of both sides; see `list_of`
    passed: i64 = 0  # the P that may be taken en passant
    quiet: i64 = 0  # turns without progress
    seen_count: i64 = 0  # how many items of `seen` count for repetition
    hash: i64 = 0
    turns_owed: i64 = 0  # turns that Charge! still gives
    charging: i64 = 0  # whether this turn was won by Charge!
    ritual: i64 = 0  # see `ritual_of`
    # What is under way: the piece that acts, what it aims at, where it goes, and its dice.
    actor: i64 = 0
    target: i64 = 0
    landing: i64 = 0  # in Raise Dead the type of the body
    spell: i64 = 0
    bonus: i64 = 0  # what a Ritual adds to the casting die
    attack_dice: i64 = 0
    defence_dice: i64 = 0
    edge: i64 = 0  # what the attacker has on top of the dice
    cause: i64 = 0  # FIGHT, SHOT, CAST or DIG
    pending: i64 = 0  # units that must still save, as bits
    fallen: i64 = 0  # units that failed to save, as bits
    rain: i64 = 0  # units that a Rain of Blood has still to reach, as bits

    def __init__(self, laws: Laws, model: "Position | None" = None) -> None:
        """An empty board, or everything of a model but its journal."""
        super().__init__(model)
        self.laws: Final = laws
        self.board: Final[vec[i64]] = _EMPTY_BOARD[:] if model is None else model.board[:]
        self.where: Final[vec[i64]] = _NO_UNITS[:] if model is None else model.where[:]
        self.piles: Final[vec[i64]] = _NO_PILES[:] if model is None else model.piles[:]
        self.seen: vec[i64] = _NONE_SEEN[:] if model is None else model.seen[: model.seen_count + 1]
        if model is not None:
            self._copy_numbers(model)
            self._copy_under_way(model)

    def _copy_numbers(self, other: "Position") -> None:
        self.phase = other.phase
        self.side = other.side
        self.first_side = other.first_side
        self.armies = other.armies
        self.passed = other.passed
        self.quiet = other.quiet
        self.seen_count = other.seen_count
        self.hash = other.hash
        self.turns_owed = other.turns_owed
        self.charging = other.charging
        self.ritual = other.ritual

    def _copy_under_way(self, other: "Position") -> None:
        self.actor = other.actor
        self.target = other.target
        self.landing = other.landing
        self.spell = other.spell
        self.bonus = other.bonus
        self.attack_dice = other.attack_dice
        self.defence_dice = other.defence_dice
        self.edge = other.edge
        self.cause = other.cause
        self.pending = other.pending
        self.fallen = other.fallen
        self.rain = other.rain

    def put(self, cell: i64, square: i64) -> None:
        """Put a piece on an empty square."""
        self.board[square] = cell
        self.where[cell >> UNIT_SHIFT & 31] = square
        self.hash ^= _hash_of(cell, square)

    def lift(self, square: i64) -> i64:
        """Take the piece off a square."""
        cell = self.board[square]
        self.board[square] = EMPTY
        self.where[cell >> UNIT_SHIFT & 31] = NOWHERE
        self.hash ^= _hash_of(cell, square)
        return cell

    def change(self, square: i64, cell: i64) -> None:
        """Change the piece on a square: a spell, its HTH, a new type."""
        self.hash ^= _hash_of(self.board[square], square) ^ _hash_of(cell, square)
        self.board[square] = cell

    def grow(self, square: i64, amount: i64) -> None:
        """FA-61, FA-64: change the HTH of a piece for good."""
        self.change(square, self.board[square] + (amount << GROWTH_SHIFT))

    def lose(self, square: i64) -> None:
        """Remove a piece and count it among its side's losses; wards that it gave or had end."""
        if self.board[square] >> WARD_SHIFT & 7 or self.board[square] >> LINK_SHIFT & 63:
            self.end_ward(square)
            self.drop_links(unit_of(self.board[square]))
        cell = self.lift(square)
        self.piles[LOST + (side_of(cell) * TYPES_PER_LIST) + place_of(type_of(cell))] += 1

    def end_ward(self, square: i64) -> None:
        """FA-46, FA-66: the lasting ward that the piece on a square has cast is over."""
        cell = self.board[square]
        link = link_of(cell)
        if link:
            self.change(square, cell & ~(63 << LINK_SHIFT))
            self.renew_ward(self.where[link - 1])

    def renew_ward(self, square: i64) -> None:
        """FA-66: a piece has the best D that any caster's ward still gives it."""
        cell = self.board[square]
        if not self._still_warded(unit_of(cell)):
            self.change(square, cell & ~WARD_BITS)

    def _still_warded(self, unit: i64) -> bool:
        first = 0 if unit < UNITS else UNITS
        other: i64
        for other in range(first, first + UNITS):
            square = self.where[other]
            if square != NOWHERE and link_of(self.board[square]) == unit + 1:
                return True
        return False

    def drop_links(self, unit: i64) -> None:
        """FA-A38, FA-A66: no caster wards a unit any longer."""
        first = 0 if unit < UNITS else UNITS
        other: i64
        for other in range(first, first + UNITS):
            square = self.where[other]
            if square != NOWHERE and link_of(self.board[square]) == unit + 1:
                self.change(square, self.board[square] & ~(63 << LINK_SHIFT))

    def pile(self, which: i64, side: i64, kind: i64) -> i64:
        """How many pieces of a type lie in a side's pile."""
        return self.piles[which + side * TYPES_PER_LIST + place_of(kind)]

    def list_of(self, side: i64) -> i64:
        """FA-07: the list of a side, or -1 if it has none yet."""
        return (self.armies >> 4 * side & 15) - 1

    def set_list(self, side: i64, army: i64) -> None:
        """FA-07: a side plays a list."""
        self.armies = self.armies & ~(15 * bit(4 * side)) | (army + 1) << 4 * side

    def ritual_of(self, side: i64) -> i64:
        """FA-70: what a side may add to its next casting die."""
        return self.ritual >> 4 * side & 15

    def set_ritual(self, side: i64, bonus: i64) -> None:
        """FA-70, FA-A50: a side has, or has used up, its Ritual."""
        self.hash ^= _RITUAL_KEYS[self.ritual]
        self.ritual = self.ritual & ~(15 * bit(4 * side)) | bonus << 4 * side
        self.hash ^= _RITUAL_KEYS[self.ritual]

    def set_passed(self, square: i64) -> None:
        """Remember the P that may be taken en passant, or NOWHERE."""
        self.hash ^= _PASSED_KEYS[self.passed] ^ _PASSED_KEYS[square]
        self.passed = square

    def set_turns_owed(self, turns: i64) -> None:
        """FA-52: how many more turns follow for the side to act."""
        self.hash ^= _OWED_KEYS[self.turns_owed & 63] ^ _OWED_KEYS[turns & 63]
        self.turns_owed = turns

    def set_side(self, side: i64) -> None:
        """A side is to act."""
        if side != self.side:
            self.change_side()

    def change_side(self) -> None:
        """The other side is to act."""
        self.side = 1 - self.side
        self.hash ^= _SIDE_KEY

    def ask(self, phase: i64) -> None:
        """The side to act must decide something."""
        self.phase = phase
        self.to_act = self.side

    def roll(self, phase: i64) -> None:
        """Dice must decide something."""
        self.phase = phase
        self.to_act = CHANCE

    def clear_under_way(self) -> None:
        """Nothing is under way any longer."""
        self.actor = self.target = self.landing = NOWHERE
        self.spell = self.bonus = self.cause = 0
        self.attack_dice = self.defence_dice = self.edge = 0
        self.pending = self.fallen = self.rain = 0

    def remember(self) -> None:
        """Remember the position for the count of repetitions."""
        if self.seen_count < len(self.seen):
            self.seen[self.seen_count] = self.hash
        else:
            self.seen = append(self.seen, self.hash)
        self.seen_count += 1

    def alive(self, side: i64) -> i64:
        """How many pieces of a side are on the board."""
        count: i64 = 0
        unit: i64
        for unit in range(side * UNITS, (side + 1) * UNITS):
            if self.where[unit] != NOWHERE:
                count += 1
        return count

    def king_square(self, side: i64) -> i64:
        """FA-11: where the King piece of a side stands, or NOWHERE."""
        unit: i64
        for unit in range(side * UNITS, (side + 1) * UNITS):
            square = self.where[unit]
            if square != NOWHERE and self.laws.book.king[type_of(self.board[square])]:
                return square
        return NOWHERE

    def free_unit(self, side: i64) -> i64:
        """The first unit of a side that is not on the board, or NO_UNIT if all are."""
        unit: i64
        for unit in range(side * UNITS, (side + 1) * UNITS):
            if self.where[unit] == NOWHERE:
                return unit
        return NO_UNIT

    def source(self) -> Source:
        """The game and set-up of its laws."""
        return self.laws.source

    def key(self) -> i64:
        """The hash of everything that decides how the game can go on."""
        word = mix_hash(self.phase << 4 | self.charging << 1 | self.first_side, self.armies)
        packed: i64 = 0
        place: i64
        for place in range(4 * TYPES_PER_LIST):
            packed = packed << 6 | self.piles[place] & 63
            if place % TYPES_PER_LIST == TYPES_PER_LIST - 1:
                word = mix_hash(word, packed)
                packed = 0
        word = mix_hash(mix_hash(word, self.turns_owed), self.actor | self.target << 8 | self.landing << 16)
        word = mix_hash(mix_hash(word, self.spell << 8 | self.bonus << 4 | self.cause), self.edge + (1 << 20))
        word = mix_hash(mix_hash(word, self.attack_dice << 16 | self.defence_dice), self.pending)
        return self.hash ^ mix_hash(mix_hash(word, self.fallen), self.rain)
