"""Lessons on the wire."""

from typing import Annotated, Literal

from msgspec import Meta

from pawnstorm.server.wire.base import Incoming, OrderText, Outgoing
from pawnstorm.server.wire.replays import Frame


class TaskInfo(Outgoing):
    """One step of a lesson; without a `goal` there is nothing to do but to look. `seat` is the learner's."""

    title: str
    text: str
    goal: str
    seat: int
    frame: Frame


class LessonInfo(Outgoing):
    """GET /api/games/{key}/lesson: the first lesson of a game."""

    game: str
    title: str
    about: str
    seats: list[str]
    tasks: list[TaskInfo]


class Attempt(Incoming):
    """POST /api/games/{key}/lesson: what the learner does in a task, counted from 0; without an order: show me."""

    task: Annotated[int, Meta(ge=0, le=99)]
    order: OrderText | None = None


class LessonReply(Outgoing):
    """Whether that was right, what to say about it, and what happened on the board if it was."""

    verdict: Literal["right", "again", "refused"]
    says: str
    order: str
    """The order in the notation of the game; empty if nothing happened."""
    frames: list[Frame]
