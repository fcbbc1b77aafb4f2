"""The socket of a table: one message up, one down. It knows no game."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.server import logs
from pawnstorm.server.api.guard import address_of
from pawnstorm.server.api.rate_limits import Bucket
from pawnstorm.server.api.shared import Rooms
from pawnstorm.server.guests import COOKIE, recognise
from pawnstorm.server.problems import Trouble
from pawnstorm.server.table.live import LiveTable, Viewer
from pawnstorm.server.table.redaction import ENCODER
from pawnstorm.server.wire.connection import Line
from pawnstorm.server.wire.messages import Command, Look, Ping, Pong, Sync
from pawnstorm.server.wire.messages import Refusal as RefusalMessage

NO_TABLE = 4404
"""Closes a socket to a table that is not there or cannot be resumed."""
TOO_MANY = 4429
"""Closes a socket when there are too many."""
TOO_FAST = 1008
"""Closes a socket that keeps sending too fast."""
RESTART = 1012
"""Closes a socket that should come again in a moment."""

_COMMANDS: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_PONG = ENCODER.encode(Pong())


async def table_socket(websocket: WebSocket) -> None:
    """Serve one viewer of one table."""
    rooms = websocket.app.state.rooms
    assert isinstance(rooms, Rooms)
    address = address_of(websocket.scope)
    await websocket.accept()
    if not rooms.open_socket(address):
        await websocket.close(TOO_MANY, "too many sockets")
        return
    try:
        await _look(websocket, rooms, address)
    except (WebSocketDisconnect, OSError):
        pass
    finally:
        rooms.close_socket(address)


async def _look(websocket: WebSocket, rooms: Rooms, address: str) -> None:
    try:
        live = await rooms.lobby.find(websocket.path_params["table"])
    except Trouble as trouble:
        # A table that is damaged or of earlier rules will not be there later either.
        await websocket.close(RESTART if trouble.status == 503 else NO_TABLE, str(trouble)[:120])
        return
    if len(live.viewers) >= rooms.limits.sockets_per_table:
        await websocket.close(TOO_MANY, "too many sockets at this table")
        return
    guest = recognise(websocket.cookies.get(COOKIE))
    viewer = Viewer(guest, Line.of(websocket.scope), _asked_rev(websocket))
    live.enter(viewer)
    teller = asyncio.create_task(_tell(websocket, live, viewer))
    try:
        # A task of its own: whatever wakes this one goes through all the layers of the application first.
        await asyncio.create_task(_listen(websocket, live, viewer, rooms, address))
    finally:
        live.exit(viewer)
        teller.cancel()


def _asked_rev(websocket: WebSocket) -> int:
    """From which revision a viewer that comes again wants to hear."""
    rev = websocket.query_params.get("rev", "")
    return int(rev) if rev.isascii() and rev.isdigit() and len(rev) < 10 else 0


async def _tell(websocket: WebSocket, live: LiveTable, viewer: Viewer) -> None:
    """Send what is new to a viewer who could not be told at once: he gets fewer and larger messages."""
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        while not viewer.gone:
            await viewer.wake.wait()
            viewer.wake.clear()
            await viewer.line.writable.wait()
            if viewer.line.closing:
                return
            if not viewer.gone:
                live.tell_now(viewer)
        await websocket.close(RESTART)


async def _listen(websocket: WebSocket, live: LiveTable, viewer: Viewer, rooms: Rooms, address: str) -> None:
    """Take commands one by one; the next is read when the last has been answered."""
    bucket = Bucket(rooms.limits.messages)
    strikes = 0
    while True:
        message = await viewer.line.hear()
        if message is None:
            return
        if bucket.take() and rooms.messages.take(address):
            refused = await _obey(live, viewer, message)
        else:
            strikes += 1
            refused = Refused(Refusal.BUSY, "that was too much at once; wait a moment")
        if strikes > rooms.limits.strikes:
            logs.event("socket closed for haste", table=logs.short(live.table.id))
            await websocket.close(TOO_FAST, "too fast")
            return
        if refused is not None:
            await _refuse(live, viewer, refused)


async def _obey(live: LiveTable, viewer: Viewer, data: bytes) -> Refused | None:
    try:
        command = _COMMANDS.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Refused(Refusal.UNREADABLE, f"the message is not understood: {error}")
    if isinstance(command, Sync):
        viewer.resend(command.rev)
        return None
    if isinstance(command, Look):
        return live.look(viewer, command.seat)
    if isinstance(command, Ping):
        await _say(viewer, _PONG)
        return None
    return await live.ask(viewer.guest, command)


async def _refuse(live: LiveTable, viewer: Viewer, refused: Refused) -> None:
    refusal = RefusalMessage(refused.code.value, str(refused), live.table.rev)
    await _say(viewer, ENCODER.encode(refusal))
    if refused.code is Refusal.STALE:
        viewer.resend()


async def _say(viewer: Viewer, message: bytes) -> None:
    """Send a message to a viewer alone, as soon as he can take it."""
    while not (viewer.line.ready or viewer.line.closing):
        await viewer.line.writable.wait()
    if viewer.line.ready:
        viewer.line.say(message)
