"""What crosses the wire when somebody asks the computer for a hint or for the chances to win."""

from typing import Annotated

from msgspec import Meta

from pawnstorm.server.wire.messages import Reply, Rev, Seat, Struct

RecordText = Annotated[str, Meta(max_length=512 * 1024)]
"""A whole record."""


class AdviceWish(Struct):
    """POST /api/tables/{id}/advice: what the computer makes of a position; `rev` is the revision looked at.

    `at` is the number of a position of the replay; without it the present one is meant. Without `orders` only the
    chances are told, and nobody's pleasure in finding the order is spoilt. On a screen that several players share,
    `look` is the one of them who asks.
    """

    rev: Rev = 0
    at: Rev | None = None
    orders: bool = True
    look: Seat | None = None


class RecordAdviceWish(Struct):
    """POST /api/replay/advice: the same for a position of a record."""

    record: RecordText
    at: Rev


class OrderChance(Reply):
    """An order and the chance to win that it leaves the seat to act."""

    order: str
    chance: float


class AdviceInfo(Reply):
    """How the computer sees a position, by what the asker may know.

    `chances` are those of every seat to win and add up to 1, a draw being shared. `orders` are the best ones for
    `seat`, who is to act, the best first; `line` is what may follow the best. `depth` orders and dice ahead were
    looked at, `positions` in all.
    """

    seat: int
    chances: list[float]
    orders: list[OrderChance]
    line: list[str]
    depth: int
    positions: int
