"""Machines are placed unseen (CC-A37): views, orders, events and guesses keep them from everybody else."""

import pytest

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import State
from pawnstorm.games import load

GAME = load("castle-chess")


def _reserve(state: State) -> list[str]:
    """What waits in every siege train, from the encoded position."""
    return state.encode().split("reserve=")[1].split(" ")[0].split(",")


def _machines(match: Match, viewer: int) -> int:
    return sum(token.kind in ("ram", "catapult", "tower") for token in GAME.view(match.state, viewer).tokens)


@pytest.mark.rule("CC-A37")
def test_only_the_owner_sees_machines_until_all_are_placed() -> None:
    match = Match(GAME, Setup(), SeededTower(1))
    step = match.add(match.step_for(0, "ram@c4"))
    assert step.audience == 1
    assert [event.audience for event in step.events] == [1]
    assert [_machines(match, viewer) for viewer in (-1, 0, 1)] == [0, 1, 0]
    assert [token.id for token in GAME.view(match.state, 0).tokens if token.kind == "ram"] == ["m0"]
    assert [offer.cell for offer in GAME.view(match.state, 0).offers if offer.order == "rest"] == [""]
    match.add(match.step_for(0, "rest"))
    assert [_machines(match, viewer) for viewer in (-1, 0, 1)] == [0, 5, 0]
    match.add(match.step_for(1, "tower@c10"))
    assert [_machines(match, viewer) for viewer in (-1, 0, 1)] == [0, 5, 1]
    match.add(match.step_for(1, "rest"))
    assert [_machines(match, viewer) for viewer in (-1, 0, 1)] == [10, 10, 10]


@pytest.mark.rule("CC-A70")
def test_open_placing_hides_nothing() -> None:
    match = Match(GAME, Setup({"machine_placing": "alternating"}), SeededTower(1))
    assert match.add(match.step_for(0, "ram@c4")).audience == -1
    assert [_machines(match, viewer) for viewer in (-1, 0, 1)] == [1, 1, 1]


@pytest.mark.parametrize("train", ["standard", "free"])
def test_a_guess_moves_what_the_seat_cannot_see_and_nothing_else(train: str) -> None:
    match = Match(GAME, Setup({"siege_train": train}), SeededTower(1))
    match.add(match.step_for(0, "ram@c4"))
    match.add(match.step_for(0, "rest"))
    match.add(match.step_for(1, "ram@c10"))
    seen = {GAME.guess(match.state, 1, Luck(seed)).encode() for seed in range(20)}
    assert len(seen) > 15
    for seed in range(20):
        guess = GAME.guess(match.state, 1, Luck(seed))
        assert GAME.view(guess, 1) == GAME.view(match.state, 1)
        assert guess.legal() == match.state.legal()
    match.add(match.step_for(1, "rest"))
    assert GAME.guess(match.state, 1, Luck(1)).encode() == match.state.encode()


def test_four_seats_see_the_board_from_their_own_side() -> None:
    match = Match(GAME, Setup(map="emperor"), SeededTower(1))
    for seat in range(4):
        view = GAME.view(match.state, seat)
        places = {cell.id: (cell.column, cell.row) for cell in view.cells}
        king = next(token for token in view.tokens if token.kind == "king" and token.owner == seat)
        assert places[king.cell] == (9, 0)
        warriors = [places[token.cell] for token in view.tokens if token.kind == "warrior" and token.owner == seat]
        assert sorted(warriors) == [(column, 3) for column in range(6, 13)]
        assert len(view.cells) == 297


def test_the_view_shows_walls_gates_and_hills_of_each_side() -> None:
    match = Match(GAME, Setup(), SeededTower(1))
    view = GAME.view(match.state, 0)
    grounds = {cell.id: cell.ground for cell in view.cells}
    assert grounds["c3"] == "wall white"
    assert grounds["g11"] == "gate black"
    assert grounds["c12"] == "side-gate black"
    assert grounds["g7"] == "hill"
    assert grounds["g13"] == "throne"
    assert {gauge.id: gauge.value for gauge in view.gauges} == {"machines-0": 5, "machines-1": 5}


@pytest.mark.rule("CC-A37")
def test_a_guess_gives_every_side_its_own_train() -> None:
    """A guess places machines of the side's own train, and the rest of the train still waits."""
    match = Match(GAME, Setup(map="emperor"), SeededTower(1))
    for order in ("rest", "rest", "tower@h16"):
        match.add(match.step_for(match.turn, order))
    for seed in range(5):
        guess = GAME.guess(match.state, 3, Luck(seed))
        shown = GAME.view(guess, -1).gauges
        assert [gauge.value for gauge in shown] == [0, 0, 4, 5]
        assert _reserve(guess)[:8] == _reserve(match.state)[:8] == ["0"] * 8
        kinds = [token.kind for seat in (0, 1) for token in GAME.view(guess, seat).tokens if token.letter in "rct"]
        assert sorted(kinds) == sorted(["ram", "catapult", "catapult", "tower", "tower"] * 2)
        while guess.turn() >= 0 and GAME.sketch(guess).facts["phase"] == "machines":
            guess.play(GAME.read(guess, "rest"))
        guess.land(0)
        assert sum(token.letter in "rct" for token in GAME.view(guess, -1).tokens) == 20
