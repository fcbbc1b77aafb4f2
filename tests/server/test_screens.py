"""Several players at one screen: nothing of either is told unless that one looks (docs/decisions/0024)."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from server_kit import HERE, OPEN, RANDOM, Json, Look, Server, Visitor

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER, State
from pawnstorm.core.wire import view_json
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
"""Games in which sides know something that others do not."""


def told(look: Look) -> str:
    """All that a screen has been told at last."""
    return json.dumps([look.last["view"], look.steps, look.last["reaction"]])


def begun(server: Server) -> tuple[Visitor, str, Look]:
    """Two players at one screen of Trench Checkers, all cards dealt."""
    host = server.guest()
    table = host.make(HERE, HERE, game=TRENCH, seed="aa")["id"]
    return host, table, host.look(table)


def hand(view: Json, seat: int) -> list[str]:
    """The kinds of the cards in a hand."""
    tray = next(tray for tray in view["trays"] if tray["id"] == f"hand-{seat}")
    return [token["kind"] for token in tray["tokens"]]


# ---- what is hidden -----------------------------------------------------------------------------------------------


def test_nobody_is_told_a_hand_before_its_player_looks(server: Server) -> None:
    host, table, look = begun(server)
    assert look.last["screen"] == {"looks": -1, "secrets": [0, 1]}
    assert look.last["view"]["viewer"] == -1
    assert {kind for seat in (0, 1) for kind in hand(look.last["view"], seat)} == {"card-back"}
    assert "You draw" not in told(look)
    blue = look.reveal(0)
    assert "card-back" not in hand(blue["view"], 0)
    assert set(hand(blue["view"], 1)) == {"card-back"}
    assert told(look).count("You draw") == len(hand(blue["view"], 0)), "the log of the one who looks can be read"
    red = look.reveal(1)
    assert set(hand(red["view"], 0)) == {"card-back"}
    assert "card-back" not in hand(red["view"], 1)
    look.reveal(None)
    assert "You draw" not in told(look)
    for path in ("record", "replay"):
        hidden = host.http.get(f"/api/tables/{table}/{path}").text
        shown = host.http.get(f"/api/tables/{table}/{path}?look=1").text
        foreign = host.http.get(f"/api/tables/{table}/{path}?look=7").text
        assert "You draw" not in hidden
        assert foreign == hidden
        assert path == "record" or ("You draw" in shown and '"card-1-' in shown and '"card-0-' not in shown)


def test_a_look_ends_when_somebody_else_is_to_act(server: Server) -> None:
    _, _, look = begun(server)
    seat = look.turn
    look.reveal(seat)
    while look.turn == seat:
        last = look.order(look.orders()[-1])
    assert last["screen"]["looks"] == -1
    assert {kind for one in (0, 1) for kind in hand(last["view"], one)} == {"card-back"}
    assert "You draw" not in told(look)


def test_one_may_play_on_without_looking(server: Server) -> None:
    _, _, look = begun(server)
    for _ in range(12):
        assert look.orders(), "what everybody knows may be done is offered"
        look.order(look.orders()[0])
        assert look.last["screen"]["looks"] == -1
        assert "You draw" not in told(look)


def test_a_moment_for_reactions_is_the_same_whatever_the_hand_holds(
    serve: Callable[[Settings], Server], settings: Settings
) -> None:
    """A shared screen is always asked, and a pass that is pressed counts at once."""
    _, _, look = begun(serve(replace(settings, reaction_seconds=1000.0)))
    while not look.last["reaction"]:
        look.order(look.orders()[0])
    moment = look.last["reaction"]
    assert (moment["asked"], moment["order"], look.orders()) == (True, "pass", ["pass"])
    assert moment["left"] > 0, "everybody gets the same time"
    seat, rev = moment["seat"], look.rev
    own = look.reveal(seat)["reaction"]
    assert own["asked"] == (len(look.orders()) > 1), "only who looks learns whether anything fits"
    look.send("order", do="pass")
    assert look.reach(rev + 1)["steps"][-1]["order"] == "pass"


def test_the_computer_is_asked_by_who_looks(server: Server) -> None:
    host, table, look = begun(server)
    seat = look.turn
    covered = host.post(table, "advice", rev=look.rev)
    assert (covered.status_code, covered.json()["code"]) == (403, "not_your_seat")
    assert "look first" in covered.json()["text"]
    assert host.post(table, "advice", rev=look.rev, orders=False).status_code == 403
    other = host.post(table, "advice", rev=look.rev, look=1 - seat)
    assert other.json()["code"] == "not_your_turn"
    assert host.post(table, "advice", rev=look.rev, look=seat).json()["orders"]


def test_whoever_has_one_seat_is_told_as_ever(server: Server) -> None:
    host = server.guest()
    for seats in ((HERE, RANDOM), (HERE, OPEN)):
        with host.look(host.make(*seats, game=TRENCH)["id"]) as look:
            assert look.last["screen"] is None
            assert look.last["view"]["viewer"] == 0
            look.socket.send('{"t": "look", "seat": 0}')
            look.socket.send('{"t": "look", "seat": 1}')
            assert look.refusal()["code"] == "not_your_seat"
            look.socket.send('{"t": "ping"}')
            while (message := look.receive())["t"] != "pong":
                assert message["t"] == "update"


def test_a_game_without_secrets_knows_no_looks(server: Server) -> None:
    host = server.guest()
    with host.look(host.make(HERE, HERE)["id"]) as look:
        assert look.last["screen"] is None
        assert look.last["view"]["viewer"] == look.turn


# ---- what is chosen in secret --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "options"), SECRETIVE[1:])
def test_secret_orders_are_hidden_until_all_have_been_given_and_told_then(
    server: Server, key: str, options: dict[str, str]
) -> None:
    host = server.guest()
    table = host.make(HERE, HERE, game=key, options=options)["id"]
    look, watcher = host.look(table), server.guest().look(table)
    secret: list[str] = []
    while look.last["screen"]["secrets"]:
        assert look.last["screen"]["looks"] in (-1, look.turn)
        if look.last["screen"]["looks"] == -1:
            assert look.orders() == [], "what is chosen in secret is not offered to everybody"
            look.uncover()
        order = look.orders()[0]
        look.order(order)
        secret.append(order)
        watcher.reach(look.rev)
        if look.last["screen"]["secrets"]:
            eyes = look.last["screen"]["looks"]
            assert all(not step["order"] for step in watcher.steps if step["seat"] >= 0)
            assert all(not step["order"] for step in look.steps if step["seat"] not in (-1, eyes))
    assert len(secret) >= 2
    for one in (look, watcher):
        assert [step["order"] for step in one.steps if step["seat"] >= 0] == secret
    assert look.orders(), "from now on there is nothing to hide"
    again = server.guest().look(table, rev=2)
    assert [step["order"] for step in again.steps if step["seat"] >= 0][-1] == secret[-1]


@pytest.mark.parametrize(("seats", "more"), [(2, {}), (4, {"map": "emperor"})])
def test_secret_orders_are_told_when_giving_up_ends_the_secrecy(server: Server, seats: int, more: Json) -> None:
    host = server.guest()
    table = host.make(*[HERE] * seats, game="castle-chess", **more)["id"]
    look, watcher = host.look(table), server.guest().look(table)
    for _ in range(seats - 1):
        look.uncover()
        look.order("rest")
    watcher.reach(look.rev)
    assert not any(step["order"] for step in watcher.steps if step["seat"] >= 0)
    look.send("resign", seat=look.turn)
    watcher.reach(look.rev + 1)
    assert [step["order"] for step in watcher.steps if step["seat"] >= 0][: seats - 1] == ["rest"] * (seats - 1)


# ---- by chance -----------------------------------------------------------------------------------------------------


def screen(game: Game, state: State) -> tuple[str, list[bool]]:
    """What a screen shows that both sides share, and who could see more by looking."""
    shown = shared_view(game, state, game.view(state, -1), game.view(state, int(state.turn())))
    more = [has_secrets(shown, game.view(state, seat)) for seat in range(state.seats)]
    return view_json(shown, shown.cells, list(shown.tokens)), more


@pytest.mark.parametrize(("key", "options"), SECRETIVE)
def test_what_a_shared_screen_shows_does_not_depend_on_what_is_hidden(key: str, options: dict[str, str]) -> None:
    """Everything that some seat cannot know is dealt anew, and the screen looks the same to the byte."""
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
