"""Attacks on the server within its default limits, and what other players notice of them.

    python -m bench.attacks long [ORDERS]        open a game of so many orders, and download its record
    python -m bench.attacks thinking             twenty tables of computers alone at level 8
    python -m bench.attacks connections [COUNT]  requests that never end

Each starts a server of its own on a free port and stops by itself. The attacker comes from 127.0.0.2.
"""

import asyncio
import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from pawnstorm.core.game import Setup
from pawnstorm.games import load
from pawnstorm.server.guests import COOKIE, new_guest
from pawnstorm.server.storage.entries import Entry, Made, SeatMade
from pawnstorm.server.storage.store import Batch, Store
from pawnstorm.server.table.decisions import decide, opening_entries
from pawnstorm.server.table.table import rebuild
from pawnstorm.server.wire.messages import Order

ATTACKER, PLAYER = "127.0.0.2", "127.0.0.1"
TABLE = "a-very-long-game"
TABLES = 20
ORDERS = 20_000
HALF_OPEN = 2000
SHUFFLE = {"Ae1-f1": "Af1-e1", "Af1-e1": "Ae1-f1", "Ae13-f13": "Af13-e13", "Af13-e13": "Ae13-f13"}
PAUSE = 0.05
Json = dict[str, Any]


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server with the default limits; its address."""
    command = [sys.executable, "-m", "pawnstorm", "serve", "--port", "0", "--pause-seconds", "0"]
    command += ["--database", f"sqlite:///{folder / 'tables.sqlite3'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.terminate()


def long_game(folder: Path, orders: int) -> None:
    """Store a game of Castle Chess in which two Assassins go to and fro."""
    game, guest = load("castle-chess"), new_guest()
    setup = game.agree(Setup({"draw_rules": "off"}))
    seats = tuple(SeatMade("here", holder=guest.id) for _ in range(2))
    made = Made(game.key, setup.rules, dict(setup.options), (), "", seats, guest.id, "ab" * 32)
    log: list[Entry] = opening_entries(TABLE, made)
    table = rebuild(TABLE, log)
    last = {0: "Af1-e1", 1: "Af13-e13"}
    for _ in range(orders):
        seat = table.turn
        text = "rest" if len(log) < 4 else SHUFFLE[last[seat]]
        decision = decide(table, guest.id, Order(table.rev, text))
        decision.apply_to(table)
        log += decision.entries
        last[seat] = text if text != "rest" else last[seat]
    asyncio.run(_store(folder, log))


async def _store(folder: Path, log: list[Entry]) -> None:
    store = Store(f"sqlite:///{folder / 'tables.sqlite3'}")
    await store.open()
    await store.write(Batch().add(TABLE, 0, log))
    await store.close()


class Browser:
    """A guest at one address of this machine."""

    def __init__(self, url: str, address: str) -> None:
        self.url = url
        self.address = address
        self.http = httpx.AsyncClient(
            base_url=url, transport=httpx.AsyncHTTPTransport(local_address=address), timeout=200
        )

    async def make(self, game: str, *seats: Json) -> str:
        """A new table."""
        answer = await self.http.post("/api/tables", json={"game": game, "seats": list(seats)})
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def enter(self, table: str) -> ClientConnection:
        """A socket to a table."""
        host, port = self.url.removeprefix("http://").split(":")
        headers = {"Cookie": f"{COOKIE}={self.http.cookies.get(COOKIE)}"}
        address = f"ws://{host}:{port}/api/tables/{table}/socket"
        return await connect(
            address, additional_headers=headers, local_addr=(self.address, 0), max_size=None, open_timeout=200
        )


async def update(wire: ClientConnection, until: Callable[[Json], bool] = lambda _: True) -> Json:
    """The next update that matches."""
    while True:
        message = json.loads(await wire.recv())
        if message["t"] == "update" and until(message):
            return dict(message)


def quiet(offers: list[Json]) -> str:
    """An order that needs no dice."""
    for offer in offers:
        if offer["order"] and "x" not in offer["order"]:
            return str(offer["order"])
        if found := quiet(offer["options"]):
            return found
    return ""


async def latencies(url: str, stop: asyncio.Event) -> list[float]:
    """Play on another table until told to stop: milliseconds from each order to its update."""
    browser, found = Browser(url, PLAYER), []  # type: Browser, list[float]
    while not stop.is_set():
        wire = await browser.enter(await browser.make("chess-attack", {"kind": "here"}, {"kind": "here"}))
        seen = await update(wire)
        for _ in range(20):
            if stop.is_set():
                break
            begun = time.perf_counter()
            await wire.send(json.dumps({"t": "order", "rev": seen["rev"], "do": quiet(seen["view"]["offers"])}))
            seen = await update(wire, lambda one, rev=seen["rev"]: bool(one["rev"] > rev))  # type: ignore[misc]
            found.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(PAUSE)
        await wire.close()
        await asyncio.sleep(1.0)
    return found


async def beside(url: str, attack: Awaitable[None]) -> None:
    """Carry out an attack, and say what another game has noticed."""
    stop = asyncio.Event()
    playing = asyncio.create_task(latencies(url, stop))
    await asyncio.sleep(2.0)
    await attack
    stop.set()
    times = await playing
    print(f"another game, {len(times)} orders: p99 {quantiles(times, n=100)[-1]:.0f} ms, longest {max(times):.0f} ms")


async def attack_with_long_game(url: str) -> None:
    """Open the long game and download its record."""
    browser = Browser(url, ATTACKER)
    begun = time.perf_counter()
    wire = await browser.enter(TABLE)
    length = (await update(wire))["length"]
    print(f"a game of {length} steps is open after {time.perf_counter() - begun:.2f} s")
    begun = time.perf_counter()
    record = await browser.http.get(f"/api/tables/{TABLE}/record")
    print(f"its record of {len(record.content) / 1e6:.1f} MB is there after {time.perf_counter() - begun:.2f} s")
    await asyncio.sleep(3.0)
    await wire.close()


async def attack_with_computers(url: str) -> None:
    """Twenty tables of computers alone; meanwhile somebody else plays against levels 1 and 8."""
    alone = {level: await answer_time(url, level) for level in ("1", "8")}
    attacker = Browser(url, ATTACKER)
    eight = {"kind": "computer", "player": "8"}
    wires = [await attacker.enter(await attacker.make("chess-attack", eight, eight)) for _ in range(TABLES)]
    readers = [asyncio.create_task(_read(wire)) for wire in wires]
    await asyncio.sleep(5.0)
    for level, usual in alone.items():
        print(f"level {level}: {await answer_time(url, level):.2f} s under attack, {usual:.2f} s alone")
    for wire in wires:
        await wire.close()
    await asyncio.gather(*readers)
    print(f"level 1: {await answer_time(url, '1'):.2f} s after the attacker has left")


async def _read(wire: ClientConnection) -> None:
    async for _ in wire:
        pass


async def answer_time(url: str, level: str) -> float:
    """How long a computer takes for its answers, the longest of four."""
    browser = Browser(url, PLAYER)
    table = await browser.make("chess-attack", {"kind": "here"}, {"kind": "computer", "player": level})
    wire = await browser.enter(table)
    seen, longest = await update(wire), 0.0
    for _ in range(4):
        begun = time.perf_counter()
        await wire.send(json.dumps({"t": "order", "rev": seen["rev"], "do": quiet(seen["view"]["offers"])}))
        seen = await update(wire, lambda one, rev=seen["rev"]: one["rev"] > rev and one["view"]["turn"] == 0)  # type: ignore[misc]
        longest = max(longest, time.perf_counter() - begun)
    await wire.close()
    return longest


async def attack_with_connections(url: str, count: int) -> None:
    """Requests that never end."""
    host, port = url.removeprefix("http://").split(":")
    with contextlib.ExitStack() as stack:
        for number in range(count):
            one = stack.enter_context(socket.create_connection((host, int(port)), 10, (ATTACKER, 0)))
            with contextlib.suppress(OSError):
                one.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n")
            if number % 50 == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(5.0)
    print(f"{count} requests that never ended")


def main(words: list[str]) -> None:
    """Carry out one attack."""
    name, number = [*words, "", "0"][0], int([*words, "", "0"][1] or 0)
    (Path(__file__).parents[1] / "build").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=Path(__file__).parents[1] / "build") as place:
        folder = Path(place)
        if name == "long":
            long_game(folder, number or ORDERS - 100)
        with serving(folder) as url:
            if name == "long":
                asyncio.run(beside(url, attack_with_long_game(url)))
            elif name == "thinking":
                asyncio.run(attack_with_computers(url))
            elif name == "connections":
                asyncio.run(beside(url, attack_with_connections(url, number or HALF_OPEN)))
            else:
                sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
