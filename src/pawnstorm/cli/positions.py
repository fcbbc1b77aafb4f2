"""The position that `--position FILE` names, or the start of a game."""

from pathlib import Path

from pawnstorm.cli.choices import pairs, setup_of
from pawnstorm.core.game import Game
from pawnstorm.core.state import State
from pawnstorm.testing.scenario import read_position


def position(game: Game, file: Path | None, options: list[str] | None) -> State:
    """The drawn position of a file, or the position in which a game with these options begins."""
    if file is None:
        return game.start(setup_of(game, options))
    return read_position(file, game, pairs(options))
