"""Asking the computer during a match: who may, and from whose knowledge it answers (docs/decisions/0041)."""

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.session import NOBODY_LOOKS, Session
from pawnstorm.core.state import State

_GUESSES = 16
"""One guess may happen to be the truth, but not all of so many."""


def may_ask(session: Session, holder: str, agreed: bool) -> bool:
    """Whether a person may ask the computer during the match; `agreed` if the players have agreed to hints."""
    return session.may_have_hints(agreed) and (not session.several_people or bool(session.held_by(holder)))


def counts_questions(session: Session) -> bool:
    """Whether questions to the computer are counted and shown to everybody."""
    return session.several_people and not session.over


def answering_seat(
    session: Session, holder: str, state: State, orders: bool, seed: int, look: int = NOBODY_LOOKS
) -> int:
    """The seat from whose knowledge the computer answers a person; refused if the answer could reveal a secret.

    A person who sees the table through no seat may only ask about a position without secrets.
    """
    seat = session.viewer_of(holder, look)
    if seat < 0:
        if _has_secrets(session.game, state, Luck(seed)):
            raise Refused(Refusal.NOT_YOUR_SEAT, _why_not(session, holder))
        seat = int(state.turn())
    if orders and seat != state.turn():
        raise Refused(Refusal.NOT_YOUR_TURN, "only the player to act may ask for a hint")
    return seat


def _why_not(session: Session, holder: str) -> str:
    if session.held_by(holder):
        return "several players share this screen, so one of them has to look first; then the computer can be asked"
    return "there are secrets at this table, so only its players may ask"


def _has_secrets(game: Game, state: State, luck: Luck) -> bool:
    """Whether some seat does not know everything: then some guess of the position differs from the truth."""
    known = state.encode()
    for seat in range(state.seats):
        for _ in range(_GUESSES):
            if game.guess(state, seat, luck).encode() != known:
                return True
    return False
