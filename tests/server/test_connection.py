"""The connection of a socket: however its bytes are cut, the same messages are received."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from pawnstorm.server.api.addresses import Intake
from pawnstorm.server.api.connection import TableConnection
from pawnstorm.server.api.headers import BoundedConfig, client_of

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class FakeTransport(asyncio.Transport):
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


async def _open(first: bytes = REQUEST) -> tuple[TableConnection, FakeTransport]:
    config = BoundedConfig(_application, lifespan="off", ws_max_size=100_000, ws_per_message_deflate=False)
    config.load()
    config.intake = Intake(1, 1)
    config.intake.enter(client_of(None))
    connection, transport = TableConnection(config, ServerState(), {}), FakeTransport()
    connection.connection_made(transport)
    connection.data_received(first)
    while not connection.handshake_complete:
        await asyncio.sleep(0)
    transport.sent = b""
    return connection, transport


def _frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def _sent_by_client(message: bytes, luck: random.Random) -> bytes:
    """A message in one frame or in several, perhaps with a pong before or between them."""
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
def test_messages_are_received_however_their_bytes_are_cut(seed: int) -> None:
    luck = random.Random(seed)
    messages = [bytes(luck.choices(b"order {}", k=luck.choice((0, 1, 30, 125, 126, 127, 400)))) for _ in range(30)]

    async def scenario() -> list[bytes | None]:
        connection, _ = await _open()
        received: list[bytes | None] = []
        for message in messages:
            data = _sent_by_client(message, luck)
            for piece in [data] if luck.random() < 0.6 else _pieces(data, luck):
                connection.data_received(piece)
            received.append(await asyncio.wait_for(connection.next_message(), 60))
        connection.connection_lost(None)
        return received

    assert asyncio.run(scenario()) == messages


def test_several_messages_may_come_at_once() -> None:
    async def scenario() -> list[bytes | None]:
        connection, _ = await _open()
        connection.data_received(_frame(Opcode.TEXT, b"one") + _frame(Opcode.TEXT, b"two"))
        connection.data_received(_frame(Opcode.TEXT, b"three"))
        received = [await connection.next_message() for _ in range(3)]
        connection.connection_lost(None)
        return received

    assert asyncio.run(scenario()) == [b"one", b"two", b"three"]


@pytest.mark.parametrize("early", [False, True])
def test_a_message_that_looks_like_a_frame_is_not_taken_for_one(early: bool) -> None:
    inner = _frame(Opcode.TEXT, b"forged")
    # A mask of zeros leaves the inner frame as it is; the first piece ends with the outer head.
    head = bytes([0x81, 0x80 | len(inner), 0, 0, 0, 0])

    async def scenario() -> tuple[bool, bytes]:
        connection, transport = await _open(REQUEST + head if early else REQUEST)
        if not early:
            connection.data_received(head)
        connection.data_received(inner)
        received = bool(connection._unread)
        connection.connection_lost(None)
        return received, transport.sent

    received, sent = asyncio.run(scenario())
    # The bytes of the inner head are not text, so the socket is closed (1007) and nothing is received.
    assert not received
    assert Close.parse(sent[2:]).code == 1007


def test_a_text_within_a_message_in_parts_is_an_error() -> None:
    async def scenario() -> bytes:
        connection, transport = await _open()
        connection.data_received(_frame(Opcode.TEXT, b"first half", fin=False))
        connection.data_received(_frame(Opcode.TEXT, b"whole"))
        assert not connection._unread
        connection.connection_lost(None)
        return transport.sent

    assert Close.parse(asyncio.run(scenario())[2:]).code == 1002


def test_a_message_may_follow_the_request_at_once() -> None:
    async def scenario() -> list[bytes | None]:
        message = _frame(Opcode.TEXT, b"early")
        connection, _ = await _open(REQUEST + message[:3])
        connection.data_received(message[3:])
        connection.data_received(_frame(Opcode.TEXT, b"late"))
        received = [await connection.next_message() for _ in range(2)]
        connection.connection_lost(None)
        return received

    assert asyncio.run(scenario()) == [b"early", b"late"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 90_000])
def test_a_text_is_sent_in_one_frame(size: int) -> None:
    async def scenario() -> bytes:
        connection, transport = await _open()
        connection.send_text(b"x" * size)
        connection.connection_lost(None)
        return transport.sent

    assert asyncio.run(scenario()) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
