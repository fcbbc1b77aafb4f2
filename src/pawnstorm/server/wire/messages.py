"""The messages of a table's socket.

A client sends one `Command` at a time. For every change of the table every viewer is sent one `Update`. An order that
is not accepted is answered with a `Refusal` to its sender alone.
"""

from typing import Literal

from msgspec import field

from pawnstorm.core.view import View
from pawnstorm.server.wire.base import Incoming, Name, OrderText, Outgoing, Rev, Seat
from pawnstorm.server.wire.tables import TableInfo

# ---- what happened --------------------------------------------------------------------------------------------


class EventInfo(Outgoing):
    """Something that happened, in words."""

    kind: str
    text: str
    rule: str
    cells: list[str]
    numbers: dict[str, int]


class StepInfo(Outgoing):
    """One order with its dice; `sides` and `owners` are the sizes and seats of the dice, pool by pool.

    A face that the viewer may not see is 0. Dice thrown before the first order are a step of seat -1.
    """

    rev: int
    seat: int
    order: str
    faces: list[list[int]]
    sides: list[list[int]]
    owners: list[list[int]]
    events: list[EventInfo]


class EndInfo(Outgoing):
    """How the match ended."""

    winners: list[int]
    text: str
    rule: str


class Proposal(Outgoing):
    """A draw or a take-back that one seat has proposed and the others may accept.

    `agreed` are the seats that have accepted it so far; `asks` says whether it waits for the receiver's answer.
    """

    kind: Literal["draw", "undo"]
    seat: int
    agreed: list[int] = field(default_factory=list)
    asks: bool = False


class Reaction(Outgoing):
    """A moment at which the seat to act may only react, for example with a card, or decline.

    Everybody is told `window`, the kind of moment, `left`, the milliseconds until the table declines (0 if it waits),
    and `thinking`, whether the seat has asked for more time. The rest is only for the seat's own guest: `order` is the
    order that declines, `asked` says that there is something to choose, and `answered` that the seat has declined. The
    others learn that when the time is over.
    """

    seat: int
    window: str
    left: int = 0
    thinking: bool = False
    order: str = ""
    asked: bool = False
    answered: bool = False


class MuteInfo(Outgoing):
    """A kind of reaction that a seat has muted; only its own guest is told."""

    seat: int
    window: str


class ScreenInfo(Outgoing):
    """A screen shared by several players with secrets from each other: one guest who holds several seats.

    `looking_seat` is the seat whose view and log the guest is sent, -1 while the guest is sent only what everybody may
    see. `secrets` are the guest's seats that would see more by looking.
    """

    looking_seat: int
    secrets: list[int]


# ---- commands -------------------------------------------------------------------------------------------------


class Order(Incoming, tag="order", tag_field="t"):
    """The seat to act gives an order; `rev` is the revision that its player saw."""

    rev: Rev
    do: OrderText


class Resign(Incoming, tag="resign", tag_field="t"):
    """A seat resigns."""

    rev: Rev
    seat: Seat


class Propose(Incoming, tag="propose", tag_field="t"):
    """A seat proposes a draw, or to take its last order back."""

    rev: Rev
    seat: Seat
    kind: Literal["draw", "undo"]


class Answer(Incoming, tag="answer", tag_field="t"):
    """A seat accepts or declines the present proposal. Its proposer withdraws it by declining."""

    rev: Rev
    seat: Seat
    accept: bool


class Mute(Incoming, tag="mute", tag_field="t"):
    """A seat does not want to be asked for reactions of a kind any more: the table declines. Nobody else is told."""

    seat: Seat
    window: Name


class Unmute(Incoming, tag="unmute", tag_field="t"):
    """All seats of the sender want to be asked for every reaction again."""


class MoreTime(Incoming, tag="more_time", tag_field="t"):
    """The seat to act asks for more time for a reaction. It may do so even if it has nothing to choose."""

    rev: Rev


class Look(Incoming, tag="look", tag_field="t"):
    """One of several players at a shared screen looks at their own secrets; without a seat they are hidden again.

    The look ends by itself as soon as another seat is to act. An `Update` with all steps follows.
    """

    seat: Seat | None = None


class Sync(Incoming, tag="sync", tag_field="t"):
    """Send everything again, with the steps since `rev`."""

    rev: Rev = 0


class Ping(Incoming, tag="ping", tag_field="t"):
    """Tests the connection. The answer is a `Pong`."""


Command = Order | Resign | Propose | Answer | Mute | Unmute | MoreTime | Look | Sync | Ping
"""Everything that a client may send over the socket."""


# ---- messages to the viewers ----------------------------------------------------------------------------------


class UpdateFields(Outgoing, kw_only=True):
    """The fields of an `Update` that are encoded together with it."""

    rev: int
    length: int
    gone: list[str] | None = None
    table: TableInfo | None = None
    end: EndInfo | None = None
    proposal: Proposal | None = None
    can_undo: bool = False
    reaction: Reaction | None = None
    out: list[int] = field(default_factory=list)
    """The seats that are out of a game which the others play on: they cannot resign, propose or answer."""
    screen: ScreenInfo | None = None
    muted: list[MuteInfo] = field(default_factory=list)
    """The reactions that the receiver's own seats have muted."""
    speaker: int = -1
    """The receiver's seat that resigns, proposes and answers; -1 if the receiver has no seat in the game."""
    can_draw: bool = False
    """Whether the receiver may propose a draw, if there is no other proposal."""
    can_hint: bool = False
    """Whether the receiver may ask the computer now what to do."""
    can_ask_chances: bool = False
    """Whether the receiver may ask the computer now who is ahead."""
    orders_left: int | None = None
    """How many orders this game may still have; null while there are many."""


class Update(UpdateFields, kw_only=True, tag="update", tag_field="t"):
    """What is new since the viewer's last revision, and everything that the viewer may see now.

    `steps` holds the new steps (all of them after a sync from 0). After a take-back `rev` has grown and `length`, the
    number of steps that are still valid, has shrunk. So in every case: keep the first `length - steps.length` steps
    that you have and append `steps`.

    What has not changed is not sent twice on one socket. If `gone` is there, `view` builds on the view before: its
    `cells` are empty unless they have changed, its `tokens` are only the new and the changed ones, and the tokens named
    in `gone` have vanished. If `table` is missing, it has not changed.
    """

    steps: list[StepInfo]
    view: View


class Pong(Outgoing, tag="pong", tag_field="t"):
    """The answer to a `Ping`: the connection works both ways."""


class Refusal(Outgoing, tag="refused", tag_field="t"):
    """A command that was not accepted; nothing has changed. After `stale` an Update follows."""

    code: str
    """One of `core.errors.Refusal`."""
    text: str
    rev: int
