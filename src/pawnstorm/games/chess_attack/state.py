"""The position: packed pieces on a board with a wall around it, and a few numbers.

A cell is one integer. Its two lowest bits say who may enter it: bit 0 White, bit 1 Black; a wall has
neither, an empty cell both, a piece only the enemy's. A piece also carries its kind, its wound and its
unit number, so one read is enough:

    unit << 6 | wounded << 5 | kind << 2 | who may enter

The lowest bits of a side's own pieces are 2 - side, those of its enemy's pieces 1 + side.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.luck import Luck
from pawnstorm.core.state import Source, State
from pawnstorm.games.chess_attack.pieces import KING, Laws
from pawnstorm.kit.chessboard import GRID, NORTH

WHITE: Final = 0
BLACK: Final = 1
WALL: Final = 0
EMPTY: Final = 3
NOWHERE: Final = 0
"""No square: where a lost piece is, or the pawn to be taken en passant if there is none."""

UNITS: Final = 16
"""Units of one side; Black's unit numbers follow White's."""
WOUND_BIT: Final = 32

# Castling rights, as bits.
WHITE_SHORT: Final = 1
WHITE_LONG: Final = 2
BLACK_SHORT: Final = 4
BLACK_LONG: Final = 8

# An order is one integer: origin, landing << 9, and what it is << 18. In a promotion, landing is the kind.
STEP: Final = 0
EN_PASSANT: Final = 1
CASTLE: Final = 2
PROMOTE: Final = 3

_HASH: Final = Luck(35)
_PIECE_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(64 * 128)])
_RIGHTS_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(16)])
_PASSED_KEYS: Final = vec[i64]([0] + [_HASH.word63() for _ in range(127)])
_ATTACKER_KEYS: Final = vec[i64]([0] + [_HASH.word63() for _ in range(127)])
_TARGET_KEYS: Final = vec[i64]([0] + [_HASH.word63() for _ in range(127)])
_ARRIVED_KEYS: Final = vec[i64]([0] + [_HASH.word63() for _ in range(127)])
_SIDE_KEY: Final = _HASH.word63()


def _kept_rights() -> list[int]:
    """By square: the castling rights that remain when a piece leaves it."""
    kept = [15] * GRID.size
    for name, gone in (("a1", WHITE_LONG), ("h1", WHITE_SHORT), ("a8", BLACK_LONG), ("h8", BLACK_SHORT)):
        kept[GRID.find(name)] = 15 - gone
    kept[GRID.find("e1")] = BLACK_SHORT + BLACK_LONG
    kept[GRID.find("e8")] = WHITE_SHORT + WHITE_LONG
    return kept


_KEPT_RIGHTS: Final = vec[i64](_kept_rights())
_EMPTY_BOARD: Final = GRID.walled(EMPTY, WALL)
_NO_UNITS: Final = vec[i64]([NOWHERE] * (2 * UNITS))
_NO_LOSSES: Final = vec[i64]([0] * 16)


def pack(origin: i64, landing: i64, what: i64) -> i64:
    """An order as one integer."""
    return origin | landing << 9 | what << 18


def origin_of(move: i64) -> i64:
    """The square an order starts from."""
    return move & 511


def landing_of(move: i64) -> i64:
    """The square an order leads to; the chosen kind if it is a promotion."""
    return move >> 9 & 511


def what_of(move: i64) -> i64:
    """STEP, EN_PASSANT, CASTLE or PROMOTE."""
    return move >> 18


def piece_of(unit: i64, kind: i64) -> i64:
    """A healthy piece as a cell value."""
    return unit << 6 | kind << 2 | (2 if unit < UNITS else 1)


def kind_of(cell: i64) -> i64:
    """The kind of the piece in a cell."""
    return cell >> 2 & 7


def face_of(cell: i64) -> i64:
    """The face a piece shows: its kind, plus WOUNDED_FACE if it is wounded."""
    return cell >> 2 & 15


def side_of(cell: i64) -> i64:
    """The side of the piece in a cell."""
    return 2 - (cell & 3)


def unit_of(cell: i64) -> i64:
    """The unit number of the piece in a cell."""
    return cell >> 6


def forward(side: i64) -> i64:
    """The step of a side's pawns."""
    return NORTH if side == WHITE else -NORTH


@mypyc_attr(acyclic=True)
class Position(State):
    """Board, castling rights, losses, and the fight or rescue under way."""

    side: i64 = 0  # the side to move
    rights: i64 = 0  # castling rights
    passed: i64 = 0  # the pawn that may be taken en passant
    quiet: i64 = 0  # half-moves without a pawn move or a fight
    seen_count: i64 = 0  # how many items of `seen` count for repetition
    hash: i64 = 0
    # The fight that waits for its dice: three squares, and both totals before the dice.
    attacker: i64 = 0
    target: i64 = 0
    landing: i64 = 0
    attack: i64 = 0
    defence: i64 = 0
    # The square of the pawn that waits for its rescue.
    arrived: i64 = 0

    def __init__(self, laws: Laws, model: "Position | None" = None) -> None:
        """An empty board, or everything of a model but its journal."""
        super().__init__(model)
        self.laws: Final = laws
        self.board: Final[vec[i64]] = _EMPTY_BOARD[:] if model is None else model.board[:]
        # By unit number: its square.
        self.where: Final[vec[i64]] = _NO_UNITS[:] if model is None else model.where[:]
        # By side << 3 | kind: how many pieces it has lost.
        self.lost: Final[vec[i64]] = _NO_LOSSES[:] if model is None else model.lost[:]
        self.seen: vec[i64] = _NO_LOSSES[:] if model is None else model.seen[: model.seen_count + 1]
        if model is not None:
            self._copy_numbers(model)

    def _copy_numbers(self, other: "Position") -> None:
        self.side = other.side
        self.rights = other.rights
        self.passed = other.passed
        self.quiet = other.quiet
        self.seen_count = other.seen_count
        self.hash = other.hash
        self.attacker = other.attacker
        self.target = other.target
        self.landing = other.landing
        self.attack = other.attack
        self.defence = other.defence
        self.arrived = other.arrived

    def put(self, cell: i64, square: i64) -> None:
        """Put a piece on an empty square."""
        self.board[square] = cell
        self.where[cell >> 6] = square
        self.hash ^= _PIECE_KEYS[(cell & 63) << 7 | square]

    def lift(self, square: i64) -> i64:
        """Take the piece off a square; castling rights that needed it there are lost."""
        cell = self.board[square]
        self.board[square] = EMPTY
        self.where[cell >> 6] = NOWHERE
        self.hash ^= _PIECE_KEYS[(cell & 63) << 7 | square]
        if self.rights:
            self.set_rights(self.rights & _KEPT_RIGHTS[square])
        return cell

    def wound(self, square: i64) -> None:
        """Turn a healthy piece to its wounded face where it stands."""
        cell = self.board[square]
        self.hash ^= _PIECE_KEYS[(cell & 63) << 7 | square]
        cell |= WOUND_BIT
        self.board[square] = cell
        self.hash ^= _PIECE_KEYS[(cell & 63) << 7 | square]

    def lose(self, square: i64) -> None:
        """Remove a piece for good and count it among its side's losses."""
        cell = self.lift(square)
        self.lost[side_of(cell) << 3 | kind_of(cell)] += 1

    def set_rights(self, rights: i64) -> None:
        """Change the castling rights."""
        self.hash ^= _RIGHTS_KEYS[self.rights] ^ _RIGHTS_KEYS[rights]
        self.rights = rights

    def set_passed(self, square: i64) -> None:
        """Remember the pawn that may be taken en passant, or NOWHERE."""
        self.hash ^= _PASSED_KEYS[self.passed] ^ _PASSED_KEYS[square]
        self.passed = square

    def change_side(self) -> None:
        """The other side is to act."""
        self.side = 1 - self.side
        self.to_act = self.side
        self.hash ^= _SIDE_KEY

    def remember(self) -> None:
        """Remember the position for the count of repetitions."""
        if self.seen_count < len(self.seen):
            self.seen[self.seen_count] = self.hash
        else:
            self.seen = append(self.seen, self.hash)
        self.seen_count += 1

    def king_gone(self, side: i64) -> bool:
        """Whether a side has lost its King."""
        return self.lost[side << 3 | KING] > 0

    def source(self) -> Source:
        """The game and set-up of its laws."""
        return self.laws.source

    def key(self) -> i64:
        """The hash of pieces, wounds, castling rights, en passant, side to move, and what is under way."""
        under_way = _ATTACKER_KEYS[self.attacker] ^ _TARGET_KEYS[self.target] ^ _ARRIVED_KEYS[self.arrived]
        return self.hash ^ under_way
