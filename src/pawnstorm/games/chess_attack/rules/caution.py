"""King caution, an additional rule: the King may not step onto an attacked square (CA-40)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.chess_attack.rules.support import find_bearers
from pawnstorm.games.chess_attack.state import EMPTY, Position

_SCRATCH: Final = Moves(64)


def may_step(position: Position, king: i64, square: i64) -> bool:
    """CA-40, CA-A28: whether King caution lets the King step onto a square or attack the piece there."""
    return not position.laws.king_caution or not _attacked(position, king, square)


def _attacked(position: Position, king: i64, square: i64) -> bool:
    """CA-A37: judged with the King's own square empty and the target, if any, removed."""
    board = position.board
    king_cell, target_cell = board[king], board[square]
    board[king] = EMPTY
    board[square] = EMPTY
    found = _SCRATCH
    found.clear()
    find_bearers(position, square, 1 - position.side, False, found)
    board[king] = king_cell
    if square != king:
        board[square] = target_cell
    return found.count > 0
