"""Making, finding and joining tables on the wire."""

from typing import Annotated

from msgspec import Meta, field

from pawnstorm.server.wire.base import Incoming, Name, Outgoing, SeatKind, Secret, Seed, Text


class NewSeat(Incoming):
    """Who plays a seat of a new table; `player` names the computer player."""

    kind: SeatKind
    player: Name = ""


class NewTable(Incoming):
    """POST /api/tables: a table for any game; `seed` is the maker's seed for the dice.

    `pledge` is the table of an earlier `Pledge`: then the server was bound before it saw the seed.
    """

    game: Name
    seats: Annotated[list[NewSeat], Meta(max_length=16)]
    options: Annotated[dict[Name, Name], Meta(max_length=64)] = field(default_factory=dict)
    armies: Annotated[list[Text], Meta(max_length=16)] = field(default_factory=list)
    map: Name = ""
    seed: Seed = ""
    pledge: Name = ""
    hints: bool = False
    """Whether the computer may be asked even if several people play."""


class SeatInfo(Outgoing):
    """A seat as everybody may see it; `mine` says whether the reader holds it."""

    name: str
    kind: SeatKind
    player: str
    taken: bool
    mine: bool
    online: bool
    hints: int = 0
    """How often it has asked the computer, if several people play."""


class Invitation(Outgoing):
    """The secret link to an open seat, shown only to the maker of the table."""

    seat: int
    token: str


class DiceInfo(Outgoing):
    """What anybody needs to verify the dice: the commitment at once, the server's seed when the game is over.

    `seeds` has the players' seeds by the names of their seats.
    """

    commitment: str
    seeds: dict[str, str]
    server_seed: str


class TableInfo(Outgoing):
    """GET /api/tables/{id}: a table without its position."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    seats: list[SeatInfo]
    invitations: list[Invitation]
    dice: DiceInfo
    rematch: str
    spectators: int
    map: str = ""
    """The title of the map, in games that have several."""
    about: str = ""
    """The task on this map."""
    campaign: bool = False
    """Whether it is played for a campaign."""
    hints: bool = False
    """Whether the reader may ask the computer during the game, or may do so after joining."""


class Join(Incoming):
    """POST /api/tables/{id}/join: take the open seat that an invitation belongs to."""

    token: Secret
    seed: Seed = ""


class Pledge(Outgoing):
    """POST /api/pledges: the id and the dice commitment of a table that is not made yet, valid for ten minutes."""

    table: str
    commitment: str


class AddSeed(Incoming):
    """POST /api/tables/{id}/seed: the holder of a seat without a seed adds one, before the first roll."""

    seed: Seed


class Rematch(Incoming):
    """POST /api/tables/{id}/rematch: play again with swapped sides; the body may be left out."""

    seed: Seed = ""
    pledge: Name = ""
