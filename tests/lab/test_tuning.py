"""Tuning: the fit finds the weights behind the results, the examination uses fresh games, the file can be read."""

from dataclasses import replace

import pytest

from pawnstorm.ai.evaluators import evaluator_for, unfitted, weights_of
from pawnstorm.ai.roll_luck import LuckMeter
from pawnstorm.ai.search.evaluator import KNOTS, SCALE, sigmoid
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE
from pawnstorm.games import load
from pawnstorm.kit.datafile import parse
from pawnstorm.lab.fitting import Fit, calibration, fit, mean_surprise, relink
from pawnstorm.lab.training import LuckTracker, TrainingPosition
from pawnstorm.lab.tuning import TuningSettings, as_toml, examine, relink_all, tune

TRUTH = (0.8, -0.4)


def made_up(count: int, seed: int, seats: int = 2) -> list[TrainingPosition]:
    """Training positions whose results follow from known weights."""
    luck = Luck(seed)
    found: list[TrainingPosition] = []
    for number in range(count):
        rows = tuple(tuple(float(luck.below(5)) for _ in TRUTH) for _ in range(seats))
        first, second = (sum(w * x for w, x in zip(TRUTH, row, strict=True)) for row in rows[:2])
        won = luck.below(1 << 30) / (1 << 30) < sigmoid(first - second)
        found.append(TrainingPosition(0, luck.below(101) / 100, rows, 0, (1.0, 0.0) if won else (0.0, 1.0), number))
    return found


def test_the_fit_finds_the_weights_behind_the_results() -> None:
    found = fit(made_up(6000, 1), (0.0, 0.0))
    assert found.early == pytest.approx(TRUTH, abs=0.12)
    assert found.late == pytest.approx(TRUTH, abs=0.12)
    assert found.link == pytest.approx([knot / SCALE for knot in KNOTS], rel=0.06, abs=0.25)
    fresh = made_up(6000, 2)
    assert all(abs(decile.predicted - decile.actual) < 0.05 for decile in calibration(fresh, found))
    assert mean_surprise(fresh, found) < 0.9


def test_first_weights_that_are_too_large_do_not_mislead_the_fit() -> None:
    """Newton's method once failed with weights that are far too large."""
    found = fit(made_up(6000, 1), (40.0, -60.0))
    assert found.early == pytest.approx(TRUTH, abs=0.2)
    assert found.late == pytest.approx(TRUTH, abs=0.2)


def test_the_value_of_a_lead_is_found_without_changing_the_weights() -> None:
    bold = Fit([3 * weight for weight in TRUTH], [3 * weight for weight in TRUTH], [knot / SCALE for knot in KNOTS])
    found = relink(made_up(6000, 1), bold)
    assert (found.early, found.late) == (bold.early, bold.late)
    assert found.link == pytest.approx([knot / SCALE / 3 for knot in KNOTS], abs=0.25)


def test_with_more_seats_all_weights_shrink_together() -> None:
    """The third and fourth seat are out, so that the results of two follow from known weights."""
    four = [replace(position, out=0b1100, shares=(*position.shares, 0.0, 0.0)) for position in made_up(6000, 1, 4)]
    found = relink(four, Fit([3 * weight for weight in TRUTH], [3 * weight for weight in TRUTH], []))
    assert found.early == found.late == pytest.approx(TRUTH, abs=0.08)


def test_one_sheet_is_learned_alone() -> None:
    game = load("castle-chess")
    before = evaluator_for(game).weights
    count = len(unfitted(game).names)
    course = TuningSettings(games=6, rounds=1, exam=6, nodes=10, seed=1, workers=1, sheet=2)
    for work in (tune, relink_all, examine):
        reports = work(game, game.agree(Setup()), course, lambda text, games: None)
        assert [bool(report.deciles) for report in reports] == [False, False, True]
        assert reports[0].fit.early == list(before.early)[:count]
        same = reports[2].fit.early == list(before.early)[2 * count :]
        assert same == (work is not tune)


def test_tuning_writes_a_file_that_can_be_read() -> None:
    game = load("chess-attack")
    evaluator = unfitted(game)
    heard: list[int] = []
    course = TuningSettings(games=6, rounds=1, exam=4, nodes=20, seed=1, workers=1)
    reports = tune(game, game.agree(Setup()), course, lambda text, count: heard.append(count))
    assert sum(heard) == 16
    weights = weights_of(evaluator, parse(as_toml(game, evaluator, reports, 6), "here"), game)
    assert list(weights.early) == reports[0].fit.early
    assert list(weights.links) == reports[0].fit.link


def test_the_present_weights_are_examined() -> None:
    game = load("chess-attack")
    course = TuningSettings(games=6, rounds=1, exam=4, nodes=20, seed=1, workers=1)
    heard: list[str] = []
    report = examine(game, game.agree(Setup()), course, lambda text, count: heard.append(text))[0]
    assert set(heard) == {"examination"}
    assert report.fit.early == list(evaluator_for(game).weights.early)
    assert sum(decile.count for decile in report.deciles) == 4 * 10 * 2


def test_the_mean_of_luck_is_zero() -> None:
    game = load("chess-attack")
    evaluator = unfitted(game)
    luck, state = Luck(3), game.start(game.agree(Setup()))
    while state.turn() >= 0:
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])
    assert state.turn() == CHANCE
    gains: dict[str, float] = {}
    for seed in range(100):
        thrown, fortune = state.copy(), LuckTracker(LuckMeter(game, evaluator, follow=False), 2)
        fortune.throw_dice(thrown, Luck(seed))
        gains[thrown.encode()] = fortune.so_far[0]
        assert sum(fortune.so_far) == pytest.approx(0.0, abs=1e-9)
    results = Outcomes()
    state.find_outcomes(results)
    mean = 0.0
    for result, weight in results.as_list():
        landed = state.copy()
        landed.land(result)
        mean += gains[landed.encode()] * weight / results.total
    assert max(gains.values()) > 0.01
    assert mean == pytest.approx(0.0, abs=1e-9)
