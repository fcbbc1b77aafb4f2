"""Whole runs of the tool, on an invented project with one tiny game."""

import subprocess
import sys
from pathlib import Path

import pytest
from suite import TESTS

from mutants.__main__ import Request, choose, main
from mutants.population import population

RULES = '''"""An invented game (TI-1)."""


ONE = 1


def _gates() -> list[bool]:
    return [True]


GATES = _gates()


def wins(points: int) -> bool:
    """TI-2: three points win."""
    return points > 2


def count(points: int) -> int:
    """TI-3: points are counted one by one."""
    total = 0
    while total < points:
        total += ONE
    return total


def longest(a: int, b: int) -> int:
    """TI-4: the longer one."""
    return a if a > b else b


def unseen(points: int) -> bool:
    """TI-5: nobody tests this."""
    return not points
'''
TEST = """
from pawnstorm.games.tiny.rules import chapter


def test_wins():
    assert not chapter.wins(1)
    assert chapter.wins(3)


def test_count():
    assert chapter.count(3) == 3
    assert chapter.count(0) == 0


def test_longest():
    assert chapter.longest(1, 2) == 2
    assert chapter.longest(2, 1) == 2


def test_gates():
    assert chapter.GATES == [True]
"""
EQUIVALENT = """
[[equivalent]]
file = "chapter.py"
function = "longest"
change = "a > b → a >= b"
reason = "both are the same then"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    rules = tmp_path / "src" / "pawnstorm" / "games" / "tiny" / "rules"
    rules.mkdir(parents=True)
    (rules / "chapter.py").write_text(RULES)
    for folder in (rules, rules.parent, rules.parents[1], rules.parents[2]):
        (folder / "__init__.py").write_text("")
    tests = tmp_path / "tests" / "games" / "tiny"
    tests.mkdir(parents=True)
    (tests / "test_tiny.py").write_text(TEST)
    (tests / "equivalents.toml").write_text(EQUIVALENT)
    return tmp_path


def mutants(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mutants", "--root", str(project), *arguments]
    return subprocess.run(
        command, cwd=project, env={"PYTHONPATH": str(TESTS)}, capture_output=True, text=True, check=False
    )


def test_survivors_are_printed_and_everything_else_is_caught(project: Path) -> None:
    ran = mutants(project, "--sample", "all")
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [
        "tiny/rules/chapter.py:16 (TI-2) wins: points > 2 → points >= 2",
        "tiny/rules/chapter.py:16 (TI-2) wins: points > 2 → points > 1",
        "tiny/rules/chapter.py:34 (TI-5) unseen: not points → points [no test runs this line]",
        "tiny: 12 of 12 mutants, 8 caught, 1 listed as equivalent (8.3%), 3 surviving (27.3% of the others)"
        " - not good enough",
    ]
    assert ran.returncode == 1

    (project / "tests" / "games" / "tiny" / "test_more.py").write_text(
        "from pawnstorm.games.tiny.rules.chapter import unseen, wins\n\n\ndef test_more():\n    assert not wins(2)\n"
        "    assert unseen(0)\n"
    )
    again = mutants(project, "--again")
    assert again.stdout == (
        "tiny: 3 of 12 mutants, 3 caught, 0 listed as equivalent (0.0%), 0 surviving (0.0% of the others)\n"
    )
    assert (again.returncode, again.stderr) == (0, "")
    assert main(["--root", str(project), "--again"]) == 2


def test_a_list_that_is_not_true_is_reported(project: Path) -> None:
    listed = project / "tests" / "games" / "tiny" / "equivalents.toml"
    stale = EQUIVALENT.replace("longest", "shortest")
    untrue = EQUIVALENT.replace("a > b → a >= b", "a > b → a <= b")
    listed.write_text(EQUIVALENT + stale + untrue)
    ran = mutants(project, "--game", "tiny", "--only", "longest")
    assert ran.returncode == 1
    assert "longest: a > b → a <= b [listed as equivalent, but caught by " in ran.stdout
    assert "equivalents.toml: there is no such mutant any more: chapter.py shortest: a > b → a >= b\n" in ran.stdout


def test_a_seed_chooses_its_sample(project: Path) -> None:
    everything = population(project / "src" / "pawnstorm" / "games" / "tiny" / "rules")
    first, same, other = (choose(Request(project, "tiny", seed, 5, "", False), everything) for seed in (4, 4, 5))
    assert first == same != other
    assert len(set(first)) == 5
    assert choose(Request(project, "tiny", 4, 150, "", False), everything) == everything


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "ludo"], "there is no game 'ludo'; there are tiny"),
        (["--sample", "few"], "the sample should be a number or 'all', not 'few'"),
        (["--sample", "0"], "the sample should be a number or 'all', not '0'"),
        (["--seed", "x"], "the seed should be a whole number, not 'x'"),
        (["--only", "nothing"], "tiny has no rules module or function 'nothing' to break"),
        (["--again"], "there is no earlier run of tiny"),
        (["--colour"], "unrecognized arguments: --colour"),
    ],
)
def test_a_wrong_request_is_answered_with_one_sentence(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["--root", str(project), *arguments]) == 2
    assert capsys.readouterr() == ("", f"mutants: {sentence}\n")


def test_a_folder_without_games_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"mutants: there are no rules of games in '{tmp_path}'\n"


def test_tests_that_fail_anyway_prove_nothing(project: Path) -> None:
    tests = project / "tests" / "games" / "tiny" / "test_tiny.py"
    tests.write_text(TEST.replace("[True]", "[False]"))
    ran = mutants(project)
    assert ran.returncode == 2
    assert ran.stderr.endswith("test_tiny.py::test_gates fails although nothing is broken\n")
    tests.write_text("import nowhere\n")
    ran = mutants(project)
    assert (ran.returncode, ran.stderr) == (2, "mutants: the tests cannot be collected; run pytest to see why\n")
