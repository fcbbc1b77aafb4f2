"""The habits of CONTRIBUTING.md that no linter checks."""

import ast
import re
import statistics
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from suite import ROOT

from pawnstorm.core.game import Game
from pawnstorm.games import keys

SOURCE = ROOT / "src" / "pawnstorm"
FILES = sorted(SOURCE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text("utf-8")) for path in FILES}
COMPILED_ROOMS = ("core", "kit", "games", "ai/search", "ai/evaluators")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions() -> Iterator[tuple[Path, Function]]:
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield path, node


def _length(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_stay_short() -> None:
    assert len(FILES) > 40
    lengths = {str(path.relative_to(SOURCE)): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert {name: length for name, length in lengths.items() if length > 500} == {}


def test_functions_stay_short() -> None:
    lengths = {f"{path.relative_to(SOURCE)}: {node.name}": _length(node) for path, node in _functions()}
    assert {name: length for name, length in lengths.items() if length > 80} == {}
    assert statistics.median(lengths.values()) <= 8


def _may_name(path: Path, key: str) -> bool:
    """Where a game may be named: in its own folder and in its evaluator's."""
    folder = key.replace("-", "_")
    return any(home in path.parents for home in (SOURCE / "games" / folder, SOURCE / "ai" / "evaluators" / folder))


def test_no_game_is_named_where_everything_is_generic() -> None:
    """Only the docstring of a module may show a file that names a game."""
    named = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.value!r}"
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value != ast.get_docstring(tree, False)
        for key in keys()
        if (key in node.value or key.replace("-", "_") in node.value) and not _may_name(path, key)
    ]
    assert named == []


def test_no_game_is_imported_except_through_the_list_of_games() -> None:
    imported = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        for name in _imports(node)
        for key in keys()
        if name.startswith(f"pawnstorm.games.{key.replace('-', '_')}") and not _may_name(path, key)
    ]
    assert imported == []


def _imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def test_code_cites_only_rules_that_exist(game: Game) -> None:
    ids = {rule.id for rule in game.rules}
    prefixes = "|".join(sorted({rule.split("-")[0] for rule in ids}))
    folder = SOURCE / "games" / game.key.replace("-", "_")
    texts = {path: path.read_text("utf-8") for path in sorted(folder.rglob("*.py")) + sorted(folder.rglob("*.toml"))}
    cited = {path: set(re.findall(rf"\b(?:{prefixes})-[A-Z]*\d+\b", text)) for path, text in texts.items()}
    assert {path.name: found - ids for path, found in cited.items() if found - ids} == {}
    uncited = [
        path.name for path, found in cited.items() if path.parent.name == "rules" and path.suffix == ".py" and not found
    ]
    assert [name for name in uncited if name != "__init__.py"] == [], "a chapter of the rules names its rules"


def test_no_compiled_function_catches_two_kinds_of_error_under_one_name() -> None:
    """In compiled code one name is one variable with the type of its first `except`: the others raise TypeError."""
    traps = []
    for path, node in _functions():
        if any(SOURCE / room in path.parents for room in COMPILED_ROOMS):
            handlers = [inner for inner in ast.walk(node) if isinstance(inner, ast.ExceptHandler) and inner.name]
            for name in {handler.name for handler in handlers}:
                kinds = {ast.dump(handler.type) for handler in handlers if handler.name == name and handler.type}
                traps += [f"{path.relative_to(SOURCE)}: {node.name}"] if len(kinds) > 1 else []
    assert traps == []


def test_no_rule_shifts_a_literal_by_a_variable() -> None:
    """In compiled code the literal is a C int of 32 bits, and bit 31 becomes a negative number. Use `kit.bits`."""
    hot = [path for path in FILES if "games" in path.parts and (path.parent.name == "rules" or path.name == "state.py")]
    shifted = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in hot
        for function in ast.walk(TREES[path])
        if isinstance(function, Function)
        for node in ast.walk(function)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant)
        if not isinstance(node.right, ast.Constant)
        and not (isinstance(node.right, ast.Name) and node.right.id.isupper())
    ]
    assert shifted == []


PUBLIC = [
    ".".join(("pawnstorm", *path.parent.relative_to(SOURCE).parts))
    for path, tree in TREES.items()
    if path.name == "__init__.py"
    and any(isinstance(node, ast.ImportFrom) for node in tree.body)
    and path.parent.name != "games"
]


def test_the_test_kit_is_public() -> None:
    assert "pawnstorm.testing" in PUBLIC


@pytest.mark.parametrize("package", PUBLIC)
def test_an_exporting_package_lists_and_explains_its_names(package: str) -> None:
    module = import_module(package)
    exported = module.__all__
    assert len(exported) == len(set(exported))
    for name in exported:
        assert getattr(module, name).__doc__, f"{package}.{name} is not explained"
