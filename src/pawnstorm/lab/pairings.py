"""Army against army: every pairing of a game's starter armies, and how sure the counts are."""

from collections.abc import Generator
from dataclasses import dataclass, replace
from math import sqrt

from pawnstorm.lab.selfplay import Result, SelfplayPlan, play_all
from pawnstorm.lab.statistics import Summary, summarise

_Z = 1.959964
"""Standard deviations on either side that include 95 % of a normal distribution."""


@dataclass(frozen=True)
class Interval:
    """A share with the bounds between which the true one lies with 95 % confidence."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Pairing:
    """The results of one army in the first seat against one in the second."""

    armies: tuple[str, str]
    summary: Summary

    @property
    def first_wins(self) -> Interval:
        """How often the first seat wins."""
        return wilson(self.summary.wins[0], self.summary.games)


def wilson(hits: int, games: int) -> Interval:
    """Wilson's interval, which is also correct near 0 and 1 and for few games."""
    share = hits / games
    spread = _Z * sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games))
    middle, scale = share + _Z * _Z / (2 * games), 1 + _Z * _Z / games
    return Interval(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def pairings(plan: SelfplayPlan, names: tuple[str, ...], workers: int = 1) -> Generator[tuple[int, Pairing]]:
    """Play `plan` for every ordered pair of armies; yields the number of new games, and their pairing so far."""
    results: list[Result] = []
    for played, portion in play_all(_plans(plan, names), workers):
        results += portion
        yield len(portion), Pairing((played.armies[0], played.armies[1]), summarise(results, 2))
        if len(results) == played.games:
            results = []


def _plans(plan: SelfplayPlan, names: tuple[str, ...]) -> list[SelfplayPlan]:
    """Every pairing has its own games, independent of the other armies on the list."""
    return [
        replace(plan, armies=(first, second), purpose=f"{first} against {second}")
        for first in names
        for second in names
    ]
