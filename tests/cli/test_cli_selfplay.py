"""`selfplay`: the summary, its JSON, records that replay, and wrong requests."""

import json
from pathlib import Path

import pytest

from .conftest import Run


def test_the_summary_counts_every_game(run: Run) -> None:
    ran = run("selfplay", "chess-attack", "--games", "30", "--seed", "7", "--players", "random,random", "--json")
    data = json.loads(ran.out)
    assert ran.err == ""
    assert (data["games"], data["players"]) == (30, {"White": "random", "Black": "random"})
    assert sum(data["wins"].values()) + data["draws"] == 30
    assert sum(ending["games"] for ending in data["endings"]) == 30
    orders = data["orders"]
    assert orders["min"] <= orders["mean"] <= orders["max"]
    assert orders["min"] <= orders["median"] <= orders["max"]
    assert data["rounds"] == {"median": 0}
    assert orders["mean"] == pytest.approx(orders["total"] / 30)
    assert data["speed"]["games_per_second"] > 0


def test_the_same_seed_gives_the_same_games_with_any_number_of_workers(run: Run) -> None:
    def played(*more: str) -> object:
        data = json.loads(run("selfplay", "chess-attack", "--games", "40", "--json", *more).out)
        del data["speed"], data["seed"]
        return data

    alone = played("--seed", "11")
    assert played("--seed", "11", "--workers", "2") == alone
    assert played("--seed", "12") != alone


def test_the_summary_in_words(run: Run) -> None:
    out = run("selfplay", "chess-attack", "-n", "20", "--seed", "1", "-o", "draw_claims=draw").out
    assert "20 games of chess-attack, seed 1" in out
    assert "White wins (random)" in out
    assert "Orders per game" in out
    assert "games/s" in out


def test_records_are_written_and_hold(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    ran = run("selfplay", "chess-attack", "--games", "3", "--seed", "5", "--records", folder, "--json")
    assert ran.code == 0
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["chess-attack-1.rec", "chess-attack-2.rec", "chess-attack-3.rec"]
    ends = [json.loads(run("replay", file, "--json").out)["end"] for file in files]
    wins = json.loads(ran.out)["wins"]
    assert sum(end.startswith("White wins") for end in ends) == wins["White"]
    again = run("selfplay", "chess-attack", "--games", "3", "--seed", "5", "--records", folder, "--json")
    assert json.loads(again.out)["wins"] == wins


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "random"], "chess-attack has 2 seats, but 'random' names 1 players"),
        (["--players", "random,random,random"], "names 3 players"),
        (["--players", "random,wizard"], "there is no player 'wizard'; the players are random"),
        (["--workers", "1000"], "workers, not 1000"),
        (["--preset", "wild"], "chess-attack has no preset 'wild'; its presets are standard, basic"),
        (["--option", "gravity=off"], "chess-attack has no option 'gravity'"),
        (["--army", "orcs"], "chess-attack has neither armies nor maps to choose"),
    ],
)
def test_wrong_requests_are_refused(run: Run, arguments: list[str], sentence: str) -> None:
    ran = run("selfplay", "chess-attack", "--games", "1", "--seed", "1", *arguments)
    assert ran.code == 2
    assert sentence in ran.sentence()


def test_a_folder_that_cannot_be_created(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ran = run("selfplay", "chess-attack", "--games", "1", "--seed", "1", "--records", tmp_path / "file")
    assert ran.code == 2
    assert "cannot be created" in ran.sentence()


def test_a_file_that_is_not_a_record_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "chess-attack-1.rec").write_text("my diary")
    ran = run("selfplay", "chess-attack", "--games", "1", "--seed", "1", "--records", tmp_path)
    assert ran.code == 2
    assert "exists and is not a record, so it is not overwritten" in ran.sentence()
    assert [file.read_text() for file in tmp_path.iterdir()] == ["my diary"]
