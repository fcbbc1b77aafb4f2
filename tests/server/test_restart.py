"""A server may stop or be killed at any moment: everything that it has acknowledged is there afterwards."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
from server_kit import HERE, OPEN, PATIENCE, RANDOM, Json, Server, Visitor, leaves, made_table, quiet, two
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pawnstorm.server.guests import COOKIE
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import Ordered, SeatMade, decode
from pawnstorm.server.storage.store import Batch, Store
from pawnstorm.server.table.decisions import opening_entries
from pawnstorm.server.table.lobby import Lobby
from pawnstorm.server.table.table import rebuild

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


@dataclass
class FastPlayer:
    """A player with both seats of one table, who gives orders as fast as the server answers."""

    table: str
    cookie: str
    luck: random.Random
    answers: "asyncio.Semaphore | None" = None
    last: Json = field(default_factory=dict)
    acknowledged: dict[int, tuple[str, list[list[int]]]] = field(default_factory=dict)

    async def play(self, url: str) -> None:
        """Play until the server is gone."""
        headers = {"Cookie": f"{COOKIE}={self.cookie}"}
        address = f"{url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        with contextlib.suppress(WebSocketException, OSError):
            async with connect(
                address, additional_headers=headers, compression=None, max_size=None, open_timeout=PATIENCE
            ) as ws:
                sent = -1
                async for text in ws:
                    self._receive(json.loads(text))
                    if self.last["end"]:
                        return
                    # An update about people who come or go must not be answered with another order.
                    if self.last["rev"] > sent:
                        sent = self.last["rev"]
                        order = self.luck.choice(list(leaves(self.last["view"]["offers"])))
                        await ws.send(json.dumps({"t": "order", "rev": sent, "do": order}))

    def _receive(self, message: Json) -> None:
        assert message["t"] == "update", message
        for step in message["steps"]:
            # Everything is sent again after a kill; it must contain all that was acknowledged, word for word.
            entry = (step["order"], step["faces"])
            assert self.acknowledged.setdefault(step["rev"], entry) == entry
        assert message["length"] == len(self.acknowledged), "an acknowledged order is lost"
        self.last = message
        if self.answers is not None:
            self.answers.release()


@pytest.fixture
def forker(database: str) -> Iterator[subprocess.Popen[str]]:
    path = Path(__file__).with_name("forker.py")
    process = subprocess.Popen(
        [sys.executable, str(path), database],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    yield process
    # The servers that it has forked belong to its session and hold its pipes.
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def fork(forker: subprocess.Popen[str], port: int) -> int:
    """A new server on the port; its process id once it can be reached."""
    assert forker.stdin is not None
    assert forker.stdout is not None
    forker.stdin.write(f"{port}\n")
    forker.stdin.flush()
    child = int(forker.stdout.readline())
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=1).raise_for_status()
            return child
        time.sleep(0.005)
    raise AssertionError("the server did not come up")


def _free_port(luck: random.Random) -> int:
    """A free port below those of outgoing connections, so that no client can connect to itself."""
    for port in luck.sample(range(20_000, 32_000), 50):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def test_fifty_kills_lose_nothing_acknowledged(forker: subprocess.Popen[str], database: str) -> None:
    luck = random.Random(35)
    port = _free_port(luck)
    url = f"http://127.0.0.1:{port}"
    child = fork(forker, port)
    players: list[FastPlayer] = []
    acknowledged = 0
    for _ in range(KILLS):
        players = [player for player in players if not player.last.get("end")]
        while len(players) < TABLES:
            players.append(_sit_down(url, luck))
        before = sum(len(player.acknowledged) for player in players)
        asyncio.run(_play_and_kill(players, url, child, luck))
        acknowledged += sum(len(player.acknowledged) for player in players) - before
        child = fork(forker, port)
    for player in players:
        _compare_with_storage(database, player)
    assert acknowledged > KILLS * TABLES, "the servers were not busy enough for this to prove anything"


def _sit_down(url: str, luck: random.Random) -> FastPlayer:
    visitor = Visitor(url)
    made = visitor.make(HERE, HERE, seed="ab")
    cookie = visitor.http.cookies[COOKIE]
    visitor.leave()
    return FastPlayer(made["id"], cookie, random.Random(luck.random()))


async def _play_and_kill(players: list[FastPlayer], url: str, child: int, luck: random.Random) -> None:
    """Kill the server shortly after a random number of answers, so that it is busy however slow the machine is."""
    answers = asyncio.Semaphore(0)
    for player in players:
        player.answers = answers
    playing = [asyncio.create_task(player.play(url)) for player in players]
    for _ in range(luck.randint(TABLES + 2, 30)):
        waiting = asyncio.create_task(answers.acquire())
        await asyncio.wait([waiting, *playing], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
    await asyncio.sleep(luck.uniform(0, 0.004))
    os.kill(child, signal.SIGKILL)
    await asyncio.gather(*playing)


def _compare_with_storage(database: str, player: FastPlayer) -> None:
    """The stored log contains every acknowledged order, and its digests are right."""
    with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        rows = connection.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY rev", (player.table,))
        entries = [decode(body) for (body,) in rows]
    orders = [entry for entry in entries if isinstance(entry, Ordered)]
    acknowledged = list(player.acknowledged.values())
    assert [(entry.order, [list(group) for group in entry.faces]) for entry in orders][
        : len(acknowledged)
    ] == acknowledged
    assert rebuild(player.table, entries).rev == len(entries) - 1
