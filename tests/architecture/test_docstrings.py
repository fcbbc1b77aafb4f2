"""Docstrings survive compilation: whatever has one in the source has the same one at run time."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from suite import ROOT

from build_tools.docstrings import documented

SOURCE = ROOT / "src"
ROOMS = ("core", "kit", "games", "ai/search", "ai/evaluators")
FILES = [
    path for room in ROOMS for path in sorted((SOURCE / "pawnstorm" / room).rglob("*.py")) if path.stem != "__init__"
]


def _documented(node: Any, found: Any, name: str) -> Iterator[tuple[str, str, str | None]]:
    """Everything in the source that has a docstring: its name, the docstring, and what Python says at run time."""
    if text := ast.get_docstring(node):
        yield name, text, inspect.getdoc(found)
    if isinstance(node, ast.FunctionDef):
        return
    for part in node.body:
        if isinstance(part, ast.ClassDef | ast.FunctionDef) and not part.name.startswith("__"):
            yield from _documented(part, inspect.getattr_static(found, part.name), f"{name}.{part.name}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: ".".join(path.relative_to(SOURCE).with_suffix("").parts))
def test_docstrings_are_those_of_the_source(path: Path) -> None:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    shown = list(_documented(ast.parse(path.read_text("utf-8")), import_module(name), name))
    assert shown
    assert [one for one in shown if one[1] != one[2]] == []


def test_signatures_are_kept() -> None:
    state = import_module("pawnstorm.core.state").State
    assert [*inspect.signature(state.play).parameters] == ["self", "move"]
    setup = import_module("pawnstorm.core.game").Setup
    assert [*inspect.signature(setup).parameters] == ["options", "armies", "map", "rules"]


def test_a_docstring_without_a_place_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a later mypyc writes its tables in another form."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src" / "toy").mkdir(parents=True)
    (tmp_path / "src" / "toy" / "rules.py").write_text('"""A toy."""\n\n\ndef f() -> None:\n    """Does it."""\n')
    c_file = tmp_path / "__native_toy___rules.c"
    module = "static struct PyModuleDef rulesmodule = {\n    NULL, /* docstring */\n};\n"
    c_file.write_text(module)
    with pytest.raises(SystemExit, match=r"rules\.py: the C code of mypyc has no place for the docstring of f$"):
        documented(c_file)
    call = '    {"f", (PyCFunction)CPyPy_f, METH_FASTCALL, PyDoc_STR("f()\\n--\\n\\n") /* docstring */},\n'
    c_file.write_text(f"static PyMethodDef rulesmodule_methods[] = {{\n{call}}};\n{module}")
    written = documented(c_file)
    assert '"f()\\n--\\n\\nDoes it."' in written
    assert '"A toy.", /* docstring */' in written
