"""Spreading games over worker processes: each gets portions of numbers, and results come back in order."""

import contextlib
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
    with workforce(workers) as pool:
        results = pool.map(play, [plan] * len(parts), parts)
        yield from ((len(part), found) for part, found in zip(parts, results, strict=True))


@contextlib.contextmanager
def workforce(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes; if anything stops the work, as Ctrl-C does, they end at once and finish nothing."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), leave_interrupts_alone)
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - before:
            worker.terminate()
            worker.join(1)
        raise


def leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of the terminal; only the one that gave out the work should answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def portions(first: int, games: int, workers: int) -> list[range]:
    """Enough portions to keep every worker busy and a progress bar moving, and to lose little if somebody stops it."""
    size = max(1, min(50, games // (workers * 50)))
    last = first + games
    return [range(start, min(start + size, last)) for start in range(first, last, size)]
