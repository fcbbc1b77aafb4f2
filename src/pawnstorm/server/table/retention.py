"""Tables that nobody uses any more are deleted, and no new ones are made once the database is as large as it may be."""

import asyncio
import contextlib
import time
from collections.abc import Container

from pawnstorm.server import logs
from pawnstorm.server.errors import ApiError
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.retention import Use
from pawnstorm.server.storage.store import StorageFailed, Store

_SWEEP_SECONDS = 3600.0
_BREATH_SECONDS = 0.1
"""Between two portions, so that orders never wait for a sweep."""
_MEASURE_SECONDS = 5.0
_DAY = 86_400_000
_CROWDED = 0.75
"""From this part of its quota on, tables without any order are deleted after a day."""


class Retention:
    """Keeps the database of a server within its bounds; `live` are the tables in memory, which it leaves alone."""

    def __init__(self, settings: Settings, store: Store, live: Container[str]) -> None:
        self._settings = settings
        self._store = store
        self._live = live
        self._size = 0
        self._measured = -_MEASURE_SECONDS
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Delete unused tables now and every hour."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop after the present table."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def check_room(self) -> None:
        """Refuse a new table if the database is full; games that have begun go on."""
        if await self._filled() >= 1.0:
            logs.failure("disk quota reached", bytes=self._size)
            raise ApiError(503, "full", "this server has no room for another table at present; try again tomorrow")

    async def sweep(self) -> int:
        """Go through all tables once; how many were deleted."""
        now = int(time.time() * 1000)
        unplayed_days = self._settings.keep_unplayed_days
        if unplayed_days and await self._filled() >= _CROWDED:
            unplayed_days = min(unplayed_days, 1.0)
        deleted, after = 0, ""
        while portion := await self._store.uses(after):
            for use in portion:
                days = self._settings.keep_days if use.played else unplayed_days
                since = now - int(days * _DAY)
                if days and use.used < since:
                    deleted += await self._delete(use, since)
            after = portion[-1].table
            await asyncio.sleep(_BREATH_SECONDS)
        if deleted:
            logs.event("unused tables deleted", tables=deleted)
        return deleted

    async def _delete(self, use: Use, since: int) -> bool:
        if use.table in self._live:
            return False
        # The won maps of a campaign are only in the logs of its tables, so these stay together.
        if use.campaign and await self._store.played_since(use.maker, use.game, since):
            return False
        with contextlib.suppress(StorageFailed):
            return await self._store.delete(use.table, since)
        return False

    async def _filled(self) -> float:
        """How much of its quota the database takes; 0 if it has none."""
        quota = self._settings.disk_quota
        if not quota:
            return 0.0
        now = time.monotonic()
        if now - self._measured >= _MEASURE_SECONDS:
            self._measured = now
            with contextlib.suppress(StorageFailed):
                self._size = await self._store.size()
        return self._size / quota

    async def _run(self) -> None:
        while True:
            try:
                await self.sweep()
            except StorageFailed as error:
                logs.failure("unused tables could not be deleted", why=str(error))
            await asyncio.sleep(_SWEEP_SECONDS)
