"""A server may stop or be killed at any moment: everything that it has acknowledged is there afterwards."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace

from server_kit import HERE, OPEN, PATIENCE, RANDOM, Server, Visitor, made_table, quiet, two

from bench.outages import ServerProcess, Unrest
from pawnstorm.server.guests import COOKIE
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import SeatMade
from pawnstorm.server.storage.store import Batch, Store
from pawnstorm.server.table.decisions import opening_entries
from pawnstorm.server.table.lobby import Lobby

KILLS = 50
TABLES = 4


def test_a_restart_resumes_every_table(serve: Callable[[Settings], Server], settings: Settings) -> None:
    first = serve(settings)
    white, black, table = two(first)
    waiting = white.make(HERE, OPEN)
    with white.open(table) as w, black.open(table) as b:
        w.order("e2-e4")
        b.reach(w.rev)
        b.order("e7-e5")
        w.reach(b.rev)
        w.send("propose", seat=0, kind="draw")
        before = b.reach(5)
    cookies = [white.http.cookies[COOKIE], black.http.cookies[COOKIE]]
    first.stop()
    second = serve(settings)
    white, black = second.guest(), second.guest()
    for visitor, cookie in zip((white, black), cookies, strict=True):
        visitor.http.cookies.set(COOKIE, cookie)
    assert white.table(waiting["id"])["invitations"] == waiting["invitations"]
    with black.open(table) as b:
        assert b.last["view"] == before["view"]
        assert b.last["proposal"] == before["proposal"]
        assert [step["order"] for step in b.steps] == ["e2-e4", "e7-e5"]
        b.send("answer", seat=1, accept=True)
        assert b.reach(6)["end"]["text"] == "draw agreed"


def test_stopping_tells_every_client_to_connect_again(serve: Callable[[Settings], Server], settings: Settings) -> None:
    server = serve(settings)
    url, guest = server.url, Visitor(server.url)
    client = guest.open(guest.make()["id"])
    server.stop()
    assert client.closed() == 1012
    guest.leave()
    assert url


def test_idle_tables_leave_the_memory_and_are_loaded_again(
    serve: Callable[[Settings], Server], settings: Settings
) -> None:
    server = serve(replace(settings, idle_seconds=0.05))
    host = server.guest()
    table = host.make(HERE, HERE)["id"]
    with host.open(table) as client:
        client.order("e2-e4")
        time.sleep(0.15)
        assert _live(host) == 1, "a table that is watched stays"
    deadline = time.monotonic() + PATIENCE
    while _live(host) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert _live(host) == 0
    with host.open(table) as client:
        assert [step["order"] for step in client.steps] == ["e2-e4"]
        client.order(quiet(client))


def test_a_table_that_is_closed_while_a_guest_waits_is_loaded_again(settings: Settings) -> None:
    async def scenario() -> None:
        store = Store(settings.database)
        await store.open()
        lobby = Lobby(settings, store)
        seat = SeatMade("here", holder="host")
        first_entries = opening_entries("t", made_table("chess-attack", seat, seat))
        await store.write(Batch().add("t", 0, first_entries))
        waiting = asyncio.create_task(lobby.find("t"))
        while not lobby.live:
            await asyncio.sleep(0)
        first = lobby._live["t"]
        await first.stop()
        assert not waiting.done()
        found = await waiting
        assert found is lobby._live["t"]
        assert found is not first
        await lobby.close()

    asyncio.run(scenario())


def _live(visitor: Visitor) -> int:
    return int(visitor.http.get("/api/health").json()["tables"])


def test_the_computer_goes_on_after_a_restart(serve: Callable[[Settings], Server], settings: Settings) -> None:
    first = serve(settings)
    host = first.guest()
    made = host.make(RANDOM, RANDOM)
    with host.open(made["id"]) as client:
        client.update(lambda message: message["length"] >= 2)
    first.stop()
    with serve(settings).guest().open(made["id"]) as client:
        seen = client.last["length"]
        client.update(lambda message: message["length"] > seen)


# ---- kill -9 ------------------------------------------------------------------------------------------------------


def test_fifty_kills_lose_nothing_acknowledged(database: str) -> None:
    async def scenario() -> int:
        async with Unrest([server], database, TABLES, random.Random(35)) as unrest:
            for _ in range(KILLS):
                await unrest.kill(server)
            await unrest.settle()
            return unrest.orders

    server = ServerProcess(database, random.Random(35))
    try:
        server.start()
        orders = asyncio.run(scenario())
    finally:
        server.end()
    assert orders > KILLS * TABLES, "the server was not busy enough for this to prove anything"
