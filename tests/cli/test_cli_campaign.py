"""`map` and `campaign`: maps shown and checked, a campaign played, left and resumed."""

import json
from pathlib import Path

import pytest
from suite import TESTS

from pawnstorm.cli.play.campaign_file import Progress, progress_after, read_progress, write_progress
from pawnstorm.cli.play.terminal_session import new_session
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import CheckFailed
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.match import Match
from pawnstorm.games import load
from pawnstorm.kit.drawing import read_board

from .conftest import Run

GAME = load("castle-chess")
MELEE = TESTS / "games" / "castle_chess" / "maps" / "melee.toml"


def test_maps_are_listed_shown_and_checked(run: Run) -> None:
    assert "quest-6      The Usurper's Throne" in run("map", "list", "castle-chess").out
    assert json.loads(run("map", "list", "castle-chess", "--json").out)[0] == {
        "key": "muster",
        "title": "Muster at the Walls",
    }
    shown = run("map", "show", "castle-chess", "quest-1").out
    assert "9 % % % . P . % % %" in shown
    assert "limit: 40 turns each" in shown
    data = json.loads(run("map", "show", "castle-chess", "quest-1", "--json").out)
    assert data["title"] == "The Toll Road"
    assert data["drawing"][0] == "9 % % % . P . % % %"
    assert "limit: 40 turns each" in " ".join(data["notes"])
    assert "has no map 'quest-9'" in run("map", "show", "castle-chess", "quest-9").sentence()
    good = run("map", "check", "castle-chess", "emperor")
    assert good.code == 0
    assert "The Emperor's Expansion: this map is good." in good.out


def test_a_map_that_is_not_good_is_code_1_and_one_that_cannot_be_read_code_2(run: Run, tmp_path: Path) -> None:
    ran = run("map", "check", "castle-chess", MELEE)
    assert ran.code == 1
    assert "2 things are wrong with this map: White can kill in the first turn" in ran.sentence()
    assert json.loads(run("map", "check", "castle-chess", MELEE, "--json").out)["good"] is False
    file = tmp_path / "bad.toml"
    file.write_text(MELEE.read_text("utf-8").replace("6  . . T . .  6", "6  . . Y . .  6"))
    ran = run("map", "check", "castle-chess", file)
    assert ran.code == 2
    assert "bad.toml, line 6, column 9: 'Y' is not a ground" in ran.sentence()
    assert run("map", "show", "castle-chess", tmp_path / "absent.toml").code == 2
    assert "chess-attack has no maps" in run("map", "list", "chess-attack").sentence()


def test_a_players_own_map_is_played(run: Run) -> None:
    ran = run("play", "castle-chess", "--plain", "--map", MELEE, "--seed", "1", lines="rest\nquit\n")
    assert ran.code == 0
    assert "Black" in ran.out


def test_a_campaign_is_left_and_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.campaign"
    first = run("campaign", "castle-chess", "--plain", "--file", file, "--vs", "random", lines="We3-e4\nquit\n")
    assert first.code == 0
    assert "quest-1    The Toll Road (in progress)" in first.out
    assert "1. Blue: We3-e4" in file.read_text("utf-8")
    again = run("campaign", "castle-chess", "--plain", "--file", file, lines="Ke1-e2\nresign\nquit\n")
    assert "Blue resigns" in again.out
    kept = read_progress(file.read_text("utf-8"))
    assert (kept.setup.map, kept.attempts, kept.match) == ("quest-1", 1, "")
    assert "→ quest-1" in run("campaign", "castle-chess", "--file", file, "--status").out
    assert "has its own options" in run("campaign", "castle-chess", "--file", file, "-o", "setup=two").sentence()
    assert "has no campaign" in run("campaign", "chess-attack").sentence()
    file.write_text("hello")
    assert "this is not a campaign" in run("campaign", "castle-chess", "--file", file).sentence()


TOLL_ROAD = """
9 . . . . . . . . .
8 . . . . K . . . .
7 . . . . . . . . .
6 . . . . . . . . .
5 . N . . . . . . .
4 . N . . . . . . .
3 . . . . . . . w .
2 . . . . . . . . .
1 . . . . . . . . .
  a b c d e f g h i
"""


@pytest.mark.rule("CC-64", "CC-A46", "CC-A44")
@pytest.mark.parametrize(("carry", "armies"), [("off", ()), ("on", ("knights 2",))])
def test_a_won_map_leads_to_the_next_and_the_last_to_the_end(carry: str, armies: tuple[str, ...]) -> None:
    setup = GAME.agree(Setup({"campaign_carry": carry}, map="quest-1"))
    start = GAME.place(Sketch(read_board(TOLL_ROAD, 9, 9), {}), setup).encode()
    session = new_session(GAME, setup, ("human", "random"), 1)
    session.match = Match(GAME, setup, SeededTower(1), start)
    session.match.add(session.match.step_for(0, "Ke8-e9"))
    progress = progress_after(GAME, Progress(GAME.key, setup), session)
    assert (progress.won, progress.setup.map, progress.setup.armies) == (("quest-1",), "quest-2", armies)
    assert read_progress(write_progress(progress)) == progress
    lost = session.match.state.copy()
    lost.finish(2, 10)
    assert GAME.onward(setup, lost) == setup
    won = session.match.state
    assert GAME.onward(GAME.agree(Setup(map="quest-6")), won) is None


@pytest.mark.parametrize("lines", ["", "options:\nmap: quest-1\nattempts: ²\n"])
def test_a_damaged_campaign_is_refused(lines: str) -> None:
    with pytest.raises(CheckFailed, match="damaged"):
        read_progress(f"pawnstorm campaign 1\ngame: castle-chess\n{lines}")
