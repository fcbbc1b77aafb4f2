"""The lists of equivalents are well formed, give reasons, and name mutants that exist."""

from pathlib import Path

import pytest
from suite import ROOT, folder_of

from mutants.equivalents import BadList, read_equivalents
from mutants.population import population
from pawnstorm.core.game import Game

ENTRY = """
[[equivalent]]
file = "combat.py"
function = "fight"
change = "a < b → a <= b"
reason = "a and b are never equal"
"""


def test_the_list_of_every_game_is_true_to_its_rules(game: Game) -> None:
    folder = folder_of(game)
    everything = population(ROOT / "src" / "pawnstorm" / "games" / folder.name / "rules")
    assert len(everything) > 500
    known = {mutant.key for mutant in everything}
    entries = read_equivalents(folder / "equivalents.toml")
    assert [entry for entry in entries if entry.key not in known] == []


def test_an_entry_is_read_with_its_occurrence(tmp_path: Path) -> None:
    path = tmp_path / "equivalents.toml"
    path.write_text(f"{ENTRY}{ENTRY}occurrence = 2\n")
    first, second = read_equivalents(path)
    assert first.key == ("combat.py", "fight", "a < b → a <= b", 1)
    assert (second.occurrence, second.reason) == (2, "a and b are never equal")
    assert read_equivalents(tmp_path / "nowhere.toml") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (ENTRY.replace("a and b are never equal", " "), "equivalents.toml, entry 1: 'reason' is missing"),
        (ENTRY.replace('file = "combat.py"\n', ""), "equivalents.toml, entry 1: 'file' is missing"),
        (ENTRY + "line = 4\n", "equivalents.toml, entry 1: an entry has file, function, change, reason and occurrence"),
        (ENTRY + "occurrence = 0\n", "equivalents.toml, entry 1: 'occurrence' should be a whole number of at least 1"),
        (ENTRY + ENTRY, "equivalents.toml: an entry appears twice"),
        ("[[same]]\n", "equivalents.toml: only [[equivalent]] tables belong here"),
        ("[[equivalent", "equivalents.toml: "),
    ],
)
def test_a_bad_list_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "equivalents.toml"
    path.write_text(text)
    with pytest.raises(BadList) as caught:
        read_equivalents(path)
    assert str(caught.value).startswith(sentence)
