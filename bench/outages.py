"""Outages: people play while the processes that serve them are killed and started again.

Every person keeps what they have been told. Whatever anybody was told must stay as it was, and must reach everybody at
the table: `Table.receive` fails at the first update that says otherwise, and `Unrest.settle` compares with the
database. The longest time for which somebody was left untold is measured, not judged, because it depends on the
machine.
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Any, Protocol, Self

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.race import ROOT
from pawnstorm.core.fairdice import verify
from pawnstorm.core.record import parse
from pawnstorm.games import load
from pawnstorm.server.guests import COOKIE
from pawnstorm.server.storage.database import ENTRIES, open_engine
from pawnstorm.server.storage.entries import Entry, Ordered, decode
from pawnstorm.server.table.table import rebuild

Json = dict[str, Any]
GAME = "chess-attack"
PATIENCE = 120.0
"""Nothing takes so many seconds, however slow the machine: we wait so long only if something is broken."""
_PAUSE = 0.02
"""Seconds before somebody who was not served tries again."""


def free_port(luck: random.Random) -> int:
    """A free port below those of outgoing connections, so that no client can connect to itself."""
    for port in luck.sample(range(20_000, 32_000), 50):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Reachable(Protocol):
    """Whatever serves tables at an address."""

    @property
    def url(self) -> str:
        """The address."""


class ServerProcess:
    """A server on a port of its own, which can be killed and started again in a moment."""

    def __init__(self, database: str, luck: random.Random) -> None:
        self.port = free_port(luck)
        self.url = f"http://127.0.0.1:{self.port}"
        self._child = 0
        self._forker = subprocess.Popen(
            [sys.executable, "-m", "bench.fork_server", database],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def fork(self) -> None:
        """Start it without waiting for it."""
        assert self._forker.stdin is not None
        assert self._forker.stdout is not None
        self._forker.stdin.write(f"{self.port}\n")
        self._forker.stdin.flush()
        self._child = int(self._forker.stdout.readline())

    def wait(self) -> None:
        """Wait until it can be reached."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{self.url}/api/health", timeout=PATIENCE).raise_for_status()
                return
            time.sleep(0.005)
        raise AssertionError("the server did not come up")

    def start(self) -> None:
        """Start it, and wait until it can be reached."""
        self.fork()
        self.wait()

    def kill(self) -> None:
        """`kill -9`."""
        os.kill(self._child, signal.SIGKILL)

    def end(self) -> None:
        """End the process and the program that forks it: they share a session."""
        os.killpg(self._forker.pid, signal.SIGKILL)
        self._forker.communicate()


# ---- people ---------------------------------------------------------------------------------------------------------


@dataclass
class Table:
    """A table of two people, and what anybody was told about it: every order with its dice, and when."""

    id: str
    people: "list[Person]" = field(default_factory=list)
    told: dict[int, tuple[str, list[list[int]]]] = field(default_factory=dict)
    told_at: dict[int, float] = field(default_factory=dict)
    sent: dict[int, set[str]] = field(default_factory=dict)
    """The orders that were sent for each revision."""
    longest_untold: float = 0.0

    @property
    def orders(self) -> int:
        """How many orders were acknowledged."""
        return len(self.told)

    @property
    def ending(self) -> bool:
        """Whether anybody knows that the game has ended."""
        return any(person.last.get("end") for person in self.people)

    @property
    def over(self) -> bool:
        """Whether everybody knows that."""
        return all(person.last.get("end") for person in self.people)

    def receive(self, person: "Person", message: Json) -> None:
        """An update for a person: it takes nothing back, and it is the same that the other one was told."""
        now = time.monotonic()
        before = person.rev
        assert message["rev"] >= before, f"revision {before} had been told, and then {message['rev']}"
        for step in message["steps"]:
            entry = (step["order"], step["faces"])
            assert self.told.setdefault(step["rev"], entry) == entry, "an acknowledged order has changed"
            self.told_at.setdefault(step["rev"], now)
            if step["rev"] > before >= 0:
                self.longest_untold = max(self.longest_untold, now - self.told_at[step["rev"]])
        known = sum(rev <= message["rev"] for rev in self.told)
        assert message["length"] == known, "an acknowledged order is lost"


class Person:
    """One seat of a table: on the process that is their home if it is there, or on another one."""

    def __init__(self, table: Table, cookie: str, home: int, unrest: "Unrest") -> None:
        self.table = table
        self.last: Json = {}
        self._cookie = cookie
        self._home = home
        self._unrest = unrest
        self._luck = random.Random(unrest.luck.random())
        self._acted = -1
        self._socket: ClientConnection | None = None
        self.staying: asyncio.Task[None] | None = None

    @property
    def rev(self) -> int:
        """The newest revision they were told."""
        return int(self.last.get("rev", -1))

    async def stay(self) -> None:
        """Be at the table."""
        servers = self._unrest.servers
        while True:
            for number in range(len(servers)):
                if await self._visit(servers[(self._home + number) % len(servers)]):
                    break
            await asyncio.sleep(_PAUSE)

    async def go_home(self, server: ServerProcess) -> None:
        """Connect again, if this is the home that was missing."""
        if self._socket is not None and self._unrest.servers[self._home] is server:
            await self._socket.close()

    async def _visit(self, server: Reachable) -> bool:
        """Be served by a process until it closes the socket; False if it was not there."""
        address = f"{server.url.replace('http', 'ws')}/api/tables/{self.table.id}/socket?rev={max(self.rev, 0)}"
        served = False
        with contextlib.suppress(WebSocketException, OSError):
            async with connect(
                address,
                additional_headers={"Cookie": f"{COOKIE}={self._cookie}"},
                proxy=None,
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
            ) as self._socket:
                self._acted = -1
                async for text in self._socket:
                    served = True
                    self._receive(json.loads(text))
        return served

    def _receive(self, message: Json) -> None:
        if message["t"] == "update":
            self.table.receive(self, message)
            self.last = message
            self.act()
            return
        expected = {"stale", "busy"} if self._unrest.playing else {message["code"]}
        assert message["t"] == "refused", message
        assert message["code"] in expected, message
        if message["code"] == "busy":
            asyncio.get_running_loop().call_later(_PAUSE, self._act_again)

    def _act_again(self) -> None:
        self._acted = -1
        self.act()

    def act(self) -> None:
        """Give an order, if it is this person's turn and they have not given one."""
        offered = list(_leaves(self.last["view"]["offers"]))
        if not offered or self._acted == self.rev or not self._unrest.playing or self._socket is None:
            return
        self._acted = self.rev
        order = self._luck.choice(offered)
        self.table.sent.setdefault(self.rev + 1, set()).add(order)
        self._unrest.start(self._send(self._socket, {"t": "order", "rev": self.rev, "do": order}))

    async def resign(self, seat: int) -> None:
        """Give up, if connected at present."""
        if self._socket is not None:
            await self._send(self._socket, {"t": "resign", "rev": self.rev, "seat": seat})

    async def _send(self, socket: ClientConnection, message: Json) -> None:
        # The process may have been killed; then the person connects again.
        with contextlib.suppress(WebSocketException, OSError):
            await socket.send(json.dumps(message))


def _leaves(offers: list[Json]) -> Iterator[str]:
    for offer in offers:
        if offer["order"]:
            yield offer["order"]
        yield from _leaves(offer["options"])


# ---- the unrest -----------------------------------------------------------------------------------------------------


class Unrest:
    """Tables on several processes, with their people on different ones, all playing as fast as they are answered."""

    def __init__(self, servers: Sequence[Reachable], database: str, tables: int, luck: random.Random) -> None:
        self.servers = list(servers)
        self.luck = luck
        self.playing = True
        self.tables: list[Table] = []
        self._finished: list[Table] = []
        self._database = database
        self._count = tables
        self._tasks: set[asyncio.Task[None]] = set()
        self._fault: BaseException | None = None

    async def __aenter__(self) -> Self:
        await self.renew()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def orders(self) -> int:
        """How many orders were acknowledged so far."""
        return sum(table.orders for table in [*self._finished, *self.tables])

    @property
    def longest_untold(self) -> float:
        """The longest time in seconds from when one person was told of an order until the other was."""
        return max(table.longest_untold for table in [*self._finished, *self.tables])

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Do something meanwhile; if it fails, so does the next wait."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._fault = self._fault or task.exception()

    async def until(self, ready: Callable[[], bool], why: str) -> None:
        """Wait until something is so; whoever waits too long has been forgotten by the servers."""
        deadline = time.monotonic() + PATIENCE
        while not ready():
            if self._fault is not None:
                raise self._fault
            assert time.monotonic() < deadline, f"this has not happened: {why}"
            await asyncio.sleep(0.005)

    async def renew(self) -> None:
        """Replace the tables that are over. All processes must be there."""
        self._finished += [table for table in self.tables if table.over]
        for person in [person for table in self.tables if table.over for person in table.people]:
            if person.staying is not None:
                person.staying.cancel()
        self.tables = [table for table in self.tables if not table.over]
        while len(self.tables) < self._count:
            table = await asyncio.to_thread(self._sit_down, len(self.tables))
            self.tables.append(table)
            for person in table.people:
                person.staying = self.start(person.stay())

    def _sit_down(self, number: int) -> Table:
        """A new table: pledged on one process, made on the next, joined on a third, so that all of them must agree."""
        first, second, third = (self.servers[(number + more) % len(self.servers)].url for more in range(3))
        pledge = httpx.post(f"{first}/api/pledges", timeout=PATIENCE).raise_for_status().json()
        body = {"game": GAME, "seats": [{"kind": "here"}, {"kind": "open"}], "pledge": pledge["table"], "seed": "aa"}
        made = httpx.post(f"{second}/api/tables", json=body, timeout=PATIENCE).raise_for_status()
        table = Table(made.json()["id"])
        join = {"token": made.json()["invitations"][0]["token"], "seed": "bb"}
        joined = httpx.post(f"{third}/api/tables/{table.id}/join", json=join, timeout=PATIENCE).raise_for_status()
        for seat, answer in enumerate((made, joined)):
            table.people.append(Person(table, answer.cookies[COOKIE], (number + seat) % len(self.servers), self))
        return table

    async def go_on(self, orders: int) -> None:
        """Wait until every table has had some more orders, wherever its people are."""
        goals = {table.id: table.orders + orders for table in self.tables}
        await self.until(
            lambda: all(table.ending or table.orders >= goals[table.id] for table in self.tables),
            "the games go on",
        )

    async def kill(self, server: ServerProcess) -> None:
        """Kill a process in the middle of something, and start it again while its people are elsewhere."""
        await self.go_on(self.luck.randint(2, 8))
        await asyncio.sleep(self.luck.uniform(0, 0.004))
        server.kill()
        if len(self.servers) > 1:
            await self.go_on(2)
        await asyncio.to_thread(server.start)
        for table in self.tables:
            for person in table.people:
                await person.go_home(server)
        await self.renew()

    async def settle(self) -> None:
        """Stop playing; everybody must be told everything that is stored, and that is what they were told before."""
        self.playing = False
        for table in self.tables:
            await self._end(table)
        engine = open_engine(self._database)
        try:
            for table in [*self._finished, *self.tables]:
                await self._compare(table, engine)
        finally:
            engine.dispose()
        for table in [*self._finished, *self.tables]:
            await asyncio.to_thread(self._check_record, table)

    async def _end(self, table: Table) -> None:
        """End a game: the seeds of its dice are revealed, and no order is on its way any more."""
        deadline = time.monotonic() + PATIENCE
        while not table.over:
            if self._fault is not None:
                raise self._fault
            assert time.monotonic() < deadline, f"both people at table {table.id} have not heard of its end"
            if not table.ending:
                # Again and again, because an order may come first, and a socket may be about to close.
                await table.people[0].resign(0)
            await asyncio.sleep(0.1)

    def _check_record(self, table: Table) -> None:
        """Every process gives out the same record; its signature, its positions and its dice are right."""
        address = f"/api/tables/{table.id}/record"
        texts = {_text_of(server.url + address) for server in self.servers}
        assert len(texts) == 1
        kept = parse(texts.pop())
        assert [entry.order for entry in kept.entries if entry.order] == [
            table.told[rev][0] for rev in sorted(table.told)
        ]
        assert verify(kept, load(GAME)).ok

    async def _compare(self, table: Table, engine: sa.Engine) -> None:
        await self.until(lambda: self._all_told(table, engine), f"both people at table {table.id} know everything")
        entries = _log(table, engine)
        stored = [entry for entry in entries if isinstance(entry, Ordered)]
        faces = [[list(group) for group in entry.faces] for entry in stored]
        told = [table.told[rev] for rev in sorted(table.told)]
        assert list(zip([entry.order for entry in stored], faces, strict=True)) == told
        revs = [rev for rev, entry in enumerate(entries) if isinstance(entry, Ordered)]
        assert revs == sorted(table.told)
        assert all(table.told[rev][0] in table.sent[rev] for rev in revs), "an order was played that nobody gave"
        # The digest of every position is compared.
        assert rebuild(table.id, entries).rev == len(entries) - 1

    def _all_told(self, table: Table, engine: sa.Engine) -> bool:
        query = sa.select(sa.func.max(ENTRIES.c.rev)).where(ENTRIES.c.table_id == table.id)
        with engine.connect() as connection:
            head = connection.execute(query).scalar()
        return all(person.rev == head for person in table.people)


def _log(table: Table, engine: sa.Engine) -> list[Entry]:
    query = sa.select(ENTRIES.c.body).where(ENTRIES.c.table_id == table.id).order_by(ENTRIES.c.rev)
    with engine.connect() as connection:
        return [decode(body) for (body,) in connection.execute(query)]


def _text_of(url: str) -> str:
    """What is at an address; while the proxy finds out that a process is back, a person asks again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        answer = httpx.get(url, timeout=PATIENCE)
        if answer.status_code != HTTPStatus.BAD_GATEWAY or time.monotonic() > deadline:
            return answer.raise_for_status().text
        time.sleep(0.1)
