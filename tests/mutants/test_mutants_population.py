"""Which mutants there are, and how they are named."""

import ast
from pathlib import Path
from typing import Any

import pytest

from mutants.population import Mutant, mutants_of, read_module, watched

MODULE = '''"""Rules of an invented game (XY-1, XY-2)."""

LIMIT = 3


def wins(points: int = 7) -> bool:
    """XY-A4: enough points win."""
    # XY-5: and a full hand.
    return points >= 3 and not lost(f"{points + 1}")


def lost(words: str) -> bool:
    if words:
        note(words)
    return words in ("a", "b")


class Hand:
    def add(self, card: int) -> None:
        self.cards += 1
        self.cards += 1
        self.full = True
'''


def listed(folder: Path, text: str = MODULE) -> list[Mutant]:
    path = folder / "chapter.py"
    path.write_text(text)
    return list(mutants_of(read_module(path)))


def test_every_kind_of_mutant_is_listed_once(tmp_path: Path) -> None:
    found = [(mutant.function, mutant.kind, mutant.change, mutant.occurrence) for mutant in listed(tmp_path)]
    assert sorted(found) == sorted(
        [
            (
                "wins",
                "boolean",
                "points >= 3 and (not lost(f'{points + 1}')) → points >= 3 or not lost(f'{points + 1}')",
                1,
            ),
            ("wins", "comparison", "points >= 3 → points > 3", 1),
            ("wins", "comparison", "points >= 3 → points < 3", 1),
            ("wins", "number", "points >= 3 → points >= 4", 1),
            ("wins", "number", "points >= 3 → points >= 2", 1),
            ("wins", "negation", "not lost(f'{points + 1}') → lost(f'{points + 1}')", 1),
            ("lost", "negation", "words → not words", 1),
            ("lost", "dropped call", "note(words) → nothing", 1),
            ("lost", "comparison", "words in ('a', 'b') → words not in ('a', 'b')", 1),
            ("Hand.add", "arithmetic", "self.cards += 1 → self.cards -= 1", 1),
            ("Hand.add", "arithmetic", "self.cards += 1 → self.cards -= 1", 2),
            ("Hand.add", "number", "self.cards += 1 → self.cards += 2", 1),
            ("Hand.add", "number", "self.cards += 1 → self.cards += 2", 2),
            ("Hand.add", "number", "self.cards += 1 → self.cards += 0", 1),
            ("Hand.add", "number", "self.cards += 1 → self.cards += 0", 2),
            ("Hand.add", "truth", "self.full = True → self.full = False", 1),
        ]
    )


def test_a_mutant_keeps_its_name_when_lines_move(tmp_path: Path) -> None:
    before = listed(tmp_path)
    after = listed(tmp_path, MODULE.replace("LIMIT = 3", "LIMIT = 3\n\n\n# More words.\n"))
    assert [mutant.key for mutant in before] == [mutant.key for mutant in after]
    assert before[0].line + 4 == after[0].line


def test_the_rules_of_a_function_or_else_of_its_module_are_named(tmp_path: Path) -> None:
    cited = {mutant.function: mutant.rules for mutant in listed(tmp_path)}
    assert cited == {"wins": ("XY-A4", "XY-5"), "lost": ("XY-1", "XY-2"), "Hand.add": ("XY-1", "XY-2")}


def test_a_broken_module_has_that_one_change(tmp_path: Path) -> None:
    [mutant] = [mutant for mutant in listed(tmp_path) if mutant.change.endswith("→ points > 3")]
    expected = ast.unparse(ast.parse(MODULE)).replace("points >= 3", "points > 3")
    assert ast.unparse(mutant.broken()) == expected


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("a & 3", "a & 3 → a | 3"),
        ("a << b", "a << b → a >> b"),
        ("1 if a else 0", "1 if a else 0 → 2 if a else 0"),
        ("[b for b in a if b]", "b → not b"),
        ("a is not None", "a is not None → a is None"),
        ("a[-1]", "-1 → -2"),
    ],
)
def test_changes_are_shown_with_what_is_around_them(tmp_path: Path, text: str, change: str) -> None:
    found = listed(tmp_path, f"def f(a, b):\n    return {text}\n")
    assert change in [mutant.change for mutant in found]


@pytest.mark.parametrize("text", ["a + 'x'", "f'{a + 1}'", "255", "'in'"])
def test_words_and_masks_are_left_alone(tmp_path: Path, text: str) -> None:
    assert listed(tmp_path, f"def f(a, b=3):\n    number: 'X[1]'\n    return {text}\n") == []


def test_a_watched_module_reports_the_statements_that_run(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    path = tmp_path / "chapter.py"
    path.write_text("def f(a):\n    if a:\n        return 1\n    elif a is None:\n        return 2\n    return 3\n")
    names: dict[str, Any] = {"__watch_line__": lambda *line: told.append(line)}
    exec(compile(watched(read_module(path)), str(path), "exec"), names)
    assert names["f"](None) == 2
    assert told == [("chapter.py", 2), ("chapter.py", 4), ("chapter.py", 5)]
