"""The page below a path of a site: every address, link, file and socket stays below it."""

from collections.abc import Callable
from urllib.parse import urlsplit

from person import Person
from playwright.sync_api import expect
from table_page import TablePage
from web_server import WebServer

ROOT = "/club/games"


def test_two_people_meet_and_play_below_a_path(server_below_path: WebServer, person: Callable[..., Person]) -> None:
    first, second = person(), person()
    asked: list[str] = []
    for one in (first, second):
        one.context.on("request", lambda request: asked.append(request.url))
    host = first.visit(server_below_path.url)
    assert host.url == f"{server_below_path.url}/"
    host.get_by_role("button", name="Invite a friend").first.click()
    link = host.get_by_label("Invitation for Black").input_value()
    assert link.startswith(f"{server_below_path.url}/table/")
    guest = second.visit(link)
    guest.get_by_role("button", name="Take the seat").click()
    white, black = TablePage(host), TablePage(guest)
    white.move("e2", "e4")
    black.until(1)
    black.has("e2", "empty")

    host.reload()
    TablePage(host).until(1)
    host.get_by_role("link", name="Pawnstorm, all games").click()
    expect(host).to_have_url(f"{server_below_path.url}/")
    host.get_by_role("link", name="Set up").first.click()
    expect(host.get_by_role("heading", level=1)).to_be_visible()
    host.go_back()
    expect(host).to_have_url(f"{server_below_path.url}/")
    host.get_by_role("link", name="About").click()
    expect(host).to_have_url(f"{server_below_path.url}/about")
    assert asked
    assert [url for url in asked if not urlsplit(url).path.startswith(ROOT)] == []
    assert {cookie.get("path") for cookie in first.context.cookies()} == {f"{ROOT}/"}
