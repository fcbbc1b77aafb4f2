"""Random games end, and how."""

from collections import Counter

import pytest
from suite import scaled
from trench import GAME

from pawnstorm.ai.search.playout import playout
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


@pytest.mark.rule("TC-A31", "TC-X3")
def test_random_games_end_even_where_the_rule_is_off() -> None:
    start, moves, outcomes = GAME.start(GAME.agree(Setup({"no_progress": "off"}))), Moves(), Outcomes()
    longest = 0
    for seed in range(scaled(500, 2)):
        longest = max(longest, int(playout(start.copy(), Luck(seed), moves, outcomes)))
    assert longest < 30_000
