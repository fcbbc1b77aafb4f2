"""The log of a table: every change is one entry, and the entries alone rebuild the table.

Entry 0 makes the table. Nothing is ever changed or deleted: a take-back, a declined draw and a rematch are entries too.
"""

import msgspec

from pawnstorm.core.changes import ProposalKind
from pawnstorm.core.step import Faces
from pawnstorm.server.wire.messages import SeatKind


class Base(msgspec.Struct, frozen=True, tag_field="k", tag=str.lower, omit_defaults=True):
    """One change."""


class SeatMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was made: its holder and invitation are kept only as SHA-256."""

    kind: SeatKind
    player: str = ""
    holder: str = ""
    seed: str = ""
    invitation: str = ""


class Made(Base, frozen=True):
    """The table is made; `campaign` is the first table of the campaign that it belongs to, if it does.

    `hints` says whether the computer may be asked also where several people play.
    """

    game: str
    rules_version: int
    options: dict[str, str]
    armies: tuple[str, ...]
    map: str
    seats: tuple[SeatMade, ...]
    maker: str
    server_seed: str
    campaign: str = ""
    hints: bool = False


class Joined(Base, frozen=True):
    """A guest takes an open seat."""

    seat: int
    holder: str
    seed: str


class Seeded(Base, frozen=True):
    """The holder of a seat adds a seed before the first roll."""

    seat: int
    seed: str


class Started(Base, frozen=True):
    """Every seat is taken and the match begins, with whatever dice its opening needs."""

    faces: Faces
    digest: str


class Ordered(Base, frozen=True):
    """An order with the dice that answered it; `unasked` if the table let a moment for reactions go by."""

    seat: int
    order: str
    faces: Faces
    digest: str
    unasked: bool = False


class TakenBack(Base, frozen=True):
    """The last orders are taken back."""

    seat: int
    count: int
    digest: str


class Proposed(Base, frozen=True):
    """A seat proposes something."""

    seat: int
    kind: ProposalKind


class Agreed(Base, frozen=True):
    """A seat agrees, and others have still to."""

    seat: int


class Declined(Base, frozen=True):
    """A seat declines, or withdraws what it proposed itself."""

    seat: int


class Drawn(Base, frozen=True):
    """Everybody has agreed to a draw."""

    seat: int


class Resigned(Base, frozen=True):
    """A seat gives up; with a digest the others play on from the position that it leads to."""

    seat: int
    faces: Faces = ()
    digest: str = ""


class Hinted(Base, frozen=True):
    """A seat has asked the computer, at a table of several people."""

    seat: int


class Advanced(Base, frozen=True):
    """A map of a campaign is won; `armies` is what comes along to the next one."""

    map: str
    armies: tuple[str, ...] = ()


class Rematched(Base, frozen=True):
    """The rematch has been made."""

    table: str


Entry = (
    Made
    | Joined
    | Seeded
    | Started
    | Ordered
    | TakenBack
    | Proposed
    | Agreed
    | Declined
    | Drawn
    | Resigned
    | Hinted
    | Advanced
    | Rematched
)


class Chapter(msgspec.Struct, frozen=True):
    """A table of a campaign: how it was made, and the maps that were won at it."""

    table: str
    made: Made
    advances: tuple[Advanced, ...]


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> str:
    """An entry as it is stored."""
    return _ENCODER.encode(entry).decode()


def decode(text: str) -> Entry:
    """A stored entry."""
    return _DECODER.decode(text)
