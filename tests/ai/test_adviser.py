"""Advice: sound chances for every seat, orders that can be given, and nothing that the viewer cannot know."""

import pytest

from pawnstorm.ai.advice import MOST_ORDERS, Advice, advise, hint, percents
from pawnstorm.ai.players import Hurry
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import Refused
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.games import load


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer has the same form at any level, and uncompiled code needs minutes for a high one."""
    monkeypatch.setattr("pawnstorm.ai.advice.ADVISER", "3")


def test_every_viewer_of_every_game_gets_sound_chances(game: Game) -> None:
    match, luck = Match(game, Setup(), SeededTower(3)), Luck(3)
    for _ in range(9):
        moves = match.state.legal()
        match.add(match.step_for(match.turn, game.write(match.state, moves[luck.below(len(moves))])))
    for viewer in range(len(match.seats)):
        found = advise(game, match.state, viewer, Luck(1))
        assert found == advise(game, match.state, viewer, Luck(1))
        assert found.seat == match.turn
        assert sum(found.chances) == pytest.approx(1.0)
        assert all(0.0 <= chance <= 1.0 for chance in found.chances)
        assert found.nodes > 0
        if viewer == match.turn:
            assert 1 <= len(found.orders) <= MOST_ORDERS
            for order, chance in found.orders:
                assert game.read(match.state, order) in match.state.legal()
                assert chance <= found.chances[viewer]


def test_there_is_no_advice_when_the_game_is_over() -> None:
    game = load("chess-attack")
    match, luck = Match(game, Setup(), SeededTower(1)), Luck(1)
    while match.turn >= 0:
        moves = match.state.legal()
        match.add(match.step_for(match.turn, game.write(match.state, moves[luck.below(len(moves))])))
    with pytest.raises(Refused, match="nothing to think about"):
        advise(game, match.state, 0, Luck(1))


def test_no_viewer_gets_an_order_that_depends_on_a_hidden_hand() -> None:
    game = load("trench-checkers")
    match = Match(game, Setup(), SeededTower(2))
    other = 1 - match.turn
    found = advise(game, match.state, other, Luck(1))
    assert (found.orders, found.line) == ((), ())
    assert advise(game, match.state, match.turn, Luck(1)).orders


def test_a_hint_is_the_advice_for_the_seat_to_act(game: Game) -> None:
    match = Match(game, Setup(), SeededTower(4))
    advice = advise(game, match.state, match.turn, Luck(1))
    assert hint(game, match.state, Luck(1)) == (advice.orders[0][0], advice.chances[match.turn], advice.why)
    assert advice.why.startswith(advice.orders[0][0])
    assert len(advice.reasons) == len(advice.orders)


def test_a_hint_comes_early_when_the_search_is_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawnstorm.ai.advice.ADVISER", "8")
    game, watch = load("chess-attack"), Hurry()
    watch.hurried = True
    match = Match(game, Setup(), SeededTower(4))
    order, chance, _ = hint(game, match.state, Luck(1), watch)
    assert game.read(match.state, order) in match.state.legal()
    assert 0.0 <= chance <= 1.0
    assert advise(game, match.state, match.turn, Luck(1), watch).nodes < 5000


@pytest.mark.parametrize(
    ("orders", "reasons", "why"),
    [
        ([("a", 0.62), ("b", 0.55)], ["threatens the King", ""], "a threatens the King: 62 % to 55 % with b."),
        ([("a", 0.554), ("b", 0.551)], ["", ""], "a: 55.4 % to 55.1 % with b."),
        ([("a", 0.5), ("b", 0.5)], ["guards it", "guards it"], "a guards it: 50 %, and b is as good."),
        ([("a", 0.5)], ["guards it"], "a guards it: every other order is worse by more than 6 %."),
        ([("a", 0.5)], ["is the only order"], "a is the only order."),
        ([], [], ""),
    ],
)
def test_the_best_order_is_explained_in_a_sentence(
    orders: list[tuple[str, float]], reasons: list[str], why: str
) -> None:
    assert Advice(0, (0.6, 0.4), tuple(orders), (), 3, 100, tuple(reasons)).why == why


@pytest.mark.parametrize(
    ("chances", "shown"),
    [
        ((1 / 3, 1 / 3, 1 / 3), ("34 %", "33 %", "33 %")),
        ((0.125, 0.125, 0.75), ("13 %", "12 %", "75 %")),
        ((0.498, 0.502), ("49.8 %", "50.2 %")),
        ((0.554, 0.551), ("55.4 %", "55.1 %")),
        ((0.56, 0.55), ("56 %", "55 %")),
        ((0.999, 0.001), ("over 99 %", "under 1 %")),
        ((1.0, 0.0), ("100 %", "0 %")),
    ],
)
def test_chances_add_up_and_differ_where_they_are_different(chances: tuple[float, ...], shown: tuple[str, ...]) -> None:
    assert percents(chances) == shown
