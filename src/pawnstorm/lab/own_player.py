"""Players of your own in Python: any class that has `choose`, named as `module:Class` (docs/own-player.md).

Such a name runs code, so only the command line takes it. The server does not know this room.
"""

import re
import sys
from hashlib import sha256
from importlib import import_module
from operator import index
from pathlib import Path
from traceback import extract_tb
from typing import Any

from pawnstorm.ai.players import PLAYERS, Player
from pawnstorm.ai.strength import ENGINES
from pawnstorm.core.errors import CheckFailed, PawnstormError, Refused, UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.kit.packages import PackageEntry, in_words

_NAME = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):[A-Za-z_]\w*")
_WORD = 60


def is_own_player(name: str) -> bool:
    """Whether a name is that of a class of your own."""
    found = _NAME.fullmatch(name)
    return found is not None and found[1] not in (*ENGINES, *PLAYERS)


class OwnPlayer(Player):
    """A class with `choose(game, state, luck)`, and if it likes `begin()` and `check(game)`.

    It gets a position that its seat cannot tell from the true one, and answers with an order as text or as integer.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        kind = _class_of(name)
        try:
            self._own: Any = kind()
        except Exception as error:
            raise self._fault("cannot be made", error) from error

    def begin(self) -> None:
        """A new match begins."""
        if hasattr(self._own, "begin"):
            self._calling("begin")

    def check(self, game: Game) -> None:
        """Let it refuse a game."""
        if hasattr(self._own, "check"):
            self._calling("check", game)

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """Its order, which must be legal."""
        known = game.guess(state, int(state.turn()), luck)
        answer = self._calling("choose", game, known, luck)
        try:
            move = game.read(state, answer) if isinstance(answer, str) else index(answer)
        except (Refused, TypeError) as error:
            raise self._bad(answer, str(error)) from None
        if move not in state.legal():
            raise self._bad(answer, "it is not legal")
        return move

    def meaning(self) -> str:
        """Its name and a short hash of its file, so that results of an earlier version are not mixed with new ones."""
        file = getattr(sys.modules[type(self._own).__module__], "__file__", None)
        return f"{self._name} {sha256(Path(file).read_bytes()).hexdigest()[:12] if file else ''}".strip()

    def _calling(self, what: str, *arguments: Any) -> Any:
        try:
            return getattr(self._own, what)(*arguments)
        except PawnstormError:
            raise
        except Exception as error:
            raise self._fault(f"fails in {what}", error) from error

    def _fault(self, what: str, error: Exception) -> CheckFailed:
        place = extract_tb(error.__traceback__)[-1]
        return CheckFailed(f"the player '{self._name}' {what}: {in_words(error)} ({place.filename}:{place.lineno})")

    def _bad(self, answer: object, why: str) -> CheckFailed:
        told = f"{answer}"[:_WORD]
        return CheckFailed(f"the player '{self._name}' gives the order '{told}', which is refused: {why}")


def _class_of(name: str) -> type:
    """The class of a name; its module may lie in the folder where the command is given."""
    here = str(Path.cwd())
    if here not in sys.path:
        # At the end, so that no file here is taken for a module of Python.
        sys.path.append(here)
    module, _, word = name.partition(":")
    try:
        import_module(module)
        found = PackageEntry(word, name, module).load()
    except Exception as error:
        raise UsageError(f"the player '{name}' cannot be loaded: {in_words(error)}") from error
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        raise UsageError(f"the player '{name}' is not a class with a method 'choose'")
    return found
