"""Following: tables in memory keep up with what other processes on the same database store."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from pawnstorm.server import logs
from pawnstorm.server.storage.notices import Changed, Muted, Notice, Watched
from pawnstorm.server.table.live import LiveTable

_SETTLE_SECONDS = 60.0
"""How long the watchers of a table are left alone after they have been sent to another process. Behind a proxy that
does not send all sockets of a table to one process they would otherwise be sent to and fro."""
ALL = 2**31 - 1
"""A revision beyond every other: read whatever there is."""


class Following:
    """What the tables of one process do when another process speaks."""

    def __init__(
        self, process: str, live: Mapping[str, LiveTable], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._process = process
        self._live = live
        self._clock = clock
        # The newest revision that was heard of while a table was being read.
        self._loading: dict[str, int] = {}
        # When the watchers of a table were sent elsewhere.
        self._moved: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def loading(self, table: str) -> None:
        """A table is being read; what is heard of it meanwhile is kept."""
        self._loading[table] = -1

    def loaded(self, table: str) -> None:
        """A table has been read, or could not be."""
        rev = self._loading.pop(table, -1)
        live = self._live.get(table)
        if live is not None and rev >= 0:
            live.newest = rev

    def heard(self, process: str, notices: Sequence[Notice]) -> None:
        """Another process, or this one, has said something."""
        for notice in notices:
            if isinstance(notice, Watched):
                self._watched_in(process, notice.table)
            elif process != self._process and isinstance(notice, Changed | Muted):
                self._changed(notice)

    def catch_up(self) -> None:
        """Notices may have been missed: read the logs of all tables in memory."""
        for live in self._live.values():
            live.said_watched = True
        for table in [*self._live, *self._loading]:
            self._changed(Changed(table, ALL))
            self._changed(Muted(table))

    def _changed(self, notice: Changed | Muted) -> None:
        table = notice.table
        if table in self._loading and isinstance(notice, Changed):
            self._loading[table] = max(self._loading[table], notice.rev)
        live = self._live.get(table)
        if live is None:
            return
        if isinstance(notice, Muted):
            self._start(live.follow_mutes())
        elif notice.rev > live.table.rev:
            live.newest = max(live.newest, notice.rev)
            # Without watchers it is enough to read on when somebody comes.
            if live.watchers:
                self._start(live.follow())

    def _watched_in(self, process: str, table: str) -> None:
        """Where a watcher has just come is where the proxy sends the sockets of a table now: ours should go there too.

        Presence and the clocks of reactions are known only to the process of a socket. All processes hear this in the
        same order, so that of two processes that speak at once the last one gets all sockets.
        """
        live = self._live.get(table)
        if live is None:
            return
        if process == self._process:
            live.said_watched = True
            return
        now = self._clock()
        if live.watchers and live.said_watched and now - self._moved.get(table, -_SETTLE_SECONDS) >= _SETTLE_SECONDS:
            self._moved = {key: at for key, at in self._moved.items() if now - at < _SETTLE_SECONDS} | {table: now}
            logs.event("watchers sent to another process", table=logs.short(table))
            live.watchers.drop_all()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
