"""The book: found from the shelf, searched, opened at a rule, with boards that can be pressed."""

import re
from collections.abc import Callable

import pytest
from person import PHONE, Person
from playwright.sync_api import expect
from test_access import assert_accessible
from test_phone import assert_fits

from pawnstorm.games import keys


def test_from_the_shelf_to_a_rule_and_an_example_with_odds(person: Callable[..., Person]) -> None:
    page = person().visit("/")
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", name="Chess Attack", exact=True)).to_be_visible()
    page.get_by_role("link", name="combat").click()
    expect(page.get_by_role("heading", name="combat")).to_be_in_viewport()
    example = page.get_by_role("figure").filter(has_text="The printed example")
    expect(example).to_contain_text("target falls")
    expect(example).to_contain_text("5/18")
    # Another piece of the same board can be pressed.
    knight = example.locator('[role=gridcell][data-cell="c3"]')
    knight.click()
    expect(knight).to_have_attribute("aria-selected", "true")

    search = page.get_by_role("searchbox", name="Search the book")
    search.fill("en passant pawn")
    expect(page.locator(".rule").first).to_contain_text("en passant")
    search.fill("CA-A43")
    expect(page.locator(".rule")).to_have_count(1)
    expect(page.locator(".rule")).to_contain_text("our ruling")
    search.fill("submarine")
    expect(page.get_by_text("No rule mentions “submarine”.")).to_be_visible()


def test_a_link_to_a_rule_shows_it(person: Callable[..., Person]) -> None:
    page = person().visit("/rules/fantasy-armies#rule=FA-68")
    expect(page.locator("#rule-FA-68")).to_be_in_viewport()
    expect(page.locator("#rule-FA-68")).to_have_class(re.compile("asked"))


@pytest.mark.parametrize("game", keys())
def test_a_book_fits_on_a_phone_and_is_accessible(person: Callable[..., Person], game: str) -> None:
    page = person(**PHONE, color_scheme="dark").visit(f"/rules/{game}")
    expect(page.get_by_role("figure").first).to_be_visible()
    assert_fits(page)
    assert_accessible(page, f"the book of {game}")


def test_a_book_that_is_not_there(person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.expected = re.compile("404")
    page = visitor.visit("/rules/tiddlywinks")
    expect(page.get_by_role("heading", name="No such book")).to_be_visible()
