"""The record of a table's match as signed text. A long one is written in slices, so that no other table waits."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from pawnstorm.core.fairdice import write_pledge
from pawnstorm.core.record import HIDDEN, Entry, Record, assemble, entries_of, lines_of, signed_text
from pawnstorm.core.signature import Signer
from pawnstorm.server.table.slices import Slices
from pawnstorm.server.table.table import Table

_TRIES = 3


class Moved(Exception):
    """Orders were taken back while the record was being written."""


def record_text(table: Table, viewer: int, signer: Signer) -> str:
    """The signed record for one viewer, or EVERYTHING for the server alone.

    What the viewer may not know is hidden until the match is over.
    """
    record, entries = _begin(table, viewer)
    return signed_text(list(lines_of(_whole(record, list(entries), signer))), signer)


async def record_in_slices(table: Table, viewer: int, signer: Signer, slices: Slices) -> str:
    """The same, without keeping anybody waiting. Orders that are given meanwhile are not in it."""
    steps = table.session.match.steps
    for _ in range(_TRIES):
        last, count = steps[-1], len(steps)
        record, begun = _begin(table, viewer)
        try:
            entries = await slices.gather(begun)
        except IndexError:
            continue
        if len(steps) >= count and steps[count - 1] is last:
            lines = await slices.gather(lines_of(_whole(record, entries, signer)))
            # Hashing and signing a long text is work of the C library.
            return await asyncio.to_thread(signed_text, lines, signer)
    raise Moved


def _begin(table: Table, viewer: int) -> tuple[Record, Iterator[Entry]]:
    """The record as it is now, and its entries, which are still to be made."""
    match = table.session.match
    players = {seat.name: seat.program if seat.kind == "computer" else "guest" for seat in table.seats}
    record = assemble(match, players, (), write_pledge(table.pledge()), viewer)
    entries = entries_of(match, viewer)
    # What the viewer may know is found out together with the first entry.
    return record, chain(list(islice(entries, 1)), entries)


def _whole(record: Record, entries: list[Entry], signer: Signer) -> Record:
    hidden = bool(entries) and entries[-1].digest == HIDDEN
    return replace(record, entries=tuple(entries), dice="" if hidden else record.dice, key=signer.key)
