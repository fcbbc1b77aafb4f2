"""Both engines on real positions: they win when they can, agree with brute force, are repeatable, and stop."""

import pytest
from positions import positions_with_a_sure_win, random_game, sure_wins
from suite import scaled

from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.players import SearchPlayer, pick, player
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget, Finding, Watch
from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.ai.strength import Strength
from pawnstorm.core.errors import Refused, UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("chess-attack")
BEYOND = -3


@pytest.mark.parametrize("seat", [0, 1])
def test_it_wins_when_it_can(seat: int) -> None:
    for state in positions_with_a_sure_win(GAME, seat, scaled(3, 1)):
        for name in ("ab:nodes=200", "tree:nodes=400"):
            assert player(name).decide(GAME, state, Luck(1)) in sure_wins(state)


def brute(evaluator: Evaluator, state: State, depth: int, seat: int) -> float:
    """The value of a position by full search: no window, no transposition table, no sorting."""
    if state.turn() == OVER:
        return state.share(seat)
    if state.turn() == CHANCE:
        return brute_mean(evaluator, state, depth, seat)
    values = [] if depth > 0 else [evaluator.win(state, seat)]
    moves = state.legal()
    if depth <= 0:
        moves = [move for move in moves if evaluator.expected_gain(state, move) > 0] if depth > BEYOND else []
    deeper = depth if depth > 0 and len(moves) == 1 else depth - 1
    for move in moves:
        child = state.copy()
        child.play(move)
        values.append(brute(evaluator, child, deeper, seat))
    return max(values) if state.turn() == seat else min(values)


def brute_mean(evaluator: Evaluator, state: State, depth: int, seat: int) -> float:
    total = mean = 0.0
    for outcome, weight in state.outcomes():
        child = state.copy()
        child.land(outcome)
        total += weight
        mean += weight * brute(evaluator, child, depth, seat)
    return mean / total


@pytest.mark.parametrize("seed", range(3))
def test_alpha_beta_equals_brute_force(seed: int) -> None:
    evaluator = evaluator_for(GAME)
    engine = AlphaBeta(evaluator, 12)
    game = list(random_game(GAME, seed + 10))
    for number, state in enumerate(game[15 :: max(len(game) // 4, 1)][: scaled(3, 1)]):
        seat = int(state.turn())
        # Brute force is slow, so only the first position is searched two orders deep.
        for depth in range(3 if scaled(1, 0) and not number else 2):
            expected = brute(evaluator, state, depth, seat)
            assert engine.value(state, depth, Budget(), seat) == pytest.approx(expected, abs=1e-9)
            assert engine.value(state, depth, Budget(), 1 - seat) == pytest.approx(1.0 - expected, abs=1e-9)


@pytest.mark.parametrize("seed", range(2))
def test_the_root_agrees_with_the_value(seed: int) -> None:
    engine = AlphaBeta(evaluator_for(GAME), 12)
    state = list(random_game(GAME, seed))[30]
    depth = scaled(2, 1)
    found = engine.think(state, Budget(), most_depth=depth)
    assert found.win == pytest.approx(engine.value(state, depth, Budget(), int(state.turn())), abs=1e-6)
    assert found.best == found.line[0] == found.values[0][0]
    assert sorted(move for move, _ in found.values) == sorted(state.legal())


def test_orders_within_the_margin_get_exact_values() -> None:
    engine = AlphaBeta(evaluator_for(GAME), 12)
    state = list(random_game(GAME, 5))[20]
    found = engine.think(state, Budget(), margin=1.0, most_depth=1)
    for move, value in found.values:
        child = state.copy()
        child.play(move)
        assert value == pytest.approx(engine.value(child, 0, Budget(), int(state.turn())), abs=1e-9)


@pytest.mark.parametrize("name", ["ab:nodes=700", "tree:nodes=300", "uct:sims=30", "3", "tree:level=2"])
def test_the_same_luck_and_budget_give_the_same_order(name: str) -> None:
    states = list(random_game(GAME, 3))[::40][: scaled(5, 2)]
    used, fresh = player(name), [player(name) for _ in states]
    once = [used.decide(GAME, state, Luck(7)) for state in states]
    assert [one.decide(GAME, state, Luck(7)) for one, state in zip(fresh, states, strict=True)] == once


class Patience(Watch):
    """Stops the search after it has been asked a number of times."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.heard: list[Finding] = []

    def stops(self) -> bool:
        self.left -= 1
        return self.left < 0

    def hear(self, finding: Finding) -> None:
        self.heard.append(finding)


@pytest.mark.parametrize("engine", ["ab", "tree", "uct"])
def test_a_search_stops_when_it_is_told_to(engine: str) -> None:
    state = list(random_game(GAME, 3))[20]
    watch = Patience(2)
    found = SearchPlayer(Strength(engine, nodes=10**9), watch).analyse(GAME, state, Luck(1))
    assert watch.left == -1
    assert found.best in state.legal()


def test_findings_are_reported_as_they_are_made() -> None:
    watch = Patience(10**9)
    state = list(random_game(GAME, 3))[20]
    SearchPlayer(Strength("ab", nodes=3000), watch).analyse(GAME, state, Luck(1))
    depths = [finding.depth for finding in watch.heard]
    assert depths == list(range(1, len(depths) + 1))
    assert all(0.0 <= finding.win <= 1.0 for finding in watch.heard)


class Impatience(Watch):
    def stops(self) -> bool:
        raise KeyboardInterrupt


def test_an_interrupt_ends_a_search() -> None:
    with pytest.raises(KeyboardInterrupt):
        SearchPlayer(Strength("ab", nodes=10**9), Impatience()).analyse(GAME, next(random_game(GAME, 1)), Luck(1))


def test_time_is_a_budget_too() -> None:
    state = list(random_game(GAME, 3))[20]
    for name in ("ab:time=0.05", "tree:time=0.05", "uct:time=0.05", "ab:cpu=0.05", "ab:nodes=1000000000:time=0.05"):
        assert player(name).decide(GAME, state, Luck(1)) in state.legal()


def test_a_single_order_is_given_at_once() -> None:
    game = load("trench-checkers")
    alone = next(s for seed in range(200) for s in random_game(game, seed) if len(s.legal()) == 1)
    assert player("ab:time=3600").decide(game, alone, Luck(1)) == alone.legal()[0]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nobody", "there is no player 'nobody'"),
        ("9", "there is no level '9'"),
        ("ab:level=0", "there is no level '0'"),
        ("ab:nodes=0", "nodes should be a whole number of at least 1, not '0'"),
        ("tree:time=0", "time should be a number of seconds above 0"),
        ("tree:time=nan", "time should be a number of seconds above 0"),
        ("ab", "needs a budget"),
        ("uct:nodes=5", "'nodes=5' should be one of sims"),
        ("ab:nodes=5:nodes=6", "'nodes=6' should be one of"),
    ],
)
def test_bad_players_are_refused_in_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence.replace("(", r"\(")):
        player(name)


@pytest.mark.parametrize("name", ["1", "ab:nodes=10", "uct:sims=5"])
def test_a_position_that_is_over_is_refused(name: str) -> None:
    state = list(random_game(GAME, 3))[-1]
    state.finish(1, 1)
    with pytest.raises(Refused, match="nobody has to decide"):
        player(name).decide(GAME, state, Luck(1))


def test_uct_plays_every_game(game: Game) -> None:
    state = next(iter(random_game(game, 1)))
    assert player("uct:sims=6").decide(game, state, Luck(1)) in state.legal()


def test_an_older_and_higher_value_behind_the_best_order_counts_as_equal() -> None:
    """An iteration that was cut short leaves such values; a tiny spread must not make their chances overflow."""
    finding = Finding(2, 0.5, (1,), ((1, 0.5), (2, 0.9), (3, 0.4)), 10)
    strength = Strength("ab", spread=1e-6, cap=0.05)
    assert {pick(finding, strength, Luck(seed)) for seed in range(40)} == {1, 2}
