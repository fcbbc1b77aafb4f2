"""What one process tells all others on the same PostgreSQL database, as text that NOTIFY carries."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

CHANNEL = "pawnstorm"
_MOST_BYTES = 7900
"""NOTIFY carries less than 8,000 bytes."""
_MUTED, _WATCHED = "muted", "watched"


class Changed(NamedTuple):
    """A table has reached a revision."""

    table: str
    rev: int


class Muted(NamedTuple):
    """Somebody has muted a kind of reaction at a table, or ended that."""

    table: str


class Watched(NamedTuple):
    """The first watcher of a table has come to the process that says so."""

    table: str


class Spent(NamedTuple):
    """What an address has spent of a limit lately."""

    limit: str
    address: str
    times: int


Notice = Changed | Muted | Watched | Spent
"""Everything that processes tell each other."""


def payloads(process: str, notices: Iterable[Notice]) -> Iterator[str]:
    """Texts of at most so many bytes, each of which begins with the process that speaks."""
    text = process
    for notice in notices:
        word = _word(notice)
        if len(text) + len(word) + 1 > _MOST_BYTES:
            yield text
            text = process
        text += f",{word}"
    if text != process:
        yield text


def read(payload: str) -> tuple[str, list[Notice]]:
    """The process that speaks, and what it says. What a newer version might say is left out."""
    process, *words = payload.split(",")
    found = (_notice(word.split(" ")) for word in words)
    return process, [notice for notice in found if notice is not None]


def _word(notice: Notice) -> str:
    if isinstance(notice, Changed):
        return f"{notice.table} {notice.rev}"
    if isinstance(notice, Spent):
        return f"{notice.limit} {notice.address} {notice.times}"
    return f"{notice.table} {_MUTED if isinstance(notice, Muted) else _WATCHED}"


def _notice(words: list[str]) -> Notice | None:
    match words:
        case [table, rev] if rev.isdecimal():
            return Changed(table, int(rev))
        case [table, word] if word == _MUTED:
            return Muted(table)
        case [table, word] if word == _WATCHED:
            return Watched(table)
        case [limit, address, times] if times.isdecimal():
            return Spent(limit, address, int(times))
    return None
