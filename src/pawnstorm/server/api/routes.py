"""The whole HTTP interface, and the handlers for games, armies, maps and the server itself."""

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pawnstorm import __version__
from pawnstorm.server.api import openapi, record_routes, table_routes
from pawnstorm.server.api.armies import check_roster, lists_of
from pawnstorm.server.api.games import encoded_book, encoded_maps, encoded_shelf, rules_of
from pawnstorm.server.api.lessons import answer, encoded_lesson
from pawnstorm.server.api.replies import compressed, read, reply
from pawnstorm.server.api.services import services_of
from pawnstorm.server.wire.armies import RosterRequest
from pawnstorm.server.wire.base import Health, ServerKey
from pawnstorm.server.wire.encoding import ENCODER
from pawnstorm.server.wire.lessons import Attempt


async def games(request: Request) -> Response:
    """All games and computer players."""
    return await compressed(request, encoded_shelf(), "application/json")


async def rules(request: Request) -> Response:
    """The rules of a game."""
    return reply(rules_of(request.path_params["game"]))


async def book(request: Request) -> Response:
    """The book of a game."""
    return await compressed(request, encoded_book(request.path_params["game"]), "application/json")


async def armies(request: Request) -> Response:
    """The lists from which armies of a game are built."""
    return reply(lists_of(request.path_params["game"]))


async def roster(request: Request) -> Response:
    """What an army costs, and everything that is wrong with it."""
    body = await read(request, RosterRequest, services_of(request).limits.body_bytes)
    return reply(check_roster(request.path_params["game"], body))


async def maps(request: Request) -> Response:
    """The maps of a game, each with its first position."""
    return await compressed(request, encoded_maps(request.path_params["game"]), "application/json")


async def lesson(request: Request) -> Response:
    """The first lesson of a game."""
    return await compressed(request, encoded_lesson(request.path_params["game"]), "application/json")


async def attempt(request: Request) -> Response:
    """What a learner does in a lesson."""
    body = await read(request, Attempt, services_of(request).limits.body_bytes)
    return reply(answer(request.path_params["game"], body))


async def health(request: Request) -> Response:
    """Whether the server and its storage work."""
    services = services_of(request)
    lobby = services.lobby
    why = await services.health.why_not()
    info = Health(
        status="storage failed" if why else "ok",
        why=why,
        version=__version__,
        database=lobby.store.kind,
        tables=lobby.live,
        sockets=services.sockets,
    )
    return reply(info, 503 if why else 200)


async def key(request: Request) -> Response:
    """The public key with which this server signs records."""
    return reply(ServerKey(services_of(request).lobby.signer.key))


@cache
def _document() -> bytes:
    return ENCODER.encode(openapi.document())


async def describe(request: Request) -> Response:
    """The OpenAPI document."""
    return await compressed(request, _document(), "application/json")


ROUTES = [
    Route("/games", games),
    Route("/games/{game}/rules", rules),
    Route("/games/{game}/book", book),
    Route("/games/{game}/armies", armies),
    Route("/games/{game}/roster", roster, methods=["POST"]),
    Route("/games/{game}/maps", maps),
    Route("/games/{game}/lesson", lesson),
    Route("/games/{game}/lesson", attempt, methods=["POST"]),
    Route("/games/{game}/campaign", table_routes.campaign),
    Route("/games/{game}/campaign", table_routes.play_campaign, methods=["POST"]),
    Route("/pledges", table_routes.pledge, methods=["POST"]),
    Route("/tables", table_routes.make_table, methods=["POST"]),
    Route("/tables/{table}", table_routes.show_table),
    Route("/tables/{table}/join", table_routes.join, methods=["POST"]),
    Route("/tables/{table}/seed", table_routes.add_seed, methods=["POST"]),
    Route("/tables/{table}/rematch", table_routes.rematch, methods=["POST"]),
    Route("/tables/{table}/record", record_routes.record),
    Route("/tables/{table}/replay", record_routes.replay_table),
    Route("/tables/{table}/advice", record_routes.advise, methods=["POST"]),
    Route("/replay/advice", record_routes.advise_record, methods=["POST"]),
    Route("/replay", record_routes.replay_record, methods=["POST"]),
    Route("/tables/{table}/analysis", record_routes.analyse_table, methods=["POST"]),
    Route("/analysis", record_routes.analyse_record, methods=["POST"]),
    Route("/analysis/{analysis}", record_routes.analysis),
    Route("/key", key),
    Route("/health", health),
    Route("/openapi.json", describe),
]
"""The whole HTTP interface, below /api."""
