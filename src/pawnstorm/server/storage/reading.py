"""Reading a database while a server may be writing to it: everything that is read belongs to one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import quote

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

from pawnstorm.core.errors import UsageError
from pawnstorm.server.storage.database import (
    ENTRIES,
    HEAD,
    KEYS,
    TABLES,
    database_file,
    explained,
    open_engine,
    version_of,
)
from pawnstorm.server.storage.entries import Entry
from pawnstorm.server.storage.store import PAGE, StorageFailed, read_page

_PORTION = 1000


class Listed(NamedTuple):
    """A table as the database lists it; its times are in milliseconds."""

    id: str
    game: str
    made: int
    used: int


class Unreadable(Exception):
    """A log has a gap, or an entry that is not one."""


class Reader:
    """What a database holds."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def faults(self) -> list[str]:
        """What the database itself finds wrong in its file; PostgreSQL watches over its own."""
        if self._connection.dialect.name != "sqlite":
            return []
        said = [str(row[0]) for row in self._connection.exec_driver_sql("PRAGMA integrity_check")]
        orphans = self._connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return [line for line in said if line != "ok"] + [f"a row of {row[0]} belongs to no table" for row in orphans]

    def tables(self) -> Iterator[Listed]:
        """Every table, in the order of their ids."""
        used = sa.select(sa.func.max(ENTRIES.c.at)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
        query = sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.made, used).order_by(TABLES.c.id).limit(_PORTION)
        last = ""
        while portion := self._connection.execute(query.where(TABLES.c.id > last)).all():
            for table, game, made, at in portion:
                yield Listed(table, game, made, at or made)
            last = portion[-1][0]

    def log(self, table: str) -> list[Entry]:
        """The entries of a table; `Unreadable` says what is wrong with them."""
        found: list[Entry] = []
        try:
            while True:
                page = read_page(self._connection, table, len(found) - 1)
                found += page
                if len(page) < PAGE:
                    return found
        except (StorageFailed, msgspec.MsgspecError) as error:
            raise Unreadable(str(error)) from None

    def secret_key(self) -> bytes:
        """The key with which records are signed; empty if the server has none yet."""
        if not sa.inspect(self._connection).has_table(KEYS.name):
            return b""
        return bytes.fromhex(self._connection.execute(sa.select(KEYS.c.secret)).scalar() or "")


@contextmanager
def open_reader(address: str) -> Iterator[Reader]:
    """A reader of a database; a `UsageError` says why it cannot be read."""
    with reading(address) as connection:
        yield Reader(connection)


@contextmanager
def reading(address: str) -> Iterator[sa.Connection]:
    """A connection that sees one moment of a database and changes nothing; a `UsageError` says why there is none."""
    engine = _open_to_read(address)
    try:
        with explained(engine), engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(isolation_level="REPEATABLE READ")
            _check_version(connection, address)
            yield connection
    finally:
        engine.dispose()


def _open_to_read(address: str) -> sa.Engine:
    file = database_file(make_url(address)) if "://" in address else None
    if file is None:
        return open_engine(address)
    if not file.is_file():
        raise UsageError(f"there is no database {file}")
    url = f"sqlite:///file:{quote(str(file.resolve()))}?mode=ro&uri=true"
    return sa.create_engine(url, poolclass=StaticPool)


def _check_version(connection: sa.Connection, address: str) -> None:
    found = version_of(connection)
    name = database_file(make_url(address)) or "the database"
    if not found:
        raise UsageError(f"{name} holds no tables of a Pawnstorm server")
    if found > HEAD:
        raise UsageError(f"{name} is of version {found}, made by a newer Pawnstorm; this one knows {HEAD}")
