"""Every evaluator: chances that add up, features of each seat, weights that match their file."""

import pytest
from suite import scaled, settled

from pawnstorm.ai.evaluators import WEIGHTS, evaluator_for, has_evaluator, package_of, unfitted, weights_of
from pawnstorm.ai.search.evaluator import KNOTS, Weights
from pawnstorm.core.errors import BadData, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER
from pawnstorm.games import keys, load
from pawnstorm.kit.datafile import load as load_data
from pawnstorm.kit.datafile import parse

JUDGED = [key for key in keys() if has_evaluator(key)]


@pytest.fixture(params=JUDGED)
def evaluated(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def test_chances_add_up_to_one_and_stay_within_bounds(evaluated: Game) -> None:
    evaluator = evaluator_for(evaluated)
    for seed in range(scaled(40, 4)):
        luck, state = Luck(seed), settled(evaluated.start(Setup()))
        while state.turn() != OVER:
            shares = list(evaluator.win_chances(state))[: state.seats]
            assert sum(shares) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in shares)
            moves = state.legal()
            state.play(moves[luck.below(len(moves))])
            settled(state)
        assert [evaluator.win(state, seat) for seat in range(state.seats)] == [
            state.share(s) for s in range(state.seats)
        ]


def test_evaluating_changes_nothing(evaluated: Game) -> None:
    state, evaluator = settled(evaluated.start(Setup())), evaluator_for(evaluated)
    before = state.encode()
    first = list(evaluator.win_chances(state))
    gains = [evaluator.expected_gain(state, move) for move in state.legal()]
    assert state.encode() == before
    assert (list(evaluator.win_chances(state)), [evaluator.expected_gain(state, move) for move in state.legal()]) == (
        first,
        gains,
    )


def test_doubled_weights_and_links_double_the_differences(evaluated: Game) -> None:
    evaluator = unfitted(evaluated)
    rough, straight = list(evaluator.first), list(KNOTS)
    twice = [2 * number for number in rough]
    evaluator.weights = Weights(len(rough), [twice, rough, twice], [twice, rough, rough], [straight] * 3)
    assert [evaluator.chance_scale(sheet) for sheet in range(3)] == pytest.approx([2.0, 1.0, 1.5])
    evaluator.weights = Weights(len(rough), [rough], [rough], [[knot // 2 for knot in KNOTS]])
    assert evaluator.chance_scale(0) == pytest.approx(0.5)


def test_no_sheet_reverses_the_first_weights(evaluated: Game) -> None:
    evaluator = evaluator_for(evaluated)
    assert all(evaluator.chance_scale(sheet) > 0.0 for sheet in range(len(evaluator.sheets))), (
        "errors of levels grow with it"
    )


def test_every_feature_has_a_first_weight(evaluated: Game) -> None:
    evaluator = unfitted(evaluated)
    assert len(evaluator.names) == len(evaluator.first) == len(set(evaluator.names))


def test_a_game_without_an_evaluator_is_refused_in_one_sentence() -> None:
    game = load(JUDGED[0])
    other = type("Other", (Game,), {})()
    other.key = "nobodys-game"
    assert has_evaluator(game.key)
    with pytest.raises(UsageError, match="cannot evaluate positions of nobodys-game yet"):
        evaluator_for(other)


def test_a_file_with_other_features_is_refused(evaluated: Game) -> None:
    evaluator = unfitted(evaluated)
    with pytest.raises(BadData, match="no sheet"):
        weights_of(evaluator, parse("games = 1\n[[sheet]]\nname = 'none'", "here"), evaluated)
    first = f"games = 1\n[[sheet]]\nname = '{evaluator.sheets[0]}'\n[sheet.early]\nnonsense = 1"
    with pytest.raises(BadData, match="missing"):
        weights_of(evaluator, parse(first, "here"), evaluated)


def test_weights_are_read_as_written(evaluated: Game) -> None:
    evaluator = unfitted(evaluated)
    sheet = load_data(package_of(evaluated), WEIGHTS).entries("sheet")[0].entry("early")
    written = [sheet.number(name, -(10**6), 10**6) / 1000 for name in evaluator.names]
    assert list(evaluator_for(evaluated).weights.early)[: len(written)] == written
