"""Army against army: every pairing of a game's starter armies, and how sure the counts are."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt

from pawnstorm.lab.selfplay import Plan, Result, selfplay
from pawnstorm.lab.statistics import Summary, summarise

_Z = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Interval:
    """A share with the bounds between which the true one lies with 95 % confidence."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Pairing:
    """What became of one army in the first seat against one in the second."""

    armies: tuple[str, str]
    summary: Summary

    @property
    def first_wins(self) -> Interval:
        """How often the first seat wins."""
        return wilson(self.summary.wins[0], self.summary.games)


def wilson(hits: int, games: int) -> Interval:
    """Wilson's interval: honest near 0 and 1 and for few games."""
    share = hits / games
    spread = _Z * sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games))
    middle, scale = share + _Z * _Z / (2 * games), 1 + _Z * _Z / games
    return Interval(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def pairings(plan: Plan, names: tuple[str, ...], workers: int = 1) -> Iterator[tuple[int, Pairing | None]]:
    """Play `plan` for every ordered pair of armies; yields the games just played, and each pairing as it is done."""
    for first in names:
        for second in names:
            # Every pairing has games of its own, whatever other armies are on the list.
            own = replace(plan, armies=(first, second), purpose=f"{first} against {second}")
            results: list[Result] = []
            for portion in selfplay(own, workers):
                results += portion
                yield len(portion), None
            yield 0, Pairing((first, second), summarise(results, 2))
