"""Armies of the computer's own: legal, good by its own judgement, different from game to game, and chosen unseen."""

import pytest
from suite import scaled

from pawnstorm.ai.drafting import build, is_choosing, take_good_army, take_random_army, take_ready_army
from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.players import player
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.games import load

GAMES = [load("fantasy-armies"), load("ch35s")]
BY_KEY = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])


def start(game: Game) -> State:
    return game.start(game.agree(Setup()))


def orders(game: Game, army: list[int]) -> list[str]:
    """An army in words, each order checked by the rules."""
    state, found = start(game), list[str]()
    for move in army:
        found.append(game.write(state, move))
        state.play_checked(move)
    return found


@BY_KEY
def test_an_army_of_its_own_is_legal_and_the_same_luck_builds_it_again(game: Game) -> None:
    evaluator = evaluator_for(game)
    armies = [tuple(orders(game, build(evaluator, start(game), Luck(seed)))) for seed in range(scaled(4, 2))]
    assert armies[0] == tuple(orders(game, build(evaluator, start(game), Luck(0))))
    assert len(set(armies)) > 1
    for army in armies:
        assert army[0].startswith("list ")
        assert army[-1] == "done"


@BY_KEY
def test_an_army_that_was_thought_about_is_better_than_a_random_one(game: Game) -> None:
    evaluator = evaluator_for(game)
    values = {}
    for take in (take_good_army, take_random_army):
        values[take] = 0.0
        for seed in range(scaled(12, 6)):
            state = start(game)
            take(evaluator, state, Luck(seed))
            take_ready_army(evaluator, state, Luck(seed))
            values[take] += evaluator.win(settle(state), 0)
    assert values[take_good_army] > values[take_random_army]


def settle(state: State) -> State:
    while state.turn() < 0:
        state.land(state.outcomes()[0][0])
    return state


def test_levels_from_five_on_build_armies_and_the_others_take_ready_ones() -> None:
    game = load("fantasy-armies")
    evaluator = evaluator_for(game)
    for level, first in (("4", "take "), ("5", "list ")):
        computer, luck, state = player(level), Luck(1), start(game)
        assert computer.choose(game, state, luck).startswith(first)
        while state.turn() == 0 and is_choosing(evaluator, state):
            state.play_checked(computer.decide(game, state, luck))
        assert state.turn() == 1


def test_an_army_is_built_without_looking_at_the_other_one() -> None:
    game = load("fantasy-armies")
    evaluator, computer = evaluator_for(game), player("5")
    seen, other = start(game), start(game)
    take_ready_army(evaluator, seen, Luck(1))
    take_random_army(evaluator, other, Luck(2))
    assert seen.encode() != other.encode()
    for _ in range(scaled(4, 2)):
        move = computer.decide(game, seen, Luck(3))
        assert move == computer.decide(game, other, Luck(3))
        seen.play_checked(move)
        other.play_checked(move)
