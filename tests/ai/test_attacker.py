"""The attacker: it comes near, attacks whenever it can, plays every game and knows only what its seat knows."""

from collections.abc import Mapping

import pytest

from pawnstorm.ai.attacker import AttackScorer, attacking_order
from pawnstorm.ai.players import player
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import FactValue, Game, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import State
from pawnstorm.games import load

TRENCH = load("trench-checkers")


def place(pieces: Mapping[str, str], **facts: FactValue) -> State:
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    return TRENCH.place(Sketch(rows, facts), TRENCH.agree(Setup()))


def chosen(state: State) -> str:
    return TRENCH.write(state, attacking_order(TRENCH, state, Luck(1)))


@pytest.mark.parametrize("pieces", [{"d5": "CV", "d6": "s", "h10": "s"}, {"d5": "VVV", "d6": "cv", "h10": "s"}])
def test_it_attacks_at_good_odds_and_at_bad_ones(pieces: Mapping[str, str]) -> None:
    assert chosen(place(pieces, phase="attack")) == "d5xd6"


def test_it_takes_the_better_of_two_attacks() -> None:
    assert chosen(place({"d5": "CV", "d6": "s", "e5": "cvv", "h10": "s"}, phase="attack")) == "d5xd6"


def test_it_comes_near_where_it_cannot_attack() -> None:
    assert chosen(place({"d3": "S", "d8": "s"}, hands={"Blue": "top", "Red": ""})) == "d3-d4"


def test_it_keeps_a_card_that_gains_nothing_and_plays_one_that_helps() -> None:
    state = place({"d5": "S", "d6": "s", "h10": "s"}, phase="attack", hands={"Blue": "gun suicide", "Red": ""})
    state.play(TRENCH.read(state, "d5xd6"))
    assert "gun" in chosen(state)
    quiet = place({"d3": "S", "h10": "s"}, phase="lull", hands={"Blue": "stun", "Red": ""})
    assert attacking_order(TRENCH, quiet, Luck(1)) == quiet.decline()


def test_it_plays_every_game(game: Game) -> None:
    match, luck = Match(game, Setup(), SeededTower(1)), Luck(1)
    attacker = player("attacker")
    while match.turn >= 0 and len(match.steps) < 12:
        match.add(match.step_for(match.turn, attacker.choose(game, match.state, luck)))
    assert len(match.steps) >= 2


def test_it_looks_with_the_eyes_of_its_seat() -> None:
    """It evaluates the position that the game lets it guess, never the true one."""
    state = place({"d5": "S", "d6": "s", "h10": "s"}, phase="attack", hands={"Blue": "", "Red": "medic"})
    asked: list[int] = []

    class Watched:
        def guess(self, state: State, seat: int, luck: Luck) -> State:
            asked.append(seat)
            return TRENCH.guess(state, seat, luck)

        def view(self, state: State, viewer: int) -> object:
            assert viewer == 0
            return TRENCH.view(state, viewer)

    assert attacking_order(Watched(), state, Luck(1)) in state.legal()  # type: ignore[arg-type]
    assert asked == [0]


def test_only_an_order_that_may_cost_the_enemy_something_is_an_attack() -> None:
    state = place({"d5": "S", "d6": "s", "h10": "s"}, phase="attack")
    scorer = AttackScorer(TRENCH, 0)
    values = {TRENCH.write(state, move): scorer.expected(state, move) for move in state.legal()}
    assert values.pop("d5xd6") > 1000 > max(values.values())
