"""The far row: a P that arrives becomes another piece of its list (FA-A13, FA-A66)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.fantasy_armies.pieces import PAWN, TYPES_PER_LIST, place_of
from pawnstorm.games.fantasy_armies.rules.turn_order import end_turn
from pawnstorm.games.fantasy_armies.state import (
    BECOME,
    LOST,
    NOWHERE,
    PROMOTION,
    WALL,
    Position,
    forward,
    pack,
    piece_of,
    type_of,
    unit_of,
)

CHESS: Final = 0
ONLY_LOST: Final = 2


def arrive(position: Position, square: i64, passed: i64 = NOWHERE) -> None:
    """FA-A13: a piece has come to a square by its own move; a P on the far row must choose."""
    is_pawn = position.laws.move[type_of(position.board[square])] == PAWN
    if is_pawn and position.board[square + forward(position.side)] == WALL and _choice_due(position):
        position.clear_under_way()
        position.actor = square
        position.ask(PROMOTION)
    else:
        end_turn(position, passed)


def _choice_due(position: Position) -> bool:
    """FA-A66: whether there is anything to become; if not, the P stays a P."""
    for kind in position.laws.book.types[position.list_of(position.side)]:
        if can_become(position, kind):
            return True
    return False


def can_become(position: Position, kind: i64) -> bool:
    """FA-A13, FA-A66: neither a King nor a P, and by option only what was lost."""
    laws = position.laws
    if laws.book.king[kind] or laws.move[kind] == PAWN:
        return False
    if laws.promotion == ONLY_LOST:
        return position.pile(LOST, position.side, kind) > 0
    return laws.promotion == CHESS


def find_promotions(position: Position, moves: Moves) -> None:
    """FA-A66: every type that the P may become; staying is not among them."""
    for kind in position.laws.book.types[position.list_of(position.side)]:
        if can_become(position, kind):
            moves.add(pack(position.actor, position.actor, BECOME, kind))


def become(position: Position, kind: i64) -> None:
    """FA-A13, FA-A66: the P becomes another piece, without spells and changes."""
    square = position.actor
    unit = unit_of(position.board[square])
    position.drop_links(unit)
    position.change(square, piece_of(unit, kind))
    if position.laws.promotion == ONLY_LOST:
        position.piles[LOST + position.side * TYPES_PER_LIST + place_of(kind)] -= 1
    if position.journal is not None:
        position.journal.note("becomes", (square, position.board[square]))
    end_turn(position)
