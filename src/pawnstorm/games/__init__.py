"""The shelf: which games there are, each loaded when it is first asked for.

Our own games are the folders beside this file. The games of other packages come by entry points: the name is the key
of the game, the value its class, which is made without arguments (docs/new-game.md).
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules

from pawnstorm.core.errors import BadGame, PawnstormError, UnknownGame
from pawnstorm.core.game import Game, Setup, shared_game
from pawnstorm.core.view import SPECTATOR
from pawnstorm.kit.packages import PackageEntry, entries_of, in_words

GROUP = "pawnstorm.games"
"""The entry points of games."""
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FACTS = {"title": str, "summary": str, "rules_version": int, "seats": tuple, "rules": tuple}
"""What every game must say about itself."""


def own_games() -> list[PackageEntry]:
    """Our own games, in the order of their places."""
    folders = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__) if found.ispkg]
    return [
        PackageEntry(
            folder.__name__.rpartition(".")[2].replace("_", "-"), f"{folder.__name__}.game:{folder.CLASS}", "pawnstorm"
        )
        for folder in sorted(folders, key=lambda folder: int(folder.PLACE))
    ]


class Shelf:
    """Our own games, then those of other packages. A game that breaks the contract is left out, with a sentence why."""

    def __init__(self, own: Iterable[PackageEntry], find_others: Callable[[], Iterable[PackageEntry]]) -> None:
        self._own = {entry.name: entry for entry in own}
        self._find_others = find_others
        self._games: dict[str, Game] = {}
        self._bad: dict[str, str] = {}
        self._untold: list[str] = []

    def keys(self) -> list[str]:
        """The keys of all games, in the order of the shelf."""
        return [*self._own, *(key for key in self._others if self._admit(key))]

    def first_key(self) -> str:
        """The first game, for examples."""
        return next(iter(self._own))

    def load(self, key: str) -> Game:
        """The game of a key."""
        if key in self._own and key not in self._games:
            self._games[key] = shared_game(self._own[key].load())
        if key in self._games or self._admit(key):
            return self._games[key]
        if key in self._bad:
            self._untold = [sentence for sentence in self._untold if sentence != self._bad[key]]
            raise BadGame(self._bad[key])
        raise UnknownGame(f"there is no game '{key}'; the games are {', '.join(self.keys())}")

    def untold_faults(self) -> list[str]:
        """A sentence for each package that was left out since this was last asked."""
        told, self._untold = self._untold, []
        return told

    @cached_property
    def _others(self) -> dict[str, PackageEntry]:
        """What other packages bring, by key; the first of several with one key stays."""
        found: dict[str, PackageEntry] = {}
        for entry in self._find_others():
            if entry.name in self._own or entry.name in found:
                self._untold.append(entry.left_out("game", "there is another game with this key"))
            else:
                found[entry.name] = entry
        return found

    def _admit(self, key: str) -> bool:
        """Whether another package has a game of this key that keeps the contract."""
        if key in self._others and key not in self._games and key not in self._bad:
            try:
                self._games[key] = _made(self._others[key])
            except BadGame as fault:
                self._bad[key] = self._others[key].left_out("game", str(fault))
                self._untold.append(self._bad[key])
        return key in self._games


def _made(entry: PackageEntry) -> Game:
    """The game of another package. Its first position is tried too; `pawnstorm.testing.check` tries everything."""
    made = _class_of(entry)
    try:
        game = shared_game(made)
        _check_facts(game, entry.name)
        game.view(game.start(game.agree(Setup())), SPECTATOR)
    except PawnstormError as fault:
        raise BadGame(str(fault)) from fault
    except (Exception, SystemExit) as error:
        raise BadGame(f"'{entry.value}' fails at once ({in_words(error)})") from error
    return game


def _class_of(entry: PackageEntry) -> type[Game]:
    if not _KEY.fullmatch(entry.name):
        raise BadGame("a key has only small letters, digits and single hyphens")
    # Somebody else's code may raise anything, even SystemExit.
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        raise BadGame(f"'{entry.value}' cannot be imported ({in_words(error)})") from error
    if not isinstance(found, type) or not issubclass(found, Game):
        raise BadGame(f"'{entry.value}' is not a subclass of pawnstorm.core.game.Game")
    return found


def _check_facts(game: Game, key: str) -> None:
    if getattr(game, "key", None) != key:
        raise BadGame(f"its class says that its key is {getattr(game, 'key', None)!r}")
    for name, kind in _FACTS.items():
        value = getattr(game, name, None)
        if not isinstance(value, kind) or not value:
            raise BadGame(f"its '{name}' is missing or of the wrong kind")


_SHELF = Shelf(own_games(), lambda: entries_of(GROUP))


def keys() -> list[str]:
    """The keys of all games, in the order of the shelf."""
    return _SHELF.keys()


def first_key() -> str:
    """The key of the first game of the shelf, for examples."""
    return _SHELF.first_key()


def load(key: str) -> Game:
    """The game of a key."""
    return _SHELF.load(key)


def untold_faults() -> list[str]:
    """A sentence for each package whose game was left out since this was last asked."""
    return _SHELF.untold_faults()
