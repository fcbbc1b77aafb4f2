"""A table in play: it takes requests one by one, stores the changes, and only then tells everybody."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from msgspec import structs

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.session import NOBODY_LOOKS
from pawnstorm.server import logs
from pawnstorm.server.guests import NOBODY, Guest
from pawnstorm.server.jobs.definitions import ChooseOrder
from pawnstorm.server.jobs.pool import Workers, WorkFailed
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import Entry, Ordered
from pawnstorm.server.storage.notices import Watched
from pawnstorm.server.storage.store import Batch, Conflict, StorageFailed, Store, Unsure
from pawnstorm.server.table import redaction
from pawnstorm.server.table.being_played import BeingPlayed
from pawnstorm.server.table.decisions import (
    AskHelp,
    AskRematch,
    ComputerOrder,
    Decision,
    DeclineReaction,
    GiveSeed,
    TableRequest,
    TakeSeat,
    decide,
)
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.slices import Slices
from pawnstorm.server.table.table import Table
from pawnstorm.server.table.watchers import Watcher, Watchers
from pawnstorm.server.wire.messages import Answer, MoreTime, Mute, Order, Propose, Resign, Unmute
from pawnstorm.server.wire.tables import TableInfo

_TRIES = 3
"""How often in a row the computer may fail before the table stops asking it."""
_NOT_STORED = "the table could not store that, so nothing has changed; try again"
_UNSURE = "the storage does not answer, so it is not known yet whether that was stored; look again in a moment"
_STALE = "the table has changed since you looked at it"
_CLAIM_SECONDS = 0.5
"""How often a process asks again for a table about which another one thinks."""

Request = TableRequest | MoreTime | Mute | Unmute
"""Everything that a guest may ask a table for."""


class LiveTable:
    """A table in memory with its watchers."""

    def __init__(
        self,
        table: Table,
        store: Store,
        workers: Workers,
        slices: Slices,
        settings: Settings,
        on_close: Callable[["LiveTable"], None],
        being_played: BeingPlayed | None = None,
    ) -> None:
        self.table = table
        self._being_played = being_played or BeingPlayed()
        self._being_played.note(table)
        self._clock = ReactionClock(settings, self._decline)
        self.watchers = Watchers(table, self._clock, settings.limits.orders_per_table)
        self._store = store
        self._workers = workers
        self._slices = slices
        self._settings = settings
        self._on_close = on_close
        # Held while a request is carried out: one at a time.
        self._busy = asyncio.Lock()
        self.closed = False
        """Whether it has left the memory."""
        self.newest = 0
        """The newest revision of the table that another process is known to have stored."""
        self.said_watched = False
        """Whether the other processes have been told that it has watchers here."""
        self._computer: asyncio.Task[None] | None = None
        self._thinking: asyncio.Future[str] | None = None
        self._declining: asyncio.Task[Refused | None] | None = None
        self._used = asyncio.get_running_loop().time()
        self._idle_timer: asyncio.TimerHandle | None = None
        self._close_when_idle()

    # ---- requests ---------------------------------------------------------------------------------------------

    async def handle(self, guest: Guest, request: Request) -> Refused | None:
        """Carry out a request when its turn comes; None once it is stored, or the refusal."""
        self._used = asyncio.get_running_loop().time()
        async with self._busy:
            if self.closed:
                return Refused(Refusal.BUSY, "the table has just left the memory; try again")
            return await self._handle(guest, request)

    async def stop(self) -> None:
        """Finish the present request and end."""
        async with self._busy:
            self._close()

    def _close_when_idle(self) -> None:
        """Close the table once nobody has watched it or asked for anything for a while; until then check again later.

        One timer for a table, not one for each request: setting and clearing one costs more than waiting for the lock.
        """
        loop = asyncio.get_running_loop()
        if self.watchers or self._busy.locked():
            self._used = loop.time()
        left = self._used + self._settings.idle_seconds - loop.time()
        if left > 0:
            self._idle_timer = loop.call_later(left, self._close_when_idle)
        else:
            self._close()

    def _close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self._on_close(self)
        if self._idle_timer:
            self._idle_timer.cancel()
        self._clock.stop()
        if self._computer and self._computer is not asyncio.current_task():
            self._computer.cancel()
        self.watchers.close()

    async def _handle(self, guest: Guest, request: Request) -> Refused | None:
        """Handle one request. If that fails, memory and log may disagree, so the table is closed and read again."""
        try:
            await self._catch_up_to(_known_rev(request), guest.id)
            request = self._with_stored_rev(guest, request)
            if isinstance(request, Mute | Unmute):
                return await self._mute(guest, request)
            if isinstance(request, MoreTime):
                return self._extend_reaction(guest, request)
            if isinstance(request, Order) and self._hold_back_decline(guest, request):
                return None
            return await self._carry_out(guest, request)
        except Exception as error:
            logs.failure("table failed", error, table=logs.short(self.table.id))
            self._close()
            return Refused(Refusal.BUSY, "something went wrong at this table; try again")
        except BaseException:
            self._close()
            raise

    def _with_stored_rev(self, guest: Guest, request: Request) -> Request:
        """The request with the revision of the log: guests may count otherwise while there are secrets."""
        if isinstance(request, Order | Resign | Propose | Answer | MoreTime):
            return structs.replace(request, rev=self.table.stored_rev(guest.id, request.rev))
        if isinstance(request, AskHelp):
            return replace(request, rev=self.table.stored_rev(guest.id, request.rev))
        return request

    async def _carry_out(self, guest: Guest, request: TableRequest) -> Refused | None:
        """Store the changes of a request, then tell everybody."""
        for _ in range(_TRIES):
            try:
                decision = self._decide(guest, request)
                if decision.new_entries:
                    await self._store.write(self._batch(decision))
            except Refused as refused:
                return refused
            except Conflict:
                await self._catch_up()
                if _known_rev(request):
                    return Refused(Refusal.STALE, _STALE)
                # A seat, a seed or a rematch does not depend on the position: decide again.
                continue
            except StorageFailed as error:
                return self._not_stored(error)
            if decision.new_entries:
                decision.apply_to(self.table)
                self._changed(decision.entries)
            return None
        return Refused(Refusal.STALE, _STALE)

    def _not_stored(self, error: StorageFailed) -> Refused:
        """Nobody is told of the change. If it may have been stored, the table must be read again."""
        logs.failure("storage failed", table=logs.short(self.table.id), why=str(error))
        if isinstance(error, Unsure):
            self._close()
            return Refused(Refusal.BUSY, _UNSURE)
        return Refused(Refusal.BUSY, _NOT_STORED)

    def _decide(self, guest: Guest, request: TableRequest) -> Decision:
        most = self._settings.limits.orders_per_table
        if self.table.rev >= most and isinstance(request, Order | ComputerOrder | AskHelp):
            raise Refused(Refusal.OVER, f"a game here may have {most} orders: agree on a draw, or resign")
        return decide(self.table, guest.id, request)

    def _batch(self, decision: Decision) -> Batch:
        batch = Batch()
        if decision.new_table:
            batch.add(decision.new_table, 0, decision.new_table_entries)
        return batch.add(self.table.id, self.table.rev + 1, decision.entries)

    # ---- other processes --------------------------------------------------------------------------------------

    async def follow(self, rev: int = 0, guest: str = "") -> None:
        """Read what other processes have stored, if a later revision is known here or to a guest."""
        if not self._is_behind(rev, guest):
            return
        async with self._busy:
            if not self.closed:
                await self._or_close(self._catch_up_to(rev, guest))

    async def follow_mutes(self) -> None:
        """Read which reactions are muted. Only players for whom that has changed are told."""
        async with self._busy:
            if not self.closed:
                await self._or_close(self._read_mutes())

    async def _or_close(self, work: Awaitable[None]) -> None:
        """If reading fails, the table is closed: its watchers connect again, and it is read as a whole."""
        try:
            await work
        except Exception as error:
            logs.failure("following failed", error, table=logs.short(self.table.id))
            self._close()

    def _is_behind(self, rev: int, guest: str) -> bool:
        known = rev > self.table.rev_for(guest) or self.newest > self.table.rev
        return known and self._store.shared

    async def _catch_up_to(self, rev: int, guest: str) -> None:
        if self._is_behind(rev, guest):
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Another process has written to this table: apply its entries."""
        # Before reading: what is heard of meanwhile counts again.
        self.newest = 0
        entries = await self._store.log(self.table.id, self.table.rev)
        await self._slices.gather(map(self.table.apply, entries))
        if entries:
            self._changed(entries)

    async def _read_mutes(self) -> None:
        session = self.table.session
        before = session.muted
        session.muted = [set() for _ in session.seats]
        session.restore_mutes(await self._store.mutes(self.table.id))
        for seat, old, new in zip(session.seats, before, session.muted, strict=True):
            if old != new:
                self.watchers.send_only_to(seat.holder)
        self._set_clock()

    def _changed(self, entries: Sequence[Entry]) -> None:
        # An order changes only the position, unless it ends the game and the seeds of the dice are revealed.
        self.watchers.table_changed(
            info_too=self.table.over or not all(isinstance(entry, Ordered) for entry in entries)
        )
        self._being_played.note(self.table)
        self._set_clock()
        self.watchers.send_changes()
        self._start_computer()

    # ---- reactions --------------------------------------------------------------------------------------------

    def _may_answer(self, guest: Guest, rev: int) -> bool:
        """Whether a guest plays the seat of the present reaction and has seen it."""
        reaction = self.table.session.reaction()
        return reaction is not None and rev == self.table.rev and self.table.seats[reaction.seat].holder == guest.id

    def _extend_reaction(self, guest: Guest, request: MoreTime) -> Refused | None:
        """Give a player more time. Everybody is told."""
        if not self._may_answer(guest, request.rev) or not self._clock.extend(self.table.rev):
            return Refused(Refusal.ILLEGAL, "there is no reaction to think about")
        self.watchers.send()
        return None

    def _hold_back_decline(self, guest: Guest, request: Order) -> bool:
        """Hold back an order that declines a reaction before its time is over; False if there is nothing to hold back.

        The guest alone is told at once. The table declines when the time is over.
        """
        session = self.table.session
        if not (session.hides_declining and self._may_answer(guest, request.rev) and session.is_decline(request.do)):
            return False
        if not self._clock.decline_early(self.table.rev):
            return False
        self.watchers.send_only_to(guest.id)
        return True

    async def _mute(self, guest: Guest, request: Mute | Unmute) -> Refused | None:
        """Store the reactions that a guest does not want to be asked for. Only that guest is told."""
        session = self.table.session
        before = [set(windows) for windows in session.muted]
        try:
            if isinstance(request, Mute):
                session.mute(guest.id, request.seat, request.window)
            else:
                session.check_player(guest.id)
                session.unmute(guest.id)
            own = {seat: session.muted[seat] for seat in session.held_by(guest.id)}
            await self._store.save_mutes(self.table.id, own)
        except Refused as refused:
            return refused
        except StorageFailed as error:
            session.muted = before
            return self._not_stored(error)
        self.watchers.send_only_to(guest.id)
        self._set_clock()
        return None

    def _set_clock(self) -> None:
        """Run the clock for a reaction whose time must tell the others nothing, while its player is here.

        A muted reaction is declined at once where nobody can learn anything from that.
        """
        session, rev = self.table.session, self.table.rev
        timed = self._settings.reaction_seconds > 0
        reaction = session.reaction()
        if reaction and reaction.muted and session.declines_at_once(reaction, timed):
            self._decline(rev)
        elif (
            reaction
            and timed
            and session.hides_timing
            and self.watchers.include(self.table.seats[reaction.seat].holder)
        ):
            self._clock.start(rev, bool(session.match.steps[-1].faces))
        else:
            self._clock.stop()

    def _decline(self, rev: int) -> None:
        """The time of a reaction is over, or its player has muted it."""
        self._declining = asyncio.create_task(self.handle(NOBODY, DeclineReaction(rev)))

    # ---- watchers ----------------------------------------------------------------------------------------------

    def enter(self, watcher: Watcher) -> None:
        """A watcher has come."""
        if not self.watchers:
            self.said_watched = False
            self._store.tell(Watched(self.table.id))
        self.watchers.add(watcher)
        self._set_clock()
        self._start_computer()

    def exit(self, watcher: Watcher) -> None:
        """A watcher has gone."""
        self.watchers.remove(watcher)
        if not self.closed:
            self._set_clock()
        if not self.watchers and self._thinking:
            # Nobody wants the order any more.
            self._thinking.cancel()

    async def prepare(self, watcher: Watcher) -> None:
        """Prepare in slices what a watcher is still to be sent."""
        await self.watchers.prepare(watcher, self._slices)

    def look(self, watcher: Watcher, seat: int | None) -> Refused | None:
        """Show one of several players at a screen their own secrets, or hide them again."""
        session = self.table.session
        try:
            if seat is not None:
                session.check_seat(watcher.guest.id, seat)
        except Refused as refused:
            return refused
        if session.shares_screen(watcher.guest.id):
            watcher.looking_seat = NOBODY_LOOKS if seat is None else seat
            watcher.resend()
        return None

    def info(self, guest: Guest) -> TableInfo:
        """The table without its position, as a guest may see it."""
        return self.watchers.info(guest)

    # ---- computers --------------------------------------------------------------------------------------------

    def _start_computer(self) -> None:
        """Let the computer play if it is to act and somebody is watching."""
        if self._computer is not None and not self._computer.done():
            return
        if self.watchers and self.table.session.program_to_act() >= 0:
            self._computer = asyncio.create_task(self._play_computers())

    async def _play_computers(self) -> None:
        """Play for computers until a person is to act, nobody watches, or the computer fails too often."""
        if not await self._claim():
            return
        failures = 0
        try:
            while failures < _TRIES and self.watchers and (seat := self.table.session.program_to_act()) >= 0:
                try:
                    refused = await self._play_computer(seat)
                except Exception as error:
                    refused = self._computer_failed(error)
                failures = failures + 1 if refused else 0
        finally:
            self._store.free(self.table.id)

    async def _claim(self) -> bool:
        """Wait while another process thinks about this table; False if there is nothing to think about any more."""
        while self.watchers and self.table.session.program_to_act() >= 0:
            with contextlib.suppress(StorageFailed):
                if await self._store.claim(self.table.id):
                    return True
            await asyncio.sleep(_CLAIM_SECONDS)
        return False

    def _computer_failed(self, error: Exception) -> Refused:
        """Log why there is no order: a worker has none, or the game cannot say what the seat knows."""
        ours = None if isinstance(error, WorkFailed) else error
        logs.failure("computer failed", ours, table=logs.short(self.table.id), game=self.table.game.key, why=str(error))
        return Refused(Refusal.BUSY, "the computer did not answer")

    async def _play_computer(self, seat: int) -> Refused | None:
        """Let a worker choose an order from what the seat may know; it is checked and stored like any other."""
        table, rev = self.table, self.table.rev
        known = redaction.position_known_to(table, table.session.match.state, seat, "guess")
        job = ChooseOrder(known, table.seats[seat].program, table.secret_seed("think"))
        if self._follows_computer():
            await asyncio.sleep(self._settings.pause_seconds)
        self._thinking = asyncio.ensure_future(self._workers.run(job, self.watchers.asker()))
        try:
            order = await self._thinking
        except asyncio.CancelledError:
            if self.watchers or self.closed:
                raise
            return None
        if rev != table.rev:
            return None
        return await self.handle(NOBODY, ComputerOrder(rev, seat, order))

    def _follows_computer(self) -> bool:
        """Whether people still look at what another computer has done."""
        steps = self.table.session.match.steps
        if len(steps) < 2:
            return False
        last = steps[-1]
        # A declined reaction changes nothing on the board.
        return bool(last.events) and bool(self.table.seats[last.seat].program)


def _known_rev(request: Request) -> int:
    """The revision that the sender of a request has seen; 0 if it does not say."""
    return 0 if isinstance(request, TakeSeat | GiveSeed | AskRematch | Mute | Unmute) else request.rev
