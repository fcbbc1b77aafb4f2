"""A copy of a position is complete: a field that a game forgets to copy is found here, whatever its name."""

import inspect
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64
from suite import lively, settled

from pawnstorm.core.events import Journal
from pawnstorm.core.game import Game
from pawnstorm.core.state import State

SHARED = {"laws", "forces"}
"""What never changes, so that copies may share it."""


def fields_of(state: State) -> list[str]:
    """The names of all fields of a position: of its class if it is compiled, else of its class and its dictionary."""
    names = set(getattr(state, "__dict__", {}))
    for kind in type(state).__mro__[:-1]:
        names |= {name for name, value in vars(kind).items() if inspect.isgetsetdescriptor(value)}
        names |= set(inspect.get_annotations(kind)) if "__dict__" in dir(state) else set()
    return sorted(name for name in names if not name.startswith("__"))


def plain(value: Any) -> Any:
    """A value that can be compared."""
    return list(value) if isinstance(value, vec[i64]) else value


def filled(game: Game) -> State:
    """A position in which every number and every item of a table has its own value."""
    state = settled(game.start(lively(game)))
    for place, name in enumerate(fields_of(state), 1):
        value = getattr(state, name)
        if isinstance(value, vec[i64]):
            for index in range(len(value)):
                value[index] = 100 * place + index
        elif isinstance(value, bool):
            setattr(state, name, not value)
        elif isinstance(value, int):
            setattr(state, name, 100 * place)
    state.journal = Journal()
    return state


def test_a_copy_has_every_field(game: Game) -> None:
    state = filled(game)
    copy = state.copy()
    names = fields_of(state)
    assert {"to_act", "winners", "ending_code", "seats", "journal", "laws"} < set(names)
    assert len(names) > 15
    for name in names:
        ours, theirs = getattr(state, name), getattr(copy, name)
        if name == "journal":
            assert theirs is None
        elif name in SHARED:
            assert theirs is ours
        else:
            # The count of positions that have been seen is beyond the table here, so all of it is copied.
            assert plain(theirs) == plain(ours), f"{game.key} does not copy '{name}'"


def test_a_copy_changes_alone(game: Game) -> None:
    state = settled(game.start(lively(game)))
    before = {name: plain(getattr(state, name)) for name in fields_of(state)}
    copy = state.copy()
    for name in fields_of(copy):
        value = getattr(copy, name)
        if isinstance(value, vec[i64]):
            for index in range(len(value)):
                value[index] += 1
    for name in set(before) - {"journal"}:
        assert plain(getattr(state, name)) == before[name], f"a copy of {game.key} shares '{name}'"
