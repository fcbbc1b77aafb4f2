"""Lists and armies on the wire, as `protocol` defines the rest."""

from typing import Annotated

from msgspec import Meta, field

from pawnstorm.server.wire.messages import Name, Reply, Struct


class StatText(Reply):
    """A number printed on a piece, as it is printed."""

    name: str
    value: str


class UpgradeInfo(Reply):
    """Something a piece may be given for points; `rule` says what it does, if a rule does."""

    name: str
    cost: str
    rule: str


class KindInfo(Reply):
    """A piece of a list; points are text such as "2.5"."""

    name: str
    cost: str
    stats: list[StatText]
    notes: list[str]
    upgrades: list[UpgradeInfo]


class ListInfo(Reply):
    """The pieces that one kind of army may be drawn from.

    `sheet` is the list as a file, in games whose players bring lists of their own: something to begin from.
    """

    key: str
    title: str
    kinds: list[KindInfo]
    sheet: str = ""


class UnitWish(Struct):
    """So many pieces of one kind with the same upgrades."""

    kind: Name
    count: Annotated[int, Meta(ge=1, le=99)] = 1
    upgrades: Annotated[list[Name], Meta(max_length=16)] = field(default_factory=list)


class RosterWish(Struct):
    """POST /api/games/{game}/roster: an army to be judged, piece by piece or as a code, a file or a starter's name.

    `sheet` is a code or a file from whose own list the pieces are drawn, in games whose players bring lists.
    """

    army: Name = ""
    units: Annotated[list[UnitWish], Meta(max_length=100)] = field(default_factory=list)
    name: Name = ""
    text: Annotated[str, Meta(max_length=20_000)] = ""
    options: Annotated[dict[Name, Name], Meta(max_length=64)] = field(default_factory=dict)
    sheet: Annotated[str, Meta(max_length=20_000)] = ""


class UnitInfo(Reply):
    """So many pieces of one kind and what they cost together."""

    kind: str
    count: int
    upgrades: list[str]
    cost: str


class ViolationInfo(Reply):
    """One thing that is wrong with an army, and the rule it breaks."""

    text: str
    rule: str


class RosterInfo(Reply):
    """An army as the rules see it; it may be played if there are no violations.

    `orders` are those by which a seat chooses it at the table, in games where armies are chosen in play. `sheet` is
    the list it is drawn from, if its player has brought that.
    """

    army: str
    name: str
    units: list[UnitInfo]
    pieces: int
    cost: str
    budget: str
    violations: list[ViolationInfo]
    code: str
    file: str
    orders: list[str]
    sheet: ListInfo | None = None


class ArmiesInfo(Reply):
    """GET /api/games/{game}/armies: the lists of a game and its starter armies under the usual options."""

    game: str
    title: str
    lists: list[ListInfo]
    starters: list[RosterInfo]
