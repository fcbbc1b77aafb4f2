"""What is in the wheel and the source distribution: everything that is needed, and nothing else."""

import email
import re
import tarfile
import tomllib
import zipfile
from email.message import Message
from pathlib import Path

import pytest
from package_kit import Dist
from packaging.requirements import Requirement
from suite import ROOT

import pawnstorm
from setup import COMPILED

SOURCE = ROOT / "src"
PAGE = SOURCE / "pawnstorm" / "server" / "static"

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _files(folder: Path, base: Path) -> set[str]:
    """The files that people have written, and the page."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".so", ".pyc"))
    return {path.relative_to(base).as_posix() for path in found}


def _wheels(dist: Dist) -> list[tuple[str, list[str]]]:
    """Every wheel: the Python that it is for, such as `311`, and the names in it."""
    assert dist.wheels
    return [(path.name.split("-cp")[1].split("-")[0], zipfile.ZipFile(path).namelist()) for path in dist.wheels]


def test_a_wheel_has_the_sources_the_data_and_the_page(dist: Dist) -> None:
    expected = _files(SOURCE / "pawnstorm", SOURCE)
    assert "pawnstorm/server/static/index.html" in expected
    for _, names in _wheels(dist):
        plain = {name for name in names if not name.endswith((".so", ".pyi", "/")) and ".dist-info/" not in name}
        assert plain == expected


def test_a_wheel_has_every_compiled_module_for_its_python_only(dist: Dist) -> None:
    modules = {
        path.relative_to(SOURCE).with_suffix("").as_posix()
        for room in COMPILED
        for path in (SOURCE / "pawnstorm" / room).rglob("*.py")
        if path.name != "__init__.py"
    }
    for python, names in _wheels(dist):
        libraries = [name for name in names if name.endswith(".so")]
        assert {name for name in libraries if f".cpython-{python}-" not in name} == set()
        assert {name.partition(".")[0] for name in libraries} == modules | {"pawnstorm__mypyc"}


def test_a_wheel_names_no_folder_of_the_machine_it_was_built_on(dist: Dist) -> None:
    for path in dist.wheels:
        with zipfile.ZipFile(path) as archive:
            texts = {name: archive.read(name) for name in archive.namelist()}
        folders = [f"{folder}/".encode() for folder in (ROOT, Path.home())]
        assert [name for name, text in texts.items() if any(folder in text for folder in folders)] == []


def test_the_source_distribution_has_what_building_needs(dist: Dist) -> None:
    with tarfile.open(dist.sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert _files(SOURCE / "pawnstorm", ROOT) <= names
    assert _files(ROOT / "build_tools", ROOT) <= names
    assert _files(ROOT / "web" / "src", ROOT) <= names
    assert {"setup.py", "pyproject.toml", "README.md", "LICENSE", "web/package-lock.json", "web/.npmrc"} <= names
    kept_out = re.compile(r"\.(so|pyc|c|o|sqlite3)$|(^|/)(node_modules|tests|build|\.venv|\.git|__pycache__)/")
    assert [name for name in names if kept_out.search(name)] == []


@pytest.fixture
def metadata(dist: Dist) -> Message:
    """What the wheel says about itself."""
    with zipfile.ZipFile(dist.wheels[0]) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def test_the_metadata_is_complete(metadata: Message) -> None:
    assert (metadata["Name"], metadata["Version"]) == ("pawnstorm", pawnstorm.__version__)
    assert (metadata["Author"], metadata["License-Expression"]) == ("Pawnstorm contributors", "MIT")
    assert set(metadata.get_all("Provides-Extra", [])) == {
        "web",
        "postgres",
        "tune",
        "gymnasium",
        "pettingzoo",
        "openspiel",
        "onnx",
        "train",
    }
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert metadata.get_payload().startswith("# Pawnstorm")


def _pins(name: str) -> dict[str, list[str]]:
    """The versions that a file of requirements/ pins; a package may have several, for several Pythons."""
    found: dict[str, list[str]] = {}
    for package, version in re.findall(
        r"^([a-z0-9-]+)==([^ ]+)", (ROOT / "requirements" / name).read_text(), re.MULTILINE
    ):
        found.setdefault(package, []).append(version)
    return found


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("run.txt", [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["web"]]),
        ("build.txt", PROJECT["build-system"]["requires"]),
        ("test.txt", PROJECT["project"]["optional-dependencies"]["tune"]),
    ],
)
def test_the_pinned_versions_are_those_that_the_package_asks_for(name: str, asked: list[str]) -> None:
    pins = _pins(name)
    for requirement in map(Requirement, asked):
        versions = pins.get(requirement.name.replace("_", "-"), [])
        assert versions, f"{requirement} is not in requirements/{name}: make lock"
        assert all(version in requirement.specifier for version in versions), f"{requirement}, but {versions}"
