"""`odds` and `perft`: exact numbers of a position, drawn or at the start, and positions that cannot be read."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from .conftest import Run

EXAMPLE = '''
turn = "Black"
board = """
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . n b .
5 . . . p . . . .
4 . . . . P . . .
3 . . N B . . . .
2 . . . . . . . .
1 . . . . K . . .
  a b c d e f g h
"""
'''


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The worked example of the rulebook."""
    path = tmp_path / "example.toml"
    path.write_text(EXAMPLE)
    return path


def test_odds_are_exact_and_show_both_sums(run: Run, example: Path) -> None:
    data = json.loads(run("odds", "chess-attack", "--position", example, "--order", "d5xe4", "--json").out)
    chances = {line["result"]: line["of_all"] for line in data["odds"]}
    assert chances == {
        "target falls": "10/36",
        "target falls, attacker wounded": "11/36",
        "both wounded": "5/36",
        "attacker falls, target wounded": "7/36",
        "attacker falls": "3/36",
    }
    assert sum(Fraction(line["chance"]) for line in data["odds"]) == 1
    totals = {seat: sum(part["value"] for part in data["sums"] if part["seat"] == seat) for seat in ("Black", "White")}
    assert totals == {"Black": 4, "White": 3}


def test_odds_in_words(run: Run, example: Path) -> None:
    ran = run("odds", "chess-attack", "--position", example, "--order", "dxe4")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "d5xe4 by Black in Chess Attack"
    assert " Black  4 + die" in lines
    assert "  +1 Support g6" in lines
    falls = next(line for line in lines if line.startswith("target falls "))
    assert falls.endswith("27.8 % 10/36")
    assert "█" in falls


def test_an_option_changes_the_odds(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "knight.toml"
    path.write_text(EXAMPLE.replace("p . . . .", "n . . . .").replace('"Black"\n', '"Black"\noptions = {}\n'))
    plain = run("odds", "chess-attack", "--position", path, "--order", "Nd5xc3", "--json").out
    uniform = run(
        "odds", "chess-attack", "--position", path, "--order", "Nd5xc3", "-o", "attribute_table=uniform", "--json"
    )
    assert json.loads(plain)["sums"][0]["value"] == 2
    assert json.loads(uniform.out)["sums"][0]["value"] == 3


def test_an_order_without_dice(run: Run) -> None:
    assert "No dice are needed." in run("odds", "chess-attack", "--order", "e2-e4").out
    assert json.loads(run("odds", "chess-attack", "--order", "e2-e4", "--json").out)["odds"] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--order", "e2-e5"], "a Pawn does not move that way"),
        (["--order", "hello"], "'hello' is not an order: write e2-e4"),
        (["--order", "e7-e5"], "e7"),
        (["--order", "e2-e4", "-o", "gravity=off"], "chess-attack has no option 'gravity'"),
        (["--order", "e2-e4", "-o", "promotion=wings"], "option 'promotion' of chess-attack cannot be 'wings'"),
        (["--order", "e2-e4", "-o", "promotion"], "an option is written key=value, not 'promotion'"),
        (["--order", "e2-e4", "-o", "promotion=none", "-o", "promotion=chess"], "option 'promotion' is given twice"),
    ],
)
def test_orders_and_options_that_are_refused(run: Run, arguments: list[str], sentence: str) -> None:
    ran = run("odds", "chess-attack", *arguments)
    assert ran.code == 2
    assert sentence in ran.sentence()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (EXAMPLE.replace("n b", "x b"), "position.toml: f6: there is no piece 'x'"),
        (EXAMPLE.replace("8 . .", "8 ."), "position.toml: row 8 of the drawing has 7 tokens"),
        (EXAMPLE.replace('"Black"', '"Blue"'), "position.toml: turn should be White or Black"),
        (EXAMPLE + "weather = 'rain'\n", "position.toml: a position of chess-attack has no fact 'weather'"),
        ("game = 'ludo'" + EXAMPLE, "position.toml: this is a position of ludo, not of chess-attack"),
        ("turn = 'Black'", "position.toml: a position needs a drawn board"),
        ("board = 8", "position.toml: 'board' should be a drawing in text, not 8"),
        ("options = { promotion = 1 }" + EXAMPLE, "position.toml: option 'promotion' should be text, not 1"),
        ("board = [", "position.toml: "),
    ],
)
def test_positions_that_are_refused(run: Run, tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "position.toml"
    path.write_text(text)
    for command in (["odds", "chess-attack", "--order", "d5xe4"], ["perft", "chess-attack", "--depth", "1"]):
        ran = run(*command, "--position", path)
        assert ran.code == 2
        assert sentence in ran.sentence()


def test_a_missing_position_file(run: Run, tmp_path: Path) -> None:
    ran = run("odds", "chess-attack", "--order", "e2-e4", "--position", tmp_path / "none.toml")
    assert ran.code == 2
    assert "none.toml cannot be read: no such file" in ran.sentence()


def test_perft_counts_decisions_and_rolls(run: Run) -> None:
    data = json.loads(run("perft", "chess-attack", "--depth", "2", "--json").out)
    assert data["depths"] == [{"depth": 1, "decisions": 20, "rolls": 0}, {"depth": 2, "decisions": 400, "rolls": 0}]
    assert "400" in run("perft", "chess-attack", "--depth", "2").out


def test_perft_of_a_drawn_position_rolls_dice(run: Run, example: Path) -> None:
    depth = json.loads(run("perft", "chess-attack", "--depth", "1", "--position", example, "--json").out)["depths"][0]
    orders = json.loads(run("odds", "chess-attack", "--position", example, "--order", "d5xe4", "--json").out)
    assert depth["rolls"] >= len(orders["odds"])
    assert depth["decisions"] > 1
