"""`pawnstorm`, but the secrets of a table follow from its maker's seed: the same seed gives the same dice.

Tables made by a page are pledged before their seed is known, and are not changed.
"""

import hashlib
from contextvars import ContextVar

from pawnstorm.cli.main import main
from pawnstorm.server.guests import Guest, new_seed, new_table_id
from pawnstorm.server.table import lobby
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.wire.tables import NewTable

SEED = ContextVar("SEED", default="")
"""The seed of the table that is being made."""

really_make = lobby.Lobby.make


async def make(self: lobby.Lobby, guest: Guest, request: NewTable) -> LiveTable:
    """A new table for a guest."""
    SEED.set(request.seed)
    return await really_make(self, guest, request)


def derived(purpose: str) -> str:
    """A secret that follows from the maker's seed."""
    return hashlib.sha256(f"{purpose}|{SEED.get()}".encode()).hexdigest()


if __name__ == "__main__":
    lobby.Lobby.make = make  # type: ignore[method-assign]
    lobby.new_table_id = lambda: derived("table")[:22] if SEED.get() else new_table_id()
    lobby.new_seed = lambda: derived("server") if SEED.get() else new_seed()
    main()
