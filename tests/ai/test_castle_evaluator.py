"""The evaluator of Castle Chess: two castles, four castles and quests."""

from collections.abc import Mapping

import pytest
from suite import scaled, settled

from pawnstorm.ai.evaluators import evaluator_for, unfitted
from pawnstorm.ai.players import SearchPlayer
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget
from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.ai.strength import levels_of
from pawnstorm.core.game import FactValue, Game, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER, State
from pawnstorm.games import load

SIZE = 13


@pytest.fixture(scope="module")
def game() -> Game:
    return load("castle-chess")


def drawn(game: Game, units: Mapping[str, str], facts: Mapping[str, FactValue], map_: str = "") -> State:
    """Units by their spaces on the two-player board."""
    rows = [["."] * SIZE for _ in range(SIZE)]
    for space, unit in units.items():
        rows[SIZE - int(space[1:])]["abcdefghijklm".index(space[0])] = unit
    sketch = Sketch(tuple(tuple(row) for row in rows), {"turn": "White", **facts})
    return game.place(sketch, game.agree(Setup(map=map_)))


def mirrored(units: Mapping[str, str]) -> dict[str, str]:
    """Top and bottom exchanged, and the colours too; a machine keeps its small letter."""
    return {f"{space[0]}{SIZE + 1 - int(space[1:])}": unit[0].swapcase() + unit[1:] for space, unit in units.items()}


def seen(game: Game, state: State, seat: int) -> dict[str, float]:
    evaluator = unfitted(game)
    return dict(zip(evaluator.names, evaluator.measure(state).row(seat), strict=True))


ARMIES = {"g1": "K", "g2": "Q", "e4": "W:r", "f5": "A", "d6": "M", "g13": "k", "h9": "w:t", "b10": "c", "j8": "a"}


def test_units_and_machines_are_counted(game: Game) -> None:
    state = drawn(game, ARMIES, {})
    white, black = seen(game, state, 0), seen(game, state, 1)
    assert [white[name] for name in ("queen", "warrior", "archer", "mage", "ram")] == [1.0] * 5
    assert [black[name] for name in ("cavalry", "warrior", "archer", "tower", "queen")] == [1.0, 1.0, 1.0, 1.0, 0.0]
    assert (white["high_shooters"], white["king_guard"], white["to_act"], black["to_act"]) == (1.0, 1.0, 1.0, 0.0)


def test_changing_sides_changes_the_chances(game: Game) -> None:
    evaluator = evaluator_for(game)
    one = drawn(game, ARMIES, {"broken": "g11 c3"})
    other = drawn(game, mirrored(ARMIES), {"turn": "Black", "broken": "g3 c11"})
    assert evaluator.win(one, 0) == pytest.approx(evaluator.win(other, 1))
    assert sorted(evaluator.expected_gain(one, move) for move in one.legal()) == sorted(
        evaluator.expected_gain(other, move) for move in other.legal()
    )


def test_a_ram_is_worth_more_next_to_the_gate(game: Game) -> None:
    far, near = ({"g1": "K", "g13": "k", space: "W:r"} for space in ("a5", "g9"))
    assert seen(game, drawn(game, near, {}), 0)["ram_near_gate"] > seen(game, drawn(game, far, {}), 0)["ram_near_gate"]


def test_broken_castles_are_noticed(game: Game) -> None:
    state = drawn(game, ARMIES, {"broken": "g11 c11 d11"})
    assert (seen(game, state, 1)["gates_lost"], seen(game, state, 1)["walls_lost"]) == (1.0, 2.0)
    assert seen(game, state, 0)["gates_lost"] == 0.0


def test_an_open_gate_brings_the_enemys_king_nearer(game: Game) -> None:
    units = {"g1": "K", "g9": "C", "f9": "A", "e8": "Q", "h9": "W", "g13": "k"}
    shut, open_ = drawn(game, units, {}), drawn(game, units, {"broken": "g11"})
    for name in ("fighters_near", "shooters_near", "queen_near", "warriors_near"):
        assert seen(game, open_, 0)[name] > seen(game, shut, 0)[name]
    assert seen(game, open_, 0)["ram_near_gate"] == 0.0


def test_a_gate_is_open_to_its_own_side(game: Game) -> None:
    """The way of Black's Assassin leads through g11, White's does not."""
    inside = seen(game, drawn(game, {"g9": "K", "g13": "s", "a13": "k"}, {}), 1)["fighters_near"]
    outside = seen(game, drawn(game, {"g1": "K", "g9": "S", "g13": "k"}, {}), 0)["fighters_near"]
    assert inside > outside


def test_units_near_a_king_take_his_room(game: Game) -> None:
    alone = seen(game, drawn(game, {"g1": "K", "g13": "k", "e12": "a"}, {}), 1)
    hunted = seen(game, drawn(game, {"g1": "K", "f10": "N", "g13": "k", "e12": "a"}, {"broken": "f11 g11"}), 1)
    assert alone["king_room"] == 5.0
    assert hunted["king_room"] < alone["king_room"]
    walled = seen(game, drawn(game, {"g1": "K", "g10": "C", "g13": "k", "e12": "a"}, {}), 1)
    assert walled["king_room"] == alone["king_room"]


def test_an_unmanned_machine_is_worth_more_with_a_crew_near(game: Game) -> None:
    units = {"g1": "K", "g13": "k", "d9": ":c"}
    near, far = (drawn(game, {**units, space: "A"}, {"crews": {"d9": "White"}}) for space in ("d8", "m1"))
    assert seen(game, near, 0)["crew_near"] > seen(game, far, 0)["crew_near"] > 0.0


def test_warriors_near_the_end_of_the_board_are_worth_more(game: Game) -> None:
    near, far = (drawn(game, {"g1": "K", "g13": "k", space: "W"}, {}) for space in ("a11", "a5"))
    assert seen(game, near, 0)["upgrade_near"] > seen(game, far, 0)["upgrade_near"]


def test_a_lead_shrinks_when_a_standstill_is_near(game: Game) -> None:
    """So whoever is ahead acts in time, and nobody is ahead when the game is about to be drawn."""
    evaluator = evaluator_for(game)
    chances = [evaluator.win(drawn(game, ARMIES | {"c4": "C"}, {"quiet": quiet}), 0) for quiet in (0, 40, 90)]
    assert chances[0] > chances[1] > chances[2] > 0.5
    off = game.agree(Setup({"draw_rules": "off"}))
    state = game.place(Sketch(game.sketch(drawn(game, ARMIES, {})).rows, {"turn": "White", "quiet": 90}), off)
    assert seen(game, state, 0) == seen(game, drawn(game, ARMIES, {}), 0)


def test_a_queen_ahead_is_better_even_without_siege_machines(game: Game) -> None:
    units = {"g1": "K", "g2": "Q", "e2": "A", "i2": "A", "d4": "W", "j4": "W", "g13": "k", "d10": "w"}
    assert 0.65 < evaluator_for(game).win(drawn(game, units, {}), 0) < 0.95


def test_among_four_castles_a_level_errs_less_because_chances_differ_less(game: Game) -> None:
    evaluator, state = evaluator_for(game), settled(game.start(game.agree(Setup(map="emperor"))))
    less = evaluator.chance_scale(evaluator.sheet(state)) / evaluator.chance_scale(0)
    assert less < 0.7
    values = dict(SearchPlayer("1").analyse(game, state, Luck(0)).values)
    taken = {values[SearchPlayer("1").decide(game, state, Luck(seed))] for seed in range(scaled(20, 3))}
    assert max(values.values()) - min(taken) <= less * levels_of(game)[0].cap


def test_a_king_that_can_be_slain_is_lost(game: Game) -> None:
    units = {"g1": "K", "g5": "Q", "g8": "k", "d10": "c", "e10": "c"}
    state = drawn(game, units, {})
    assert seen(game, state, 1)["king_struck"] == 1.0
    found = AlphaBeta(evaluator_for(game), 10).think(state, Budget(200))
    assert (game.write(state, found.best), found.win) == ("Qg5xg8", 1.0)


def test_four_castles_have_equal_chances_and_the_fallen_none(game: Game) -> None:
    evaluator, state = evaluator_for(game), game.start(Setup(map="emperor"))
    chances = list(evaluator.win_chances(state))[:4]
    assert chances[1:] == pytest.approx([chances[1]] * 3)
    assert evaluator.sheets[evaluator.sheet(state)] == "four"
    state = _until_somebody_falls(game)
    chances = list(evaluator.win_chances(state))[:4]
    assert sum(chances) == pytest.approx(1.0)
    assert min(chances) == 0.0


def _until_somebody_falls(game: Game) -> State:
    """Random orders, but a King who can be slain is slain."""
    evaluator, luck, state = unfitted(game), Luck(3), game.start(Setup(map="emperor"))
    while state.turn() >= 0 and not evaluator.measure(state).out:
        moves = state.legal()
        best = max(moves, key=lambda move: evaluator.expected_gain(state, move))
        state.play(best if evaluator.expected_gain(state, best) >= 900 else moves[luck.below(len(moves))])
        settled(state)
    assert state.turn() != OVER
    return state


def test_time_favours_the_defender_of_a_quest(game: Game) -> None:
    evaluator, state = evaluator_for(game), game.start(Setup(map="quest-1"))
    facts = {"turn": "Blue", "turns": 76}
    late = game.place(Sketch(game.sketch(state).rows, facts), game.agree(Setup(map="quest-1")))
    assert evaluator.sheets[evaluator.sheet(state)] == "quest"
    assert evaluator.win(late, 1) > evaluator.win(state, 1)


def test_blue_walks_through_an_open_passage(game: Game) -> None:
    board = [["."] * 9 for _ in range(9)]
    board[1][4], board[7][0] = "K", "w"
    sketch = Sketch(tuple(tuple(row) for row in board), {"turn": "Blue"})
    state = game.place(sketch, game.agree(Setup(map="quest-1")))
    found = AlphaBeta(evaluator_for(game), 10).think(state, Budget(100))
    assert found.win == 1.0


@pytest.mark.parametrize(
    ("map_", "options"),
    [
        ("muster", {"check_rule": "strict", "mage_friendly_fire": "on"}),
        ("open-field", {"siege_train": "free", "machine_placing": "alternating", "ram_delay": "on"}),
        ("emperor", {"fallen_army": "joins"}),
        ("emperor", {"fallen_army": "statues", "cavalry_jumps": "on"}),
        ("quest-2", {"passage_unit": "any"}),
        ("quest-3", {"quest_turn_limit": "off"}),
        ("quest-4", {"machine_capture": "off", "assassin_free": "on"}),
        ("quest-5", {"arrows_blocked_by_units": "on"}),
        ("quest-6", {"knight_attack": "no-vertical", "draw_rules": "off"}),
    ],
)
def test_every_map_and_option_can_be_evaluated(game: Game, map_: str, options: dict[str, str]) -> None:
    evaluator, luck, state = evaluator_for(game), Luck(7), game.start(Setup(options, (), map_))
    for _ in range(scaled(400, 20)):
        if state.turn() == OVER:
            break
        before = state.encode()
        chances = list(evaluator.win_chances(state))[: state.seats]
        assert sum(chances) == pytest.approx(1.0)
        assert 0.0 <= evaluator.phase(state) <= 1.0
        moves = state.legal()
        assert all(0 <= evaluator.expected_gain(state, move) < 4000 for move in moves)
        assert state.encode() == before
        state.play(moves[luck.below(len(moves))])
        settled(state)


def test_machines_are_not_placed_at_random(game: Game) -> None:
    """The ram belongs in front of the gate, the catapults below the ridges from which they throw farther."""
    state, evaluator = game.start(Setup()), unfitted(game)
    assert _best_place(game, state, evaluator, "ram") == {"ram@g4"}
    assert _best_place(game, state, evaluator, "catapult") == {"catapult@d4", "catapult@j4"}


def _best_place(game: Game, state: State, evaluator: Evaluator, machine: str) -> set[str]:
    values: dict[str, float] = {}
    for move in state.legal():
        text = game.write(state, move)
        if text.startswith(machine):
            after = state.copy()
            after.play(move)
            values[text] = evaluator.win(after, 0)
    return {text for text, value in values.items() if value == max(values.values())}
