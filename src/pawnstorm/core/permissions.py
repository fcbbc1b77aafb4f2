"""What a person may do in a session now, so that a page need not work it out."""

from pawnstorm.core.errors import Refused
from pawnstorm.core.session import Session
from pawnstorm.core.state import OVER


def speaker(session: Session, holder: str) -> int:
    """The seat in whose name a person resigns, proposes and answers; -1 if no seat of theirs has a say.

    It is the seat to act if that is the person's, else their first seat that is still in the game.
    """
    out = session.out
    seats = [seat for seat in session.held_by(holder) if seat not in out]
    if session.turn == OVER or not seats:
        return -1
    return session.turn if session.turn in seats else seats[0]


def may_draw(session: Session, holder: str) -> bool:
    """Whether a person may propose a draw, if there is no other proposal."""
    return speaker(session, holder) >= 0 and session.people_alone


def must_answer(session: Session, holder: str) -> bool:
    """Whether the present proposal waits for a person's answer."""
    proposal = session.proposal
    if proposal is None or speaker(session, holder) < 0:
        return False
    return all(session.seats[seat].holder != holder for seat in (proposal.seat, *proposal.agreed))


def may_ask_now(session: Session, holder: str, orders: bool, agreed: bool) -> bool:
    """Whether a person may ask the computer about the present position, as `Session.check_help` decides."""
    if session.turn == OVER:
        return False
    if session.several_people and not agreed:
        # The most frequent case, without the cost of a refusal.
        return False
    try:
        session.check_help(holder, True, orders, agreed)
    except Refused:
        return False
    return True
