"""Resigning among four: a side is out and the others play on (CC-A79)."""

from mypy_extensions import i64

from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.kinds import CATAPULT, RAM, TOWER
from pawnstorm.games.castle_chess.rules.ending import drop_out
from pawnstorm.games.castle_chess.rules.placing import next_placer, placed_machines
from pawnstorm.games.castle_chess.rules.turns import continue_turn
from pawnstorm.games.castle_chess.state import PLACE, Position


def resign(position: Position, side: i64) -> bool:
    """CC-A79: a side of four resigns, in any side's turn; returns false where resigning ends the match."""
    if position.laws.resigning_ends:
        return False
    placing = position.phase == PLACE
    if placing:
        _remove_machines(position, side)
    drop_out(position, side, "resigned")
    if not placing:
        continue_turn(position)
    elif position.to_act != OVER and side == position.side:
        next_placer(position)
    return True


def _remove_machines(position: Position, side: i64) -> None:
    """CC-A79: a side that resigns while machines are placed takes its machines away."""
    for square in placed_machines(position, side):
        position.lift_machine(square)
    for kind in (RAM, CATAPULT, TOWER):
        position.reserve[4 * side + kind] = 0
