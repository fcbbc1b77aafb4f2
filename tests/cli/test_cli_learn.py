"""`pawnstorm learn`: a whole lesson by its own answers, second tries, and bad arguments."""

import pytest

from pawnstorm.core.game import Game
from pawnstorm.lessons.reading import first_lesson

from .conftest import Run


def test_a_lesson_is_played_to_its_end(run: Run, game: Game) -> None:
    lesson = first_lesson(game.key)
    assert lesson is not None
    ran = run("learn", game.key, lines="".join(f"{task.answers[0].order}\n" for task in lesson.tasks))
    assert ran.code == 0
    out = " ".join(ran.out.split())
    for number, task in enumerate(lesson.tasks, 1):
        assert f"{number} of {len(lesson.tasks)}. {task.title}" in out
        assert " ".join(task.answers[0].says.split()) in out
    assert f"Now play: pawnstorm play {game.key} --vs 1" in out


def test_wrong_orders_odds_and_showing(run: Run) -> None:
    lines = "\ne4-e5\nnonsense\nodds e4xd5\nodds e1\nodds e4-e5\nmoves\nboard\nshow\n"
    ran = run("learn", "chess-attack", "--task", "3", lines=lines)
    assert ran.code == 1
    out = " ".join(ran.out.split())
    assert "Now is the time: strike from e4 to d5." in out
    assert "The rules say: 'nonsense' is not an order" in out
    assert "target falls, attacker wounded" in out
    assert "/36" in out
    assert "No dice are needed." in out
    assert "Nc3xd5" in out
    assert "Whoever wins by 3 or more is not hurt." in out
    assert out.endswith("To go on later: pawnstorm learn chess-attack --task 4")


def test_who_quits_can_go_on_later(run: Run) -> None:
    ran = run("learn", "ch35s", lines="quit\n")
    assert ran.code == 1
    assert ran.out.rstrip().endswith("To go on later: pawnstorm learn ch35s --task 1")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess-attack", "--task", "99"), "the lesson of chess-attack has 9 tasks, so there is no task 99"),
        (("tiddlywinks",), "there is no game 'tiddlywinks'"),
    ],
)
def test_bad_arguments(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = run("learn", *arguments)
    assert ran.code == 2
    assert sentence in ran.sentence()


def test_a_game_without_a_lesson_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawnstorm.cli.commands.learn.first_lesson", lambda key: None)
    assert run("learn", "chess-attack").sentence().startswith("chess-attack has no lesson yet")
