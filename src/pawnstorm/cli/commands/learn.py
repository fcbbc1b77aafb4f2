"""`pawnstorm learn`: the first lesson of a game, task by task, at this terminal."""

import sys
from typing import Annotated

import typer
from rich.panel import Panel
from rich.text import Text

from pawnstorm.cli.draw.board import BoardStyle, draw, lay_out
from pawnstorm.cli.draw.fights import dice_line, odds_picture
from pawnstorm.cli.draw.panels import events_text
from pawnstorm.cli.draw.plain_board import draw_plain
from pawnstorm.cli.support.arguments import GameKey
from pawnstorm.cli.support.output import OUT, coloured
from pawnstorm.core.errors import PawnstormError, UsageError
from pawnstorm.core.odds import odds
from pawnstorm.core.state import State
from pawnstorm.core.step import Step
from pawnstorm.core.view import Chance, View, leaves
from pawnstorm.games import load
from pawnstorm.lessons.lesson import Lesson, Reply, Task, Verdict, judge
from pawnstorm.lessons.reading import first_lesson

LEFT = 1
"""The exit code if the learner leaves before the end."""
_WORDS = "Type an order as you see it in the list of 'moves', or: odds ORDER, show (do it for me), board, quit."


def learn(
    key: GameKey,
    task: Annotated[int, typer.Option("--task", min=1, metavar="N", help="Begin with this task of the lesson.")] = 1,
) -> None:
    """Learn a game in a first lesson: a few boards with something to try on each of them."""
    lesson = first_lesson(load(key).key)
    if lesson is None:
        raise UsageError(f"{key} has no lesson yet; 'pawnstorm rules {key}' has its rules")
    if task > len(lesson.tasks):
        raise UsageError(f"the lesson of {key} has {len(lesson.tasks)} tasks, so there is no task {task}")
    raise typer.Exit(_LessonAtTerminal(lesson).teach(task - 1))


class _LessonAtTerminal:
    """A lesson in line mode, so that a screen reader can follow it."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._game = lesson.game

    def teach(self, first: int) -> int:
        """Task after task until the end, or until the input ends; returns the exit code."""
        OUT.print(Text(f"{self._game.title}: {self._lesson.about}", style="bold"))
        for number, task in enumerate(self._lesson.tasks[first:], first + 1):
            self._present(number, task)
            if not (self._ask(task) if task.goal else self._wait()):
                OUT.print(f"To go on later: pawnstorm learn {self._game.key} --task {number}")
                return LEFT
        OUT.print(Text(f"\nThat was the lesson. Now play: pawnstorm play {self._game.key} --vs 1", style="bold"))
        return 0

    # ---- a task -----------------------------------------------------------------------------------------------

    def _present(self, number: int, task: Task) -> None:
        head = f"{number} of {len(self._lesson.tasks)}. {task.title}"
        OUT.print()
        OUT.print(Panel(Text(task.text), title=head, title_align="left"))
        self._show_board(task.opening, task.seat)
        if task.goal:
            OUT.print(Text.assemble(("What to do: ", "bold yellow"), (task.goal, "bold")))
            if number == 1:
                OUT.print(Text(_WORDS, style="dim"))

    def _ask(self, task: Task) -> bool:
        """Ask until the task is solved; False if the learner leaves."""
        seat = task.opening.seat_names()[task.seat]
        while (line := _read(f"{seat}> ")) is not None:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return False
            if self._looked_up(task, word, rest):
                continue
            if line.strip() and self._told(task, task.answers[0].order if word == "show" else line):
                return True
        return False

    def _looked_up(self, task: Task, word: str, rest: str) -> bool:
        """Whether the line only asked for something to look at."""
        if word == "board":
            self._show_board(task.opening, task.seat)
        elif word == "moves":
            OUT.print(" ".join(leaf.order for leaf in leaves(self._view(task.opening, task.seat).offers)), markup=False)
        elif word == "odds":
            self._show_odds(task.opening, rest)
        else:
            return False
        return True

    def _told(self, task: Task, text: str) -> bool:
        """Answer an order; True if it solved the task."""
        reply = judge(self._game, task, text)
        if reply.verdict is Verdict.RIGHT:
            self._show_steps(reply, task.seat)
        style = {Verdict.RIGHT: "bold green", Verdict.AGAIN: "bold yellow", Verdict.REFUSED: "bold red"}[reply.verdict]
        OUT.print(Text(reply.says, style=style))
        return reply.verdict is Verdict.RIGHT

    def _wait(self) -> bool:
        return _read("Enter to go on: ") is not None

    # ---- what is shown ----------------------------------------------------------------------------------------

    def _view(self, state: State, seat: int) -> View:
        return self._game.view(state, seat)

    def _show_board(self, state: State, seat: int) -> None:
        layout, seats = lay_out(self._view(state, seat)), state.seat_names()
        if coloured():
            OUT.print(draw(layout, BoardStyle(seats, (5, 2))))
        else:
            OUT.print(draw_plain(layout, seats, False), markup=False)

    def _show_odds(self, state: State, text: str) -> None:
        try:
            chances = odds(state, self._game.read(state, text))
        except PawnstormError as error:
            OUT.print(f"The rules say: {error}.", markup=False)
            return
        if not chances:
            OUT.print("No dice are needed.")
            return
        OUT.print(odds_picture(tuple(Chance(result, chance) for result, chance in chances.items()), OUT.width))

    def _show_steps(self, reply: Reply, seat: int) -> None:
        for step in reply.steps:
            OUT.print(_head(step, seat))
            OUT.print(events_text(step, seat))
        self._show_board(reply.steps[-1].state, seat)


def _head(step: Step, seat: int) -> Text:
    seats = step.state.seat_names()
    text = Text.assemble(f"{seats[step.seat]} ", (step.order, "bold"))
    dice = dice_line(step, seat, seats)
    return text.append("  ").append_text(dice) if dice else text


def _read(prompt: str) -> str | None:
    """A line of the learner; None if there are no more."""
    try:
        if sys.stdin.isatty():
            return input(prompt)
        line = sys.stdin.readline()
    except EOFError:
        return None
    if line:
        OUT.print(prompt + line.rstrip("\n"), markup=False, soft_wrap=True)
    return line or None
