"""What every environment begins with: a game, its set-up, its encoding and the position where episodes begin."""

from collections.abc import Mapping
from typing import Any

from pawnstorm.core.codec import Codec
from pawnstorm.core.errors import BadOption, NotInstalled, UsageError
from pawnstorm.core.game import Game, Setup, SetupSource
from pawnstorm.core.state import OVER, State
from pawnstorm.games import keys, load


class Arrangement:
    """A game under a set-up, and where its episodes begin: at the start of the game or at a `position` line."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        armies: tuple[str, ...] = (),
        map: str = "",
        position: str = "",
    ) -> None:
        rules = load(game)
        setup = rules.agree(Setup(dict(options or {}), tuple(armies), map))
        self._begin(rules, setup, rules.decode(position, setup) if position else rules.start(setup))

    @classmethod
    def at(cls, start: State) -> "Arrangement":
        """The arrangement of a position."""
        source = start.source()
        if not isinstance(source, SetupSource):
            raise UsageError("positions of this game do not say which set-up they belong to")
        made = cls.__new__(cls)
        made._begin(source.game, source.setup, start)
        return made

    def _begin(self, game: Game, setup: Setup, start: State) -> None:
        if start.turn() == OVER:
            raise UsageError("no episode can begin at this position: the game is over")
        self.game, self.setup, self.start = game, setup, start
        self.codec: Codec = game.codec(setup)
        self.seats: tuple[str, ...] = start.seat_names()


def env_games() -> list[Game]:
    """The games that have an encoding."""
    return [game for game in map(load, keys()) if has_codec(game)]


def has_codec(game: Game) -> bool:
    """Whether a game has an encoding as arrays."""
    try:
        game.codec(game.agree(Setup()))
    except BadOption:
        return False
    return True


def env_version(game: Game) -> int:
    """The version of a game's environments: it is raised with the rules and with the encoding."""
    return game.rules_version + game.codec(game.agree(Setup())).version - 1


def env_id(game: Game) -> str:
    """The id of a game's environments: its key and their version."""
    return f"pawnstorm/{game.key}-v{env_version(game)}"


def missing(library: str, extra: str) -> NotInstalled:
    """The error that says how to install the library of an environment."""
    return NotInstalled(f"pawnstorm.envs.{extra}", library, extra)


def check_render_mode(mode: str | None, modes: list[str]) -> None:
    """Refuse an unknown way to render."""
    if mode is not None and mode not in modes:
        raise UsageError(f"there is no render mode '{mode}'; the modes are {', '.join(modes)}")


def number_of(action: Any) -> int:
    """The number of an action, which may be NumPy's; -1 for what is no whole number."""
    try:
        return int(action.__index__())
    except (AttributeError, TypeError):
        return -1
