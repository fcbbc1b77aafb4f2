"""Hundreds of `kill -9` under load: nothing acknowledged may be lost or doubled, and how long somebody is left untold.

The test of the same kind (`tests/server/test_cluster.py`) is shorter and judges no times.
"""

import asyncio
import random
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.outages import ServerProcess, Unrest
from bench.postgres import Postgres
from bench.race import ROOT
from bench.rows import Bench, BenchError, Row

KILLS, FEW = 300, 30
TABLES = 6
SEED = 18
MOST_UNTOLD = 2.0
"""Seconds."""


def postgres(quick: bool) -> list[Row]:
    """Two processes on a PostgreSQL database, one of them killed each time."""
    server = Postgres()
    try:
        return _measure("postgres", server.database(), 2, quick)
    finally:
        server.remove()


def sqlite(quick: bool) -> list[Row]:
    """One process on a SQLite file."""
    # Not in /tmp, which may be in memory.
    (ROOT / "build").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=ROOT / "build") as folder:
        return _measure("sqlite", f"sqlite:///{Path(folder) / 'kills.sqlite3'}", 1, quick)


def _measure(kind: str, database: str, processes: int, quick: bool) -> list[Row]:
    kills = FEW if quick else KILLS
    with ExitStack() as stack:
        luck = random.Random(SEED)
        servers = [ServerProcess(database, luck) for _ in range(processes)]
        for server in servers:
            stack.callback(server.end)
            server.start()
        try:
            unrest = asyncio.run(_kill(servers, database, kills))
        except AssertionError as error:
            raise BenchError(f"{kills} kills on {kind}: {error}") from error
    return [
        Row(f"kills-{kind}-orders", f"orders through {kills} kills, none lost or doubled", unrest.orders, "orders"),
        Row(
            f"kills-{kind}-untold",
            "longest time until the other player was told of an order",
            unrest.longest_untold,
            "s",
            below=MOST_UNTOLD,
        ),
    ]


async def _kill(servers: Sequence[ServerProcess], database: str, kills: int) -> Unrest:
    async with Unrest(servers, database, TABLES, random.Random(SEED)) as unrest:
        for _ in range(kills):
            await unrest.kill(unrest.luck.choice(servers))
        await unrest.settle()
    return unrest


BENCHES = [
    Bench("kills-sqlite", "kill -9 of the server under load, on SQLite", sqlite),
    Bench("kills-postgres", "kill -9 of either of two processes under load, on PostgreSQL", postgres),
]
