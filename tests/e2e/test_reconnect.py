"""The server is killed in the middle of a game and started again: nothing is lost, and nobody has to do anything."""

import re
from collections.abc import Callable

from person import Person
from playwright.sync_api import expect
from table_page import TablePage
from web_server import HERE, OPEN, WebServer

DOWN = re.compile("WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
"""What a browser has to say about a server that is not there."""


def test_a_game_goes_on_after_the_server_was_killed(person: Callable[..., Person], own_server: WebServer) -> None:
    maker, friend = person(), person()
    maker.expected = friend.expected = DOWN
    id, maker.cookie = own_server.make(HERE, OPEN)
    token = own_server.get(f"/api/tables/{id}", maker.cookie)["invitations"][0]["token"]
    host, guest = maker.visit(f"/table/{id}"), friend.visit(f"/table/{id}#join={token}")
    guest.get_by_role("button", name="Take the seat").click()
    white, black = TablePage(host), TablePage(guest)
    white.move("e2", "e4")
    black.until(1)
    black.move("d7", "d5")
    white.until(2)
    white.take("e4")

    own_server.kill()
    for page, table in ((host, white), (guest, black)):
        expect(page.get_by_role("status").filter(has_text="reconnecting")).to_be_visible()
        # On a phone the head of the page may be out of sight.
        expect(table.side.get_by_text("Reconnecting")).to_be_visible()
        expect(table.movable).to_have_count(0)
        table.has("e4", "White Pawn")

    own_server.start()
    for page in (host, guest):
        expect(page.get_by_role("status").filter(has_text="Connected")).to_be_attached()
    white.move("e4", "d5")
    for table in (white, black):
        table.until(3)
    assert white.orders() == black.orders() == ["e2-e4", "d7-d5", "e4xd5"]
    # After the first fight Black is to move in any case.
    expect(black.side.get_by_text("Your turn")).to_be_visible()


def test_a_page_learns_what_happened_while_it_was_away(person: Callable[..., Person], own_server: WebServer) -> None:
    visitor = person()
    visitor.expected = DOWN
    id, visitor.cookie = own_server.make(HERE, HERE)
    table = TablePage(visitor.visit(f"/table/{id}"))
    table.move("e2", "e4")
    table.until(1)
    own_server.kill()
    expect(table.page.get_by_role("status").filter(has_text="reconnecting")).to_be_visible()
    own_server.start()
    with own_server.look(id, visitor.cookie) as raw:
        for order in ("d7-d5", "Nb1-c3"):
            rev = raw.update()["rev"]
            raw.send(t="order", rev=rev, do=order)
            raw.update(after=rev)
    table.until(3)
    assert table.orders() == ["e2-e4", "d7-d5", "Nb1-c3"]
    table.move("d5", "e4")
    table.until(4)
