"""Tidying up behind SQLite: its journal is copied into the database by a thread of its own.

SQLite would do that within a commit now and then, and everybody whose order is in that commit would wait for it.
"""

import contextlib
import sqlite3
import threading

import sqlalchemy as sa

_SECONDS = 20.0
_LARGE = 256 * 1024 * 1024
"""A journal of so many bytes is begun anew, though writers have to wait for that."""


class Tidier:
    """Copies the journal every few seconds; does nothing for other databases and for one in memory."""

    def __init__(self, engine: sa.Engine, seconds: float = _SECONDS) -> None:
        name = engine.url.database
        self._file = name if engine.dialect.name == "sqlite" and name and name != ":memory:" else None
        self._seconds = seconds
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tidier", daemon=True)

    def start(self) -> None:
        """Begin."""
        if self._file:
            self._thread.start()

    def stop(self) -> None:
        """End, after what is being done."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        assert self._file
        connection = sqlite3.connect(self._file, isolation_level=None)
        pages = _LARGE // int(connection.execute("PRAGMA page_size").fetchone()[0])
        # At once first: a server that was killed may have left a long journal.
        _tidy(connection, pages)
        while not self._ended.wait(self._seconds):
            _tidy(connection, pages)
        connection.close()


def _tidy(connection: sqlite3.Connection, most_pages: int) -> None:
    # If it fails nothing is lost: the journal grows until the next time, and in the end a commit copies it.
    with contextlib.suppress(sqlite3.Error):
        _, journal, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if journal > most_pages:
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
