"""The far rank: a pawn that arrives may rescue a lost piece (CA-38), or promotes as in chess by option."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.chess_attack.pieces import BISHOP, CHESS_PROMOTION, KNIGHT, NO_PROMOTION, PAWN, QUEEN, ROOK
from pawnstorm.games.chess_attack.rules.winning import end_turn
from pawnstorm.games.chess_attack.state import (
    NOWHERE,
    PROMOTE,
    WALL,
    Position,
    forward,
    kind_of,
    pack,
    piece_of,
    unit_of,
)

_PROMOTION_KINDS: Final = (QUEEN, ROOK, BISHOP, KNIGHT)
"""CA-A24, CA-A46: what a pawn may become, never a pawn or a King."""


def arrive(position: Position, square: i64) -> None:
    """CA-38, CA-A26: a piece has come to a square; for a pawn on the far rank there may be a choice."""
    pawn_at_the_end = (
        kind_of(position.board[square]) == PAWN and position.board[square + forward(position.side)] == WALL
    )
    if pawn_at_the_end and _choice_due(position):
        position.arrived = square
        position.to_act = position.side
    else:
        end_turn(position)


def _choice_due(position: Position) -> bool:
    """CA-A22, CA-A25: with nothing to bring back the pawn stays a pawn."""
    if position.laws.promotion == NO_PROMOTION:
        return False
    for kind in _PROMOTION_KINDS:
        if can_become(position, kind):
            return True
    return False


def can_become(position: Position, kind: i64) -> bool:
    """CA-A24, CA-A42: a rescue needs a lost piece of that kind; free promotion needs none."""
    return position.laws.promotion == CHESS_PROMOTION or position.lost[position.side << 3 | kind] > 0


def find_promotions(position: Position, moves: Moves) -> None:
    """CA-A24, CA-A40: what the pawn may become; a rescue may also be declined."""
    square = position.arrived
    for kind in _PROMOTION_KINDS:
        if can_become(position, kind):
            moves.add(pack(square, kind, PROMOTE))
    if position.laws.promotion != CHESS_PROMOTION:
        moves.add(pack(square, PAWN, PROMOTE))


def promote(position: Position, kind: i64) -> None:
    """CA-39, CA-A23, CA-A27: the new piece, healthy, replaces the pawn; the pawn scores for nobody."""
    square = position.arrived
    position.arrived = NOWHERE
    if kind != PAWN:
        pawn = position.lift(square)
        position.put(piece_of(unit_of(pawn), kind), square)
        if position.laws.promotion != CHESS_PROMOTION:
            position.lost[position.side << 3 | kind] -= 1
        if position.journal is not None:
            position.journal.note("promoted", (position.side, square, kind))
    end_turn(position)
