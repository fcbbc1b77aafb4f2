"""Army building over HTTP gives the answers of the roster code, for good rosters and for bad ones."""

import pytest
from server_kit import Server

from pawnstorm.core.game import Setup
from pawnstorm.games import load
from pawnstorm.kit import roster as rosters

GAME = "fantasy-armies"
URL = f"/api/games/{GAME}"


def test_the_lists_are_those_of_the_game(server: Server) -> None:
    told = server.guest().http.get(f"{URL}/armies").json()
    armies = load(GAME).armies()
    assert armies
    assert [one["key"] for one in told["lists"]] == [found.key for found in armies.lists]
    for one, found in zip(told["lists"], armies.lists, strict=True):
        assert [kind["name"] for kind in one["kinds"]] == [kind.name for kind in found.kinds]
        assert [kind["cost"] for kind in one["kinds"]] == [rosters.points(kind.cost) for kind in found.kinds]
    assert [one["army"] for one in told["starters"]] == [found.army for found in armies.starters]
    assert not any(one["violations"] for one in told["starters"])


def test_a_roster_is_judged_as_the_command_line_judges_it(server: Server) -> None:
    post = server.guest().http.post
    units = [{"kind": "goblin", "count": 2}, {"kind": "Chieftain", "count": 2}, {"kind": "Unicorn"}]
    told = post(f"{URL}/roster", json={"army": "orcs", "units": units, "name": "Odd ones"}).json()
    assert (told["cost"], told["budget"], told["pieces"]) == ("16", "60", 5)
    assert [wrong["rule"] for wrong in told["violations"]] == ["FA-07", "FA-A3", "FA-09"]
    assert (told["code"], told["orders"]) == ("", [])
    assert told["units"][0] == {"kind": "Chieftain", "count": 2, "upgrades": [], "cost": "14"}

    legal = post(f"{URL}/roster", json={"text": "orcs"}).json()
    for text in (legal["code"], legal["file"]):
        again = post(f"{URL}/roster", json={"text": text}).json()
        assert (again["units"], again["code"]) == (legal["units"], legal["code"])
    dear = post(f"{URL}/roster", json={"text": "orcs", "options": {"points": "40"}}).json()
    assert [wrong["rule"] for wrong in dear["violations"]] == ["FA-08"]
    assert dear["budget"] == "40"


def test_the_orders_of_a_roster_choose_it_at_the_table(server: Server) -> None:
    guest = server.guest()
    told = guest.http.post(f"{URL}/roster", json={"text": "dwarfs"}).json()
    game = load(GAME)
    state = game.start(game.agree(Setup()))
    for order in told["orders"]:
        state.play(game.read(state, order))
    tray = next(tray for tray in game.view(state, 0).trays if tray.id == "reserve-0")
    counts = {unit["kind"]: unit["count"] for unit in told["units"]}
    for kind, count in counts.items():
        assert sum(token.name == f"White {kind}" for token in tray.tokens) == count
    assert state.turn() == 1


@pytest.mark.parametrize(
    ("path", "body", "status", "word"),
    [
        ("/api/games/chess-attack/roster", {}, 404, "no armies"),
        ("/api/games/tiddlywinks/roster", {}, 404, "tiddlywinks"),
        (f"{URL}/roster", {"text": "1-2-3"}, 422, "neither a code"),
        (f"{URL}/roster", {"text": "list = [[[["}, 422, "roster"),
        (f"{URL}/roster", {"text": "\x00" * 50}, 422, "neither a code"),
        (f"{URL}/roster", {"text": "x" * 20_001}, 400, "length"),
        (f"{URL}/roster", {"army": "orcs", "units": [{"kind": "Orc", "count": 100}]}, 400, "99"),
        (f"{URL}/roster", {"army": "orcs", "options": {"gravity": "off"}}, 422, "gravity"),
    ],
)
def test_what_is_no_roster_is_refused_in_a_sentence(
    server: Server, path: str, body: dict[str, object], status: int, word: str
) -> None:
    answer = server.guest().http.post(path, json=body)
    assert answer.status_code == status
    assert word in answer.json()["text"]


def test_an_unknown_list_is_a_violation(server: Server) -> None:
    told = server.guest().http.post(f"{URL}/roster", json={"army": "pirates"}).json()
    assert "pirates" in told["violations"][0]["text"]
    assert server.guest().http.get("/api/games/chess-attack/armies").status_code == 404
