"""Determinization: search uses sampled positions that its seat cannot distinguish from the true one."""

from typing import Final

from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget, Finding
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

_TRIES: Final = 3
MARGIN: Final = 0.06
"""Orders this close to the best in one determinization get exact values: they may be the best in another."""


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
    """Search every determinization with its share of the budget and value each order by its mean over all of them."""
    if len(worlds) == 1:
        return engine.think(worlds[0].state, budget, margin, most_depth)
    findings: list[Finding] = []
    for number, world in enumerate(worlds):
        # Every determinization gets an equal part: of all positions, and of the time that is left.
        part = budget.part(len(worlds), len(worlds) - number)
        findings.append(engine.think(world.state, part, max(margin, MARGIN), most_depth))
    totals: dict[int, float] = {move: 0.0 for move, _ in findings[0].values}
    for world, finding in zip(worlds, findings, strict=True):
        for move, value in finding.values:
            totals[move] = totals[move] + world.times * value
    weight = sum(world.times for world in worlds)
    ranked = sorted(totals, key=lambda move: -totals[move])
    values = tuple((move, totals[move] / weight) for move in ranked)
    depth = min(finding.depth for finding in findings)
    return Finding(depth, values[0][1], (ranked[0],), values, sum(finding.nodes for finding in findings))
