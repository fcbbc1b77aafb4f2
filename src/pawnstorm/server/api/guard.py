"""The outermost layer: rates, origins, security headers, one log line per request, and no error gets past it."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pawnstorm.server import logs
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

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent["status"] = message["status"]
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            await self._pass_on(scope, receive, sending)
        except Exception as error:
            logs.failure("request failed", error, method=scope["method"])
            if not sent["status"]:
                await refuse(500, "internal", "something went wrong here")(scope, receive, sending)
        milliseconds = round((logs.now() - started) * 1000, 1)
        logs.event(
            "request", method=scope["method"], path=_path_for_log(scope["path"]), status=sent["status"], ms=milliseconds
        )

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if not self.requests.take(address_of(scope)):
            app = refuse(429, "too_fast", "that was too much at once; wait a moment")
        elif scope["method"] not in _SAFE and not same_origin(Headers(scope=scope), self._settings.origins):
            app = refuse(403, "origin", "requests from other sites are refused")
        await app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        too_fast = not self.requests.take(address_of(scope))
        if too_fast or not same_origin(Headers(scope=scope), self._settings.origins):
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
