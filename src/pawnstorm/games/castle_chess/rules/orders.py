"""The orders that may begin a turn: walks and pushes, whether or not they leave the King in check (CC-05)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import NOWHERE, side_of
from pawnstorm.games.castle_chess.rules.machines import can_push, find_pushes
from pawnstorm.games.castle_chess.rules.walking import find_walks
from pawnstorm.games.castle_chess.state import Position

_WALKS: Final = Moves(256)


def find_orders(position: Position, square: i64, moves: Moves) -> None:
    """CC-05: every way in which the unit on a space may begin a turn."""
    find_walks(position, square, moves)
    if can_push(position.board[square]):
        find_pushes(position, square, moves)


def find_all_orders(position: Position, moves: Moves) -> None:
    """Every way to begin a turn, unit by unit in the order of their numbers, units that joined the side included."""
    side, where, board = position.side, position.where, position.board
    unit: i64
    for unit in range(position.first_unit(side), position.last_unit(side)):
        square = where[unit]
        if square != NOWHERE and side_of(board[square]) == side:
            find_orders(position, square, moves)


def has_order(position: Position) -> bool:
    """CC-A32: whether the side to act has any turn at all, safe or not."""
    side, walks = position.side, _WALKS
    walks.clear()
    unit: i64
    for unit in range(position.first_unit(side), position.last_unit(side)):
        square = position.square_of(unit, side)
        if square != NOWHERE:
            find_orders(position, square, walks)
            if walks.count:
                return True
    return False
