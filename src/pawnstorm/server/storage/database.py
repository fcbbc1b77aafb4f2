"""The database, its tables, and their migrations."""

import contextlib
import secrets
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import StaticPool

from pawnstorm.core.errors import NotInstalled, UsageError

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("maker", sa.String(64), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Index("tables_by_maker", "maker", "made"),
)
"""One row for each table, to count them; everything else about a table is in its entries."""

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("rev", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
"""The logs. The primary key lets only one writer take a revision."""

MUTES = sa.Table(
    "mutes",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("window", sa.String(64), primary_key=True),
)
"""The reactions that players do not want to be asked for. They are not entries, because a revision is public."""

KEYS = sa.Table(
    "keys",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.String(64), nullable=False),
)
"""The secret key with which records are signed, in hexadecimal: one row, with the id 1."""

PLEDGES = sa.Table(
    "pledges",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("server_seed", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""Tables that are not made yet: the server has bound itself to their dice, until a moment in milliseconds."""

HEAD = "0004"
"""The newest migration."""

VERSION_TABLE = "alembic_version"
_KEY_BYTES = 32
_MIGRATION_LOCK = "SELECT pg_advisory_xact_lock(35, 1)"
"""Several processes may start on an empty PostgreSQL database at once: one migrates it, the others wait."""
_TIMES = ("lock_timeout = '2s'", "idle_in_transaction_session_timeout = '3s'")
"""A process that stops in the middle of a commit must not keep the others waiting."""
_KEEPALIVES = {"keepalives_idle": 3, "keepalives_interval": 2, "keepalives_count": 3}
"""When a machine has silently gone, its connections are closed within ten seconds. PostgreSQL is told the same, because
it keeps the claims of a connection until then."""
CONNECTING: dict[str, int] = {"connect_timeout": 5, "tcp_user_timeout": 9000, **_KEEPALIVES}
"""How every connection to PostgreSQL is made."""
_PRIVATE = 0o600
"""The rights to the file of a database: its owner alone may read and write it."""
_PRAGMAS = ("journal_mode=WAL", "foreign_keys=ON", "busy_timeout=5000", "wal_autocheckpoint=20000")
"""The journal is copied in the background (`Checkpointer`); 20,000 pages are a reserve in case that fails."""


def open_engine(address: str, fsync: bool = False) -> sa.Engine:
    """An engine for a database address; a `UsageError` says what is wrong with it.

    A commit always survives the end of the process. With `fsync` SQLite also waits for the disk, so that it survives a
    power failure; PostgreSQL has its own settings for that.
    """
    try:
        url = make_url(address)
    except sa.exc.ArgumentError:
        raise UsageError(
            f"'{address}' is not a database address; write sqlite:///FILE or postgresql+psycopg://HOST/NAME"
        ) from None
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, fsync)
    if url.get_backend_name() != "postgresql":
        raise UsageError(f"the database may be sqlite or postgresql, not {url.get_backend_name()}")
    try:
        return _postgres(url)
    except ModuleNotFoundError:
        raise NotInstalled("PostgreSQL", "psycopg", "postgres") from None


def database_file(url: URL) -> Path | None:
    """The file of a SQLite database; an address of SQLite's own kind, `file:...?mode=...`, is left to SQLite."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return None if url.database == ":memory:" or url.database.startswith("file:") else Path(url.database)


def _sqlite(url: URL, fsync: bool) -> sa.Engine:
    file = database_file(url)
    if file:
        _make_folder(file.parent)
        _make_private(file)
    # One thread uses the engine, so one connection is enough; a database in memory would not survive a second one.
    engine = sa.create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
    pragmas = [*_PRAGMAS, f"synchronous={'FULL' if fsync else 'NORMAL'}"]
    sa.event.listen(engine, "connect", lambda connection, _record: _set(connection, pragmas))
    return engine


def _postgres(url: URL) -> sa.Engine:
    # One connection to write, one to read, one for claims.
    engine = sa.create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=3,
        max_overflow=0,
        connect_args=CONNECTING,
    )
    there = [f"tcp_{name} = {value}" for name, value in _KEEPALIVES.items()]
    sa.event.listen(engine, "connect", lambda connection, _record: _set_times(connection, [*_TIMES, *there]))
    return engine


def _set_times(connection: Any, settings: list[str]) -> None:
    for setting in settings:
        connection.execute(f"SET {setting}")
    connection.commit()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder {folder} of the database cannot be made: {error.strerror}") from None


def _make_private(file: Path) -> None:
    """Leave a file to its owner alone: it holds the server's key and the seeds of dice."""
    # SQLite says what is wrong with a bad path.
    with contextlib.suppress(OSError):
        file.touch(_PRIVATE)
        for part in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
            if part.exists():
                part.chmod(_PRIVATE)


def _set(connection: Any, pragmas: list[str]) -> None:
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}").close()


def migrate(engine: sa.Engine) -> None:
    """Bring the database up to date. Alembic is only loaded if there is something to do."""
    with engine.connect() as connection:
        found = version_of(connection)
    if found == HEAD:
        return
    if found and found > HEAD:
        raise UsageError(f"the database is of version {found}, made by a newer Pawnstorm; this one knows {HEAD}")
    _upgrade(engine)


def version_of(connection: sa.Connection) -> str:
    """The version of a database; empty if it has no tables of ours."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return ""
    return str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or "")


def secret_key(engine: sa.Engine) -> bytes:
    """The secret key of the server. The first process on a database makes it, all others get the same."""
    query = sa.select(KEYS.c.secret).where(KEYS.c.id == 1)
    insert = sa.text("INSERT INTO keys (id, secret) VALUES (1, :secret) ON CONFLICT DO NOTHING")
    with engine.begin() as connection:
        found = connection.execute(query).scalar()
        if found is None:
            connection.execute(insert, {"secret": secrets.token_hex(_KEY_BYTES)})
            found = connection.execute(query).scalar_one()
    try:
        key = bytes.fromhex(found)
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise UsageError("the key in the database is damaged: it should be 64 hexadecimal digits")
    return key


def alembic_config() -> Any:
    """Alembic's settings; it finds its scripts inside the package."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("pawnstorm.server.storage") / "migrations"))
    return config


def _upgrade(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(_MIGRATION_LOCK)
        upgrade(connection, "head")


def upgrade(connection: sa.Connection, version: str) -> None:
    """Run the migrations up to a version."""
    from alembic import command

    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)


@contextlib.contextmanager
def explained(engine: sa.Engine) -> Iterator[None]:
    """Turns an error of the database into a `UsageError` that says why it cannot be used."""
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        where = engine.url.render_as_string(hide_password=True)
        reason = str(getattr(error, "orig", None) or type(error).__name__).partition("\n")[0]
        raise UsageError(f"the database {where} cannot be used: {reason}") from None
