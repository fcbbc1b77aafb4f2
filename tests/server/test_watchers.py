"""Watchers: a slow one gets fewer messages with the same content, and delays nobody."""

import asyncio
from typing import Any, cast

import msgspec
from server_kit import made_table

from pawnstorm.core.luck import Luck
from pawnstorm.server.guests import Guest
from pawnstorm.server.jobs.pool import Workers
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import SeatMade
from pawnstorm.server.storage.store import Store
from pawnstorm.server.table.decisions import decide, opening_entries
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.slices import Slices
from pawnstorm.server.table.table import Table, rebuild
from pawnstorm.server.table.watchers import Watcher
from pawnstorm.server.wire.messages import Order

HOST = Guest("token", "host")


class FakeConnection:
    """A connection that is ready, or does not keep up."""

    def __init__(self, ready: bool) -> None:
        self.ready = ready
        self.messages: list[dict[str, Any]] = []

    def send_text(self, message: bytes) -> None:
        self.messages.append(msgspec.json.decode(message))


def table() -> Table:
    seat = SeatMade("here", holder=HOST.id, seed="aa")
    return rebuild("t", opening_entries("t", made_table("chess-attack", seat, seat)))


def play(live: LiveTable, luck: Luck) -> None:
    assert live.table.match is not None
    state = live.table.match.state
    moves = state.legal()
    order = live.table.game.write(state, moves[luck.below(len(moves))])
    decision = decide(live.table, HOST.id, Order(live.table.rev, order))
    decision.apply_to(live.table)
    live._changed(decision.entries)


def test_a_slow_viewer_gets_one_message_for_many_orders() -> None:
    async def scenario() -> None:
        live = LiveTable(table(), cast(Store, None), cast(Workers, None), Slices(), Settings(""), lambda _: None)
        quick, slow = FakeConnection(True), FakeConnection(False)
        watchers = [Watcher(HOST, connection) for connection in (quick, slow)]
        for watcher in watchers:
            live.watchers.add(watcher)
        luck = Luck(3)
        for _ in range(5):
            play(live, luck)
        assert (len(quick.messages), slow.messages) == (5, [])
        assert watchers[1].wake.is_set()
        slow.ready = True
        live.watchers.send_to(watchers[1])
        live.watchers.send_to(watchers[1])
        assert [len(message["steps"]) for message in slow.messages] == [5]
        assert slow.messages[0]["rev"] == quick.messages[-1]["rev"]
        await live.stop()

    asyncio.run(scenario())
