"""Moments for reactions at a real table: nobody is asked for nothing, and the others cannot tell who was."""

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from server_kit import HERE, OPEN, PATIENCE, RANDOM, Look, Server, leaves

from pawnstorm.games import load
from pawnstorm.server.guests import new_guest
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import Made, SeatMade
from pawnstorm.server.table.decisions import ComputerOrder, decide, opening_entries
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.table import rebuild
from pawnstorm.server.wire.messages import Order, Propose

GAME = "trench-checkers"
PAUSE = 1000.0
"""Seconds that a moment lasts: it ends by the hourglass of the test."""


class Hourglass:
    """The clock of a server's tables, which runs out when a test says so and not because the machine is slow."""

    def __init__(self) -> None:
        self.spans: list[float] = []
        self._glass: ReactionClock | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def turn(self, clock: ReactionClock, end: float) -> None:
        """Stands in for the timer of a clock."""
        self._loop = asyncio.get_running_loop()
        clock._end = end
        self.spans.append(end - clock._now())
        self._glass = clock

    def run_out(self) -> None:
        """The time is over."""
        assert self._loop
        assert self._glass
        self._loop.call_soon_threadsafe(lambda clock: clock._over(clock._rev), self._glass)


@pytest.fixture
def glass(monkeypatch: pytest.MonkeyPatch) -> Hourglass:
    """Measures the moments for reactions."""
    found = Hourglass()
    monkeypatch.setattr(ReactionClock, "_set", lambda clock, end: found.turn(clock, end))
    return found


@pytest.fixture
def clocked(serve: Callable[[Settings], Server], settings: Settings) -> Server:
    """A server whose moments for reactions take a while."""
    return serve(replace(settings, reaction_seconds=PAUSE, think_seconds=3 * PAUSE))


def seated(server: Server) -> tuple[Look, Look, Look]:
    """Two players and somebody who watches, as far as the first moment for reactions."""
    first, second = server.guest(), server.guest()
    made = first.make(HERE, OPEN, game=GAME, seed="aa")
    table, token = made["id"], made["invitations"][0]["token"]
    assert second.post(table, "join", token=token, seed="bb").status_code == 200
    looks = first.look(table), second.look(table), server.guest().look(table)
    while not looks[0].last["reaction"]:
        mover = looks[looks[0].turn]
        rev = mover.rev
        mover.order(mover.orders()[0])
        for look in looks:
            look.reach(rev + 1)
    return looks


def nothing_before(look: Look) -> bool:
    """Whether nothing has been sent to somebody lately: the answer to a wish that is not granted comes first."""
    look.send("think")
    return bool(look.receive()["t"] == "refused")


def test_a_pass_is_told_to_the_others_when_the_time_is_over_and_not_before(glass: Hourglass, clocked: Server) -> None:
    looks = seated(clocked)
    mover = looks[looks[0].turn]
    other, watcher = looks[1 - looks[0].turn], looks[2]
    rev = mover.rev
    assert mover.last["reaction"]["left"] > 0
    mover.send("order", do="pass")
    answer = mover.update()
    assert answer["rev"] == rev, "nothing has changed yet"
    if answer["reaction"]["order"]:
        assert answer["reaction"]["answered"]
    for look in (other, watcher):
        assert nothing_before(look), "not even a message tells that somebody has answered"
    glass.run_out()
    for look in (other, watcher):
        assert look.update()["rev"] == rev + 1
        assert look.steps[-1]["order"] == "pass"
    # What was left after the answer is what was left before: the moment is as long for whoever says no.
    first, left = glass.spans[:2]
    assert first >= left > first - PATIENCE


def test_whoever_says_nothing_lets_it_go_by_after_the_same_time(glass: Hourglass, clocked: Server) -> None:
    looks = seated(clocked)
    rev = looks[2].rev
    for number in range(2):
        glass.run_out()
        assert looks[2].reach(rev + 1 + number)["rev"] == rev + 1 + number
    assert glass.spans[:2] == pytest.approx([PAUSE, PAUSE])


def test_a_moment_ends_by_itself(serve: Callable[[Settings], Server], settings: Settings) -> None:
    looks = seated(serve(replace(settings, reaction_seconds=0.05)))
    rev = looks[2].rev
    assert looks[2].reach(rev + 1)["steps"][-1]["order"] == "pass"


def test_more_time_may_be_asked_for_with_any_hand(glass: Hourglass, clocked: Server) -> None:
    looks = seated(clocked)
    mover, other = looks[looks[0].turn], looks[1 - looks[0].turn]
    rev = mover.rev
    other.send("think")
    assert other.refusal()["code"] == "illegal"
    mover.send("think")
    for look in looks:
        told = look.update(lambda update: update["reaction"]["thinking"])
        assert told["rev"] == rev
        assert told["reaction"]["left"] > PAUSE * 1000
    mover.send("think")
    assert mover.refusal()["code"] == "illegal", "once is enough"
    assert glass.spans[1:] == pytest.approx([3 * PAUSE])
    glass.run_out()
    assert other.reach(rev + 1)["steps"][-1]["order"] == "pass"


def test_others_read_nothing_about_being_asked(glass: Hourglass, clocked: Server) -> None:
    looks = seated(clocked)
    for _ in range(4):
        turn = looks[0].turn
        for seat, look in enumerate(looks):
            reaction = look.last["reaction"]
            assert reaction["seat"] == turn
            if seat != turn:
                assert (reaction["asked"], reaction["answered"], reaction["order"]) == (False, False, "")
        rev = looks[0].rev
        glass.run_out()
        for look in looks:
            look.reach(rev + 1)
        if not looks[0].last["reaction"]:
            break


def test_alone_against_the_computer_nobody_is_asked_for_nothing(server: Server) -> None:
    look = server.guest()
    made = look.make(HERE, RANDOM, game=GAME, seed="aa")
    line, luck, asked = look.look(made["id"]), random.Random(5), 0
    for number in range(1000):
        # With few cards in hand it may take a while: one game in sixty has asked nobody so far.
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


def test_what_the_table_let_go_by_is_taken_back_with_the_order_before() -> None:
    """Against the computer; players who share a screen are asked themselves."""
    game, blue = load(GAME), new_guest()
    seats = (SeatMade("here", "", blue.id, "aa"), SeatMade("computer", "random"))
    made = Made(GAME, game.rules_version, {"forced_moves": "on"}, (), "", seats, blue.id, "ab" * 32)
    table = rebuild("t", opening_entries("t", made))
    while True:
        assert table.match
        state, length = table.match.state, len(table.match.steps)
        before = [game.write(state, move) for move in state.legal()]
        text = next((order for order in before if "-" in order), before[0])
        own = table.turn == 0
        plan = decide(table, blue.id, Order(table.rev, text) if own else ComputerOrder(table.rev, 1, text))
        for entry, computed in plan.news:
            table.apply(entry, computed)
        if own and len(plan.entries) > 1 and not any(step.faces for step in table.match.steps[length:]):
            break
    assert [step.order for step in table.match.steps[length + 1 :]] == ["pass"] * (len(plan.entries) - 1)
    for entry, computed in decide(table, blue.id, Propose(table.rev, 0, "undo")).news:
        table.apply(entry, computed)
    assert len(table.match.steps) == length
    assert [game.write(table.match.state, move) for move in table.match.state.legal()] == before
