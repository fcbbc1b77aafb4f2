"""Servers that do with every message what a table does: send a larger text to both sockets of a pair.

    python -m bench.socket_servers KIND

prints its address and serves until it is killed. The path of a socket's address is the number of its pair.
"""

import asyncio
import socket
import sys
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
import uvloop
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pawnstorm.server.api.connection import TableConnection

ANSWER = "x" * 1200
"""As long as a usual update."""
Scope = dict[str, Any]
_BACKLOG = 2048


def _listen() -> socket.socket:
    found = socket.socket()
    found.bind(("127.0.0.1", 0))
    found.listen(_BACKLOG)
    return found


def _announce(port: int) -> None:
    print(f"http://127.0.0.1:{port}", flush=True)


# ---- ASGI -----------------------------------------------------------------------------------------------------------


def asgi() -> Callable[..., Awaitable[None]]:
    """An application that uses ASGI and nothing else."""
    pairs: dict[str, list[Any]] = defaultdict(list)

    async def app(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        pair = pairs[scope["path"]]
        pair.append(send)
        while (await receive())["type"] == "websocket.receive":
            for one in pair:
                await one({"type": "websocket.send", "text": ANSWER})
        pair.remove(send)

    return app


def direct() -> Callable[..., Awaitable[None]]:
    """An application that opens sockets by ASGI and then uses our connection, as the server does."""
    pairs: dict[str, list[TableConnection]] = defaultdict(list)
    answer = ANSWER.encode()

    async def app(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        connection = TableConnection.of(scope)
        pair = pairs[scope["path"]]
        pair.append(connection)
        while await connection.next_message() is not None:
            for one in pair:
                one.send_text(answer)
        pair.remove(connection)

    return app


def _uvicorn(app: Callable[..., Awaitable[None]], protocol: type[asyncio.Protocol]) -> None:
    found = _listen()
    config = uvicorn.Config(
        app, loop="uvloop", http="httptools", ws=protocol, ws_per_message_deflate=False, lifespan="off", log_config=None
    )
    _announce(found.getsockname()[1])
    uvicorn.Server(config).run([found])


# ---- others ---------------------------------------------------------------------------------------------------------


def _websockets() -> None:
    from websockets.asyncio.server import ServerConnection, serve

    pairs: dict[str, list[ServerConnection]] = defaultdict(list)

    async def handle(one: ServerConnection) -> None:
        assert one.request is not None
        pair = pairs[one.request.path]
        pair.append(one)
        async for _ in one:
            for other in pair:
                await other.send(ANSWER)
        pair.remove(one)

    async def main() -> None:
        async with serve(handle, "127.0.0.1", 0, compression=None) as server:
            _announce(next(iter(server.sockets)).getsockname()[1])
            await server.serve_forever()

    uvloop.run(main())


def _picows() -> None:
    import picows

    pairs: dict[str, list[picows.WSTransport]] = defaultdict(list)
    answer = ANSWER.encode()

    class Listener(picows.WSListener):  # type: ignore[misc, unused-ignore]
        """A task of its own carries out the messages, because a table waits for its storage in between."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self._pair = pairs[path]
            self._unread: deque[bytes] = deque()
            self._arrived = asyncio.Event()

        def on_ws_connected(self, transport: picows.WSTransport) -> None:
            self._pair.append(transport)
            self._task = asyncio.create_task(self._serve())

        def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
            if frame.msg_type == picows.WSMsgType.TEXT:
                self._unread.append(frame.get_payload_as_bytes())
                self._arrived.set()

        async def _serve(self) -> None:
            while True:
                await self._arrived.wait()
                self._arrived.clear()
                while self._unread:
                    self._unread.popleft()
                    for one in self._pair:
                        one.send(picows.WSMsgType.TEXT, answer)

    async def main() -> None:
        server = await picows.ws_create_server(lambda request: Listener(request.path.decode()), "127.0.0.1", 0)
        _announce(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    uvloop.run(main())


def _granian(interface: str) -> None:
    from granian.constants import Interfaces
    from granian.server.embed import Server

    pairs: dict[str, list[Any]] = defaultdict(list)

    async def rsgi(scope: Any, protocol: Any) -> None:
        one = await protocol.accept()
        pair = pairs[scope.path]
        pair.append(one)
        while (await one.receive()).kind:
            for other in pair:
                await other.send_str(ANSWER)
        pair.remove(one)

    async def main() -> None:
        with _listen() as found:
            port = found.getsockname()[1]
        app = asgi() if interface == "asgi" else rsgi
        server = Server(app, port=port, interface=Interfaces(interface), websockets=True, log_enabled=False)
        asyncio.get_running_loop().call_later(1.0, _announce, port)
        await server.serve()

    uvloop.run(main())


KINDS: dict[str, Callable[[], None]] = {
    "ours": lambda: _uvicorn(direct(), TableConnection),
    "uvicorn": lambda: _uvicorn(asgi(), WebSocketsSansIOProtocol),
    "websockets": _websockets,
    "picows": _picows,
    "granian-asgi": lambda: _granian("asgi"),
    "granian-rsgi": lambda: _granian("rsgi"),
}


if __name__ == "__main__":
    KINDS[sys.argv[1]]()
