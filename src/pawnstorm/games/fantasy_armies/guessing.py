"""Armies that a seat cannot see, imagined anew (FA-A4)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.core.luck import Luck
from pawnstorm.games.fantasy_armies.pieces import KINDS
from pawnstorm.games.fantasy_armies.rules.army import carry_out, find_choices
from pawnstorm.games.fantasy_armies.state import DONE, RESERVE, TAKE, Position, number_of, what_of


def deal(position: Position, side: i64, finished: bool, luck: Luck) -> None:
    """Choose some army for a side at random, as somebody who cannot see it must imagine; perhaps not to its end."""
    for place in range(KINDS):
        position.piles[RESERVE + side * KINDS + place] = 0
    position.set_list(side, -1)
    to_move = position.side
    position.set_side(side)
    moves = Moves(64)
    left = 100 if finished else luck.below(12)
    while left > 0:
        moves.clear()
        find_choices(position, moves)
        move = moves.items[luck.below(moves.count)]
        ends = what_of(move) in (TAKE, DONE)
        if finished or not ends:
            carry_out(position, what_of(move), number_of(move))
        left = 0 if finished and ends else left - 1
    position.set_side(to_move)
