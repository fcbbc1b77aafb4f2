"""A finished game is analysed: from its result, from a file, on a phone, and without seeing the picture."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from playwright.sync_api import Locator, Page, expect
from recorded import finished
from suite import TESTS
from table_page import TablePage
from test_access import assert_accessible
from web_server import Json, WebServer

GOLDEN = TESTS / "games"


def analysis(page: Page) -> Locator:
    """The analysis, once it is done."""
    found = page.get_by_role("region", name="Analysis")
    expect(found.get_by_text("The analysis is done.")).to_be_attached()
    return found


def at(page: Page, step: int, last: int) -> None:
    """See which position is shown."""
    expect(page.get_by_text(f"{step} / {last}", exact=True)).to_be_visible()


def findings(server: WebServer, id: str) -> Json:
    return dict(server.post(f"/api/tables/{id}/analysis", {})["findings"])


def test_from_the_result_to_the_worst_mistake(person: Callable[..., Person], server: WebServer) -> None:
    id, cookie = finished(server)
    visitor = person()
    visitor.cookie = cookie
    page = visitor.visit(f"/table/{id}")
    page.get_by_role("dialog", name="Chess Attack").get_by_role("link", name="Analyse").click()
    shown = analysis(page)
    known = findings(server, id)
    last = len(known["steps"]) - 1

    accounts = shown.get_by_role("list", name="Luck and decisions").get_by_role("listitem")
    expect(accounts).to_have_count(2)
    white = known["accounts"][0]
    expect(accounts.first).to_contain_text(f"{white['slips']} of {white['decisions']} cost more than 1 %")
    for remark in known["remarks"]:
        expect(shown.get_by_text(remark)).to_be_visible()

    worst = known["steps"][known["mistakes"][0]]
    costs = shown.get_by_role("region", name="What cost most").get_by_role("listitem")
    expect(costs).to_have_count(len(known["mistakes"]))
    costs.first.get_by_role("button").first.click()
    at(page, worst["number"], last)
    expect(page).to_have_url(re.compile(f"#at={worst['number']}&analyse=1$"))
    expect(shown.get_by_text(f"{worst['choice']['better']} was better")).to_be_visible()
    assert TablePage(page).labels() == _labels(person, id, worst["number"])

    swing = known["swings"][0]
    shown.get_by_role("region", name="The dice that changed most").get_by_role("button").first.click()
    at(page, swing, last)

    shown.get_by_role("button", name="Close the analysis").click()
    expect(shown).to_be_hidden()
    expect(page.get_by_role("heading", name="Log")).to_be_visible()


def _labels(person: Callable[..., Person], id: str, step: int) -> object:
    return TablePage(person().visit(f"/replay/{id}#at={step}")).labels()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_by_keys_by_ear_and_as_a_table(
    person: Callable[..., Person], server: WebServer, scheme: str
) -> None:
    id, _ = finished(server)
    page = person(color_scheme=scheme).visit(f"/replay/{id}#analyse=1")
    shown = analysis(page)
    known = findings(server, id)
    last = len(known["steps"]) - 1
    picture = shown.get_by_role("slider", name="Chances over the game")
    picture.press("End")
    at(page, last, last)
    picture.press("ArrowLeft")
    at(page, last - 1, last)
    white, black = (round(100 * chance) for chance in known["steps"][last - 1]["chances"])
    expect(picture).to_have_attribute("aria-valuetext", f"Step {last - 1}: White {white} %, Black {black} %")
    shown.get_by_text("The same as a table").click()
    expect(shown.get_by_role("row")).to_have_count(last + 2)
    assert_accessible(page, "analysis")


def test_on_a_phone_the_board_comes_into_sight(person: Callable[..., Person], server: WebServer) -> None:
    id, _ = finished(server)
    page = person(viewport={"width": 390, "height": 844}, reduced_motion="reduce").visit(f"/replay/{id}")
    page.get_by_role("button", name="Analyse").click()
    shown = analysis(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    first = shown.get_by_role("region", name="What cost most").get_by_role("button").first
    first.scroll_into_view_if_needed()
    first.click()
    expect(first).to_have_attribute("aria-current", "step")
    page.wait_for_function("window.scrollY === 0")


@pytest.mark.parametrize("name", ["ch35s/golden/01-fighter.rec", "castle_chess/golden/15-narrower.rec"])
def test_a_record_from_a_file_is_analysed(person: Callable[..., Person], name: str) -> None:
    page = person().visit("/replay")
    page.get_by_label("Choose a file").set_input_files(GOLDEN / Path(name))
    page.get_by_role("button", name="Analyse").click()
    shown = analysis(page)
    expect(shown.get_by_text("One game says little")).to_be_visible()


def test_what_goes_wrong_is_said_and_can_be_tried_again(person: Callable[..., Person], server: WebServer) -> None:
    id, _ = finished(server)
    visitor = person()
    visitor.expected = re.compile("status of 503")
    page = visitor.visit(f"/replay/{id}")
    busy = '{"code": "busy", "text": "the server has many games to analyse; try again in a minute"}'
    page.route("**/analysis", lambda route: route.fulfill(status=503, body=busy))
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("alert")).to_have_text("The server has many games to analyse; try again in a minute")
    page.unroute("**/analysis")
    page.get_by_role("button", name="Try again").click()
    analysis(page)


def test_a_game_that_goes_on_offers_no_analysis(person: Callable[..., Person], server: WebServer) -> None:
    id, cookie = server.make()
    with server.look(id, cookie) as raw:
        now = raw.update()
        raw.send(t="order", rev=now["rev"], do="e2-e4")
        raw.update(after=now["rev"])
    page = person().visit(f"/replay/{id}")
    at(page, 0, 1)
    expect(page.get_by_role("button", name="Analyse")).to_have_count(0)
