"""Army building over HTTP gives the answers of the roster code, for good and bad rosters."""

import pytest
from server_kit import Server

from pawnstorm.core.game import Setup
from pawnstorm.games import load
from pawnstorm.kit import roster as rosters

GAME = "fantasy-armies"
URL = f"/api/games/{GAME}"


def test_the_lists_are_those_of_the_game(server: Server) -> None:
    answer = server.guest().http.get(f"{URL}/armies").json()
    armies = load(GAME).armies()
    assert armies
    assert [one["key"] for one in answer["lists"]] == [found.key for found in armies.lists]
    for one, found in zip(answer["lists"], armies.lists, strict=True):
        assert [kind["name"] for kind in one["kinds"]] == [kind.name for kind in found.kinds]
        assert [kind["cost"] for kind in one["kinds"]] == [rosters.points(kind.cost) for kind in found.kinds]
    assert [one["army"] for one in answer["starters"]] == [found.army for found in armies.starters]
    assert not any(one["violations"] for one in answer["starters"])


def test_a_roster_is_checked_as_on_the_command_line(server: Server) -> None:
    post = server.guest().http.post
    units = [{"kind": "goblin", "count": 2}, {"kind": "Chieftain", "count": 2}, {"kind": "Unicorn"}]
    answer = post(f"{URL}/roster", json={"army": "orcs", "units": units, "name": "Odd ones"}).json()
    assert (answer["cost"], answer["budget"], answer["pieces"]) == ("16", "60", 5)
    assert [wrong["rule"] for wrong in answer["violations"]] == ["FA-07", "FA-A3", "FA-09"]
    assert (answer["code"], answer["orders"]) == ("", [])
    assert answer["units"][0] == {"kind": "Chieftain", "count": 2, "upgrades": [], "cost": "14"}

    legal = post(f"{URL}/roster", json={"text": "orcs"}).json()
    for text in (legal["code"], legal["file"]):
        again = post(f"{URL}/roster", json={"text": text}).json()
        assert (again["units"], again["code"]) == (legal["units"], legal["code"])
    expensive = post(f"{URL}/roster", json={"text": "orcs", "options": {"points": "40"}}).json()
    assert [wrong["rule"] for wrong in expensive["violations"]] == ["FA-08"]
    assert expensive["budget"] == "40"


def test_the_orders_of_a_roster_choose_it_at_the_table(server: Server) -> None:
    guest = server.guest()
    answer = guest.http.post(f"{URL}/roster", json={"text": "dwarfs"}).json()
    game = load(GAME)
    state = game.start(game.agree(Setup()))
    for order in answer["orders"]:
        state.play(game.read(state, order))
    tray = next(tray for tray in game.view(state, 0).trays if tray.id == "reserve-0")
    counts = {unit["kind"]: unit["count"] for unit in answer["units"]}
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
def test_a_bad_roster_is_refused_in_one_sentence(
    server: Server, path: str, body: dict[str, object], status: int, word: str
) -> None:
    answer = server.guest().http.post(path, json=body)
    assert answer.status_code == status
    assert word in answer.json()["text"]


def test_an_unknown_list_is_a_violation(server: Server) -> None:
    answer = server.guest().http.post(f"{URL}/roster", json={"army": "pirates"}).json()
    assert "pirates" in answer["violations"][0]["text"]
    assert server.guest().http.get("/api/games/chess-attack/armies").status_code == 404


ZONES = "/api/games/ch35s"


def test_a_players_own_sheet_is_read_used_and_written_again(server: Server) -> None:
    guest = server.guest()
    listed = guest.http.get(f"{ZONES}/armies").json()["lists"]
    text = listed[0]["sheet"].replace("Knightmare Empire", "The Paper Guard").replace("Husk", "Paper Man")
    answer = guest.http.post(f"{ZONES}/roster", json={"text": text}).json()
    assert answer["sheet"]["title"] == "The Paper Guard"
    assert [wrong["rule"] for wrong in answer["violations"]] == ["CH-A2"]
    assert answer["sheet"]["sheet"] == text, "a sheet is written as it was entered"

    # The server remembers nothing between two requests.
    units = [{"kind": "Paper Man", "count": 3, "upgrades": ["Quick Strike"]}]
    for sheet in (text, answer["code"]):
        built = guest.http.post(f"{ZONES}/roster", json={"army": "own", "units": units, "sheet": sheet}).json()
        assert (built["cost"], built["budget"], built["violations"]) == ("9", "25", [])
        assert (built["army"], built["orders"]) == (answer["army"], []), "it is agreed before the game"
        again = guest.http.post(f"{ZONES}/roster", json={"text": built["file"]}).json()
        assert (again["army"], again["code"]) == (built["army"], built["code"])
    table = guest.http.post(
        "/api/tables",
        json={"game": "ch35s", "seats": [{"kind": "here"}, {"kind": "here"}], "armies": [built["code"], "k1"]},
    )
    assert table.status_code == 201
    assert "White Paper Man" in guest.http.get(f"/api/tables/{table.json()['id']}/replay").text


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("health = 7\n", "", "this roster, sheet, model 1 (line 4): 'health' is missing"),
        (
            "move = 2",
            "move = 22",
            "this roster, sheet, model 1 (line 4): 'move' should be a number from 1 to 6, not 22",
        ),
        ('title = "Knightmare Empire"\n', "", "this roster, sheet (line 1): 'title' is missing"),
        ('code = "UT"', "code = UT", "line 7"),
        ("cost = 3\n", "", "model 1, upgrade 1 (line 16): 'cost' is missing"),
    ],
)
def test_a_bad_sheet_is_refused_with_its_line(server: Server, old: str, new: str, word: str) -> None:
    guest = server.guest()
    text = guest.http.get(f"{ZONES}/armies").json()["lists"][0]["sheet"]
    assert old in text
    for body in ({"text": text.replace(old, new, 1)}, {"army": "own", "sheet": text.replace(old, new, 1)}):
        answer = guest.http.post(f"{ZONES}/roster", json=body)
        assert answer.status_code == 422
        assert word in answer.json()["text"]


def test_a_game_without_own_sheets_refuses_them(server: Server) -> None:
    guest = server.guest()
    text = guest.http.get(f"{ZONES}/armies").json()["lists"][0]["sheet"]
    answer = guest.http.post(f"{URL}/roster", json={"army": "orcs", "sheet": text})
    assert answer.status_code == 422
    assert "has only its own lists" in answer.json()["text"]
    assert not any(one["sheet"] for one in guest.http.get(f"{URL}/armies").json()["lists"])


@pytest.mark.parametrize("starter", ["k1", "k2", "b1", "b2"])
def test_upgrades_are_chosen_at_the_table_too(server: Server, starter: str) -> None:
    answer = server.guest().http.post(f"{ZONES}/roster", json={"text": starter}).json()
    game = load("ch35s")
    state = game.start(game.agree(Setup()))
    for order in answer["orders"]:
        state.play(game.read(state, order))
    assert state.turn() == 1
    state.play(game.read(state, "take b1"))
    hand = next(tray for tray in game.view(state, 0).trays if tray.id == "hand-0").tokens
    for unit in answer["units"]:
        same = [token for token in hand if token.name == f"White {unit['kind']}"]
        assert len(same) == unit["count"]
        assert all(set(token.marks) == set(unit["upgrades"]) for token in same)
