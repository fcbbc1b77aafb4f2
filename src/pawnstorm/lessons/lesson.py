"""What a lesson is, and how an attempt of the learner is answered."""

from dataclasses import dataclass
from enum import Enum

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game
from pawnstorm.core.state import State
from pawnstorm.core.step import Step


@dataclass(frozen=True)
class Answer:
    """An order that solves a task: what happens then, first by it and then by the orders after it, and why."""

    order: str
    says: str
    steps: tuple[Step, ...]

    @property
    def end(self) -> State:
        """The position after everything."""
        return self.steps[-1].state


@dataclass(frozen=True)
class Task:
    """One step of a lesson. Without a `goal` there is nothing to do but to read and look.

    `wrong` has an explanation for orders that learners are likely to try; `otherwise` is said to all others.
    """

    title: str
    text: str
    goal: str
    opening: State
    seat: int
    answers: tuple[Answer, ...]
    wrong: dict[str, str]
    otherwise: str


@dataclass(frozen=True)
class Lesson:
    """The first lesson of a game."""

    game: Game
    about: str
    tasks: tuple[Task, ...]


class Verdict(Enum):
    """How good an attempt is."""

    RIGHT = "right"
    AGAIN = "again"
    REFUSED = "refused"


@dataclass(frozen=True)
class Reply:
    """What the learner is told; an attempt that is not right leaves the board as it is."""

    verdict: Verdict
    says: str
    steps: tuple[Step, ...] = ()


def judge(game: Game, task: Task, text: str) -> Reply:
    """Answer the order that a learner gives for a task."""
    try:
        order = _order(game, task, text)
    except Refused as refusal:
        return Reply(Verdict.REFUSED, f"The rules say: {refusal}.")
    for answer in task.answers:
        if answer.order == order:
            return Reply(Verdict.RIGHT, answer.says, answer.steps)
    return Reply(Verdict.AGAIN, task.wrong.get(order, task.otherwise))


def _order(game: Game, task: Task, text: str) -> str:
    """The legal order that a text means, in the game's notation."""
    if not task.answers:
        raise Refused(Refusal.NOT_YOUR_TURN, "there is nothing to do here but to look; go on when you like")
    state = task.opening
    move = game.read(state, text)
    if move not in state.legal():
        raise Refused(Refusal.ILLEGAL, f"'{text.strip()}' is not legal here")
    return game.write(state, move)
