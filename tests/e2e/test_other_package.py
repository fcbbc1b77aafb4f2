"""A game of another package on the server and on the page, which has no skin for it."""

import re
from collections.abc import Callable

import pytest
from person import PHONE, Person
from playwright.sync_api import expect
from table_page import TablePage
from tactics import Mouse
from web_server import HERE, RANDOM, WebServer

GAME, TITLE = "dice-draughts", "Dice Draughts"
LEVEL = {"kind": "computer", "player": "1"}
ENDINGS = ("DD-7", "DD-8", "DD-9")
TARGET = re.compile(r"\. (Attack|Move)\b")


@pytest.mark.slow
def test_computers_play_it_to_the_end_over_the_server(server_with_example: WebServer) -> None:
    table, cookie = server_with_example.make(LEVEL, RANDOM, game=GAME)
    with server_with_example.look(table, cookie) as look:
        update = look.update()
        while not update["end"]:
            update = look.update(update["rev"])
    assert update["end"]["rule"] in ENDINGS


@pytest.mark.slow
def test_a_person_plays_it_to_the_end_on_the_page(
    person: Callable[..., Person], server_with_example: WebServer
) -> None:
    visitor = person()
    page = visitor.visit("/")
    sheet = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=TITLE))
    expect(sheet).to_contain_text("every jump is a fight")
    sheet.get_by_role("link", name="Set up").click()
    expect(page.get_by_label("Strength").get_by_role("option")).to_have_count(11)

    made, visitor.cookie = server_with_example.make(HERE, RANDOM, game=GAME)
    table = TablePage(visitor.visit(f"/table/{made}"), TITLE)
    table.has("b2", "White Man, Die 6")
    table.button("Hint").click()
    expect(table.side).to_contain_text("As the computer sees it")
    table.button("Rules").click()
    expect(table.page.get_by_role("dialog", name="Rules")).to_contain_text("A Man steps diagonally forward.")
    table.page.keyboard.press("Escape")
    while table.ready():
        length = table.length()
        give_order(table)
        expect(table.log.get_by_role("listitem").nth(length + 1)).to_be_attached()
    end = server_with_example.get(f"/api/tables/{made}/replay")["end"]
    assert end["rule"] in ENDINGS
    expect(table.result).to_contain_text(end["text"])


def give_order(table: TablePage) -> None:
    """The first piece that can act jumps if it may, or else steps."""
    mouse = Mouse(table)
    mouse.press(next(cell for cell, label in table.labels().items() if label.endswith("can act")))
    targets = {cell: found[1] for cell, label in table.labels().items() if (found := TARGET.search(label))}
    mouse.press(min(targets, key=lambda cell: targets[cell]))


def test_it_fits_on_a_phone(person: Callable[..., Person], server_with_example: WebServer) -> None:
    visitor = person(**PHONE)
    made, visitor.cookie = server_with_example.make(HERE, HERE, game=GAME)
    for path in ("/", f"/new/{GAME}", f"/table/{made}"):
        page = visitor.visit(path)
        expect(page.get_by_text(TITLE).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
