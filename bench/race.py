"""A race: contenders in their own processes, measured in turn, round by round."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from bench.rows import BenchError

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Finish:
    """The outcome of a race between two: the best rate of each over all rounds."""

    first: float
    second: float

    @property
    def ratio(self) -> float:
        """How many times faster the first is."""
        return self.first / self.second


class Worker:
    """One contender in its own process."""

    def __init__(self, name: str, extra: Mapping[str, str]) -> None:
        self.name = name
        command = [sys.executable, "-m", "bench.contenders", name]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **extra},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Worker":
        self._answer()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def rate(self, seconds: float) -> float:
        """Plies per second over one slice of time."""
        assert self._process.stdin
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout
        assert self._process.stderr
        line = self._process.stdout.readline()
        if not line:
            said = self._process.stderr.read().strip().splitlines() or ["it ended without a message"]
            raise BenchError(f"contender '{self.name}' failed: {said[-1]}")
        return line


def race(first: Worker, second: Worker, rounds: int, seconds: float) -> Finish:
    """Measure both in every round; they begin in turn, so that noise hits both equally."""
    rates: list[tuple[float, float]] = []
    for number in range(rounds):
        if number % 2:
            later = second.rate(seconds)
            rates.append((first.rate(seconds), later))
        else:
            rates.append((first.rate(seconds), second.rate(seconds)))
    # The best, not the mean: noise only slows a contender down, and the ratio of the best varies least.
    return Finish(max(rate for rate, _ in rates), max(rate for _, rate in rates))
