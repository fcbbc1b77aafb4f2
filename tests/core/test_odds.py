"""Exact odds come from the rules' own outcomes and add up to one."""

from fractions import Fraction

from suite import scaled, settled

from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.odds import branches, odds
from pawnstorm.core.state import CHANCE, OVER, State


def _positions(game: Game, setup: Setup, games: int) -> list[State]:
    """Positions from random play."""
    luck, found = Luck(4), []
    for _ in range(games):
        state = game.start(setup)
        while state.turn() != OVER:
            if state.turn() == CHANCE:
                outcomes = state.outcomes()
                state.land(outcomes[luck.below(len(outcomes))][0])
            else:
                found.append(state.copy())
                legal = state.legal()
                state.play(legal[luck.below(len(legal))])
    return found


def test_an_order_without_dice_has_no_odds_and_one_branch(game: Game, setup: Setup) -> None:
    state = settled(game.start(setup))
    move = state.legal()[0]
    after = state.copy()
    after.play(move)
    (branch,) = branches(state, move)
    assert (branch.results, branch.chance, branch.after.encode()) == ((), Fraction(1), after.encode())
    assert odds(state, move) == {}


def test_odds_and_branches_agree(game: Game, setup: Setup) -> None:
    fights = 0
    for state in _positions(game, setup, scaled(6, 1)):
        before = state.encode()
        for move in state.legal():
            ways, chances = branches(state, move), odds(state, move)
            assert sum(way.chance for way in ways) == 1
            assert all(way.chance > 0 and way.after.turn() != CHANCE for way in ways)
            if chances:
                fights += 1
                assert sum(chances.values()) == 1
                for result, chance in chances.items():
                    assert chance == sum(way.chance for way in ways if "; ".join(way.results) == result)
        assert state.encode() == before
    assert fights >= 10
