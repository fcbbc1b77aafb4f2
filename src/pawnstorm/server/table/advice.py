"""Questions to the computer about a position of a table (docs/decisions/0041)."""

from pawnstorm.core.asking import answering_seat
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.core.state import State
from pawnstorm.server.jobs.definitions import AdviseOnPosition
from pawnstorm.server.table import redaction
from pawnstorm.server.table.decisions import check_help
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.advice import AdviceRequest


def advice_job(table: Table, guest: str, request: AdviceRequest) -> AdviseOnPosition:
    """The job that answers a guest; `Refused` says why there is none."""
    if table.match is None:
        raise Refused(Refusal.WAITING, "the game has not begun")
    look = NOBODY_LOOKS if request.look is None else request.look
    # The positions of the replay that the guest can have.
    told = table.match.told(table.session.replay_viewer_of(guest, look))
    if request.at is not None and request.at >= len(told):
        raise Refused(Refusal.ILLEGAL, f"there is no position {request.at}: the match has {len(told)}")
    last = told[-1]
    at = last if request.at is None else told[request.at]
    state = table.match.steps[at].state
    if state.turn() < 0 or (table.match.closing and at == last):
        raise Refused(Refusal.OVER, "the game is over in this position")
    if table.over:
        # Nothing is secret any more. The position is judged from what the seat to act knew of it.
        return _job(table, state, int(state.turn()), at, request.orders)
    check_help(table, guest, table.stored_rev(guest, request.rev), now=at == last, orders=request.orders)
    seat = answering_seat(
        table.session, guest, state, orders=request.orders, seed=table.secret_seed("secrets"), look=look
    )
    return _job(table, state, seat, at, request.orders)


def _job(table: Table, state: State, seat: int, at: int, orders: bool) -> AdviseOnPosition:
    known = redaction.position_known_to(table, state, seat, f"guess for advice {at}")
    return AdviseOnPosition(known, viewer=seat, orders=orders, seed=table.secret_seed(f"advice {at}"))
