"""What every game asks of a position: that it is one of its own, and whether it has stood before."""

from typing import TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import State

Position = TypeVar("Position", bound=State)


def checked_position(state: State, kind: type[Position], game: str) -> Position:
    """The state as a position of a game; a `BadPosition` says that it belongs to another one."""
    if not isinstance(state, kind):
        raise BadPosition(f"this is not a position of {game}")
    return state


def times_before(seen: vec[i64], count: i64, key: i64) -> i64:
    """How often a position has stood before, if its key is the last of `count` remembered ones."""
    times: i64 = 0
    index: i64
    for index in range(count - 1):
        if seen[index] == key:
            times += 1
    return times
