"""The outermost layer: rates, origins, security headers, one log line per request, and no error gets past it."""

import secrets
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pawnstorm.server import logs, metrics
from pawnstorm.server.api.addresses import address_of
from pawnstorm.server.api.rate_limits import Buckets
from pawnstorm.server.api.replies import refuse
from pawnstorm.server.settings import Settings

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # The address of the page may contain an invitation, so the browser must not send it to anybody.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""The headers of every answer."""

_SAFE = ("GET", "HEAD")


def same_origin(headers: Headers, allowed: Iterable[str]) -> bool:
    """Whether a request comes from our own page. Only browsers send an Origin, and always for other sites."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc == headers.get("host")


def known_host(headers: Headers, allowed: Iterable[str]) -> bool:
    """Whether a request names this server: an address, this machine, or one of the allowed names.

    Otherwise a page of another site could let its own name lead to this server, and be of the same origin then.
    """
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname if host else ""
    if name is None:
        return False
    return not name or name in allowed or "*" in allowed or name == "localhost" or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def new_request_id() -> str:
    """What the answer to a request and its line in the log have in common."""
    return secrets.token_hex(6)


class Guard:
    """Checks every request and socket before the application sees it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self.requests = Buckets(settings.limits.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on, or refuse it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = logs.now()
        sent = {"status": 0}
        number = new_request_id()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent["status"] = message["status"]
                MutableHeaders(scope=message).update({**HEADERS, "X-Request-Id": number})
            await send(message)

        try:
            await self._pass_on(scope, receive, sending)
        except Exception as error:
            logs.failure("request failed", error, method=scope["method"], request=number)
            if not sent["status"]:
                await refuse(500, "internal", "something went wrong here")(scope, receive, sending)
        milliseconds = round((logs.now() - started) * 1000, 1)
        logs.event(
            "request",
            method=scope["method"],
            path=_path_for_log(scope["path"]),
            status=sent["status"],
            ms=milliseconds,
            request=number,
        )

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if not self.requests.take(address_of(scope)):
            metrics.REFUSED.labels("too_fast").inc()
            app = refuse(429, "too_fast", "that was too much at once; wait a moment")
        elif not known_host(Headers(scope=scope), self._settings.hosts):
            app = refuse(421, "host", "this server is not known by that name; its operator can add it with --origin")
        elif scope["method"] not in _SAFE and not same_origin(Headers(scope=scope), self._settings.origins):
            app = refuse(403, "origin", "requests from other sites are refused")
        await app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        too_fast = not self.requests.take(address_of(scope))
        if (
            too_fast
            or not known_host(headers, self._settings.hosts)
            or not same_origin(headers, self._settings.origins)
        ):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            logs.failure("socket failed", error)


def _path_for_log(path: str) -> str:
    """A path as a log may show it, with a shortened table id."""
    head, slash, rest = path.partition("/table")
    if not slash:
        return path[:80]
    parts = rest.split("/")
    if len(parts) > 1:
        parts[1] = logs.short(parts[1])
    return (head + slash + "/".join(parts))[:80]
