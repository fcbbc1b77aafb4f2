"""Lessons are read from TOML, and every answer in them is played once by the rules while they are read.

So a lesson that a rule does not allow, or whose dice do not fit, is never shown: a sentence says what is wrong where.
"""

from functools import cache

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.game import Game
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import Step, advance
from pawnstorm.games import load
from pawnstorm.kit.datafile import Entry, parse
from pawnstorm.lessons.lesson import Answer, Lesson, Task
from pawnstorm.lessons.positions import read_position

_MOST_FACE = 1000


@cache
def first_lesson(key: str) -> Lesson | None:
    """The first lesson of a game on the shelf; None if it has none."""
    game = load(key)
    text = game.lesson()
    return read_lesson(game, text, f"{key}/lesson.toml") if text else None


def read_lesson(game: Game, text: str, where: str) -> Lesson:
    """A lesson from its text; a `BadData` says what is wrong in it, and where."""
    table = parse(text, where, lines=True)
    about = table.text("about")
    tasks: list[Task] = []
    for entry in table.entries("task"):
        tasks.append(_task(game, entry, tasks[-1] if tasks else None))
        entry.close()
    # The diagrams of the book are in the same file.
    if table.has("diagram"):
        table.entries("diagram")
    table.close()
    if not tasks:
        raise table.wrong("a lesson needs at least one [[task]]")
    return Lesson(game, about, tuple(tasks))


def _task(game: Game, entry: Entry, before: Task | None) -> Task:
    title, text, goal = entry.text("title"), entry.text("text"), entry.text("goal", "")
    opening = read_position(game, entry) if entry.has("position") else _continued(entry, before)
    if not goal and (entry.has("answer") or entry.has("otherwise") or entry.has("wrong")):
        raise entry.wrong("answers need a 'goal'")
    if not goal:
        return Task(title, text, "", opening, max(int(opening.turn()), 0), (), {}, "")
    if opening.turn() == OVER:
        raise entry.wrong("the game is over, so there is nothing to do")
    otherwise = entry.text("otherwise")
    answers = tuple(_answer(game, opening, found) for found in entry.entries("answer"))
    if not answers:
        raise entry.wrong("a task with a 'goal' needs at least one [[task.answer]]")
    wrong = _wrong(game, opening, entry, {answer.order for answer in answers})
    return Task(title, text, goal, opening, int(opening.turn()), answers, wrong, otherwise)


def _continued(entry: Entry, before: Task | None) -> State:
    """The position in which the task before ended; where it has several answers, the first one counts."""
    if before is None:
        raise entry.wrong("the first task needs a [task.position]")
    return before.answers[0].end if before.answers else before.opening


def _answer(game: Game, opening: State, entry: Entry) -> Answer:
    says = entry.text("says")
    step = _play(game, opening, entry)
    steps = [step]
    for then in entry.entries("then") if entry.has("then") else ():
        steps.append(_play(game, steps[-1].state, then))
        then.close()
    entry.close()
    return Answer(step.order, says, tuple(steps))


def _play(game: Game, state: State, entry: Entry) -> Step:
    order = entry.text("order")
    tower = LoadedTower(entry.numbers("dice", 1, _MOST_FACE) if entry.has("dice") else ())
    try:
        step = advance(game, state, int(state.turn()), order, tower)
    except PawnstormError as error:
        raise entry.wrong(f"'{order}' cannot be played: {error}") from None
    if tower.left_over():
        raise entry.wrong(f"'{order}' leaves the dice {list(tower.left_over())} unused")
    return step


def _wrong(game: Game, opening: State, entry: Entry, right: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in entry.entries("wrong") if entry.has("wrong") else ():
        says = one.text("says")
        for text in one.texts("orders"):
            found[_legal(game, opening, one, text, right)] = says
        one.close()
    return found


def _legal(game: Game, opening: State, entry: Entry, text: str, right: set[str]) -> str:
    """A wrong answer must be an order that the learner can really give: the rules refuse all others themselves."""
    try:
        order = game.write(opening, game.read(opening, text))
    except PawnstormError as error:
        raise entry.wrong(f"'{text}' is not an order here: {error}") from None
    if order in right:
        raise entry.wrong(f"'{text}' is an answer too")
    return order
