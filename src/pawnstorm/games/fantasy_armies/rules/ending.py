"""How games end: a King is gone (FA-40), or one of the draws (FA-A16, FA-A17, FA-A73)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.fantasy_armies.state import Position
from pawnstorm.kit.bits import bit

BOTH: Final = 3
"""Both seats, as winners of a draw."""

KING_GONE: Final = 1
REPETITION: Final = 2
NO_PROGRESS: Final = 3
NOTHING_TO_DO: Final = 4
BOTH_STUCK: Final = 5

REASONS: Final = (
    ("", ""),
    ("the King is off the board", "FA-40"),
    ("the position stood for the third time", "FA-A17"),
    ("too many turns without progress", "FA-A17"),
    ("nothing can be done", "FA-A16"),
    ("neither side can do anything", "FA-A73"),
)


def end_without_king(position: Position, side: i64) -> None:
    """FA-40, FA-A70: a side that has lost its King loses at once."""
    position.clear_under_way()
    position.phase = 0
    position.finish(bit(1 - side), KING_GONE)


def note_progress(position: Position) -> None:
    """FA-A61: the count of turns without progress begins again with the next turn."""
    position.quiet = -1


def end_drawn(position: Position, reason: i64) -> None:
    """FA-A17: nobody wins."""
    position.phase = 0
    position.finish(BOTH, reason)
