"""A small phone: fingers instead of a mouse, and a page that fits."""

import re
from collections.abc import Callable

import pytest
from person import PHONE, Person
from playwright.sync_api import Page, expect
from recorded import finished
from table_page import TablePage
from web_server import HERE, OPEN, WebServer


def assert_fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room, f"{page.url} is {wide} wide"


def test_a_fight_asks_twice_on_a_phone(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person(**PHONE)
    id, visitor.cookie = server.make(HERE, HERE)
    table = TablePage(visitor.visit(f"/table/{id}"))
    for number, (origin, target) in enumerate((("e2", "e4"), ("d7", "d5"))):
        expect(table.cell(origin)).to_have_attribute("aria-label", re.compile("can act$"))
        table.cell(origin).tap()
        table.cell(target).tap()
        table.until(number + 1)

    odds = table.side.get_by_text("attacker falls", exact=True)
    attack = table.button("Attack!")
    table.cell("e4").tap()
    table.cell("d5").tap()
    expect(odds).to_be_in_viewport()
    expect(attack).to_be_in_viewport()
    assert_fits(table.page)
    assert table.length() == 2, "the first tap only shows"

    table.button("Not yet").tap()
    expect(attack).to_be_hidden()
    assert table.length() == 2
    table.cell("d5").tap()
    expect(attack).to_be_visible()
    table.cell("d5").tap()
    table.until(3)
    assert table.orders()[-1] == "e4xd5"


def test_a_long_press_only_looks(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person(**PHONE)
    id, visitor.cookie = server.make(HERE, HERE)
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page)
    box = table.cell("b1").bounding_box()
    assert box
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = visitor.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(table.side.get_by_text("White Knight")).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(table.cell("b1")).to_have_attribute("aria-selected", "false")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_a_phone(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    visitor = person(color_scheme=scheme, **PHONE)
    over, visitor.cookie = finished(server)
    page = visitor.visit("/")
    expect(page.get_by_role("button", name="Play against the computer").first).to_be_visible()
    assert_fits(page)
    page.goto("/new/chess-attack")
    expect(page.get_by_role("button", name="Begin")).to_be_in_viewport()
    for summary in page.get_by_text("The ruling behind it").all():
        summary.tap()
    assert_fits(page)
    page.goto("/about")
    assert_fits(page)
    page.goto(f"/replay/{over}")
    TablePage(page)
    assert_fits(page)
    page.goto("/replay")
    assert_fits(page)
    page.goto(f"/table/{over}")
    expect(page.get_by_role("dialog", name="Chess Attack")).to_be_visible()
    assert_fits(page)
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    assert_fits(page)
    waiting, visitor.cookie = server.make(HERE, OPEN)
    page.goto(f"/table/{waiting}")
    expect(page.get_by_label("Invitation for Black")).to_be_visible()
    assert_fits(page)
    for name in ("Rules", "Settings"):
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert_fits(page)
        page.keyboard.press("Escape")
