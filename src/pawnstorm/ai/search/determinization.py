"""Determinization: search uses sampled positions that its seat cannot distinguish from the true one."""

from typing import Final

from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget, Finding
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

_TRIES: Final = 3


class Determinization:
    """A world: a sampled position that may be the true one, and how often it was sampled."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.times = 1


def sample_determinizations(game: Game, state: State, seat: int, luck: Luck, count: int) -> list[Determinization]:
    """At most `count` different positions that may be the true one; a single one where nothing is hidden."""
    worlds: dict[str, Determinization] = {}
    for number in range(max(count, 1)):
        guess = game.guess(state, seat, luck)
        text = guess.encode()
        if text in worlds:
            worlds[text].times += 1
        else:
            worlds[text] = Determinization(guess)
        # Where nothing is hidden every guess is the same.
        if number + 1 == _TRIES and len(worlds) == 1:
            break
    return list(worlds.values())


def search_determinizations(
    engine: AlphaBeta, worlds: list[Determinization], budget: Budget, margin: float = 0.0, most_depth: int = 40
) -> Finding:
    """Search all determinizations together and value each order by its mean over all of them."""
    states, times = [world.state for world in worlds], [world.times for world in worlds]
    return engine.think_in(states, times, budget, margin, most_depth)
