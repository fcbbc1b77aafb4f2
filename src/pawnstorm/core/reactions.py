"""Reactions: moments at which a player may only react or decline, and who need not be asked."""

from collections.abc import Collection
from dataclasses import dataclass

from pawnstorm.core.game import Game
from pawnstorm.core.state import State
from pawnstorm.core.values import Value


@dataclass(frozen=True)
class Reaction(Value):
    """A moment at which a seat may only react, or decline by `order`; `window` is the kind of moment.

    `asked` says whether the player has something to choose and has not muted the window. Only that player may know it.
    """

    seat: int
    window: str
    order: str
    muted: bool
    asked: bool


def find_reaction(game: Game, state: State, muted: Collection[str] = ()) -> Reaction | None:
    """The reaction of the seat to act, which has muted some windows; None if it must decide, or nobody is to act.

    Whether there is a reaction is public (docs/decisions/0010); whether its player is asked is not.
    """
    seat = int(state.turn())
    move = state.decline() if seat >= 0 else -1
    if move < 0:
        return None
    window = game.window(state)
    is_muted = window in muted
    asked = not is_muted and len(state.legal()) > 1
    return Reaction(seat, window, game.write(state, int(move)), is_muted, asked)
