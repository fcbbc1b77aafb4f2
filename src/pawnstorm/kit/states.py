"""The check that every game makes first: a state must be a position of that game."""

from typing import TypeVar

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import State

Position = TypeVar("Position", bound=State)


def checked_position(state: State, kind: type[Position], game: str) -> Position:
    """The state as a position of a game; a `BadPosition` says that it belongs to another one."""
    if not isinstance(state, kind):
        raise BadPosition(f"this is not a position of {game}")
    return state
