"""Several players at one screen: the secrets of a seat are sent only while it looks (docs/decisions/0024)."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from server_kit import HERE, OPEN, RANDOM, Json, Server, TableClient, Visitor

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER, State
from pawnstorm.core.view_json import view_json
from pawnstorm.games import load
from pawnstorm.server.settings import Settings
from pawnstorm.server.table.shared_screen import has_secrets, shared_view

TRENCH = "trench-checkers"
SECRETIVE = (
    (TRENCH, {}),
    ("fantasy-armies", {}),
    ("ch35s", {}),
    ("castle-chess", {}),
)
"""Games in which a side knows something that others do not."""


def shown_on(client: TableClient) -> str:
    """Everything that a screen shows now."""
    return json.dumps([client.last["view"], client.steps, client.last["reaction"]])


def begun(server: Server) -> tuple[Visitor, str, TableClient]:
    """Two players at one screen of Trench Checkers, all cards dealt."""
    host = server.guest()
    table = host.make(HERE, HERE, game=TRENCH, seed="aa")["id"]
    return host, table, host.open(table)


def hand(view: Json, seat: int) -> list[str]:
    """The kinds of the cards in a hand."""
    tray = next(tray for tray in view["trays"] if tray["id"] == f"hand-{seat}")
    return [token["kind"] for token in tray["tokens"]]


# ---- what is hidden -----------------------------------------------------------------------------------------------


def test_a_hand_is_not_sent_before_its_player_looks(server: Server) -> None:
    host, table, client = begun(server)
    assert client.last["screen"] == {"looking_seat": -1, "secrets": [0, 1]}
    assert client.last["view"]["viewer"] == -1
    assert {kind for seat in (0, 1) for kind in hand(client.last["view"], seat)} == {"card-back"}
    assert "You draw" not in shown_on(client)
    blue = client.look_as(0)
    assert "card-back" not in hand(blue["view"], 0)
    assert set(hand(blue["view"], 1)) == {"card-back"}
    assert shown_on(client).count("You draw") == len(hand(blue["view"], 0)), "the log of the seat that looks is sent"
    red = client.look_as(1)
    assert set(hand(red["view"], 0)) == {"card-back"}
    assert "card-back" not in hand(red["view"], 1)
    client.look_as(None)
    assert "You draw" not in shown_on(client)
    for path in ("record", "replay"):
        hidden = host.http.get(f"/api/tables/{table}/{path}").text
        shown = host.http.get(f"/api/tables/{table}/{path}?look=1").text
        not_own = host.http.get(f"/api/tables/{table}/{path}?look=7").text
        assert "You draw" not in hidden
        assert not_own == hidden
        assert path == "record" or ("You draw" in shown and '"card-1-' in shown and '"card-0-' not in shown)


def test_a_look_ends_when_somebody_else_is_to_act(server: Server) -> None:
    _, _, client = begun(server)
    seat = client.turn
    client.look_as(seat)
    while client.turn == seat:
        last = client.order(client.orders()[-1])
    assert last["screen"]["looking_seat"] == -1
    assert {kind for one in (0, 1) for kind in hand(last["view"], one)} == {"card-back"}
    assert "You draw" not in shown_on(client)


def test_one_may_play_on_without_looking(server: Server) -> None:
    _, _, client = begun(server)
    for _ in range(12):
        assert client.orders(), "orders that everybody knows to be possible are offered"
        client.order(client.orders()[0])
        assert client.last["screen"]["looking_seat"] == -1
        assert "You draw" not in shown_on(client)


def test_a_reaction_is_the_same_whatever_the_hand_is(serve: Callable[[Settings], Server], settings: Settings) -> None:
    """A shared screen is always asked, and a pass that is pressed counts at once."""
    _, _, client = begun(serve(replace(settings, reaction_seconds=1000.0)))
    while not client.last["reaction"]:
        client.order(client.orders()[0])
    moment = client.last["reaction"]
    assert (moment["asked"], moment["order"], client.orders()) == (True, "pass", ["pass"])
    assert moment["left"] > 0, "everybody gets the same time"
    seat, rev = moment["seat"], client.rev
    own = client.look_as(seat)["reaction"]
    assert own["asked"] == (len(client.orders()) > 1), "only the player who looks learns whether any card can be played"
    client.send("order", do="pass")
    assert client.reach(rev + 1)["steps"][-1]["order"] == "pass"


def test_only_the_seat_that_looks_may_ask_the_computer(server: Server) -> None:
    host, table, client = begun(server)
    seat = client.turn
    covered = host.post(table, "advice", rev=client.rev)
    assert (covered.status_code, covered.json()["code"]) == (403, "not_your_seat")
    assert "look first" in covered.json()["text"]
    assert host.post(table, "advice", rev=client.rev, orders=False).status_code == 403
    other = host.post(table, "advice", rev=client.rev, look=1 - seat)
    assert other.json()["code"] == "not_your_turn"
    assert host.post(table, "advice", rev=client.rev, look=seat).json()["orders"]


def test_a_guest_with_one_seat_is_sent_its_view(server: Server) -> None:
    host = server.guest()
    for seats in ((HERE, RANDOM), (HERE, OPEN)):
        with host.open(host.make(*seats, game=TRENCH)["id"]) as client:
            assert client.last["screen"] is None
            assert client.last["view"]["viewer"] == 0
            client.socket.send('{"t": "look", "seat": 0}')
            client.socket.send('{"t": "look", "seat": 1}')
            assert client.refusal()["code"] == "not_your_seat"
            client.socket.send('{"t": "ping"}')
            while (message := client.receive())["t"] != "pong":
                assert message["t"] == "update"


def test_a_game_without_secrets_needs_no_looks(server: Server) -> None:
    host = server.guest()
    with host.open(host.make(HERE, HERE)["id"]) as client:
        assert client.last["screen"] is None
        assert client.last["view"]["viewer"] == client.turn


# ---- what is chosen in secret --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "options"), SECRETIVE[1:])
def test_secret_orders_are_hidden_until_all_have_been_given(server: Server, key: str, options: dict[str, str]) -> None:
    host = server.guest()
    table = host.make(HERE, HERE, game=key, options=options)["id"]
    client, watcher = host.open(table), server.guest().open(table)
    secret: list[str] = []
    while client.last["screen"]["secrets"]:
        assert client.last["screen"]["looking_seat"] in (-1, client.turn)
        if client.last["screen"]["looking_seat"] == -1:
            assert client.orders() == [], "secret choices are not offered to everybody"
            client.look_at_own_turn()
        order = client.orders()[0]
        client.order(order)
        secret.append(order)
        watcher.catch_up()
        if client.last["screen"]["secrets"]:
            looking = client.last["screen"]["looking_seat"]
            assert all(not step["order"] for step in watcher.steps if step["seat"] >= 0)
            assert all(not step["order"] for step in client.steps if step["seat"] not in (-1, looking))
    assert len(secret) >= 2
    for one in (client, watcher):
        while _orders(one) != secret:
            one.receive()
    assert client.orders(), "from now on there is nothing to hide"
    again = server.guest().open(table, rev=2)
    assert [step["order"] for step in again.steps if step["seat"] >= 0][-1] == secret[-1]


@pytest.mark.parametrize(("seats", "more"), [(2, {}), (4, {"map": "emperor"})])
def test_secret_orders_are_revealed_when_resigning_ends_the_secrecy(server: Server, seats: int, more: Json) -> None:
    host = server.guest()
    table = host.make(*[HERE] * seats, game="castle-chess", **more)["id"]
    client, watcher = host.open(table), server.guest().open(table)
    for _ in range(seats - 1):
        client.look_at_own_turn()
        client.order("rest")
    watcher.catch_up()
    assert not any(_orders(watcher))
    client.send("resign", seat=client.turn)
    while _orders(watcher)[: seats - 1] != ["rest"] * (seats - 1):
        watcher.receive()


def _orders(client: TableClient) -> list[str]:
    """The orders that a client has been told, empty where they are secret."""
    return [step["order"] for step in client.steps if step["seat"] >= 0]


# ---- by chance -----------------------------------------------------------------------------------------------------


def screen(game: Game, state: State) -> tuple[str, list[bool]]:
    """What a shared screen shows, and which seats could see more by looking."""
    shown = shared_view(game, state, game.view(state, -1), game.view(state, int(state.turn())))
    more = [has_secrets(shown, game.view(state, seat)) for seat in range(state.seats)]
    return view_json(shown, shown.cells, list(shown.tokens)), more


@pytest.mark.parametrize(("key", "options"), SECRETIVE)
def test_what_a_shared_screen_shows_does_not_depend_on_what_is_hidden(key: str, options: dict[str, str]) -> None:
    """Everything that some seat cannot know is dealt again, and the screen is the same to the byte."""
    game, luck = load(key), random.Random(7)
    match = Match(game, Setup(options), SeededTower(5))
    compared = 0
    for number in range(120):
        if match.turn == OVER:
            break
        state = match.state
        dealt = game.guess(game.guess(state, 0, Luck(number)), 1, Luck(number + 1))
        if dealt.turn() == state.turn() and dealt.encode() != state.encode():
            compared += 1
            assert screen(game, state) == screen(game, dealt), match.steps[-1].order
        match.add(match.step_for(match.turn, game.write(state, luck.choice(state.legal()))))
    assert compared >= (30 if key == TRENCH else 1)
