"""The reused buffers of the hot path: the orders of a position, the results of a roll, arrays of bytes."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr, u8

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


def _store_byte(items: vec[u8], index: i64, value: i64) -> None:
    items[index] = u8(value)


def _store_place(items: vec[i32], index: i64, value: i64) -> None:
    items[index] = i32(value)


@final
@mypyc_attr(acyclic=True)
class ByteRows:
    """A table of bytes, mostly zero, of which a program sees every change without copying.

    `numpy.frombuffer(rows.items, dtype="uint8").reshape(rows.count, rows.width)` shares its memory, read-only.
    `open` wipes a row by clearing what was written there and nothing else; `write` fills it again.
    """

    def __init__(self, count: int, width: int) -> None:
        self.count: Final[i64] = count
        self.width: Final[i64] = width
        self.items: Final[vec[u8]] = vec[u8]([0] * (count * width))
        # By row: how many places were written, and which.
        self._filled: Final[vec[i64]] = vec[i64]([0] * count)
        self._places: Final[vec[i32]] = vec[i32]([0] * (count * width))
        self._start: i64 = 0
        self._row: i64 = 0
        self._marks: i64 = 0

    def open(self, row: i64) -> None:
        """Wipe a row; what is written next goes there. Every `open` needs its `close`."""
        items, places = self.items, self._places
        start = row * self.width
        place: i64
        for place in range(start, start + self._filled[row]):
            _store_byte(items, i64(places[place]), 0)
        self._row = row
        self._start = start
        self._marks = start

    def write(self, place: i64, value: i64) -> None:
        """Write a number from 0 to 255 into the open row; a greater one is cut to 255. Write no place twice."""
        if value > 0:
            at = self._start + place
            _store_byte(self.items, at, value if value < 256 else 255)
            _store_place(self._places, self._marks, at)
            self._marks += 1

    def close(self) -> None:
        """The row is written."""
        _store(self._filled, self._row, self._marks - self._start)

    def filled(self, row: i64) -> i64:
        """How many places of a row were written."""
        return self._filled[row]

    def place(self, row: i64, index: i64) -> i64:
        """One of the written places of a row, counted from 0 in the order of writing."""
        start = row * self.width
        return i64(self._places[start + index]) - start

    def as_bytes(self, row: i64) -> bytes:
        """A copy of a row."""
        start = row * self.width
        return bytes(self.items[start : start + self.width])
