"""Random playouts: the fastest honest way from a position to an end, written once for every game."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State


def playout(state: State, luck: Luck, moves: Moves, outcomes: Outcomes) -> i64:
    """Play uniformly random orders and fair dice to the end; returns the number of orders played."""
    plies: i64 = 0
    turn = state.turn()
    while turn != OVER:
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
