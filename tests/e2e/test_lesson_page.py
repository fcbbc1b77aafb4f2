"""First lessons as a newcomer takes them: by clicks in every game, by keys, on a phone, and again later."""

import re
from collections.abc import Callable

import pytest
from lesson_page import LessonPage
from person import PHONE, Person
from playwright.sync_api import expect
from test_access import assert_accessible
from test_phone import assert_fits

from pawnstorm.games import keys


@pytest.mark.parametrize("game", keys())
def test_a_lesson_by_clicks(person: Callable[..., Person], game: str) -> None:
    lesson = LessonPage(person().visit(f"/learn/{game}"), game)
    for number in range(len(lesson.tasks)):
        lesson.at(number)
        lesson.give(number, lesson.answer(number))
        lesson.verdict("right")
        lesson.go_on(last=number == len(lesson.tasks) - 1)
    expect(lesson.page.get_by_role("heading", name="That was the lesson")).to_be_visible()
    lesson.page.get_by_role("button", name="Play against the computer").click()
    expect(lesson.page).to_have_url(re.compile("/table/"))


def test_a_wrong_order_gets_a_second_try_and_the_lesson_can_show_it(person: Callable[..., Person]) -> None:
    lesson = LessonPage(person().visit("/learn/chess-attack"), "chess-attack")
    lesson.give(0, "e2-e3")
    lesson.verdict("again")
    expect(lesson.says).to_contain_text("from e2 to e4")
    expect(lesson.cell("e2")).to_have_attribute("aria-label", re.compile("White Pawn"))
    lesson.page.get_by_role("button", name="Show me").click()
    lesson.verdict("right")
    expect(lesson.cell("e4")).to_have_attribute("aria-label", re.compile("White Pawn"))
    expect(lesson.cell("d5")).to_have_attribute("aria-label", re.compile("Black Pawn"))
    assert_accessible(lesson.page, "a lesson")


def test_a_lesson_goes_on_where_it_was_left_and_the_shelf_offers_it_first(person: Callable[..., Person]) -> None:
    visitor = person()
    page = visitor.visit("/")
    page.get_by_role("link", name="Learn it in ten minutes").first.click()
    lesson = LessonPage(page, "chess-attack")
    lesson.page.get_by_role("button", name="Show me").click()
    lesson.go_on()
    lesson.at(1)
    page.goto("/")
    page.get_by_role("link", name="Go on with the lesson").click()
    lesson.at(1)
    page.get_by_role("button", name="Task 9").click()
    page.get_by_role("button", name="Show me").click()
    lesson.go_on(last=True)
    page.goto("/")
    expect(page.get_by_role("link", name="Learn", exact=True).first).to_be_visible()


def test_a_lesson_by_keys(person: Callable[..., Person]) -> None:
    lesson = LessonPage(person().visit("/learn/trench-checkers"), "trench-checkers")
    page = lesson.page
    for number in range(len(lesson.tasks)):
        lesson.at(number)
        for offer in lesson.ways(number, lesson.answer(number)):
            if offer["cell"]:
                lesson.cell(offer["cell"]).focus()
            else:
                page.get_by_role("button", name=re.compile(f"^{re.escape(offer['text'])}")).first.focus()
            page.keyboard.press("Enter")
        lesson.verdict("right")
        # The way on has the focus now.
        expect(page.get_by_role("button", name=re.compile("Next|Finish"))).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="That was the lesson")).to_be_visible()


def test_a_lesson_on_a_phone(person: Callable[..., Person]) -> None:
    lesson = LessonPage(person(**PHONE).visit("/learn/chess-attack"), "chess-attack")
    page = lesson.page
    for number, order in enumerate(("e2-e4", "Nb1-c3", "e4xd5")):
        lesson.at(number)
        for offer in lesson.ways(number, order):
            lesson.cell(offer["cell"]).tap()
        assert_fits(page)
        if number == 2:
            # A finger is asked before a fight.
            page.get_by_role("button", name="Attack!").tap()
        lesson.verdict("right")
        page.get_by_role("button", name="Next").tap()
    lesson.at(3)


def test_a_lesson_that_is_not_there(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.expected = re.compile("404")
    page = visitor.visit("/learn/tiddlywinks")
    expect(page.get_by_role("heading", name="No lesson")).to_be_visible()
    expect(page.get_by_text("There is no game 'tiddlywinks'")).to_be_visible()
