"""The two reused buffers of the hot path: the orders of a position and the results of a roll."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.luck import Luck

_NARROW: Final = 1 << 31
"""The greatest total for which one word of luck is enough."""


def _store(items: vec[i64], index: i64, value: i64) -> None:
    """Write one item. As an argument the vec is borrowed, so this very frequent line counts no references."""
    items[index] = value


@final
@mypyc_attr(acyclic=True)
class Moves:
    """A list of packed orders that is filled, read and cleared without allocating.

    Long turns are sequences of small decisions, so the fixed size is far more than any position needs;
    one order too many raises IndexError.
    """

    def __init__(self, room: int = 2048) -> None:
        self.items: Final[vec[i64]] = vec[i64]([0] * room)
        self.count: i64 = 0

    def clear(self) -> None:
        """Forget every order."""
        self.count = 0

    def add(self, move: i64) -> None:
        """Append one order."""
        _store(self.items, self.count, move)
        self.count += 1

    def as_list(self) -> list[int]:
        """The orders as an ordinary list."""
        return list(self.items[: self.count])


@final
@mypyc_attr(acyclic=True)
class Outcomes:
    """The distinct results that dice or a deck can give now, with exact integer weights."""

    def __init__(self, room: int = 2048) -> None:
        self.values: Final[vec[i64]] = vec[i64]([0] * room)
        self.weights: Final[vec[i64]] = vec[i64]([0] * room)
        self.count: i64 = 0
        self.total: i64 = 0

    def clear(self) -> None:
        """Forget every result."""
        self.count = 0
        self.total = 0

    def add(self, value: i64, weight: i64) -> None:
        """Append one result with its weight."""
        _store(self.values, self.count, value)
        _store(self.weights, self.count, weight)
        self.count += 1
        self.total += weight

    def pick(self, luck: Luck) -> i64:
        """One result at random, by weight."""
        left: i64 = luck.below(self.total) if self.total <= _NARROW else luck.wide(self.total)
        index: i64 = 0
        while left >= self.weights[index]:
            left -= self.weights[index]
            index += 1
        return self.values[index]

    def as_list(self) -> list[tuple[int, int]]:
        """The results as (value, weight) pairs."""
        values, weights = self.values, self.weights
        return [(values[index], weights[index]) for index in range(self.count)]
