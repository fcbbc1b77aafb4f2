"""The rule ledger: every rule of a game with the tests that prove it, or the reason why none can.

A scenario names its rules in its file; a Python test names them with `@pytest.mark.rule("CA-A45")`.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.rules import Rule
from pawnstorm.games import keys, load
from pawnstorm.testing.scenario import read_scenarios

Tests = dict[str, list[str]]
"""The names of tests by the rule they prove."""


@dataclass(frozen=True)
class RuleCoverage:
    """One rule of the ledger with the tests that name it."""

    rule: Rule
    tests: tuple[str, ...]

    @property
    def fault(self) -> str:
        """What is wrong with the coverage; empty if nothing is."""
        if self.tests and self.rule.untestable:
            return "it is tested and marked untestable"
        if not self.tests and not self.rule.untestable:
            return "it has neither a test nor a reason why none applies"
        return ""


def ledger(game: Game, tests: Path) -> list[RuleCoverage]:
    """Every rule of a game in the order of its rulebook; `tests` is the folder of all tests."""
    found = scenario_tests(game, tests)
    for rule, names in marked_tests(tests).items():
        found.setdefault(rule, []).extend(names)
    return [RuleCoverage(rule, tuple(found.get(rule.id, ()))) for rule in game.rules]


def scenario_tests(game: Game, tests: Path) -> Tests:
    """The scenarios of a game by the rules they name; a `BadScenario` names a rule that the game does not have."""
    _check_folder(tests)
    found: Tests = {}
    for path in sorted(scenario_folder(game, tests).glob("*.toml")):
        for scenario in read_scenarios(path):
            for rule in scenario.rules:
                found.setdefault(rule, []).append(f"{path.relative_to(tests).as_posix()}: {scenario.title}")
    return found


def scenario_folder(game: Game, tests: Path) -> Path:
    """Where the scenarios of a game are: in its folder among our tests, or at the top of its own package's tests."""
    ours = tests / "games" / game.key.replace("-", "_")
    return (ours if ours.is_dir() else tests) / "scenarios"


def marked_tests(tests: Path) -> Tests:
    """The Python tests by the rules their marks name."""
    _check_folder(tests)
    found: Tests = {}
    for path in sorted(tests.rglob("*.py")):
        for rule, name in _marks(path):
            found.setdefault(rule, []).append(f"{path.relative_to(tests).as_posix()}::{name}")
    return found


def unknown_marks(tests: Path) -> list[str]:
    """Marks with a rule that no game has, with the tests that have them."""
    known = {rule.id for key in keys() for rule in load(key).rules}
    return [f"{rule} ({names[0]})" for rule, names in marked_tests(tests).items() if rule not in known]


def _check_folder(tests: Path) -> None:
    if not tests.is_dir():
        raise UsageError(f"there is no folder of tests at '{tests}'")


def _marks(path: Path) -> Iterator[tuple[str, str]]:
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for rule in _named_rules(decorator):
                    yield rule, node.name


def _named_rules(decorator: ast.expr) -> list[str]:
    """The rules of `pytest.mark.rule(...)`; none for any other decorator."""
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func) != "pytest.mark.rule":
        return []
    return [part.value for part in decorator.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
