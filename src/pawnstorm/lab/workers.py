"""Spreading games over worker processes: each gets portions of numbers, and results come back in order."""

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar

Task = TypeVar("Task")
Item = TypeVar("Item")


def play_in_portions(
    play: Callable[[Task, range], list[Item]], plan: Task, games: int, workers: int, first: int = 1, size: int = 0
) -> Iterator[tuple[int, list[Item]]]:
    """Play games by number, in portions of a size if one is given; yields how many were just played and the results."""
    parts = portions(first, games, workers, size)
    if workers == 1:
        yield from ((len(part), play(plan, part)) for part in parts)
        return
    with worker_pool(workers) as pool:
        results = in_order(pool, play, ((plan, part) for part in parts), workers)
        yield from ((len(part), found) for part, found in zip(parts, results, strict=True))


@contextlib.contextmanager
def worker_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes; if anything stops the work, such as Ctrl-C, they end at once."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), ignore_interrupts)
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - before:
            worker.terminate()
            worker.join(1)
        raise


def in_order(
    pool: ProcessPoolExecutor, play: Callable[..., Item], jobs: Iterable[tuple[Any, ...]], workers: int
) -> Iterator[Item]:
    """The results of the jobs, in their order; only a few jobs are submitted ahead."""
    waiting: deque[Future[Item]] = deque()
    for job in jobs:
        waiting.append(pool.submit(play, *job))
        if len(waiting) > 8 * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def ignore_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; only the main process should react."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def portions(first: int, games: int, workers: int, size: int = 0) -> list[range]:
    """Portions of a size, or enough of them to keep every worker busy and a progress bar moving."""
    size = size or max(1, min(50, games // (workers * 20)))
    last = first + games
    return [range(start, min(start + size, last)) for start in range(first, last, size)]
