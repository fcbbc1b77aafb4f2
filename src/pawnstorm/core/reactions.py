"""Reactions: moments at which a seat may only answer or let go by, and what the table answers in its name.

Rules ask a seat on public grounds, so that being asked betrays nothing (docs/decisions/0010). The table answers
for whoever has nothing to say and for whoever has said that he wants to be left alone. Nobody else can tell these
from a person who lets it go by, if the table also takes as long over them.
"""

from collections.abc import Collection

from pawnstorm.core.game import Game
from pawnstorm.core.state import State


def unasked(game: Game, state: State, quiet: Collection[str] = ()) -> str:
    """The order that the table gives for the seat to act without asking it; empty if the seat must be asked.

    `quiet` are the windows (`Game.window`) at which the seat does not want to be asked.
    """
    if state.turn() < 0:
        return ""
    move = state.decline()
    if move < 0 or (game.window(state) not in quiet and len(state.legal()) > 1):
        return ""
    return game.write(state, move)
