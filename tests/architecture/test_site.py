"""The site of `make docs` has a place for every page. Sphinx itself checks the links between them."""

import re
from importlib import import_module

import pytest
from suite import ROOT

DOCS = ROOT / "docs"
INDEX = (DOCS / "index.md").read_text("utf-8")
REFERENCE = "\n".join(page.read_text("utf-8") for page in sorted((DOCS / "api").glob("*.rst")))
INTERNAL: dict[str, set[str]] = {
    "pawnstorm.core": {"asking", "permissions", "values", "view_json"},
    "pawnstorm.kit": {"packages", "square_pairs"},
    "pawnstorm.testing": {"inspection", "styles"},
}
"""Public rooms, and their modules that only Pawnstorm itself uses."""


def _navigation() -> list[str]:
    trees = re.findall(r"^```\{toctree\}\n(.*?)^```", INDEX, re.MULTILINE | re.DOTALL)
    lines = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    return [line.partition("<")[2].rstrip(">") or line for line in lines]


def test_every_page_has_a_place_in_the_navigation() -> None:
    shown = {
        path.resolve() for entry in _navigation() for ending in (".md", ".rst") for path in DOCS.glob(entry + ending)
    }
    pages = {*DOCS.glob("*.md"), *DOCS.glob("api/*.rst"), *DOCS.glob("rulebooks/*.md"), *ROOT.glob("*.md")}
    assert pages - shown == {ROOT / "README.md"}, "see docs/index.md"


def test_every_entry_of_the_navigation_exists() -> None:
    assert [entry for entry in _navigation() if not [*DOCS.glob(f"{entry}.md"), *DOCS.glob(f"{entry}.rst")]] == []


@pytest.mark.parametrize("name", sorted(set(re.findall(r"^\.\. auto\w+:: (\S+)$", REFERENCE, re.MULTILINE))))
def test_the_reference_describes_what_exists(name: str) -> None:
    module, _, rest = name.rpartition(".")
    assert hasattr(import_module(module), rest) or import_module(name)


@pytest.mark.parametrize("room", INTERNAL)
def test_every_public_module_is_in_the_reference(room: str) -> None:
    modules = {file.stem for file in (ROOT / "src" / room.replace(".", "/")).glob("*.py")} - {"__init__"}
    described = set(re.findall(rf"^\.\. automodule:: {re.escape(room)}\.(\w+)$", REFERENCE, re.MULTILINE))
    assert modules - described == INTERNAL[room]
