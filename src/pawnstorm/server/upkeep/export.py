"""Everything in a form that needs no server: each match as a signed record, and a list of all tables."""

import json
import shutil
from pathlib import Path
from typing import Any

from pawnstorm.core.errors import UsageError
from pawnstorm.core.signature import Signer
from pawnstorm.core.view import SPECTATOR
from pawnstorm.server.storage.reading import Listed, open_reader
from pawnstorm.server.table.records import record_text
from pawnstorm.server.table.table import Table
from pawnstorm.server.upkeep.checking import rebuilt, state_of

LIST = "tables.jsonl"
RECORDS = "records"


def export(address: str, folder: Path) -> tuple[int, list[str]]:
    """Write a new folder; returns how many records it has, and a sentence for each table that could not be written.

    What is secret in a match that is under way is left out of its record, as it is for everybody who watches.
    """
    if folder.exists():
        raise UsageError(f"{folder} exists, so nothing is written there")
    draft = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        (draft / RECORDS).mkdir(parents=True)
        found = _write(address, draft)
        draft.rename(folder)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return found


def _write(address: str, folder: Path) -> tuple[int, list[str]]:
    records, faults = 0, []
    with open_reader(address) as reader, (folder / LIST).open("w", encoding="utf-8") as lines:
        key = reader.secret_key()
        if not key:
            raise UsageError("the database has no key to sign records with; start the server on it once")
        signer = Signer(key)
        for listed, found in rebuilt(reader):
            if not isinstance(found, Table):
                faults.append(f"table {listed.id}: {found}")
                continue
            lines.write(json.dumps(_line(listed, found), ensure_ascii=False) + "\n")
            if found.match is not None:
                file = folder / RECORDS / listed.game / f"{listed.id}.rec"
                file.parent.mkdir(exist_ok=True)
                file.write_text(record_text(found, SPECTATOR, signer), encoding="utf-8")
                records += 1
    return records, faults


def _line(listed: Listed, table: Table) -> dict[str, Any]:
    """One table of the list; times are in seconds since 1970."""
    match = table.match
    return {
        "table": listed.id,
        "game": listed.game,
        "rules_version": table.setup.rules,
        "options": dict(table.setup.options),
        "map": table.setup.map,
        "made": listed.made // 1000,
        "used": listed.used // 1000,
        "state": state_of(table),
        "seats": [{"name": seat.name, "kind": seat.kind, "player": seat.program} for seat in table.seats],
        "orders": len(match.steps) - 1 if match else 0,
        "record": f"{RECORDS}/{listed.game}/{listed.id}.rec" if match else "",
    }
