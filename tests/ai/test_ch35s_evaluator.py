"""The evaluator of CH35S: what it counts in drawn positions, and that sides, time and choices matter."""

from collections.abc import Mapping

import pytest
from suite import scaled, settled

from pawnstorm.ai.evaluators import evaluator_for, unfitted
from pawnstorm.ai.evaluators.ch35s.attack_odds import MOST_NEEDED, odds_of_attacks
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget
from pawnstorm.core.game import FactValue, Game, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER, State
from pawnstorm.games import load

Rows = tuple[tuple[str, ...], ...]

BOARD: Rows = (("jl", ".", ".", "."), (".", ".", "tr", "."), (".", "DS", ".", "."), (".", ".", ".", "2HU"))
MIRRORED: Rows = (("ds", ".", ".", "2hu"), (".", ".", "TR", "."), (".", ".", ".", "."), ("JL", ".", ".", "."))


@pytest.fixture(scope="module")
def game() -> Game:
    return load("ch35s")


def drawn(game: Game, rows: Rows, facts: Mapping[str, FactValue], options: Mapping[str, str] | None = None) -> State:
    return game.place(Sketch(rows, {"turn": "White", **facts}), game.agree(Setup(options or {})))


def seen(game: Game, state: State, seat: int) -> dict[str, float]:
    evaluator = unfitted(game)
    return dict(zip(evaluator.names, evaluator.measure(state).row(seat), strict=True))


def test_models_are_counted_by_their_numbers(game: Game) -> None:
    white = seen(game, drawn(game, BOARD, {"upgrades": {"DS": "Extra Attack"}}), 0)
    assert (white["models"], white["extra_attack"], white["unspent"]) == (3.0, 1.0, 0.0)
    assert white["cost"] == pytest.approx((4 + 2 + 2) / 5)
    assert white["health"] == pytest.approx((3 + 2 + 2) / 5)


def test_wounds_lower_the_worth_of_a_model(game: Game) -> None:
    rows = (*BOARD[:2], (".", "DS*2", ".", "."), BOARD[3])
    hurt, whole = seen(game, drawn(game, rows, {}), 0), seen(game, drawn(game, BOARD, {}), 0)
    assert hurt["wounds"] == pytest.approx(2 / 3 * 3 / 5)
    assert hurt["health"] == pytest.approx(whole["health"] - 2 / 5)


def test_objectives_are_held_or_near(game: Game) -> None:
    state = drawn(game, BOARD, {"objectives": "4 6 11 16", "round": 4, "used": {"White": 4, "Black": 5}})
    white, black = seen(game, state, 0), seen(game, state, 1)
    assert white["held_safely"] / black["held_safely"] == pytest.approx(2.0 / 0.8)
    assert (white["held_openly"], white["held_later"]) == (0.0, 0.0)
    assert white["near"] > 0.0


def test_a_point_counts_more_the_later_it_is(game: Game) -> None:
    evaluator = evaluator_for(game)
    chances = [
        evaluator.win(drawn(game, BOARD, {"round": round_, "vp": {"White": 3, "Black": 1}}), 0) for round_ in (1, 4)
    ]
    assert chances[0] < chances[1]


def test_a_lead_that_cannot_be_lost_is_a_win(game: Game) -> None:
    facts = {"round": 4, "vp": {"White": 20, "Black": 3}, "used": {"White": 3, "Black": 4}, "objectives": "6"}
    assert evaluator_for(game).win(drawn(game, BOARD, facts), 0) > 0.98


@pytest.mark.parametrize("draw", [0, 1, 2])
def test_changing_sides_changes_the_chances(game: Game, draw: int) -> None:
    """The same battle with the colours exchanged: what was White's chance is Black's."""
    luck = Luck(draw)
    zones = [luck.below(16) for _ in range(6)]
    models = ("DS", "HU", "UT", "tr", "jl", "bw")
    evaluator = evaluator_for(game)
    one, other = _filled_rows(zones, models), _filled_rows(zones, tuple(model.swapcase() for model in models))
    facts: dict[str, FactValue] = {"objectives": "3 6 11 13", "round": 2}
    first = drawn(game, one, {**facts, "used": {"White": 2, "Black": 3}, "vp": {"White": 4, "Black": 2}})
    second = drawn(
        game, other, {**facts, "turn": "Black", "used": {"White": 3, "Black": 2}, "vp": {"White": 2, "Black": 4}}
    )
    assert evaluator.win(first, 0) == pytest.approx(evaluator.win(second, 1))


def _filled_rows(zones: list[int], models: tuple[str, ...]) -> Rows:
    cells = ["."] * 16
    for zone, model in zip(zones, models, strict=True):
        cells[zone] = model if cells[zone] == "." else f"{cells[zone]}+{model}"
    return tuple(tuple(cells[row * 4 : row * 4 + 4]) for row in range(4))


def test_odds_are_those_of_the_rules() -> None:
    """Three dice against one success, and one die with Extra Attack."""
    odds = odds_of_attacks()
    row = (3 * 2) * 2 * (MOST_NEEDED + 1)
    assert odds.down[row + 1] == pytest.approx(19 / 27)
    assert odds.down[row + 3] == pytest.approx(1 / 27)
    assert odds.down[row + (MOST_NEEDED + 1) + 1] == pytest.approx(91 / 216)
    assert odds.mean[1 * 2 + 1] == pytest.approx(0.4)
    assert odds.mean[3 * 2] == pytest.approx(1.0)


def test_gains_are_expected_of_attacks_and_objectives(game: Game) -> None:
    rows = ((".", ".", ".", "."), (".", ".", ".", "."), (".", "DS+tr", ".", "."), ("HU", ".", ".", "."))
    state, evaluator = drawn(game, rows, {"objectives": "6 9"}), evaluator_for(game)
    gains = {game.write(state, move): evaluator.expected_gain(state, move) for move in state.legal()}
    assert gains["hold"] < 0
    assert gains["DS6xTR6"] > 0
    assert gains["HU1-9"] > 0 == gains["HU1-2"]


def test_unspent_points_are_worth_spending(game: Game) -> None:
    """A shallow search that chooses an army does not stop with most of its points unspent."""
    state, engine, luck = game.start(Setup()), AlphaBeta(evaluator_for(game), 10), Luck(5)
    while state.turn() == 0:
        state.play(engine.think(game.guess(state, 0, luck), Budget(scaled(400, 30))).best)
    assert seen(game, state, 0)["cost"] >= 4.0


@pytest.mark.parametrize(
    "options",
    [
        {"quick_strike": "every-zone", "visions_duration": "next-turn"},
        {"model_action_cap": "2", "early_end": "on", "points": "40", "rounds": "6"},
        {"chess_set_limits": "on", "points": "15", "rounds": "3", "actions_per_round": "4"},
    ],
)
def test_every_option_can_be_evaluated(game: Game, options: dict[str, str]) -> None:
    evaluator = evaluator_for(game)
    for seed in range(scaled(20, 2)):
        luck, state = Luck(seed), game.start(Setup(options))
        while state.turn() != OVER:
            assert 0.0 <= evaluator.win(state, 0) <= 1.0
            assert 0.0 <= evaluator.phase(state) <= 1.0
            moves = state.legal()
            assert all(abs(evaluator.expected_gain(state, move)) < 2000 for move in moves)
            state.play(moves[luck.below(len(moves))])
            settled(state)
