"""Hears what other processes say on the same PostgreSQL database."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from sqlalchemy.engine import URL

from pawnstorm.server import logs
from pawnstorm.server.storage.database import CONNECTING
from pawnstorm.server.storage.notices import CHANNEL, Notice, read

NAME = "pawnstorm-listener"
"""The name of its connection in PostgreSQL's list of activities."""
_RETRY_SECONDS = 0.2


class Listener:
    """A connection that listens, and is made again when it is lost.

    `heard` is called with what a process has said, be it this one or another. `regained` is called whenever a
    connection begins to listen: what was said before that was missed.
    """

    def __init__(self, url: URL, heard: Callable[[str, Sequence[Notice]], None], regained: Callable[[], None]) -> None:
        query = {"application_name": NAME, **{name: str(value) for name, value in CONNECTING.items()}}
        named = url.set(drivername="postgresql").update_query_dict(query)
        self._address = named.render_as_string(hide_password=False)
        self._heard = heard
        self._regained = regained
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    @property
    def listening(self) -> bool:
        """Whether the others are heard at present."""
        return self._listening.is_set()

    async def start(self) -> None:
        """Start, and wait until the others are heard."""
        self._task = asyncio.create_task(self._run())
        await self._listening.wait()

    async def stop(self) -> None:
        """Close the connection."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        import psycopg

        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                if self.listening:
                    logs.failure("listening failed", why=type(error).__name__)
            self._listening.clear()
            await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self) -> None:
        from psycopg import AsyncConnection

        async with await AsyncConnection.connect(self._address, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._listening.set()
            self._regained()
            async for notify in connection.notifies():
                self._heard(*read(notify.payload))
