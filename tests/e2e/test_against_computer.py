"""Whole games against the computer, to an end by the rules of the game."""

import re
from collections.abc import Callable

import pytest
from person import Person
from playwright.sync_api import Locator, Page, expect
from table_page import TablePage
from tactics import Keys, Mouse, Reckless, Storm, promote
from web_server import WebServer

MOST = 250
"""More orders than any of these games takes: half of them take 80, one in twenty more than 110."""


@pytest.mark.long
def test_a_whole_game_by_clicks(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    page = visitor.visit("/new/chess-attack")
    page.get_by_label("Strength").select_option("random")
    page.get_by_role("button", name="Begin").click()
    table = TablePage(page)
    mouse, storm = Mouse(table), Storm("White", "Black", seed=35)
    while table.ready():
        length = table.length()
        assert length < MOST
        if not promote(table):
            storm.turn(table, mouse)
        expect(table.log.get_by_role("listitem").nth(length + 1)).to_be_attached()
    facts = server.get(f"/api/tables/{table.id}/replay")
    assert facts["end"]["rule"], "the game was to end by a rule"
    expect(table.result).to_contain_text(facts["end"]["text"], ignore_case=True)
    expect(table.result).to_contain_text(re.compile("Victory|Defeat|Honours even"))
    assert table.orders() == [frame["step"]["order"] for frame in facts["frames"][1:]]
    table.result.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Dice verified")).to_be_visible()


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    pytest.fail(f"Tab does not lead to {wanted}")


def press(page: Page, wanted: Locator) -> None:
    """Go to a button or a link with Tab and press it."""
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def board(table: TablePage) -> Keys:
    """Move the keyboard focus to the board."""
    tab_to(table.page, table.page.locator("[role=gridcell][tabindex='0']"))
    return Keys(table)


def test_a_whole_game_by_keyboard_alone(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    page = visitor.visit("/")
    press(page, page.get_by_role("link", name="Set up").first)
    expect(page.get_by_role("heading", name="Chess Attack", level=1)).to_be_focused()
    tab_to(page, page.get_by_label("Strength"))
    page.keyboard.press("Home")
    expect(page.get_by_label("Strength")).to_have_value("random")
    press(page, page.get_by_role("button", name="Begin"))
    table = TablePage(page)
    table.ready()
    keys = board(table)

    # A choice is announced, and Escape takes it back.
    keys.press("b1")
    expect(page.get_by_text(re.compile("^Knight b1 selected. Move: ([ac]3(, )?){2}$"))).to_be_attached()
    page.keyboard.press("n")
    assert keys.here() in ("a3", "c3")
    page.keyboard.press("Escape")
    expect(table.cell("b1")).to_have_attribute("aria-label", re.compile("can act$"))

    head = Reckless("White", "Black")
    while table.ready():
        length = table.length()
        assert length < MOST
        head.turn(table, keys)
        expect(table.log.get_by_role("listitem").nth(length + 1)).to_be_attached()
    first = table.id
    facts = server.get(f"/api/tables/{first}/replay")
    assert facts["end"]["rule"]
    last = [event["text"] for event in facts["frames"][-1]["step"]["events"]]
    assert any("die" in text for text in last), "the King was to fall in a fight"
    expect(table.live).to_contain_text(last[-1])

    press(page, table.result.get_by_role("button", name="Rematch"))
    page.wait_for_url(lambda url: first not in url)
    again = TablePage(page)
    again.ready()
    assert again.turned(), "sides are swapped, so Black is near"
    assert again.length() == 1
    press(page, again.button("Resign"))
    press(page, page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign"))
    expect(again.result).to_contain_text("White wins")
    expect(again.result).to_contain_text("Black resigns")
