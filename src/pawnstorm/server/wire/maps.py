"""Maps and campaigns on the wire."""

from typing import Annotated, Literal

from msgspec import Meta, field

from pawnstorm.core.view import View
from pawnstorm.server.wire.base import Incoming, Name, Outgoing, Seed

StationState = Literal["won", "open", "locked"]
"""Whether a guest has won a map of a campaign, may play it, or must win others first."""


class MapInfo(Outgoing):
    """A map with its first position as a spectator sees it.

    `settles` are the options that the map decides, `station` is its place in the campaign, 0 if it has none.
    """

    key: str
    title: str
    about: str
    seats: list[str]
    settles: dict[str, str]
    station: int
    view: View


class MapsInfo(Outgoing):
    """GET /api/games/{game}/maps: the maps that a table may be played on."""

    game: str
    title: str
    maps: list[MapInfo]


class StationInfo(Outgoing):
    """A map of a campaign and whether the asker has won it or may play it."""

    key: str
    title: str
    about: str
    state: StationState


class CampaignInfo(Outgoing):
    """GET /api/games/{game}/campaign: the maps in their order and how far the asker has come.

    `due` is the next map to win, empty after the last one; `table` is the asker's present table for it, and `tries`
    counts the tables made for it.
    """

    game: str
    title: str
    stations: list[StationInfo]
    due: str
    table: str
    begun: bool
    tries: int
    player: str
    options: dict[str, str]


class CampaignRequest(Incoming):
    """POST /api/games/{game}/campaign: a table for the due map, or for one that has been won.

    `options` count only when a campaign begins, for the first time or after a `restart`. `player` is the opponent:
    empty for the usual one, whose level grows from map to map; absent for the same as before.
    """

    map: Name = ""
    player: Name | None = None
    options: Annotated[dict[Name, Name], Meta(max_length=64)] = field(default_factory=dict)
    restart: bool = False
    seed: Seed = ""
    pledge: Name = ""
