"""Running the server on a port of this machine."""

import asyncio
import contextlib
import gc
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from importlib.util import find_spec

import uvicorn

from pawnstorm.core.errors import UsageError
from pawnstorm.server import logs
from pawnstorm.server.api.connection import TableConnection
from pawnstorm.server.api.headers import BoundedHttp
from pawnstorm.server.app import create_app
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.store import Store

_BACKLOG = 2048
_GRACE_SECONDS = 5
_PING_SECONDS, _PONG_SECONDS = 20, 15
"""How often a silent client is pinged, and how long it may take to answer. So a client that has vanished is soon shown
as away, and no proxy drops a silent connection."""
_YOUNG, _NEVER = 25_000, 2**31 - 1
"""After how many new objects the collector looks through them, and after how many such rounds through older ones."""
_COLLECT_SECONDS = 600
_PAGE_CONNECTIONS = 2000
"""Connections in addition to sockets: for loading the page."""


class _Server(uvicorn.Server):
    """Calls `ready` when it has started."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `ready`."""
        await super().startup(sockets)
        asyncio.get_running_loop().call_later(_COLLECT_SECONDS, _collect_regularly)
        self._ready()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; a `UsageError` says why the address cannot be used."""
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
        raise UsageError(f"port {port} of {host} cannot be used: {(error.strerror or str(error)).lower()}") from None
    return found


def configure(settings: Settings, store: Store, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        create_app(settings, store),
        loop="uvloop" if find_spec("uvloop") else "asyncio",
        http=BoundedHttp,
        limit_concurrency=settings.limits.sockets + _PAGE_CONNECTIONS,
        ws=TableConnection,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PONG_SECONDS,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


class _ClientFaults(logging.Filter):
    """Keeps errors out of the log that a client has caused by sending text that is not UTF-8."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log the record."""
        return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def run(
    settings: Settings,
    host: str,
    port: int,
    ready: Callable[[str], None],
    open_page: bool = False,
    proxies: Sequence[str] = (),
) -> None:
    """Serve until interrupted; `ready` is called with the page's address once it can be visited.

    The X-Forwarded headers of `proxies`, addresses or networks, are trusted.
    """
    store = Store(settings.database, settings.fsync)
    store.prepare()
    found = listen(host, port)
    _allow_many_files()
    logs.set_up()
    logging.getLogger("uvicorn.error").addFilter(_ClientFaults())
    address = _page_address(settings, host, found.getsockname()[1])

    def on_start() -> None:
        ready(address)
        if open_page:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    _collect_rarely()
    with contextlib.suppress(KeyboardInterrupt):
        _Server(configure(settings, store, proxies), on_start).run([found])


def _collect_rarely() -> None:
    """Collect only young objects as usual, and all of them every ten minutes.

    Tables are large, live long and contain no cycles. Python would search them for garbage many times a second, which
    costs a tenth of the processor time and delays everybody by tens of milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)


def _collect_regularly() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(_COLLECT_SECONDS, _collect_regularly)


def _allow_many_files() -> None:
    """Raise the limit of open files: every socket is one, and many systems allow only a thousand by default."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _page_address(settings: Settings, host: str, port: int) -> str:
    """Where people find the page: at the first origin that was named, or else here."""
    name = f"[{host}]" if ":" in host else host
    origin = settings.origins[0] if settings.origins else f"http://{name}:{port}"
    return f"{origin}{settings.root_path}/" if settings.root_path else origin
