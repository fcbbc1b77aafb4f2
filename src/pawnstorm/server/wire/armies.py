"""Army lists and armies on the wire."""

from typing import Annotated

from msgspec import Meta, field

from pawnstorm.server.wire.base import Incoming, Name, Outgoing


class StatText(Outgoing):
    """A number printed on a piece, as it is printed."""

    name: str
    value: str


class UpgradeInfo(Outgoing):
    """Something that a piece may get for points; `rule` is the rule that says what it does, if there is one."""

    name: str
    cost: str
    rule: str


class KindInfo(Outgoing):
    """A piece of a list; points are text such as "2.5"."""

    name: str
    cost: str
    stats: list[StatText]
    notes: list[str]
    upgrades: list[UpgradeInfo]


class ListInfo(Outgoing):
    """The pieces that one kind of army may choose from.

    `sheet` is the list as a file, in games whose players bring their own lists: something to start from.
    """

    key: str
    title: str
    kinds: list[KindInfo]
    sheet: str = ""


class UnitRequest(Incoming):
    """A number of pieces of one kind with the same upgrades."""

    kind: Name
    count: Annotated[int, Meta(ge=1, le=99)] = 1
    upgrades: Annotated[list[Name], Meta(max_length=16)] = field(default_factory=list)


class RosterRequest(Incoming):
    """POST /api/games/{game}/roster: an army to check, given piece by piece or as a code, a file or a starter's name.

    `sheet` is a code or a file with the list that the pieces come from, in games whose players bring their own lists.
    """

    army: Name = ""
    units: Annotated[list[UnitRequest], Meta(max_length=100)] = field(default_factory=list)
    name: Name = ""
    text: Annotated[str, Meta(max_length=20_000)] = ""
    options: Annotated[dict[Name, Name], Meta(max_length=64)] = field(default_factory=dict)
    sheet: Annotated[str, Meta(max_length=20_000)] = ""


class UnitInfo(Outgoing):
    """A number of pieces of one kind and what they cost together."""

    kind: str
    count: int
    upgrades: list[str]
    cost: str


class ViolationInfo(Outgoing):
    """One thing that is wrong with an army, and the rule that it breaks."""

    text: str
    rule: str


class RosterInfo(Outgoing):
    """An army as the rules see it; it may be played if there are no violations.

    `orders` are the orders that choose it at the table, in games where armies are chosen in play. `sheet` is the list
    that it comes from, if its player has brought that list.
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


class ArmiesInfo(Outgoing):
    """GET /api/games/{game}/armies: the lists of a game and its starter armies under the default options."""

    game: str
    title: str
    lists: list[ListInfo]
    starters: list[RosterInfo]
