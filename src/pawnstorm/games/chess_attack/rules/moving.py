"""Moving pieces: every piece moves as in chess (CA-18); a capture becomes an attack (CA-21)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.chess_attack.pieces import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from pawnstorm.games.chess_attack.rules.caution import may_step
from pawnstorm.games.chess_attack.state import (
    BLACK,
    BLACK_LONG,
    BLACK_SHORT,
    CASTLE,
    EMPTY,
    EN_PASSANT,
    NOWHERE,
    STEP,
    UNITS,
    WHITE,
    WHITE_LONG,
    WHITE_SHORT,
    Position,
    forward,
    kind_of,
    pack,
)
from pawnstorm.kit.chessboard import ALL_LINES, BISHOP_LINES, GRID, KNIGHT_JUMPS, ROOK_LINES

_NOBODYS: Final = -1


def _home_rows() -> list[int]:
    """By square: the side whose pawns start there, or nobody."""
    home = [_NOBODYS] * GRID.size
    for cell in GRID.cells():
        if GRID.row(cell) in (1, 6):
            home[cell] = WHITE if GRID.row(cell) == 1 else BLACK
    return home


_PAWN_HOME: Final = vec[i64](_home_rows())
_SCRATCH: Final = Moves(256)


def find_moves(position: Position, moves: Moves) -> None:
    """Every move and attack of the side to act, unit by unit."""
    first = position.side * UNITS
    where = position.where
    unit: i64
    for unit in range(first, first + UNITS):
        square = where[unit]
        if square != NOWHERE:
            find_unit_moves(position, square, moves)


def has_move(position: Position) -> bool:
    """CA-A30: whether the side to act has any move or attack at all."""
    moves = _SCRATCH
    moves.clear()
    where = position.where
    # The pawns are the last units and the likeliest to have a move.
    first = position.side * UNITS
    unit = first + UNITS
    while unit != first:
        unit -= 1
        if where[unit] != NOWHERE:
            find_unit_moves(position, where[unit], moves)
            if moves.count:
                return True
    return False


def find_unit_moves(position: Position, square: i64, moves: Moves) -> None:
    """CA-18: the orders of the piece on a square."""
    kind = kind_of(position.board[square])
    if kind == PAWN:
        _pawn(position, square, moves)
    elif kind == KNIGHT:
        _jumper(position, square, moves)
    elif kind == BISHOP:
        _slider(position, square, BISHOP_LINES, moves)
    elif kind == ROOK:
        _slider(position, square, ROOK_LINES, moves)
    elif kind == QUEEN:
        _slider(position, square, ALL_LINES, moves)
    else:
        _king(position, square, moves)


def _slider(position: Position, square: i64, lines: vec[i64], moves: Moves) -> None:
    board = position.board
    may_enter = 1 + position.side
    for step in lines:
        to = square + step
        cell = board[to]
        while cell == EMPTY:
            moves.add(pack(square, to, STEP))
            to += step
            cell = board[to]
        if cell & may_enter:
            moves.add(pack(square, to, STEP))


def _jumper(position: Position, square: i64, moves: Moves) -> None:
    board = position.board
    may_enter = 1 + position.side
    for step in KNIGHT_JUMPS:
        if board[square + step] & may_enter:
            moves.add(pack(square, square + step, STEP))


def _pawn(position: Position, square: i64, moves: Moves) -> None:
    board = position.board
    side = position.side
    ahead = square + forward(side)
    if board[ahead] == EMPTY:
        moves.add(pack(square, ahead, STEP))
        if _PAWN_HOME[square] == side and board[ahead + forward(side)] == EMPTY:
            moves.add(pack(square, ahead + forward(side), STEP))
    enemy = 1 + side
    if board[ahead - 1] & 3 == enemy:
        moves.add(pack(square, ahead - 1, STEP))
    if board[ahead + 1] & 3 == enemy:
        moves.add(pack(square, ahead + 1, STEP))
    passed = position.passed
    if passed != NOWHERE and (passed == square - 1 or passed == square + 1):
        moves.add(pack(square, passed + forward(side), EN_PASSANT))


def _king(position: Position, square: i64, moves: Moves) -> None:
    board = position.board
    may_enter = 1 + position.side
    for step in ALL_LINES:
        if board[square + step] & may_enter and may_step(position, square, square + step):
            moves.add(pack(square, square + step, STEP))
    if position.rights:
        _castling(position, square, moves)


def _castling(position: Position, king: i64, moves: Moves) -> None:
    """CA-A20: King and rook unmoved, nothing between them; King caution adds the chess conditions."""
    board = position.board
    short, long = (WHITE_SHORT, WHITE_LONG) if position.side == WHITE else (BLACK_SHORT, BLACK_LONG)
    if position.rights & short and board[king + 1] == EMPTY and board[king + 2] == EMPTY:
        if _safe_walk(position, king, 1):
            moves.add(pack(king, king + 2, CASTLE))
    if position.rights & long and board[king - 1] == EMPTY and board[king - 2] == EMPTY and board[king - 3] == EMPTY:
        if _safe_walk(position, king, -1):
            moves.add(pack(king, king - 2, CASTLE))


def _safe_walk(position: Position, king: i64, step: i64) -> bool:
    """CA-A20 with King caution: the King is not attacked where he starts, passes and lands."""
    return (
        may_step(position, king, king)
        and may_step(position, king, king + step)
        and may_step(position, king, king + 2 * step)
    )
