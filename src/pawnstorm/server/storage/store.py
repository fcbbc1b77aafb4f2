"""Storage: one thread owns the database, commits everything that is waiting in one transaction, and then answers.

The tables of the server do not wait for each other's commits: while one group is committed, the next one gathers.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from pawnstorm.core.errors import UsageError
from pawnstorm.server.storage.checkpoints import Checkpointer
from pawnstorm.server.storage.database import ENTRIES, MUTES, TABLES, migrate, open_engine, secret_key
from pawnstorm.server.storage.entries import Advanced, CampaignTable, Entry, Made, decode, encode

Value = TypeVar("Value")

_LOG = sa.select(ENTRIES.c.rev, ENTRIES.c.body).order_by(ENTRIES.c.rev)
_LARGEST_GROUP = 1000


class StorageFailed(Exception):
    """The database did not accept a change or a query."""


class Conflict(StorageFailed):
    """Another writer has already stored this revision."""


@dataclass
class Batch:
    """Rows that belong together: all of them are stored, or none."""

    tables: list[dict[str, Any]] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)

    def add(self, table: str, rev: int, entries: Sequence[Entry]) -> "Batch":
        """Add the next entries of a table, which is new if `rev` is 0."""
        now = int(time.time() * 1000)
        for number, entry in enumerate(entries, rev):
            if isinstance(entry, Made):
                self.tables.append({"id": table, "game": entry.game, "maker": entry.maker, "made": now})
            self.entries.append({"table_id": table, "rev": number, "at": now, "body": encode(entry)})
        return self


@dataclass
class _Task:
    """Something for the thread to do, and the future of the one who waits for it."""

    work: Batch | Callable[[sa.Connection], Any]
    future: "asyncio.Future[Any]"
    result: Any = None
    error: Exception | None = None


class _Insert:
    """An INSERT compiled once for the driver: compiling and caching cost more than the insertion itself."""

    def __init__(self, table: sa.Table, dialect: sa.Dialect) -> None:
        compiled = sa.insert(table).compile(dialect=dialect)
        self._text = str(compiled)
        self._row: Callable[[dict[str, Any]], Any] = itemgetter(*compiled.positiontup) if compiled.positiontup else dict

    def run(self, cursor: DBAPICursor, rows: list[dict[str, Any]]) -> None:
        """Insert rows, if there are any."""
        if rows:
            cursor.executemany(self._text, [self._row(row) for row in rows])


class Store:
    """The log of every table, behind one writer thread."""

    def __init__(self, address: str, fsync: bool = False) -> None:
        self.engine = open_engine(address, fsync)
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._insert_tables = _Insert(TABLES, self.engine.dialect)
        self._insert_entries = _Insert(ENTRIES, self.engine.dialect)
        self._writer: PoolProxiedConnection | None = None
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._checkpointer = Checkpointer(self.engine)
        self.secret_key = b""
        """The key with which records are signed, once the store is open."""

    @property
    def kind(self) -> str:
        """sqlite or postgresql."""
        return self.engine.dialect.name

    def prepare(self) -> None:
        """Bring the database up to date before anything else starts; a `UsageError` says why it cannot be used."""
        try:
            migrate(self.engine)
            secret_key(self.engine)
        except sa.exc.SQLAlchemyError as error:
            where = self.engine.url.render_as_string(hide_password=True)
            reason = str(getattr(error, "orig", None) or type(error).__name__).partition("\n")[0]
            raise UsageError(f"the database {where} cannot be used: {reason}") from None

    async def open(self) -> None:
        """Bring the database up to date and start the thread."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(migrate, self.engine)
        self.secret_key = await asyncio.to_thread(secret_key, self.engine)
        self._thread.start()
        self._checkpointer.start()

    async def close(self) -> None:
        """Commit everything that waits, then stop."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._checkpointer.stop)
        self.engine.dispose()

    def write(self, batch: Batch) -> "asyncio.Future[None]":
        """Store a batch; the future is done when it is committed."""
        return self._submit(batch)

    def _query(self, work: Callable[[sa.Connection], Value]) -> "asyncio.Future[Value]":
        """Run a query."""
        return self._submit(work)

    def log(self, table: str, after: int = -1) -> "asyncio.Future[list[Entry]]":
        """The entries of a table beyond a revision; empty if there is no such table."""
        return self._query(lambda connection: _read_log(connection, table, after))

    def save_mutes(self, table: str, muted: Sequence[Collection[str]]) -> "asyncio.Future[None]":
        """Store which windows each seat of a table has muted."""
        rows = [{"table_id": table, "seat": seat, "window": one} for seat, found in enumerate(muted) for one in found]
        return self._query(lambda connection: _write_mutes(connection, table, rows))

    def mutes(self, table: str) -> "asyncio.Future[list[tuple[int, str]]]":
        """The seats and windows that are muted at a table."""
        query = sa.select(MUTES.c.seat, MUTES.c.window).where(MUTES.c.table_id == table)
        return self._query(lambda connection: [(seat, window) for seat, window in connection.execute(query)])

    def count_made(self, maker: str, since: int) -> "asyncio.Future[int]":
        """How many tables a guest has made since a moment."""
        query = sa.select(sa.func.count()).where(TABLES.c.maker == maker, TABLES.c.made >= since)
        return self._query(lambda connection: int(connection.execute(query).scalar_one()))

    def campaign_tables(self, maker: str, game: str) -> "asyncio.Future[list[CampaignTable]]":
        """The tables of a guest's campaigns of a game, the newest first."""
        return self._query(lambda connection: _read_campaign_tables(connection, maker, game))

    def check(self) -> "asyncio.Future[int]":
        """A trivial query, for the health endpoint."""
        return self._query(lambda connection: int(connection.execute(sa.select(1)).scalar_one()))

    def _submit(self, work: Any) -> "asyncio.Future[Any]":
        if self._loop is None:
            raise StorageFailed("the store is not open")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._queue.put(_Task(work, future))
        return future

    def _run(self) -> None:
        going = True
        while going:
            tasks, going = self._gather()
            batches = [task for task in tasks if isinstance(task.work, Batch)]
            if batches:
                self._write_group(batches)
            for task in tasks:
                if not isinstance(task.work, Batch):
                    self._read(task, task.work)
            if self._loop is not None and tasks:
                self._loop.call_soon_threadsafe(_settle, tasks)

    def _gather(self) -> tuple[list[_Task], bool]:
        """Everything that waits, at least one task; False once the store is told to stop."""
        tasks: list[_Task] = []
        item = self._queue.get()
        while item is not None:
            tasks.append(item)
            try:
                if len(tasks) == _LARGEST_GROUP:
                    break
                item = self._queue.get_nowait()
            except Empty:
                break
        return tasks, item is not None

    def _write_group(self, tasks: list[_Task]) -> None:
        """One transaction for all; if it fails, one for each, so that one bad batch does not spoil the others."""
        try:
            self._commit([task.work for task in tasks if isinstance(task.work, Batch)])
        except Exception as error:
            if len(tasks) == 1:
                tasks[0].error = self._explained(error)
                return
            for task in tasks:
                self._write_group([task])

    def _commit(self, batches: list[Batch]) -> None:
        """One transaction, on a connection of the driver that stays open: most groups are a single order."""
        if self._writer is None:
            self._writer = self.engine.raw_connection()
        writer = self._writer
        try:
            cursor = writer.cursor()
            self._insert_tables.run(cursor, [row for batch in batches for row in batch.tables])
            self._insert_entries.run(cursor, [row for batch in batches for row in batch.entries])
            writer.commit()
        except BaseException:
            self._writer = None
            # Going back to the pool rolls back the transaction; a broken connection is replaced there.
            writer.close()
            raise

    def _read(self, task: _Task, work: Callable[[sa.Connection], Any]) -> None:
        try:
            with self.engine.connect() as connection:
                task.result = work(connection)
        except Exception as error:
            task.error = self._explained(error)

    def _explained(self, error: Exception) -> StorageFailed:
        # Only the kind of the error is kept: a database's message quotes the row, and rows contain secrets.
        kind = Conflict if isinstance(error, self.engine.dialect.loaded_dbapi.IntegrityError) else StorageFailed
        return kind(type(error).__name__)


def _settle(tasks: list[_Task]) -> None:
    for task in tasks:
        if task.future.done():
            continue
        if task.error is not None:
            task.future.set_exception(task.error)
        else:
            task.future.set_result(task.result)


def _write_mutes(connection: sa.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    connection.execute(sa.delete(MUTES).where(MUTES.c.table_id == table))
    if rows:
        connection.execute(sa.insert(MUTES), rows)
    connection.commit()


def _read_log(connection: sa.Connection, table: str, after: int) -> list[Entry]:
    rows = connection.execute(_LOG.where(ENTRIES.c.table_id == table, ENTRIES.c.rev > after)).all()
    for expected, (rev, _) in enumerate(rows, after + 1):
        if rev != expected:
            raise StorageFailed(f"entry {expected} is missing")
    return [decode(body) for _, body in rows]


def _read_campaign_tables(connection: sa.Connection, maker: str, game: str) -> list[CampaignTable]:
    # Only two kinds of entries are read. A quotation mark within a text is escaped, so no other entry matches.
    wanted = ENTRIES.c.body.like('{"k":"made"%"campaign":"%') | ENTRIES.c.body.like('{"k":"advanced"%')
    query = (
        sa.select(TABLES.c.id, ENTRIES.c.body)
        .join(ENTRIES, ENTRIES.c.table_id == TABLES.c.id)
        .where(TABLES.c.maker == maker, TABLES.c.game == game, wanted)
        .order_by(TABLES.c.made.desc(), TABLES.c.id, ENTRIES.c.rev)
    )
    found: dict[str, list[Entry]] = {}
    for table, body in connection.execute(query):
        found.setdefault(table, []).append(decode(body))
    return [
        CampaignTable(table, first, tuple(entry for entry in rest if isinstance(entry, Advanced)))
        for table, (first, *rest) in found.items()
        if isinstance(first, Made)
    ]
