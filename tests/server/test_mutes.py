"""Muted reactions: the table declines them, nobody else can notice, and a restart does not forget them."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import replace
from typing import Any, cast

import pytest
from server_kit import HERE, OPEN, Json, Server, TableClient, Visitor, made_table

from pawnstorm.core.errors import Refused
from pawnstorm.core.luck import Luck
from pawnstorm.games import load
from pawnstorm.server.guests import COOKIE, Guest, fingerprint
from pawnstorm.server.jobs.definitions import Done, Job
from pawnstorm.server.jobs.fair_queue import NOBODY, Asker
from pawnstorm.server.jobs.pool import Workers
from pawnstorm.server.jobs.worker import work
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import SeatMade
from pawnstorm.server.storage.notices import Notice
from pawnstorm.server.storage.store import Batch, StorageFailed, Store
from pawnstorm.server.table.decisions import opening_entries
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.slices import Slices
from pawnstorm.server.table.table import rebuild
from pawnstorm.server.table.watchers import Watcher
from pawnstorm.server.wire.messages import Mute, Order, Unmute

GAME = "trench-checkers"
BLUE, RED, SPECTATOR = (Guest(letter * 43, fingerprint(letter * 43)) for letter in "brs")
ORDERS = 90
Sent = list[tuple[float, bytes]]
"""Messages with the times at which they were sent."""


# ---- a table on a clock of its own ---------------------------------------------------------------------------------


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only while everything waits, so that times can be compared exactly."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        selector = cast(Any, self)._selector
        really_select = selector.select

        def select(timeout: float | None = None) -> Any:
            assert timeout is not None, "everything waits for something that never comes"
            self._now += timeout
            return really_select(0)

        selector.select = select

    def time(self) -> float:
        return self._now


def run(scenario: Coroutine[Any, Any, None]) -> None:
    """Run a scenario in virtual time."""
    with closing(VirtualLoop()) as loop:
        loop.run_until_complete(scenario)


class MemoryStore:
    """Keeps nothing but the mutes, and fails if a test says so."""

    def __init__(self) -> None:
        self.muted: dict[int, set[str]] = {}
        self.fails = False
        self.shared = False

    def tell(self, _notice: Notice) -> None:
        pass

    async def claim(self, _table: str) -> bool:
        return True

    def free(self, _table: str) -> None:
        pass

    async def write(self, _batch: Batch) -> None:
        pass

    async def save_mutes(self, _table: str, muted: dict[int, set[str]]) -> None:
        if self.fails:
            raise StorageFailed("disk full")
        self.muted |= {seat: set(windows) for seat, windows in muted.items()}


class LocalWorkers(Workers):
    """Does every job at once, in this process."""

    async def run(self, job: Job, asker: Asker = NOBODY) -> str:
        result = work(job)
        assert isinstance(result, Done)
        return result.text


class RecordingConnection:
    """A connection that keeps everything that is sent."""

    ready = True

    def __init__(self) -> None:
        self.sent: Sent = []

    def send_text(self, message: bytes) -> None:
        self.sent.append((asyncio.get_running_loop().time(), message))

    def last(self) -> Json:
        """The last message."""
        return dict(json.loads(self.sent[-1][1]))


class Room:
    """A table in play with Blue, Red and a spectator at it."""

    def __init__(self, second: SeatMade, reaction_seconds: float = 3.0) -> None:
        first = SeatMade("here", holder=BLUE.id, seed="aa")
        made = made_table(GAME, first, second, rules_version=load(GAME).rules_version)
        table = rebuild("t", opening_entries("t", made))
        settings = Settings("", pause_seconds=0.0, reaction_seconds=reaction_seconds, idle_seconds=1e6)
        self.store = MemoryStore()
        self.live = LiveTable(table, cast(Store, self.store), LocalWorkers(1), Slices(), settings, lambda _: None)
        self.connections = {guest.id: RecordingConnection() for guest in (BLUE, RED, SPECTATOR)}
        self._senders = [self._enter(guest) for guest in (BLUE, RED, SPECTATOR)]
        self._luck = Luck(5)

    def _enter(self, guest: Guest) -> "asyncio.Task[None]":
        watcher = Watcher(guest, self.connections[guest.id])
        self.live.enter(watcher)

        async def send_when_woken() -> None:
            while not watcher.dropped:
                await watcher.wake.wait()
                watcher.wake.clear()
                self.live.watchers.send_to(watcher)

        return asyncio.create_task(send_when_woken())

    async def order(self) -> None:
        """A random order of the seat to act, a second later."""
        table = self.live.table
        state = table.session.match.state
        legal = state.legal()
        text = table.game.write(state, legal[self._luck.below(len(legal))])
        guest = BLUE if table.turn == 0 else RED
        assert await self.live.handle(guest, Order(table.rev, text)) is None
        await asyncio.sleep(1.0)

    async def wait(self, rev: int) -> None:
        """Until the table has a later revision."""
        while self.live.table.rev == rev:
            await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Everybody leaves."""
        await self.live.stop()
        for sender in self._senders:
            sender.cancel()


PERSON = SeatMade("open", holder=RED.id, seed="bb")
COMPUTER = SeatMade("computer", "random")


def play(answer: str) -> tuple[dict[str, Sent], int]:
    """A game in which Red answers every reaction in one way: all that was sent, and how often Red had a choice."""
    sent: dict[str, Sent] = {}
    choices = 0

    async def scenario() -> None:
        nonlocal choices
        room = Room(PERSON)
        table = room.live.table
        await asyncio.sleep(1.0)
        while table.rev < ORDERS and not table.over:
            reaction, rev = table.session.reaction(), table.rev
            if reaction is None:
                await room.order()
                continue
            if reaction.seat == 1:
                choices += len(table.session.match.state.legal()) > 1
                await asyncio.sleep(0.5)
                if answer == "pass":
                    assert await room.live.handle(RED, Order(rev, reaction.order)) is None
                elif answer == "mute" and not reaction.muted:
                    assert await room.live.handle(RED, Mute(1, reaction.window)) is None
            await room.wait(rev)
        sent.update({guest: connection.sent for guest, connection in room.connections.items()})
        await room.close()

    run(scenario())
    return sent, choices


def test_nobody_else_can_notice_that_a_seat_has_muted_reactions() -> None:
    """Silence, pressing pass and muting look the same to the others: the same bytes at the same times."""
    silent, choices = play("nothing")
    assert choices >= 3, "a mute that changes nothing proves nothing"
    for answer in ("pass", "mute"):
        sent, _ = play(answer)
        assert sent[RED.id] != silent[RED.id]
        for guest in (BLUE, SPECTATOR):
            assert sent[guest.id] == silent[guest.id], answer


def test_only_the_player_is_told_what_is_muted() -> None:
    sent, _ = play("mute")
    muted = {guest: {b'"muted":[]' not in message for _, message in messages} for guest, messages in sent.items()}
    assert muted == {BLUE.id: {False}, RED.id: {False, True}, SPECTATOR.id: {False}}


def test_alone_against_the_computer_a_muted_reaction_is_declined_at_once() -> None:
    async def scenario() -> None:
        room = Room(COMPUTER)
        table = room.live.table
        asked: list[str] = []
        while len(asked) < 3 and not table.over:
            reaction, rev = table.session.reaction(), table.rev
            if reaction is None and table.turn == 0:
                await room.order()
            elif reaction is None:
                await room.wait(rev)
            else:
                assert reaction.asked
                assert reaction.window not in asked, "it has been muted"
                asked.append(reaction.window)
                now = asyncio.get_running_loop().time()
                assert await room.live.handle(BLUE, Mute(0, reaction.window)) is None
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                assert (table.rev > rev, asyncio.get_running_loop().time()) == (True, now)
        assert asked
        await room.close()

    run(scenario())


def test_a_mute_that_could_not_be_stored_changes_nothing() -> None:
    async def scenario() -> None:
        room = Room(PERSON)
        room.store.fails = True
        refused = await room.live.handle(RED, Mute(1, "a window"))
        assert isinstance(refused, Refused)
        assert refused.code.value == "busy"
        assert room.live.table.session.muted_by(RED.id) == []
        room.store.fails = False
        assert await room.live.handle(RED, Mute(1, "a window")) is None
        room.store.fails = True
        assert await room.live.handle(RED, Unmute()) is not None
        assert room.live.table.session.muted_by(RED.id) == [(1, "a window")]
        await room.close()

    run(scenario())


# ---- at a real server ------------------------------------------------------------------------------------------------


def seated(server: Server) -> tuple[Visitor, Visitor, str]:
    """Two people at a table of Trench Checkers."""
    first, second = server.guest(), server.guest()
    made = first.make(HERE, OPEN, game=GAME)
    second.post(made["id"], "join", token=made["invitations"][0]["token"]).raise_for_status()
    return first, second, made["id"]


def mute(client: TableClient, seat: int, window: str) -> None:
    client.socket.send(json.dumps({"t": "mute", "seat": seat, "window": window}))


def unmute(client: TableClient) -> None:
    client.socket.send('{"t": "unmute"}')


def muted(*pairs: tuple[int, str]) -> list[Json]:
    return [{"seat": seat, "window": window} for seat, window in pairs]


def test_mutes_survive_a_restart(serve: Callable[[Settings], Server], settings: Settings) -> None:
    clocked = replace(settings, reaction_seconds=1000.0)
    server = serve(clocked)
    first, second, table = seated(server)
    with first.open(table) as blue:
        mute(blue, 0, "a window")
        mute(blue, 0, "another window")
        both = muted((0, "a window"), (0, "another window"))
        assert blue.update(lambda update: len(update["muted"]) == 2)["muted"] == both
    cookies = [visitor.http.cookies[COOKIE] for visitor in (first, second)]
    for expected in (both, []):
        server.stop()
        server = serve(clocked)
        visitors = [server.guest(), server.guest()]
        for visitor, cookie in zip(visitors, cookies, strict=True):
            visitor.http.cookies.set(COOKIE, cookie)
        with visitors[0].open(table) as blue, visitors[1].open(table) as red:
            assert blue.last["muted"] == expected
            assert red.last["muted"] == []
            unmute(blue)
            assert blue.update(lambda update: not update["muted"])["rev"] == blue.rev, (
                "a mute is no change of the table"
            )


@pytest.mark.parametrize(
    ("seat", "window", "code"),
    [
        (1, "a window", "not_your_seat"),
        (7, "a window", "not_your_seat"),
        (-1, "a window", "unreadable"),
        (16, "a window", "unreadable"),
        (0, "", "illegal"),
        (0, "x" * 65, "unreadable"),
    ],
)
def test_bad_seats_and_windows_are_refused(server: Server, seat: int, window: str, code: str) -> None:
    first, _, table = seated(server)
    with first.open(table) as blue:
        mute(blue, seat, window)
        assert blue.refusal()["code"] == code
        blue.send("sync", rev=0)
        assert blue.update()["muted"] == []


def test_a_seat_mutes_only_so_many_windows(server: Server) -> None:
    first, _, table = seated(server)
    with first.open(table) as blue:
        for number in range(33):
            mute(blue, 0, f"window {number}")
        assert blue.refusal()["code"] == "illegal"
        blue.send("sync", rev=0)
        assert len(blue.update()["muted"]) == 32


def test_spectators_have_nothing_to_mute(server: Server) -> None:
    _, _, table = seated(server)
    with server.guest().open(table) as watcher:
        mute(watcher, 0, "a window")
        assert watcher.refusal()["code"] == "not_your_seat"
        unmute(watcher)
        assert watcher.refusal()["code"] == "not_your_seat"
