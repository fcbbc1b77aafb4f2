"""The analysis of a match on the wire; all numbers are chances to win."""

from msgspec import field

from pawnstorm.server.wire.base import Outgoing


class RollInfo(Outgoing):
    """The dice of a step: what they gave every seat, why they were thrown, and what they showed."""

    luck: list[float]
    reason: str
    faces: list[list[int]]


class ChoiceInfo(Outgoing):
    """A decision: the chances of its seat with the best order and with the played one; `better` names the best one.

    `why` says in words what the best one does, and `cells` are what is pressed for it on a board; both may be empty.
    """

    best: float
    played: float
    better: str
    why: str = ""
    cells: list[str] = field(default_factory=list)


class AssessmentInfo(Outgoing):
    """A step: the chances of all seats after it, its dice, and its decision if there was a choice."""

    number: int
    seat: int
    order: str
    chances: list[float]
    roll: RollInfo | None
    choice: ChoiceInfo | None


class AccountInfo(Outgoing):
    """The totals of a player: luck and its spread with fair dice, loss by decisions and its 95 % interval."""

    seat: int
    luck: float
    spread: float
    rolls: int
    loss: float
    least: float
    most: float
    mean: float
    decisions: int
    slips: int


class Findings(Outgoing):
    """A whole analysis; `swings` and `mistakes` are the numbers of steps, the greatest first."""

    seats: list[str]
    nodes: int
    accounts: list[AccountInfo]
    remarks: list[str]
    swings: list[int]
    mistakes: list[int]
    steps: list[AssessmentInfo]


class Analysis(Outgoing):
    """POST /api/tables/{id}/analysis, POST /api/analysis, GET /api/analysis/{id}: progress and findings."""

    id: str
    done: int
    total: int
    findings: Findings | None = None
