"""The one registry of evaluators: a folder for each game.

`<game>/evaluator.py` is the evaluator and `<game>/__init__.py` has its `make()`. `<game>/data/weights.toml` holds the
fitted weights, which only `pawnstorm tune` writes; `<game>/data/levels.toml` holds the levels, which people edit.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from pawnstorm.ai.search.evaluator import KNOTS, Evaluator, Weights
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.kit.datafile import Entry, load

__all__ = [
    "WEIGHTS",
    "evaluator_for",
    "has_evaluator",
    "package_of",
    "require_evaluator",
    "unfitted",
    "weights_file",
    "weights_of",
]

WEIGHTS = "weights.toml"
"""The name of the data file with a game's weights."""
_PACKAGE = __name__
_LIMIT = 1_000_000


def evaluator_for(game: Game) -> Evaluator:
    """A game's evaluator with the weights that were fitted for it."""
    found = unfitted(game)
    found.weights = weights_of(found, weights_file(game), game)
    return found


def weights_file(game: Game) -> Entry:
    """The data file of a game's weights."""
    return load(package_of(game), WEIGHTS)


def unfitted(game: Game) -> Evaluator:
    """A game's evaluator with the rough weights that tuning starts from."""
    require_evaluator(game)
    return cast(Evaluator, import_module(package_of(game)).make())


def package_of(game: Game) -> str:
    """The package with a game's evaluator, weights and levels."""
    return f"{_PACKAGE}.{game.key.replace('-', '_')}"


@cache
def has_evaluator(key: str) -> bool:
    """Whether the computer can evaluate positions of a game."""
    return find_spec(f"{_PACKAGE}.{key.replace('-', '_')}") is not None


def require_evaluator(game: Game) -> None:
    """Refuse a game without an evaluator."""
    if not has_evaluator(game.key):
        raise UsageError(
            f"the computer cannot evaluate positions of {game.key} yet, so it has no levels and no hints there"
        )


def weights_of(evaluator: Evaluator, table: Entry, game: Game) -> Weights:
    """The weights of a data file, which must name every sheet and feature of the evaluator and no other."""
    early: list[list[int]] = []
    late: list[list[int]] = []
    links: list[list[int]] = []
    sheets = {entry.text("name"): entry for entry in table.entries("sheet")}
    table.number("games")
    table.close()
    for name in evaluator.sheets:
        if name not in sheets:
            raise table.wrong(f"there is no sheet '{name}': run `pawnstorm tune {game.key}`")
        early.append(_numbers(evaluator, sheets[name].entry("early")))
        late.append(_numbers(evaluator, sheets[name].entry("late")))
        link = sheets[name].entry("link")
        links.append([link.number(str(knot), 0, _LIMIT) for knot in KNOTS])
    return Weights(len(evaluator.names), early, late, links)


def _numbers(evaluator: Evaluator, entry: Entry) -> list[int]:
    found = [entry.number(name, -_LIMIT, _LIMIT) for name in evaluator.names]
    entry.close()
    return found
