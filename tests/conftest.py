"""What every test may lean on: which build is under test, how much work it can bear, and fixed hypothesis runs."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import pawnstorm.core.state
from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.state import State
from pawnstorm.games import keys, load
from pawnstorm.kit.drawing import read_board
from pawnstorm.testing.scenario import board_size

COMPILED = pawnstorm.core.state.__file__.endswith((".so", ".pyd"))
"""Whether the rules core under test is the compiled one."""

TESTS = Path(__file__).parent
ROOT = TESTS.parent

# A failing example must fail again for everybody, and a slow machine must not fail at all.
settings.register_profile("pawnstorm", derandomize=True, deadline=None, database=None)
settings.load_profile("pawnstorm")


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat something: plain Python plays some twenty times slower than the compiled core."""
    return compiled if COMPILED else plain


def folder_of(game: Game) -> Path:
    """The test folder of a game."""
    return TESTS / "games" / game.key.replace("-", "_")


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


@pytest.fixture(params=keys())
def game(request: pytest.FixtureRequest) -> Game:
    """Every game on the shelf, one after the other."""
    return load(request.param)


@pytest.fixture
def setup(game: Game) -> Setup:
    """The default set-up of the game, every option spelled out."""
    return game.agree(Setup())
