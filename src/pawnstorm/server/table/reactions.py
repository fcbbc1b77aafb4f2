"""The clock of a reaction: all reactions take the same time, so that the others learn nothing (docs/decisions/0012)."""

import asyncio
from collections.abc import Callable

from pawnstorm.server.settings import Settings

_AFTER_DICE = 1.8
"""How many times as long a reaction lasts after dice, which people want to see first."""


class ReactionClock:
    """The time of one reaction: as long for a seat that can do nothing as for one that declines."""

    def __init__(self, settings: Settings, on_end: Callable[[int], None]) -> None:
        self._settings = settings
        self._on_end = on_end
        self._rev = -1
        # When the table declines, and what the others are told about that: that the seat has declined must not show.
        self._usual_end = self._end = self._told_end = 0.0
        self._extended = self._answered = False
        self._timer: asyncio.TimerHandle | None = None

    def start(self, rev: int, after_dice: bool) -> None:
        """A reaction begins; the clock runs on if it is the same one."""
        if rev == self._rev:
            return
        self.stop()
        self._rev = rev
        self._usual_end = self._now() + self._settings.reaction_seconds * (_AFTER_DICE if after_dice else 1.0)
        self._told_end = self._usual_end
        self._set_end(self._usual_end)

    def stop(self) -> None:
        """There is no reaction, or its player is not here."""
        if self._timer:
            self._timer.cancel()
        self._timer = None
        self._rev = -1
        self._extended = self._answered = False

    def extend(self, rev: int) -> bool:
        """Give the seat more time, once; false if that is not possible."""
        if rev != self._rev or self._extended:
            return False
        self._extended, self._answered = True, False
        self._told_end = self._now() + self._settings.more_time_seconds
        self._set_end(self._told_end)
        return True

    def decline_early(self, rev: int) -> bool:
        """The seat has declined, which the others learn when the usual time is over; False if they may know at once."""
        if rev != self._rev or self._now() >= self._usual_end:
            return False
        self._answered = True
        self._set_end(self._usual_end)
        return True

    def left(self, rev: int, own: bool) -> int:
        """Milliseconds to the end as the seat itself or others may know it; 0 if no clock runs."""
        end = self._end if own else self._told_end
        return max(1, round((end - self._now()) * 1000)) if rev == self._rev else 0

    def extended(self, rev: int) -> bool:
        """Whether the seat has asked for more time."""
        return rev == self._rev and self._extended

    def answered(self, rev: int) -> bool:
        """Whether the seat has declined, which nobody else may know yet."""
        return rev == self._rev and self._answered

    def _set_end(self, end: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._end = end
        self._timer = asyncio.get_running_loop().call_later(end - self._now(), self._on_end, self._rev)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
