"""Everything that crosses the wire, defined once.

The OpenAPI document and the page's TypeScript types are generated from these definitions and from the view
grammar of `core.view`. A fraction travels as text such as "5/18".

Over the socket of a table there is one message up, one of `Command`, and for every change one message down to
every viewer, an `Update`; an order that is not taken is answered with a `Refusal` to its sender alone.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pawnstorm.core.view import View

SeatKind = Literal["here", "open", "computer"]
"""A seat is played on this screen, waits for a guest with the invitation, or is played by the computer."""


Name = Annotated[str, Meta(max_length=64)]
"""A key, a player, an option or one of its values."""

Text = Annotated[str, Meta(max_length=8000)]
"""Longer text such as an army list."""

Seed = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")]
"""A player's part in the dice: up to 64 hexadecimal digits, at random, made by the browser."""

Secret = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[0-9A-Za-z_-]*$")]
"""The secret part of an invitation link."""

OrderText = Annotated[str, Meta(min_length=1, max_length=200)]
"""An order in the notation of its game."""

Seat = Annotated[int, Meta(ge=0, le=15)]
"""The number of a seat, counted from 0."""

Rev = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""A revision of a table; it grows by one with every stored change."""


class Struct(msgspec.Struct, forbid_unknown_fields=True):
    """What is sent to us; a field we do not know is refused."""


class Reply(msgspec.Struct):
    """What we send."""


# ---- the shelf ------------------------------------------------------------------------------------------------


class RuleText(Reply):
    """A rule in our own words."""

    id: str
    chapter: str
    text: str


class OptionInfo(Reply):
    """An option as the set-up page shows it; the first value is the default, `rules` are the rulings behind it."""

    key: str
    title: str
    values: list[str]
    explain: str
    rules: list[RuleText]


class PresetInfo(Reply):
    """A named choice of options."""

    key: str
    title: str
    options: dict[str, str]


class GameInfo(Reply):
    """A game on the shelf."""

    key: str
    title: str
    summary: str
    rules_version: int
    seats: list[str]
    options: list[OptionInfo]
    presets: list[PresetInfo]
    armies: bool = False
    """Whether its players build armies."""
    maps: bool = False
    """Whether there are maps to choose from."""
    campaign: bool = False
    """Whether some of its maps are a campaign."""


class RulesInfo(Reply):
    """GET /api/games/{key}/rules: the rules of a game in our own words, chapter by chapter."""

    game: str
    title: str
    rules: list[RuleText]
    howto: list[str]
    """How to play, in a few sentences for somebody who sits down for the first time."""


class Shelf(Reply):
    """GET /api/games"""

    games: list[GameInfo]
    players: list[str]


# ---- tables ---------------------------------------------------------------------------------------------------


class SeatWish(Struct):
    """Who shall play a seat; `player` names the computer player."""

    kind: SeatKind
    player: Name = ""


class NewTable(Struct):
    """POST /api/tables: a table for any game; `seed` is the maker's part in the dice.

    `pledge` is the table of a `Pledge` asked for before, so that the server was bound before it saw the seed.
    """

    game: Name
    seats: Annotated[list[SeatWish], Meta(max_length=16)]
    options: Annotated[dict[Name, Name], Meta(max_length=64)] = {}
    armies: Annotated[list[Text], Meta(max_length=16)] = []
    map: Name = ""
    seed: Seed = ""
    pledge: Name = ""
    hints: bool = False
    """Whether the computer may be asked also where several people play."""


class SeatInfo(Reply):
    """A seat as everybody may see it; `mine` says whether the reader holds it."""

    name: str
    kind: SeatKind
    player: str
    taken: bool
    mine: bool
    online: bool
    hints: int = 0
    """How often it has asked the computer, where several people play."""


class Invitation(Reply):
    """The secret link to an open seat, shown only to the maker of the table."""

    seat: int
    token: str


class DiceInfo(Reply):
    """What anybody needs to verify the dice: the commitment at once, the server's seed when the game is over.

    `seeds` has the players' seeds by the names of their seats.
    """

    commitment: str
    seeds: dict[str, str]
    server_seed: str


class TableInfo(Reply):
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
    """What is to be done on it."""
    campaign: bool = False
    """Whether it is played for a campaign."""
    hints: bool = False
    """Whether the reader may ask the computer while the game goes on, or may once he has joined."""


class Join(Struct):
    """POST /api/tables/{id}/join: take the open seat that an invitation belongs to."""

    token: Secret
    seed: Seed = ""


class Pledge(Reply):
    """POST /api/pledges: the id and the commitment of a table still to be made, good for ten minutes."""

    table: str
    commitment: str


class AddSeed(Struct):
    """POST /api/tables/{id}/seed: the holder of a seat without a seed adds one, before the first roll."""

    seed: Seed


class Rematch(Struct):
    """POST /api/tables/{id}/rematch: play again with swapped sides; the body may be left out."""

    seed: Seed = ""
    pledge: Name = ""


# ---- what happened --------------------------------------------------------------------------------------------


class EventInfo(Reply):
    """Something that happened, in words."""

    kind: str
    text: str
    rule: str
    cells: list[str]
    numbers: dict[str, int]


class StepInfo(Reply):
    """One order with the dice that answered it; `sides` and `owners` are the sizes and seats of those dice by pool.

    A face that the viewer may not see is 0. Dice thrown before the first order are a step of seat -1.
    """

    rev: int
    seat: int
    order: str
    faces: list[list[int]]
    sides: list[list[int]]
    owners: list[list[int]]
    events: list[EventInfo]


class EndInfo(Reply):
    """How the match ended."""

    winners: list[int]
    text: str
    rule: str


class Proposal(Reply):
    """A draw or a take-back that one seat has proposed and the others may accept.

    `agreed` are the seats that have accepted; `asks` says whether it waits for the receiver's answer.
    """

    kind: Literal["draw", "undo"]
    seat: int
    agreed: list[int] = []
    asks: bool = False


class Reaction(Reply):
    """A moment at which the seat to act may only answer, as with a card, or let it go by.

    Everybody reads `window`, a word for the kind of moment, `left`, the milliseconds after which the table lets it go
    by (0 if it waits), and `thinking`, whether the seat has asked for more time. The rest is for the seat's own guest
    alone: `order` lets it go by, `asked` says that there is something to choose, `answered` that it has been let go
    by, which the others learn when the time is over.
    """

    seat: int
    window: str
    left: int = 0
    thinking: bool = False
    order: str = ""
    asked: bool = False
    answered: bool = False


class MuteInfo(Reply):
    """A kind of reaction that a seat has muted, for its own guest alone."""

    seat: int
    window: str


class ScreenInfo(Reply):
    """A screen that several players with secrets from each other share: a guest who holds several seats.

    `looks` is the seat whose own view and log the guest is told, -1 while it is only what everybody may see. `secrets`
    are those of his seats that would see more by looking.
    """

    looks: int
    secrets: list[int]


# ---- the socket -----------------------------------------------------------------------------------------------


class Order(Struct, tag="order", tag_field="t"):
    """The seat to act gives an order; `rev` is the revision it looked at."""

    rev: Rev
    do: OrderText


class Resign(Struct, tag="resign", tag_field="t"):
    """A seat gives up."""

    rev: Rev
    seat: Seat


class Propose(Struct, tag="propose", tag_field="t"):
    """A seat proposes a draw, or to take its last order back."""

    rev: Rev
    seat: Seat
    kind: Literal["draw", "undo"]


class Answer(Struct, tag="answer", tag_field="t"):
    """A seat accepts or declines the standing proposal; its proposer withdraws it by declining."""

    rev: Rev
    seat: Seat
    accept: bool


class Mute(Struct, tag="mute", tag_field="t"):
    """A seat does not want to be asked for reactions of a kind any more: the table declines. Nobody else is told."""

    seat: Seat
    window: Name


class Unmute(Struct, tag="unmute", tag_field="t"):
    """All seats of the sender want to be asked for every reaction again."""


class Think(Struct, tag="think", tag_field="t"):
    """The seat to act wants more time at a moment for reactions; it may want that with nothing to choose, too."""

    rev: Rev


class Look(Struct, tag="look", tag_field="t"):
    """One of several players at this screen looks at what is his; without a seat it is hidden again.

    The look ends by itself as soon as somebody else is to act. An `Update` with all steps follows.
    """

    seat: Seat | None = None


class Sync(Struct, tag="sync", tag_field="t"):
    """Send everything anew, steps since `rev` included."""

    rev: Rev = 0


class Ping(Struct, tag="ping", tag_field="t"):
    """Is anybody there? The answer is a `Pong`."""


Command = Order | Resign | Propose | Answer | Mute | Unmute | Think | Look | Sync | Ping


class Update(Reply, tag="update", tag_field="t"):
    """The one message down: what is new since the viewer's last revision, and all that it may see now.

    `steps` holds the new steps (all of them after a sync from 0); after a take-back `rev` has grown and `length`,
    the number of steps that stand, has shrunk: drop the steps beyond it. So in every case: keep the first
    `length - steps.length` steps that you have and append `steps`.

    What has not changed is not sent twice on one socket. If `gone` is there, `view` builds on the view before: its
    `cells` are empty unless they have changed, its `tokens` are only the new and the changed ones, and the tokens named
    in `gone` have vanished. If `table` is missing, it is as it was.
    """

    rev: int
    length: int
    steps: list[StepInfo]
    view: View
    gone: list[str] | None = None
    table: TableInfo | None = None
    end: EndInfo | None = None
    proposal: Proposal | None = None
    can_undo: bool = False
    reaction: Reaction | None = None
    out: list[int] = []
    """The seats that are out of a game which goes on without them: they neither give up, nor propose, nor answer."""
    screen: ScreenInfo | None = None
    muted: list[MuteInfo] = []
    """The reactions that the receiver's own seats have muted."""
    speaker: int = -1
    """The receiver's seat that gives up, proposes and answers; -1 if none has a say."""
    can_draw: bool = False
    """Whether the receiver may propose a draw, as long as no proposal stands."""
    can_hint: bool = False
    """Whether the receiver may ask the computer now what to do."""
    can_ask_chances: bool = False
    """Whether the receiver may ask the computer now who is ahead."""


class Pong(Reply, tag="pong", tag_field="t"):
    """The answer to a `Ping`: the line works both ways."""


class Refusal(Reply, tag="refused", tag_field="t"):
    """An order that was not taken; nothing has changed. After `stale` an Update follows."""

    code: str
    """One of `core.errors.Refusal`."""
    text: str
    rev: int


# ---- replay ---------------------------------------------------------------------------------------------------


class Frame(Reply):
    """One position of a replay and the step that led to it (none for the first)."""

    view: View
    step: StepInfo | None = None


class Replay(Reply):
    """GET /api/tables/{id}/replay, POST /api/replay: a whole match, position by position."""

    game: str
    title: str
    seats: list[str]
    options: dict[str, str]
    frames: list[Frame]
    end: EndInfo | None
    dice: str
    dice_ok: bool | None
    record: str
    players: list[str] = []
    """Who played each seat: a computer player by its name, "guest" for a person; empty where the record is silent."""


class Health(Reply):
    """GET /api/health"""

    status: str
    version: str
    database: str
    tables: int
    sockets: int


class Problem(Reply):
    """Every HTTP error: a code for programs and one sentence for people."""

    code: str
    text: str
