"""Every evaluator: chances that add up, features that are filled for each seat, weights that fit their file."""

import pytest
from suite import scaled, settled

from pawnstorm.ai.evaluators import WEIGHTS, evaluator, has_evaluator, package_of, unfitted, weights_of
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
def judged(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def test_chances_add_up_to_one_and_stay_within_bounds(judged: Game) -> None:
    judge = evaluator(judged)
    for seed in range(scaled(40, 4)):
        luck, state = Luck(seed), settled(judged.start(Setup()))
        while state.turn() != OVER:
            shares = list(judge.win_chances(state))[: state.seats]
            assert sum(shares) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in shares)
            moves = state.legal()
            state.play(moves[luck.below(len(moves))])
            settled(state)
        assert [judge.win(state, seat) for seat in range(state.seats)] == [state.share(s) for s in range(state.seats)]


def test_judging_changes_nothing(judged: Game) -> None:
    state, judge = settled(judged.start(Setup())), evaluator(judged)
    before = state.encode()
    first = list(judge.win_chances(state))
    gains = [judge.expected_gain(state, move) for move in state.legal()]
    assert state.encode() == before
    assert (list(judge.win_chances(state)), [judge.expected_gain(state, move) for move in state.legal()]) == (
        first,
        gains,
    )


def test_weights_and_links_of_twice_the_size_are_twice_as_bold(judged: Game) -> None:
    judge = unfitted(judged)
    rough, straight = list(judge.first), list(KNOTS)
    twice = [2 * number for number in rough]
    judge.weights = Weights(len(rough), [twice, rough, twice], [twice, rough, rough], [straight] * 3)
    assert [judge.chance_scale(sheet) for sheet in range(3)] == pytest.approx([2.0, 1.0, 1.5])
    judge.weights = Weights(len(rough), [rough], [rough], [[knot // 2 for knot in KNOTS]])
    assert judge.chance_scale(0) == pytest.approx(0.5)


def test_no_sheet_turns_the_first_weights_round(judged: Game) -> None:
    judge = evaluator(judged)
    assert all(judge.chance_scale(sheet) > 0.0 for sheet in range(len(judge.sheets))), "errors of levels grow with it"


def test_every_feature_has_a_first_weight(judged: Game) -> None:
    judge = unfitted(judged)
    assert len(judge.names) == len(judge.first) == len(set(judge.names))


def test_a_game_without_an_evaluator_is_refused_in_one_sentence() -> None:
    game = load(JUDGED[0])
    other = type("Other", (Game,), {})()
    other.key = "nobodys-game"
    assert has_evaluator(game.key)
    with pytest.raises(UsageError, match="cannot judge positions of nobodys-game yet"):
        evaluator(other)


def test_a_file_of_other_features_is_refused(judged: Game) -> None:
    judge = unfitted(judged)
    with pytest.raises(BadData, match="no sheet"):
        weights_of(judge, parse("games = 1\n[[sheet]]\nname = 'none'", "here"), judged)
    first = f"games = 1\n[[sheet]]\nname = '{judge.sheets[0]}'\n[sheet.early]\nnonsense = 1"
    with pytest.raises(BadData, match="missing"):
        weights_of(judge, parse(first, "here"), judged)


def test_weights_are_read_as_written(judged: Game) -> None:
    judge = unfitted(judged)
    sheet = load_data(package_of(judged), WEIGHTS).entries("sheet")[0].entry("early")
    written = [sheet.number(name, -(10**6), 10**6) / 1000 for name in judge.names]
    assert list(evaluator(judged).weights.early)[: len(written)] == written
