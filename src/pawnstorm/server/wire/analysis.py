"""The analysis of a match on the wire, as `protocol` defines the rest; all numbers are chances to win."""

from pawnstorm.server.wire.messages import Reply


class RollInfo(Reply):
    """What the dice of a step gave every seat, for what they were thrown, and what they showed."""

    luck: list[float]
    reason: str
    faces: list[list[int]]


class ChoiceInfo(Reply):
    """A decision: chances of its seat with the best order and with the one played; `better` names the best one."""

    best: float
    played: float
    better: str


class AssessmentInfo(Reply):
    """A step: the chances of all seats after it, its dice, and its decision if there was a choice."""

    number: int
    seat: int
    order: str
    chances: list[float]
    roll: RollInfo | None
    choice: ChoiceInfo | None


class AccountInfo(Reply):
    """The sums of a player: luck and how far fair dice spread it, loss by decisions and its 95 % interval."""

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


class Findings(Reply):
    """A whole analysis; `swings` and `mistakes` are the numbers of steps, the greatest first."""

    seats: list[str]
    nodes: int
    accounts: list[AccountInfo]
    remarks: list[str]
    swings: list[int]
    mistakes: list[int]
    steps: list[AssessmentInfo]


class Analysis(Reply):
    """POST /api/tables/{id}/analysis, POST /api/analysis, GET /api/analysis/{id}: how far it is, and what was found."""

    id: str
    done: int
    total: int
    findings: Findings | None = None
