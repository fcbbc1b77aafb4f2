"""The data reader: typed values from TOML, and one sentence for every mistake."""

from collections.abc import Callable

import pytest

from pawnstorm.core.errors import BadData, UsageError
from pawnstorm.kit.datafile import Entry, load, load_options, load_rules, parse

TOML = """
name = "pawn"
count = 3
on = true
tags = ["a", "b"]
faces = [2, 1]
extra = { x = "1", y = "2" }
[[part]]
id = "p1"
[[part]]
id = "p2"
"""


def _entry() -> Entry:
    return parse(TOML, "toy/data/things.toml")


def test_every_kind_of_value_is_read() -> None:
    entry = _entry()
    assert entry.text("name") == "pawn"
    assert entry.text("absent", "default") == "default"
    assert entry.number("count") == 3
    assert entry.texts("tags") == ("a", "b")
    assert entry.pair("faces", 0, 9) == (2, 1)
    nested = entry.entry("extra")
    assert nested.names() == ["x", "y"]
    assert nested.items() == [("x", "1"), ("y", "2")]
    nested.close()
    assert [part.text("id") for part in entry.entries("part")] == ["p1", "p2"]
    assert entry.names() == ["on"]


WRONG: list[tuple[Callable[[Entry], object], str]] = [
    (lambda entry: entry.text("absent"), "'absent' is missing"),
    (lambda entry: entry.text("count"), "'count' should be text, not 3"),
    (lambda entry: entry.number("absent"), "'absent' is missing"),
    (lambda entry: entry.number("name"), "'name' should be a number from 0 to 1073741824, not 'pawn'"),
    (lambda entry: entry.number("on"), "'on' should be a number from 0 to 1073741824, not True"),
    (lambda entry: entry.number("count", 4, 9), "'count' should be a number from 4 to 9, not 3"),
    (lambda entry: entry.number("count", 0, 2), "'count' should be a number from 0 to 2, not 3"),
    (lambda entry: entry.texts("absent"), "'absent' is missing"),
    (lambda entry: entry.texts("name"), "'name' should be a list of texts, not 'pawn'"),
    (lambda entry: entry.texts("faces"), "'faces' should be a list of texts, not [2, 1]"),
    (lambda entry: entry.pair("absent", 0, 9), "'absent' is missing"),
    (lambda entry: entry.pair("count", 0, 9), "'count' should be two numbers from 0 to 9, not 3"),
    (lambda entry: entry.pair("faces", 0, 1), "'faces' should be two numbers from 0 to 1, not [2, 1]"),
    (lambda entry: entry.pair("tags", 0, 9), "'tags' should be two numbers from 0 to 9, not ['a', 'b']"),
    (lambda entry: entry.entries("absent"), "'absent' is missing"),
    (lambda entry: entry.entries("tags"), "'[[tags]]' should be a list of tables"),
    (lambda entry: entry.entries("extra"), "'[[extra]]' should be a list of tables"),
    (lambda entry: entry.entry("absent"), "'absent' is missing"),
    (lambda entry: entry.entry("faces"), "'faces' should be a table, not [2, 1]"),
    (lambda entry: entry.items(), "'count' should be text, not 3"),
    (lambda entry: entry.close(), "unknown key 'name'"),
]


@pytest.mark.parametrize(("read", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_every_error_names_file_and_key(read: Callable[[Entry], object], sentence: str) -> None:
    with pytest.raises(BadData) as bad:
        read(_entry())
    assert str(bad.value) == f"toy/data/things.toml: {sentence}"
    assert isinstance(bad.value, UsageError)


@pytest.mark.parametrize("faces", ["[1, 2, 3]", "[1]", "[]", "[1.0, 2]", "[true, 1]"])
def test_a_pair_is_two_whole_numbers(faces: str) -> None:
    with pytest.raises(BadData, match="should be two numbers from 0 to 9"):
        parse(f"faces = {faces}", "x").pair("faces", 0, 9)


def test_a_nested_table_is_named_by_its_place() -> None:
    with pytest.raises(BadData) as bad:
        _entry().entries("part")[1].text("absent")
    assert str(bad.value) == "toy/data/things.toml, part 2: 'absent' is missing"
    with pytest.raises(BadData) as bad:
        _entry().entry("extra").number("x")
    assert str(bad.value).startswith("toy/data/things.toml, extra: 'x' should be a number")


def test_a_key_is_read_once_and_the_rest_is_refused() -> None:
    entry = parse('a = "1"\nb = "2"', "x")
    entry.text("a")
    with pytest.raises(BadData, match=r"^x: unknown key 'b'$"):
        entry.close()
    entry.text("b")
    entry.close()
    with pytest.raises(BadData, match="'a' is missing"):
        entry.text("a")


def test_a_file_that_is_not_toml_is_refused_with_its_place() -> None:
    with pytest.raises(BadData, match=r"^toy\.toml: .*line 1"):
        parse("a = = 1", "toy.toml")


PACKAGE = "pawnstorm.games.chess_attack"


def test_a_file_of_a_package_is_named_by_the_package() -> None:
    entry = load(PACKAGE, "pieces.toml")
    assert entry.where == "chess_attack/data/pieces.toml"
    with pytest.raises(BadData, match=r"^chess_attack/data/pieces\.toml: unknown key "):
        entry.close()


def test_ledger_and_options_of_a_package_are_read() -> None:
    rules = load_rules(PACKAGE)
    assert len({rule.id for rule in rules}) == len(rules) > 0
    assert all(rule.text and rule.chapter for rule in rules)
    options, presets = load_options(PACKAGE)
    keys = {option.key for option in options}
    assert all(set(preset.options) <= keys for preset in presets)
    assert len(keys) == len(options) > 0


def test_a_missing_file_is_bad_data() -> None:
    with pytest.raises(BadData, match=r"chess_attack/data/absent\.toml"):
        load(PACKAGE, "absent.toml")
