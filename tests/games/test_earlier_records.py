"""Records of earlier builds replay to the end, digest by digest, by the rules of their time."""

from pathlib import Path

import pytest
from suite import COMPILED, EARLIER

from pawnstorm.core import record
from pawnstorm.games import keys, load

RECORDS = sorted(EARLIER.glob("*/records/*/*.rec"))
LONGEST = 1_000_000 if COMPILED else 60_000
"""Bytes of the longest record that this build replays; plain Python is slow."""


@pytest.mark.parametrize(
    "path", RECORDS, ids=lambda path: f"{path.parent.parent.parent.name}: {path.parent.name} {path.stem}"
)
def test_a_record_of_an_earlier_build_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    if len(text) > LONGEST:
        pytest.skip("plain Python would take too long; the compiled run replays it")
    kept = record.parse(text)
    match = record.replay(kept, load(kept.game))
    assert match.setup.rules == kept.rules_version
    assert record.end_text(match) == kept.end


def test_every_game_has_records_of_every_earlier_build() -> None:
    for build in EARLIER.iterdir():
        assert {folder.name.replace("_", "-") for folder in (build / "records").iterdir()} == set(keys())
