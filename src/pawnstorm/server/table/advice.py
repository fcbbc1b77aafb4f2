"""Who may ask the computer about a position, and what it is told of it (docs/decisions/0041)."""

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.luck import Luck
from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.core.state import State
from pawnstorm.server.jobs.worker import Advise
from pawnstorm.server.table import redaction
from pawnstorm.server.table.decisions import check_help
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.advice import AdviceWish

_TRIES = 16
"""A guess may happen to be the truth; so many guesses do not all."""


def question(table: Table, guest: str, wish: AdviceWish) -> Advise:
    """The job that answers a guest; `Refused` says why there is none."""
    if table.match is None:
        raise Refused(Refusal.WAITING, "the game has not begun")
    at = len(table.match.steps) - 1 if wish.at is None else wish.at
    if at >= len(table.match.steps):
        raise Refused(Refusal.ILLEGAL, f"there is no position {at}: the match has {len(table.match.steps)}")
    state = table.match.steps[at].state
    if state.turn() < 0 or (table.match.closing and at == len(table.match.steps) - 1):
        raise Refused(Refusal.OVER, "the game is over in this position")
    if table.over:
        # Everything has come to light: the position is judged by what the seat to act knew of it.
        return _job(table, state, int(state.turn()), at, wish.orders)
    check_help(table, guest, wish.rev, at == len(table.match.steps) - 1, wish.orders)
    viewer = table.session.viewer_of(guest, NOBODY_LOOKS if wish.look is None else wish.look)
    if viewer < 0:
        if _has_secrets(table, state):
            raise Refused(Refusal.NOT_YOUR_SEAT, _unseen(table, guest))
        viewer = int(state.turn())
    if wish.orders and viewer != state.turn():
        raise Refused(Refusal.NOT_YOUR_TURN, "only the player to act may ask for a hint")
    return _job(table, state, viewer, at, wish.orders)


def _unseen(table: Table, guest: str) -> str:
    if table.session.held_by(guest):
        return "several players share this screen, so one of them has to look first; then the computer can be asked"
    return "there are secrets at this table, so only its players may ask"


def _has_secrets(table: Table, state: State) -> bool:
    """Whether some seat does not know everything now."""
    known = state.encode()
    luck = Luck(table.luck("secrets"))
    seats = range(state.seats)
    return any(table.game.guess(state, seat, luck).encode() != known for seat in seats for _ in range(_TRIES))


def _job(table: Table, state: State, viewer: int, at: int, orders: bool) -> Advise:
    """What the worker gets to see."""
    known = redaction.known_to(table, state, viewer, f"guess for advice {at}")
    return Advise(*known, viewer, orders, table.luck(f"advice {at}"))
