"""Playing over the socket: the way of an order, what is refused, and what everybody is told."""

import random

import pytest
from server_kit import GREEDY, HERE, OPEN, RANDOM, Look, Server, play, quiet, two
from websockets.exceptions import InvalidStatus


def sat(server: Server) -> tuple[Look, Look, str]:
    white, black, table = two(server)
    return white.look(table), black.look(table), table


def test_two_guests_and_a_spectator_play_to_the_end(server: Server) -> None:
    white, black, table = two(server)
    with white.look(table) as w, black.look(table) as b, server.guest().look(table) as s:
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
    w, b, _ = sat(server)
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
    w, b, _ = sat(server)
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
def test_what_is_refused_changes_nothing(server: Server, message: dict[str, object], code: str) -> None:
    w, b, _ = sat(server)
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
    w, b, _ = sat(server)
    with w, b:
        w.socket.send(data)
        assert w.refusal()["code"] == "unreadable"
        w.order("e2-e4")


def test_out_of_turn_and_from_outside(server: Server) -> None:
    w, b, table = sat(server)
    with w, b, server.guest().look(table) as s:
        b.send("order", do="e7-e5")
        assert b.refusal()["code"] == "not_your_turn"
        s.send("order", do="e2-e4")
        assert s.refusal()["code"] == "not_your_seat"
        s.send("resign", seat=0)
        assert s.refusal()["code"] == "not_your_seat"


def test_orders_wait_until_every_seat_is_taken(server: Server) -> None:
    white, black = server.guest(), server.guest()
    made = white.make(HERE, OPEN)
    with white.look(made["id"]) as w:
        assert w.orders() == []
        assert w.last["view"]["prompt"] == "Waiting for Black"
        for message in ({"t": "order", "do": "e2-e4"}, {"t": "resign", "seat": 0}):
            w.send(**message)
            assert w.refusal()["code"] == "waiting"
        assert black.post(made["id"], "join", token=made["invitations"][0]["token"]).status_code == 200
        w.reach(2)
        w.order("e2-e4")


def test_a_message_that_is_too_large_closes_the_socket(server: Server) -> None:
    w, b, _table = sat(server)
    with w, b:
        w.socket.send("x" * 5000)
        assert w.closed() == 1009
        b.update(lambda message: not message["table"]["seats"][0]["online"])


def test_an_unknown_table_has_no_socket(server: Server) -> None:
    assert server.guest().connect("nowhere").closed() == 4404


def test_a_socket_from_another_site_is_turned_away(server: Server) -> None:
    white, _, table = two(server)
    for origin in ("http://elsewhere.example", "null", "https://127.0.0.1"):
        with pytest.raises(InvalidStatus, match="403"):
            white.connect(table, Origin=origin)
    with white.look(table, Origin=server.url) as w:
        w.order("e2-e4")


def test_one_screen_for_both_sides(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, HERE)
    with host.look(made["id"]) as look:
        for turn, order in enumerate(["e2-e4", "e7-e5", "Ng1-f3"]):
            assert look.last["view"]["viewer"] == look.turn == turn % 2
            look.order(order)


def test_comings_and_goings_are_told(server: Server) -> None:
    white, black, table = two(server)
    with white.look(table) as w:
        with black.look(table):
            w.update(lambda message: message["table"]["seats"][1]["online"])
            with server.guest().look(table):
                w.update(lambda message: message["table"]["spectators"] == 1)
        update = w.update(lambda message: not message["table"]["seats"][1]["online"])
        assert update["rev"] == 2


# ---- coming again -------------------------------------------------------------------------------------------------


def test_coming_again_catches_up(server: Server) -> None:
    white, black, table = two(server)
    with white.look(table) as w:
        with black.look(table) as b:
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
        with black.look(table) as anew:
            assert [step["order"] for step in anew.steps] == ["e2-e4", "e7-e5", "Ng1-f3"]


def test_sync_sends_everything_anew(server: Server) -> None:
    w, b, _ = sat(server)
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
    with host.look(made["id"]) as look:
        # The dice are the server's: a greedy player may win before the last round.
        for _ in range(12):
            if look.turn == 0:
                look.update(lambda message: message["view"]["turn"] == 1 or message["end"])
            if look.last["end"]:
                break
            look.order(luck.choice([order for order in look.orders() if "x" not in order]))
        assert [step["seat"] for step in look.steps[:4]] == [0, 1, 0, 1]


def test_computers_play_each_other_while_somebody_watches(server: Server) -> None:
    made = server.guest().make(GREEDY, RANDOM)
    with server.guest().look(made["id"]) as watcher:
        watcher.update(lambda message: message["length"] >= 6 or message["end"])
    assert server.guest().table(made["id"])["seats"][0]["player"] == "greedy"


def test_the_computer_takes_no_draws(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, RANDOM)
    with host.look(made["id"]) as look:
        look.send("propose", seat=0, kind="draw")
        refusal = look.refusal()
        assert (refusal["code"], "computer" in refusal["text"]) == ("illegal", True)


# ---- taking back --------------------------------------------------------------------------------------------------


def test_on_one_screen_an_order_is_taken_back_at_once(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, HERE)
    with host.look(made["id"]) as look:
        assert not look.last["can_undo"]
        before = look.last["view"]
        look.order("e2-e4")
        assert look.last["can_undo"]
        look.send("propose", seat=0, kind="undo")
        look.reach(3)
        assert look.last["view"] == before
        assert look.steps == []
        look.order("d2-d4")
        assert [step["order"] for step in look.steps] == ["d2-d4"]


def test_against_the_computer_its_reply_goes_too(server: Server) -> None:
    host = server.guest()
    made = host.make(HERE, RANDOM)
    with host.look(made["id"]) as look:
        before = look.last["view"]
        look.order("e2-e4")
        look.update(lambda message: message["length"] == 2)
        assert look.last["can_undo"]
        look.send("propose", seat=0, kind="undo")
        look.update(lambda message: message["length"] == 0)
        assert look.last["view"] == before


def test_between_people_it_takes_agreement(server: Server) -> None:
    w, b, _ = sat(server)
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
    w, b, _ = sat(server)
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
    with host.look(made["id"]) as look:
        while not (look.steps and look.steps[-1]["faces"]):
            play([look], luck, 1)
        assert not look.last["can_undo"]
        look.send("propose", seat=look.steps[-1]["seat"], kind="undo")
        assert look.refusal()["code"] == "illegal"
        if not look.last["end"]:
            look.order(quiet(look))
            assert look.last["can_undo"]


# ---- the end ------------------------------------------------------------------------------------------------------


def test_resigning_ends_the_game_for_everybody(server: Server) -> None:
    w, b, _table = sat(server)
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
    w, b, _ = sat(server)
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


def test_an_order_lets_a_draw_offer_lapse(server: Server) -> None:
    w, b, _ = sat(server)
    with w, b:
        b.reach(2)
        b.send("propose", seat=1, kind="draw")
        assert w.reach(3)["proposal"]["kind"] == "draw"
        assert w.order("e2-e4")["proposal"] is None
