"""Twenty thousand hostile messages: no error of ours, no trace in the log, and the tables still work."""

import asyncio
import contextlib
import json
import os
import random
import re
import socket
import string
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_kit import HERE, OPEN, PATIENCE, Visitor

from pawnstorm.server.guests import COOKIE

MESSAGES = 20_000
ATTACKERS = 4
ROUND = 250
TEXT, BINARY, CONTINUATION = 1, 2, 0
VALID: list[dict[str, Any]] = [
    {"t": "order", "rev": 2, "do": "e2-e4"},
    {"t": "order", "rev": 2, "do": "e7-e5"},
    {"t": "resign", "rev": 2, "seat": 0},
    {"t": "propose", "rev": 2, "seat": 0, "kind": "undo"},
    {"t": "answer", "rev": 2, "seat": 1, "accept": False},
    {"t": "sync", "rev": 0},
]
VALUES: list[Any] = [
    None, True, -1, 0, 1, 2, 15, 16, 2**31, 2**63, 2**64, 10**40, 1.5, 1e308, "", "e2-e4", "e7-e5", "0-0", "\0",
    "e2\n-e4", "\u202e", "🎲" * 30, "é" * 99, "x" * 199, "x" * 3000, [], {}, [[]], {"t": "order"}, ["order"], "null",
]  # fmt: skip


def hostile(luck: random.Random, rev: int) -> bytes:
    """A message that nobody should send; some are almost right."""
    kind = luck.randrange(8)
    if kind == 0:
        return luck.randbytes(luck.randrange(60))
    if kind == 1:
        return "".join(luck.choices(string.printable + '{}[]":,', k=luck.randrange(80))).encode()
    if kind == 2:
        return (luck.choice("[{") * luck.randrange(1, 4000)).encode()
    message = dict(luck.choice(VALID), rev=rev)
    for _ in range(luck.randrange(3)):
        message[luck.choice([*message, "t", "more", "seat"])] = luck.choice(VALUES)
    text = json.dumps(message)
    if kind == 3:
        cut = luck.randrange(len(text))
        text = text[:cut] + luck.choice(["", "\\", '"', "\\ud800", "}", "\x7f"]) + text[cut + luck.randrange(3) :]
    # Longer ones would close the socket, which `breaking` tests.
    return text.encode("utf-8", "surrogatepass")[:4000]


def frame(data: bytes, code: int, flags: int = 0x80) -> bytes:
    """A masked frame as a browser sends it; the mask is zero, so the bytes stay as they are."""
    size = len(data)
    if size > 0xFFFF:
        length = struct.pack(">BQ", 0xFF, size)
    else:
        length = bytes([0x80 | size]) if size < 126 else struct.pack(">BH", 0xFE, size)
    return bytes([flags | code]) + length + bytes(4) + data


def breaking(luck: random.Random) -> bytes:
    """Something that no correct client can send."""
    return luck.choice(
        [
            frame(b"\xff\xfe\xc0", TEXT),
            frame(b"x" * 100_000, TEXT),
            frame(b"", CONTINUATION),
            frame(b"{", TEXT, 0) + frame(b"{", TEXT, 0),
            frame(b"x", 3),
            frame(b"x", TEXT, 0xF0),
            frame(b"x" * 200, 9),
            b"\x81\x05hello",
            luck.randbytes(40),
        ]
    )


class Attacker:
    """Sends rounds of messages on raw sockets, and breaks every socket at the end."""

    def __init__(self, url: str, cookies: list[str], tables: list[str], seed: int) -> None:
        self.host, port = url.removeprefix("http://").split(":")
        self.port = int(port)
        self.cookies, self.tables = cookies, tables
        self.luck = random.Random(seed)
        self.answered = 0
        self.rev = 2

    async def attack(self) -> None:
        for number in range(MESSAGES // ATTACKERS // ROUND):
            await self._round(self.luck.choice(self.tables), f"marker-{number}")

    async def _round(self, table: str, marker: str) -> None:
        reader, writer = await self._upgrade(table)
        for _ in range(ROUND - 1):
            data = hostile(self.luck, self.rev + self.luck.choice([0, 0, 0, 0, -1, 1]))
            writer.write(frame(data, TEXT if _is_text(data) and self.luck.random() < 0.8 else BINARY))
            await writer.drain()
        # When the marker is answered, everything before it has been handled.
        writer.write(frame(json.dumps({"t": marker}).encode(), TEXT))
        await self._receive(reader, marker.encode())
        writer.write(breaking(self.luck))
        with contextlib.suppress(OSError):
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    async def _upgrade(self, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=2**24)
        writer.write(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            f"Cookie: {COOKIE}={self.luck.choice(self.cookies)}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def _receive(self, reader: asyncio.StreamReader, marker: bytes) -> None:
        """Read answers until the one to the marker."""
        received = b""
        while marker not in received:
            part = await asyncio.wait_for(reader.read(65536), PATIENCE)
            assert part, "the socket was closed before the last answer"
            self.answered += part.count(b'"t":"refused"')
            received = received[-200:] + part
            revs = re.findall(rb'"rev":(\d+)\}', received)
            self.rev = int(revs[-1]) if revs else self.rev


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.fixture
def process(database: str, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server in a process of its own, whose log is kept."""
    log = tmp_path / "log.jsonl"
    with log.open("w") as errors:
        server = subprocess.Popen(
            [sys.executable, "-m", "pawnstorm", "serve", "--port", "0", "--no-limits", "--database", database],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "COLUMNS": "200"},
        )
    assert server.stdout is not None
    url = next(word for word in server.stdout.readline().split() if word.startswith("http"))
    yield url, log
    server.terminate()
    server.communicate(timeout=PATIENCE)


def seat_two(url: str) -> tuple[Visitor, Visitor]:
    return Visitor(url), Visitor(url)


def clean(log: Path) -> bool:
    """Whether nothing went wrong on our side."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert lines
    assert [line for line in lines if line["level"] not in ("info", "warning") or "trace" in line] == []
    return "Traceback" not in log.read_text()


def test_hostile_messages_break_nothing(process: tuple[str, Path]) -> None:
    url, log = process
    white, black = seat_two(url)
    tables = []
    for _ in range(40):
        made = white.make(HERE, OPEN)
        assert black.post(made["id"], "join", token=made["invitations"][0]["token"]).status_code == 200
        tables.append(made["id"])
    cookies = [white.http.cookies[COOKIE], black.http.cookies[COOKIE], "x" * 43]
    attackers = [Attacker(url, cookies, tables, seed) for seed in range(ATTACKERS)]

    async def attack() -> None:
        await asyncio.gather(*(attacker.attack() for attacker in attackers))

    asyncio.run(attack())
    assert sum(attacker.answered for attacker in attackers) > MESSAGES // 2
    for table in tables:
        _plays_on(white, black, table)
    with white.open(white.make()["id"]) as client:
        client.order("e2-e4")
        client.order("e7-e5")
    assert httpx.get(f"{url}/api/health", timeout=PATIENCE).json()["status"] == "ok"
    white.leave()
    black.leave()
    assert clean(log)


def _plays_on(white: Visitor, black: Visitor, table: str) -> None:
    """A legal order is accepted, unless a message happened to be right and ended the game."""
    with white.open(table) as w, black.open(table) as b:
        mover = next((client for client in (w, b) if client.orders()), None)
        if mover:
            mover.order(mover.orders()[0])
        else:
            assert w.last["end"]


def test_broken_requests_break_nothing(process: tuple[str, Path]) -> None:
    """Raw bytes on the port, before any protocol."""
    url, log = process
    luck = random.Random(5)
    host, port = url.removeprefix("http://").split(":")
    starts = [
        b"GET ",
        b"",
        b"POST /api/tables HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
        b"GET /api/games HTTP/9.9\r\n\r\n",
        b"GET /api/tables/x/socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ]
    for _ in range(150):
        with socket.create_connection((host, int(port)), PATIENCE) as raw:
            raw.sendall(luck.choice(starts) + luck.randbytes(luck.randrange(200)))
    assert httpx.get(f"{url}/api/health", timeout=PATIENCE).json()["status"] == "ok"
    assert clean(log)
