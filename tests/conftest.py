"""Fixtures for every test, and fixed hypothesis runs."""

import pytest
from hypothesis import settings
from suite import COMPILED, ROOT, TESTS, scaled

from pawnstorm import games
from pawnstorm.core.game import Game, Setup
from pawnstorm.games import Shelf, keys, load, own_games

__all__ = ["COMPILED", "ROOT", "TESTS", "scaled"]

BROWSER_TESTS = TESTS / "e2e"

# The tests are about our own games, whatever other packages are installed.
games._SHELF = Shelf(own_games(), list)

# A failing example must fail again for everybody. No test may fail because the machine is slow.
settings.register_profile("pawnstorm", derandomize=True, deadline=None, database=None)
settings.load_profile("pawnstorm")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests are marked; long tests are left out unless asked for; slow tests start first.

    A slow test that started last would keep one worker busy while the other has nothing to do.
    """
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")
    if "long" not in config.option.markexpr:
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(params=keys())
def game(request: pytest.FixtureRequest) -> Game:
    """Every game, one after the other."""
    return load(request.param)


@pytest.fixture
def setup(game: Game) -> Setup:
    """The default set-up of the game, every option spelled out."""
    return game.agree(Setup())
