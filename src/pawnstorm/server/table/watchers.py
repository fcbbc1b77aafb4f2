"""The watchers of a table: what each of them has been sent, and what is still to be sent."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.core.view import View
from pawnstorm.server import logs
from pawnstorm.server.guests import NOBODY, Guest
from pawnstorm.server.jobs.fair_queue import NOBODY as NOBODY_ASKS
from pawnstorm.server.jobs.fair_queue import Asker, Share
from pawnstorm.server.table import redaction
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.slices import Slices
from pawnstorm.server.table.step_log import LARGEST_KEPT, MOST_KEPT, StepLog
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.encoding import ENCODER, encode_change, encode_view
from pawnstorm.server.wire.tables import TableInfo

_GATHER_SECONDS = 0.2
_FEW_ORDERS = 500
"""From how many orders before the end of a game its players are told."""


class Connection(Protocol):
    """The connection to a watcher, as far as a table needs it."""

    @property
    def ready(self) -> bool:
        """Whether a message can be sent at once."""

    def send_text(self, message: bytes) -> None:
        """Send a message; only when ready."""


@dataclass(eq=False)
class Watcher:
    """A socket at a table.

    `seen` is the last revision sent, `version` and `info_version` are those of `Watchers` at that time, and `view` is
    the last view sent, which the next one builds on. `looking_seat` is the seat that looks at a shared screen.
    `address` is where the watcher comes from.
    """

    guest: Guest
    connection: Connection
    address: str = ""
    seen: int = 0
    version: int = -1
    info_version: int = -1
    view: View | None = None
    looking_seat: int = NOBODY_LOOKS
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: bool = False

    def resend(self, since: int = 0) -> None:
        """Send everything again, with the steps since a revision."""
        self.seen = since
        self.version = self.info_version = -1
        self.view = None
        self.wake.set()

    def drop(self) -> None:
        """Close the socket."""
        self.dropped = True
        self.wake.set()


class Watchers:
    """All watchers of one table."""

    def __init__(self, table: Table, clock: ReactionClock, most_orders: int) -> None:
        self._table = table
        self._most_orders = most_orders
        self._clock = clock
        # In the order in which they have come.
        self._present: dict[Watcher, None] = {}
        # Grows with every change of what some watcher may be sent, and of the table's `TableInfo`.
        self._version = 0
        self._info_version = 0
        # What has been made of this position so far, for other watchers who may see the same.
        self._views: redaction.Views = {}
        self._steps = StepLog(table)
        self._messages: dict[tuple[str, int, int, int, int], bytes] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._present)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(self._present)

    def asker(self) -> Asker:
        """For whom the computer thinks: a player who is here, otherwise the first watcher."""
        session = self._table.session
        for watcher in self._present:
            if session.held_by(watcher.guest.id):
                return Asker(watcher.address, watcher.guest.id)
        first = next(iter(self._present), None)
        return Asker(first.address, first.guest.id, Share.UNATTENDED) if first else NOBODY_ASKS

    def include(self, guest: str) -> bool:
        """Whether a guest is here."""
        return any(watcher.guest.id == guest for watcher in self._present)

    # ---- changes ----------------------------------------------------------------------------------------------

    def add(self, watcher: Watcher) -> None:
        """A watcher has come."""
        self._present[watcher] = None
        self._people_changed()
        watcher.wake.set()

    def remove(self, watcher: Watcher) -> None:
        """A watcher has gone."""
        self._present.pop(watcher, None)
        self._people_changed()

    def _people_changed(self) -> None:
        """Tell everybody a little later, so that many people who come at once cause only one message."""
        self._info_version += 1
        self._version += 1
        self._messages.clear()
        if self._timer is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(_GATHER_SECONDS, self.send)

    def table_changed(self, info_too: bool) -> None:
        """The table has changed; `info_too` if its `TableInfo` may have changed as well."""
        self._views.clear()
        self._steps.changed()
        if info_too:
            self._info_version += 1
        # The next player at a shared screen must not see what the last one saw.
        for watcher in self._present:
            if watcher.looking_seat not in (NOBODY_LOOKS, self._table.turn):
                watcher.looking_seat = NOBODY_LOOKS
                watcher.resend()

    def close(self) -> None:
        """The table leaves the memory: all sockets are closed."""
        self._closed = True
        self._stop_timer()
        self.drop_all()

    def drop_all(self) -> None:
        """Close all sockets, so that their clients connect again."""
        for watcher in self._present:
            watcher.drop()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # ---- sending ----------------------------------------------------------------------------------------------

    def send(self) -> None:
        """Send everybody what is new."""
        self._stop_timer()
        self._version += 1
        self._messages.clear()
        for watcher in self._present:
            self.send_to(watcher)

    def send_changes(self) -> None:
        """Send what the table has changed, but nothing to those who must not notice it, not even other news."""
        before = self._version
        self._version += 1
        self._messages.clear()
        unaware = [watcher for watcher in self._present if self._is_unaware(watcher)]
        for watcher in unaware:
            if watcher.version == before:
                watcher.version = self._version
        if not unaware:
            self._stop_timer()
        for watcher in self._present:
            if watcher not in unaware:
                self.send_to(watcher)

    def _is_unaware(self, watcher: Watcher) -> bool:
        return watcher.view is not None and watcher.seen == self._table.rev_for(watcher.guest.id)

    def send_only_to(self, guest: str) -> None:
        """Send to one guest alone. The others must not notice anything, not even that a message was sent."""
        self._messages.clear()
        for watcher in self._present:
            if watcher.guest.id == guest:
                watcher.version = -1
                watcher.wake.set()

    def send_to(self, watcher: Watcher) -> None:
        """Send a watcher what is new. A watcher whose connection is not ready gets it later and delays nobody.

        So does a watcher to whom a long game must be sent, because that is prepared in slices.
        """
        if watcher.version == self._version:
            return
        if not (watcher.connection.ready and self._is_prepared(watcher)):
            watcher.wake.set()
            return
        try:
            message = self._next_message(watcher)
        except Exception as error:
            # The order is stored: an error for one watcher must not look like a refusal to another.
            logs.failure("sending failed", error, table=logs.short(self._table.id))
            watcher.drop()
            return
        if message is not None:
            watcher.connection.send_text(message)

    def _is_prepared(self, watcher: Watcher) -> bool:
        return self._steps.is_prepared(watcher.seen, self._viewer_of(watcher))

    async def prepare(self, watcher: Watcher, slices: Slices) -> None:
        """Prepare what a watcher is still to be sent, if it is long."""
        if not self._is_prepared(watcher):
            await slices.gather(self._steps.prepare(self._viewer_of(watcher)))

    def _viewer_of(self, watcher: Watcher) -> int:
        return self._table.session.viewer_of(watcher.guest.id, watcher.looking_seat)

    def _next_message(self, watcher: Watcher) -> bytes | None:
        """What is new for the watcher; None if there is nothing."""
        if watcher.version == self._version:
            return None
        guest = watcher.guest if self._sees_more_than_spectators(watcher.guest) else NOBODY
        seat = self._viewer_of(watcher)
        view = redaction.view_of(self._table, seat, guest.id, self._views)
        # Views are compared as objects: a watcher keeps the last one it was sent, so no other can have its id.
        key = (guest.id, seat, watcher.seen, watcher.info_version, id(watcher.view))
        message = self._messages.get(key)
        if message is None:
            message = self._compose(watcher, guest, seat, view)
            if len(message) <= LARGEST_KEPT:
                if len(self._messages) >= MOST_KEPT:
                    self._messages.clear()
                self._messages[key] = message
        watcher.version, watcher.info_version = self._version, self._info_version
        watcher.seen, watcher.view = self._table.rev_for(guest.id), view
        return message

    def _compose(self, watcher: Watcher, guest: Guest, seat: int, view: View) -> bytes:
        body, gone = encode_change(watcher.view, view) if watcher.view else (encode_view(view), None)
        update = redaction.update_of(
            self._table,
            guest,
            steps=self._steps.since(watcher.seen, seat, guest.id),
            view=body,
            gone=gone,
            info=self.info(guest) if watcher.info_version != self._info_version else None,
            clock=self._clock,
            orders_left=self._orders_left(guest),
            screen=redaction.screen_of(self._table, guest.id, watcher.looking_seat, self._views),
        )
        return ENCODER.encode(update)

    def _orders_left(self, guest: Guest) -> int | None:
        left = max(0, self._most_orders - self._table.rev_for(guest.id))
        return left if left < _FEW_ORDERS and not self._table.over else None

    def _sees_more_than_spectators(self, guest: Guest) -> bool:
        table = self._table
        return bool(guest.id) and (guest.id == table.made.maker or bool(table.session.held_by(guest.id)))

    def info(self, guest: Guest) -> TableInfo:
        """The table without its position, as a guest may see it."""
        online = {watcher.guest.id for watcher in self._present}
        players = {seat.holder for seat in self._table.seats if seat.holder}
        spectators = sum(watcher.guest.id not in players for watcher in self._present)
        return redaction.info_of(self._table, guest, online, spectators)
