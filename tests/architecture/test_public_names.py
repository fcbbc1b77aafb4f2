"""The public names of `pawnstorm`: exactly those of `__all__`, loaded when first used."""

import ast
import subprocess
import sys
from importlib import import_module

import pytest
from suite import ROOT

import pawnstorm

FILE = ROOT / "src" / "pawnstorm" / "__init__.py"
LAZY = sorted(set(pawnstorm.__all__) - {"__version__"})


def test_the_three_lists_agree() -> None:
    """What editors see, what `import *` takes, and what is loaded."""
    tree = ast.parse(FILE.read_text("utf-8"))
    (seen,) = (node for node in tree.body if isinstance(node, ast.If))
    imported = [name.name for node in seen.body if isinstance(node, ast.ImportFrom) for name in node.names]
    assert sorted(imported) == LAZY
    assert sorted(name for names in pawnstorm._HOMES.values() for name in names) == LAZY
    homes = {name.name: node.module for node in seen.body if isinstance(node, ast.ImportFrom) for name in node.names}
    for home, names in pawnstorm._HOMES.items():
        for name in names:
            assert home == (f"{homes[name]}.record" if name == "record" else homes[name])
    assert dir(pawnstorm) == sorted(pawnstorm.__all__)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"^module 'pawnstorm' has no attribute 'chess'$"):
        import_module("pawnstorm").chess  # noqa: B018


def _loaded(program: str) -> set[str]:
    """The packages that a program has loaded when it ends."""
    shown = f"{program}\nimport sys; print(*{{name.partition('.')[0] for name in sys.modules}}, *sys.modules)"
    return set(subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout.split())


def test_importing_costs_nothing() -> None:
    assert not {name for name in _loaded("import pawnstorm") if name.startswith("pawnstorm.")}


def test_the_public_names_need_neither_the_screen_nor_the_server() -> None:
    loaded = _loaded("from pawnstorm import *; load('chess-attack')")
    assert "pawnstorm.core.record" in loaded
    assert not loaded & {"textual", "rich", "typer", "starlette", "uvicorn", "sqlalchemy", "msgspec", "numpy"}
