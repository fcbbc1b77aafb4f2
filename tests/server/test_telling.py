"""Telling: whoever does not keep up is told less often and not less, and holds nobody up."""

import asyncio
from typing import Any, cast

import msgspec

from pawnstorm.core.luck import Luck
from pawnstorm.server.guests import Guest
from pawnstorm.server.jobs.pool import Workers
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import Made, SeatMade
from pawnstorm.server.storage.store import Store
from pawnstorm.server.table.decisions import decide, opening_entries
from pawnstorm.server.table.live import LiveTable, Viewer
from pawnstorm.server.table.table import Table, rebuild
from pawnstorm.server.api.connection import TableConnection
from pawnstorm.server.wire.messages import Order

HOST = Guest("token", "host")


class Ear:
    """A line that hears, or does not keep up."""

    def __init__(self, ready: bool) -> None:
        self.ready = ready
        self.heard: list[dict[str, Any]] = []

    def say(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))


def table() -> Table:
    seat = SeatMade("here", "", HOST.id, "aa")
    return rebuild("t", opening_entries("t", Made("chess-attack", 1, {}, (), "", (seat, seat), HOST.id, "ab" * 32)))


def play(live: LiveTable, luck: Luck) -> None:
    assert live.table.match is not None
    state = live.table.match.state
    moves = state.legal()
    order = live.table.game.write(state, moves[luck.below(len(moves))])
    plan = decide(live.table, HOST.id, Order(live.table.rev, order))
    for entry, computed in plan.news:
        live.table.apply(entry, computed)
    live._changed(plan.entries)


def test_a_slow_viewer_gets_one_message_for_many_orders() -> None:
    async def scenario() -> None:
        live = LiveTable(table(), cast(Store, None), cast(Workers, None), Settings(""), lambda _: None)
        quick, slow = Ear(True), Ear(False)
        viewers = [Viewer(HOST, cast(TableConnection, ear)) for ear in (quick, slow)]
        live.viewers.update(viewers)
        luck = Luck(3)
        for _ in range(5):
            play(live, luck)
        assert (len(quick.heard), slow.heard) == (5, [])
        assert viewers[1].wake.is_set()
        slow.ready = True
        live.tell_now(viewers[1])
        live.tell_now(viewers[1])
        assert [len(message["steps"]) for message in slow.heard] == [5]
        assert slow.heard[0]["rev"] == quick.heard[-1]["rev"]
        await live.stop()

    asyncio.run(scenario())
