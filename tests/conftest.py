"""What every test may lean on: which build is under test, how much work it can bear, and fixed hypothesis runs."""

from pathlib import Path

import pytest
from hypothesis import settings

import pawnstorm.core.state
from pawnstorm.core.game import Game, Setup
from pawnstorm.games import keys, load

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


@pytest.fixture(params=keys())
def game(request: pytest.FixtureRequest) -> Game:
    """Every game on the shelf, one after the other."""
    return load(request.param)


@pytest.fixture
def setup(game: Game) -> Setup:
    """The default set-up of the game, every option spelled out."""
    return game.agree(Setup())
