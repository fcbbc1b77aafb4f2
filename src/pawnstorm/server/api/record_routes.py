"""HTTP handlers for records, replays, advice and analyses."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pawnstorm.core.asking import counts_questions
from pawnstorm.core.errors import Refused
from pawnstorm.core.match import Match
from pawnstorm.core.record import EVERYTHING
from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.core.state import OVER
from pawnstorm.core.view import SPECTATOR
from pawnstorm.server import logs
from pawnstorm.server.api.addresses import address_of
from pawnstorm.server.api.replies import body_of, compressed, guest_of, read
from pawnstorm.server.api.services import services_of, table_of
from pawnstorm.server.errors import ApiError
from pawnstorm.server.jobs.definitions import AdviseOnPosition, AdviseOnRecord, ReplayRecord
from pawnstorm.server.jobs.fair_queue import Asker, Share
from pawnstorm.server.jobs.pool import Workers, WorkFailed
from pawnstorm.server.table.advice import advice_job
from pawnstorm.server.table.decisions import AskHelp
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.records import Moved, record_in_slices
from pawnstorm.server.wire.advice import AdviceRequest, RecordAdviceRequest
from pawnstorm.server.wire.analysis import Analysis
from pawnstorm.server.wire.encoding import ENCODER

_LONG = 1000
"""To write so many steps of a record counts as one heavy request, if there are more."""
_ESCAPED = 2
"""The most bytes that a character of a record takes in JSON, where line ends are escaped."""


# ---- records and replays --------------------------------------------------------------------------------------


async def record(request: Request) -> Response:
    """The record of a match as text, as the asker may read it."""
    live = await table_of(request)
    _match(live)
    text = await _written(request, live, _viewer(request, live))
    name = f"{live.table.game.key}-{live.table.id[:6]}.txt"
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'inline; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


def _match(live: LiveTable) -> Match:
    if live.table.match is None:
        raise ApiError(409, "waiting", "the game has not begun")
    return live.table.match


def _viewer(request: Request, live: LiveTable) -> int:
    """The viewer as whom the asker reads; `?look=` is the seat that looks at a shared screen."""
    look = request.query_params.get("look", "")
    seat = int(look) if look.isascii() and look.isdigit() and len(look) < 3 else NOBODY_LOOKS
    return live.table.session.replay_viewer_of(guest_of(request).id, seat)


async def replay_table(request: Request) -> Response:
    """A match position by position, as the asker may see it."""
    services_of(request).check_heavy_rate(request)
    live = await table_of(request)
    match, viewer = _match(live), _viewer(request, live)
    _refuse_too_long(request, match)
    whole = await _written(request, live, EVERYTHING)
    shown = whole if match.game.open or match.turn == OVER else await _written(request, live, viewer)
    return await _replay(request, whole, viewer, shown)


async def _written(request: Request, live: LiveTable, viewer: int) -> str:
    """The record of a table for a viewer. A long one costs as much as many requests."""
    services = services_of(request)
    steps = len(live.table.session.match.steps)
    if steps > _LONG:
        services.check_heavy_rate(request, steps / _LONG)
    try:
        return await record_in_slices(live.table, viewer, services.lobby.signer, services.lobby.slices)
    except Moved:
        raise ApiError(503, "busy", "orders are being taken back at this table; try again") from None


def _refuse_too_long(request: Request, match: Match) -> None:
    """Refuse a match that no worker would replay, before its record is written."""
    most = services_of(request).limits.record_orders
    if len(match.steps) > most + 1:
        raise ApiError(422, "bad_record", f"the match has more than {most} orders: only its record can be had")


async def replay_record(request: Request) -> Response:
    """A posted record, position by position."""
    services_of(request).check_heavy_rate(request)
    text = await _posted_record(request)
    return await _replay(request, text, SPECTATOR, text)


async def _posted_record(request: Request) -> str:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "text/plain":
        raise ApiError(415, "not_text", "the body must be text/plain: a record")
    body = await body_of(request, services_of(request).limits.record_bytes)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise ApiError(400, "bad_record", "the record is not text") from None


def _asker(request: Request, share: Share) -> Asker:
    return Asker(address_of(request.scope), guest_of(request).id, share)


async def _replay(request: Request, text: str, viewer: int, shown: str) -> Response:
    services = services_of(request)
    job = ReplayRecord(text, viewer, services.limits.record_orders, shown, services.lobby.signer.key)
    try:
        answer = await services.lobby.workers.run(job, _asker(request, Share.REPLAY))
    except WorkFailed as error:
        if error.expected:
            raise ApiError(422, "bad_record", str(error)) from None
        raise
    return await compressed(request, answer.encode(), "application/json")


# ---- advice ---------------------------------------------------------------------------------------------------


async def advise(request: Request) -> Response:
    """How the computer sees a position of a table; if several people play, the others are told of the question."""
    services = services_of(request)
    services.check_advice_rate(request)
    live, guest = await table_of(request), guest_of(request)
    body = await read(request, AdviceRequest, services.limits.body_bytes)
    try:
        job = advice_job(live.table, guest.id, body)
    except Refused as refused:
        raise ApiError.from_refusal(refused) from None
    with services.lobby.advising(address_of(request.scope)) as workers:
        if counts_questions(live.table.session):
            if (refusal := await live.handle(guest, AskHelp(body.rev, body.orders))) is not None:
                raise ApiError.from_refusal(refusal)
        return await _advice(request, workers, job)


async def advise_record(request: Request) -> Response:
    """How the computer sees a position of a record."""
    services = services_of(request)
    services.check_advice_rate(request)
    body = await read(request, RecordAdviceRequest, _ESCAPED * services.limits.record_bytes)
    being_played = services.lobby.being_played.keys(body.record)
    with services.lobby.advising(address_of(request.scope)) as workers:
        job = AdviseOnRecord(body.record, body.at, services.limits.record_orders, being_played)
        return await _advice(request, workers, job)


async def _advice(request: Request, workers: Workers, job: AdviseOnPosition | AdviseOnRecord) -> Response:
    try:
        answer = await workers.run(job, _asker(request, Share.ADVICE))
    except WorkFailed as error:
        if error.expected:
            raise ApiError(422, "no_advice", str(error)) from None
        logs.failure("advice failed", why=str(error))
        raise ApiError(503, "busy", "the computer did not answer; try again") from None
    return await compressed(request, answer.encode(), "application/json")


# ---- analyses -------------------------------------------------------------------------------------------------


async def analyse_table(request: Request) -> Response:
    """Luck and decisions of a finished match, from its whole record."""
    services_of(request).check_heavy_rate(request)
    live = await table_of(request)
    match = _match(live)
    if match.turn != OVER:
        raise ApiError(409, "not_over", "a game is analysed when it is over")
    _refuse_too_long(request, match)
    return await _begin_analysis(request, await _written(request, live, EVERYTHING))


async def analyse_record(request: Request) -> Response:
    """The same for a posted record."""
    services_of(request).check_heavy_rate(request)
    text = await _posted_record(request)
    return await _begin_analysis(request, text, services_of(request).lobby.being_played.keys(text))


async def analysis(request: Request) -> Response:
    """The progress and the findings of an analysis."""
    return await _analysis(request, services_of(request).lobby.analyses.find(request.path_params["analysis"]))


async def _begin_analysis(request: Request, text: str, being_played: Sequence[int] = ()) -> Response:
    analyses = services_of(request).lobby.analyses
    return await _analysis(request, await analyses.begin(text, _asker(request, Share.ANALYSIS), being_played))


async def _analysis(request: Request, found: Analysis) -> Response:
    return await compressed(request, ENCODER.encode(found), "application/json")
