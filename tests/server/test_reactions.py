"""Reactions at a real table: nobody is asked for nothing, and the others cannot tell who was asked."""

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from server_kit import HERE, OPEN, PATIENCE, RANDOM, Server, TableClient, leaves, made_table

from pawnstorm.games import load
from pawnstorm.server.guests import new_guest
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import SeatMade
from pawnstorm.server.table.decisions import ComputerOrder, decide, opening_entries
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.table import rebuild
from pawnstorm.server.wire.messages import Order, Propose

GAME = "trench-checkers"
PAUSE = 1000.0
"""Seconds that a reaction lasts: the clock of the test ends it."""


class FakeClock:
    """Replaces the timers of reactions: the time is over when a test says so, however slow the machine is."""

    def __init__(self) -> None:
        self.spans: list[float] = []
        self._clock: ReactionClock | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def set_end(self, clock: ReactionClock, end: float) -> None:
        """Used instead of `ReactionClock._set_end`."""
        self._loop = asyncio.get_running_loop()
        clock._end = end
        self.spans.append(end - clock._now())
        self._clock = clock

    def run_out(self) -> None:
        """The time of the reaction is over."""
        assert self._loop
        assert self._clock
        self._loop.call_soon_threadsafe(lambda clock: clock._on_end(clock._rev), self._clock)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The clock of all reactions."""
    found = FakeClock()
    monkeypatch.setattr(ReactionClock, "_set_end", lambda clock, end: found.set_end(clock, end))
    return found


@pytest.fixture
def clocked(serve: Callable[[Settings], Server], settings: Settings) -> Server:
    """A server whose reactions take a long time."""
    return serve(replace(settings, reaction_seconds=PAUSE, more_time_seconds=3 * PAUSE))


def seated(server: Server) -> tuple[TableClient, TableClient, TableClient]:
    """Two players and a spectator, at the first reaction."""
    first, second = server.guest(), server.guest()
    made = first.make(HERE, OPEN, game=GAME, seed="aa")
    table, token = made["id"], made["invitations"][0]["token"]
    assert second.post(table, "join", token=token, seed="bb").status_code == 200
    clients = first.open(table), second.open(table), server.guest().open(table)
    while not clients[0].last["reaction"]:
        mover = clients[clients[0].turn]
        rev = mover.rev
        mover.order(mover.orders()[0])
        for client in clients:
            client.reach(rev + 1)
    return clients


def nothing_before(client: TableClient) -> bool:
    """Whether nothing was sent before the refusal of a command that is sent now."""
    client.send("more_time")
    return bool(client.receive()["t"] == "refused")


def test_the_others_are_told_of_a_pass_when_the_time_is_over_and_not_before(clock: FakeClock, clocked: Server) -> None:
    clients = seated(clocked)
    mover = clients[clients[0].turn]
    other, watcher = clients[1 - clients[0].turn], clients[2]
    rev = mover.rev
    assert mover.last["reaction"]["left"] > 0
    mover.send("order", do="pass")
    answer = mover.update()
    assert answer["rev"] == rev, "nothing has changed yet"
    if answer["reaction"]["order"]:
        assert answer["reaction"]["answered"]
    for client in (other, watcher):
        assert nothing_before(client), "not even an empty message shows that somebody has answered"
    clock.run_out()
    for client in (other, watcher):
        assert client.update()["rev"] == rev + 1
        assert client.steps[-1]["order"] == "pass"
    # The answer does not change the time that is left.
    first, left = clock.spans[:2]
    assert first >= left > first - PATIENCE


def test_a_player_who_says_nothing_declines_after_the_same_time(clock: FakeClock, clocked: Server) -> None:
    clients = seated(clocked)
    rev = clients[2].rev
    for number in range(2):
        clock.run_out()
        assert clients[2].reach(rev + 1 + number)["rev"] == rev + 1 + number
    assert clock.spans[:2] == pytest.approx([PAUSE, PAUSE])


def test_a_reaction_ends_by_itself(serve: Callable[[Settings], Server], settings: Settings) -> None:
    clients = seated(serve(replace(settings, reaction_seconds=0.05)))
    rev = clients[2].rev
    assert clients[2].reach(rev + 1)["steps"][-1]["order"] == "pass"


def test_more_time_may_be_asked_for_with_any_hand(clock: FakeClock, clocked: Server) -> None:
    clients = seated(clocked)
    mover, other = clients[clients[0].turn], clients[1 - clients[0].turn]
    rev = mover.rev
    other.send("more_time")
    assert other.refusal()["code"] == "illegal"
    mover.send("more_time")
    for client in clients:
        last = client.update(lambda update: update["reaction"]["thinking"])
        assert last["rev"] == rev
        assert last["reaction"]["left"] > PAUSE * 1000
    mover.send("more_time")
    assert mover.refusal()["code"] == "illegal", "once is enough"
    assert clock.spans[1:] == pytest.approx([3 * PAUSE])
    clock.run_out()
    assert other.reach(rev + 1)["steps"][-1]["order"] == "pass"


def test_the_others_are_not_told_who_is_asked(clock: FakeClock, clocked: Server) -> None:
    clients = seated(clocked)
    for _ in range(4):
        turn = clients[0].turn
        for seat, client in enumerate(clients):
            reaction = client.last["reaction"]
            assert reaction["seat"] == turn
            if seat != turn:
                assert (reaction["asked"], reaction["answered"], reaction["order"]) == (False, False, "")
        rev = clients[0].rev
        clock.run_out()
        for client in clients:
            client.reach(rev + 1)
        if not clients[0].last["reaction"]:
            break


def test_alone_against_the_computer_nobody_is_asked_for_nothing(server: Server) -> None:
    client = server.guest()
    made = client.make(HERE, RANDOM, game=GAME, seed="aa")
    line, luck, asked = client.open(made["id"]), random.Random(5), 0
    for number in range(1000):
        # With few cards in hand it may take a while: one game in sixty asks nobody in this time.
        if line.last["end"] or (number > 150 and asked):
            break
        orders = list(leaves(line.last["view"]["offers"]))
        if not orders:
            line.update()
            continue
        if line.last["reaction"]:
            asked += 1
            assert line.last["reaction"]["asked"]
            assert len(orders) > 1, json.dumps(line.last["view"]["offers"])
            assert line.last["reaction"]["left"] == 0, "nobody has to hurry"
        line.order(luck.choice(orders))
    assert asked
    assert any(step["seat"] == 0 and step["order"] == "pass" for step in line.steps), "the table has passed for Blue"


def test_what_the_table_declined_is_taken_back_with_the_order_before() -> None:
    """Against the computer; players who share a screen are always asked."""
    game, blue = load(GAME), new_guest()
    seats = (SeatMade("here", holder=blue.id, seed="aa"), SeatMade("computer", "random"))
    made = made_table(GAME, *seats, rules_version=game.rules_version, options={"forced_moves": "on"})
    table = rebuild("t", opening_entries("t", made))
    while True:
        assert table.match
        state, length = table.match.state, len(table.match.steps)
        before = [game.write(state, move) for move in state.legal()]
        text = next((order for order in before if "-" in order), before[0])
        own = table.turn == 0
        decision = decide(table, blue.id, Order(table.rev, text) if own else ComputerOrder(table.rev, 1, text))
        decision.apply_to(table)
        if own and len(decision.entries) > 1 and not any(step.faces for step in table.match.steps[length:]):
            break
    assert [step.order for step in table.match.steps[length + 1 :]] == ["pass"] * (len(decision.entries) - 1)
    decide(table, blue.id, Propose(table.rev, 0, "undo")).apply_to(table)
    assert len(table.match.steps) == length
    assert [game.write(table.match.state, move) for move in table.match.state.legal()] == before
