"""Checkpoints of SQLite: a thread of its own copies the journal into the database file.

SQLite would otherwise do that within a commit now and then, and every order in that commit would wait for it.
"""

import contextlib
import sqlite3
import threading

import sqlalchemy as sa

_SECONDS = 20.0
_LARGE = 256 * 1024 * 1024
"""A journal of this many bytes is started again from its beginning, although writers have to wait for that."""


class Checkpointer:
    """Copies the journal every few seconds; does nothing for other databases and for one in memory."""

    def __init__(self, engine: sa.Engine, seconds: float = _SECONDS) -> None:
        name = engine.url.database
        self._file = name if engine.dialect.name == "sqlite" and name and name != ":memory:" else None
        self._seconds = seconds
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpointer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        if self._file:
            self._thread.start()

    def stop(self) -> None:
        """Stop the thread after its present checkpoint."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        assert self._file
        connection = sqlite3.connect(self._file, isolation_level=None)
        pages = _LARGE // int(connection.execute("PRAGMA page_size").fetchone()[0])
        # The first one at once: a server that was killed may have left a long journal.
        _checkpoint(connection, pages)
        while not self._stopped.wait(self._seconds):
            _checkpoint(connection, pages)
        connection.close()


def _checkpoint(connection: sqlite3.Connection, most_pages: int) -> None:
    # If it fails, nothing is lost: the journal grows until the next time, and in the end a commit copies it.
    with contextlib.suppress(sqlite3.Error):
        _, journal, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if journal > most_pages:
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
