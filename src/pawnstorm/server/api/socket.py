"""The socket of a table: it receives commands and sends updates. It knows no game."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.server import logs, metrics
from pawnstorm.server.api.addresses import address_of
from pawnstorm.server.api.connection import TableConnection
from pawnstorm.server.api.rate_limits import Bucket
from pawnstorm.server.api.services import Services, services_of
from pawnstorm.server.errors import ApiError
from pawnstorm.server.guests import COOKIE, Guest, recognise
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.watchers import Watcher
from pawnstorm.server.wire.encoding import ENCODER
from pawnstorm.server.wire.messages import Command, Look, Ping, Pong, Sync
from pawnstorm.server.wire.messages import Refusal as RefusalMessage

NO_TABLE = 4404
"""Closes a socket to a table that does not exist or cannot be resumed."""
TOO_MANY = 4429
"""Closes a socket when there are too many."""
TOO_FAST = 1008
"""Closes a socket that keeps sending too fast."""
RESTART = 1012
"""Closes a socket whose client should connect again in a moment."""

_COMMANDS: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_STEPS_OF_A_MESSAGE = 1000
"""To send so many steps again counts as much as receiving a message."""
_PONG = ENCODER.encode(Pong())


async def table_socket(websocket: WebSocket) -> None:
    """Serve one watcher of one table."""
    services = services_of(websocket)
    address = address_of(websocket.scope)
    await websocket.accept()
    if not services.open_socket(address):
        await websocket.close(TOO_MANY, "too many sockets")
        return
    try:
        live = await _find_table(websocket, services)
        if live is not None:
            await _TableSocket(websocket, live, services, address).serve()
    except (WebSocketDisconnect, OSError):
        pass
    finally:
        services.close_socket(address)


async def _find_table(websocket: WebSocket, services: Services) -> LiveTable | None:
    """The table of a socket; without one the socket is closed."""
    try:
        live = await services.lobby.find(websocket.path_params["table"])
        # The process that the client spoke to before may have stored more than this one has heard of yet.
        await live.follow(_known_rev(websocket), _guest_of(websocket).id)
    except ApiError as error:
        # A table that is damaged or too new will not be there later either.
        await websocket.close(RESTART if error.status == 503 else NO_TABLE, str(error)[:120])
        return None
    if len(live.watchers) >= services.limits.sockets_per_table:
        await websocket.close(TOO_MANY, "too many sockets at this table")
        return None
    return live


def _known_rev(websocket: WebSocket) -> int:
    """The revision that a client already has when it connects again."""
    rev = websocket.query_params.get("rev", "")
    return int(rev) if rev.isascii() and rev.isdigit() and len(rev) < 10 else 0


def _guest_of(websocket: WebSocket) -> Guest:
    return recognise(websocket.cookies.get(COOKIE))


class _TableSocket:
    """One socket at one table."""

    def __init__(self, websocket: WebSocket, live: LiveTable, services: Services, address: str) -> None:
        self._websocket = websocket
        self._live = live
        self._services = services
        self._address = address
        self._connection = TableConnection.of(websocket.scope)
        self._watcher = Watcher(_guest_of(websocket), self._connection, address, _known_rev(websocket))
        self._bucket = Bucket(services.limits.messages)

    async def serve(self) -> None:
        """Send and receive until the socket is closed."""
        self._live.enter(self._watcher)
        sender = asyncio.create_task(self._send_late_updates())
        try:
            # A task of its own: a message wakes it directly and not through all layers of the application.
            await asyncio.create_task(self._receive())
        finally:
            self._live.exit(self._watcher)
            sender.cancel()

    async def _send_late_updates(self) -> None:
        """Send updates that could not be sent at once. A slow watcher gets fewer and larger ones."""
        watcher = self._watcher
        with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
            while not watcher.dropped:
                await watcher.wake.wait()
                watcher.wake.clear()
                await self._connection.writable.wait()
                await self._live.prepare(watcher)
                if self._connection.closing:
                    return
                if not watcher.dropped:
                    self._live.watchers.send_to(watcher)
            await self._websocket.close(RESTART)

    async def _receive(self) -> None:
        """Carry out commands one by one; the next is read when the last has been answered."""
        limits = self._services.limits
        strikes = 0
        while (message := await self._connection.next_message()) is not None:
            if self._bucket.take() and self._services.messages.take(self._address):
                refused = await self._carry_out(message)
            else:
                strikes += 1
                refused = Refused(Refusal.BUSY, "that was too much at once; wait a moment")
            if strikes > limits.strikes:
                logs.event("socket closed: too fast", table=logs.short(self._live.table.id))
                await self._websocket.close(TOO_FAST, "too fast")
                return
            if refused is not None:
                await self._refuse(refused)

    async def _carry_out(self, message: bytes) -> Refused | None:
        try:
            command = _COMMANDS.decode(message)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return Refused(Refusal.UNREADABLE, f"the message is not understood: {error}")
        if isinstance(command, Sync):
            await self._live.follow(command.rev, self._watcher.guest.id)
            self._resend(command.rev)
            return None
        if isinstance(command, Look):
            return self._live.look(self._watcher, command.seat)
        if isinstance(command, Ping):
            await self._send(_PONG)
            return None
        with metrics.ORDER_SECONDS.time():
            return await self._live.handle(self._watcher.guest, command)

    async def _refuse(self, refused: Refused) -> None:
        metrics.REFUSED.labels(refused.code.value).inc()
        rev = self._live.table.rev_for(self._watcher.guest.id)
        await self._send(ENCODER.encode(RefusalMessage(code=refused.code.value, text=str(refused), rev=rev)))
        if refused.code is Refusal.STALE:
            self._resend()

    def _resend(self, since: int = 0) -> None:
        """Send everything again. That counts as many messages if the game is long."""
        cost = len(self._live.table.revs) / _STEPS_OF_A_MESSAGE
        self._bucket.charge(cost)
        self._services.messages.charge(self._address, cost)
        self._watcher.resend(since)

    async def _send(self, message: bytes) -> None:
        """Send a message to this watcher alone, as soon as the connection is ready."""
        connection = self._connection
        while not (connection.ready or connection.closing):
            await connection.writable.wait()
        if connection.ready:
            connection.send_text(message)
