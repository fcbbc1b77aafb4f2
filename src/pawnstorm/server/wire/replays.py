"""Replays on the wire."""

from typing import Literal

from msgspec import field

from pawnstorm.core.view import View
from pawnstorm.server.wire.base import Outgoing
from pawnstorm.server.wire.messages import EndInfo, StepInfo

SignedBy = Literal["here", "elsewhere", "no"]
"""Whether a record is signed by this server, by another key, or not at all."""


class Frame(Outgoing):
    """One position of a replay and the step that led to it (none for the first)."""

    view: View
    step: StepInfo | None = None


class Replay(Outgoing):
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
    signed: SignedBy
    key: str
    """The first digits of the key that has signed the record; empty if none has."""
    players: list[str] = field(default_factory=list)
    """Who played each seat: the name of a computer player, "guest" for a person; empty if the record does not say."""
