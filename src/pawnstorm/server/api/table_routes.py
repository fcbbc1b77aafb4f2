"""HTTP handlers for making and joining tables."""

from starlette.requests import Request
from starlette.responses import Response

from pawnstorm.server.api.games import find_campaign
from pawnstorm.server.api.replies import guest_of, guest_or_new, read, reply
from pawnstorm.server.api.services import services_of, table_of
from pawnstorm.server.errors import ApiError
from pawnstorm.server.guests import COOKIE, Guest
from pawnstorm.server.table.decisions import GiveSeed, TakeSeat
from pawnstorm.server.wire.maps import CampaignRequest
from pawnstorm.server.wire.tables import AddSeed, Join, NewTable, Rematch

_YEAR = 365 * 86_400


async def campaign(request: Request) -> Response:
    """How far the asker has come in a campaign."""
    game = find_campaign(request.path_params["game"])
    return reply(await services_of(request).lobby.campaign(guest_of(request), game))


async def play_campaign(request: Request) -> Response:
    """A table for a map of the asker's campaign."""
    services = services_of(request)
    services.check_table_rate(request)
    game = find_campaign(request.path_params["game"])
    body = await read(request, CampaignRequest, services.limits.body_bytes)
    guest = guest_or_new(request)
    live = await services.lobby.make_for_campaign(guest, game, body)
    return _with_cookie(request, reply(live.info(guest), 201), guest)


async def pledge(request: Request) -> Response:
    """Bind the server to the dice of a table that is not made yet."""
    services = services_of(request)
    services.check_heavy_rate(request)
    return reply(await services.lobby.pledge(), 201)


async def make_table(request: Request) -> Response:
    """A new table."""
    services = services_of(request)
    services.check_table_rate(request)
    body = await read(request, NewTable, services.limits.body_bytes)
    guest = guest_or_new(request)
    live = await services.lobby.make(guest, body)
    return _with_cookie(request, reply(live.info(guest), 201), guest)


async def show_table(request: Request) -> Response:
    """A table without its position."""
    live = await table_of(request)
    return reply(live.info(guest_of(request)))


async def join(request: Request) -> Response:
    """Take the seat of an invitation."""
    services = services_of(request)
    body = await read(request, Join, services.limits.body_bytes)
    live, guest = await table_of(request), guest_or_new(request)
    refused = await live.handle(guest, TakeSeat(body.token, body.seed))
    if refused is not None:
        # Nobody should try many invitations.
        services.check_heavy_rate(request)
        raise ApiError.from_refusal(refused)
    return _with_cookie(request, reply(live.info(guest)), guest)


async def add_seed(request: Request) -> Response:
    """Add a seed to the dice."""
    body = await read(request, AddSeed, services_of(request).limits.body_bytes)
    live, guest = await table_of(request), guest_of(request)
    refused = await live.handle(guest, GiveSeed(body.seed))
    if refused is not None:
        raise ApiError.from_refusal(refused)
    return reply(live.info(guest))


async def rematch(request: Request) -> Response:
    """Play again with swapped sides."""
    services = services_of(request)
    services.check_table_rate(request)
    body = Rematch()
    if request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers:
        body = await read(request, Rematch, services.limits.body_bytes)
    guest = guest_of(request)
    live = await services.lobby.rematch(await table_of(request), guest, body.seed, body.pledge)
    return reply(live.info(guest))


def _with_cookie(request: Request, response: Response, guest: Guest) -> Response:
    """The response, with the cookie if the guest is new."""
    if guest_of(request).id != guest.id:
        root = services_of(request).lobby.settings.root_path
        # A browser says how it has reached us, even if the proxy in between does not.
        secure = request.url.scheme == "https" or request.headers.get("origin", "").startswith("https:")
        response.set_cookie(COOKIE, guest.token, _YEAR, path=f"{root}/", httponly=True, samesite="lax", secure=secure)
    return response
