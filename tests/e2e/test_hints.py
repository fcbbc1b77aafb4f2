"""Asking the computer on the page: by click and by keyboard, among people, with secrets, in replays, on a phone."""

import json
import re
from collections.abc import Callable

import pytest
from person import PHONE, Person
from playwright.sync_api import Locator, Page, expect
from recorded import finished
from table_page import TablePage
from test_access import assert_accessible
from test_against_computer import press
from test_phone import assert_fits
from trench import GAME as TRENCHES
from web_server import HERE, OPEN, RANDOM, WebServer

THINKER = {"kind": "computer", "player": "3"}
NOTICE = """() => new MutationObserver(() => {
    const thinks = [...document.querySelectorAll(".who")].find((one) => one.textContent.includes("thinking"));
    if (thinks) window.noticed = thinks.textContent.trim();
}).observe(document.body, { subtree: true, childList: true, characterData: true })"""
"""Keeps what is shown next to a player who thinks, however briefly."""


def panel(page: Page) -> Locator:
    """What the computer has said."""
    return page.get_by_role("region", name="As the computer sees it")


def answered(page: Page) -> Locator:
    """The panel, once the computer has answered."""
    expect(panel(page).get_by_text("positions looked at")).to_be_visible()
    return panel(page)


def asked(page: Page, button: str = "Hint") -> Locator:
    """Ask, and wait for the answer."""
    page.get_by_role("button", name=button, exact=True).click()
    return answered(page)


def test_a_hint_by_click_is_shown_and_played(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, THINKER)
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page)
    found = asked(page)
    best = found.get_by_role("list", name="Best orders").get_by_role("button")
    expect(best.first).to_have_attribute("aria-pressed", "true")
    expect(best.first).to_contain_text(re.compile(r"^(Pawn|Knight) ([a-h][12]), Move: [a-h][34]"))
    proposed = page.locator('[role=gridcell][aria-label*="proposed by the computer"]')
    expect(proposed).to_have_count(2)
    expect(found.get_by_role("list", name="Chances to win").get_by_role("listitem")).to_have_count(2)
    # Another of the best orders can be looked at and played instead.
    best.nth(1).click()
    expect(best.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(proposed).to_have_count(2)
    order = found.get_by_role("button", name=re.compile("^Play ")).inner_text().removeprefix("Play ").strip()
    found.get_by_role("button", name=re.compile("^Play ")).click()
    table.until(2)
    assert table.orders()[0] == order
    expect(panel(page)).to_have_count(0)
    expect(proposed).to_have_count(0)


def test_a_hint_by_keyboard_is_spoken_and_played(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, RANDOM)
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page)
    table.ready()
    press(page, table.button("Chances"))
    found = answered(page)
    expect(page.get_by_text(re.compile("^As the computer sees it: White [0-9]+ %, Black [0-9]+ %"))).to_be_attached()
    expect(found.get_by_role("list", name="Best orders")).to_have_count(0)
    press(page, found.get_by_role("button", name="Close the advice"))
    expect(panel(page)).to_have_count(0)
    press(page, table.button("Hint"))
    expect(answered(page).get_by_role("button", name=re.compile("^Play "))).to_be_focused()
    expect(
        page.get_by_text(re.compile("^The computer proposes (Pawn|Knight) .*As the computer sees it"))
    ).to_be_attached()
    page.keyboard.press("Enter")
    table.until(2)


def test_a_player_who_thinks_is_shown_as_thinking(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, {"kind": "computer", "player": "8"})
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page)
    page.evaluate(NOTICE)
    table.move("e2", "e4")
    table.until(2)
    assert page.evaluate("window.noticed").endswith("Level 8 · thinking…")
    expect(page.get_by_text("thinking")).to_have_count(0)


def test_people_agree_on_hints_and_see_them_used(person: Callable[..., Person]) -> None:
    white, black = person(), person()
    page = white.visit("/new/chess-attack")
    page.get_by_role("group", name="Black").get_by_text("A friend, by link").click()
    page.get_by_label("Hints are agreed on").check()
    page.get_by_role("button", name="Begin").click()
    other = black.visit(page.get_by_label("Invitation for Black").input_value())
    expect(other.get_by_role("group", name="Invitation")).to_contain_text("Hints are agreed on")
    other.get_by_role("button", name="Take the seat").click()
    asked(page)
    expect(other.get_by_label(re.compile("^White, Guest · asked once"))).to_be_visible()
    expect(panel(other)).to_have_count(0)
    expect(TablePage(other).button("Hint")).to_be_disabled()
    expect(TablePage(other).button("Chances")).to_be_disabled()


def test_without_agreement_people_are_not_offered_hints(person: Callable[..., Person], server: WebServer) -> None:
    white, black = person(), person()
    id, white.cookie = server.make(HERE, OPEN)
    page = white.visit(f"/table/{id}")
    other = black.visit(page.get_by_label("Invitation for Black").input_value())
    expect(other.get_by_role("group", name="Invitation")).not_to_contain_text("Hints")
    other.get_by_role("button", name="Take the seat").click()
    expect(TablePage(page).movable).not_to_have_count(0)
    for one in (page, other):
        expect(one.get_by_role("button", name="Hint")).to_have_count(0)
        expect(one.get_by_role("button", name="Chances")).to_have_count(0)


def test_a_hint_names_no_card_of_the_other_hand(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, RANDOM, game=TRENCHES, seed="02")
    page = visitor.visit(f"/table/{id}")
    TablePage(page, "Trench Checkers")
    heard: list[str] = []
    page.on("response", lambda response: heard.append(response.text()) if "advice" in response.url else None)
    for number in range(4):
        found = asked(page)
        play = found.get_by_role("button", name=re.compile("^Play "))
        offered = set(leaves(server, id, visitor.cookie))
        told = json.loads(heard[number])
        # All orders named could be given by the player who asked, so none shows the other hand.
        assert {one["order"] for one in told["orders"]} <= offered
        if told["seat"] == 0:
            assert told["orders"]
        play.click()
        expect(panel(page)).to_have_count(0)
        expect(TablePage(page, "Trench Checkers").button("Hint")).to_be_enabled()


def leaves(server: WebServer, id: str, cookie: str) -> list[str]:
    """Every order that the visitor may give now."""

    def walk(offers: list[dict[str, object]]) -> list[str]:
        below = [one for offer in offers for one in walk(offer["options"])]  # type: ignore[arg-type]
        return [str(offer["order"]) for offer in offers if offer["order"]] + below

    with server.look(id, cookie) as look:
        return walk(look.receive()["view"]["offers"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_replay_tells_chances_at_any_position(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    over, _ = finished(server)
    page = person(color_scheme=scheme).visit(f"/replay/{over}#at=5")
    TablePage(page)
    found = asked(page, "Chances")
    expect(found.get_by_role("list", name="Best orders").get_by_role("listitem").first).to_be_visible()
    assert_accessible(page, "replay with chances")
    page.get_by_role("button", name="One step back").click()
    expect(panel(page)).to_have_count(0)
    page.get_by_role("button", name="Last position").click()
    expect(page.get_by_role("button", name="Chances")).to_be_disabled()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hint_fits_a_phone_and_is_accessible(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    visitor = person(color_scheme=scheme, **PHONE)
    id, visitor.cookie = server.make(HERE, RANDOM, game="castle-chess")
    page = visitor.visit(f"/table/{id}")
    found = asked(page)
    expect(found.get_by_role("button", name=re.compile("^Play "))).to_be_in_viewport()
    assert_fits(page)
    assert_accessible(page, "hint on a phone")
