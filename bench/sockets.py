"""What a message costs on several WebSocket servers: each sends a larger text to both sockets of a pair for it.

It is the traffic of a table without the table. The processor time of the server's process for one message is measured,
with every socket sending as soon as it is answered, and at a steady pace.
"""

import asyncio
import sys
from functools import partial
from statistics import median
from time import perf_counter
from typing import cast

import uvloop

from bench.load_contender import Child, processor_seconds
from bench.race import ROOT
from bench.rows import Bench, BenchError, Row
from bench.socket_servers import ANSWER, KINDS

PAIRS, SECONDS, ROUNDS = 100, 3.0, 3
EVERY = 0.25
"""Seconds between two messages of a pair at a steady pace: 400 messages a second in all."""
_MESSAGE = b"\x81\xbc" + bytes(4) + b"x" * 60
"""A text of a client as long as a usual command; a mask of zeros is a mask."""
_FRAME = 4 + len(ANSWER)
_START_SECONDS = 30.0


class _Socket(asyncio.Protocol):
    """A client that counts bytes, because a client that parses would cost more than the server."""

    def __init__(self, pair: int, netloc: str) -> None:
        self.opened = asyncio.Event()
        self.messages = 0
        self.eager = False
        self._request = (
            f"GET /{pair} HTTP/1.1\r\nHost: {netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self._left = 0
        self._due = False
        self._transport: asyncio.WriteTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        # uvloop's transports are not declared as such.
        self._transport = cast(asyncio.WriteTransport, transport)
        self._transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        """Count what has come; an answer to the own message allows the next one."""
        if not self.opened.is_set():
            if not data.startswith(b"HTTP/1.1 101"):
                raise BenchError(f"a socket was refused: {data[:60]!r}")
            self.opened.set()
            return
        self._left += len(data)
        while self._left >= _FRAME:
            self._left -= _FRAME
            if self.eager and self._due:
                self.send()

    def send(self) -> None:
        """Send a message."""
        self.messages += 1
        self._due = True
        self._transport.write(_MESSAGE)


async def _drive(address: str, process: int) -> tuple[float, float]:
    """Microseconds for a message, saturated and paced."""
    netloc = address.partition("//")[2]
    host, _, port = netloc.partition(":")
    loop = asyncio.get_running_loop()
    sockets = [_Socket(number // 2, netloc) for number in range(2 * PAIRS)]
    for one in sockets:
        await loop.create_connection(partial(_itself, one), host, int(port))
        await asyncio.wait_for(one.opened.wait(), _START_SECONDS)
    movers = sockets[::2]
    await _lap(movers, process, 0.5, True)
    return await _lap(movers, process, SECONDS, True), await _lap(movers, process, SECONDS, False)


def _itself(one: _Socket) -> _Socket:
    return one


async def _lap(movers: list[_Socket], process: int, seconds: float, eager: bool) -> float:
    for one in movers:
        one.messages, one.eager = 0, eager
    before, end = processor_seconds(process), perf_counter() + seconds
    for number, one in enumerate(movers):
        if eager:
            one.send()
        else:
            _pace(one, EVERY * number / len(movers), end)
    await asyncio.sleep(seconds)
    for one in movers:
        one.eager = False
    spent = processor_seconds(process) - before
    await asyncio.sleep(0.2)
    return spent * 1e6 / sum(one.messages for one in movers)


def _pace(one: _Socket, wait: float, end: float) -> None:
    def due() -> None:
        if perf_counter() < end:
            one.send()
            _pace(one, EVERY, end)

    asyncio.get_running_loop().call_later(wait, due)


def measure(quick: bool) -> list[Row]:
    """All servers in turn, several times."""
    found: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
    for _ in range(1 if quick else ROUNDS):
        for kind, laps in found.items():
            laps.append(_once(kind))
    rows = []
    ours = [median(lap[way] for lap in found["ours"]) for way in (0, 1)]
    for kind, laps in found.items():
        for way, word in enumerate(("saturated", "paced")):
            value = median(lap[way] for lap in laps)
            text = f"processor time of a message, {word}"
            rows.append(Row(f"socket-{kind}-{word}", text, ours[way], "us", value, value / ours[way]))
    return rows


def _once(kind: str) -> tuple[float, float]:
    server = Child(f"the server {kind}", [sys.executable, "-m", "bench.socket_servers", kind], ROOT)
    try:
        address = server.hear(_START_SECONDS).strip()
        return uvloop.run(_drive(address, server.id))
    finally:
        server.kill()


BENCHES = [Bench("sockets", "what a message costs on several WebSocket servers", measure)]
