"""Fantasy Armies: what the evaluator sees in positions drawn by hand, and that it favours neither side."""

import pytest
from mirrors import changed_sides
from suite import folder_of, scaled, settled

from pawnstorm.ai.evaluators import evaluator_for, unfitted
from pawnstorm.core.game import FactValue, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load
from pawnstorm.kit.datafile import parse
from pawnstorm.kit.drawing import read_board

GAME = load("fantasy-armies")
STARTERS = ("man", "orcs", "dwarfs", "undead", "elves", "demons")
SETUPS = (
    Setup(),
    Setup({"draft": "open", "points": "40"}),
    Setup({"hth_bonus": "pip", "promotion": "only-lost-pieces"}, ("orcs", "undead")),
    Setup({"aura_stacking": "all", "cannon_melee": "counts-as-0", "en_passant": "off"}, ("dwarfs", "elves")),
    Setup({"attacker_aura_square": "origin", "charge_nesting": "off", "stalemate": "draw"}, ("man", "demons")),
)
BARE = {"e1": "KM", "e8": "cf"}
"""A King of Men and a Chieftain."""


def drawn(pieces: dict[str, str], **facts: FactValue) -> Sketch:
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
    return Sketch(rows, facts)


def place(pieces: dict[str, str], **facts: FactValue) -> State:
    return GAME.place(drawn({**BARE, **pieces}, **facts), GAME.agree(Setup()))


def seen(state: State, seat: int) -> dict[str, float]:
    """The features of a seat that are not zero."""
    evaluator = unfitted(GAME)
    return {
        name: amount for name, amount in zip(evaluator.names, evaluator.measure(state).row(seat), strict=True) if amount
    }


def win(state: State, seat: int = 0) -> float:
    return evaluator_for(GAME).win(state, seat)


def test_pieces_count_the_same_on_the_board_and_in_reserve() -> None:
    state = settled(GAME.start(GAME.agree(Setup(armies=("man", "orcs")))))
    seat = int(state.turn())
    before = seen(state, seat)
    state.play(GAME.read(state, "deploy"))
    after = seen(state, seat)
    assert before["reserved"] == 16
    assert "reserved" not in after
    assert _types(before) == pytest.approx(_types(after))
    archers = "man_archer" if "man_archer" in after else "orcs_hobgoblin"
    assert after[archers] == 6
    assert after["pawn_pairs"] == 8 * 7 / 10


def _types(features: dict[str, float]) -> dict[str, float]:
    """The features of pieces alone."""
    return {
        name: amount
        for name, amount in features.items()
        if name == "points" or name.endswith("_pairs") or name.partition("_")[0] in STARTERS
    }


def test_a_finished_army_is_better_than_one_that_is_being_chosen_and_the_usual_pieces_come_first() -> None:
    state = GAME.start(GAME.agree(Setup()))
    taken, chosen = state.copy(), state.copy()
    taken.play(GAME.read(taken, "take orcs"))
    chosen.play(GAME.read(chosen, "list orcs"))
    assert win(taken) == pytest.approx(0.5, abs=0.05)
    assert seen(chosen, 0)["points"] < seen(taken, 0)["points"] - 1
    chosen.play(GAME.read(chosen, "+Shaman"))
    second = chosen.copy()
    second.play(GAME.read(second, "+Shaman"))
    chosen.play(GAME.read(chosen, "+Great Orc"))
    assert seen(chosen, 0)["points"] > seen(second, 0)["points"]


def test_a_king_in_danger_is_seen_with_its_odds() -> None:
    """A Champion next to the enemy's King: 4d6 win 96.4 % against 2d6, and the Chieftain falls on 1 and 2."""
    struck = seen(place({"e7": "CH"}, turn="White"), 1)
    waiting = seen(place({"e7": "CH"}, turn="Black"), 1)
    assert struck["king_struck"] == waiting["king_threatened"] == pytest.approx(0.964 / 3, abs=0.001)
    assert "king_struck" not in waiting
    assert struck["king_chased"] == 1


def test_threats_auras_and_burdens_are_seen() -> None:
    white = seen(place({"d2": "MA", "d1": "AR", "e2": "CL", "c3": "gb"}, turn="White"), 0)
    assert white["threat_now"] > 0
    assert white["led"] == 3
    assert white["sheltered"] >= 3
    assert white["king_guard"] == 3
    wolf = place({"d4": "KN", "a8": "sh"}, turn="White", smash="a8", hth={"d4": 2})
    assert seen(wolf, 1)["smashing"] == 1
    assert seen(wolf, 0)["growth"] == 2


def test_more_pieces_are_better_and_a_won_position_is_recognised() -> None:
    even = {"d2": "CH", "f2": "CH", "d7": "or", "f7": "or"}
    assert win(place({**even, "a1": "KN"})) > win(place(even)) > win(place({**even, "a8": "wr"}))
    army = {f"{column}2": "CH" for column in "abcdefgh"}
    assert win(place({**army, "d1": "KN", "f1": "KN"}, turn="White")) > 0.9
    assert win(place({**army, "d1": "KN", "f1": "KN"}, turn="White"), 1) < 0.1


def _positions() -> list[tuple[str, Sketch]]:
    """The drawn positions of the game's perft file."""
    table = parse((folder_of(GAME) / "perft.toml").read_text("utf-8"), "perft")
    found: list[tuple[str, Sketch]] = []
    for entry in table.entries("position"):
        if entry.has("board"):
            facts: dict[str, FactValue] = {"turn": entry.text("turn", "White")}
            found.append((entry.text("id"), Sketch(read_board(entry.text("board"), 8, 8), facts)))
    return found


@pytest.mark.parametrize(("name", "sketch"), _positions(), ids=[name for name, _ in _positions()])
def test_changing_the_sides_changes_the_chances(name: str, sketch: Sketch) -> None:
    one = GAME.place(sketch, GAME.agree(Setup()))
    other = GAME.place(changed_sides(sketch, GAME.seats, turned=False), GAME.agree(Setup()))
    for seat in (0, 1):
        assert seen(one, seat) == pytest.approx(seen(other, 1 - seat))
        assert win(one, seat) == pytest.approx(win(other, 1 - seat))


def test_attacks_shots_spells_and_the_far_row_have_an_expected_gain() -> None:
    evaluator = unfitted(GAME)
    state = place({"c6": "CH", "c7": "gb", "a7": "MA", "h2": "AR", "h4": "wr", "g1": "WZ"}, turn="White")
    gains = {GAME.write(state, move): evaluator.expected_gain(state, move) for move in state.legal()}
    assert gains["c6xc7"] > 0
    assert gains["a7-a8"] > 0
    assert gains["h2 shoots h4"] > 0
    assert gains["c6-c5"] == 0


@pytest.mark.parametrize("setup", SETUPS)
def test_every_position_of_random_games_can_be_evaluated_and_does_not_change(setup: Setup) -> None:
    evaluator = unfitted(GAME)
    for seed in range(scaled(10, 1)):
        luck, state = Luck(seed), GAME.start(GAME.agree(setup))
        _throw(state, luck)
        for _ in range(scaled(2000, 150)):
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
