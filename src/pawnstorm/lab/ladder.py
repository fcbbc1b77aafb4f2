"""The ladder of levels: when a step is measured, and whether it is as high as it should be."""

from dataclasses import dataclass

from pawnstorm.lab.rating import Verdict

_CHILDREN, _STRONG = 4, 7
"""Up to the first of these levels a step may be higher; from the second one on fewer games are enough."""


@dataclass(frozen=True)
class StepGoal:
    """What a step of the ladder must score, and when its score counts as measured."""

    level: int
    low: float
    high: float
    half_width: float
    """The most that the 95 % interval of the score without luck may reach on either side."""
    least_games: int

    def measured(self, found: Verdict) -> bool:
        """Whether enough is known to stop."""
        width = found.adjusted.high - found.adjusted.low
        return found.games >= self.least_games and width <= 2 * self.half_width

    def met(self, found: Verdict) -> bool | None:
        """Whether the step is in its range; None while it is not measured."""
        return self.low <= found.adjusted.score <= self.high if self.measured(found) else None

    def judge(self, found: Verdict) -> str:
        """The same in words."""
        met = self.met(found)
        if met is None:
            return "not measured yet"
        if met:
            return "in range"
        side = "too low" if found.adjusted.score < self.low else "too high"
        return f"{side}: it should be {100 * self.low:.0f} to {100 * self.high:.0f} %"


def goal_of(level: int) -> StepGoal:
    """The goal of a level against the one below it."""
    high = 0.80 if level <= _CHILDREN else 0.70
    half_width, games = (0.10, 60) if level < _STRONG else (0.15, 30)
    return StepGoal(level, 0.55, high, half_width, games)
