"""The data reader: TOML files of the package become typed values, or a sentence says what is wrong and where."""

import json
import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from pawnstorm.core.errors import BadData
from pawnstorm.core.options import Option, Preset
from pawnstorm.core.rules import Rule
from pawnstorm.core.step import short_hash

_HASHES = "hashes.toml"
_NOT_PLAYED = ("howto.toml", "lesson.toml", "rules.toml", "levels.toml", "weights.toml", _HASHES)
"""Files that no match depends on: texts for readers, numbers of the computer player, the list of hashes itself."""
_found: dict[str, str] = {}
_HEADER = re.compile(r"\s*(\[\[?)([\w.]+)\]")


class Entry:
    """One table of a data file, read key by key; `close` refuses the keys that were not read.

    `lines` says on which line each table begins, for files whose error messages should name it.
    """

    def __init__(self, where: str, table: dict[str, Any], lines: Mapping[str, int] | None = None) -> None:
        self.where = where
        self._table = dict(table)
        self._lines = lines or {}

    def text(self, key: str, default: str | None = None) -> str:
        """A string."""
        value = self._take(key, default)
        if not isinstance(value, str):
            raise self.wrong(f"'{key}' should be text, not {value!r}")
        return value

    def wrong(self, sentence: str) -> BadData:
        """An error about this table that says where it is."""
        line = self._lines.get(self.where)
        return BadData(f"{self.where}{f' (line {line})' if line else ''}: {sentence}")

    def has(self, key: str) -> bool:
        """Whether a key is there and has not been read yet."""
        return key in self._table

    def number(self, key: str, least: int = 0, most: int = 1 << 30) -> int:
        """A whole number within bounds."""
        value = self._take(key, None)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(f"'{key}' should be a number from {least} to {most}, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self._take(key, None)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(f"'{key}' should be a list of texts, not {value!r}")
        return tuple(value)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._take(key, None)
        if not isinstance(value, bool):
            raise self.wrong(f"'{key}' should be true or false, not {value!r}")
        return value

    def pair(self, key: str, least: int, most: int) -> tuple[int, int]:
        """Two whole numbers within bounds."""
        value = self._take(key, None)
        whole = isinstance(value, list) and all(type(item) is int and least <= item <= most for item in value)
        if not whole or len(value) != 2:
            raise self.wrong(f"'{key}' should be two numbers from {least} to {most}, not {value!r}")
        return value[0], value[1]

    def entries(self, key: str) -> "list[Entry]":
        """An array of tables."""
        value = self._take(key, None)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(f"'[[{key}]]' should be a list of tables")
        return [Entry(f"{self.where}, {key} {number}", item, self._lines) for number, item in enumerate(value, 1)]

    def entry(self, key: str) -> "Entry":
        """A nested table."""
        return Entry(f"{self.where}, {key}", self.plain(key), self._lines)

    def source(self) -> str:
        """The whole table as one line of text, from which `parse_source` makes it again."""
        return json.dumps(self._table, ensure_ascii=True, sort_keys=True, separators=(",", ":"), default=str)

    def plain(self, key: str) -> dict[str, Any]:
        """A nested table as it is, for somebody else to read."""
        value = self._take(key, None)
        if not isinstance(value, dict):
            raise self.wrong(f"'{key}' should be a table, not {value!r}")
        return value

    def numbers(self, key: str, least: int = 0, most: int = 1 << 30) -> tuple[int, ...]:
        """A list of whole numbers within bounds."""
        value = self._take(key, None)
        if not isinstance(value, list) or not all(type(item) is int and least <= item <= most for item in value):
            raise self.wrong(f"'{key}' should be a list of numbers from {least} to {most}, not {value!r}")
        return tuple(value)

    def items(self) -> list[tuple[str, str]]:
        """All remaining keys as texts."""
        return [(key, self.text(key)) for key in list(self._table)]

    def names(self) -> list[str]:
        """The keys that have not been read yet."""
        return list(self._table)

    def close(self) -> None:
        """Refuse any key that was not read."""
        if self._table:
            raise self.wrong(f"unknown key '{next(iter(self._table))}'")

    def _take(self, key: str, default: str | None) -> Any:
        if key in self._table:
            return self._table.pop(key)
        if default is None:
            raise self.wrong(f"'{key}' is missing")
        return default


def load(package: str, name: str, lines: bool = False) -> Entry:
    """A TOML file from the data folder of a game's package; with `lines` errors name the line of their table."""
    return parse(load_text(package, name), _where(package, name), lines)


def load_text(package: str, name: str) -> str:
    """The text of a file from the data folder of a game's package."""
    try:
        return files(package).joinpath("data", name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{_where(package, name)} cannot be read: {error}") from None


def data_hash(package: str) -> str:
    """The hash of all data of a game that its matches depend on; comments and layout do not count."""
    if package not in _found:
        names = sorted(file.name for file in files(package).joinpath("data").iterdir() if file.name.endswith(".toml"))
        kept = [name for name in names if name not in _NOT_PLAYED]
        _found[package] = short_hash("\n".join(f"{name} {load(package, name).source()}" for name in kept))
    return _found[package]


def earlier_data(package: str) -> dict[str, int]:
    """The hashes in a game's list, if it has one, each with the newest rules version that this data was played by."""
    if not files(package).joinpath("data", _HASHES).is_file():
        return {}
    table = load(package, _HASHES)
    found: dict[str, int] = {}
    for entry in table.entries("data"):
        found[entry.text("hash")] = entry.number("rules_version", 1)
        entry.close()
    table.close()
    return found


def _where(package: str, name: str) -> str:
    return f"{package.rpartition('.')[2]}/data/{name}"


def parse(text: str, where: str, lines: bool = False) -> Entry:
    """TOML text as an entry to read key by key."""
    try:
        return Entry(where, tomllib.loads(text), _header_lines(text, where) if lines else None)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{where}: {error}") from None
    except RecursionError:
        raise BadData(f"{where}: it is nested too deeply") from None


def parse_source(text: str, where: str) -> Entry:
    """The table that `Entry.source` wrote."""
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise BadData(f"{where}: this is not a table")
    return Entry(where, table)


def _header_lines(text: str, where: str) -> dict[str, int]:
    """The line of every table, by the name that its entry has."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            found[_entry_name(where, header[2].split("."), counts, header[1] == "[[")] = number
    return found


def _entry_name(where: str, path: list[str], counts: dict[str, int], numbered: bool) -> str:
    """The name of the next entry at a path, counting it if it is one of several."""
    for depth, key in enumerate(path, 1):
        name = f"{where}, {key}"
        counts[name] = counts.get(name, 0) + (numbered and depth == len(path))
        # A plain table on the way has no number.
        where = f"{name} {counts[name]}" if counts[name] else name
    return where


def fold(text: str, where: str) -> str:
    """TOML text as one line for the header of a record; `unfold` reads it back."""
    try:
        return json.dumps(tomllib.loads(text), ensure_ascii=False)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{where}: {error}") from None
    except TypeError:
        raise BadData(f"{where}: only texts, numbers, lists and tables are allowed") from None
    except RecursionError:
        raise BadData(f"{where}: it is nested too deeply") from None


def unfold(line: str, where: str) -> Entry:
    """The entry in a line that `fold` made."""
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        raise BadData(f"{where}: this is not a folded data file") from None
    if not isinstance(table, dict):
        raise BadData(f"{where}: this is not a folded data file")
    return Entry(where, table)


def _load_if_there(package: str, name: str) -> Entry:
    """A data file that a game may leave out; an empty table stands for it."""
    there = files(package).joinpath("data", name).is_file()
    return load(package, name) if there else Entry(_where(package, name), {})


def load_howto(package: str) -> tuple[str, ...]:
    """How to play, sentence by sentence; none if the game has no `howto.toml`."""
    table = _load_if_there(package, "howto.toml")
    steps = table.texts("steps") if table.has("steps") else ()
    table.close()
    return steps


def load_lesson(package: str) -> str:
    """The text of a game's first lesson; empty if the game has no `lesson.toml`."""
    there = files(package).joinpath("data", "lesson.toml").is_file()
    return load_text(package, "lesson.toml") if there else ""


def load_rules(package: str) -> tuple[Rule, ...]:
    """The rule ledger of a game."""
    table = load(package, "rules.toml")
    rules: list[Rule] = []
    for entry in table.entries("rule"):
        rules.append(Rule(entry.text("id"), entry.text("chapter"), entry.text("text"), entry.text("untestable", "")))
        entry.close()
    table.close()
    return tuple(rules)


def load_options(package: str) -> tuple[tuple[Option, ...], tuple[Preset, ...]]:
    """The options and presets of a game; none if it has no `options.toml`."""
    table = _load_if_there(package, "options.toml")
    options: list[Option] = []
    for entry in table.entries("option") if table.has("option") else ():
        since, before = (entry.number("since", 2), entry.text("before")) if entry.has("since") else (1, "")
        options.append(
            Option(
                key=entry.text("key"),
                title=entry.text("title"),
                values=entry.texts("values"),
                explain=entry.text("explain"),
                rules=entry.texts("rules"),
                since=since,
                before=before,
            )
        )
        entry.close()
    presets: list[Preset] = []
    for entry in table.entries("preset") if table.has("preset") else ():
        presets.append(Preset(entry.text("key"), entry.text("title"), dict(entry.entry("options").items())))
        entry.close()
    table.close()
    return tuple(options), tuple(presets)
