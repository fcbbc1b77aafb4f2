"""No test asserts what is always true, such as a count of at least zero."""

import ast
from collections.abc import Iterator

import pytest
from suite import ROOT, TESTS


def _alternatives(test: ast.expr) -> Iterator[ast.expr]:
    """A condition, or each side of an `or`: one that is always true makes all of it true."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        for value in test.values:
            yield from _alternatives(value)
    else:
        yield test


def _is_count(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("len", "sum", "abs")
    )


def _always_true(test: ast.expr) -> bool:
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if not isinstance(test, ast.Compare) or len(test.ops) > 1 or not _is_count(test.left):
        return False
    return f"{type(test.ops[0]).__name__} {ast.unparse(test.comparators[0])}" in ("GtE 0", "Gt -1")


def empty_asserts(text: str) -> list[str]:
    """The assertions of a module that are always true."""
    asserts = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assert)]
    return [ast.unparse(node) for node in asserts if any(map(_always_true, _alternatives(node.test)))]


@pytest.mark.parametrize(
    "text",
    ["assert True", "assert rounds >= 0", "assert len(found) >= 0", "assert found or True", "assert a or b > -1"],
)
def test_an_empty_assert_is_noticed(text: str) -> None:
    assert empty_asserts(text) == [text]


@pytest.mark.parametrize("text", ["assert found", "assert rounds > 0", "assert a == 0 or b", "assert turn() >= 0"])
def test_a_real_assert_is_accepted(text: str) -> None:
    assert empty_asserts(text) == []


def test_no_test_asserts_what_is_always_true() -> None:
    empty = {
        str(path.relative_to(ROOT)): empty_asserts(path.read_text("utf-8")) for path in sorted(TESTS.rglob("*.py"))
    }
    assert {path: found for path, found in empty.items() if found} == {}
