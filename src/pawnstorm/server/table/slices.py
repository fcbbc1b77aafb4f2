"""Long work in slices: the event loop is given back every few milliseconds, so that no table waits for another.

The rules may run in one thread only (ARCHITECTURE.md), so long work cannot simply go to another one.
"""

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TypeVar

Value = TypeVar("Value")

SLICE_SECONDS = 0.002


class Slices:
    """Does long work in slices, of all works one slice at a time; between two slices everybody else has a turn."""

    def __init__(self, seconds: float = SLICE_SECONDS, clock: Callable[[], float] = perf_counter) -> None:
        self._seconds = seconds
        self._clock = clock
        # Waiting is first come, first served, so works take turns.
        self._turn = asyncio.Lock()

    async def gather(self, work: Iterable[Value]) -> list[Value]:
        """Everything that an iterator yields."""
        found: list[Value] = []
        steps = iter(work)
        while True:
            async with self._turn:
                if self._slice(steps, found):
                    return found
            await asyncio.sleep(0)

    def _slice(self, steps: Iterable[Value], found: list[Value]) -> bool:
        """Work until the time of the slice is over; whether the work is done."""
        end = self._clock() + self._seconds
        for value in steps:
            found.append(value)
            if self._clock() >= end:
                return False
        return True
