"""Moments for reactions at the web table, and the clock that makes them all alike to others (docs/decisions/0010)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from pawnstorm.core.errors import Refused
from pawnstorm.core.reactions import unasked
from pawnstorm.core.state import State
from pawnstorm.server.settings import Settings
from pawnstorm.server.table import Table

_AFTER_DICE = 1.8
"""How many times as long a moment lasts after dice, which people want to see first."""


@dataclass(frozen=True)
class Moment:
    """A person's seat may answer or let it go by. Whether it is `asked`, only its own guest may know."""

    seat: int
    window: str
    order: str
    asked: bool

    def lets_go_by(self, table: Table, text: str) -> bool:
        """Whether an order is the one that lets this moment go by."""
        assert table.match is not None
        state = table.match.state
        try:
            return table.game.read(state, text) == state.decline()
        except Refused:
            return False


def moment_of(table: Table) -> Moment | None:
    """The moment that a table has come to, if it is one for reactions."""
    match = table.match
    if match is None or match.closing:
        return None
    return moment_at(table, match.state)


def moment_at(table: Table, state: State) -> Moment | None:
    """The moment that a position of a table is, if it is one for reactions of a person."""
    seat = state.turn()
    if seat < 0 or table.seats[seat].kind == "computer":
        return None
    move = state.decline()
    if move < 0:
        return None
    order = table.game.write(state, move)
    return Moment(seat, table.game.window(state), order, not unasked(table.game, state))


class Clock:
    """The time of one moment: as long for a seat that can do nothing as for one that says no."""

    def __init__(self, settings: Settings, over: Callable[[int], None]) -> None:
        self._settings = settings
        self._over = over
        self._rev = -1
        self._least = self._end = 0.0
        self._thinking = self._answered = False
        self._timer: asyncio.TimerHandle | None = None

    def start(self, rev: int, after_dice: bool) -> None:
        """A moment begins; the clock runs on if it is the same."""
        if rev == self._rev:
            return
        self.stop()
        self._rev = rev
        self._least = self._now() + self._settings.reaction_seconds * (_AFTER_DICE if after_dice else 1.0)
        self._set(self._least)

    def stop(self) -> None:
        """There is no moment, or nobody to see it."""
        if self._timer:
            self._timer.cancel()
        self._timer = None
        self._rev = -1
        self._thinking = self._answered = False

    def think(self, rev: int) -> bool:
        """Give the seat more time; false if there is none to give."""
        if rev != self._rev or self._thinking:
            return False
        self._thinking, self._answered = True, False
        self._set(self._now() + self._settings.think_seconds)
        return True

    def answer(self, rev: int) -> bool:
        """The moment is let go by; false if that may be told at once."""
        if rev != self._rev or self._now() >= self._least:
            return False
        self._answered = True
        self._set(self._least)
        return True

    def left(self, rev: int) -> int:
        """Milliseconds to the end; 0 if no clock runs."""
        return max(1, round((self._end - self._now()) * 1000)) if rev == self._rev else 0

    def thinking(self, rev: int) -> bool:
        """Whether the seat has asked for time."""
        return rev == self._rev and self._thinking

    def answered(self, rev: int) -> bool:
        """Whether the seat has let the moment go by, which nobody else may know yet."""
        return rev == self._rev and self._answered

    def _set(self, end: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._end = end
        self._timer = asyncio.get_running_loop().call_later(end - self._now(), self._over, self._rev)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
