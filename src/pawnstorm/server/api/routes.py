"""Everything that is asked over HTTP."""

from functools import cache

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pawnstorm import __version__
from pawnstorm.core.errors import Refused, UnknownGame
from pawnstorm.core.match import Match
from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.core.state import OVER
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import howto, load
from pawnstorm.server import logs
from pawnstorm.server.api import openapi
from pawnstorm.server.api.armies import judge_roster, lists_of
from pawnstorm.server.api.replies import body_of, guest_of, known_guest, read, remember, reply, squeezed
from pawnstorm.server.api.shared import Rooms
from pawnstorm.server.jobs.pool import Workers, WorkFailed
from pawnstorm.server.jobs.worker import Advise, Judge, Retell
from pawnstorm.server.problems import Trouble
from pawnstorm.server.storage.store import StorageFailed
from pawnstorm.server.table import advice, campaigns, redaction
from pawnstorm.server.table.decisions import AskHelp, GiveSeed, TakeSeat
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.lobby import Lobby, rules_of, shelf
from pawnstorm.server.wire.advice import AdviceWish, RecordAdviceWish
from pawnstorm.server.wire.analysis import Analysis
from pawnstorm.server.wire.armies import RosterWish
from pawnstorm.server.wire.maps import CampaignWish
from pawnstorm.server.wire.messages import AddSeed, Health, Join, NewTable, Rematch, RulesInfo

_ESCAPED = 2
"""Most bytes that a character of a record may take in JSON, where line ends are escaped."""


def rooms_of(request: Request) -> Rooms:
    """What the application shares."""
    rooms = request.app.state.rooms
    assert isinstance(rooms, Rooms)
    return rooms


def _lobby(request: Request) -> Lobby:
    return rooms_of(request).lobby


async def _table(request: Request) -> LiveTable:
    return await _lobby(request).find(request.path_params["table"])


def _heavy(request: Request) -> None:
    """Some requests cost more than others and may come less often."""
    if not rooms_of(request).may_do_heavy(request):
        raise Trouble(429, "too_fast", "that was too much at once; wait a moment")


@cache
def _shelf() -> bytes:
    """The shelf does not change while the server runs."""
    return redaction.ENCODER.encode(shelf())


async def games(request: Request) -> Response:
    """The shelf."""
    return await squeezed(request, _shelf(), "application/json")


async def rules(request: Request) -> Response:
    """The rules of a game."""
    try:
        game = load(request.path_params["game"])
    except UnknownGame as error:
        raise Trouble(404, "no_game", str(error)) from None
    return reply(RulesInfo(game.key, game.title, rules_of(game), list(howto(game))))


async def armies(request: Request) -> Response:
    """The lists that armies of a game are drawn from."""
    return reply(lists_of(request.path_params["game"]))


async def roster(request: Request) -> Response:
    """What an army costs, and everything that is wrong with it."""
    wish = await read(request, RosterWish, _lobby(request).settings.limits.body_bytes)
    return reply(judge_roster(request.path_params["game"], wish))


async def maps(request: Request) -> Response:
    """The maps of a game, each with its first position."""
    return await squeezed(request, campaigns.maps_of(request.path_params["game"]), "application/json")


async def campaign(request: Request) -> Response:
    """How far the asker has come in a campaign."""
    game = campaigns.campaign_of(request.path_params["game"])
    return reply(await _lobby(request).campaign(guest_of(request), game))


async def march(request: Request) -> Response:
    """A table for a map of the asker's campaign."""
    _heavy(request)
    lobby = _lobby(request)
    game = campaigns.campaign_of(request.path_params["game"])
    wish = await read(request, CampaignWish, lobby.settings.limits.body_bytes)
    guest = known_guest(request)
    live = await lobby.march(guest, game, wish)
    return remember(request, reply(live.info(guest), 201), guest)


async def pledge(request: Request) -> Response:
    """Bind the server to the dice of a table still to be made."""
    _heavy(request)
    return reply(_lobby(request).pledge(), 201)


async def make_table(request: Request) -> Response:
    """A new table."""
    _heavy(request)
    lobby = _lobby(request)
    wish = await read(request, NewTable, lobby.settings.limits.body_bytes)
    guest = known_guest(request)
    live = await lobby.make(guest, wish)
    return remember(request, reply(live.info(guest), 201), guest)


async def show_table(request: Request) -> Response:
    """A table without its position."""
    live = await _table(request)
    return reply(live.info(guest_of(request)))


async def join(request: Request) -> Response:
    """Take the seat of an invitation."""
    wish = await read(request, Join, _lobby(request).settings.limits.body_bytes)
    live, guest = await _table(request), known_guest(request)
    refused = await live.ask(guest, TakeSeat(wish.token, wish.seed))
    if refused is not None:
        _heavy(request)
        raise Trouble.of(refused)
    return remember(request, reply(live.info(guest)), guest)


async def add_seed(request: Request) -> Response:
    """Add a seed to the dice."""
    wish = await read(request, AddSeed, _lobby(request).settings.limits.body_bytes)
    live, guest = await _table(request), guest_of(request)
    refused = await live.ask(guest, GiveSeed(wish.seed))
    if refused is not None:
        raise Trouble.of(refused)
    return reply(live.info(guest))


async def rematch(request: Request) -> Response:
    """Play again with swapped sides."""
    _heavy(request)
    lobby, wish = _lobby(request), Rematch()
    if request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers:
        wish = await read(request, Rematch, lobby.settings.limits.body_bytes)
    guest = guest_of(request)
    again = await lobby.rematch(await _table(request), guest, wish.seed, wish.pledge)
    return reply(again.info(guest))


async def record(request: Request) -> Response:
    """The record of a match as text, as the asker may read it."""
    live = await _table(request)
    text = redaction.record_for(live.table, _match(live), _reader(request, live))
    name = f"{live.table.game.key}-{live.table.id[:6]}.txt"
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'inline; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


def _match(live: LiveTable) -> Match:
    if live.table.match is None:
        raise Trouble(409, "waiting", "the game has not begun")
    return live.table.match


async def replay_table(request: Request) -> Response:
    """A match position by position, as the asker may see it."""
    _heavy(request)
    live = await _table(request)
    match, viewer = _match(live), _reader(request, live)
    whole, shown = redaction.record_of(live.table, match), redaction.record_for(live.table, match, viewer)
    return await _retell(request, whole, viewer, shown)


def _reader(request: Request, live: LiveTable) -> int:
    """Through which seat the asker reads; `?look=` is the one that looks where several players share a screen."""
    look = request.query_params.get("look", "")
    seat = int(look) if look.isascii() and look.isdigit() and len(look) < 3 else NOBODY_LOOKS
    return live.table.session.replay_viewer_of(guest_of(request).id, seat)


async def replay_record(request: Request) -> Response:
    """A record that somebody has, position by position."""
    _heavy(request)
    text = await _posted_record(request)
    return await _retell(request, text, SPECTATOR, text)


async def _posted_record(request: Request) -> str:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "text/plain":
        raise Trouble(415, "not_text", "the body must be text/plain: a record")
    body = await body_of(request, _lobby(request).settings.limits.record_bytes)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise Trouble(400, "bad_record", "the record is not text") from None


async def _retell(request: Request, text: str, viewer: int, shown: str) -> Response:
    lobby = _lobby(request)
    job = Retell(text, viewer, lobby.settings.limits.record_orders, shown)
    try:
        answer = await lobby.workers.run(job)
    except WorkFailed as error:
        if error.expected:
            raise Trouble(422, "bad_record", str(error)) from None
        raise
    return await squeezed(request, answer.encode(), "application/json")


async def advise(request: Request) -> Response:
    """How the computer sees a position of a table; where several people play, the others are told."""
    _may_ask_advice(request)
    live, guest = await _table(request), guest_of(request)
    wish = await read(request, AdviceWish, _lobby(request).settings.limits.body_bytes)
    try:
        job = advice.question(live.table, guest.id, wish)
    except Refused as refused:
        raise Trouble.of(refused) from None
    with _lobby(request).advising() as workers:
        if live.table.session.several_people and not live.table.over:
            if (refusal := await live.ask(guest, AskHelp(wish.rev, wish.orders))) is not None:
                raise Trouble.of(refusal)
        return await _advice(request, workers, job)


async def advise_record(request: Request) -> Response:
    """How the computer sees a position of a record."""
    _may_ask_advice(request)
    limits = _lobby(request).settings.limits
    wish = await read(request, RecordAdviceWish, _ESCAPED * limits.record_bytes)
    with _lobby(request).advising() as workers:
        return await _advice(request, workers, Judge(wish.record, wish.at, limits.record_orders))


def _may_ask_advice(request: Request) -> None:
    if not rooms_of(request).may_ask_advice(request):
        raise Trouble(429, "too_fast", "the computer has been asked too often; wait a moment")


async def _advice(request: Request, workers: Workers, job: Advise | Judge) -> Response:
    try:
        answer = await workers.run(job)
    except WorkFailed as error:
        if error.expected:
            raise Trouble(422, "no_advice", str(error)) from None
        logs.trouble("advice failed", why=str(error))
        raise Trouble(503, "busy", "the computer did not answer; try again") from None
    return await squeezed(request, answer.encode(), "application/json")


async def analyse_table(request: Request) -> Response:
    """Luck and decisions of a finished match, from its whole record."""
    _heavy(request)
    live = await _table(request)
    match = _match(live)
    if match.turn != OVER:
        raise Trouble(409, "not_over", "a game is analysed when it is over")
    return await _analysis(request, await _lobby(request).analyses.begin(redaction.record_of(live.table, match)))


async def analyse_record(request: Request) -> Response:
    """The same for a record that somebody has."""
    _heavy(request)
    text = await _posted_record(request)
    return await _analysis(request, await _lobby(request).analyses.begin(text))


async def analysis(request: Request) -> Response:
    """How far an analysis is."""
    return await _analysis(request, _lobby(request).analyses.find(request.path_params["analysis"]))


async def _analysis(request: Request, found: Analysis) -> Response:
    return await squeezed(request, redaction.ENCODER.encode(found), "application/json")


async def health(request: Request) -> Response:
    """Whether the server and its storage work."""
    rooms = rooms_of(request)
    lobby = rooms.lobby
    try:
        await lobby.store.check()
        status = "ok"
    except StorageFailed:
        status = "storage failed"
    info = Health(status, __version__, lobby.store.kind, lobby.live, rooms.sockets)
    return reply(info, 200 if status == "ok" else 503)


@cache
def _document() -> bytes:
    return redaction.ENCODER.encode(openapi.document())


async def describe(request: Request) -> Response:
    """The OpenAPI document."""
    return await squeezed(request, _document(), "application/json")


ROUTES = [
    Route("/games", games),
    Route("/games/{game}/rules", rules),
    Route("/games/{game}/armies", armies),
    Route("/games/{game}/roster", roster, methods=["POST"]),
    Route("/games/{game}/maps", maps),
    Route("/games/{game}/campaign", campaign),
    Route("/games/{game}/campaign", march, methods=["POST"]),
    Route("/pledges", pledge, methods=["POST"]),
    Route("/tables", make_table, methods=["POST"]),
    Route("/tables/{table}", show_table),
    Route("/tables/{table}/join", join, methods=["POST"]),
    Route("/tables/{table}/seed", add_seed, methods=["POST"]),
    Route("/tables/{table}/rematch", rematch, methods=["POST"]),
    Route("/tables/{table}/record", record),
    Route("/tables/{table}/replay", replay_table),
    Route("/tables/{table}/advice", advise, methods=["POST"]),
    Route("/replay/advice", advise_record, methods=["POST"]),
    Route("/replay", replay_record, methods=["POST"]),
    Route("/tables/{table}/analysis", analyse_table, methods=["POST"]),
    Route("/analysis", analyse_record, methods=["POST"]),
    Route("/analysis/{analysis}", analysis),
    Route("/health", health),
    Route("/openapi.json", describe),
]
"""The whole HTTP interface, below /api."""
