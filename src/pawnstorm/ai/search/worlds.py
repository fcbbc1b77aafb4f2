"""Hidden hands: search never sees the true position, only positions that its seat cannot tell from it."""

from typing import Final

from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget, Finding
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

_TRIES: Final = 3
WORLD_MARGIN: Final = 0.06
"""Orders this near to the best of one world get exact values, because another world may prefer them."""


class World:
    """A position that may be the true one, and how often it was imagined."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.times = 1


def imagine(game: Game, state: State, seat: int, luck: Luck, count: int) -> list[World]:
    """Up to so many different positions that may be the true one; a single one where nothing is hidden."""
    worlds: dict[str, World] = {}
    for number in range(max(count, 1)):
        guess = game.guess(state, seat, luck)
        text = guess.encode()
        if text in worlds:
            worlds[text].times += 1
        else:
            worlds[text] = World(guess)
        # Where nothing is hidden every guess is the same.
        if number + 1 == _TRIES and len(worlds) == 1:
            break
    return list(worlds.values())


def think_in_worlds(
    engine: AlphaBeta, worlds: list[World], budget: Budget, margin: float = 0.0, most_depth: int = 40
) -> Finding:
    """Search every world with its share of the budget and weigh each order by its mean over the worlds."""
    if len(worlds) == 1:
        return engine.think(worlds[0].state, budget, margin, most_depth)
    findings: list[Finding] = []
    for number, world in enumerate(worlds):
        # Every world gets an equal part: of all positions, and of the time that is left.
        part = budget.part(len(worlds), len(worlds) - number)
        findings.append(engine.think(world.state, part, max(margin, WORLD_MARGIN), most_depth))
    totals: dict[int, float] = {move: 0.0 for move, _ in findings[0].values}
    for world, finding in zip(worlds, findings, strict=True):
        for move, value in finding.values:
            totals[move] = totals[move] + world.times * value
    weight = sum(world.times for world in worlds)
    ranked = sorted(totals, key=lambda move: -totals[move])
    values = tuple((move, totals[move] / weight) for move in ranked)
    depth = min(finding.depth for finding in findings)
    return Finding(depth, values[0][1], (ranked[0],), values, sum(finding.nodes for finding in findings))
