"""Maps and campaigns on the wire, as `protocol` defines the rest."""

from typing import Annotated, Literal

from msgspec import Meta, field

from pawnstorm.core.view import View
from pawnstorm.server.wire.messages import Name, Reply, Seed, Struct

StationState = Literal["won", "open", "locked"]
"""How somebody stands with a map of a campaign."""


class MapInfo(Reply):
    """A map with its first position as a spectator sees it.

    `settles` are the options that choosing it decides, `station` its place in the campaign, 0 if it has none.
    """

    key: str
    title: str
    about: str
    seats: list[str]
    settles: dict[str, str]
    station: int
    view: View


class MapsInfo(Reply):
    """GET /api/games/{game}/maps: the maps that a table may be played on."""

    game: str
    title: str
    maps: list[MapInfo]


class StationInfo(Reply):
    """A map of a campaign and how the asker stands with it."""

    key: str
    title: str
    about: str
    state: StationState


class CampaignInfo(Reply):
    """GET /api/games/{game}/campaign: the maps in their order and how far the asker has come.

    `due` is the next map to be won, empty after the last; `table` is where the asker is playing for it right now,
    and `tries` counts the tables made for it.
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


class CampaignWish(Struct):
    """POST /api/games/{game}/campaign: a table for the due map, or for one that has been won.

    `options` count when a campaign begins, for the first time or `anew`; afterwards it goes on as it began.
    """

    map: Name = ""
    player: Name = ""
    options: Annotated[dict[Name, Name], Meta(max_length=64)] = field(default_factory=dict)
    anew: bool = False
    seed: Seed = ""
    pledge: Name = ""
