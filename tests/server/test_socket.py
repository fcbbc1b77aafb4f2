"""Playing over the socket: orders, refusals and updates."""

import random

import pytest
from server_kit import GREEDY, HERE, OPEN, RANDOM, Server, TableClient, play, quiet, two
from websockets.exceptions import InvalidStatus


def seated(server: Server) -> tuple[TableClient, TableClient, str]:
    white, black, table = two(server)
    return white.open(table), black.open(table), table


def test_two_guests_and_a_spectator_play_to_the_end(server: Server) -> None:
    white, black, table = two(server)
    with white.open(table) as w, black.open(table) as b, server.guest().open(table) as s:
        count = play([w, b, s], random.Random(7))
        assert count > 20
        assert len(w.steps) == len(b.steps) == len(s.steps) == count
        assert [step["order"] for step in w.steps] == [step["order"] for step in s.steps]
        assert w.last["end"] == s.last["end"]
        assert w.last["table"]["dice"]["server_seed"]
        assert w.last["view"]["offers"] == []
        assert s.last["view"]["viewer"] == -1
        w.send("order", do="e2-e4")
        assert w.refusal()["code"] == "over"


def test_an_order_reaches_everybody_with_its_dice(server: Server) -> None:
    w, b, _ = seated(server)
    with w, b:
        luck = random.Random(3)
        while not (w.steps and w.steps[-1]["faces"]):
            play([w, b], luck, 1)
        step = b.reach(w.rev) and b.steps[-1]
        assert step == w.steps[-1]
        assert [len(group) for group in step["faces"]] == [len(group) for group in step["sides"]]
        assert all(1 <= face <= 6 for group in step["faces"] for face in group)
        assert any(event["kind"] == "roll" for event in step["events"])


def test_only_the_seat_to_act_is_offered_orders(server: Server) -> None:
    w, b, _ = seated(server)
    with w, b:
        assert len(w.orders()) == 20
        assert b.orders() == []
        w.order("e2-e4")
        b.reach(w.rev)
        assert w.orders() == []
        assert "e7-e5" in b.orders()


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"t": "order", "rev": 2, "do": "e2-e5"}, "illegal"),
        ({"t": "order", "rev": 2, "do": "sideways"}, "unreadable"),
        ({"t": "order", "rev": 1, "do": "e2-e4"}, "stale"),
        ({"t": "order", "rev": 3, "do": "e2-e4"}, "stale"),
        ({"t": "order", "rev": 2}, "unreadable"),
        ({"t": "order", "rev": 2, "do": ""}, "unreadable"),
        ({"t": "order", "rev": 2, "do": "e2-e4" * 100}, "unreadable"),
        ({"t": "order", "rev": "2", "do": "e2-e4"}, "unreadable"),
        ({"t": "order", "rev": 2, "do": "e2-e4", "more": 1}, "unreadable"),
        ({"t": "dance"}, "unreadable"),
        ({"t": "resign", "rev": 2, "seat": 1}, "not_your_seat"),
        ({"t": "resign", "rev": 2, "seat": -1}, "unreadable"),
        ({"t": "answer", "rev": 2, "seat": 0, "accept": True}, "illegal"),
        ({"t": "propose", "rev": 2, "seat": 0, "kind": "undo"}, "illegal"),
        ({"t": "propose", "rev": 2, "seat": 0, "kind": "peace"}, "unreadable"),
    ],
)
def test_a_refused_command_changes_nothing(server: Server, message: dict[str, object], code: str) -> None:
    w, b, _ = seated(server)
    with w, b:
        before = w.reach(2)["view"]
        fields = {key: value for key, value in message.items() if key not in ("t", "rev")}
        w.send(str(message["t"]), rev=message.get("rev"), **fields)
        refusal = w.refusal()
        assert refusal["code"] == code
        assert refusal["rev"] == 2
        assert refusal["text"]
        if code == "stale":
            assert w.update()["view"] == before
        w.order("e2-e4")
        assert b.reach(3)["steps"][-1]["order"] == "e2-e4"


@pytest.mark.parametrize("data", ["", "{", "[]", "null", '"order"', "[" * 3000, b"\xff\xfe", b'{"t":"sync"', "\0"])
def test_malformed_messages_are_refused(server: Server, data: str | bytes) -> None:
    w, b, _ = seated(server)
    with w, b:
        w.socket.send(data)
        assert w.refusal()["code"] == "unreadable"
        w.order("e2-e4")


def test_orders_out_of_turn_and_from_spectators_are_refused(server: Server) -> None:
    w, b, table = seated(server)
    with w, b, server.guest().open(table) as s:
        b.send("order", do="e7-e5")
        assert b.refusal()["code"] == "not_your_turn"
        s.send("order", do="e2-e4")
        assert s.refusal()["code"] == "not_your_seat"
        s.send("resign", seat=0)
        assert s.refusal()["code"] == "not_your_seat"


def test_orders_wait_until_every_seat_is_taken(server: Server) -> None:
    white, black = server.guest(), server.guest()
    made = white.make(HERE, OPEN)
    with white.open(made["id"]) as w:
        assert w.orders() == []
        assert w.last["view"]["prompt"] == "Waiting for Black"
        for message in ({"t": "order", "do": "e2-e4"}, {"t": "resign", "seat": 0}):
            w.send(**message)
            assert w.refusal()["code"] == "waiting"
        assert black.post(made["id"], "join", token=made["invitations"][0]["token"]).status_code == 200
        w.reach(2)
        w.order("e2-e4")


def test_a_message_that_is_too_large_closes_the_socket(server: Server) -> None:
    w, b, _table = seated(server)
    with w, b:
        w.socket.send("x" * 5000)
        assert w.closed() == 1009
        b.update(lambda message: not message["table"]["seats"][0]["online"])


def test_a_socket_to_an_unknown_table_is_closed(server: Server) -> None:
    assert server.guest().connect("nowhere").closed() == 4404


def test_a_socket_from_another_site_is_refused(server: Server) -> None:
    white, _, table = two(server)
    for origin in ("http://elsewhere.example", "null", "https://127.0.0.1"):
        with pytest.raises(InvalidStatus, match="403"):
            white.connect(table, Origin=origin)
    with white.open(table, Origin=server.url) as w:
        w.order("e2-e4")


def test_one_screen_for_both_sides(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, HERE)
    with host.open(made["id"]) as client:
        for turn, order in enumerate(["e2-e4", "e7-e5", "Ng1-f3"]):
            assert client.last["view"]["viewer"] == client.turn == turn % 2
            client.order(order)


def test_everybody_is_told_who_comes_and_goes(server: Server) -> None:
    white, black, table = two(server)
    with white.open(table) as w:
        with black.open(table):
            w.update(lambda message: message["table"]["seats"][1]["online"])
            with server.guest().open(table):
                w.update(lambda message: message["table"]["spectators"] == 1)
        update = w.update(lambda message: not message["table"]["seats"][1]["online"])
        assert update["rev"] == 2


# ---- reconnecting -------------------------------------------------------------------------------------------------


def test_a_reconnect_catches_up(server: Server) -> None:
    white, black, table = two(server)
    with white.open(table) as w:
        with black.open(table) as b:
            w.order("e2-e4")
            b.reach(w.rev)
            b.order("e7-e5")
            seen, steps = b.rev, b.steps
        w.reach(seen)
        w.order("Ng1-f3")
        with black.connect(table, f"?rev={seen}") as again:
            again.steps = steps
            assert [step["order"] for step in again.update()["steps"]] == ["Ng1-f3"]
            assert len(again.steps) == 3
        with black.open(table) as fresh:
            assert [step["order"] for step in fresh.steps] == ["e2-e4", "e7-e5", "Ng1-f3"]


def test_sync_sends_everything_again(server: Server) -> None:
    w, b, _ = seated(server)
    with w, b:
        w.order("e2-e4")
        w.send("sync", rev=0)
        assert len(w.update()["steps"]) == 1
        w.send("sync", rev=w.rev)
        assert w.update(lambda message: not message["steps"])["view"] == w.last["view"]


# ---- computers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("computer", [RANDOM, GREEDY])
def test_a_game_against_the_computer(server: Server, computer: dict[str, str]) -> None:
    host = server.guest()
    made = host.make(computer, HERE)
    luck = random.Random(1)
    with host.open(made["id"]) as client:
        # With good dice a greedy player may win before the last round.
        for _ in range(12):
            if client.turn == 0:
                client.update(lambda message: message["view"]["turn"] == 1 or message["end"])
            if client.last["end"]:
                break
            client.order(luck.choice([order for order in client.orders() if "x" not in order]))
        assert [step["seat"] for step in client.steps[:4]] == [0, 1, 0, 1]


def test_computers_play_each_other_while_somebody_watches(server: Server) -> None:
    made = server.guest().make(GREEDY, RANDOM)
    with server.guest().open(made["id"]) as watcher:
        watcher.update(lambda message: message["length"] >= 6 or message["end"])
    assert server.guest().table(made["id"])["seats"][0]["player"] == "greedy"


def test_the_computer_accepts_no_draws(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, RANDOM)
    with host.open(made["id"]) as client:
        client.send("propose", seat=0, kind="draw")
        refusal = client.refusal()
        assert (refusal["code"], "computer" in refusal["text"]) == ("illegal", True)


# ---- taking back --------------------------------------------------------------------------------------------------


def test_on_one_screen_an_order_is_taken_back_at_once(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, HERE)
    with host.open(made["id"]) as client:
        assert not client.last["can_undo"]
        before = client.last["view"]
        client.order("e2-e4")
        assert client.last["can_undo"]
        client.send("propose", seat=0, kind="undo")
        client.reach(3)
        assert client.last["view"] == before
        assert client.steps == []
        client.order("d2-d4")
        assert [step["order"] for step in client.steps] == ["d2-d4"]


def test_against_the_computer_its_reply_is_taken_back_too(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, RANDOM)
    with host.open(made["id"]) as client:
        before = client.last["view"]
        client.order("e2-e4")
        client.update(lambda message: message["length"] == 2)
        assert client.last["can_undo"]
        client.send("propose", seat=0, kind="undo")
        client.update(lambda message: message["length"] == 0)
        assert client.last["view"] == before


def test_between_people_a_take_back_needs_agreement(server: Server) -> None:
    w, b, _ = seated(server)
    with w, b:
        w.order("e2-e4")
        b.reach(3)
        assert not b.last["can_undo"]
        w.send("propose", seat=0, kind="undo")
        assert b.reach(4)["proposal"] == {"kind": "undo", "seat": 0, "agreed": [], "asks": True}
        w.reach(4)
        w.send("answer", seat=0, accept=True)
        assert w.refusal()["code"] == "illegal"
        b.send("answer", seat=1, accept=True)
        assert w.reach(5)["length"] == 0
        assert w.turn == 0
        assert w.last["proposal"] is None


def test_a_declined_take_back_is_not_asked_again_at_once(server: Server) -> None:
    w, b, _ = seated(server)
    with w, b:
        w.order("e2-e4")
        w.send("propose", seat=0, kind="undo")
        b.reach(4)
        b.send("answer", seat=1, accept=False)
        assert w.reach(5)["proposal"] is None
        assert w.last["length"] == 1
        w.send("propose", seat=0, kind="undo")
        assert w.refusal()["code"] == "illegal"


def test_a_die_is_never_taken_back(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, HERE)
    luck = random.Random(2)
    with host.open(made["id"]) as client:
        while not (client.steps and client.steps[-1]["faces"]):
            play([client], luck, 1)
        assert not client.last["can_undo"]
        client.send("propose", seat=client.steps[-1]["seat"], kind="undo")
        assert client.refusal()["code"] == "illegal"
        if not client.last["end"]:
            client.order(quiet(client))
            assert client.last["can_undo"]


# ---- the end ------------------------------------------------------------------------------------------------------


def test_resigning_ends_the_game_for_everybody(server: Server) -> None:
    w, b, _table = seated(server)
    with w, b:
        b.reach(2)
        b.send("resign", seat=1)
        assert w.reach(3)["end"] == {"winners": [0], "text": "Black resigns", "rule": ""}
        assert w.turn == -2
        assert w.orders() == []
        assert w.last["view"]["winners"] == [0]
        w.send("order", do="e2-e4")
        assert w.refusal()["code"] == "over"


def test_a_draw_is_offered_declined_withdrawn_and_agreed(server: Server) -> None:
    w, b, _ = seated(server)
    with w, b:
        b.reach(2)
        b.send("propose", seat=1, kind="draw")
        w.reach(3)
        w.send("answer", seat=0, accept=False)
        b.reach(4)
        w.reach(4)
        w.send("propose", seat=0, kind="draw")
        b.reach(5)
        w.reach(5)
        b.send("propose", seat=1, kind="undo")
        assert b.refusal()["code"] == "illegal"
        w.send("answer", seat=0, accept=False)
        w.reach(6)
        w.order("e2-e4")
        b.reach(7)
        b.send("propose", seat=1, kind="draw")
        w.reach(8)
        w.send("answer", seat=0, accept=True)
        assert b.reach(9)["end"] == {"winners": [0, 1], "text": "draw agreed", "rule": ""}


def test_a_draw_offer_lapses_with_the_next_order(server: Server) -> None:
    w, b, _ = seated(server)
    with w, b:
        b.reach(2)
        b.send("propose", seat=1, kind="draw")
        assert w.reach(3)["proposal"]["kind"] == "draw"
        assert w.order("e2-e4")["proposal"] is None
