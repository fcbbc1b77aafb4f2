"""`scenario run`: ticks, crosses, and files that cannot be read."""

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


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[6, 1]", "[6]", "example.toml: A pawn takes a pawn: too few dice: a fight (CA-23) needs 2"),
        ("[6, 1]", "['six', 1]", "dice should be whole numbers"),
        ("[6, 1]", "6", "step 1: 'dice' should be a list of faces, not 6"),
        ('"CA-21"', '"CA-99"', "chess-attack has no rule 'CA-99'"),
        ('["CA-21"]', '"CA-21"', "'rules' should be a list of rule ids"),
        ("chess-attack", "ludo", "example.toml: there is no game 'ludo'"),
        ('order = "e4xd5"\n', "", "dice and refused need an order"),
        ('turn = "Black"', "colour = 'pink'", "unknown key 'colour'"),
        ('turn = "Black"', 'odds = { "e8-e7" = { "target falls" = "half" } }', "should be results with fractions"),
        ('title = "A pawn takes a pawn"', "", "a scenario needs a title"),
        ('game = "chess-attack"', "", "'game' is missing at the top of the file"),
        ("[[scenario", "[[scenery", "there is no [[scenario]] in the file"),
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


def test_files_that_are_not_there(run: Run, tmp_path: Path) -> None:
    ran = run("scenario", "run", tmp_path / "nothing.toml")
    assert (ran.code, ran.sentence()) == (2, f"there is no file or folder '{tmp_path / 'nothing.toml'}'")
    ran = run("scenario", "run", tmp_path)
    assert (ran.code, ran.sentence()) == (2, f"there is no scenario file in '{tmp_path}'")
