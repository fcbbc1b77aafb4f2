"""Luck and decisions: exact where they can be counted, the same every time, and never from hidden hands."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from librt.vecs import vec
from positions import positions_with_a_sure_win, random_game, sure_wins
from suite import folder_of, scaled
from test_no_peeking import hidden_positions
from test_search import brute, brute_mean

from pawnstorm.ai import roll_luck
from pawnstorm.ai.analysis import Analyst, Assessment, Decided, Rolled, mistakes, nodes_for, summarise, swings
from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.players import derive_seed
from pawnstorm.ai.roll_luck import LuckMeter
from pawnstorm.ai.search.evaluator import Evaluator, Features
from pawnstorm.core.dice import LoadedTower, SeededTower
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.match import Match
from pawnstorm.core.record import parse, replay
from pawnstorm.core.state import CHANCE, State
from pawnstorm.games import load

sys.path.insert(0, str(Path(__file__).parents[1] / "games"))
from hidden_duel import DuelState, HiddenDuel

CHESS = load("chess-attack")
DUEL = HiddenDuel()


class ByCards(Evaluator):
    """Evaluates a hidden duel by the difference of the cards, so that every chance is a simple fraction."""

    def __init__(self) -> None:
        super().__init__(("card",), (1000,))

    def fill(self, state: State, features: Features) -> None:
        raise AssertionError("only the cards count")

    def win_chances(self, state: State) -> vec[float]:
        assert isinstance(state, DuelState)
        self.shares[0] = 0.5 + (state.cards[0] - state.cards[1]) / 6
        self.shares[1] = 1.0 - self.shares[0]
        return self.shares


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer positions in plain Python: luck is fair with any number of them."""
    monkeypatch.setattr(roll_luck, "_PATIENCE", scaled(4000, 60))
    monkeypatch.setattr(roll_luck, "_SAMPLES", scaled(32, 2))


def golden(game: Game, name: str = "01") -> Match:
    path = next((folder_of(game) / "golden").glob(f"{name}*.rec"))
    return replay(parse(path.read_text("utf-8")), game)


# ---- luck -----------------------------------------------------------------------------------------------------


def test_a_known_roll_has_its_exact_swing() -> None:
    match = Match(DUEL, Setup(), LoadedTower([3, 1]))
    rolled = Analyst(DUEL, 100, evaluator=ByCards()).assess(match, 0).rolled
    assert rolled is not None
    # The cards 3 and 1 make 5/6 of what was 1/2 before; over the nine deals the squares add up to 12/36.
    assert rolled.luck == pytest.approx((1 / 3, -1 / 3))
    assert rolled.variance == pytest.approx((float(Fraction(12, 36) / 9),) * 2)
    assert rolled.faces == ((3, 1),)


def test_the_luck_of_all_deals_adds_up_to_zero() -> None:
    analyst = Analyst(DUEL, 100, evaluator=ByCards())
    deals = [analyst.assess(Match(DUEL, Setup(), LoadedTower([a, b])), 0) for a in (1, 2, 3) for b in (1, 2, 3)]
    for seat in (0, 1):
        assert sum(found.rolled.luck[seat] for found in deals if found.rolled) == pytest.approx(0.0, abs=1e-12)


def waiting(game: Game, seed: int) -> list[State]:
    """Positions of a random game in which dice are due."""
    found = []
    for state in random_game(game, seed):
        for move in state.legal():
            after = state.copy()
            after.play(move)
            if after.turn() == CHANCE:
                found.append(after)
    return found


def mean_luck(measure: LuckMeter, state: State, seat: int, rolls: int) -> float:
    """The expected luck of all dice until somebody decides, for at most this many rolls."""
    results = state.outcomes()
    total, found = sum(weight for _, weight in results), 0.0
    for result, weight in results:
        after = state.copy()
        after.land(result)
        rest = mean_luck(measure, after, seat, rolls - 1) if after.turn() == CHANCE and rolls else 0.0
        found += weight / total * (measure.swing(state, result, seat).luck + rest)
    return found


def test_luck_is_fair_in_every_game(game: Game) -> None:
    measure = LuckMeter(game)
    states = next(found for seed in range(20) if (found := waiting(game, seed)))
    for state in states[:: len(states) // scaled(12, 2) + 1]:
        for seat in range(int(state.seats)):
            assert mean_luck(measure, state, seat, 1) == pytest.approx(0.0, abs=1e-9)


def test_a_roll_of_a_real_game_agrees_with_brute_force() -> None:
    match = golden(CHESS)
    number = next(number for number, step in enumerate(match.steps) if step.faces)
    state = match.steps[number - 1].state.copy()
    state.play(CHESS.read(state, match.steps[number].order))
    evaluator = evaluator_for(CHESS)
    mean = brute_mean(evaluator, state, 0, 0)
    state.land(state.outcome_of(list(match.steps[number].faces[0])))
    after = brute(evaluator, state, 0, 0)
    found = Analyst(CHESS, 50).assess(match, number)
    assert found.rolled is not None
    assert found.rolled.luck[0] == pytest.approx(after - mean, abs=1e-9)
    assert found.rolled.luck[1] == pytest.approx(-found.rolled.luck[0], abs=1e-9)


def test_without_an_evaluator_all_positions_are_equal() -> None:
    assert LuckMeter(DUEL).chances(DUEL.decode("3 1 0 0 0 0", Setup())) == (0.5, 0.5)
    with pytest.raises(UsageError, match="cannot evaluate"):
        Analyst(DUEL)


# ---- decisions ------------------------------------------------------------------------------------------------


def played(game: Game, state: State, move: int) -> Match:
    """A match that begins with a position and one order."""
    match = Match(game, Setup(), SeededTower(1), state.encode())
    match.add(match.step_for(match.turn, game.write(state, move)))
    return match


@pytest.mark.parametrize("seat", [0, 1])
def test_a_missed_win_costs_the_lost_chance(seat: int) -> None:
    state = positions_with_a_sure_win(CHESS, seat, 1)[0]
    wins = sure_wins(state)
    other = next(move for move in state.legal() if move not in wins)
    missed = Analyst(CHESS, 300).assess(played(CHESS, state, other), 1).decided
    assert missed is not None
    assert missed.best == 1.0
    assert missed.loss == pytest.approx(1.0 - missed.played)
    assert missed.loss > 0.0
    assert CHESS.read(state, missed.better) in wins
    taken = Analyst(CHESS, 300).assess(played(CHESS, state, wins[0]), 1).decided
    assert taken == Decided(1.0, 1.0, "")


def test_folding_a_winning_hand_costs_the_game() -> None:
    """Blue holds a 3 and cannot lose by calling; folding keeps only the share that equal cards would get."""
    match = Match(DUEL, Setup(), LoadedTower([1, 3]))
    for order in ("pass", "fold"):
        match.add(match.step_for(match.turn, order))
    folded = Analyst(DUEL, 100, evaluator=ByCards()).assess(match, 2)
    assert folded.decided is not None
    assert (folded.decided.better, folded.decided.played) == ("call", 0.0)
    assert 0.5 <= folded.decided.loss <= 1.0
    assert folded.chances == (1.0, 0.0)


def test_a_decision_is_assessed_by_what_its_player_could_know() -> None:
    assessments = []
    for red in (1, 2, 3):
        match = Match(DUEL, Setup(), LoadedTower([red, 2]))
        for order in ("raise", "call"):
            match.add(match.step_for(match.turn, order))
        assessments.append(Analyst(DUEL, 100, evaluator=ByCards()).assess(match, 2).decided)
    assert assessments[0] == assessments[1] == assessments[2]


def test_a_hidden_hand_does_not_change_the_assessment_of_a_decision() -> None:
    game = load("trench-checkers")
    analyst = Analyst(game, 60)
    for state, other in hidden_positions(game, scaled(20, 2)):
        move = state.legal()[derive_seed(1, state.encode()) % len(state.legal())]
        assert analyst.assess(played(game, state, move), 1).decided == (
            analyst.assess(played(game, other, move), 1).decided
        )


def test_a_forced_order_is_not_a_decision() -> None:
    game = load("trench-checkers")
    match = golden(game, "00")
    forced = [n for n, step in enumerate(match.steps[:-1], 1) if len(step.state.legal()) == 1]
    assert forced
    assert Analyst(game, 50).assess(match, forced[0]).decided is None


# ---- whole matches --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["01", "09", "14"])
def test_every_game_can_be_analysed_in_any_order(game: Game, name: str) -> None:
    if not list((folder_of(game) / "golden").glob(f"{name}*.rec")):
        name = "02"
    match = golden(game, name)
    analyst = Analyst(game, 30)
    step = max(1, len(match.steps) // scaled(25, 3))
    numbers = [*range(0, len(match.steps) - 1, step), len(match.steps) - 1]
    assessments = [analyst.assess(match, number) for number in numbers]
    for found in assessments:
        assert len(found.chances) == len(match.seats)
        assert sum(found.chances) == pytest.approx(1.0)
        assert found.decided is None or 0.0 <= found.decided.loss <= 1.0
    assert assessments[-1].chances == tuple(match.state.share(seat) for seat in range(len(match.seats)))
    again = Analyst(game, 30)
    assert [again.assess(match, number) for number in reversed(numbers)] == assessments[::-1]


def test_steps_are_assessed_one_by_one_from_any_number() -> None:
    match = golden(CHESS)
    analyst = Analyst(CHESS, 50)
    assert [found.number for found in analyst.assessments(match)] == list(range(len(match.steps)))
    assert next(analyst.assessments(match, 3)) == analyst.assess(match, 3)


def test_a_seat_that_resigned_has_no_chance() -> None:
    match = golden(CHESS)
    short = Match(CHESS, match.setup, SeededTower(1))
    short.add(short.step_for(0, "e2-e4"))
    short.add_resignation(1, short.step_for_resigning(1))
    assert Analyst(CHESS, 50).assess(short, 1).chances == (1.0, 0.0)


def test_a_long_match_gets_fewer_positions_for_each_decision() -> None:
    short, long = golden(CHESS), golden(load("castle-chess"), "02")
    assert nodes_for(short) == 5000
    assert 900 < nodes_for(long) < 1000


# ---- sums -----------------------------------------------------------------------------------------------------

SEATS = ("White", "Black")


def decided(number: int, loss: float) -> Assessment:
    return Assessment(number, number % 2, "go", (0.5, 0.5), None, Decided(0.5, 0.5 - loss, "run" if loss else ""))


def rolled(number: int, luck: float, variance: float) -> Assessment:
    return Assessment(
        number, 0, "go", (0.5, 0.5), Rolled((luck, -luck), (variance, variance), "a fight", ((1, 2),)), None
    )


def test_sums_have_their_errors() -> None:
    assessments = [decided(n, loss) for n, loss in enumerate((0.1, 0.0, 0.3, 0.0, 0.2, 0.004))]
    assessments += [rolled(6, 0.3, 0.09), rolled(7, -0.1, 0.07), rolled(8, 0.005, 0.0)]
    white, black = summarise(SEATS, assessments).accounts
    assert (white.loss, white.decisions, white.slips, white.mean) == (pytest.approx(0.6), 3, 3, pytest.approx(0.2))
    # Three losses with a standard deviation of 0.1.
    assert white.error == pytest.approx(0.1 * 3**0.5)
    assert (black.loss, black.slips) == (pytest.approx(0.004), 0)
    assert (white.luck, white.spread, white.rolls) == (pytest.approx(0.205), pytest.approx(0.4), 3)
    assert black.luck == -white.luck
    assert [found.number for found in swings(assessments)] == [6, 7]
    assert [found.number for found in mistakes(assessments)] == [2, 4, 0]
    assert [found.number for found in mistakes(assessments, 1)] == [2]


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        (0.2, "The dice gave White 20 % of a game, which is quite ordinary"),
        (-0.5, "The dice gave Black 50 % of a game: more than usual"),
        (0.9, "The dice gave White 90 % of a game, while fair dice vary by only 40 %"),
        (0.001, "The dice favoured nobody."),
    ],
)
def test_luck_in_words(luck: float, words: str) -> None:
    assert summarise(SEATS, [rolled(1, luck, 0.16)]).remarks[0].startswith(words)


def test_losses_in_words() -> None:
    few = summarise(SEATS, [decided(n, 0.1 * (n % 3)) for n in range(8)])
    assert few.remarks[0] == "No dice were thrown."
    assert few.remarks[1].startswith("There are too few decisions")
    even = summarise(SEATS, [decided(n, 0.1 * (n % 3)) for n in range(60)])
    assert even.remarks[1].startswith("It is not clear who decided better")
    many = summarise(SEATS, [decided(n, 0.1 * (n % 2) + 0.01 * (n % 3)) for n in range(60)])
    assert many.remarks[1].startswith("White decided better than Black: 1.0 % lost in a decision against 11.0 %")
    assert many.remarks[-1].startswith("One game says little")
    alone = summarise(SEATS, [decided(0, 0.1)])
    assert alone.remarks[1] == "There are too few decisions to say who decided better."
