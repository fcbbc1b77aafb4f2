"""Questions to the computer on the wire: hints and the chances to win."""

from pawnstorm.server.wire.base import Incoming, Outgoing, RecordText, Rev, Seat


class AdviceRequest(Incoming):
    """POST /api/tables/{id}/advice: ask the computer about a position; `rev` is the revision that the asker saw.

    `at` is the number of a position of the replay; without it the present one is meant. Without `orders` only the
    chances are sent, and no order is given away. On a screen that several players share, `look` is the seat that asks.
    """

    rev: Rev = 0
    at: Rev | None = None
    orders: bool = True
    look: Seat | None = None


class RecordAdviceRequest(Incoming):
    """POST /api/replay/advice: the same for a position of a record."""

    record: RecordText
    at: Rev


class OrderChance(Outgoing):
    """An order, the chance to win that it leaves the seat to act, and why it is good; `why` may be empty."""

    order: str
    chance: float
    why: str = ""


class AdviceInfo(Outgoing):
    """How the computer sees a position, from what the asker may know.

    `chances` are the chances of all seats to win. They add up to 1; a draw is shared. `orders` are the best ones for
    `seat`, the seat to act, the best first; `line` is what may follow the best one, `why` a sentence
    about it. `depth` is how many orders and
    dice were searched ahead, `positions` how many positions in all.
    """

    seat: int
    chances: list[float]
    orders: list[OrderChance]
    line: list[str]
    depth: int
    positions: int
    why: str = ""
