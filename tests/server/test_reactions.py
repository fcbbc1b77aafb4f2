"""Moments for reactions at a real table: nobody is asked for nothing, and the others cannot tell who was."""

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from server_kit import HERE, OPEN, RANDOM, Look, Server, leaves
from websockets.exceptions import ConnectionClosed

from pawnstorm.server.settings import Settings

GAME = "trench-checkers"
PAUSE = 0.4


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


def frames(look: Look, seconds: float) -> list[str]:
    """Everything that comes in some time."""
    found: list[str] = []
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            found.append(str(look.socket.recv(left)))
        except (TimeoutError, ConnectionClosed):
            break
    return found


def test_a_pass_is_told_to_the_others_when_the_time_is_over_and_not_before(clocked: Server) -> None:
    looks = seated(clocked)
    mover = looks[looks[0].turn]
    other, watcher = looks[1 - looks[0].turn], looks[2]
    rev, begun = mover.rev, time.monotonic()
    assert mover.last["reaction"]["left"] > 0
    mover.send("order", do="pass")
    answer = mover.update()
    assert answer["rev"] == rev, "nothing has changed yet"
    if answer["reaction"]["order"]:
        assert answer["reaction"]["answered"]
    for look in (other, watcher):
        quiet = frames(look, max(0.0, PAUSE / 2 - (time.monotonic() - begun)))
        assert not quiet, "not even a message tells that somebody has answered"
        assert look.update()["rev"] == rev + 1
        assert time.monotonic() - begun > PAUSE * 0.6
        assert look.steps[-1]["order"] == "pass"


def test_whoever_says_nothing_lets_it_go_by_after_the_same_time(clocked: Server) -> None:
    looks = seated(clocked)
    rev, spans = looks[2].rev, []
    for number in range(2):
        begun = time.monotonic()
        assert looks[2].reach(rev + 1 + number)["rev"] == rev + 1 + number
        spans.append(time.monotonic() - begun)
    assert abs(spans[0] - spans[1]) < PAUSE


def test_more_time_may_be_asked_for_with_any_hand(clocked: Server) -> None:
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
    begun = time.monotonic()
    other.reach(rev + 1)
    assert time.monotonic() - begun > PAUSE


def test_others_read_nothing_about_being_asked(clocked: Server) -> None:
    looks = seated(clocked)
    for _ in range(4):
        turn = looks[0].turn
        for seat, look in enumerate(looks):
            reaction = look.last["reaction"]
            assert reaction["seat"] == turn
            if seat != turn:
                assert (reaction["asked"], reaction["answered"], reaction["order"]) == (False, False, "")
        rev = looks[0].rev
        for look in looks:
            look.reach(rev + 1)
        if not looks[0].last["reaction"]:
            break


def test_alone_against_the_computer_nobody_is_asked_for_nothing(server: Server) -> None:
    look = server.guest()
    made = look.make(HERE, RANDOM, game=GAME, seed="aa")
    line, luck, asked = look.look(made["id"]), random.Random(5), 0
    for _ in range(150):
        if line.last["end"]:
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


def test_what_the_table_let_go_by_is_taken_back_with_the_order_before(server: Server) -> None:
    guest = server.guest()
    made = guest.make(HERE, HERE, game=GAME, seed="aa", options={"forced_moves": "on"})
    line = guest.look(made["id"])
    while True:
        before, length = line.orders(), len(line.steps)
        line.order(next((order for order in before if "-" in order), before[0]))
        if len(line.steps) - length > 1 and not any(step["faces"] for step in line.steps[length:]):
            break
    assert all(not step["events"] or step["order"] != "pass" for step in line.steps[length + 1 :][:1])
    rev = line.rev
    line.send("propose", seat=line.steps[length]["seat"], kind="undo")
    assert line.reach(rev + 1)["length"] == length
    assert line.orders() == before
