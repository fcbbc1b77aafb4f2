"""Trench Checkers: what the evaluator sees in positions drawn by hand, and that it favours neither side."""

from collections.abc import Mapping

import pytest
from mirrors import changed_sides
from suite import folder_of, scaled, settled

from pawnstorm.ai.evaluators import evaluator_for, unfitted
from pawnstorm.ai.players import SearchPlayer, player_for
from pawnstorm.ai.strength import read_strength
from pawnstorm.core.game import FactValue, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("trench-checkers")
MELEE = (folder_of(GAME) / "maps" / "melee.toml").read_text("utf-8")
SETUPS = (
    Setup(),
    Setup({"cards": "off", "field": "short"}),
    Setup({"trench_cover": "on", "commando_attackable_asleep": "yes", "no_progress": "20"}),
    Setup({"forced_moves": "off", "card_limit": "one", "depot_past": "only", "no_progress": "off"}),
    Setup(map=MELEE),
)
LINE = {"b3": "S", "c3": "S", "d3": "S", "g9": "Z", "b8": "s", "c8": "s", "d8": "s", "b2": "z"}
"""Three Soldiers each in the front trench, both Commandos asleep."""


def drawn(pieces: Mapping[str, str], **facts: FactValue) -> Sketch:
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    return Sketch(rows, facts)


def place(pieces: Mapping[str, str], **facts: FactValue) -> State:
    return GAME.place(drawn(pieces, **facts), GAME.agree(Setup()))


def seen(state: State, seat: int) -> dict[str, float]:
    """The features of a seat that are not zero."""
    evaluator = unfitted(GAME)
    return {
        name: amount for name, amount in zip(evaluator.names, evaluator.measure(state).row(seat), strict=True) if amount
    }


def win(state: State, seat: int = 0) -> float:
    return evaluator_for(GAME).win(state, seat)


def without(*tiles: str) -> dict[str, str]:
    return {tile: piece for tile, piece in LINE.items() if tile not in tiles}


def test_men_and_sleepers_are_counted() -> None:
    blue = seen(place(LINE, hands={"Blue": "medic medic gun", "Red": ""}), 0)
    assert (blue["soldier"], blue["commando"], blue["asleep_commando"]) == (3, 1, 1)
    assert (blue["card_medic"], blue["card_gun"]) == (2, 1)
    assert blue["moves_left"] == blue["to_act"] == blue["first"] == 1


def test_the_way_to_the_commando_leads_around_terrain() -> None:
    near = seen(place({**LINE, "g7": "S"}), 0)
    walled = seen(place({**LINE, "g7": "S", "g8": "#", "f7": "#", "h7": "#"}), 0)
    assert near["far_from_commando"] == pytest.approx(0.2)
    assert near["near_commando"] == 1
    assert walled["far_from_commando"] > near["far_from_commando"]
    assert "near_commando" not in walled


def test_the_best_attack_is_that_of_the_rules_table() -> None:
    """A led Veteran against a Soldier: 2d10 against d4 win or tie 96.5 %; a 4 beaten is a Last Stand, 21 %."""
    state = place({"d5": "CV", "d6": "s", "h10": "s"}, phase="attack")
    assert seen(state, 0)["strike_now"] == pytest.approx(0.965 - 2 * (0.075 + 0.21))


def test_only_an_attack_in_reach_counts() -> None:
    assert "strike_if_met" not in seen(place({"d2": "CV", "d9": "s"}), 0)
    assert seen(place({"d5": "CV", "d9": "s"}), 0)["strike_if_met"] > 0


def test_a_combat_under_way_costs_what_it_is_expected_to_cost() -> None:
    state = place({"d5": "S", "d6": "s", "h10": "s"}, phase="attack", hands={"Blue": "napalm", "Red": "napalm"})
    state.play(GAME.read(state, "d5xd6"))
    assert seen(state, 0)["soldier"] == pytest.approx(1 - 0.625)
    assert seen(state, 1)["soldier"] == pytest.approx(2 - 0.625)


def test_being_ahead_counts_more_the_longer_nothing_happens() -> None:
    ahead = {**without("b8"), "h1": "S"}
    assert seen(place(ahead, quiet=6), 0)["ahead_in_quiet"] == pytest.approx(0.5)
    assert win(place(ahead, quiet=11)) > win(place(ahead, quiet=1)) > 0.5


def test_a_side_that_is_behind_must_make_progress() -> None:
    """Three steps from an enemy it can act one round later: after 9 quiet rounds that is the tenth of twelve."""
    ahead = {**without("b8"), "h1": "S"}
    near = {**without("b8", "c8"), "h1": "S", "c7": "s"}
    assert "late_behind" not in seen(place(ahead), 0)
    assert seen(place(near, quiet=9), 1)["late_behind"] == pytest.approx((10 / 12) ** 3)
    assert seen(place(ahead, quiet=9), 1)["late_behind"] > seen(place(near, quiet=9), 1)["late_behind"]
    assert seen(place(near, quiet=9), 1)["late_behind"] > seen(place(near, quiet=1), 1)["late_behind"] > 0


def test_near_the_end_of_the_quiet_rounds_the_side_that_is_behind_comes_near_whatever_it_risks() -> None:
    """A lone Commando that is hopelessly behind goes for the enemy, because waiting surely loses."""
    pieces = {"h10": "cvv", "e3": "C", "a1": "S"}
    state = place(pieces, quiet=9, turn="Blue", first="Red")
    best = player_for(GAME, "ab:nodes=4000").choose(GAME, state, Luck(1))
    assert best in {"e3-e4", "e3-f3"}


def seeking(state: State, seat: int) -> float:
    """What a seat that seeks a decision thinks of its chances."""
    evaluator = evaluator_for(GAME)
    evaluator.seeks_decision = True
    return evaluator.win(state, seat)


def test_a_player_that_seeks_a_decision_does_not_count_on_quiet_rounds() -> None:
    ahead = {**without("b8"), "h1": "S"}
    waiting, nearer = place(ahead, quiet=10), place({**without("b8", "d3"), "h1": "S", "d7": "S"}, quiet=10)
    assert seeking(waiting, 0) < seeking(place(ahead, quiet=1), 0) < win(waiting, 0)
    assert seeking(nearer, 0) - win(nearer, 0) > seeking(waiting, 0) - win(waiting, 0)
    # Who is behind knows what quiet rounds mean, whoever it is.
    assert seeking(waiting, 1) == pytest.approx(win(waiting, 1))


def test_levels_seek_a_decision_and_engines_with_a_budget_play_for_the_result() -> None:
    state = place({**LINE, "h1": "SS", "g2": "S"}, quiet=10)
    level, engine = (SearchPlayer(read_strength(text)) for text in ("6", "ab:nodes=2000"))
    assert level.analyse(GAME, state, Luck(1)).win < engine.analyse(GAME, state, Luck(1)).win - 0.05


def test_more_men_are_better_and_a_woken_commando_with_company_is_better_still() -> None:
    assert win(place(without("b8"))) > win(place(LINE)) > win(place(without("b3")))
    assert win(place({**without("g9", "d3"), "g9": "CV"})) > win(place(LINE))


def test_a_won_position_is_recognised() -> None:
    army = {f"{column}5": "S" for column in "abcdefgh"}
    assert win(place({**army, "d4": "CV", "h10": "s"})) > 0.9
    assert win(place({**army, "d4": "CV", "h10": "s"}), 1) < 0.1


@pytest.mark.parametrize("turn", ["Blue", "Red"])
@pytest.mark.parametrize("phase", ["first", "terrain", "muster", "move", "regroup", "lull", "attack"])
def test_changing_the_sides_changes_the_chances(phase: str, turn: str) -> None:
    pieces = {**LINE, "d5": "VV", "e5": "S", "d6": "ss", "f6": "v", "a4": "#", "g2": "SSS"}
    facts: dict[str, FactValue] = {"phase": phase, "turn": turn, "first": "Red", "quiet": 3, "fallen": {"Blue": 2}}
    facts |= {"hands": {"Blue": "medic top", "Red": "gun leave strike"}, "emptied": "b9", "terrain": 2}
    sketch = drawn(pieces, **facts)
    one = GAME.place(sketch, GAME.agree(Setup()))
    other = GAME.place(changed_sides(sketch, GAME.seats, turned=True), GAME.agree(Setup()))
    for seat in (0, 1):
        assert seen(one, seat) == pytest.approx(seen(other, 1 - seat))
        assert win(one, seat) == pytest.approx(win(other, 1 - seat))


def test_only_fights_and_prizes_have_an_expected_gain() -> None:
    evaluator = unfitted(GAME)
    attack = place({"d5": "CV", "d6": "s", "h10": "s"}, phase="attack")
    assert evaluator.expected_gain(attack, GAME.read(attack, "d5xd6")) > 0
    bad = place({"d5": "VVV", "d6": "cv", "h10": "s"}, phase="attack")
    assert evaluator.expected_gain(bad, GAME.read(bad, "d5xd6")) < 0
    waking = place({**LINE, "g7": "S"})
    assert evaluator.expected_gain(waking, GAME.read(waking, "g7-g8")) > 0
    assert evaluator.expected_gain(waking, GAME.read(waking, "b3-a3")) == 0


def test_a_step_towards_the_enemy_is_a_promise_and_no_tactical_order() -> None:
    evaluator = unfitted(GAME)
    state = place({"d5": "S", "b2": "S", "d7": "s"})
    meets, nearer = (evaluator.expected_gain(state, GAME.read(state, order)) for order in ("d5-d6", "b2-b3"))
    assert evaluator.quiescence_threshold > meets > nearer > 0
    assert evaluator.expected_gain(state, GAME.read(state, "d5-d4")) == 0


@pytest.mark.parametrize("setup", SETUPS)
def test_every_position_of_random_games_can_be_evaluated_and_does_not_change(setup: Setup) -> None:
    evaluator = unfitted(GAME)
    for seed in range(scaled(10, 1)):
        luck, state = Luck(seed), settled(GAME.start(GAME.agree(setup)))
        for _ in range(scaled(2000, 300)):
            if state.turn() == OVER:
                break
            before, moves = state.encode(), state.legal()
            assert 0.0 < evaluator.win(state, 0) < 1.0
            gains = [evaluator.expected_gain(state, move) for move in moves]
            assert len(gains) == len(moves)
            assert state.encode() == before
            state.play(moves[luck.below(len(moves))])
            _throw(state, luck)


def _throw(state: State, luck: Luck) -> None:
    while state.turn() == CHANCE:
        results = state.outcomes()
        state.land(results[luck.below(len(results))][0])
