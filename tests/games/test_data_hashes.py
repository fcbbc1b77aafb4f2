"""The hash of a game's data: what counts, that every change is noticed, and records of other data are refused."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hidden_duel import HiddenDuel

from pawnstorm.core import record
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import BadData, BadRecord
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.match import Match
from pawnstorm.kit import datafile


def test_the_data_of_every_game_is_in_its_list(game: Game) -> None:
    found, version = game.data_hash(), game.rules_version
    assert game.earlier_data().get(found) == version, (
        f"The data of {game.key} has changed. If a match could now play differently, raise its rules_version first "
        "(CONTRIBUTING.md, Changing a rule). Then, or if only words have changed, add to data/hashes.toml:\n\n"
        f'[[data]]\nhash = "{found}"\nrules_version = {version}\n'
    )


NUMBERS = count()


def _package(tmp_path: Path, files: Mapping[str, str]) -> str:
    """A new package with data files; its name is new too, because hashes are kept by name."""
    name = f"toy_data_{next(NUMBERS)}"
    folder = tmp_path / name / "data"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    for file, text in files.items():
        (folder / file).write_text(text)
    return name


PIECES = {"pieces.toml": "# The pieces.\n[king]\nattack = 2\ndefence = 4\n"}


@pytest.mark.parametrize(
    ("files", "same"),
    [
        ({"pieces.toml": "[king]\ndefence=4\n\nattack = 2 # strong\n"}, True),
        ({**PIECES, "howto.toml": "a = 1", "rules.toml": "b = 2", "hashes.toml": "c = 3", "notes.txt": "d"}, True),
        ({"pieces.toml": "[king]\nattack = 3\ndefence = 4\n"}, False),
        ({"pieces.toml": "[king]\nattack = '2'\ndefence = 4\n"}, False),
        ({"people.toml": PIECES["pieces.toml"]}, False),
        ({**PIECES, "maps.toml": "size = 8"}, False),
        ({}, False),
    ],
    ids=["layout and comments", "texts for readers", "a number", "a text", "a file name", "a file more", "nothing"],
)
def test_what_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], same: bool) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    first = datafile.data_hash(_package(tmp_path, PIECES))
    assert (datafile.data_hash(_package(tmp_path, files)) == first) is same


def test_a_list_is_optional_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    line = '[[data]]\nhash = "0123456789ab"\nrules_version = {}\n'
    assert datafile.earlier_data(_package(tmp_path, PIECES)) == {}
    assert datafile.earlier_data(_package(tmp_path, {"hashes.toml": line.format(2)})) == {"0123456789ab": 2}
    with pytest.raises(BadData, match="'rules_version' should be a number from 1"):
        datafile.earlier_data(_package(tmp_path, {"hashes.toml": line.format(0)}))


# ---- records ------------------------------------------------------------------------------------------------------


class _Listed(HiddenDuel):
    """The toy game, as if it had data files."""

    def data_hash(self) -> str:
        return "0123456789ab"

    def earlier_data(self) -> Mapping[str, int]:
        return {"aaaaaaaaaaaa": 1, "0123456789ab": 2}


def _kept(game: Game) -> record.Record:
    return record.of_match(Match(game, Setup(), SeededTower(1)), {})


def _replay(kept: record.Record, game: Game) -> Match:
    return record.replay(record.parse(record.write(kept)), game)


def test_a_record_names_its_data(game: Game) -> None:
    assert f"\ndata: {game.data_hash()}\n" in record.write(_kept(game))


def test_a_game_without_data_has_no_such_header() -> None:
    kept = _kept(HiddenDuel())
    assert "data:" not in record.write(kept)
    assert _replay(kept, HiddenDuel()).steps


def test_data_in_the_list_is_known_up_to_its_rules_version() -> None:
    game, kept = _Listed(), _kept(_Listed())
    game.rules_version = 2
    assert _replay(replace(kept, data="aaaaaaaaaaaa"), game).steps
    later = replace(kept, data="aaaaaaaaaaaa", setup=replace(kept.setup, rules=2))
    with pytest.raises(BadRecord, match="the data aaaaaaaaaaaa"):
        _replay(later, game)


class _Edited(_Listed):
    """The same after somebody has changed a number: the list knows nothing of it yet."""

    def data_hash(self) -> str:
        return "cccccccccccc"


def test_a_changed_number_is_named_at_line_1_though_the_earlier_data_is_listed() -> None:
    sentence = "^line 1: the record was played with the data 0123456789ab .* its data is cccccccccccc$"
    with pytest.raises(BadRecord, match=sentence):
        _replay(_kept(_Listed()), _Edited())
    assert _replay(_kept(_Edited()), _Edited()).steps


@pytest.mark.parametrize(("data", "named"), [("bbbbbbbbbbbb", "bbbbbbbbbbbb"), ("", r"\(none\)")])
def test_unknown_data_is_refused_before_anything_is_replayed(data: str, named: str) -> None:
    kept = _kept(_Listed())
    nonsense = replace(kept, data=data, entries=(record.Entry("Red", "hello", (), "0" * 12),))
    sentence = (
        f"^line 1: the record was played with the data {named} of {kept.game}, "
        "which this Pawnstorm does not know: its data is 0123456789ab$"
    )
    with pytest.raises(BadRecord, match=sentence):
        _replay(nonsense, _Listed())
