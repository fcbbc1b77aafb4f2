"""Storage: one thread owns the database, commits everything that is waiting in one transaction, and then answers.

The tables of the server do not wait for each other's commits: while one group is committed, the next one gathers.
"""

import asyncio
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from pawnstorm.server import metrics
from pawnstorm.server.storage import pledges, retention
from pawnstorm.server.storage.checkpoints import Checkpointer
from pawnstorm.server.storage.claims import Claims
from pawnstorm.server.storage.database import (
    ENTRIES,
    MUTES,
    PLEDGES,
    TABLES,
    database_file,
    explained,
    migrate,
    open_engine,
    secret_key,
)
from pawnstorm.server.storage.entries import Advanced, CampaignTable, Entry, Made, decode, encode
from pawnstorm.server.storage.file_lock import FileLock
from pawnstorm.server.storage.listener import Listener
from pawnstorm.server.storage.notices import CHANNEL, Changed, Muted, Notice, payloads

Value = TypeVar("Value")

_LOG = sa.select(ENTRIES.c.rev, ENTRIES.c.body).order_by(ENTRIES.c.rev)
_LARGEST_GROUP = 1000
_PROBE, _PROBE_UNTIL = "health", 1000
PAGE = 500
"""How many entries are read at once."""


class StorageFailed(Exception):
    """The database did not accept a change or a query."""


class Conflict(StorageFailed):
    """Another writer has already stored this revision."""


class Unsure(StorageFailed):
    """The connection to the database was lost, so nobody knows yet whether the change was stored."""


class _Lost(Exception):
    """The connection to the database was lost, or there is none."""


@dataclass
class Batch:
    """Rows that belong together: all of them are stored, or none."""

    tables: list[dict[str, Any]] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    """What the other processes are told besides."""

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
    """The log of every table, behind one writer thread.

    Several processes may share a PostgreSQL database. Then every group of entries tells the others, within its own
    transaction, which tables have changed.
    """

    def __init__(self, address: str, fsync: bool = False) -> None:
        self.engine = open_engine(address, fsync)
        self.process = secrets.token_hex(4)
        """The name of this process among those that share the database."""
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._insert_tables = _Insert(TABLES, self.engine.dialect)
        self._insert_entries = _Insert(ENTRIES, self.engine.dialect)
        self._writer: PoolProxiedConnection | None = None
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._checkpointer = Checkpointer(self.engine)
        self._claims = Claims(self.engine)
        self._listener: Listener | None = None
        file = database_file(self.engine.url)
        self._lock = FileLock(file) if file else None
        self.secret_key = b""
        """The key with which records are signed, once the store is open."""

    @property
    def kind(self) -> str:
        """sqlite or postgresql."""
        return self.engine.dialect.name

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the database."""
        return self.kind == "postgresql"

    def prepare(self) -> None:
        """Bring the database up to date before anything else starts; a `UsageError` says why it cannot be used."""
        if self._lock:
            self._lock.take()
        with explained(self.engine):
            migrate(self.engine)
            secret_key(self.engine)

    async def open(self) -> None:
        """Bring the database up to date and start the thread."""
        self._loop = asyncio.get_running_loop()
        if self._lock:
            self._lock.take()
        await asyncio.to_thread(migrate, self.engine)
        self.secret_key = await asyncio.to_thread(secret_key, self.engine)
        self._thread.start()
        self._checkpointer.start()

    async def close(self) -> None:
        """Commit everything that waits, then stop."""
        if self._listener:
            await self._listener.stop()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._checkpointer.stop)
        self._claims.forget()
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()
        if self._lock:
            self._lock.free()

    # ---- other processes --------------------------------------------------------------------------------------

    async def listen(self, heard: Callable[[str, Sequence[Notice]], None], regained: Callable[[], None]) -> None:
        """Hear what all processes say, this one included; does nothing if there can be no others."""
        if self.shared:
            self._listener = Listener(self.engine.url, heard, regained)
            await self._listener.start()

    def tell(self, notice: Notice) -> None:
        """Tell the other processes something, if there can be any. It does not matter if it gets lost."""
        if self.shared:
            self._submit(Batch(notices=[notice])).add_done_callback(_ignore)

    async def claim(self, table: str) -> bool:
        """Whether this process may think about a table; then it must `free` it. False if another one does."""
        if not self.shared:
            return True
        try:
            return await self._query(lambda _: self._claims.take(table))
        except asyncio.CancelledError:
            # The thread may be about to claim it.
            self.free(table)
            raise

    def free(self, table: str) -> None:
        """This process does not think about a table any more."""
        if self.shared and self._thread.is_alive():
            self._query(lambda _: self._claims.free(table)).add_done_callback(_ignore)

    # ---- reading and writing ----------------------------------------------------------------------------------

    def write(self, batch: Batch) -> "asyncio.Future[None]":
        """Store a batch; the future is done when it is committed."""
        return self._submit(batch)

    def _query(self, work: Callable[[sa.Connection], Value]) -> "asyncio.Future[Value]":
        """Run a query."""
        return self._submit(work)

    async def log(self, table: str, after: int = -1) -> list[Entry]:
        """The entries of a table beyond a revision; empty if there is no such table.

        A long log is read page by page, so that no order of another table waits for it.
        """
        found: list[Entry] = []
        while True:
            page = await self._page(table, after + len(found))
            found += page
            if len(page) < PAGE:
                return found

    def _page(self, table: str, after: int) -> "asyncio.Future[list[Entry]]":
        return self._query(lambda connection: read_page(connection, table, after))

    def save_mutes(self, table: str, muted: Mapping[int, Collection[str]]) -> "asyncio.Future[None]":
        """Store which windows some seats of a table have muted."""
        rows = [{"table_id": table, "seat": seat, "window": one} for seat, found in muted.items() for one in found]
        said = self._payloads([Muted(table)])
        return self._query(lambda connection: _write_mutes(connection, table, list(muted), rows, said))

    def mutes(self, table: str) -> "asyncio.Future[list[tuple[int, str]]]":
        """The seats and windows that are muted at a table."""
        query = sa.select(MUTES.c.seat, MUTES.c.window).where(MUTES.c.table_id == table)
        return self._query(lambda connection: [(seat, window) for seat, window in connection.execute(query)])

    def keep_pledge(self, table: str, server_seed: str, now: int, until: int) -> "asyncio.Future[bool]":
        """Store the id and the secret seed of a table that is not made yet; False if too many are waiting."""
        return self._query(lambda connection: pledges.keep(connection, table, server_seed, now, until))

    def redeem_pledge(self, table: str, now: int) -> "asyncio.Future[str]":
        """The secret seed of a pledge, once; empty if there is none."""
        return self._query(lambda connection: pledges.redeem(connection, table, now))

    def count_made(self, maker: str, since: int) -> "asyncio.Future[int]":
        """How many tables a guest has made since a moment."""
        query = sa.select(sa.func.count()).where(TABLES.c.maker == maker, TABLES.c.made >= since)
        return self._query(lambda connection: int(connection.execute(query).scalar_one()))

    def campaign_tables(self, maker: str, game: str) -> "asyncio.Future[list[CampaignTable]]":
        """The tables of a guest's campaigns of a game, the newest first."""
        return self._query(lambda connection: _read_campaign_tables(connection, maker, game))

    def uses(self, after: str) -> "asyncio.Future[list[retention.Use]]":
        """The next few tables beyond an id, and when they were used last."""
        return self._query(lambda connection: retention.uses(connection, after))

    def played_since(self, maker: str, game: str, since: int) -> "asyncio.Future[bool]":
        """Whether anything has happened at any table that a guest has made for a game."""
        return self._query(lambda connection: retention.played_since(connection, maker, game, since))

    def delete(self, table: str, since: int) -> "asyncio.Future[bool]":
        """Delete a table and its log, unless something has happened at it since."""
        return self._query(lambda connection: retention.delete(connection, table, since))

    def size(self) -> "asyncio.Future[int]":
        """How many bytes the database takes."""
        return self._query(retention.size)

    def check(self) -> "asyncio.Future[None]":
        """Write a row, for the health endpoint: with a full disk reading still works."""
        return self._query(_write_probe)

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
            self._commit_again_if_lost([task.work for task in tasks if isinstance(task.work, Batch)])
        except _Lost as error:
            for task in tasks:
                task.error = Unsure(str(error))
        except Exception as error:
            if len(tasks) == 1:
                tasks[0].error = self._explained(error)
                return
            for task in tasks:
                self._write_group([task])

    def _commit_again_if_lost(self, batches: list[Batch]) -> None:
        """A second attempt on a new connection: if the first was committed after all, the second is a conflict."""
        try:
            self._commit(batches)
        except _Lost:
            self._commit(batches)

    def _commit(self, batches: list[Batch]) -> None:
        """One transaction, on a connection of the driver that stays open: most groups are a single order."""
        writer = self._writer = self._writer or self._connect()
        try:
            cursor = writer.cursor()
            self._insert_tables.run(cursor, [row for batch in batches for row in batch.tables])
            self._insert_entries.run(cursor, [row for batch in batches for row in batch.entries])
            for said in self._payloads(_notices_of(batches)):
                cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, said))
            with metrics.COMMIT_SECONDS.time():
                writer.commit()
        except BaseException as error:
            self._writer = None
            if self.shared and getattr(writer.driver_connection, "closed", False):
                writer.invalidate()
                self._forget_connections()
                raise _Lost(type(error).__name__) from None
            # Going back to the pool rolls back the transaction; a broken connection is replaced there.
            writer.close()
            raise

    def _connect(self) -> PoolProxiedConnection:
        try:
            return self.engine.raw_connection()
        except sa.exc.OperationalError as error:
            raise (_Lost(type(error).__name__) if self.shared else error) from None

    def _forget_connections(self) -> None:
        """The database has been restarted, perhaps: no other connection can be trusted."""
        self._claims.forget()
        self.engine.dispose()

    def _payloads(self, notices: Iterable[Notice]) -> list[str]:
        return list(payloads(self.process, notices)) if self.shared else []

    def _read(self, task: _Task, work: Callable[[sa.Connection], Any]) -> None:
        try:
            try:
                task.result = self._query_once(work)
            except sa.exc.DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                self._forget_connections()
                task.result = self._query_once(work)
        except Exception as error:
            task.error = self._explained(error)

    def _query_once(self, work: Callable[[sa.Connection], Value]) -> Value:
        with self.engine.connect() as connection:
            return work(connection)

    def _explained(self, error: Exception) -> StorageFailed:
        if isinstance(error, self.engine.dialect.loaded_dbapi.IntegrityError | sa.exc.IntegrityError):
            return Conflict(type(error).__name__)
        metrics.STORAGE_FAILURES.inc()
        return StorageFailed(reason_of(error))


def reason_of(error: Exception) -> str:
    """Why the database failed, for the log: kind and code, such as `OperationalError: SQLITE_FULL`.

    A message may quote the row, and rows contain secrets, so only the short ones of SQLite are passed on.
    """
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    text = str(cause) if isinstance(cause, sqlite3.OperationalError) else ""
    return ": ".join(filter(None, (type(cause).__name__, code, text[:200])))


def _notices_of(batches: list[Batch]) -> list[Notice]:
    """What a group tells the other processes: the newest revision of each table that existed before, and the rest."""
    heads = {row["table_id"]: row["rev"] for batch in batches for row in batch.entries}
    new = {row["id"] for batch in batches for row in batch.tables}
    changed: list[Notice] = [Changed(table, rev) for table, rev in heads.items() if table not in new]
    return changed + [notice for batch in batches for notice in batch.notices]


def _ignore(done: "asyncio.Future[Any]") -> None:
    """Read the error of a future that nobody waits for, so that it is not reported as never retrieved."""
    if not done.cancelled():
        done.exception()


def _settle(tasks: list[_Task]) -> None:
    for task in tasks:
        if task.future.done():
            continue
        if task.error is not None:
            task.future.set_exception(task.error)
        else:
            task.future.set_result(task.result)


def _write_probe(connection: sa.Connection) -> None:
    """A pledge of no table that is long over: whoever stores the next one deletes it."""
    row = {"table_id": _PROBE, "server_seed": "", "until": int(time.time() * 1000) % _PROBE_UNTIL}
    connection.execute(sa.delete(PLEDGES).where(PLEDGES.c.table_id == _PROBE))
    connection.execute(sa.insert(PLEDGES), row)
    connection.commit()


def _write_mutes(
    connection: sa.Connection, table: str, seats: list[int], rows: list[dict[str, Any]], said: list[str]
) -> None:
    connection.execute(sa.delete(MUTES).where(MUTES.c.table_id == table, MUTES.c.seat.in_(seats)))
    if rows:
        connection.execute(sa.insert(MUTES), rows)
    for payload in said:
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))
    connection.commit()


def read_page(connection: sa.Connection, table: str, after: int) -> list[Entry]:
    """The next entries of a table beyond a revision; `StorageFailed` if one is missing."""
    rows = connection.execute(_LOG.where(ENTRIES.c.table_id == table, ENTRIES.c.rev > after).limit(PAGE)).all()
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
