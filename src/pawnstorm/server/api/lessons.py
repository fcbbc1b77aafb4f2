"""First lessons over HTTP. Nothing of a lesson is stored: the page names the task and the order."""

from functools import cache

from pawnstorm.core.step import Step
from pawnstorm.lessons.lesson import Lesson, Task, judge
from pawnstorm.lessons.reading import first_lesson
from pawnstorm.server.api.games import find_game
from pawnstorm.server.errors import ApiError
from pawnstorm.server.wire.encoding import ENCODER
from pawnstorm.server.wire.lessons import Attempt, LessonInfo, LessonReply, TaskInfo
from pawnstorm.server.wire.replays import Frame
from pawnstorm.server.wire.steps import step_of


@cache
def encoded_lesson(key: str) -> bytes:
    """The first lesson of a game as JSON."""
    lesson = _find(key)
    game = lesson.game
    return ENCODER.encode(
        LessonInfo(
            game=game.key,
            title=game.title,
            about=lesson.about,
            seats=list(lesson.tasks[0].opening.seat_names()),
            tasks=[
                TaskInfo(task.title, task.text, task.goal, task.seat, Frame(game.view(task.opening, task.seat)))
                for task in lesson.tasks
            ],
        )
    )


def answer(key: str, attempt: Attempt) -> LessonReply:
    """What the learner is told about an attempt."""
    lesson = _find(key)
    if attempt.task >= len(lesson.tasks):
        raise ApiError(404, "no_task", f"the lesson of {lesson.game.title} has only {len(lesson.tasks)} tasks")
    task = lesson.tasks[attempt.task]
    order = attempt.order or (task.answers[0].order if task.answers else "")
    reply = judge(lesson.game, task, order)
    return LessonReply(
        verdict=reply.verdict.value,
        says=reply.says,
        order=reply.steps[0].order if reply.steps else "",
        frames=[_frame(lesson, task, number, step) for number, step in enumerate(reply.steps, 1)],
    )


def _frame(lesson: Lesson, task: Task, number: int, step: Step) -> Frame:
    return Frame(lesson.game.view(step.state, task.seat), step_of(step, number, task.seat))


def _find(key: str) -> Lesson:
    lesson = first_lesson(find_game(key).key)
    if lesson is None:
        raise ApiError(404, "no_lesson", f"{find_game(key).title} has no lesson yet")
    return lesson
