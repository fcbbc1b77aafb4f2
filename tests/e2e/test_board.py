"""The board itself: dragging, exact odds before a fight, looking back by the log, taking back, rolling dice."""

import re
from collections.abc import Callable
from fractions import Fraction

from person import Person
from playwright.sync_api import Locator, expect
from table_page import TablePage
from web_server import HERE, OPEN, RANDOM, Json, WebServer


def opened(visitor: Person, server: WebServer, *orders: str) -> TablePage:
    """Both sides on one screen, after some orders."""
    id, visitor.cookie = server.make(HERE, HERE)
    with server.look(id, visitor.cookie) as raw:
        for order in orders:
            rev = raw.update()["rev"]
            raw.send(t="order", rev=rev, do=order)
            raw.update(after=rev)
    table = TablePage(visitor.visit(f"/table/{id}"))
    table.until(len(orders))
    assert table.ready()
    return table


def offer(server: WebServer, visitor: Person, table: TablePage, origin: str, target: str) -> Json:
    """What the server offers for a piece and a cell."""
    with server.look(table.id, visitor.cookie) as raw:
        offers = raw.update()["view"]["offers"]
    piece = next(one for one in offers if one["cell"] == origin)
    return dict(next(one for one in piece["options"] if one["cell"] == target))


def percent(chance: str) -> str:
    """A chance as it is written for people."""
    return f"{round(float(Fraction(chance)) * 100 + 1e-9)}%"


def test_a_piece_is_dragged_and_dropped(person: Callable[..., Person], server: WebServer) -> None:
    table = opened(person(), server)
    table.cell("e2").drag_to(table.cell("e4"))
    table.until(1)
    table.has("e4", "White Pawn")
    # Dropped where it may not go, it stays where it was.
    table.cell("d7").drag_to(table.cell("d3"))
    table.has("d7", "Black Pawn")
    assert table.orders() == ["e2-e4"]


def test_exact_odds_before_a_fight(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    table = opened(visitor, server, "e2-e4", "d7-d5")
    fight = offer(server, visitor, table, "e4", "d5")
    table.take("e4")
    label = str(table.cell("d5").get_attribute("aria-label"))
    table.cell("d5").hover()
    for odds in fight["odds"]:
        assert f"{percent(odds['chance'])} {odds['result']}" in label
        row = table.side.get_by_role("listitem").filter(has=table.page.get_by_text(odds["result"], exact=True))
        expect(row).to_contain_text(percent(odds["chance"]))
        expect(row).to_contain_text(odds["chance"])
    # The sums: the Queen behind the pawn helps it.
    expect(table.side.get_by_text("Defence 1")).to_be_visible()
    expect(table.side.get_by_text("Support 3")).to_be_visible()
    table.cell("a5").hover()
    expect(table.side.get_by_role("listitem").filter(has_text="attacker falls")).to_have_count(0)


def test_a_choice_survives_people_who_come_and_go(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    table = opened(visitor, server)
    with server.look(table.id, visitor.cookie) as witness:
        witness.update()
        table.take("b1")
        with server.look(table.id) as watcher:
            watcher.update()
            witness.watched(1)
        witness.watched(0)
    expect(table.cell("b1")).to_have_attribute("aria-selected", "true")
    table.cell("c3").click()
    table.until(1)


def test_the_log_leads_back_and_forth(person: Callable[..., Person], server: WebServer) -> None:
    table = opened(person(), server, "e2-e4", "d7-d5", "e4xd5")
    now = table.labels()
    table.log.get_by_role("button", name="1. White e2-e4").click()
    table.has("e4", "White Pawn")
    table.has("d7", "Black Pawn")
    expect(table.movable).to_have_count(0)
    table.button("First position").click()
    table.has("e2", "White Pawn")
    table.button("Back to now").click()
    expect(table.movable).not_to_have_count(0)
    assert table.labels() == now
    table.button("Flip").click()
    assert table.turned()


def test_taking_back_alone_goes_up_to_the_last_die(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, RANDOM)
    table = TablePage(visitor.visit(f"/table/{id}"))
    table.move("e2", "e4")
    table.until(2)
    assert table.ready()
    table.button("Take back").click()
    table.until(0)
    table.has("e2", "White Pawn")
    expect(table.button("Take back")).to_be_disabled()

    both = opened(visitor, server, "e2-e4", "d7-d5", "e4xd5")
    expect(both.button("Take back")).to_be_disabled()


def test_every_tool_is_in_reach_without_scrolling(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    table = opened(visitor, server, "e2-e4", "d7-d5", "e4xd5")
    reach_tools(table)
    waiting, visitor.cookie = server.make(HERE, OPEN)
    table.page.goto(f"/table/{waiting}")
    expect(table.side.get_by_label("Invitation for Black")).to_be_visible()
    reach_tools(table)


FREE = """async (tools) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let n = 0; n < 3; n++) await frame();
    return tools.map((tool) => {
        const { left, right, top, bottom } = tool.getBoundingClientRect();
        const points = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]));
        return points.every(([x, y]) => tool.contains(document.elementFromPoint(x, y)));
    });
}"""
"""Whether each element can be hit, once the page has settled."""


def reach_tools(table: TablePage) -> None:
    """Every tool is completely on the screen and nothing covers it."""
    tools = table.side.get_by_role("toolbar", name="Tools").get_by_role("button")
    for width, height in ((1280, 720), (1024, 768), (1920, 1080), (1366, 650)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function(f"innerWidth === {width} && innerHeight === {height}")
        free = tools.evaluate_all(FREE)
        assert len(free) >= 3
        assert all(free), f"{width}x{height}: {free}"


def faces(dice: Locator) -> list[int]:
    """The pips of every die."""
    return [die.locator("circle").count() for die in dice.all()]


def test_dice_roll_and_land_on_their_true_faces(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person(reduced_motion="no-preference")
    visitor.context.clock.install(time="2026-01-01T00:00:00")
    table = opened(visitor, server, "e2-e4", "d7-d5")
    clock = table.page.clock
    table.take("e4")
    # From here on the clock only moves when the test moves it.
    clock.pause_at("2026-01-01T01:00:00")
    table.cell("d5").click()
    card = table.page.locator("[aria-hidden=true]").filter(has_text="attacks").filter(has_text="defends")
    expect(card).to_be_visible()
    rolling = "document.getAnimations().some((one) => one.effect.target.localName === 'svg')"
    assert table.page.evaluate(rolling), "the dice are still rolling"
    assert table.length() == 2, "the board waits for the dice"
    outcome = card.get_by_text(re.compile("falls|wounded"))
    expect(outcome).to_be_hidden()

    clock.run_for(1000)
    expect(outcome).to_be_visible()
    table.until(3)
    said = table.log.get_by_role("listitem").nth(3).inner_text()
    true = [int(face) for face in re.findall(r"die (\d)", said)]
    assert faces(card.locator("svg")) == true
    assert [int(face) for face in re.findall(r"die (\d)", table.live.inner_text())] == true
    assert not table.page.evaluate(rolling)
    clock.run_for(2000)
    expect(card).to_be_hidden()


def test_nothing_moves_with_reduced_motion(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    visitor.context.clock.install(time="2026-01-01T00:00:00")
    table = opened(visitor, server, "e2-e4", "d7-d5")
    table.page.evaluate(
        """() => {
            window.lasted = [0];
            const note = ({ target }) => {
                const running = target.getAnimations({ subtree: true });
                window.lasted.push(...running.map((one) => one.effect.getTiming().duration));
            };
            for (const kind of ["animationstart", "transitionrun"]) document.addEventListener(kind, note, true);
        }"""
    )
    table.take("e4")
    # The fight is over without any time passing.
    table.page.clock.pause_at("2026-01-01T01:00:00")
    table.cell("d5").click()
    table.until(3)
    assert table.page.locator("[aria-hidden=true]").filter(has_text="defends").count() == 0
    assert table.page.evaluate("Math.max(...window.lasted)") < 1, "in milliseconds"


def test_light_and_dark(person: Callable[..., Person]) -> None:
    light, dark = ("rgb(42, 32, 23)", "rgb(240, 228, 200)")
    page = person(color_scheme="light").visit("/about")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_css("color", light)
    page.get_by_role("button", name="Switch to the dark table").click()
    expect(heading).to_have_css("color", dark)
    # The choice stays when the system changes its own.
    page.reload()
    expect(heading).to_have_css("color", dark)
    other = person(color_scheme="dark").visit("/about")
    expect(other.get_by_role("heading", level=1)).to_have_css("color", dark)
    other.get_by_role("button", name="Switch to the light table").click()
    expect(other.get_by_role("heading", level=1)).to_have_css("color", light)
