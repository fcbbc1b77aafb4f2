"""What tests share beside fixtures: which build is under test, how much work it can bear, and where things are.

A module of its own, because a folder may have a conftest of its own and then `import conftest` means that one.
"""

from pathlib import Path
from typing import Any

import pawnstorm.core.state
from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.state import CHANCE, State
from pawnstorm.kit.drawing import read_board
from pawnstorm.testing.scenario import board_size

COMPILED = pawnstorm.core.state.__file__.endswith((".so", ".pyd"))
"""Whether the rules core under test is the compiled one."""

TESTS = Path(__file__).parent
ROOT = TESTS.parent
EARLIER = TESTS / "earlier"
"""A folder for each earlier build, with its records and a database."""


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat something: plain Python plays some twenty times slower than the compiled core."""
    return compiled if COMPILED else plain


def folder_of(game: Game) -> Path:
    """The test folder of a game."""
    return TESTS / "games" / game.key.replace("-", "_")


def lively(game: Game) -> Setup:
    """A set-up in which fights come soon: a map of the game's test folder called melee, or the usual start."""
    path = folder_of(game) / "maps" / "melee.toml"
    return Setup(map=path.read_text("utf-8")) if path.exists() else Setup()


def settled(state: State) -> State:
    """The position with whatever dice it waits for answered by their first result."""
    while state.turn() == CHANCE:
        state.land(state.outcomes()[0][0])
    return state


Table = dict[str, Any]
"""A position of a game's perft.toml."""
_NOT_FACTS = {"id", "note", "options", "armies", "map", "board", "decisions", "rolls"}


def opening(game: Game, position: Table) -> State:
    """The position that a table of perft.toml describes."""
    setup = game.agree(Setup(position.get("options", {}), tuple(position.get("armies", ())), position.get("map", "")))
    if "board" not in position:
        return game.start(setup)
    facts = {key: value for key, value in position.items() if key not in _NOT_FACTS}
    return game.place(Sketch(read_board(position["board"], *board_size(game, setup)), facts), setup)
