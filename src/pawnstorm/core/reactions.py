"""Reactions: moments at which a player may only react or decline, and when the table declines without asking."""

from collections.abc import Collection
from dataclasses import dataclass

from pawnstorm.core.game import Game
from pawnstorm.core.state import State


@dataclass(frozen=True)
class Reaction:
    """A moment at which a person's seat may only react, or decline by `order`.

    `asked` says whether the player has something to choose and wants to be asked. Only that player may know it.
    """

    seat: int
    window: str
    order: str
    muted: bool
    asked: bool


def unasked_decline(game: Game, state: State, muted: Collection[str] = ()) -> str:
    """The order by which the table declines a reaction without asking the player; empty if the player must be asked.

    The table does so if there is nothing else to do, or if the player has muted the window (docs/decisions/0012).
    """
    if state.turn() < 0:
        return ""
    move = state.decline()
    if move < 0 or (game.window(state) not in muted and len(state.legal()) > 1):
        return ""
    return game.write(state, move)
