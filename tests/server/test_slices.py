"""Long work in slices: how much is done at once, counted with a simulated clock."""

import asyncio
from collections.abc import Iterator

import pytest

from pawnstorm.server.table.slices import SLICE_SECONDS, Slices


class Clock:
    """Every step of a work takes a millisecond."""

    def __init__(self) -> None:
        self.time = 0.0
        self.done: list[str] = []

    def work(self, name: str, steps: int) -> Iterator[str]:
        for _ in range(steps):
            self.time += 0.001
            self.done.append(name)
            yield name


def test_others_have_a_turn_after_every_slice() -> None:
    async def scenario() -> None:
        clock = Clock()
        slices = Slices(clock=lambda: clock.time)
        work = asyncio.create_task(slices.gather(clock.work("long", 100)))
        turns = 0
        before = 0
        while not work.done():
            await asyncio.sleep(0)
            assert (len(clock.done) - before) * 0.001 <= SLICE_SECONDS + 0.001
            before = len(clock.done)
            turns += 1
        assert turns >= 0.1 / (SLICE_SECONDS + 0.001)
        assert work.result() == ["long"] * 100

    asyncio.run(scenario())


def test_works_take_turns() -> None:
    async def scenario() -> None:
        clock = Clock()
        slices = Slices(clock=lambda: clock.time)
        first = asyncio.create_task(slices.gather(clock.work("first", 1000)))
        await asyncio.sleep(0)
        await slices.gather(clock.work("second", 6))
        assert clock.done.count("first") < 20, "a short work does not wait for a long one"
        first.cancel()
        assert await slices.gather(clock.work("third", 3)) == ["third"] * 3

    asyncio.run(scenario())


def test_a_work_that_fails_leaves_the_turn_to_others() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    async def scenario() -> None:
        slices = Slices()
        with pytest.raises(ValueError, match="broken"):
            await slices.gather(broken())
        assert await slices.gather(iter([1, 2])) == [1, 2]

    asyncio.run(scenario())
