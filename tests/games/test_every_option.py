"""Every option is read by a rule: for any two of its values some scenario shows the difference."""

from dataclasses import replace
from itertools import combinations

import pytest
from suite import folder_of

from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.game import Game
from pawnstorm.core.options import Option
from pawnstorm.games import keys, load
from pawnstorm.testing.scenario import Scenario, read_scenarios, run

GAMES = [load(key) for key in keys()]
OPTIONS = [pytest.param(game, option, id=f"{game.key}: {option.key}") for game in GAMES for option in game.options]


def _scenarios(game: Game) -> list[Scenario]:
    paths = sorted((folder_of(game) / "scenarios").glob("*.toml"))
    return [scenario for path in paths for scenario in read_scenarios(path)]


def _with(scenario: Scenario, key: str, value: str) -> Scenario:
    return replace(scenario, setup=replace(scenario.setup, options={**scenario.setup.options, key: value}))


def _fails(scenario: Scenario) -> bool:
    try:
        return bool(run(scenario))
    except PawnstormError:
        return True


def _distinguishes(scenario: Scenario, option: Option, pair: tuple[str, str]) -> bool:
    """Whether a scenario names one of two values and fails with the other one."""
    named = scenario.setup.options.get(option.key)
    return named in pair and _fails(_with(scenario, option.key, pair[1 - pair.index(named)]))


def indistinguishable_values(scenarios: list[Scenario], option: Option) -> list[tuple[str, str]]:
    """The pairs of values that no scenario distinguishes."""
    pairs = combinations(option.values, 2)
    return [pair for pair in pairs if not any(_distinguishes(scenario, option, pair) for scenario in scenarios)]


@pytest.mark.rule("CH-A44")
@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_no_two_values_of_an_option_play_the_same(game: Game, option: Option) -> None:
    assert indistinguishable_values(_scenarios(game), option) == []


@pytest.mark.rule("CH-A44")
def test_an_option_that_no_rule_reads_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios that name it hold whatever its value is."""
    game = load("ch35s")
    idle = Option("players", "People at the table", ("2", "1"), "The rules are the same.", ("CH-01",))
    monkeypatch.setattr(game, "options", (*game.options, idle))
    naming = [_with(scenario, "players", "1") for scenario in _scenarios(game)[:5]]
    assert not any(map(_fails, naming))
    assert indistinguishable_values(naming, idle) == [("2", "1")]
