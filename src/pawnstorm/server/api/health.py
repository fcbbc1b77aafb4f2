"""Whether the server can store what happens. It is tried at most once a second, however many ask."""

import asyncio
from collections.abc import Callable
from time import monotonic

from pawnstorm.server import logs
from pawnstorm.server.storage.store import StorageFailed, Store

_FRESH_SECONDS = 1.0


class StorageHealth:
    """Tries to write, and remembers for a moment whether that worked."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._tried = -_FRESH_SECONDS
        self._why = ""
        self._trying = asyncio.Lock()

    async def why_not(self) -> str:
        """Why the storage does not work; empty if it does."""
        async with self._trying:
            if self._clock() - self._tried >= _FRESH_SECONDS:
                self._why = await self._try()
                self._tried = self._clock()
        return self._why

    async def _try(self) -> str:
        try:
            await self._store.check()
        except StorageFailed as error:
            logs.failure("storage failed", why=str(error))
            return str(error)
        return ""
