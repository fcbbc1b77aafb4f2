"""Backups: a whole database as one SQLite file, whatever kind it is of, taken while the server runs.

What is read belongs to one moment, and the copy is read again and compared before anybody relies on it. A backup may be
restored to either kind of database, so it also moves a server from one to the other.
"""

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from pawnstorm.core.errors import CheckFailed, UsageError
from pawnstorm.server.storage.database import (
    VERSION_TABLE,
    database_file,
    explained,
    migrate,
    open_engine,
    upgrade,
    version_of,
)
from pawnstorm.server.storage.reading import reading

_DRAFT = ".part"
_ROWS = 1000
_WRAP = 1 << 128


class Content(NamedTuple):
    """What a table holds: the number of its rows, and a sum of their hashes that does not depend on their order."""

    rows: int
    digest: int


Contents = dict[str, Content]
"""The same of all tables."""


def back_up(address: str, file: Path) -> Contents:
    """Write a database to a new file; a `UsageError` says why that cannot be done."""
    if file.exists():
        raise UsageError(f"{file} exists, so it is not overwritten")
    with reading(address) as source:
        return _into_new_file(source, file)


def restore(file: Path, address: str) -> Contents:
    """Write a backup to an empty database and bring it up to date; a `UsageError` says why that cannot be done."""
    with reading(f"sqlite:///{file}") as source:
        target = database_file(make_url(address)) if "://" in address else None
        if target is None:
            copied = _into_empty(source, address)
        elif target.exists():
            raise UsageError(f"{target} exists already; restore to another file, and put it in its place afterwards")
        else:
            copied = _into_new_file(source, target)
    engine = open_engine(address)
    with explained(engine):
        migrate(engine)
    engine.dispose()
    return copied


def _into_new_file(source: sa.Connection, file: Path) -> Contents:
    """Copy everything into a file that appears only when it is whole."""
    draft = file.with_name(file.name + _DRAFT)
    try:
        draft.unlink(missing_ok=True)
        copied = _into_empty(source, f"sqlite:///{draft}")
        draft.replace(file)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
    finally:
        for part in ("", "-wal", "-shm"):
            Path(f"{draft}{part}").unlink(missing_ok=True)
    return copied


def _into_empty(source: sa.Connection, address: str) -> Contents:
    engine = open_engine(address, fsync=True)
    try:
        with explained(engine):
            with engine.connect() as connection:
                if version_of(connection):
                    raise UsageError("the database holds the tables of a server already; restore to an empty one")
            # PostgreSQL takes back even the tables if the copy fails; a file is thrown away.
            with engine.begin() as target:
                upgrade(target, version_of(source))
                names = _tables(target)
                copied = _contents(source, names, target)
                if _contents(target, names) != copied:
                    raise CheckFailed("the copy differs from what was read, so it was not kept")
            if engine.dialect.name == "sqlite":
                # The journal goes into the file, so that it is the only one.
                with engine.connect() as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        engine.dispose()
    return copied


# ---- copying --------------------------------------------------------------------------------------------------


def _tables(connection: sa.Connection) -> list[str]:
    """The names of the tables, those that others refer to first."""
    found = sa.MetaData()
    found.reflect(connection)
    return [table.name for table in found.sorted_tables if table.name != VERSION_TABLE]


def _contents(connection: sa.Connection, names: list[str], target: sa.Connection | None = None) -> Contents:
    """Read all rows of some tables, and write them to a target if there is one."""
    found: Contents = {}
    for name in names:
        # As it is there: it may be that of an earlier version.
        table = sa.Table(name, sa.MetaData(), autoload_with=connection, resolve_fks=False)
        rows, digest = 0, 0
        result = connection.execution_options(yield_per=_ROWS).execute(sa.select(table)).mappings()
        for portion in result.partitions():
            values = [dict(row) for row in portion]
            if target is not None:
                target.execute(sa.insert(table), values)
            rows += len(values)
            digest = (digest + sum(map(_hash, values))) % _WRAP
        found[name] = Content(rows, digest)
    return found


def _hash(row: dict[str, Any]) -> int:
    return int.from_bytes(hashlib.sha256(repr(sorted(row.items())).encode()).digest()[:16], "big")
