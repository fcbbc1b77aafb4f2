"""One check for every game: a state that was handed in must be a position of that game."""

from typing import TypeVar

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import State

Own = TypeVar("Own", bound=State)


def checked_position(state: State, kind: type[Own], game: str) -> Own:
    """The state as a position of a game; a `BadPosition` says that it belongs to another one."""
    if not isinstance(state, kind):
        raise BadPosition(f"this is not a position of {game}")
    return state
