"""Work in forked processes: each job starts with the same memory, and may crash without harm."""

import os
import pickle
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

_BROKEN = 70
"""The exit code of a job that failed because of a fault of this tool."""

_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""Signals that no broken rule causes, so they prove nothing."""


@dataclass(frozen=True)
class Died:
    """A job that a signal ended before it had a result."""

    signal: str


def in_forks(jobs: Sequence[Job], work: Callable[[Job], Result], workers: int) -> Iterator[tuple[Job, Result | Died]]:
    """Each job with its result, in the order in which they finish, with at most `workers` processes."""
    waiting = list(reversed(jobs))
    running: dict[int, Job] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    job = waiting.pop()
                    running[_start(job, work, Path(folder))] = job
                process, status = os.wait()
                if process in running:
                    job = running.pop(process)
                    yield job, _result(process, status, Path(folder))
        finally:
            for process in running:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)


def _start(job: Job, work: Callable[[Job], Result], folder: Path) -> int:
    process = os.fork()
    if process:
        return process
    code = _BROKEN
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        result = work(job)
        (folder / str(os.getpid())).write_bytes(pickle.dumps(result))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _result(process: int, status: int, folder: Path) -> Any:
    if os.WIFSIGNALED(status):
        ended_by = signal.Signals(os.WTERMSIG(status))
        if ended_by in _FROM_OUTSIDE:
            raise RuntimeError(f"a process of the mutants was ended from outside ({ended_by.name})")
        return Died(ended_by.name)
    if os.WEXITSTATUS(status):
        raise RuntimeError(f"a process of the mutants ended with code {os.WEXITSTATUS(status)}")
    path = folder / str(process)
    result = pickle.loads(path.read_bytes())
    path.unlink()
    return result
