"""Several processes on one PostgreSQL database: killed, cut off and started at once, they lose and hide nothing."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from typing import Any

import httpx
import psycopg
import pytest
from server_kit import made_table
from sqlalchemy.engine import make_url
from starlette.requests import Request

from bench.outages import PATIENCE, ServerProcess, Unrest
from bench.postgres import Postgres
from pawnstorm.server.api.rate_limits import Buckets
from pawnstorm.server.api.services import Services
from pawnstorm.server.errors import ApiError
from pawnstorm.server.settings import UNLIMITED, Limits, Rate, Settings
from pawnstorm.server.storage.database import HEAD
from pawnstorm.server.storage.entries import Proposed, SeatMade
from pawnstorm.server.storage.listener import NAME as LISTENER
from pawnstorm.server.storage.store import Batch, StorageFailed, Store
from pawnstorm.server.table.decisions import opening_entries
from pawnstorm.server.table.lobby import Lobby

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


# ---- what processes tell each other, in one process with several stores ----------------------------------------------


@asynccontextmanager
async def lobbies(database: str, limits: Limits) -> AsyncIterator[list[Services]]:
    """Two servers without sockets."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(2):
            store = Store(database)
            await store.open()
            lobby = Lobby(Settings(database, limits), store)
            stack.push_async_callback(lobby.close)
            found.append(Services(lobby, Buckets(limits.requests)))
            await found[-1].share()
        yield found


async def until(ready: Callable[[], bool], why: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline, f"this has not happened: {why}"
        await asyncio.sleep(0.005)


def test_an_address_cannot_spend_its_limit_on_each_process(database: str) -> None:
    async def scenario() -> None:
        # This one does not refill, so that it does not matter how long this takes.
        async with lobbies(database, Limits(heavy=Rate(20, 0.0))) as (first, second):
            for _ in range(20):
                first.check_heavy_rate(visit)
            await until(lambda: second._heavy._bucket("10.0.0.1")._left <= 0, "the second process hears of it")
            with pytest.raises(ApiError, match="too much at once"):
                second.check_heavy_rate(visit)
            second.check_heavy_rate(Request({"type": "http", "client": ("10.0.0.2", 1)}))

    visit = Request({"type": "http", "client": ("10.0.0.1", 1)})
    asyncio.run(scenario())


def test_only_one_process_thinks_about_a_table_and_a_pledge_is_redeemed_once(database: str) -> None:
    async def scenario() -> None:
        async with lobbies(database, UNLIMITED) as (first, second):
            here, there = first.lobby.store, second.lobby.store
            assert await here.claim("a table")
            assert not await there.claim("a table")
            assert await there.claim("another table")
            here.free("a table")
            # Tasks of a store are done in order.
            await here.check()
            assert await there.claim("a table")
            pledge = await first.lobby.pledge()
            redeemed = await asyncio.gather(*(one.redeem_pledge(pledge.table, 0) for one in (here, there)))
            assert sorted(map(bool, redeemed)) == [False, True]

    asyncio.run(scenario())


def test_a_process_that_stops_in_the_middle_of_a_commit_does_not_stop_the_others(database: str) -> None:
    """Somebody holds a revision in a transaction that does not end: the table is busy, everything else goes on."""

    async def scenario() -> None:
        async with lobbies(database, UNLIMITED) as (first, _):
            store = first.lobby.store
            seat = SeatMade("here", holder="host")
            for table in ("stuck", "free"):
                entries = opening_entries(table, made_table("chess-attack", seat, seat))
                await store.write(Batch().add(table, 0, entries))
            address = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
            with psycopg.connect(address) as stopped:
                stopped.execute("INSERT INTO entries VALUES ('stuck', %s, 0, '{}')", [len(entries)])
                batches = [Batch().add(table, len(entries), [Proposed(0, "draw")]) for table in ("stuck", "free")]
                stuck, free = await asyncio.gather(*map(store.write, batches), return_exceptions=True)
                stopped.rollback()
            assert free is None
            assert isinstance(stuck, StorageFailed)
            assert await store.write(batches[0]) is None

    asyncio.run(scenario())
