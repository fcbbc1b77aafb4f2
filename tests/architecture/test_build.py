"""The build under test is the expected one, complete, and not older than its sources."""

import os
from importlib import import_module
from pathlib import Path

import pytest
from suite import COMPILED, ROOT

import pawnstorm

SOURCE = Path(pawnstorm.__file__).parent
ROOMS = ("core", "kit", "games", "ai/search", "ai/evaluators")
"""The rooms that are compiled together, as setup.py lists them."""
MODULES = [
    ".".join(("pawnstorm", *path.relative_to(SOURCE).with_suffix("").parts))
    for room in ROOMS
    for path in sorted((SOURCE / room).rglob("*.py"))
    if path.name != "__init__.py"
]


def test_the_rooms_are_those_of_the_build() -> None:
    setup = (ROOT / "setup.py").read_text("utf-8")
    assert f"COMPILED = {ROOMS!r}".replace("'", '"') in setup


def test_the_build_is_the_expected_one() -> None:
    expected = os.environ.get("PAWNSTORM_EXPECT")
    if expected is None:
        assert os.environ.get("CI") != "true", "PAWNSTORM_EXPECT must be 'compiled' or 'plain' where CI=true"
        pytest.skip("PAWNSTORM_EXPECT says neither 'compiled' nor 'plain'")
    assert expected == ("compiled" if COMPILED else "plain")


def test_no_module_is_of_the_other_build() -> None:
    """A single module that is missing in the build, or left over from another one, is easily overlooked."""
    ending = ".so" if COMPILED else ".py"
    assert [name for name in MODULES if not str(import_module(name).__file__).endswith(ending)] == []


def test_the_compiled_core_is_not_older_than_its_sources() -> None:
    if not COMPILED:
        assert not list(SOURCE.rglob("*.so"))
        return
    (library,) = SOURCE.parent.glob("pawnstorm__mypyc*.so")
    built = library.stat().st_mtime
    newer = [path.name for room in ROOMS for path in (SOURCE / room).rglob("*.py") if path.stat().st_mtime > built]
    assert newer == [], "build again: these sources have changed since"
