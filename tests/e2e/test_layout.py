"""Layout faults that were found once, each measured: what jumps, what is cut off, what breaks."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from person import PHONE, Person
from playwright.sync_api import Page, WebSocketRoute, expect
from table_page import TablePage
from web_server import HERE, RANDOM, WebServer

from pawnstorm.games.trench_checkers.view.words import TITLES

LYING: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
"""The same phone in landscape."""
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SIZES = {"wide": WIDE, "phone": PHONE, "lying": LYING}
EMPEROR = {"game": "castle-chess", "map": "emperor"}

_SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
})"""

_WATCH = """() => {
  window.tops = new Set();
  const look = () => {
    window.tops.add(document.querySelector("[role=grid]").getBoundingClientRect().top + scrollY);
    requestAnimationFrame(look);
  };
  look();
}"""

_CUT_OFF = """() => [...document.querySelectorAll(".strip .who, .strip b, .strip .title, .strip .value")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => one.textContent)"""

_BROKEN = """(titles) => {
  const name = document.querySelector(".card .name");
  return titles.filter((title) => {
    name.textContent = title;
    const text = name.firstChild;
    return [...title.matchAll(/[^ -]+/g)].some(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { left, right } = range.getBoundingClientRect();
      const card = name.closest(".card").getBoundingClientRect();
      return range.getClientRects().length > 1 || left < card.left || right > card.right;
    });
  });
}"""

_SHIELDS = """() => [...document.querySelectorAll("[data-token] .badge.shield")].map((badge) =>
  [badge.querySelector("text").getBBox().width, badge.querySelector("path").getBBox().width])"""


@pytest.mark.parametrize("size", SIZES)
def test_the_shelf_does_not_shift(person: Callable[..., Person], size: str) -> None:
    page = person(**SIZES[size]).visit("/")
    expect(page.get_by_role("button", name="Play against the computer")).to_have_count(5)
    expect(page.get_by_text("Read the odds.")).to_be_attached()
    assert page.evaluate(_SHIFT) < 0.1


@pytest.mark.parametrize(
    "kind",
    [
        {"game": "chess-attack"},
        {"game": "trench-checkers"},
        {"game": "ch35s"},
        {"game": "fantasy-armies"},
        {"game": "castle-chess", "map": "muster"},
    ],
    ids=lambda kind: kind["game"],
)
def test_a_phone_on_its_side_shows_the_whole_board(
    person: Callable[..., Person], server: WebServer, kind: dict[str, str]
) -> None:
    visitor = person(**LYING)
    id, visitor.cookie = server.make(HERE, RANDOM, **kind)
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page)
    expect(table.side.get_by_role("paragraph").first).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    box = table.board.bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 390
    assert box["height"] > 250, "and it is not a stamp"
    assert page.evaluate("document.documentElement.scrollWidth") <= 844
    page.mouse.wheel(0, 2000)
    expect(table.board).to_be_in_viewport(ratio=1)


class Slow:
    """A server whose computer seems to think until the test has seen enough: its answers are kept back."""

    def __init__(self, page: Page) -> None:
        self.told = 1
        self._kept: list[str | bytes] = []
        self._page: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/socket"), self._carry)

    def _carry(self, page: WebSocketRoute) -> None:
        self._page = page
        page.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        self._kept.append(message)
        self._tell()

    def _tell(self) -> None:
        assert self._page
        while self._kept and json.loads(self._kept[0]).get("length", 0) <= self.told:
            self._page.send(self._kept.pop(0))

    def answer(self) -> None:
        """Let the computer answer."""
        self.told += 2
        self._tell()


def test_the_board_stays_where_it_is_while_the_computer_thinks(
    person: Callable[..., Person], server: WebServer
) -> None:
    visitor = person(**PHONE)
    id, visitor.cookie = server.make(HERE, RANDOM)
    page = visitor.context.new_page()
    slow = Slow(page)
    page.goto(f"/table/{id}")
    table = TablePage(page)
    page.evaluate(_WATCH)
    for number, (origin, target) in enumerate((("e2", "e4"), ("d2", "d4")), 1):
        expect(table.cell(origin)).to_have_attribute("aria-label", re.compile("can act$"))
        table.cell(origin).tap()
        table.cell(target).tap()
        expect(page.get_by_text("thinking")).to_be_visible()
        slow.answer()
        table.until(2 * number)
        expect(page.get_by_text("thinking")).to_have_count(0)
    assert len(page.evaluate("[...window.tops]")) == 1


@pytest.mark.parametrize("size", SIZES)
def test_four_seats_are_named_and_their_numbers_too(
    person: Callable[..., Person], server: WebServer, size: str
) -> None:
    visitor = person(**SIZES[size])
    id, visitor.cookie = server.make(HERE, RANDOM, RANDOM, RANDOM, **EMPEROR)
    page = visitor.visit(f"/table/{id}")
    TablePage(page)
    for side in ("Red", "Black", "Blue"):
        seat = page.get_by_role("region", name=f"{side}, Computer · Random")
        expect(seat).to_contain_text("Random")
        number = seat.get_by_text("Machines to place")
        expect(number).to_be_visible()
        box = number.bounding_box()
        assert box
        assert box["width"] > 20, "it is there to be read"
    assert page.evaluate(_CUT_OFF) == []


@pytest.mark.parametrize("size", SIZES)
def test_nothing_of_four_seats_at_one_screen_is_cut_off(
    person: Callable[..., Person], server: WebServer, size: str
) -> None:
    visitor = person(**SIZES[size])
    id, visitor.cookie = server.make(HERE, HERE, HERE, HERE, **EMPEROR)
    page = visitor.visit(f"/table/{id}")
    TablePage(page)
    expect(page.get_by_role("region", name="Red, On this screen")).to_be_visible()
    assert page.evaluate(_CUT_OFF) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_seat_of_ch35s_takes_one_line(person: Callable[..., Person], server: WebServer, size: str) -> None:
    visitor = person(**SIZES[size])
    id, visitor.cookie = server.make(HERE, RANDOM, game="ch35s", armies=["k1", "b1"])
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page, "CH35S")
    table.choices.get_by_role("button", name="Deploy the rest").click()
    expect(table.movable.first).to_be_visible()
    for side in ("White", "Black"):
        seat = page.get_by_role("region", name=re.compile(f"^{side}, "))
        expect(seat.get_by_text("Actions left")).to_be_visible()
        box = seat.bounding_box()
        assert box
        assert box["height"] <= 50
    assert page.evaluate(_CUT_OFF) == []


def hand(page: Page) -> None:
    """Wait for a hand of cards."""
    expect(page.locator(".card .name").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_no_word_of_a_card_is_broken(person: Callable[..., Person], server: WebServer, size: str) -> None:
    visitor = person(**SIZES[size])
    id, visitor.cookie = server.make(HERE, RANDOM, game="trench-checkers")
    page = visitor.visit(f"/table/{id}")
    hand(page)
    assert page.evaluate(_BROKEN, list(TITLES)) == []
    assert page.evaluate(_BROKEN, ["Counterintelligence"]) == ["Counterintelligence"], "the test itself would see it"


def test_what_stands_on_a_shield_fits_it(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, RANDOM, game="fantasy-armies", armies=["man", "orcs"])
    page = visitor.visit(f"/table/{id}")
    TablePage(page, "Fantasy Armies")
    page.get_by_role("button", name="Set up the rest").click()
    expect(page.locator("[data-token] .badge.shield").first).to_be_attached()
    sizes = page.evaluate(_SHIELDS)
    assert len(sizes) >= 10
    assert [pair for pair in sizes if pair[0] > pair[1]] == []


def test_where_there_is_no_table_the_page_knows_a_way(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, HERE)
    page = visitor.visit(f"/table/{id}")
    TablePage(page)
    page.goto("/table/nowhere")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    expect(page.get_by_role("link", name="Chess Attack as White and Black")).to_have_attribute("href", f"/table/{id}")
    page.get_by_role("link", name="Choose a game").click()
    expect(page.get_by_role("heading", name="Choose your battle")).to_be_visible()
