"""How the cost of a game grows with their number: paced games on one process, on two processes, and on boardgame.io.

One process keeps its tables in SQLite. Two processes share PostgreSQL behind nginx, and what those cost is counted.
boardgame.io keeps tic-tac-toe in memory.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.load import EVERY, SEED, install, ours, peer
from bench.load_client import Phase
from bench.load_contender import Contender, Lap, memory_of
from bench.postgres import Postgres
from bench.race import ROOT
from bench.rows import Bench, Row

SIZES = (100, 500, 1000, 2000)
SECONDS, SHORT = 16.0, 4.0
WARM_UP = 4.0
LARGE = 1000
"""The bars are for this number of games, and the cost of an order for larger ones too."""
MOST_P99 = 50.0
MOST_KB = 100.0


class Found(NamedTuple):
    """What one contender needs for a number of games."""

    lap: Lap
    kilobytes: float

    @property
    def p99(self) -> float:
        """Milliseconds until both players know of an order, in 99 of 100 cases."""
        return quantiles([*self.lap.figures.mover, *self.lap.figures.opponent], n=100, method="inclusive")[98]


@contextmanager
def one_process(games: int) -> Iterator[Contender]:
    """Our server as a user starts it."""
    with TemporaryDirectory(dir=ROOT / "build") as folder, ours(Path(folder), games) as contender:
        yield contender


@contextmanager
def two_processes(games: int) -> Iterator[Contender]:
    """Our server with two processes."""
    database = Postgres()
    command = [sys.executable, "-m", "pawnstorm", "serve", "--no-limits", "--port", "0", "--processes", "2"]
    command += ["--database", database.database()]
    players = [sys.executable, "-m", "bench.load_client"]
    try:
        with Contender("Pawnstorm, two processes", ROOT, command, players, games, also=[database.id]) as contender:
            yield contender
    finally:
        database.remove()


def measure(games: int, quick: bool) -> list[Row]:
    """All contenders with so many games."""
    install()
    (ROOT / "build").mkdir(exist_ok=True)
    seconds = SHORT if quick else SECONDS
    one, two, other = (_found(start, games, seconds) for start in (one_process, two_processes, peer))
    return _rows(games, one, two, other)


def _found(start: Callable[[int], AbstractContextManager[Contender]], games: int, seconds: float) -> Found:
    luck = random.Random(SEED)
    starts = [luck.uniform(0.0, EVERY) for _ in range(games)]
    with start(games) as contender:
        contender.run(Phase(WARM_UP, EVERY, starts))
        held = memory_of(contender.family()) - contender.empty_memory
        return Found(contender.run(Phase(seconds, EVERY, starts)), held / games)


def _rows(games: int, one: Found, two: Found, other: Found) -> list[Row]:
    least = 1.0 if games >= LARGE else None
    most = MOST_P99 if games == LARGE else None
    memory = MOST_KB if games == LARGE else None
    ratio = other.lap.cost / one.lap.cost
    return [
        Row(f"games-{games}-cpu", "processor time an order", one.lap.cost, "us", other.lap.cost, ratio, at_least=least),
        Row(f"games-{games}-cpu-two", "the same with two processes, nginx and PostgreSQL", two.lap.cost, "us"),
        Row(f"games-{games}-p99", "until a player knows of an order, p99", one.p99, "ms", other.p99, below=most),
        Row(f"games-{games}-p99-two", "the same with two processes", two.p99, "ms", below=most),
        Row(f"games-{games}-memory", "memory of a game", one.kilobytes, "KB", other.kilobytes, below=memory),
    ]


BENCHES = [
    Bench(f"games-{games}", f"{games} paced games, on one process and two", partial(measure, games)) for games in SIZES
]
