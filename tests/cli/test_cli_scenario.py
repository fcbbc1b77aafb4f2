"""`scenario run`: ticks, crosses, and files that cannot be read."""

import json
from pathlib import Path

import pytest

from .conftest import Run

GOOD = '''
game = "chess-attack"

[[scenario]]
title = "A pawn takes a pawn"
rules = ["CA-21"]
turn = "White"
board = """
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . p . . . .
4 . . . . P . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . K . . .
  a b c d e f g h
"""
[[scenario.step]]
order = "e4xd5"
dice = [6, 1]
turn = "Black"
'''


BOARD = GOOD[GOOD.index("turn = ") : GOOD.index("[[scenario.step]]")]


def write(folder: Path, text: str, name: str = "example.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_scenario_that_holds_gets_a_tick(run: Run, tmp_path: Path) -> None:
    ran = run("scenario", "run", write(tmp_path, GOOD))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == ["✓ example.toml: A pawn takes a pawn", "", "1 scenario in 1 file: 1 holds"]


def test_a_folder_means_its_scenarios_folders(run: Run, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    write(tmp_path, "this is not even TOML", "perft.toml")
    write(tmp_path / "scenarios", GOOD)
    write(tmp_path / "scenarios", GOOD.replace("A pawn", "Another pawn"), "more.toml")
    ran = run("scenario", "run", tmp_path)
    assert ran.code == 0
    assert "2 scenarios in 2 files: 2 hold" in ran.out


def test_a_failed_scenario_says_what_it_found(run: Run, tmp_path: Path) -> None:
    ran = run("scenario", "run", write(tmp_path, GOOD.replace('turn = "Black"', 'turn = "White"')))
    assert ran.code == 1
    assert "✗ example.toml: A pawn takes a pawn" in ran.out
    assert "step 1: turn is 'Black', not 'White'" in ran.out
    assert ran.sentence() == "1 of 1 scenarios failed, first 'example.toml: A pawn takes a pawn'"


SECOND = GOOD.partition("[[scenario]]")[2].replace("A pawn takes a pawn", "A second one")


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("[6]", "step 1: too few dice: a fight (CA-23) needs 2, only 1 of the 1 given are left"),
        ("[6, 1, 4]", "step 1: 'e4xd5' left the dice [4] unused"),
        ("[7, 1]", "step 1: 'e4xd5' was refused: a die with 6 sides cannot show 7"),
    ],
)
def test_wrong_dice_fail_their_scenario_and_the_next_is_played(
    run: Run, tmp_path: Path, dice: str, sentence: str
) -> None:
    path = write(tmp_path, f"{GOOD.replace('[6, 1]', dice)}\n[[scenario]]{SECOND}")
    ran = run("scenario", "run", path)
    assert ran.code == 1
    assert ran.sentence() == "1 of 2 scenarios failed, first 'example.toml: A pawn takes a pawn'"
    lines = [line.strip() for line in ran.out.splitlines()]
    assert lines[:2] == ["✗ example.toml: A pawn takes a pawn", sentence]
    assert lines[-3:] == ["✓ example.toml: A second one", "", "2 scenarios in 1 file: 1 holds"]


OPENING = """
game = "trench-checkers"

[[scenario]]
title = "Cards are dealt first"
rules = ["TC-09"]
dice = [3]
[[scenario.step]]
round = 1
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (OPENING, "too few dice: the deal (TC-09) needs 1, only 0 of the 1 given are left"),
        (GOOD.replace(BOARD, "dice = [3]\n"), "the opening left the dice [3] unused"),
    ],
)
def test_wrong_dice_of_an_opening_fail_their_scenario_too(run: Run, tmp_path: Path, text: str, words: str) -> None:
    ran = run("scenario", "run", write(tmp_path, text))
    assert ran.code == 1
    assert ran.out.splitlines()[1].strip().startswith(words)


def test_an_order_that_cannot_be_read_in_odds_fails_at_its_step(run: Run, tmp_path: Path) -> None:
    text = GOOD.replace('turn = "Black"', 'odds = { "a1-a9" = { "target falls" = "1/2" } }')
    ran = run("scenario", "run", write(tmp_path, text))
    assert ran.code == 1
    assert ran.out.splitlines()[1].strip().startswith("step 1: ")


def test_the_other_scenarios_are_played_after_a_bad_one(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, f"{GOOD.replace('p . . . .', 'x . . . .')}\n[[scenario]]{SECOND}")
    ran = run("scenario", "run", path)
    assert ran.code == 2
    assert "example.toml: A pawn takes a pawn: d5: there is no piece 'x'" in ran.sentence()
    assert [line[0] for line in ran.out.splitlines() if "example.toml" in line] == ["!", "✓"]


def test_verdicts_as_json(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, f"{GOOD.replace('[6, 1]', '[6]')}\n[[scenario]]{SECOND}")
    ran = run("scenario", "run", path, "--json")
    assert ran.code == 1
    first, second = json.loads(ran.out)
    assert second == {
        "file": "example.toml",
        "title": "A second one",
        "game": "chess-attack",
        "rules": ["CA-21"],
        "verdict": "holds",
        "wrong": [],
    }
    assert first["verdict"] == "fails"
    assert first["wrong"] == ["step 1: too few dice: a fight (CA-23) needs 2, only 1 of the 1 given are left"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[6, 1]", "['six', 1]", "dice should be whole numbers"),
        ("[6, 1]", "6", "step 1: 'dice' should be a list of faces, not 6"),
        ('"CA-21"', '"CA-99"', "chess-attack has no rule 'CA-99'"),
        ('["CA-21"]', '"CA-21"', "'rules' should be a list of rule ids"),
        ("chess-attack", "ludo", "example.toml: there is no game 'ludo'"),
        ('order = "e4xd5"\n', "", "'dice' and 'refused' need an order"),
        ('turn = "Black"', "colour = 'pink'", "unknown key 'colour'"),
        ('turn = "Black"', 'odds = { "e8-e7" = { "target falls" = "half" } }', "should be results with fractions"),
        ('title = "A pawn takes a pawn"', "", "a scenario needs a title"),
        ('game = "chess-attack"', "", "'game' is missing at the top of the file"),
        ("[[scenario", "[[scenery", "there is no [[scenario]] in the file"),
        ("[[scenario]]", "colour = 'pink'\n[[scenario]]", "example.toml: 'colour' does not belong at the top"),
        ("p . . . .", "x . . . .", "d5: there is no piece 'x'; the letters are PNBRQK and pnbrqk"),
        ("5 . .", "5 .", "row 5 of the drawing has 7 tokens"),
        ('title = "A', 'options = { gravity = "off" }\ntitle = "A', "chess-attack has no option 'gravity'"),
        ('"""', "'", "example.toml: "),
    ],
)
def test_a_malformed_scenario_is_a_usage_error(run: Run, tmp_path: Path, old: str, new: str, sentence: str) -> None:
    ran = run("scenario", "run", write(tmp_path, GOOD.replace(old, new)))
    assert ran.code == 2
    assert sentence in ran.sentence()


def test_missing_files(run: Run, tmp_path: Path) -> None:
    ran = run("scenario", "run", tmp_path / "nothing.toml")
    assert (ran.code, ran.sentence()) == (2, f"there is no file or folder '{tmp_path / 'nothing.toml'}'")
    ran = run("scenario", "run", tmp_path)
    assert (ran.code, ran.sentence()) == (2, f"there is no scenario file in '{tmp_path}'")
