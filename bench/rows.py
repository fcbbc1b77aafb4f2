"""What a benchmark is, what a measured row is, and when its bar is met."""

from collections.abc import Callable
from dataclasses import dataclass


class BenchError(Exception):
    """A benchmark that could not be run, in one sentence."""


@dataclass(frozen=True)
class Row:
    """One measured figure. The bar applies to the ratio if there is one, else to the value."""

    name: str
    text: str
    value: float
    unit: str
    peer: float | None = None
    ratio: float | None = None
    at_least: float | None = None
    below: float | None = None

    @property
    def compared(self) -> float:
        """The figure that the bar applies to."""
        return self.value if self.ratio is None else self.ratio

    @property
    def passed(self) -> bool:
        """Whether every bar of the row is met; a row without a bar is only reported."""
        high_enough = self.at_least is None or self.compared >= self.at_least
        low_enough = self.below is None or self.compared < self.below
        return high_enough and low_enough


@dataclass(frozen=True)
class Bench:
    """One benchmark by name. `run` takes True for a quick run and returns its rows."""

    name: str
    text: str
    run: Callable[[bool], list[Row]]
