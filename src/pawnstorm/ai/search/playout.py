"""Random playouts: from a position to an end as fast as possible, for every game."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State

LONGEST: Final = 20_000
"""Orders after which a game counts as a draw: with some options a game may never end."""


def playout(state: State, luck: Luck, moves: Moves, outcomes: Outcomes) -> i64:
    """Play random orders and fair dice to the end, or `LONGEST` orders; returns the number of orders played."""
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
    """What a game is worth to a seat: the result, or an equal part for all seats still in an unfinished game."""
    if state.turn() == OVER:
        return state.share(seat)
    return 1.0 / float(len(state.seats_in_game())) if state.in_game(seat) else 0.0
