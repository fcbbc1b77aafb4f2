"""Chess Attack as arrays: orders as pairs of squares, the board as planes (docs/encodings.md)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import ByteRows
from pawnstorm.core.codec import Codec, Plane, Symmetry, blocks
from pawnstorm.core.state import State
from pawnstorm.games.chess_attack.pieces import KING, NAMES, PAWN
from pawnstorm.games.chess_attack.state import (
    CASTLE,
    EMPTY,
    EN_PASSANT,
    NOWHERE,
    PROMOTE,
    STEP,
    WOUND_BIT,
    Position,
    kind_of,
    landing_of,
    origin_of,
    pack,
    side_of,
    what_of,
)
from pawnstorm.kit.chessboard import GRID
from pawnstorm.kit.square_pairs import (
    CELLS,
    PAIRS,
    cell_of,
    mirrored_cell,
    mirrored_pair,
    pair_of,
    pair_origin,
    pair_target,
)
from pawnstorm.kit.states import checked_position, times_before

_BOARD: Final = (8, 8)
_PER_SIDE: Final = 12
_CASTLING: Final = 24
_PASSED: Final = 25
_ATTACKER: Final = 26
_TARGET: Final = 27
_ARRIVED: Final = 28
_PROMOTIONS: Final = 5
_RESULTS: Final = 9
# The single numbers, after those of every game.
_QUIET: Final = 3
_STOOD: Final = 4
_LOST: Final = 5

_CORNERS: Final = vec[i64]([GRID.find(name) for name in ("h1", "a1", "h8", "a8")])
"""By castling right."""
_SHORT: Final = 2
"""How far a castling King goes."""


def _planes() -> list[Plane]:
    planes = []
    for whose in ("own", "enemy"):
        for health in ("healthy", "wounded"):
            planes += [Plane(f"{whose} {health} {name}", "1 where it stands") for name in NAMES[PAWN:]]
    return [
        *planes,
        Plane("castling", "1 on every Rook with which its King may still castle"),
        Plane("en passant", "1 on the Pawn that may be attacked en passant"),
        Plane("attacker", "1 on the piece whose attack waits for its dice"),
        Plane("attacked", "1 on the piece that it attacks"),
        Plane("rescue", "1 on the Pawn that has just reached the far rank and may become another piece"),
    ]


def _numbers() -> list[Plane]:
    return [
        Plane("quiet", "half-moves without a pawn move or a fight, at most 255"),
        Plane("stood before", "how often this position has occurred before, since the last pawn move or fight"),
        *[Plane(f"own lost {name}", "how many") for name in NAMES[PAWN:]],
        *[Plane(f"enemy lost {name}", "how many") for name in NAMES[PAWN:]],
    ]


@final
class ChessAttackCodec(Codec):
    """1,797 actions and 30 planes. Every seat sees its own side of the board in row 0."""

    def __init__(self) -> None:
        orders = blocks(
            ("move", PAIRS, "a move, an attack or castling: from a square to another, along a line or as a knight"),
            (
                "become",
                _PROMOTIONS,
                "what a Pawn on the far rank becomes: Pawn (it stays), Knight, Bishop, Rook, Queen",
            ),
        )
        super().__init__(1, orders, _BOARD, _planes(), _numbers(), _RESULTS)
        self.symmetries = (self._left_right(),)

    def _left_right(self) -> Symmetry:
        actions = [int(mirrored_pair(pair)) for pair in range(PAIRS)] + list(range(PAIRS, PAIRS + _PROMOTIONS))
        board = [place // CELLS * CELLS + int(mirrored_cell(place % CELLS)) for place in range(int(self.first_number))]
        numbers = list(range(int(self.first_number), int(self.size)))
        text = "left and right exchanged, while nobody may castle any more"
        return Symmetry("left-right", text, tuple(actions), tuple(board + numbers))

    def holds(self, symmetry: int, state: State) -> bool:
        """Castling is the only rule that distinguishes left from right."""
        return _position(state).rights == 0

    def action_of(self, state: State, order: i64) -> i64:
        """The pair of squares, or what the Pawn becomes."""
        if what_of(order) == PROMOTE:
            return PAIRS + landing_of(order) - PAWN
        return pair_of(_position(state).side, origin_of(order), landing_of(order))

    def order_of(self, state: State, action: i64) -> i64:
        """What a pair of squares means depends on the piece that goes there."""
        position = _position(state)
        if action >= PAIRS:
            return pack(position.arrived, action - PAIRS + PAWN, PROMOTE)
        origin, landing = pair_origin(position.side, action), pair_target(position.side, action)
        kind = kind_of(position.board[origin])
        what: i64 = STEP
        if kind == KING and (landing - origin == _SHORT or origin - landing == _SHORT):
            what = CASTLE
        elif kind == PAWN and position.board[landing] == EMPTY and (landing - origin) % 10 != 0:
            what = EN_PASSANT
        return pack(origin, landing, what)

    def observe(self, state: State, seat: i64, rows: ByteRows) -> None:
        """Nothing is hidden in this game."""
        position = _position(state)
        _write_pieces(position, seat, rows)
        _write_marks(position, seat, rows)
        first = self.first_number
        rows.write(first + _QUIET, position.quiet)
        rows.write(first + _STOOD, times_before(position.seen, position.seen_count, position.hash))
        kind: i64
        for kind in range(PAWN, KING + 1):
            rows.write(first + _LOST + kind - PAWN, position.lost[seat << 3 | kind])
            rows.write(first + _LOST + KING + kind - PAWN, position.lost[(1 - seat) << 3 | kind])


def _position(state: State) -> Position:
    """The check for a known class is much faster, and this is asked for every legal order."""
    return state if isinstance(state, Position) else checked_position(state, Position, "chess-attack")


def _write_pieces(position: Position, seat: i64, rows: ByteRows) -> None:
    board = position.board
    for square in position.where:
        if square != NOWHERE:
            cell = board[square]
            plane = kind_of(cell) - PAWN
            if side_of(cell) != seat:
                plane += _PER_SIDE
            if cell & WOUND_BIT:
                plane += KING
            rows.write(plane * CELLS + cell_of(seat, square), 1)


def _write_marks(position: Position, seat: i64, rows: ByteRows) -> None:
    """Castling rights and what is under way."""
    rights = position.rights
    if rights:
        right: i64
        for right in range(4):
            if rights >> right & 1:
                rows.write(_CASTLING * CELLS + cell_of(seat, _CORNERS[right]), 1)
    if position.passed != NOWHERE:
        rows.write(_PASSED * CELLS + cell_of(seat, position.passed), 1)
    if position.attacker != NOWHERE:
        rows.write(_ATTACKER * CELLS + cell_of(seat, position.attacker), 1)
        rows.write(_TARGET * CELLS + cell_of(seat, position.target), 1)
    if position.arrived != NOWHERE:
        rows.write(_ARRIVED * CELLS + cell_of(seat, position.arrived), 1)
