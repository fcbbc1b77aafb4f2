"""Maps and campaigns over HTTP: every map is listed, progress belongs to the guest and survives a restart."""

from collections.abc import Callable
from typing import Any

from server_kit import Server, Visitor

from pawnstorm.ai.players import player_on_map
from pawnstorm.core.game import Setup
from pawnstorm.games import load
from pawnstorm.server.settings import Settings

GAME = "castle-chess"
URL = f"/api/games/{GAME}"
EASY = {"passage_unit": "any", "campaign_carry": "on"}
TRIES = 20


def play_map(guest: Visitor, **body: Any) -> dict[str, Any]:
    """A table for the campaign."""
    answer = guest.http.post(f"{URL}/campaign", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def progress(guest: Visitor) -> tuple[list[str], dict[str, Any]]:
    """The states of the maps, and everything."""
    info = guest.http.get(f"{URL}/campaign").json()
    return [one["state"] for one in info["stations"]], info


def value(order: str) -> tuple[bool, bool, bool, int]:
    """How good an order is: reach the passage, else strike, else go up the board."""
    strikes = "x" in order or order.startswith("shoot")
    return order.endswith("e9"), strikes, order != "hold", int(order[-1]) if order[-1].isdigit() else 0


def win(guest: Visitor, table: str) -> bool:
    """Play Blue against the computer; whether it was won."""
    with guest.open(table) as client:
        while not client.last["end"]:
            if client.turn == 0:
                client.order(max(client.orders(), key=value))
            else:
                client.update()
        return bool(client.last["end"]["winners"] == [0])


def won(guest: Visitor, **body: Any) -> str:
    """Try until a map is won; its table."""
    for _ in range(TRIES):
        table = play_map(guest, player="random", **body)["id"]
        if win(guest, table):
            return str(table)
    raise AssertionError(f"a random player was not beaten in {TRIES} games")


def test_the_maps_are_those_of_the_game(server: Server) -> None:
    guest, game = server.guest(), load(GAME)
    info = guest.http.get(f"{URL}/maps").json()["maps"]
    assert tuple(one["key"] for one in info) == game.maps
    for one in info:
        setup = game.agree(Setup(map=one["key"]))
        assert tuple(one["seats"]) == game.seating(setup)
        assert one["about"]
        assert (one["view"]["columns"], one["view"]["offers"]) == (game.view(game.start(setup), -1).columns, [])
        made = guest.make(*[{"kind": "here"}] * len(one["seats"]), game=GAME, map=one["key"])
        assert (made["map"], made["campaign"]) == (one["title"], False)
    assert [one["settles"] for one in info[:3]] == [{"setup": "one"}, {"setup": "two"}, {}]
    assert [one["station"] for one in info[2:5]] == [0, 1, 2]
    shelf = {one["key"]: (one["maps"], one["campaign"]) for one in guest.http.get("/api/games").json()["games"]}
    assert shelf[GAME] == (True, True)
    assert shelf["chess-attack"] == (False, False)
    for what in ("maps", "campaign"):
        assert guest.http.get(f"/api/games/chess-attack/{what}").status_code == 404
        assert guest.http.get(f"/api/games/nothing/{what}").status_code == 404


def test_progress_survives_a_restart(serve: Callable[[Settings], Server], settings: Settings) -> None:
    server = serve(settings)
    guest = server.guest()
    assert progress(guest)[0] == ["open", *["locked"] * 5]
    assert progress(guest)[1]["begun"] is False
    first = won(guest, options=EASY)
    states, info = progress(guest)
    assert states == ["won", "open", *["locked"] * 4]
    assert (info["due"], info["table"], info["player"], info["tries"]) == ("quest-2", "", "random", 0)
    assert info["options"]["campaign_carry"] == "on"
    # A won map may be played again, which changes nothing.
    assert play_map(guest, map="quest-1")["map"] == "The Toll Road"
    second = play_map(guest)
    assert (second["map"], second["campaign"], second["options"]) == ("Watch Hill", True, info["options"])
    cookies = dict(guest.http.cookies)
    server.stop()

    again = serve(settings).guest()
    again.http.cookies.update(cookies)
    states, info = progress(again)
    assert states == ["won", "open", *["locked"] * 4]
    assert (info["table"], info["tries"]) == (second["id"], 1)
    assert again.http.get(f"/api/tables/{first}/replay").json()["end"]["winners"] == [0]
    assert play_map(again, restart=True)["map"] == "The Toll Road"
    assert progress(again)[0] == ["open", *["locked"] * 5]


def test_a_campaign_belongs_to_its_guest(server: Server) -> None:
    guest, other = server.guest(), server.guest()
    table = won(guest, options=EASY)
    assert progress(other)[0][0] == "open"
    assert progress(guest)[0][:2] == ["won", "open"]
    for body, status, code in (
        ({"map": "quest-3"}, 409, "locked"),
        ({"map": "muster"}, 422, "bad_table"),
        ({"player": "nobody"}, 422, "bad_table"),
        ({"restart": True, "options": {"setup": "three"}}, 422, "bad_table"),
        ({"pledge": "none"}, 409, "no_pledge"),
        ({"money": 1}, 400, "unreadable"),
    ):
        answer = guest.http.post(f"{URL}/campaign", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), body
    # A rematch is played with swapped sides and is not part of the campaign.
    rematch = guest.post(table, "rematch").json()
    assert rematch["campaign"] is False
    assert progress(guest)[0][:2] == ["won", "open"]


def test_the_opponent_is_the_usual_one_until_another_is_chosen(server: Server) -> None:
    guest = server.guest()

    def opponent(**body: Any) -> str:
        return str(play_map(guest, **body)["seats"][1]["player"])

    usual = player_on_map(load(GAME), "", "quest-1")
    assert opponent() == usual
    assert opponent(player="greedy") == "greedy"
    assert opponent() == "greedy"
    assert opponent(player="") == usual
    assert opponent() == usual
