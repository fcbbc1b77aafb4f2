"""Every scenario file of every game, one test for each scenario."""

import pytest
from suite import folder_of

from pawnstorm.core.game import Game
from pawnstorm.games import keys, load
from pawnstorm.testing.scenario import Scenario, read_scenarios, run

SCENARIOS = [
    pytest.param(scenario, id=f"{key}/{scenario.name}")
    for key in keys()
    for path in sorted((folder_of(load(key)) / "scenarios").glob("*.toml"))
    for scenario in read_scenarios(path)
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_holds(scenario: Scenario) -> None:
    assert run(scenario) == []


def test_every_game_has_scenarios_with_titles_of_their_own(game: Game) -> None:
    names = [param.values[0].name for param in SCENARIOS if param.values[0].game.key == game.key]  # type: ignore[union-attr]
    assert len(set(names)) == len(names) > 0
