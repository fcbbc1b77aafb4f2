"""Load: 500 live games with two sockets each, on our server and on boardgame.io.

Our server plays Chess Attack by its rules, with dice and views, and commits every order to SQLite before it tells
anybody. boardgame.io plays tic-tac-toe in memory. Both get the same schedule, in turn, in one run.
"""

import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.load_client import Phase
from bench.load_contender import Contender, Lap
from bench.race import ROOT
from bench.rows import Bench, BenchError, Row

PEER = ROOT / "bench" / "boardgame"
EVERY = 2.0
SEED = 35
WARM_UP = 2.0
_ORDERS = 'SELECT count(*) FROM entries WHERE body LIKE \'{"k":"ordered"%\''


class Size(NamedTuple):
    """How large a run is."""

    games: int
    rounds: int
    saturated: float
    paced: float


# A paced lap is long enough for forty orders beyond its p99, and for the peer's collector to run in every one.
FULL, QUICK = Size(500, 3, 7.0, 16.0), Size(50, 1, 4.0, 4.0)


class Laps(NamedTuple):
    """All laps of one contender."""

    saturated: list[Lap]
    paced: list[Lap]


def saturated(seconds: float) -> Phase:
    """Every seat moves as soon as it learns that it may."""
    return Phase(seconds, 0.0, None)


def paced(size: Size) -> Phase:
    """One move of each game every two seconds, the games spread at random, the same for both contenders."""
    luck = random.Random(SEED)
    return Phase(size.paced, EVERY, [luck.uniform(0.0, EVERY) for _ in range(size.games)])


def ours(folder: Path, games: int) -> Contender:
    """Our server as a user starts it, but without rates, because all players come from one address."""
    command = [sys.executable, "-m", "pawnstorm", "serve", "--no-limits", "--port", "0"]
    command += ["--database", f"sqlite:///{_file(folder)}"]
    return Contender("Pawnstorm", ROOT, command, [sys.executable, "-m", "bench.load_client"], games)


def peer(games: int) -> Contender:
    """boardgame.io with its own server and its own client."""
    return Contender("boardgame.io", PEER, ["node", "server.cjs"], ["node", "client.cjs"], games)


def measure(quick: bool) -> list[Row]:
    """Both contenders under the same load, round by round."""
    install()
    size = QUICK if quick else FULL
    # Not in /tmp, which may be in memory: a commit should reach a disk.
    (ROOT / "build").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=ROOT / "build") as folder:
        with ours(Path(folder), size.games) as us, peer(size.games) as them:
            found = _race(us, them, size)
        _check_stored(_file(Path(folder)), us.orders)
    return rows(*found)


def install() -> None:
    """Install boardgame.io if it is missing or older than the lock file."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise BenchError(f"the load benchmark needs {program}: install Node.js 20 or newer")
    installed, lock = PEER / "node_modules" / ".package-lock.json", PEER / "package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    done = subprocess.run(["npm", "ci", "--silent"], cwd=PEER, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise BenchError(f"boardgame.io cannot be installed: {said}")


def _race(us: Contender, them: Contender, size: Size) -> tuple[Laps, Laps]:
    """Both in turn; the first one changes every round, so that noise affects both equally."""
    laps = {us: Laps([], []), them: Laps([], [])}
    for contender in laps:
        contender.run(saturated(WARM_UP))
    for number in range(size.rounds):
        order = [us, them] if number % 2 == 0 else [them, us]
        for contender in order:
            laps[contender].saturated.append(contender.run(saturated(size.saturated)))
        for contender in order:
            laps[contender].paced.append(contender.run(paced(size)))
    return laps[us], laps[them]


def _file(folder: Path) -> Path:
    return folder / "load.sqlite3"


def _check_stored(file: Path, orders: int) -> None:
    """The server has been killed by now: everything that it acknowledged must be in its file."""
    with sqlite3.connect(file) as connection:
        stored = int(connection.execute(_ORDERS).fetchone()[0])
    connection.close()
    if stored < orders:
        raise BenchError(f"{orders} orders were acknowledged, but only {stored} are in the database")


# ---- the figures ----------------------------------------------------------------------------------------------------


def rows(us: Laps, them: Laps) -> list[Row]:
    """The rows of the table; a ratio says how many times cheaper or faster our server is."""
    return [
        _cost("load-cpu", "server processor time an order, saturated", us.saturated, them.saturated, 1),
        _cost("load-cpu-paced", "server processor time an order, paced", us.paced, them.paced),
        _wait("load-p99-paced", "mover's wait, paced, p99", 99, "mover", us.paced, them.paced, 2),
        _wait("load-p99-paced-other", "opponent's wait, paced, p99", 99, "opponent", us.paced, them.paced, 2),
        _wait("load-p50-paced", "mover's wait, paced, p50", 50, "mover", us.paced, them.paced),
        _wait("load-p50-paced-other", "opponent's wait, paced, p50", 50, "opponent", us.paced, them.paced),
        _wait("load-p99", "mover's wait, saturated, p99", 99, "mover", us.saturated, them.saturated),
        _wait("load-p50", "mover's wait, saturated, p50", 50, "mover", us.saturated, them.saturated),
        _rate(us.saturated, them.saturated),
    ]


def _cost(name: str, text: str, us: list[Lap], them: list[Lap], bar: float | None = None) -> Row:
    own, other = median(lap.cost for lap in us), median(lap.cost for lap in them)
    return Row(name, text, own, "us", other, other / own, at_least=bar)


def _wait(name: str, text: str, share: int, who: str, us: list[Lap], them: list[Lap], bar: float | None = None) -> Row:
    own, other = (median(_percentile(lap, who, share) for lap in laps) for laps in (us, them))
    return Row(name, text, own, "ms", other, other / own, at_least=bar)


def _percentile(lap: Lap, who: str, share: int) -> float:
    waits: list[float] = getattr(lap.figures, who)
    return quantiles(waits, n=100, method="inclusive")[share - 1]


def _rate(us: list[Lap], them: list[Lap]) -> Row:
    own, other = median(lap.rate for lap in us), median(lap.rate for lap in them)
    return Row("load-rate", "orders acknowledged a second, saturated", own, "orders/s", other, own / other)


BENCHES = [Bench("load", "live games on the server, compared with boardgame.io", measure)]
