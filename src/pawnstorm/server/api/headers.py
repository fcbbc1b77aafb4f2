"""HTTP for clients that may be slow or hostile: limits on connections, on the time of a request, and on its headers."""

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pawnstorm.server.api.addresses import Intake, network_of

_MOST_BYTES = 32 * 1024


class BoundedConfig(uvicorn.Config):
    """What all connections of a server share."""

    intake: Intake
    request_seconds: float


class BoundedHttp(HttpToolsProtocol):
    """Closes the connection of a request that does not end in time, or whose headers do not end."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        assert isinstance(self.config, BoundedConfig)
        self._limits = self.config
        self._header_bytes = 0
        self._in_headers = True
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client comes. From now on its first request must come in time."""
        super().connection_made(transport)
        if self._limits.intake.enter(client_of(self.client)):
            self._start_deadline()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """A client has gone."""
        self._stop_deadline()
        self._limits.intake.leave(client_of(self.client))
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_headers = True
        self._header_bytes = 0
        self._start_deadline()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its headers have ended."""
        self._in_headers = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The whole request is here."""
        self._stop_deadline()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is a socket from now on."""
        self._stop_deadline()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Count the bytes of headers that have not ended."""
        super().data_received(data)
        if self._in_headers:
            self._header_bytes += len(data)
            if self._header_bytes > _MOST_BYTES:
                self.transport.close()

    def _start_deadline(self) -> None:
        self._stop_deadline()
        self._deadline = self.loop.call_later(self._limits.request_seconds, self._too_slow)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()


def client_of(client: tuple[str, int] | None) -> str:
    """The address of a connection, as far as limits are concerned."""
    return network_of(client[0]) if client else "local"
