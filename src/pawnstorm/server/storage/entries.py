"""The log of a table: every change is one entry, and the table can be rebuilt from its entries alone.

Entry 0 makes the table. No entry is ever changed, and only whole tables are deleted: a take-back, a declined draw and a
rematch are entries too. The names of these classes are stored, so they cannot change.
"""

import msgspec

from pawnstorm.core.changes import ProposalKind
from pawnstorm.core.step import Faces
from pawnstorm.server.wire.base import SeatKind


class Base(msgspec.Struct, frozen=True, tag_field="k", tag=str.lower, omit_defaults=True):
    """One change."""


class SeatMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a new table: its holder and invitation are kept only as SHA-256."""

    kind: SeatKind
    player: str = ""
    holder: str = ""
    seed: str = ""
    invitation: str = ""


class Made(Base, frozen=True):
    """The table is made; `campaign` is the first table of the campaign that it belongs to, if it does.

    `hints` says whether the computer may be asked even if several people play.
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
    """Every seat is taken and the match begins, with the dice that its opening needs."""

    faces: Faces
    digest: str


class Ordered(Base, frozen=True):
    """An order with its dice; `unasked` if the table declined a reaction for the player."""

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
    """A seat declines a proposal, or withdraws its own."""

    seat: int


class Drawn(Base, frozen=True):
    """Everybody has agreed to a draw."""

    seat: int


class Resigned(Base, frozen=True):
    """A seat resigns; with a digest the others play on from that position."""

    seat: int
    faces: Faces = ()
    digest: str = ""


class Hinted(Base, frozen=True):
    """A seat has asked the computer, at a table of several people."""

    seat: int


class Advanced(Base, frozen=True):
    """A map of a campaign is won; `armies` are taken along to the next one."""

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


class CampaignTable(msgspec.Struct, frozen=True):
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
