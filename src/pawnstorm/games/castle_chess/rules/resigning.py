"""Resigning among four: a side gives up and the others play on (CC-A79)."""

from mypy_extensions import i64

from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.kinds import CATAPULT, RAM, TOWER
from pawnstorm.games.castle_chess.rules.ending import fall_by_itself
from pawnstorm.games.castle_chess.rules.placing import next_placer, own_engines
from pawnstorm.games.castle_chess.rules.turns import continue_turn
from pawnstorm.games.castle_chess.state import PLACE, Position


def resign(position: Position, side: i64) -> bool:
    """CC-A79: a side of four resigns, in any side's turn; false where resigning ends the match."""
    if position.laws.resigning_ends:
        return False
    placing = position.phase == PLACE
    if placing:
        _pack_up(position, side)
    fall_by_itself(position, side, "resigned")
    if not placing:
        continue_turn(position)
    elif position.to_act != OVER and side == position.side:
        next_placer(position)
    return True


def _pack_up(position: Position, side: i64) -> None:
    """CC-A79: a side that resigns while machines are placed takes its own away."""
    for square in own_engines(position, side):
        position.take(square)
    for kind in (RAM, CATAPULT, TOWER):
        position.reserve[4 * side + kind] = 0
