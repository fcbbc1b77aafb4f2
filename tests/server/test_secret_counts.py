"""Twin tables: a secret choice of one order and one of many look the same to everybody else, until all is revealed."""

import asyncio
import json
from typing import Any, cast

import pytest
from server_kit import made_table

from pawnstorm.core.signature import Signer
from pawnstorm.games import load
from pawnstorm.server.guests import NOBODY, Guest, fingerprint
from pawnstorm.server.jobs.pool import Workers
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import SeatMade, TakenBack
from pawnstorm.server.storage.store import Store
from pawnstorm.server.table.advice import advice_job
from pawnstorm.server.table.decisions import opening_entries
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.records import record_text
from pawnstorm.server.table.slices import Slices
from pawnstorm.server.table.table import rebuild
from pawnstorm.server.table.watchers import Watcher
from pawnstorm.server.wire.advice import AdviceRequest
from pawnstorm.server.wire.messages import MoreTime, Order, Propose

SIGNER = Signer(bytes(32))
FIRST, SECOND = (Guest(letter * 43, fingerprint(letter * 43)) for letter in "fs")
# An army of Elves, bought one by one.
BUILT = ["list elves", *["+Druid"] * 7, "done"]
# The same choice in few orders and in many; the second seat's choice ends the secret.
CHOICES = {
    "fantasy-armies": (["take elves"], BUILT, ["take man"]),
    "castle-chess": (["rest"], ["ram@b4", "catapult@c4", "catapult@d4", "tower@e4", "tower@f4"], ["rest"]),
}
GAMES = sorted(CHOICES)


class Wire:
    """A connection that keeps everything that is sent."""

    ready = True

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send_text(self, message: bytes) -> None:
        self.sent.append(message)


class MemoryStore:
    """Stores everything at once."""

    shared = False

    async def write(self, _batch: object) -> None:
        pass

    def tell(self, _notice: object) -> None:
        pass


class Room:
    """A table with two players and a spectator."""

    def __init__(self, game: str) -> None:
        seats = [SeatMade("here", holder=guest.id, seed="aa") for guest in (FIRST, SECOND)]
        made = made_table(game, *seats, rules_version=load(game).rules_version)
        table = rebuild("t", opening_entries("t", made))
        settings = Settings("", idle_seconds=1e6)
        store, workers = cast(Store, MemoryStore()), cast(Workers, None)
        self.live = LiveTable(table, store, workers, Slices(), settings, lambda _: None)
        self.wires = {guest.id: Wire() for guest in (FIRST, SECOND, NOBODY)}
        for guest in (FIRST, SECOND, NOBODY):
            self.enter(guest, self.wires[guest.id])
        self.live.watchers.send()

    def enter(self, guest: Guest, wire: Wire) -> Watcher:
        watcher = Watcher(guest, wire)
        self.live.enter(watcher)
        self.live.watchers.send_to(watcher)
        return watcher

    async def order(self, guest: Guest, text: str) -> None:
        rev = self.live.table.rev_for(guest.id)
        assert await self.live.handle(guest, Order(rev, text)) is None

    def seen(self, guest: Guest) -> list[bytes]:
        """Everything that a guest has got, and could get now in any other way."""
        table, fresh = self.live.table, Wire()
        self.live.exit(self.enter(guest, fresh))
        viewer = table.session.replay_viewer_of(guest.id)
        record = record_text(table, viewer, SIGNER).encode()
        asked = [self._asked(guest, at) for at in range(3)]
        assert table.match is not None
        replay = [str(len(table.match.told(viewer))).encode()]
        return [*self.wires[guest.id].sent, *fresh.sent, record, *asked, *replay]

    def _asked(self, guest: Guest, at: int) -> bytes:
        try:
            return str(advice_job(self.live.table, guest.id, AdviceRequest(rev=1, at=at)).viewer).encode()
        except Exception as refused:
            return str(refused).encode()


def run(scenario: Any) -> None:
    asyncio.run(scenario())


@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_count_the_orders_of_a_secret_choice(game: str) -> None:
    quick, slow, answer = CHOICES[game]

    async def scenario() -> None:
        rooms = [Room(game), Room(game)]
        for room, orders in zip(rooms, (quick, slow), strict=True):
            before = [len(room.wires[guest.id].sent) for guest in (SECOND, NOBODY)]
            for number, order in enumerate(orders, 1):
                await room.order(FIRST, order)
                if number < len(orders):
                    after = [len(room.wires[guest.id].sent) for guest in (SECOND, NOBODY)]
                    assert after == before, "not even a message is sent"
            assert sum(b'"order":"' in message for message in room.wires[FIRST.id].sent) >= len(orders)
        for guest in (SECOND, NOBODY):
            assert rooms[0].seen(guest) == rooms[1].seen(guest)
        assert rooms[0].live.table.rev_for(SECOND.id) == rooms[1].live.table.rev_for("") < rooms[1].live.table.rev
        for room in rooms:
            for order in answer:
                await room.order(SECOND, order)
            table = room.live.table
            assert table.uncounted is None
            assert {table.rev_for(guest) for guest in (FIRST.id, SECOND.id, "")} == {table.rev}
            assert table.match is not None
            last = json.loads(room.wires[""].sent[-1])
            assert [step["order"] for step in last["steps"]] == [step.order for step in table.match.steps[1:]]
            await room.live.stop()

    run(scenario)


@pytest.mark.parametrize("game", GAMES)
def test_revisions_never_shrink_and_steps_add_up(game: str) -> None:
    _, slow, answer = CHOICES[game]

    async def scenario() -> None:
        room = Room(game)
        for guest, orders in ((FIRST, slow), (SECOND, answer)):
            for order in orders:
                await room.order(guest, order)
        for wire in room.wires.values():
            revs, steps = [], []  # type: list[int], list[Json]
            for message in map(json.loads, wire.sent):
                revs.append(message["rev"])
                steps = steps[: message["length"] - len(message["steps"])] + message["steps"]
                assert len(steps) == message["length"]
                assert [step["rev"] for step in steps] == sorted({step["rev"] for step in steps})
            assert revs == sorted(revs)
            assert room.live.table.match is not None
            assert len(steps) == len(room.live.table.match.steps) - 1
        await room.live.stop()

    run(scenario)


def test_who_guesses_the_true_revision_is_told_that_it_is_stale() -> None:
    async def scenario() -> None:
        room = Room("fantasy-armies")
        for order in ("list elves", "+Ranger", "+Ranger"):
            await room.order(FIRST, order)
        known, true = room.live.table.rev_for(SECOND.id), room.live.table.rev
        assert known == true - 3
        answers = [await room.live.handle(SECOND, Propose(rev, 1, "undo")) for rev in (known, true)]
        assert [answer and answer.code.value for answer in answers] == ["illegal", "stale"]
        answers = [await room.live.handle(SECOND, MoreTime(rev)) for rev in (known, true)]
        assert len({str(answer) for answer in answers}) == 1
        await room.live.stop()

    run(scenario)


def test_taking_back_a_secret_order_does_not_show() -> None:
    async def scenario() -> None:
        room = Room("fantasy-armies")
        table = room.live.table
        before = table.rev_for(SECOND.id)
        for order in ("list elves", "+Ranger"):
            await room.order(FIRST, order)
        assert table.match is not None
        table.apply(TakenBack(0, 1, table.match.steps[-2].digest))
        assert (table.rev_for(SECOND.id), table.rev_for(FIRST.id)) == (before, table.rev)
        assert [table.count_for(guest) for guest in (FIRST.id, SECOND.id, "")] == [2, 1, 1]
        await room.live.stop()

    run(scenario)
