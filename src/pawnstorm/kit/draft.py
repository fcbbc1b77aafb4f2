"""Two players choose armies in secret, order by order: who may know an order, and what the other seat guesses."""

from collections.abc import Callable
from typing import Final

from pawnstorm.core.buffers import Moves
from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

_MOST_ORDERS: Final = 1000
_SOME_ORDERS: Final = 12
"""A guess at an army that is still being chosen takes fewer orders than this."""
_MOVES: Final = Moves()


def audience_of(seat: int, secret: bool) -> int:
    """Who may know an order: its own seat if it is secret, else everyone."""
    return 1 << seat if secret else EVERYONE


def guess_orders(
    state: State, carry_out: Callable[[int], None], ends: Callable[[int], bool], finished: bool, luck: Luck
) -> None:
    """Choose an army at random for the side to act in a position.

    An order that ends the choice is carried out only if the army is known to be finished.
    """
    left = _MOST_ORDERS if finished else int(luck.below(_SOME_ORDERS))
    while left > 0:
        _MOVES.clear()
        state.find_legal(_MOVES)
        move = int(_MOVES.items[luck.below(_MOVES.count)])
        last = ends(move)
        if finished or not last:
            carry_out(move)
        left = 0 if finished and last else left - 1
