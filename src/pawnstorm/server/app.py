"""The application, assembled."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from pawnstorm.games import keys, untold_faults
from pawnstorm.server import logs
from pawnstorm.server.api.guard import Guard
from pawnstorm.server.api.page import Page
from pawnstorm.server.api.replies import refuse
from pawnstorm.server.api.root_path import RootPath
from pawnstorm.server.api.routes import ROUTES
from pawnstorm.server.api.services import Services
from pawnstorm.server.api.socket import table_socket
from pawnstorm.server.errors import ApiError
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.store import Store
from pawnstorm.server.table.lobby import Lobby

_SENTENCES = {
    404: ("not_found", "there is nothing here"),
    405: ("bad_method", "this address does not accept that method"),
}


async def _api_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return refuse(error.status, error.code, str(error))


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, sentence = _SENTENCES.get(error.status_code, ("refused", str(error.detail)))
    answer = refuse(error.status_code, code, sentence)
    answer.headers.update(error.headers or {})
    return answer


async def _own_error(_request: Request, _error: Exception) -> Response:
    """The answer to an error of ours or of a game; the guard logs it."""
    return refuse(500, "internal", "something went wrong here")


def create_app(settings: Settings, store: Store | None = None) -> ASGIApp:
    """The server as an ASGI application; its store opens with it and closes with it."""
    opened = store or Store(settings.database, settings.fsync)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await opened.open()
        lobby = Lobby(settings, opened)
        services = app.state.services = Services(lobby, guard.requests)
        await services.share()
        logs.event("started", database=opened.kind, games=keys())
        for sentence in untold_faults():
            logs.failure("game left out", why=sentence)
        yield
        await lobby.close()
        logs.event("stopped")

    app = Starlette(
        routes=[
            Mount("/api", routes=[*ROUTES, WebSocketRoute("/tables/{table}/socket", table_socket)]),
            Route("/{rest:path}", Page(settings.static, settings.root_path).serve),
        ],
        exception_handlers={ApiError: _api_error, HTTPException: _http_error, Exception: _own_error},
        lifespan=lifespan,
    )
    guard = Guard(app, settings)
    return RootPath(guard, settings.root_path) if settings.root_path else guard
