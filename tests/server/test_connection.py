"""The wire: whatever way the bytes of a socket are cut, the same messages are heard."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from pawnstorm.server.api.connection import TableConnection

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A transport that keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.ended = False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return self.ended

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def _application(_scope: Any, receive: Any, send: Any) -> None:
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def _open(first: bytes = REQUEST) -> tuple[TableConnection, Wire]:
    config = Config(_application, lifespan="off", ws_max_size=100_000, ws_per_message_deflate=False)
    config.load()
    line, wire = TableConnection(config, ServerState(), {}), Wire()
    line.connection_made(wire)
    line.data_received(first)
    while not line.handshake_complete:
        await asyncio.sleep(0)
    wire.sent = b""
    return line, wire


def _frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def _said(message: bytes, luck: random.Random) -> bytes:
    """A message in one frame or in several, perhaps with a sign of life before or between."""
    if len(message) < 2 or luck.random() < 0.7:
        return b"".join([_frame(Opcode.PONG, b"here")] * (luck.random() < 0.2)) + _frame(Opcode.TEXT, message)
    cut = luck.randrange(1, len(message))
    between = _frame(Opcode.PONG, b"") if luck.random() < 0.5 else b""
    return _frame(Opcode.TEXT, message[:cut], fin=False) + between + _frame(Opcode.CONT, message[cut:])


def _pieces(data: bytes, luck: random.Random) -> Iterator[bytes]:
    while data:
        size = luck.choice((1, 2, 3, 6, 8, 40, 10_000))
        yield data[:size]
        data = data[size:]


@pytest.mark.parametrize("seed", range(40))
def test_messages_are_heard_however_their_bytes_are_cut(seed: int) -> None:
    luck = random.Random(seed)
    messages = [bytes(luck.choices(b"order {}", k=luck.choice((0, 1, 30, 125, 126, 127, 400)))) for _ in range(30)]

    async def scenario() -> list[bytes | None]:
        line, _ = await _open()
        heard: list[bytes | None] = []
        for message in messages:
            data = _said(message, luck)
            for piece in [data] if luck.random() < 0.6 else _pieces(data, luck):
                line.data_received(piece)
            heard.append(await asyncio.wait_for(line.hear(), 60))
        line.connection_lost(None)
        return heard

    assert asyncio.run(scenario()) == messages


def test_several_messages_may_come_at_once() -> None:
    async def scenario() -> list[bytes | None]:
        line, _ = await _open()
        line.data_received(_frame(Opcode.TEXT, b"one") + _frame(Opcode.TEXT, b"two"))
        line.data_received(_frame(Opcode.TEXT, b"three"))
        heard = [await line.hear() for _ in range(3)]
        line.connection_lost(None)
        return heard

    assert asyncio.run(scenario()) == [b"one", b"two", b"three"]


@pytest.mark.parametrize("early", [False, True])
def test_a_message_that_looks_like_a_frame_is_not_taken_for_one(early: bool) -> None:
    inner = _frame(Opcode.TEXT, b"forged")
    # A mask of zeros leaves the inner frame as it is; the first piece ends with the outer head.
    head = bytes([0x81, 0x80 | len(inner), 0, 0, 0, 0])

    async def scenario() -> tuple[bool, bytes]:
        line, wire = await _open(REQUEST + head if early else REQUEST)
        if not early:
            line.data_received(head)
        line.data_received(inner)
        heard = bool(line._unheard)
        line.connection_lost(None)
        return heard, wire.sent

    heard, sent = asyncio.run(scenario())
    # The bytes of the inner head are no text, so the socket is closed (1007) and nothing is heard.
    assert not heard
    assert Close.parse(sent[2:]).code == 1007


def test_a_text_within_a_message_in_parts_is_a_breach() -> None:
    async def scenario() -> bytes:
        line, wire = await _open()
        line.data_received(_frame(Opcode.TEXT, b"first half", fin=False))
        line.data_received(_frame(Opcode.TEXT, b"whole"))
        assert not line._unheard
        line.connection_lost(None)
        return wire.sent

    assert Close.parse(asyncio.run(scenario())[2:]).code == 1002


def test_a_message_may_follow_the_request_at_once() -> None:
    async def scenario() -> list[bytes | None]:
        message = _frame(Opcode.TEXT, b"early")
        line, _ = await _open(REQUEST + message[:3])
        line.data_received(message[3:])
        line.data_received(_frame(Opcode.TEXT, b"late"))
        heard = [await line.hear() for _ in range(2)]
        line.connection_lost(None)
        return heard

    assert asyncio.run(scenario()) == [b"early", b"late"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 90_000])
def test_what_is_said_is_one_whole_text(size: int) -> None:
    async def scenario() -> bytes:
        line, wire = await _open()
        line.say(b"x" * size)
        line.connection_lost(None)
        return wire.sent

    assert asyncio.run(scenario()) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
