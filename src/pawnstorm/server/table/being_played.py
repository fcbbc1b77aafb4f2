"""The positions that people play each other at now, so that nobody gets help with them by posting a record."""

import re
from collections import OrderedDict

from pawnstorm.server.table.table import Table

_MOST = 50_000
_COMMON = 4
"""The first positions of a game are in very many records, so they do not count."""
_GAME = re.compile(r"^game:[ \t]*([^\s]+)", re.MULTILINE)

Place = tuple[str, int]
"""A game, and the key of a position."""


class BeingPlayed:
    """The present positions of all tables at which people play each other and have not agreed to hints.

    A table that leaves the memory stays here, because its players can come back. Nothing is kept over a restart.
    """

    def __init__(self) -> None:
        self._places: OrderedDict[str, Place] = OrderedDict()

    def note(self, table: Table) -> None:
        """The position of a table has changed."""
        match, session = table.match, table.session
        self._places.pop(table.id, None)
        if match is None or table.over or session.may_have_hints(table.made.hints) or len(match.steps) <= _COMMON:
            return
        self._places[table.id] = table.game.key, int(match.state.key())
        if len(self._places) > _MOST:
            self._places.popitem(last=False)

    def keys(self, record: str) -> list[int]:
        """The keys of all positions that are being played of the game that a record names."""
        game = _GAME.search(record)
        return [key for named, key in self._places.values() if game and named == game[1]]
