"""The rule ledger of every game: each rule has a test, or a reason why none can exist."""

from pathlib import Path

from suite import TESTS

from pawnstorm.core.game import Game
from pawnstorm.games import load
from pawnstorm.testing.ledger import ledger, marked_tests, unknown_marks


def test_every_rule_has_a_test_or_a_reason(game: Game) -> None:
    lines = ledger(game, TESTS)
    assert [line.rule.id for line in lines] == [rule.id for rule in game.rules]
    assert {line.rule.id: line.fault for line in lines if line.fault} == {}


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert marked_tests(TESTS), "the folder holds no marked test at all"
    assert unknown_marks(TESTS) == []


MARKED = """
import pytest

@pytest.mark.rule("CA-01", "CA-99")
def test_two(): ...

@pytest.mark.parametrize("x", [1])
@pytest.mark.rule("CA-02")
class TestMore: ...

TEXT = '@pytest.mark.rule("CA-03")'
"""


def test_marks_are_found_by_reading_the_code_not_by_searching_the_text(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_marked.py").write_text(MARKED)
    assert marked_tests(tmp_path) == {
        "CA-01": ["deep/test_marked.py::test_two"],
        "CA-99": ["deep/test_marked.py::test_two"],
        "CA-02": ["deep/test_marked.py::TestMore"],
    }
    assert unknown_marks(tmp_path) == ["CA-99 (deep/test_marked.py::test_two)"]


def test_the_ledger_says_what_is_wrong_with_a_rule(tmp_path: Path) -> None:
    (tmp_path / "test_marked.py").write_text(MARKED)
    faults = {line.rule.id: line.fault for line in ledger(load("chess-attack"), tmp_path)}
    assert faults["CA-01"] == ""
    assert faults["CA-02"] == "it is tested and marked untestable"
    assert faults["CA-03"] == "it has neither a test nor a reason why none applies"
    assert faults["CA-42"] == ""
