"""The application, assembled."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from pawnstorm.server import logs
from pawnstorm.server.api.guard import Guard
from pawnstorm.server.api.page import Page
from pawnstorm.server.api.replies import refuse
from pawnstorm.server.api.routes import ROUTES
from pawnstorm.server.api.shared import Rooms
from pawnstorm.server.api.socket import table_socket
from pawnstorm.server.problems import Trouble
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.store import Store
from pawnstorm.server.table.lobby import Lobby

_SENTENCES = {404: ("not_found", "there is nothing here"), 405: ("bad_method", "this cannot be asked that way")}


async def _trouble(_request: Request, error: Exception) -> Response:
    trouble = cast(Trouble, error)
    return refuse(trouble.status, trouble.code, str(trouble))


async def _http_error(_request: Request, error: Exception) -> Response:
    found = cast(HTTPException, error)
    code, sentence = _SENTENCES.get(found.status_code, ("refused", str(found.detail)))
    answer = refuse(found.status_code, code, sentence)
    answer.headers.update(found.headers or {})
    return answer


def create_app(settings: Settings, store: Store | None = None) -> ASGIApp:
    """The server as an ASGI application; its store opens with it and closes with it."""
    kept = store or Store(settings.database, settings.fsync)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await kept.open()
        app.state.rooms = Rooms(Lobby(settings, kept))
        logs.event("started", database=kept.kind)
        yield
        await app.state.rooms.lobby.close()
        logs.event("stopped")

    app = Starlette(
        routes=[
            Mount("/api", routes=[*ROUTES, WebSocketRoute("/tables/{table}/socket", table_socket)]),
            Route("/{rest:path}", Page(settings.static).serve),
        ],
        exception_handlers={Trouble: _trouble, HTTPException: _http_error},
        lifespan=lifespan,
    )
    return Guard(app, settings)
