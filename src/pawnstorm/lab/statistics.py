"""Statistics of results: who wins how often, why games end, how long they last."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pawnstorm.lab.selfplay import Result


@dataclass(frozen=True)
class Summary:
    """The counts of a run. `shared` are games with several winners; `reasons` counts endings by text and rule."""

    games: int
    wins: tuple[int, ...]
    shared: int
    reasons: tuple[tuple[str, str, int], ...]
    orders: int
    shortest: int
    longest: int
    median: float
    """The orders of a game in the middle."""
    rounds: float
    """The rounds of a game in the middle; 0 in a game that counts none."""

    @property
    def mean(self) -> float:
        """Orders per game."""
        return self.orders / self.games


def summarise(results: Sequence[Result], seats: int) -> Summary:
    """The summary of at least one result."""
    wins = Counter(result.winners[0] for result in results if len(result.winners) == 1)
    reasons = Counter((result.reason, result.rule) for result in results)
    lengths = [result.orders for result in results]
    return Summary(
        games=len(results),
        wins=tuple(wins[seat] for seat in range(seats)),
        shared=sum(len(result.winners) != 1 for result in results),
        # By count, then by text, so that the order is the same in every run.
        reasons=tuple(
            (*reason, count) for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        ),
        orders=sum(lengths),
        shortest=min(lengths),
        longest=max(lengths),
        median=median(lengths),
        rounds=median(result.rounds for result in results),
    )
