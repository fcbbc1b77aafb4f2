"""A server below a path of a site, such as https://example.org/games/."""

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class RootPath:
    """Takes the path off every address, whether the proxy in front has left it or taken it off already."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on, as if it had asked the server itself."""
        path = str(scope.get("path", ""))
        if scope["type"] == "http" and path == self._root:
            await RedirectResponse(f"{self._root}/", 308)(scope, receive, send)
            return
        if path.startswith(f"{self._root}/"):
            scope = {**scope, "path": path[len(self._root) :]}
        await self._app(scope, receive, send)
