"""Fixtures for every test, and fixed hypothesis runs."""

import pytest
from hypothesis import settings
from suite import COMPILED, ROOT, TESTS, scaled

from pawnstorm.core.game import Game, Setup
from pawnstorm.games import keys, load

__all__ = ["COMPILED", "ROOT", "TESTS", "scaled"]

# A failing example must fail again for everybody, and a slow machine must not fail at all.
settings.register_profile("pawnstorm", derandomize=True, deadline=None, database=None)
settings.load_profile("pawnstorm")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests begin first, so that no worker is left alone with one in the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(params=keys())
def game(request: pytest.FixtureRequest) -> Game:
    """Every game on the shelf, one after the other."""
    return load(request.param)


@pytest.fixture
def setup(game: Game) -> Setup:
    """The default set-up of the game, every option spelled out."""
    return game.agree(Setup())
