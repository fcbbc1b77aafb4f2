"""axe finds nothing serious on any page, light or dark, and first loads are small."""

import gzip
import re
from collections.abc import Callable

import pytest
from person import Person
from playwright.sync_api import Page, Response, WebSocket, expect
from recorded import finished
from suite import ROOT
from table_page import TablePage
from web_server import HERE, OPEN, WebServer

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LIMIT = 200 * 1000


def assert_accessible(page: Page, where: str) -> None:
    """axe finds nothing serious."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    bad = [
        f"{one['id']} ({one['impact']}): {node['html'][:160]} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
    assert not bad, f"{where}:\n" + "\n".join(bad)


@pytest.mark.parametrize("scheme", ["light", "dark"])
class TestAxe:
    def test_shelf_setup_and_the_rest(self, person: Callable[..., Person], scheme: str) -> None:
        page = person(color_scheme=scheme).visit("/")
        expect(page.get_by_role("button", name="Play against the computer").first).to_be_visible()
        assert_accessible(page, "shelf")
        page.goto("/new/chess-attack")
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        page.get_by_text("The ruling behind it").first.click()
        assert_accessible(page, "set-up")
        page.goto("/about")
        assert_accessible(page, "about")
        page.goto("/replay")
        assert_accessible(page, "open a record")

    def test_table_in_play(self, person: Callable[..., Person], server: WebServer, scheme: str) -> None:
        visitor = person(color_scheme=scheme)
        id, visitor.cookie = server.make(HERE, HERE)
        table = TablePage(visitor.visit(f"/table/{id}"))
        for number, (origin, target) in enumerate((("e2", "e4"), ("d7", "d5"), ("e4", "d5"))):
            table.move(origin, target)
            table.until(number + 1)
        assert_accessible(table.page, "table")
        table.take("d8")
        table.cell("d7").hover()
        assert_accessible(table.page, "table with a choice")
        table.button("Rules").click()
        rules = table.page.get_by_role("dialog", name="Rules")
        expect(rules.get_by_role("region", name="How to play").get_by_role("listitem").first).to_be_visible()
        expect(rules.get_by_text("CA-24", exact=True)).to_be_visible()
        assert_accessible(table.page, "rules")
        table.page.keyboard.press("Escape")
        table.button("Settings").click()
        assert_accessible(table.page, "settings")

    def test_waiting_result_and_replay(self, person: Callable[..., Person], server: WebServer, scheme: str) -> None:
        visitor = person(color_scheme=scheme)
        waiting, visitor.cookie = server.make(HERE, OPEN)
        page = visitor.visit(f"/table/{waiting}")
        expect(page.get_by_label("Invitation for Black")).to_be_visible()
        assert_accessible(page, "waiting")
        over, visitor.cookie = finished(server)
        page.goto(f"/table/{over}")
        expect(page.get_by_role("dialog", name="Chess Attack")).to_be_visible()
        assert_accessible(page, "result")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Chess Attack")).to_be_hidden()
        assert_accessible(page, "table after the end")
        page.goto(f"/replay/{over}#at=5")
        TablePage(page)
        assert_accessible(page, "replay")


def test_the_first_load_of_a_table_is_small(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, HERE)
    page = visitor.context.new_page()
    responses: list[Response] = []
    frames: list[int] = []
    page.on("response", lambda response: responses.append(response))
    page.on("websocket", lambda line: _count(line, frames))
    page.goto(f"/table/{id}")
    expect(TablePage(page).movable).not_to_have_count(0)
    sizes = {response.url: _size(response) for response in responses}
    assert len(sizes) > 3
    assert frames, "the position comes over the socket"
    total = sum(sizes.values()) + sum(frames)
    assert total < LIMIT, f"{total} bytes: {sizes}, socket {frames}"


def _count(line: WebSocket, frames: list[int]) -> None:
    line.on("framereceived", lambda payload: frames.append(len(payload)))


def _size(response: Response) -> int:
    if response.headers.get("content-encoding"):
        return int(response.request.sizes()["responseBodySize"])
    return len(gzip.compress(response.body(), 6))


def test_the_page_runs_under_a_strict_policy(person: Callable[..., Person]) -> None:
    visitor = person()
    page = visitor.context.new_page()
    answer = page.goto("/")
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    expect(page.get_by_role("button", name="Play against the computer").first).to_be_visible()
    # What the policy blocks is an error on the console, which fails every other test.
    assert not visitor.faults
    visitor.expected = re.compile("Content Security Policy")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.inline = 1' }))"
    )
    assert page.evaluate("window.inline") is None
    assert len(visitor.faults) == 1
