"""The connection under a table's socket: uvicorn's, without the detours that cost more than the message itself."""

import asyncio
from collections import deque
from struct import pack
from typing import Any, Self
from weakref import ref

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

from pawnstorm.server.api.headers import BoundedConfig, client_of

_MOST_UNREAD = 8
"""How many messages may wait to be read before the connection is paused."""
_EXTENSION = "pawnstorm.connection"
_END_OF_REQUEST = b"\r\n\r\n"
_TEXT, _MASKED, _SHORT, _HEAD = 0x81, 0x80, 125, 6
"""RFC 6455, 5.2: the first byte of a whole text, the bit of a client's mask, the longest short frame, its head."""


class TableConnection(WebSocketsSansIOProtocol):
    """A WebSocket that is opened and closed as usual, but whose messages do not pass through a queue."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._unread: deque[bytes] = deque()
        self._reader: asyncio.Future[bytes | None] | None = None
        # Whether all data so far were whole short frames, so that the parser does not wait for the rest of one.
        self._only_whole_frames = False

    @classmethod
    def of(cls, scope: Scope) -> Self:
        """The connection of a socket that has been accepted."""
        found = scope["extensions"][_EXTENSION]()
        assert isinstance(found, cls)
        return found

    def handle_connect(self, event: Request) -> None:
        """A client asks for a socket."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            # A weak reference: the connection holds its scope, and a cycle would stay until the collector runs.
            extensions[_EXTENSION] = ref(self)

    # ---- receiving --------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take new data: nearly always one short text, for which no parser is needed."""
        if not self.handshake_complete:
            self._only_whole_frames = data.endswith(_END_OF_REQUEST)
        elif self._only_whole_frames and not self.frames and _is_short_text(data):
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[_HEAD:], data[2:_HEAD])]
            self.send_receive_event_to_app()
            return
        else:
            self._only_whole_frames = self._only_whole_frames and _are_short(data)
        super().data_received(data)

    async def next_message(self) -> bytes | None:
        """The next message; None once there will be no more."""
        if not self._unread:
            if self.disconnected or self.close_sent:
                return None
            self._reader = self.loop.create_future()
            return await self._reader
        message = self._unread.popleft()
        if self.read_paused and not self._unread:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        message, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text" and not _is_text(message):
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(message)
            return
        self._unread.append(message)
        if len(self._unread) >= _MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """There will be no more messages."""
        super().connection_lost(exc)
        assert isinstance(self.config, BoundedConfig)
        # It was counted when it came as a request.
        self.config.intake.leave(client_of(self.client))
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    # ---- sending ----------------------------------------------------------------------------------------------

    @property
    def closing(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.close_sent or self.transport.is_closing()

    @property
    def ready(self) -> bool:
        """Whether a message can be sent at once: the other side is there and keeps up."""
        return self.writable.is_set() and not self.closing

    def send_text(self, message: bytes) -> None:
        """Send a text; only when ready."""
        self.transport.write(_head(len(message)) + message)


def _head(size: int) -> bytes:
    """The head of a text frame from the server, which has no mask."""
    if size <= _SHORT:
        return bytes((_TEXT, size))
    return pack("!BBH", _TEXT, 126, size) if size < 1 << 16 else pack("!BBQ", _TEXT, 127, size)


def _is_short_text(data: bytes) -> bool:
    """Whether this is a single short frame of a client with a whole text."""
    size = len(data) - _HEAD
    return 0 <= size <= _SHORT and data[0] == _TEXT and data[1] == _MASKED | size


def _are_short(data: bytes) -> bool:
    """Whether these are short frames of a client and nothing else."""
    at = 0
    while at + 1 < len(data) and _MASKED <= data[at + 1] <= _MASKED | _SHORT:
        at += _HEAD + data[at + 1] - _MASKED
    return at == len(data)


def _is_text(message: bytes) -> bool:
    if message.isascii():
        return True
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
