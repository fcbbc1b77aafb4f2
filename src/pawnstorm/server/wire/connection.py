"""The wire under a table's socket: uvicorn's, without the detours that cost more than the message itself."""

import asyncio
from collections import deque
from struct import pack
from typing import Any, Self
from weakref import ref

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

_WAITING = 8
"""Messages that may wait to be heard before no more are read."""
_EXTENSION = "pawnstorm.line"
_END_OF_REQUEST = b"\r\n\r\n"
_TEXT, _MASKED, _SHORT, _HEAD = 0x81, 0x80, 125, 6
"""RFC 6455, 5.2: the first byte of a whole text, the bit of a client's mask, the longest short frame, its head."""


class Line(WebSocketsSansIOProtocol):
    """A socket that is greeted and closed as every other, while its messages come and go without a queue between."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._unheard: deque[bytes] = deque()
        self._listener: asyncio.Future[bytes | None] | None = None
        # Whether everything so far has come in short frames as a whole, so that the parser waits for the rest of none.
        self._tidy = False

    @classmethod
    def of(cls, scope: Scope) -> Self:
        """The wire of a socket that has been accepted."""
        found = scope["extensions"][_EXTENSION]()
        assert isinstance(found, cls)
        return found

    def handle_connect(self, event: Request) -> None:
        """Somebody asks for a socket."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            # The line knows its scope: if the scope knew the line too, both would stay until the collector comes.
            extensions[_EXTENSION] = ref(self)

    # ---- hearing ----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take what has come: nearly always one short text, for which no parser is needed."""
        if not self.handshake_complete:
            self._tidy = data.endswith(_END_OF_REQUEST)
        elif self._tidy and not self.frames and _is_short_text(data):
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[_HEAD:], data[2:_HEAD])]
            self.send_receive_event_to_app()
            return
        else:
            self._tidy = self._tidy and _are_short(data)
        super().data_received(data)

    async def hear(self) -> bytes | None:
        """The next message; None once there will be no more."""
        if not self._unheard:
            if self.disconnected or self.close_sent:
                return None
            self._listener = self.loop.create_future()
            return await self._listener
        message = self._unheard.popleft()
        if self.read_paused and not self._unheard:
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
        if self._listener is not None and not self._listener.done():
            self._listener.set_result(message)
            return
        self._unheard.append(message)
        if len(self._unheard) >= _WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more will be heard."""
        super().connection_lost(exc)
        if self._listener is not None and not self._listener.done():
            self._listener.set_result(None)

    # ---- saying -----------------------------------------------------------------------------------------------

    @property
    def closing(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.close_sent or self.transport.is_closing()

    @property
    def ready(self) -> bool:
        """Whether a message can go out at once: the other side is there and keeps up."""
        return self.writable.is_set() and not self.closing

    def say(self, message: bytes) -> None:
        """Send a text to somebody who is ready."""
        self.transport.write(_head(len(message)) + message)


def _head(size: int) -> bytes:
    """What stands before a text of the server, which has no mask."""
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
