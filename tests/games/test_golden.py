"""Golden records: every game has them, they replay, and the same seeds make the same text again in both builds."""

import shutil
from pathlib import Path

import pytest
from suite import folder_of

from pawnstorm.core import record
from pawnstorm.core.errors import BadRecord, UsageError
from pawnstorm.core.game import Game
from pawnstorm.games import keys, load
from pawnstorm.testing import golden
from pawnstorm.testing.check import covering
from pawnstorm.testing.styles import STYLES

RECORDS = [
    pytest.param(key, path, id=f"{key}: {path.name}")
    for key in keys()
    for path in sorted((folder_of(load(key)) / "golden").glob("*.rec"))
]
LONGEST = "castle-chess: 05-fighter.rec"
"""Without the compiled core its fights take half a minute."""
MADE = [pytest.param(*one.values, id=one.id, marks=[pytest.mark.slow] * (one.id == LONGEST)) for one in RECORDS]


@pytest.mark.parametrize(("key", "path"), RECORDS)
def test_a_golden_record_replays(key: str, path: Path) -> None:
    kept = record.parse(path.read_text("utf-8"))
    match = record.replay(kept, load(key))
    # An opening with dice has a line of its own, one without has only a step.
    assert len([step for step in match.steps if step.order or step.faces]) == len(kept.entries)
    assert match.ending is not None


@pytest.mark.parametrize(("key", "path"), MADE)
def test_a_golden_record_is_made_again_byte_for_byte(key: str, path: Path) -> None:
    text = path.read_text("utf-8")
    assert golden.make(load(key), golden.origin(record.parse(text))) == text


def test_every_game_has_its_golden_records(game: Game) -> None:
    kept = [record.parse(path.read_text("utf-8")) for path in sorted((folder_of(game) / "golden").glob("*.rec"))]
    assert len(kept) >= golden.FEWEST
    assert {one.rules_version for one in kept} == {game.rules_version}
    assert [golden.origin(one).seed for one in kept] == [plan.seed for plan in golden.plan(game)]
    assert {golden.origin(one).style for one in kept} == set(STYLES)


def test_golden_records_and_the_covering_set_ups_have_every_value_of_every_option(game: Game) -> None:
    played = [game.agree(setup).options for setup in covering(game)]
    kept = [record.parse(path.read_text("utf-8")) for path in (folder_of(game) / "golden").glob("*.rec")]
    for option in game.options:
        assert {options[option.key] for options in played} == set(option.values)
        assert {one.setup.options[option.key] for one in kept} == set(option.values)


@pytest.fixture
def kept_folder(tmp_path: Path) -> Path:
    """A copy of one game's golden records."""
    folder = tmp_path / "golden"
    shutil.copytree(folder_of(load("chess-attack")) / "golden", folder)
    return folder


def _contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_records_of_the_present_version_are_never_overwritten(kept_folder: Path) -> None:
    before = _contents(kept_folder)
    with pytest.raises(UsageError, match="which is the present one: a change of the rules of chess-attack needs a new"):
        golden.remake_records(load("chess-attack"), kept_folder)
    assert _contents(kept_folder) == before


def test_records_of_an_older_version_are_replaced(kept_folder: Path) -> None:
    expected = _contents(kept_folder)
    version = load("chess-attack").rules_version
    for path in kept_folder.iterdir():
        path.write_text(path.read_text("utf-8").replace(f"rules version: {version}", "rules version: 0"), "utf-8")
    (kept_folder / "99-old.rec").write_text((kept_folder / "00-random.rec").read_text("utf-8"), "utf-8")
    assert len(golden.remake_records(load("chess-attack"), kept_folder)) == len(expected)
    assert _contents(kept_folder) == expected


def test_the_command_answers_with_sentences_and_exit_codes(
    kept_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert golden.main(["--help"]) == 0
    assert capsys.readouterr().out == "usage: python -m pawnstorm.testing.golden GAME [FOLDER]\n"
    assert golden.main([]) == golden.main(["--anew"]) == golden.main(["a", "b", "c"]) == 2
    assert capsys.readouterr().err.count("usage: ") == 3
    assert golden.main(["checkers"]) == 2
    assert capsys.readouterr().err.startswith("golden: there is no game 'checkers'")
    assert golden.main(["chess-attack", str(kept_folder)]) == 2
    assert "is of rules version" in capsys.readouterr().err
    assert golden.main(["chess-attack", str(tmp_path / "absent" / "golden")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    (kept_folder / "00-random.rec").write_text("hello", "utf-8")
    assert golden.main(["chess-attack", str(kept_folder)]) == 1
    assert "line 1: this is not a record" in capsys.readouterr().err
    fresh = tmp_path / "fresh"
    assert golden.main(["chess-attack", str(fresh)]) == 0
    assert capsys.readouterr().out.splitlines() == sorted(str(path) for path in fresh.iterdir())


def test_a_record_that_people_played_is_not_a_golden_one() -> None:
    text = (folder_of(load("chess-attack")) / "golden" / "00-random.rec").read_text("utf-8")
    for spoiled in (text.replace("dice: seed 0\n", ""), text.replace("White=random", "White=human")):
        assert spoiled != text
        with pytest.raises(BadRecord, match="this is not a golden record"):
            golden.origin(record.parse(spoiled))
