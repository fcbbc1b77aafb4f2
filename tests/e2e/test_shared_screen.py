"""Two players share a screen: secrets are neither on the page nor in messages until their player looks."""

import re
from collections.abc import Callable

import pytest
from person import PHONE, Person
from playwright.sync_api import Page, expect
from table_page import TablePage
from test_access import assert_accessible
from test_phone import assert_fits
from test_trench_checkers import watched
from trench import GAME, Trooper
from web_server import HERE, WebServer

from pawnstorm.games.trench_checkers.view.words import TITLES

SHORT = {"field": "short"}
SECRETS = re.compile("You draw|" + "|".join(TITLES))
"""The cards by name, and the words in which somebody is told of his own."""
LARGE_ENOUGH = 20
"""Decisions after which both sides have been asked for reactions."""


def page_text(page: Page) -> str:
    """All text of a page, visible or for screen readers."""
    return str(page.evaluate("document.body.innerText + document.body.outerHTML"))


def test_a_hidden_hand_is_neither_on_the_page_nor_sent(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, HERE, game=GAME, options=SHORT)
    page, heard = watched(visitor, f"/table/{id}")
    table = TablePage(page, "Trench Checkers")
    side = table.side.get_by_role("paragraph").first.inner_text().partition(":")[0]
    other = {"Blue": "Red", "Red": "Blue"}[side]
    screen = page.get_by_role("group", name="Shared screen")
    expect(screen).to_contain_text(f"Hand the screen to {side}.")
    assert not SECRETS.search(page_text(page))
    assert not any(SECRETS.search(frame) for frame in heard)

    # The hand and the log of the player who looks appear, and disappear again.
    table.reveal(side)
    expect(page.get_by_role("region", name=f"{side}'s hand")).to_be_visible()
    assert SECRETS.search(page_text(page)), "the test itself would find a leak"
    assert any("You draw" in frame for frame in heard)
    page.get_by_role("button", name="Hide it").click()
    expect(page.get_by_role("region", name=f"{side}'s hand")).to_have_count(0)
    assert not SECRETS.search(page_text(page))

    # The player to act may do what everybody knows to be possible; the look ends with the turn.
    table.reveal(other)
    expect(table.choices).to_have_count(0)
    table.reveal(side)
    table.choices.get_by_role("button", name=f"{other} goes first").click()
    expect(screen).to_contain_text("What only one player may see is hidden.")
    assert not SECRETS.search(page_text(page))


def test_a_covered_screen_plays_on_and_hears_nothing(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, HERE, game=GAME, options=SHORT)
    page, heard = watched(visitor, f"/table/{id}")
    TablePage(page, "Trench Checkers")
    trooper = Trooper(page, seed=5)
    # A click need not be an order, so messages are counted.
    while len(heard) <= LARGE_ENOUGH:
        seen = trooper.ready()
        assert seen
        assert not seen.over
        trooper.act(seen)
    assert not trooper.played, "nobody has looked at a card"
    assert [SECRETS.findall(frame) for frame in heard if SECRETS.search(frame)] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_handing_over_on_a_phone(person: Callable[..., Person], server: WebServer, scheme: str) -> None:
    visitor = person(color_scheme=scheme, **PHONE)
    id, visitor.cookie = server.make(HERE, HERE, game=GAME, options=SHORT)
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page, "Trench Checkers")
    assert_fits(page)
    assert_accessible(page, "a covered screen")
    table.reveal("Blue")
    assert_fits(page)
    assert_accessible(page, "a hand that is looked at")
    page.reload()
    expect(page.get_by_role("button", name="I am Blue: show it")).to_be_visible()
    expect(page.get_by_role("region", name="Blue's hand")).to_have_count(0)


def test_armies_chosen_in_secret_on_one_screen(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, HERE, game="ch35s")
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page, "CH35S")
    for side, army in (("White", "k1 "), ("Black", "b1 ")):
        expect(table.side.get_by_text(f"{side} chooses an army")).to_be_visible()
        expect(table.choices).to_have_count(0)
        table.reveal(side)
        table.choices.get_by_role("button", name="Take a sample army").click()
        table.choices.get_by_role("button", name=army).click()
        if side == "White":
            expect(table.log).to_contain_text("a secret order")
    expect(page.get_by_text(re.compile("^(White|Black) deploys$"))).to_be_visible()
    expect(table.log).not_to_contain_text("a secret order")
    expect(table.log.get_by_role("listitem").nth(1)).to_contain_text(re.compile("k1", re.IGNORECASE))
    expect(page.get_by_role("group", name="Shared screen")).to_have_count(0)
