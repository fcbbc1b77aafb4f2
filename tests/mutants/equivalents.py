"""The list of mutants that change nothing: tests/games/GAME/equivalents.toml, each entry with its reason."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from mutants.population import Key

_TEXTS = ("file", "function", "change", "reason")


class BadList(Exception):
    """A list of equivalents that cannot be used, in one sentence."""


@dataclass(frozen=True)
class Equivalent:
    """A mutant that no test can notice, and why."""

    file: str
    function: str
    change: str
    occurrence: int
    reason: str

    @property
    def key(self) -> Key:
        """The key of its mutant."""
        return self.file, self.function, self.change, self.occurrence


def read_equivalents(path: Path) -> list[Equivalent]:
    """The entries of a list; a file that is not there has none."""
    if not path.exists():
        return []
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadList(f"{path.name}: {error}") from None
    entries = table.pop("equivalent", [])
    if table or not isinstance(entries, list):
        raise BadList(f"{path.name}: only [[equivalent]] tables belong here")
    found = [_entry(path.name, number, entry) for number, entry in enumerate(entries, 1)]
    if len({entry.key for entry in found}) < len(found):
        raise BadList(f"{path.name}: an entry appears twice")
    return found


def _entry(file: str, number: int, table: object) -> Equivalent:
    where = f"{file}, entry {number}"
    if not isinstance(table, dict) or set(table) - {*_TEXTS, "occurrence"}:
        raise BadList(f"{where}: an entry has {', '.join(_TEXTS)} and occurrence")
    for key in _TEXTS:
        if not isinstance(table.get(key), str) or not table[key].strip():
            raise BadList(f"{where}: '{key}' is missing")
    occurrence = table.get("occurrence", 1)
    if type(occurrence) is not int or occurrence < 1:
        raise BadList(f"{where}: 'occurrence' should be a whole number of at least 1")
    return Equivalent(table["file"], table["function"], table["change"], occurrence, table["reason"])
