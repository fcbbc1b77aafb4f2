"""What docs/stability.md promises: everything on the list of the last release still works."""

import re

import pytest
from interface import LIST, broken, interface
from suite import ROOT

STABILITY = ROOT / "docs" / "stability.md"


def test_nothing_that_was_promised_is_gone() -> None:
    version, *promised = LIST.read_text("utf-8").splitlines()
    assert broken(promised, interface()) == [], f"promised in {version.removeprefix('# ')}: see docs/stability.md"
    assert len(promised) > 500


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("kit.find(name)", "kit.find(name, start=)"),
        ("kit.find(name, start)", "kit.find(name, start=)"),
        ("kit.find(name)", "kit.find(name) deprecated"),
        ("kit.find(name) deprecated", ""),
        ("kit.SIZE", "kit.SIZE"),
        ("GET /api/games", "GET /api/games"),
        ("pawnstorm play --vs", "pawnstorm play --vs"),
        ("a client sends Order(rev, text)", "a client sends Order(again=, rev, text=)"),
        ("a client gets Update(rev)", "a client gets Update(clock, rev)"),
    ],
)
def test_what_still_works(before: str, now: str) -> None:
    assert broken([before], [now]) == []


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("kit.find(name)", ""),
        ("kit.find(name)", "kit.find(name, start)"),
        ("kit.find(name, start=)", "kit.find(name)"),
        ("kit.find(name, start=)", "kit.find(name, start)"),
        ("kit.find(name, start=)", "kit.find(name, end=, start=)"),
        ("kit.SIZE", "kit.LENGTH"),
        ("GET /api/games", "POST /api/games"),
        ("pawnstorm play --vs", "pawnstorm play"),
        ("a client sends Order(rev, text)", "a client sends Order(rev)"),
        ("a client sends Order(rev, text)", "a client sends Order(again, rev, text)"),
        ("a client gets Update(clock, rev)", "a client gets Update(rev)"),
    ],
)
def test_what_no_longer_works(before: str, now: str) -> None:
    assert broken([before], [now]) == [before]


def test_every_promise_names_tests_that_exist() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", STABILITY.read_text("utf-8"))
    assert len(named) >= 10
    for file, test in named:
        assert not test or f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{file} has no {test}"
