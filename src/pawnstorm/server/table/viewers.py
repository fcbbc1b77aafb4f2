"""The viewers of a table: what each of them has been sent, and what is still to be sent."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.core.view import View
from pawnstorm.server import logs
from pawnstorm.server.guests import NOBODY, Guest
from pawnstorm.server.table import redaction
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.encoding import ENCODER, EncodedSteps, encode_change, encode_view
from pawnstorm.server.wire.tables import TableInfo

_GATHER_SECONDS = 0.2


class Connection(Protocol):
    """The connection to a viewer, as far as a table needs it."""

    @property
    def ready(self) -> bool:
        """Whether a message can be sent at once."""

    def send_text(self, message: bytes) -> None:
        """Send a message; only when ready."""


@dataclass(eq=False)
class Viewer:
    """A socket at a table.

    `seen` is the last revision sent, `version` and `info_version` are those of `Viewers` at that time, and `view` is
    the last view sent, which the next one builds on. `looking_seat` is the seat that looks at a shared screen.
    """

    guest: Guest
    connection: Connection
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


class Viewers:
    """All viewers of one table."""

    def __init__(self, table: Table, clock: ReactionClock) -> None:
        self._table = table
        self._clock = clock
        self._present: set[Viewer] = set()
        # Grows with every change of what some viewer may be sent, and of the table's `TableInfo`.
        self._version = 0
        self._info_version = 0
        # What has been made of this position so far, for other viewers who may see the same.
        self._views: dict[int, View] = {}
        self._steps: dict[tuple[int, int], EncodedSteps] = {}
        self._messages: dict[tuple[str, int, int, int, int], bytes] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._present)

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._present)

    def include(self, guest: str) -> bool:
        """Whether a guest is here."""
        return any(viewer.guest.id == guest for viewer in self._present)

    # ---- changes ----------------------------------------------------------------------------------------------

    def add(self, viewer: Viewer) -> None:
        """A viewer has come."""
        self._present.add(viewer)
        self._people_changed()
        viewer.wake.set()

    def remove(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        self._present.discard(viewer)
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
        self._steps.clear()
        if info_too:
            self._info_version += 1
        # The next player at a shared screen must not see what the last one saw.
        for viewer in self._present:
            if viewer.looking_seat not in (NOBODY_LOOKS, self._table.turn):
                viewer.looking_seat = NOBODY_LOOKS
                viewer.resend()

    def close(self) -> None:
        """The table leaves the memory: all sockets are closed."""
        self._closed = True
        self._stop_timer()
        for viewer in self._present:
            viewer.drop()

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
        for viewer in self._present:
            self.send_to(viewer)

    def send_only_to(self, guest: Guest) -> None:
        """Send to one guest alone. The others must not notice anything, not even that a message was sent."""
        self._messages.clear()
        for viewer in self._present:
            if viewer.guest.id == guest.id:
                viewer.version = -1
                viewer.wake.set()

    def send_to(self, viewer: Viewer) -> None:
        """Send a viewer what is new. A viewer whose connection is not ready gets it later and delays nobody."""
        if not viewer.connection.ready:
            viewer.wake.set()
            return
        try:
            message = self._next_message(viewer)
        except Exception as error:
            # The order is stored: an error for one viewer must not look like a refusal to another.
            logs.failure("sending failed", error, table=logs.short(self._table.id))
            viewer.drop()
            return
        if message is not None:
            viewer.connection.send_text(message)

    def _next_message(self, viewer: Viewer) -> bytes | None:
        """What is new for the viewer; None if there is nothing."""
        if viewer.version == self._version:
            return None
        guest = viewer.guest if self._sees_more_than_spectators(viewer.guest) else NOBODY
        seat = self._table.session.viewer_of(guest.id, viewer.looking_seat)
        view = redaction.view_of(self._table, seat, self._views)
        # Views are compared as objects: a viewer keeps the last one it was sent, so no other can have its id.
        key = (guest.id, seat, viewer.seen, viewer.info_version, id(viewer.view))
        message = self._messages.get(key)
        if message is None:
            if len(self._messages) >= redaction.MOST_KEPT:
                self._messages.clear()
            message = self._messages[key] = self._compose(viewer, guest, seat, view)
        viewer.version, viewer.info_version = self._version, self._info_version
        viewer.seen, viewer.view = self._table.rev, view
        return message

    def _compose(self, viewer: Viewer, guest: Guest, seat: int, view: View) -> bytes:
        body, gone = encode_change(viewer.view, view) if viewer.view else (encode_view(view), None)
        update = redaction.update_of(
            self._table,
            guest,
            steps=redaction.encode_steps(self._table, viewer.seen, seat, self._steps),
            view=body,
            gone=gone,
            info=self.info(guest) if viewer.info_version != self._info_version else None,
            clock=self._clock,
            screen=redaction.screen_of(self._table, guest.id, viewer.looking_seat, self._views),
        )
        return ENCODER.encode(update)

    def _sees_more_than_spectators(self, guest: Guest) -> bool:
        table = self._table
        return bool(guest.id) and (guest.id == table.made.maker or bool(table.session.held_by(guest.id)))

    def info(self, guest: Guest) -> TableInfo:
        """The table without its position, as a guest may see it."""
        online = {viewer.guest.id for viewer in self._present}
        players = {seat.holder for seat in self._table.seats if seat.holder}
        spectators = sum(viewer.guest.id not in players for viewer in self._present)
        return redaction.info_of(self._table, guest, online, spectators)
