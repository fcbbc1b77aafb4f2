"""HTTP with a bound on what stands before the body; the parser itself would gather a header without end."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_MOST = 32 * 1024


class BoundedHttp(HttpToolsProtocol):
    """Hangs up on a request whose headers do not come to an end."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._gathered = 0
        self._in_head = True

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        self._gathered = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its headers have ended."""
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Bytes that did not end the headers are counted."""
        super().data_received(data)
        if self._in_head:
            self._gathered += len(data)
            if self._gathered > _MOST:
                self.transport.close()
