"""When `make release` refuses, and when the page is built again."""

import os
from pathlib import Path

import pytest

from build_tools import page, release

CHANGELOG = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-18\n\n- New.\n\n## 0.1.0 - 2026-01-31\n"


@pytest.mark.parametrize(
    ("version", "changelog", "changes", "sentence"),
    [
        ("0.2.0", CHANGELOG, "", ""),
        ("0.2.0", CHANGELOG.replace("0.2.0", "[0.2.0]"), "", ""),
        ("0.2.0", CHANGELOG, " M setup.py\n", "there are changes that are not committed, such as setup.py"),
        (
            "0.2.0",
            "# Changelog\n\n## Unreleased\n\n## 0.2.0\n",
            "",
            "CHANGELOG.md has no heading with a date, such as '## 0.2.0 - 2026-01-31'",
        ),
        (
            "0.3.0",
            CHANGELOG,
            "",
            "the version is 0.3.0, but the newest heading with a date in CHANGELOG.md is for 0.2.0",
        ),
    ],
)
def test_a_release_is_refused_in_one_sentence(version: str, changelog: str, changes: str, sentence: str) -> None:
    assert release.refusal(version, changelog, changes) == sentence


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a page that is newer than its sources, on a machine without npm."""
    for name in ("web/src/main.ts", "web/package.json", "src/pawnstorm/server/static/index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1000, 2000 if name.startswith("src") else 1000))
    monkeypatch.setattr(page, "ROOT", tmp_path)
    monkeypatch.setattr(page, "WEB", tmp_path / "web")
    monkeypatch.setattr(page, "INDEX", tmp_path / "src/pawnstorm/server/static/index.html")
    monkeypatch.delenv("PAWNSTORM_NO_PAGE", raising=False)
    monkeypatch.setenv("PATH", "")
    return tmp_path


def test_a_page_that_is_there_needs_nothing(checkout: Path) -> None:
    assert page.requirements() == []
    page.build()


def test_node_comes_from_pypi_where_there_is_no_npm(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page.INDEX.unlink()
    assert page.requirements() == [page.NODE]
    npm = checkout / "npm"
    npm.touch(0o755)
    monkeypatch.setenv("PATH", str(checkout))
    assert page.requirements() == []


@pytest.mark.parametrize("name", ["web/src/main.ts", "web/package.json"])
def test_a_page_that_is_older_than_its_sources_is_outdated(checkout: Path, name: str) -> None:
    os.utime(checkout / name, (3000, 3000))
    assert page.outdated()


def test_the_page_of_a_source_distribution_is_kept(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.utime(checkout / "web/src/main.ts", (3000, 3000))
    (checkout / "PKG-INFO").touch()
    assert not page.outdated()


def test_the_page_can_be_left_alone(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page.INDEX.unlink()
    monkeypatch.setenv("PAWNSTORM_NO_PAGE", "1")
    assert page.requirements() == []


def test_a_build_of_the_page_that_fails_says_so(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page.INDEX.unlink()
    (checkout / "npm").write_text("#!/bin/sh\nexit 3\n")
    (checkout / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(checkout))
    with pytest.raises(SystemExit, match="the page cannot be built: 'npm ci' failed in "):
        page.build()
