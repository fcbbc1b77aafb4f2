"""The position that `--position FILE` names, or the start of a game."""

from pathlib import Path

from pawnstorm.cli.support.arguments import parse_options, setup_of
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Game
from pawnstorm.core.state import State
from pawnstorm.core.step import begin
from pawnstorm.testing.scenario import read_position


def position(game: Game, file: Path | None, options: list[str] | None) -> State:
    """The drawn position of a file, or the start of a game with these options, with the same deal every time."""
    if file is None:
        return begin(game, game.start(setup_of(game, options)), SeededTower(0)).state
    return read_position(file, game, parse_options(options))
