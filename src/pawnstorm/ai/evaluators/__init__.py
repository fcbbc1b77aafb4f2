"""The one registry of evaluators: a package for each game.

Its `make()` makes the evaluator. Its `data/weights.toml` holds the fitted weights, which only `pawnstorm tune` writes;
`data/levels.toml` holds the levels, which people edit. The evaluators of our own games are the folders beside this
file. Those of other games come by entry points: the name is the key of the game, the value the package.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from pawnstorm.ai.search.evaluator import KNOTS, Evaluator, Weights
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.kit.datafile import Entry, load
from pawnstorm.kit.packages import entries_of, in_words

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
GROUP = "pawnstorm.evaluators"
"""The entry points of evaluators."""
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
    return _made(package_of(game))


def package_of(game: Game) -> str:
    """The package with a game's evaluator, weights and levels; refuses a game without one."""
    require_evaluator(game)
    return _registered(game.key)[0]


def has_evaluator(key: str) -> bool:
    """Whether the computer can evaluate positions of a game."""
    return bool(_registered(key)[0])


def require_evaluator(game: Game) -> None:
    """Refuse a game without an evaluator that works."""
    package, fault = _registered(game.key)
    if not package:
        raise UsageError(
            fault or f"the computer cannot evaluate positions of {game.key} yet, so it has no levels and no hints there"
        )


@cache
def _registered(key: str) -> tuple[str, str]:
    """The package of a game's evaluator, or an empty text and, if one cannot be used, a sentence that says why."""
    own = f"{__name__}.{key.replace('-', '_')}"
    if find_spec(own) is not None:
        return own, ""
    for entry in entries_of(GROUP):
        if entry.name == key:
            try:
                _made(entry.value)
            except UsageError as error:
                return "", entry.left_out("evaluator", str(error))
            return entry.value, ""
    return "", ""


def _made(package: str) -> Evaluator:
    # Somebody else's code may raise anything, even SystemExit.
    try:
        found = import_module(package).make()
    except (Exception, SystemExit) as error:
        raise UsageError(f"'{package}' cannot make it ({in_words(error)})") from error
    if not isinstance(found, Evaluator):
        raise UsageError(f"'{package}' does not make a subclass of pawnstorm.ai.search.evaluator.Evaluator")
    return found


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
