"""`analyse`: tables for people, numbers for programs, and a sentence for a file that is not a record."""

import json
from pathlib import Path

import pytest
from suite import folder_of

from pawnstorm.cli.draw import panels
from pawnstorm.core.record import parse
from pawnstorm.games import load

from .conftest import Run

GOLDEN = folder_of(load("chess-attack")) / "golden" / "01-fighter.rec"
FEW = ("--nodes", "50")


def test_the_tables_name_players_dice_and_better_orders(run: Run) -> None:
    ran = run("analyse", GOLDEN, *FEW)
    assert (ran.code, ran.err) == (0, "")
    text = " ".join(ran.out.split())
    assert "every decision was searched over 50 positions" in text
    for word in ("Luck", "fair dice", "The dice that changed most", "What cost most", "Better", "a fight"):
        assert word in text
    assert "One game says little" in text


def test_analysis_as_json(run: Run) -> None:
    ran = run("analyse", GOLDEN, *FEW, "--json")
    data = json.loads(ran.out)
    kept = parse(GOLDEN.read_text())
    assert (data["game"], data["nodes"], data["end"]) == ("chess-attack", 50, kept.end)
    assert [step["order"] for step in data["steps"][1:]] == [entry.order for entry in kept.entries]
    white, black = data["players"]["White"], data["players"]["Black"]
    assert white["luck"] == pytest.approx(-black["luck"])
    assert white["rolls"] == sum("luck" in step for step in data["steps"])
    assert white["decisions"] + black["decisions"] == sum("decision" in step for step in data["steps"])
    costs = [data["steps"][number]["decision"]["loss"] for number in data["mistakes"]]
    assert costs == sorted(costs, reverse=True)
    assert run("analyse", GOLDEN, *FEW, "--json").out == ran.out


def test_a_broken_record_is_refused(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.rec"
    broken.write_text(GOLDEN.read_text().replace("[", "[1 ", 1))
    ran = run("analyse", broken, *FEW)
    assert ran.code == 1
    assert ran.sentence().startswith("line ")
    missing = run("analyse", tmp_path / "none.rec")
    assert (missing.code, "cannot be read" in missing.sentence()) == (2, True)
    assert run("analyse", GOLDEN, "--nodes", "0").code == 2
    empty = tmp_path / "empty.rec"
    assert run("play", "chess-attack", "--plain", lines=f"save {empty}\n").code == 0
    ran = run("analyse", empty)
    assert (ran.code, ran.sentence()) == (2, f"{empty} has no orders, so there is nothing to analyse")


def test_a_finished_game_offers_its_analysis(run: Run) -> None:
    ran = run("play", "chess-attack", "--vs", "human", "--seed", "3", "--plain", lines="e2-e4\nresign\n")
    assert "'pawnstorm analyse FILE' shows who was lucky" in " ".join(ran.out.split())


def test_a_game_without_an_evaluator_offers_no_analysis(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "has_evaluator", lambda game: False)
    ran = run("play", "chess-attack", "--vs", "human", "--seed", "3", "--plain", lines="e2-e4\nresign\n")
    assert "White wins" in ran.out
    assert "analyse" not in ran.out
