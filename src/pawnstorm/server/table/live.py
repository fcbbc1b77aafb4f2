"""A table in play: it takes wishes one by one, stores what they lead to, and only then tells everybody."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec import Raw

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.core.view import View
from pawnstorm.server import logs
from pawnstorm.server.guests import NOBODY, Guest
from pawnstorm.server.jobs.pool import Workers, WorkFailed
from pawnstorm.server.jobs.worker import Think as Job
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import Entry, Ordered
from pawnstorm.server.storage.store import Batch, Conflict, StorageFailed, Store
from pawnstorm.server.table import redaction
from pawnstorm.server.table.decisions import ComputerOrder, Decision, DeclineReaction, Wish, decide
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.connection import Line
from pawnstorm.server.wire.messages import Mute, Order, TableInfo, Think, Unmute

_GATHER_SECONDS = 0.2
_TRIES = 3


@dataclass(eq=False)
class Viewer:
    """A socket at a table: who looks, and what it has been told.

    `seen` is a revision; `told` and `facts` count the table's changes and those of what is known besides the position;
    `view` is the last view sent, on which the next one builds; `looks` is the seat that looks at a shared screen.
    """

    guest: Guest
    line: Line
    seen: int = 0
    told: int = -1
    facts: int = -1
    view: View | None = None
    looks: int = NOBODY_LOOKS
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    gone: bool = False

    def resend(self, since: int = 0) -> None:
        """Tell everything anew, steps since a revision included."""
        self.seen = since
        self.told = self.facts = -1
        self.view = None
        self.wake.set()


class LiveTable:
    """A table in memory with its viewers."""

    def __init__(
        self, table: Table, store: Store, workers: Workers, settings: Settings, leave: Callable[["LiveTable"], None]
    ) -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self._store = store
        self._workers = workers
        self._settings = settings
        self._leave = leave
        # Wishes come in one by one, each carried out by whoever has it.
        self._turn = asyncio.Lock()
        self._closed = False
        self._generation = 0
        self._facts = 0
        # What has been made of this position so far, for whoever else may see the same.
        self._views: dict[int, View] = {}
        self._steps: dict[tuple[int, int], Raw] = {}
        self._messages: dict[tuple[str, int, int, int, int], bytes] = {}
        self._telling: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._clock = ReactionClock(settings, self._decline)
        self._declining: asyncio.Task[Refused | None] | None = None
        self._used = asyncio.get_running_loop().time()
        self._resting: asyncio.TimerHandle | None = None
        self._rest()

    # ---- asking -----------------------------------------------------------------------------------------------

    async def ask(self, guest: Guest, wish: Wish | Think | Mute | Unmute) -> Refused | None:
        """Wait for a turn and grant the wish; the answer is None once it is stored, or why it was not granted."""
        self._used = asyncio.get_running_loop().time()
        async with self._turn:
            if self._closed:
                return Refused(Refusal.BUSY, "the table has just been put away; try again")
            return await self._answer(guest, wish)

    async def stop(self) -> None:
        """Finish what is being carried out and end."""
        async with self._turn:
            self._close()

    def _rest(self) -> None:
        """Put the table away once nobody has looked on or wanted anything for a while; until then look again later.

        One timer for a table, not one for each wish: setting and clearing timers costs more than a wish's turn.
        """
        loop = asyncio.get_running_loop()
        if self.viewers or self._turn.locked():
            self._used = loop.time()
        left = self._used + self._settings.idle_seconds - loop.time()
        if left > 0:
            self._resting = loop.call_later(left, self._rest)
        else:
            self._close()

    def _close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._leave(self)
        for timer in (self._telling, self._resting):
            if timer:
                timer.cancel()
        self._clock.stop()
        if self._thinking and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
        for viewer in self.viewers:
            viewer.gone = True
            viewer.wake.set()

    async def _answer(self, guest: Guest, wish: Wish | Think | Mute | Unmute) -> Refused | None:
        """Answer one wish. If it breaks off, memory and log may disagree: whoever comes next reads the log again."""
        try:
            if isinstance(wish, Order | Think) and self._reacts(guest, wish):
                return None
            if isinstance(wish, Think):
                return Refused(Refusal.ILLEGAL, "there is no reaction to think about")
            if isinstance(wish, Mute | Unmute):
                return await self._mute(guest, wish)
            return await self._grant(guest, wish)
        except Exception as error:
            logs.trouble("table failed", error, table=logs.short(self.table.id))
            self._close()
            return Refused(Refusal.BUSY, "something went wrong at this table; try again")
        except BaseException:
            self._close()
            raise

    async def _grant(self, guest: Guest, wish: Wish) -> Refused | None:
        """Store, then tell."""
        try:
            decision = self._decide(guest, wish)
            if decision.news:
                await self._store.write(self._batch(decision))
        except Refused as refused:
            return refused
        except Conflict:
            await self._catch_up()
            return Refused(Refusal.STALE, "the table has changed since you looked at it")
        except StorageFailed as error:
            logs.trouble("storage failed", table=logs.short(self.table.id), why=str(error))
            return Refused(Refusal.BUSY, "the table could not store that, so nothing has changed; try again")
        for entry, computed in decision.news:
            self.table.apply(entry, computed)
        if decision.news:
            self._changed(decision.entries)
        return None

    def _decide(self, guest: Guest, wish: Wish) -> Decision:
        if self.table.rev >= self._settings.limits.orders_per_table:
            raise Refused(Refusal.BUSY, "this table has grown as long as a table may")
        return decide(self.table, guest.id, wish)

    def _batch(self, decision: Decision) -> Batch:
        batch = Batch()
        if decision.new_table:
            batch.add(decision.new_table, 0, decision.new_entries)
        return batch.add(self.table.id, self.table.rev + 1, decision.entries)

    async def _catch_up(self) -> None:
        """Another process has written to this table: follow it."""
        news = await self._store.log(self.table.id, self.table.rev)
        for entry in news:
            self.table.apply(entry)
        self._changed(news)

    # ---- reactions --------------------------------------------------------------------------------------------

    def _reacts(self, guest: Guest, wish: Order | Think) -> bool:
        """Take an answer to a reaction that changes nothing yet; false if it is not one."""
        table, session, reaction = self.table, self.table.session, self.table.session.reaction()
        if reaction is None or wish.rev != table.rev or table.seats[reaction.seat].holder != guest.id:
            return False
        if isinstance(wish, Think):
            if not self._clock.think(table.rev):
                return False
            self.tell()
            return True
        # Players who share one screen see who presses what: there is nobody to hide it from.
        if not session.several_people or not session.declines(wish.do) or not self._clock.answer(table.rev):
            return False
        self._tell_only(guest)
        return True

    def _tell_only(self, guest: Guest) -> None:
        """Tell one guest alone. The others must not notice anything, not even that a message was sent."""
        self._messages.clear()
        for viewer in self.viewers:
            if viewer.guest.id == guest.id:
                viewer.told = -1
                viewer.wake.set()

    async def _mute(self, guest: Guest, wish: Mute | Unmute) -> Refused | None:
        """Store what a guest wants to be asked for, then follow it. Only that guest is told."""
        session = self.table.session
        before = [set(windows) for windows in session.muted]
        try:
            if isinstance(wish, Mute):
                session.mute(guest.id, wish.seat, wish.window)
            else:
                session.check_player(guest.id)
                session.unmute(guest.id)
            await self._store.save_mutes(self.table.id, session.muted)
        except Refused as refused:
            return refused
        except StorageFailed as error:
            session.muted = before
            logs.trouble("storage failed", table=logs.short(self.table.id), why=str(error))
            return Refused(Refusal.BUSY, "the table could not store that, so nothing has changed; try again")
        self._tell_only(guest)
        self._watch_clock()
        return None

    def _watch_clock(self) -> None:
        """Let the clock run for a reaction that others wait for, while its player is here."""
        session, rev = self.table.session, self.table.rev
        clocked = session.hides_timing and self._settings.reaction_seconds > 0
        reaction = session.reaction()
        if reaction and reaction.muted and not (clocked and session.several_people):
            self._decline(rev)
        elif clocked and reaction and self._is_here(self.table.seats[reaction.seat].holder):
            self._clock.start(rev, bool(session.match.steps[-1].faces))
        else:
            self._clock.stop()

    def _is_here(self, guest: str) -> bool:
        return any(viewer.guest.id == guest for viewer in self.viewers)

    def _decline(self, rev: int) -> None:
        """The time of a reaction is over, or its player has muted it."""
        self._declining = asyncio.create_task(self.ask(NOBODY, DeclineReaction(rev)))

    # ---- shared screens ---------------------------------------------------------------------------------------

    def look(self, viewer: Viewer, seat: int | None) -> Refused | None:
        """Show one of several players at a screen what is his, or hide it again."""
        if seat is not None and seat not in self.table.session.held_by(viewer.guest.id):
            return Refused(Refusal.NOT_YOUR_SEAT, "that seat is not yours")
        if self.table.session.shares_screen(viewer.guest.id):
            viewer.looks = NOBODY_LOOKS if seat is None else seat
            viewer.resend()
        return None

    def _end_looks(self) -> None:
        """Whoever comes next must not see what the last player saw."""
        for viewer in self.viewers:
            if viewer.looks not in (NOBODY_LOOKS, self.table.turn):
                viewer.looks = NOBODY_LOOKS
                viewer.resend()

    # ---- telling ----------------------------------------------------------------------------------------------

    def _changed(self, entries: Sequence[Entry]) -> None:
        self._views.clear()
        self._steps.clear()
        # An order changes nothing but the position, unless it ends the game and the seeds of the dice come to light.
        if self.table.over or not all(isinstance(entry, Ordered) for entry in entries):
            self._facts += 1
        self._end_looks()
        self._watch_clock()
        self.tell()
        self.consider()

    def tell(self) -> None:
        """Wake every viewer."""
        if self._telling:
            self._telling.cancel()
            self._telling = None
        self._generation += 1
        self._messages.clear()
        for viewer in self.viewers:
            self.tell_now(viewer)

    def tell_now(self, viewer: Viewer) -> None:
        """Send whatever is new, unless the viewer has to catch up first: he holds nobody up."""
        if not viewer.line.ready:
            viewer.wake.set()
            return
        try:
            message = self.message_for(viewer)
        except Exception as error:
            # The order is stored: what cannot be told to one viewer must not look like a refusal to another.
            logs.trouble("telling failed", error, table=logs.short(self.table.id))
            viewer.gone = True
            viewer.wake.set()
            return
        if message is not None:
            viewer.line.say(message)

    def _tell_soon(self) -> None:
        """Comings and goings are gathered, so that a crowd does not tell everybody about everybody."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(_GATHER_SECONDS, self.tell)

    def enter(self, viewer: Viewer) -> None:
        """A viewer has come."""
        self.viewers.add(viewer)
        self._crowd_changed()
        viewer.wake.set()
        self.consider()

    def exit(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        self.viewers.discard(viewer)
        if not self._closed:
            self._crowd_changed()

    def _crowd_changed(self) -> None:
        self._watch_clock()
        self._facts += 1
        self._generation += 1
        self._messages.clear()
        self._tell_soon()

    def message_for(self, viewer: Viewer) -> bytes | None:
        """What the viewer has still to be told; None if it knows everything."""
        if viewer.told == self._generation:
            return None
        guest = viewer.guest if self._matters(viewer.guest) else NOBODY
        seat = self.table.session.viewer_of(guest.id, viewer.looks)
        view = redaction.view_of(self.table, seat, self._views)
        # Views are compared as objects: a viewer keeps the one it has seen, so no other can take its place.
        key = (guest.id, seat, viewer.seen, viewer.facts, id(viewer.view))
        message = self._messages.get(key)
        if message is None:
            if len(self._messages) >= redaction.MOST_KNOWN:
                self._messages.clear()
            message = self._messages[key] = self._compose(viewer, guest, seat, view)
        viewer.told, viewer.facts = self._generation, self._facts
        viewer.seen, viewer.view = self.table.rev, view
        return message

    def _compose(self, viewer: Viewer, guest: Guest, seat: int, view: View) -> bytes:
        body, gone = redaction.encode_change(viewer.view, view) if viewer.view else (redaction.encode_view(view), None)
        info = self.info(guest) if viewer.facts != self._facts else None
        steps = redaction.encode_steps(self.table, viewer.seen, seat, self._steps)
        screen = redaction.screen_of(self.table, guest.id, viewer.looks, self._views)
        update = redaction.update_of(self.table, guest, steps, body, gone, info, self._clock, screen)
        return redaction.ENCODER.encode(update)

    def _matters(self, guest: Guest) -> bool:
        """Whether a guest sees anything else than a spectator does."""
        return bool(guest.id) and (guest.id == self.table.made.maker or bool(self.table.session.held_by(guest.id)))

    def info(self, guest: Guest) -> TableInfo:
        """The table as a guest may see it."""
        online = {viewer.guest.id for viewer in self.viewers}
        players = {seat.holder for seat in self.table.seats if seat.holder}
        watching = sum(viewer.guest.id not in players for viewer in self.viewers)
        return redaction.info_of(self.table, guest, online, watching)

    # ---- computers --------------------------------------------------------------------------------------------

    def consider(self) -> None:
        """Let the computer think if it is to act and somebody is there to see it."""
        if self._thinking is not None and not self._thinking.done():
            return
        if self.viewers and self.table.session.program_to_act() >= 0:
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        failures = 0
        while failures < _TRIES and self.viewers and (seat := self.table.session.program_to_act()) >= 0:
            try:
                refused = await self._play(seat)
            except WorkFailed as error:
                logs.trouble("computer failed", table=logs.short(self.table.id), why=str(error))
                refused = Refused(Refusal.BUSY, "the computer did not answer")
            failures = failures + 1 if refused else 0

    async def _play(self, seat: int) -> Refused | None:
        rev = self.table.rev
        job = self._job(seat)
        if self._between_computers():
            await asyncio.sleep(self._settings.pause_seconds)
        order = await self._workers.run(job)
        if rev != self.table.rev:
            return None
        return await self.ask(NOBODY, ComputerOrder(rev, seat, order))

    def _between_computers(self) -> bool:
        match = self.table.match
        if match is None or len(match.steps) < 2:
            return False
        last = match.steps[-1]
        # A declined reaction changes nothing on the board.
        return bool(last.events) and bool(self.table.seats[last.seat].program)

    def _job(self, seat: int) -> Job:
        """What the computer gets to see."""
        table, match = self.table, self.table.match
        assert match is not None
        return Job(
            *redaction.known_to(table, match.state, seat, "guess"), table.seats[seat].program, table.luck("think")
        )
