"""Several processes on one PostgreSQL database: killed, cut off and started at once, they lose and hide nothing."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from bench.outages import PATIENCE, ServerProcess, Unrest
from bench.postgres import Postgres
from pawnstorm.server.storage.database import HEAD
from pawnstorm.server.storage.listener import NAME as LISTENER

KILLS, TABLES = 30, 6
_LISTENING = f"FROM pg_stat_activity WHERE application_name = '{LISTENER}'"


@pytest.fixture
def database(postgres: Postgres) -> str:
    """An empty database."""
    return postgres.database()


@pytest.fixture
def processes(database: str) -> Iterator[Callable[[int], list[ServerProcess]]]:
    """Makes processes on the database, and ends them after the test."""
    with ExitStack() as stack:

        def make(count: int) -> list[ServerProcess]:
            luck = random.Random(35)
            made = [ServerProcess(database, luck) for _ in range(count)]
            for one in made:
                stack.callback(one.end)
            return made

        yield make


def trouble(
    servers: list[ServerProcess],
    database: str,
    work: Callable[[Unrest], Coroutine[Any, Any, None]],
    tables: int = TABLES,
) -> Unrest:
    """Let people play while something happens; then everybody must know everything that is stored."""

    async def scenario() -> Unrest:
        async with Unrest(servers, database, TABLES, random.Random(18)) as unrest:
            await unrest.go_on(2)
            await work(unrest)
            await unrest.go_on(2)
            await unrest.settle()
        return unrest

    return asyncio.run(scenario())


@pytest.mark.slow
def test_thirty_kills_of_either_process_lose_nothing_and_leave_nobody_untold(
    processes: Callable[[int], list[ServerProcess]], database: str
) -> None:
    servers = processes(2)
    for server in servers:
        server.start()

    async def kill(unrest: Unrest) -> None:
        for _ in range(KILLS):
            await unrest.kill(unrest.luck.choice(servers))

    unrest = trouble(servers, database, kill)
    assert unrest.orders > KILLS * TABLES * 2, "the servers were not busy enough for this to prove anything"


@pytest.mark.slow
def test_an_immediate_stop_of_postgresql_loses_nothing(
    processes: Callable[[int], list[ServerProcess]], database: str, postgres: Postgres
) -> None:
    servers = processes(2)
    for server in servers:
        server.start()

    async def stop(unrest: Unrest) -> None:
        for _ in range(3):
            postgres.stop_at_once()
            await asyncio.sleep(unrest.luck.uniform(0, 0.3))
            await asyncio.to_thread(postgres.start_again)
            await unrest.go_on(3)

    trouble(servers, database, stop)


def test_processes_catch_up_when_their_listening_connections_are_cut(
    processes: Callable[[int], list[ServerProcess]], database: str, postgres: Postgres
) -> None:
    servers = processes(2)
    for server in servers:
        server.start()

    async def cut(unrest: Unrest) -> None:
        for _ in range(8):
            assert len(postgres.query(f"SELECT pg_terminate_backend(pid) {_LISTENING}")) == 2
            await unrest.go_on(3)
            await unrest.until(lambda: postgres.query(f"SELECT count(*) {_LISTENING}") == [(2,)], "both listen")

    trouble(servers, database, cut)


def test_four_processes_may_start_at_once_on_an_empty_database(
    processes: Callable[[int], list[ServerProcess]], database: str, postgres: Postgres
) -> None:
    servers = processes(4)
    for server in servers:
        server.fork()
    for server in servers:
        server.wait()
    keys = {httpx.get(f"{server.url}/api/key", timeout=PATIENCE).json()["key"] for server in servers}
    assert len(keys) == 1
    name = database.rpartition("/")[2]
    assert postgres.query("SELECT version_num FROM alembic_version", name) == [(HEAD,)]
