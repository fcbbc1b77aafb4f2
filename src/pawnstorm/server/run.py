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
from pathlib import Path

import uvicorn

from pawnstorm.core.errors import UsageError
from pawnstorm.server import logs, metrics
from pawnstorm.server.api.addresses import Intake
from pawnstorm.server.api.connection import TableConnection
from pawnstorm.server.api.headers import BoundedConfig, BoundedHttp
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
_OWN_FILES = 128
"""Files that the server itself opens: the database, workers, static files."""


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


def configure(settings: Settings, store: Store, proxies: Sequence[str] = ()) -> BoundedConfig:
    """How uvicorn runs the application."""
    config = BoundedConfig(
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
        forwarded_allow_ips=",".join(proxies),
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    limits = settings.limits
    most = min(limits.sockets + _PAGE_CONNECTIONS, max(_files() - _OWN_FILES, _OWN_FILES))
    # All connections of a proxy come from its own address.
    config.intake = Intake(most, most if proxies else limits.connections_per_address)
    config.request_seconds = limits.request_seconds
    metrics.watch("connections", lambda: config.intake.open)
    return config


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
    if proxies:
        settings = settings.behind_proxy()
    store = Store(settings.database, settings.fsync)
    store.prepare()
    found = listen(host, port)
    if settings.metrics_port:
        metrics.serve(settings.metrics_port)
    address = page_address(settings, host, found.getsockname()[1])

    def on_start() -> None:
        ready(address)
        if open_page:
            open_in_browser(address)

    _serve(configure(settings, store, proxies), found, on_start)


def run_behind_nginx(settings: Settings, path: Path) -> None:
    """Serve at a Unix socket that only our own nginx can reach, which says truly where requests come from."""
    config = configure(settings, Store(settings.database, settings.fsync), ["*"])
    if settings.metrics_port:
        metrics.serve(settings.metrics_port)
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as found:
        found.bind(str(path))
        found.listen(_BACKLOG)
        _serve(config, found, lambda: None)


def open_in_browser(address: str) -> None:
    """Open the page without waiting for the browser."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _serve(config: uvicorn.Config, found: socket.socket, ready: Callable[[], None]) -> None:
    _allow_many_files()
    logs.set_up()
    logging.getLogger("uvicorn.error").addFilter(_ClientFaults())
    _collect_rarely()
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, ready).run([found])


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


def _files() -> int:
    """How many files this process may open."""
    try:
        import resource
    except ImportError:
        return 1 << 20
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft != resource.RLIM_INFINITY else 1 << 20


def page_address(settings: Settings, host: str, port: int) -> str:
    """Where people find the page: at the first origin that was named, or else here."""
    name = f"[{host}]" if ":" in host else host
    origin = settings.origins[0] if settings.origins else f"http://{name}:{port}"
    return f"{origin}{settings.root_path}/" if settings.root_path else origin
