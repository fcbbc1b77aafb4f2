"""`replay`: whole, cut, edited and foreign records."""

import json
from pathlib import Path

import pytest
from suite import TESTS

from .conftest import Run


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """A short match with one fight, saved by the table itself."""
    path = tmp_path / "match.rec"
    lines = f"e2-e4\nd7-d5\ne4xd5\nresign\nsave {path}\n"
    assert run("play", "chess-attack", "--vs", "human", "--seed", "3", "--plain", lines=lines).code == 0
    return path


def test_verify_prints_one_line(run: Run, record: Path) -> None:
    ran = run("replay", record, "--verify")
    assert (ran.code, ran.out) == (
        0,
        f"{record}: 3 orders hold, end: White wins: Black resigns; a local record: not signed\n",
    )


def test_verify_says_that_format_1_is_not_signed(run: Run) -> None:
    path = next((TESTS / "games" / "chess_attack" / "golden").glob("*.rec"))
    ran = run("replay", path, "--verify")
    assert (ran.code, ran.out.endswith("; a record of format 1: not signed\n")) == (0, True)


def test_replay_shows_every_position(run: Run, record: Path) -> None:
    out = run("replay", record).out
    assert out.count("  a b c d e f g h") == 4
    assert "2. ● Black d7-d5" in out
    assert out.splitlines()[-1] == "White wins: Black resigns"


def test_one_position_of_a_replay(run: Run, record: Path) -> None:
    out = run("replay", record, "--at", "1", "--as", "black").out
    assert out.count("  a b c d e f g h") == 1
    assert " 4 . . . . P . . ." in out
    late = run("replay", record, "--at", "9")
    assert (late.code, late.sentence()) == (2, "the record has 3 orders, so there is no position after order 9")
    nobody = run("replay", record, "--as", "Green")
    assert (nobody.code, nobody.sentence()) == (2, "there is no seat 'Green'; the seats are White, Black")


def test_replay_as_json(run: Run, record: Path) -> None:
    data = json.loads(run("replay", record, "--json").out)
    assert (data["game"], data["orders"], data["end"]) == ("chess-attack", 3, "White wins: Black resigns")
    assert [step["order"] for step in data["steps"]] == ["e2-e4", "d7-d5", "e4xd5"]
    assert data["steps"][2]["faces"] == [[3, 5]]
    assert data["steps"][2]["events"][0]["rule"] == "CA-22"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("game: chess-attack", "game: ludo", "there is no game 'ludo'"),
        ("pawnstorm record 2", "record", "line 1: this is not a record"),
        ("seats:", "\x1b[31mred\nseats:", "line 6: '?[31mred' is neither a header nor an order"),
        ("d7-d5", "d7-d6", "'d7-d6' with these dice does not lead to the position recorded"),
        ("e2-e4", "e2-e5", "'e2-e5' cannot be replayed: a Pawn does not move that way"),
        ("[3/6 5/6]", "[6/6 1/6]", "'e4xd5' with these dice does not lead"),
        ("[3/6 5/6]", "", "the dice for a fight (CA-23) are missing"),
        ("White wins: Black resigns", "draw between White and Black: draw agreed", "the seal does not match"),
        ("[3/6 5/6]", "[3/6 6/6]", "'e4xd5' with these dice does not lead"),
        ("\nend: White wins: Black resigns", "\nWhite wins: Black resigns", "is neither a header nor an order"),
        ("promotion=rescue", "promotion=wings", "cannot be 'wings'"),
    ],
)
def test_a_record_that_does_not_hold(run: Run, record: Path, old: str, new: str, sentence: str) -> None:
    text = record.read_text()
    assert old in text
    record.write_text(text.replace(old, new))
    ran = run("replay", record, "--verify")
    assert ran.code == (2 if "ludo" in new else 1)
    assert sentence in ran.sentence()


def test_files_that_are_not_records(run: Run, tmp_path: Path) -> None:
    missing = run("replay", tmp_path / "none.rec")
    assert missing.code == 2
    assert missing.sentence().endswith("none.rec cannot be read: no such file or directory")
    binary = tmp_path / "noise.rec"
    binary.write_bytes(b"\xff\xfe\x00")
    unreadable = run("replay", binary)
    assert unreadable.code == 2
    assert unreadable.sentence().endswith("noise.rec cannot be read: it is not a text file")
    folder = run("replay", tmp_path)
    assert (folder.code, "is a directory" in folder.sentence()) == (2, True)
