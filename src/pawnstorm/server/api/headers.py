"""HTTP with a limit on the size of the headers; the parser itself has none."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_MOST_BYTES = 32 * 1024


class BoundedHttp(HttpToolsProtocol):
    """Closes the connection of a request whose headers do not end."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._header_bytes = 0
        self._in_headers = True

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_headers = True
        self._header_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its headers have ended."""
        self._in_headers = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Count the bytes of headers that have not ended."""
        super().data_received(data)
        if self._in_headers:
            self._header_bytes += len(data)
            if self._header_bytes > _MOST_BYTES:
                self.transport.close()
