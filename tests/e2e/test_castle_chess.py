"""Castle Chess in real browsers: a siege of two armies, four castles, a quest of the campaign, phones, and axe."""

import re
from collections.abc import Callable

import pytest
from castle import GAME, TITLE, asked, blue, by_turns, carry_out, labels, table_of, whose
from person import PHONE, Person
from playwright.sync_api import CDPSession, Page, expect
from table_page import TablePage
from test_access import assert_accessible
from test_phone import assert_fits
from web_server import HERE, OPEN, WebServer

SIEGE = {
    "White": [
        "Wg5>g6",
        "Wg6>g7",
        "Wf5>f6",
        "Wf6>f7",
        "fire f9",
        "Wg7>g8",
        "Wg8>xg9",
        "Ng9>g10",
        "Ng10xg12",
        "Ng12xg13",
    ],
    "Black": ["Wc9-c8", "Wc8-c7", "Wk9-k8", "Wk8-k7", "Wi9-i8", "Wi8-i7", "Sa10-b9", "Sb9-a8", "Sm10-l9", "Sl9-m8"],
}
"""White storms the main gate with ram and catapult, while Black does nothing."""
EMPERORS = {
    "White": ["rest", "Wj4>i5", "Qj2-j10", "Wl4-l5", "Wm4-m5", "Qj10xe10", "Wm5-m6"],
    "Red": ["rest", "Wd10>e11", "Qb10-a11", "Ka10-c10", "Kc10-e10"],
    "Black": ["rest", "Wl16-l15", "Wl15-l14", "Wm16-m15", "Wm15-m14", "Wm14-m13"],
    "Blue": ["rest", "Wp13-o13", "Wo13-n13", "Wp12-o12", "Wo12-n12", "Wn12-m12"],
}
"""Red's King walks out of his castle and into the White Queen."""
KINGS = {"White": "j1", "Red": "a10", "Black": "j19", "Blue": "s10"}
TRIES = 8
"""The toll road is won against a random player nine times in ten."""


@pytest.mark.slow
def test_a_siege_by_clicks(person: Callable[..., Person], server: WebServer) -> None:
    page = person().visit(f"/new/{GAME}")
    page.get_by_role("radio", name="Open Field").check(force=True)
    expect(page.get_by_role("group", name="Map")).to_contain_text("Only King and Queen stay behind the walls")
    page.get_by_role("group", name="Black").get_by_text("This screen").click()
    page.get_by_role("button", name="Begin").click()
    table = table_of(page)
    expect(page.get_by_role("heading", name="Castle Chess: Open Field")).to_be_visible()

    table.reveal("White")
    carry_out(table, "ram@g5")
    carry_out(table, "catapult@f5")
    assert "White ram" in labels(table)["g5"]
    carry_out(table, "rest")
    expect(table.side.get_by_text("Black places machines under Warriors")).to_be_visible()
    assert not re.search("ram|catapult|tower", " ".join(labels(table).values())), "machines are placed in secret"
    table.reveal("Black")
    assert not re.search("ram|catapult|tower", " ".join(labels(table).values())), "machines are placed in secret"
    carry_out(table, "rest")
    assert "White ram" in labels(table)["g5"], "now all machines are shown"

    table.cell("d4").hover()
    expect(page.locator(".ray").first).to_be_attached()
    script = {side: iter(orders) for side, orders in SIEGE.items()}
    done: list[str] = []
    while not table.result.is_visible():
        order = next(script[whose(table)])
        if order.startswith("fire"):
            table.cell("f9").hover()
            expect(page.locator(".sight-line")).to_be_attached()
        carry_out(table, order)
        done.append(order)
        if order == "Ng9>g10":
            expect(table.cell("g11")).to_have_attribute("aria-label", re.compile("breach where a main gate stood"))
        if done[-1] == SIEGE["White"][-1]:
            expect(table.result).to_be_visible()
    expect(table.result).to_contain_text("White wins")
    expect(table.result).to_contain_text("The King is slain", ignore_case=True)
    id = table.id
    table.result.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Dice verified")).to_be_visible()
    page.get_by_role("button", name="Last position").click()
    expect(page.locator('[data-cell="g13"]')).to_have_attribute("aria-label", re.compile("White Knight"))
    assert server.get(f"/api/tables/{id}/replay")["end"]["rule"] == "CC-10"


# ---- four castles -------------------------------------------------------------------------------------------------


def at_the_foot(table: TablePage, cell: str) -> bool:
    """Whether a space is in the middle of the lowest row on the screen."""
    box, board = table.cell(cell).bounding_box(), table.board.bounding_box()
    assert box
    assert board
    middle = box["x"] + box["width"] / 2 - board["x"] - board["width"] / 2
    return abs(middle) < 3 and abs(box["y"] + box["height"] - board["y"] - board["height"]) < 3


def four_browsers(person: Callable[..., Person], server: WebServer) -> tuple[str, dict[str, TablePage], TablePage]:
    """A table of four, each at a browser of their own and with their own castle below, and somebody who watches."""
    maker = person()
    id, maker.cookie = server.make(HERE, OPEN, OPEN, OPEN, game=GAME, map="emperor")
    tables: dict[str, TablePage] = {}
    for invitation in server.get(f"/api/tables/{id}", maker.cookie)["invitations"]:
        page = person().visit(f"/table/{id}#join={invitation['token']}")
        page.get_by_role("button", name="Take the seat").click()
        expect(page.get_by_role("button", name="Take the seat")).to_be_hidden()
        tables[["White", "Red", "Black", "Blue"][invitation["seat"]]] = table_of(page)
    tables["White"] = table_of(maker.visit(f"/table/{id}"))
    watcher = table_of(person().visit(f"/table/{id}"))
    for side, table in tables.items():
        assert at_the_foot(table, KINGS[side]), side
        expect(table.page.get_by_label(f"{side}, You")).to_be_visible()
    assert at_the_foot(watcher, "j1")
    return id, tables, watcher


@pytest.mark.slow
def test_four_browsers_place_machines_in_secret(person: Callable[..., Person], server: WebServer) -> None:
    _, tables, watcher = four_browsers(person, server)
    by_turns(tables, {side: iter(orders) for side, orders in EMPERORS.items()}, 4)
    for table in (*tables.values(), watcher):
        assert sum("tower" in label for label in labels(table).values()) == 8, "everybody sees all machines now"


@pytest.mark.long
def test_four_browsers_to_the_fall_of_a_king(person: Callable[..., Person], server: WebServer) -> None:
    id, tables, watcher = four_browsers(person, server)
    plans = {side: iter(orders) for side, orders in EMPERORS.items()}
    by_turns(tables, plans, 4 + 17)
    for table in (*tables.values(), watcher):
        expect(table.side).to_contain_text("The King of Red is slain")
        expect(table.cell("e10")).to_have_attribute("aria-label", re.compile("White Queen"))
        assert "Red " not in " ".join(labels(table).values()), "the army of a fallen King leaves the board"
    by_turns(tables, plans, 3)
    expect(tables["Red"].movable).to_have_count(0)

    page = tables["Black"].page
    page.goto(f"/replay/{id}")
    assert at_the_foot(table_of(page), "j19")


# ---- the campaign -------------------------------------------------------------------------------------------------


def stations(page: Page) -> list[str]:
    """The states of the quests as the page shows them."""
    found = page.get_by_role("main").get_by_role("listitem")
    expect(found).to_have_count(6)
    return [re.findall("(Won|Open|Locked)", text)[0] for text in found.all_inner_texts()]


def play_quest(server: WebServer, table: TablePage, cookie: str) -> None:
    """Play Blue to the end of the quest."""
    while table.ready():
        now, orders = asked(server, table.id, cookie)
        if now["length"] == table.length() and orders:
            carry_out(table, max(orders, key=blue))


def test_a_quest_and_its_progress(person: Callable[..., Person], own_server: WebServer) -> None:
    visitor = person()
    page = visitor.visit("/")
    page.get_by_role("link", name="Campaign").click()
    expect(page.get_by_role("heading", name="Castle Chess: the campaign")).to_be_visible()
    assert stations(page) == ["Open", *["Locked"] * 5]
    page.get_by_label("Computer").select_option("random")
    page.get_by_role("button", name="Begin", exact=True).click()
    for _ in range(TRIES):
        table = table_of(page)
        play_quest(own_server, table, visitor.cookie)
        if table.result.get_by_text("Victory!").is_visible():
            break
        table.result.get_by_role("button", name="Try again").click()
        expect(table.result).to_be_hidden()
    expect(table.result).to_contain_text("1 of 6 quests won")
    expect(table.result.get_by_role("button", name="Rematch")).to_have_count(0)
    table.result.get_by_role("button", name="Next quest: Watch Hill").click()
    expect(page.get_by_role("heading", name="Castle Chess: Watch Hill")).to_be_visible()
    second = table_of(page).id
    assert [seat["player"] for seat in own_server.get(f"/api/tables/{second}")["seats"]] == ["", "random"]

    # The campaign survives a restart of the server and of the browser.
    page.close()
    own_server.kill()
    own_server.start()
    later = person()
    later.cookie = visitor.cookie
    page = later.visit(f"/campaign/{GAME}")
    assert stations(page) == ["Won", "Open", *["Locked"] * 4]
    expect(page.get_by_role("link", name="Go on")).to_have_attribute("href", f"/table/{second}")
    page.get_by_role("button", name="Start the campaign again").click()
    page.get_by_role("button", name="Start again", exact=True).click()
    expect(page.get_by_role("heading", name="Castle Chess: The Toll Road")).to_be_visible()
    page.goto(f"/campaign/{GAME}")
    assert stations(page) == ["Open", *["Locked"] * 5]


def test_each_guest_has_a_campaign_of_their_own(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    visitor.expected = re.compile("409")
    page = visitor.visit(f"/campaign/{GAME}")
    assert stations(page)[0] == "Open"
    answer = page.evaluate(
        """async () => {
          const body = JSON.stringify({ map: "quest-2" });
          const headers = { "Content-Type": "application/json" };
          const answer = await fetch("/api/games/castle-chess/campaign", { method: "POST", body, headers });
          return [answer.status, (await answer.json()).code];
        }"""
    )
    assert answer == [409, "locked"]
    assert server.get(f"/api/games/{GAME}/campaign")["begun"] is False


# ---- zoom ---------------------------------------------------------------------------------------------------------


def level(page: Page) -> int:
    """The zoom of the board, in percent."""
    return int(page.get_by_role("group", name="Zoom").get_by_text("%").inner_text().rstrip("%"))


def test_a_large_board_is_enlarged_by_buttons_keys_and_wheel(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(*[HERE] * 4, game=GAME, map="emperor")
    table = table_of(visitor.visit(f"/table/{id}"))
    page, before = table.page, table.cell("j10").bounding_box()
    assert before
    assert level(page) == 100
    page.get_by_role("button", name="Zoom in").click()
    assert level(page) == 140
    table.cell("j10").focus()
    page.keyboard.press("+")
    assert level(page) == 196
    after = table.cell("j10").bounding_box()
    assert after
    assert after["width"] > 1.9 * before["width"]
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    expect(table.cell("j1")).to_be_focused()
    expect(table.cell("j1")).to_be_in_viewport()
    page.keyboard.press("0")
    assert level(page) == 100
    table.cell("j10").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    nearer_than(page, 150)
    page.get_by_role("button", name="Whole board").click()
    assert level(page) == 100


def touch(hand: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Fingers on the screen."""
    hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def swipe(hand: CDPSession) -> None:
    """A finger goes up over the board."""
    touch(hand, "touchStart", (200, 400))
    for way in range(10, 260, 20):
        touch(hand, "touchMove", (200, 400 - way))
    touch(hand, "touchEnd")


def swiped(page: Page, hand: CDPSession) -> None:
    """Swipe until the page moves; a zoomed sheet moves first."""
    for _ in range(30):
        swipe(hand)
        page.wait_for_timeout(100)
        if page.evaluate("window.scrollY") > 100:
            return
    pytest.fail("the page does not scroll")


def at_rest(page: Page) -> None:
    """Back to the top of the page, when the last swipe has ended."""
    for _ in range(100):
        page.evaluate("window.scrollTo(0, 0)")
        page.wait_for_timeout(100)
        if page.evaluate("window.scrollY") == 0:
            return
    pytest.fail("the page does not come to rest")


def nearer_than(page: Page, percent: int) -> None:
    """Wait for the board to be zoomed in."""
    for _ in range(1000):
        if level(page) > percent:
            return
        page.wait_for_timeout(50)
    pytest.fail(f"the board is not enlarged: {level(page)}%")


def test_fingers_enlarge_the_board_and_still_scroll_the_page(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person(**PHONE)
    id, visitor.cookie = server.make(*[HERE] * 4, game=GAME, map="emperor")
    page = visitor.visit(f"/table/{id}")
    table = table_of(page)
    table.reveal("White")
    carry_out(table, "rest")
    assert_fits(page)

    # On the whole board a space is too small for a finger: the first touch only zooms in.
    length = table.length()
    table.cell("j16").tap()
    nearer_than(page, 150)
    expect(table.cell("j16")).to_be_in_viewport()
    assert table.length() == length

    page.get_by_role("button", name="Whole board").tap()
    hand = visitor.context.new_cdp_session(page)
    at_rest(page)
    touch(hand, "touchStart", (180, 300), (220, 300))
    for gap in range(25, 55, 5):
        touch(hand, "touchMove", (200 - gap, 300), (200 + gap, 300))
    touch(hand, "touchEnd")
    nearer_than(page, 200)
    assert_fits(page)
    assert page.evaluate("document.querySelector('.pane').scrollHeight > document.querySelector('.pane').clientHeight")
    # A swipe moves the sheet, and at its end the page; with the whole board on the screen it moves the page at once.
    swiped(page, hand)
    at_rest(page)
    page.get_by_role("button", name="Whole board").tap()
    at_rest(page)
    swiped(page, hand)


# ---- phones and axe -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
class TestAxe:
    def test_set_up_and_campaign(self, person: Callable[..., Person], scheme: str) -> None:
        page = person(color_scheme=scheme).visit(f"/new/{GAME}")
        page.get_by_role("radio", name="The Emperor's Expansion").check(force=True)
        expect(page.get_by_role("group", name="Blue")).to_be_visible()
        assert_accessible(page, "set-up with maps")
        page.goto(f"/campaign/{GAME}")
        assert stations(page)[0] == "Open"
        assert_accessible(page, "campaign")

    def test_placing_and_playing(self, person: Callable[..., Person], server: WebServer, scheme: str) -> None:
        visitor = person(color_scheme=scheme)
        id, visitor.cookie = server.make(HERE, HERE, game=GAME, map="muster")
        table = table_of(visitor.visit(f"/table/{id}"))
        assert_accessible(table.page, "placing machines")
        for side in ("White", "Black"):
            table.reveal(side)
            carry_out(table, "rest")
        catapult = next(cell for cell, label in labels(table).items() if re.search("catapult.*can act", label))
        table.take(catapult)
        expect(table.choices.get_by_role("button", name="Push the catapult")).to_be_visible()
        assert_accessible(table.page, f"{TITLE} with a choice")

    def test_a_phone(self, person: Callable[..., Person], server: WebServer, scheme: str) -> None:
        visitor = person(color_scheme=scheme, **PHONE)
        id, visitor.cookie = server.make(HERE, HERE, game=GAME, map="muster")
        table = table_of(visitor.visit(f"/table/{id}"))
        table.reveal("White")
        assert_fits(table.page)
        train = table.page.get_by_role("group", name="Machines of White")
        train.get_by_role("button", name=re.compile("^tower, ")).tap()
        table.cell("g4").tap()
        expect(table.cell("g4")).to_have_attribute("aria-label", re.compile("White tower"))
        assert_accessible(table.page, "placing machines on a phone")
        for path in (f"/new/{GAME}", f"/campaign/{GAME}"):
            table.page.goto(path)
            expect(table.page.get_by_role("heading", name=TITLE).first).to_be_visible()
            assert_fits(table.page)
