"""Memory: many self-play games in one process that does nothing else.

    python -m bench.memory GAMES

plays the games and prints a JSON object: the highest resident size, and the size at twenty points of the run.
"""

import json
import subprocess
import sys
from pathlib import Path

from bench.contenders import is_compiled
from bench.race import ROOT
from bench.rows import Bench, BenchError, Row
from pawnstorm.ai.search.playout import playout
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.games import load

GAMES, QUICK_GAMES = 100_000, 20_000
POINTS = 20
SETTLED = POINTS // 5
"""Growth counts from a fifth of the run on: by then every buffer and cache has its final size."""
STATUS = Path("/proc/self/status")


def resident(field: str) -> float:
    """A field of the process status, in MB of 1024 kB: VmRSS is the present resident size, VmHWM the highest so far."""
    for line in STATUS.read_text("ascii").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 1024
    raise BenchError(f"{STATUS} has no field {field}")


def play(games: int) -> dict[str, object]:
    """Play the games, one after another, and note the resident size along the way."""
    start = load("chess-attack").start(Setup())
    luck, moves, outcomes = Luck(35), Moves(), Outcomes()
    plies = 0
    samples: list[float] = []
    for _ in range(POINTS):
        for _ in range(games // POINTS):
            plies += playout(start.copy(), luck, moves, outcomes)
        samples.append(resident("VmRSS"))
    return {"plies": plies, "peak": resident("VmHWM"), "samples": samples}


def measure(quick: bool) -> list[Row]:
    """Run the games in a fresh process and measure its memory."""
    if not STATUS.exists():
        raise BenchError(f"memory is read from {STATUS}, which this system does not have")
    if not is_compiled():
        raise BenchError("the core is not compiled here: run `make setup` first")
    games = QUICK_GAMES if quick else GAMES
    command = [sys.executable, "-m", "bench.memory", str(games)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BenchError(f"the memory run failed: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
    found = json.loads(done.stdout)
    grown = max(found["samples"][SETTLED:]) - found["samples"][SETTLED - 1]
    return [
        Row("memory-peak", f"highest resident size over {games:,} games", found["peak"], "MB", below=150),
        Row("memory-growth", f"growth from 20 % to 100 % of {games:,} games", grown, "MB", below=1),
    ]


BENCHES = [Bench("memory", "memory of long self-play", measure)]


if __name__ == "__main__":
    print(json.dumps(play(int(sys.argv[1]))))
