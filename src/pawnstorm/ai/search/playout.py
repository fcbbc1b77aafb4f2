"""Random playouts: the fastest honest way from a position to an end, written once for every game."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State

LONGEST: Final = 20_000
"""Orders after which a game is given up as a draw: some options let two players go on for ever."""


def playout(state: State, luck: Luck, moves: Moves, outcomes: Outcomes) -> i64:
    """Play uniformly random orders and fair dice to the end or for too long; returns the number of orders played."""
    plies: i64 = 0
    turn = state.turn()
    while turn != OVER and plies < LONGEST:
        if turn == CHANCE:
            outcomes.clear()
            state.find_outcomes(outcomes)
            state.land(outcomes.pick(luck))
        else:
            moves.clear()
            state.find_legal(moves)
            state.play(moves.items[luck.below(moves.count)])
            plies += 1
        turn = state.turn()
    return plies


def share_of(state: State, seat: i64) -> float:
    """What a game is worth to a seat: the result, or, where it was given up, an equal part for all still in it."""
    if state.turn() == OVER:
        return state.share(seat)
    return 1.0 / float(len(state.seats_in_game())) if state.in_game(seat) else 0.0
