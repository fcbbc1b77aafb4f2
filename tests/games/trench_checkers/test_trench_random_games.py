"""How random games end."""

from collections import Counter

import pytest
from suite import scaled
from trench_positions import GAME, place

from pawnstorm.ai.search.playout import LONGEST, playout, share_of
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck


@pytest.mark.rule("TC-21", "TC-A31")
def test_random_games_with_the_default_options_all_end(capsys: pytest.CaptureFixture[str]) -> None:
    games = scaled(10_000, 100)
    start, moves, outcomes = GAME.start(GAME.agree(Setup())), Moves(), Outcomes()
    endings: Counter[str] = Counter()
    for seed in range(games):
        state = start.copy()
        playout(state, Luck(seed), moves, outcomes)
        ending = GAME.ending(state)
        assert ending is not None
        endings[ending.rule] += 1
    with capsys.disabled():
        print(f"\n{games} random games: {100 * endings['TC-A31'] / games:.1f} % end without progress (TC-A31)")
    assert endings.total() == games


@pytest.mark.rule("TC-A60", "TC-X3")
def test_with_the_rule_off_random_games_end_only_when_an_army_is_gone() -> None:
    """Two Commandos at an even distance must make three moves each and so never meet."""
    start, moves, outcomes = GAME.start(GAME.agree(Setup({"no_progress": "off", "cards": "off"}))), Moves(), Outcomes()
    endings: Counter[str] = Counter()
    for seed in range(scaled(500, 8)):
        state = start.copy()
        orders = playout(state, Luck(seed), moves, outcomes)
        ending = GAME.ending(state)
        endings[ending.rule if ending else ""] += 1
        assert (ending is None) == (orders == LONGEST)
    assert {"TC-54", ""} <= set(endings) <= {"TC-54", "TC-A28", ""}


@pytest.mark.rule("TC-A60")
def test_an_abandoned_game_is_worth_the_same_to_both() -> None:
    state = place({"d5": "C", "d9": "c"}, {"no_progress": "off", "cards": "off"})
    assert playout(state, Luck(1), Moves(), Outcomes()) == LONGEST
    assert share_of(state, 0) == share_of(state, 1) == 0.5
