"""Every first lesson, played to its end with right and wrong answers, and what is said about a bad file."""

import pytest

from pawnstorm.core.errors import BadData
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import OVER
from pawnstorm.games import load
from pawnstorm.lessons.lesson import Lesson, Verdict, judge
from pawnstorm.lessons.reading import first_lesson, read_lesson

CHESS = load("chess-attack")


@pytest.fixture
def lesson(game: Game) -> Lesson:
    """The first lesson of a game."""
    found = first_lesson(game.key)
    assert found is not None
    return found


def test_a_lesson_has_six_to_ten_tasks_and_ends_with_a_win(lesson: Lesson) -> None:
    assert 6 <= len(lesson.tasks) <= 10
    last = lesson.tasks[-1].answers[0].end
    assert last.turn() == OVER
    assert last.winners == 1 << lesson.tasks[-1].seat


def test_its_sentences_are_short_and_whole(lesson: Lesson) -> None:
    assert len({task.title for task in lesson.tasks}) == len(lesson.tasks)
    for task in lesson.tasks:
        said = [task.text, task.goal, task.otherwise, *(answer.says for answer in task.answers), *task.wrong.values()]
        for text in said:
            assert 10 < len(text) < 420, text
            assert text[-1] in ".!?", text


def test_every_answer_is_right_and_shows_what_happens(lesson: Lesson) -> None:
    for task in lesson.tasks:
        for answer in task.answers:
            reply = judge(lesson.game, task, answer.order)
            assert reply.verdict is Verdict.RIGHT
            assert reply.steps[0].order == answer.order
            assert reply.steps[0].seat == task.seat


def test_every_other_order_gets_a_second_try(lesson: Lesson) -> None:
    for task in lesson.tasks:
        right = {answer.order for answer in task.answers}
        others = {lesson.game.write(task.opening, move) for move in task.opening.legal()} - right
        assert set(task.wrong) <= others
        for order in others:
            reply = judge(lesson.game, task, order)
            assert (reply.verdict, reply.steps) == (Verdict.AGAIN, ())
            assert reply.says == task.wrong.get(order, task.otherwise)


def test_nonsense_gets_the_reason_of_the_rules(lesson: Lesson) -> None:
    for task in lesson.tasks:
        reply = judge(lesson.game, task, "zz9-zz8")
        assert (reply.verdict, reply.steps) == (Verdict.REFUSED, ())
        assert reply.says.startswith("The rules say: ")


def test_a_try_leaves_the_task_as_it_was(lesson: Lesson) -> None:
    for task in lesson.tasks:
        before = task.opening.encode()
        judge(lesson.game, task, task.answers[0].order)
        assert task.opening.encode() == before


TASK = """
about = "A test."

[[task]]
title = "Strike"
text = "A text."
goal = "Strike."
otherwise = "Try again."

[task.position]
turn = "White"
board = '''
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . p . . . .
4 . . . . P . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . K . . .
  a b c d e f g h
'''

[[task.answer]]
order = "e4xd5"
dice = [6, 1]
says = "Good."

[[task.answer.then]]
order = "Ke8-e7"

[[task.wrong]]
orders = ["e4-e5"]
says = "No."

[[task]]
title = "And on"
text = "Look at it."
"""


def test_a_task_goes_on_where_the_last_one_ended_and_may_only_be_looked_at() -> None:
    first, second = read_lesson(CHESS, TASK, "t").tasks
    assert second.opening == first.answers[0].end
    assert second.goal == ""
    reply = judge(CHESS, second, "Ke1-e2")
    assert reply.verdict is Verdict.REFUSED
    assert "nothing to do here" in reply.says


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("dice = [6, 1]", "dice = [6]", "t, task 1, answer 1 (line 24): 'e4xd5' cannot be played: "),
        ("dice = [6, 1]", "dice = [6, 1, 1]", "'e4xd5' leaves the dice [1] unused"),
        ("dice = [6, 1]", "dice = [6, 9]", "'e4xd5' cannot be played: "),
        ("dice = [6, 1]", 'dice = "6"', "'dice' should be a list of numbers from 1 to 1000, not '6'"),
        ('order = "e4xd5"', 'order = "e4xe5"', "'e4xe5' cannot be played: "),
        ('order = "Ke8-e7"', 'order = "Ke1-e2"', "t, task 1, answer 1, then 1 (line 29): 'Ke1-e2' cannot be played: "),
        ('orders = ["e4-e5"]', 'orders = ["e4xd5"]', "t, task 1, wrong 1 (line 32): 'e4xd5' is an answer too"),
        ('orders = ["e4-e5"]', 'orders = ["e4-e6"]', "'e4-e6' is not an order here: "),
        ('turn = "White"', 'colour = "White"', "t, task 1 (line 4): the position cannot be drawn: "),
        ('says = "Good."', 'praise = "Good."', "'says' is missing"),
        ('otherwise = "Try again."\n', "", "'otherwise' is missing"),
        ('goal = "Strike."\n', "", "t, task 1 (line 4): answers need a 'goal'"),
        ('about = "A test."', "", "t: 'about' is missing"),
        ('text = "Look at it."', 'text = "Look."\nmusic = "loud"', "t, task 2 (line 36): unknown key 'music'"),
        ("[[task.answer]]", "[[task.answer", "t: "),
    ],
)
def test_a_bad_file_is_refused_with_its_place(old: str, new: str, sentence: str) -> None:
    assert old in TASK
    with pytest.raises(BadData) as refused:
        read_lesson(CHESS, TASK.replace(old, new, 1), "t")
    assert sentence in str(refused.value)


def test_the_first_task_needs_a_position() -> None:
    with pytest.raises(BadData, match=r"the first task needs a \[task.position\]"):
        read_lesson(CHESS, 'about = "A"\n[[task]]\ntitle = "T"\ntext = "T"\n', "t")


def test_a_position_without_a_board_is_the_usual_start() -> None:
    text = 'about = "A"\n[[task]]\ntitle = "T"\ntext = "T"\n[task.position]\n'
    opening = read_lesson(CHESS, text, "t").tasks[0].opening
    assert opening.encode() == CHESS.start(CHESS.agree(Setup())).encode()
    with pytest.raises(BadData, match="'turn' needs a drawn 'board'"):
        read_lesson(CHESS, text + 'turn = "White"\n', "t")
