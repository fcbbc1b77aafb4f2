"""King caution, an additional rule: the King may not step onto an attacked square (CA-40)."""

from mypy_extensions import i64

from pawnstorm.games.chess_attack.rules.support import is_attacked
from pawnstorm.games.chess_attack.state import Position


def may_step(position: Position, king: i64, square: i64) -> bool:
    """CA-40, CA-A28, CA-A37: whether King caution lets the King step onto a square or attack the piece there.

    The King's own square counts as empty, and the piece that he would attack counts as removed.
    """
    return not position.laws.king_caution or not is_attacked(position, square, 1 - position.side, king)
