"""The programs of the guides run, and CITATION.cff names the present version."""

import re

import pytest
from suite import ROOT

from pawnstorm import __version__

GUIDES = ("gymnasium", "pettingzoo", "openspiel", "own-player")
PROGRAMS = [
    (guide, text)
    for guide in GUIDES
    for text in re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / f"{guide}.md").read_text("utf-8"), re.M | re.S)
]


@pytest.mark.parametrize(("guide", "program"), PROGRAMS)
def test_the_program_of_a_guide_runs(guide: str, program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program, f"docs/{guide}.md", "exec"), {"__name__": "guide"})
    assert capsys.readouterr().out or "print" not in program


def test_every_guide_has_a_program() -> None:
    assert {guide for guide, _ in PROGRAMS} == set(GUIDES)


def test_the_citation_names_this_version() -> None:
    told = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"version: {__version__}\n" in told
