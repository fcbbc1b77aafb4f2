"""Checking a database: every table is rebuilt from its log, digest by digest, as if somebody came to it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from pawnstorm.server.storage.reading import Listed, Reader, Unreadable, open_reader
from pawnstorm.server.table.table import Damaged, Table, TooNew, rebuild


@dataclass
class Findings:
    """What a check has found."""

    states: Counter[str] = field(default_factory=Counter)
    """How many tables are waiting, under way, finished or too new."""
    entries: int = 0
    faults: list[str] = field(default_factory=list)
    """A sentence for everything that is wrong."""


def check(address: str) -> Findings:
    """Check a database, while a server may be using it; a `UsageError` says why it cannot be read."""
    findings = Findings()
    with open_reader(address) as reader:
        findings.faults += reader.faults()
        for listed, found in rebuilt(reader):
            if isinstance(found, Table):
                findings.states[state_of(found)] += 1
                findings.entries += found.rev + 1
            elif isinstance(found, TooNew):
                findings.states["too new"] += 1
            else:
                findings.faults.append(f"table {listed.id}: {found}")
    return findings


def rebuilt(reader: Reader) -> Iterator[tuple[Listed, Table | Exception]]:
    """Every table, or the reason why it cannot be rebuilt."""
    for listed in reader.tables():
        found: Table | Exception
        try:
            found = rebuild(listed.id, reader.log(listed.id))
        except (Damaged, TooNew, Unreadable) as error:
            found = error
        yield listed, found


def state_of(table: Table) -> str:
    """How far a table has come, in a word."""
    return "waiting" if table.waiting else "finished" if table.over else "under way"
