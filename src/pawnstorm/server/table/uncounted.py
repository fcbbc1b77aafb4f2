"""Orders given in secret, which nobody else may count: a starter army is one order, a built one many.

To the others all secret orders of a seat in a row are one change of the table, which they learn when the seat has given
the last of them. So until everything is revealed, guests count the revisions of a table differently.
"""

from collections import Counter

from pawnstorm.core.dice import EVERYONE, knows
from pawnstorm.core.session import Session
from pawnstorm.core.step import Step

OUTSIDERS = ""
"""All guests without a seat: they may count the same."""


class Uncounted:
    """What guests may count since the secret orders began; `first` is the number of the first step since then."""

    def __init__(self, session: Session, first: int) -> None:
        self.first = first
        self._session = session
        self._people = {OUTSIDERS, *(seat.holder for seat in session.seats)}
        # How many revisions a guest may not know of, and for each step the revision that a guest knows, if any.
        self._behind: Counter[str] = Counter()
        self._revs: list[dict[str, int]] = []

    def behind(self, guest: str) -> int:
        """How many revisions a guest may not know of."""
        return self._behind[self._as(guest)]

    def played(self, step: Step, rev: int) -> None:
        """A step has been added, with this revision."""
        goes_on = int(step.state.turn()) == step.seat
        known: dict[str, int] = {}
        for guest in self._people:
            if goes_on and not self._may_know(step, guest):
                self._behind[guest] += 1
            else:
                known[guest] = rev - self._behind[guest]
        self._revs.append(known)

    def taken_back(self, count: int) -> None:
        """The last steps have been removed; who did not know of any of them does not learn that either."""
        removed = self._revs[-count:]
        del self._revs[-count:]
        for guest in self._people:
            if not any(guest in known for known in removed):
                self._behind[guest] += 1

    def revs(self, guest: str) -> list[tuple[int, int]]:
        """The steps that a guest knows of: their revisions and numbers."""
        guest = self._as(guest)
        return [(known[guest], number) for number, known in enumerate(self._revs, self.first) if guest in known]

    def _as(self, guest: str) -> str:
        return guest if guest in self._people else OUTSIDERS

    def _may_know(self, step: Step, guest: str) -> bool:
        seats = self._session.held_by(guest) if guest else []
        return step.audience == EVERYONE or any(knows(step.audience, seat) for seat in seats)
