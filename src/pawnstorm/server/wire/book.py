"""The book of a game on the wire."""

from typing import Literal

from pawnstorm.core.view import View
from pawnstorm.server.wire.base import Outgoing
from pawnstorm.server.wire.games import OptionInfo, PresetInfo


class BookRule(Outgoing):
    """A rule in our own words, and where it comes from; a rule that is not printed gives a `reason`."""

    id: str
    text: str
    kind: Literal["printed", "ruling", "reading", "gap"]
    reason: str


class DiagramInfo(Outgoing):
    """A board whose `cell` is chosen, so that its orders are marked; the odds of an `order` are shown."""

    caption: str
    view: View
    cell: str
    order: str
    seats: list[str]


class ChapterInfo(Outgoing):
    """The rules of a chapter, and their diagrams."""

    title: str
    rules: list[BookRule]
    diagrams: list[DiagramInfo]


class BookInfo(Outgoing):
    """GET /api/games/{key}/book: everything there is to read about a game."""

    game: str
    title: str
    summary: str
    howto: list[str]
    lesson: bool
    armies: bool
    chapters: list[ChapterInfo]
    options: list[OptionInfo]
    presets: list[PresetInfo]
