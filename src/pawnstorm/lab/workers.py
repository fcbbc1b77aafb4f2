"""Spreading games over worker processes: each gets portions of numbers, and results come back in order."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Plan = TypeVar("Plan")
Item = TypeVar("Item")


def spread(
    play: Callable[[Plan, range], list[Item]], plan: Plan, games: int, workers: int, first: int = 1
) -> Iterator[tuple[int, list[Item]]]:
    """Play games by number; yields how many were just played and what came of them."""
    parts = portions(first, games, workers)
    if workers == 1:
        yield from ((len(part), play(plan, part)) for part in parts)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), leave_interrupts_alone) as pool:
        try:
            results = pool.map(play, [plan] * len(parts), parts)
            yield from ((len(part), found) for part, found in zip(parts, results, strict=True))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of the terminal; only the one that gave out the work should answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def portions(first: int, games: int, workers: int) -> list[range]:
    """Enough portions to keep every worker busy and a progress bar moving."""
    size = max(1, min(50, games // (workers * 20)))
    last = first + games
    return [range(start, min(start + size, last)) for start in range(first, last, size)]
