"""What can change in a session. Players' requests return such changes, and `Session.apply` carries them out."""

from dataclasses import dataclass
from typing import Literal

from pawnstorm.core.step import Step
from pawnstorm.core.values import Value

ProposalKind = Literal["draw", "undo"]


class Proposal:
    """A proposal that is waiting for answers, and the seats that have agreed so far."""

    def __init__(self, kind: ProposalKind, seat: int) -> None:
        self.kind = kind
        self.seat = seat
        self.agreed: list[int] = []


@dataclass(frozen=True)
class Played(Value):
    """An order was carried out; `unasked` if the session declined a reaction for a player."""

    step: Step
    unasked: bool = False


@dataclass(frozen=True)
class Resigned(Value):
    """A seat resigned. The others play on from `step`; without one the match is over."""

    seat: int
    step: Step | None


@dataclass(frozen=True)
class Proposed(Value):
    """A seat proposed a draw or a take-back."""

    seat: int
    kind: ProposalKind


@dataclass(frozen=True)
class Agreed(Value):
    """A seat agreed to the proposal; others have not answered yet."""

    seat: int


@dataclass(frozen=True)
class Declined(Value):
    """A seat declined the proposal, or withdrew its own."""

    seat: int


@dataclass(frozen=True)
class TakenBack(Value):
    """The last orders were taken back."""

    seat: int
    count: int


@dataclass(frozen=True)
class Drawn(Value):
    """Everybody agreed to a draw."""

    seat: int


Change = Played | Resigned | Proposed | Agreed | Declined | TakenBack | Drawn
"""Everything that can happen in a session."""
