"""Guesses at armies that a seat cannot see (FA-A4)."""

from mypy_extensions import i64

from pawnstorm.core.luck import Luck
from pawnstorm.games.fantasy_armies.pieces import TYPES_PER_LIST
from pawnstorm.games.fantasy_armies.rules.army import carry_out
from pawnstorm.games.fantasy_armies.state import DONE, RESERVE, TAKE_STARTER, Position, number_of, what_of
from pawnstorm.kit.draft import guess_orders


def guess_army(position: Position, side: i64, finished: bool, luck: Luck) -> None:
    """Choose an army for a side at random, for a seat that cannot see the real one; perhaps only a part of it."""
    for place in range(TYPES_PER_LIST):
        position.piles[RESERVE + side * TYPES_PER_LIST + place] = 0
    position.set_list(side, -1)
    to_move = position.side
    position.set_side(side)
    guess_orders(
        position,
        lambda move: carry_out(position, what_of(move), number_of(move)),
        lambda move: what_of(move) in (TAKE_STARTER, DONE),
        finished,
        luck,
    )
    position.set_side(to_move)
