"""Running the server on a port of this machine."""

import asyncio
import contextlib
import gc
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec

import uvicorn

from pawnstorm.core.errors import UsageError
from pawnstorm.server import logs
from pawnstorm.server.api.headers import BoundedHttp
from pawnstorm.server.app import create_app
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.store import Store
from pawnstorm.server.wire.connection import Line

_BACKLOG = 2048
_GRACE_SECONDS = 5
_PING_SECONDS, _PONG_SECONDS = 20, 15
"""How often a silent visitor is asked whether he is still there, and how long he may take: who is gone without having
said so is away soon, and no proxy drops a connection for its silence."""
_YOUNG, _NEVER = 25_000, 2**31 - 1
"""After how many new objects the collector looks at those, and after how many such looks at older ones."""
_COLLECT_SECONDS = 600
_SPARE = 2000
"""Connections besides sockets: visitors of the page."""


class _Server(uvicorn.Server):
    """Says where it is once it is there."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        asyncio.get_running_loop().call_later(_COLLECT_SECONDS, _collect_now_and_then)
        self._ready()


def listen(host: str, port: int) -> socket.socket:
    """A socket on an address; a `UsageError` says why it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, protocol)
    except (OSError, OverflowError) as error:
        raise UsageError(f"'{host}' is not an address to serve on: {error}") from None
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(address)
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        raise UsageError(f"port {port} of {host} cannot be had: {(error.strerror or str(error)).lower()}") from None
    return found


def configure(settings: Settings, store: Store, behind_proxy: bool = False) -> uvicorn.Config:
    """How uvicorn shall run the application."""
    return uvicorn.Config(
        create_app(settings, store),
        loop="uvloop" if find_spec("uvloop") else "asyncio",
        http=BoundedHttp,
        limit_concurrency=settings.limits.sockets + _SPARE,
        ws=Line,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PONG_SECONDS,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=behind_proxy,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


class _ClientFaults(logging.Filter):
    """Keeps the traces of broken text in a client's message out of the log: it is the client's fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is ours to hear of."""
        return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def run(
    settings: Settings,
    host: str,
    port: int,
    ready: Callable[[str], None],
    open_page: bool = False,
    behind_proxy: bool = False,
) -> None:
    """Serve until interrupted; `ready` is called with the page's address once it can be visited."""
    store = Store(settings.database, settings.fsync)
    store.prepare()
    found = listen(host, port)
    _allow_many_files()
    logs.set_up()
    logging.getLogger("uvicorn.error").addFilter(_ClientFaults())
    address = _address(host, found.getsockname()[1])

    def arrived() -> None:
        ready(address)
        if open_page:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    _collect_rarely()
    with contextlib.suppress(KeyboardInterrupt):
        _Server(configure(settings, store, behind_proxy), arrived).run([found])


def _collect_rarely() -> None:
    """Look through young objects only, and through all of them every ten minutes.

    Tables are large, long-lived and hold no cycles. Python would search them for garbage many times a second, which
    costs a tenth of the work and lets everybody wait for tens of milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)


def _collect_now_and_then() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(_COLLECT_SECONDS, _collect_now_and_then)


def _allow_many_files() -> None:
    """Every socket is a file; many systems allow a program a thousand unless it asks for more."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
