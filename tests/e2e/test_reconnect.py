"""The server is killed during a game and started again: nothing is lost, and nobody has to do anything."""

import re
from collections.abc import Callable

import pytest
from person import Person
from playwright.sync_api import Page, WebSocketRoute, expect
from table_page import TablePage
from web_server import HERE, OPEN, RANDOM, WebServer

DOWN = re.compile("WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
"""What a browser reports about a server that is not there."""


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
        # On a phone the header may be out of view.
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


class Wire:
    """The network between a page and the server: it may silently drop messages."""

    def __init__(self, page: Page) -> None:
        self.up = self.down = True
        self.sent: list[str] = []
        page.route_web_socket(re.compile("/socket"), self._carry)

    def _carry(self, socket: WebSocketRoute) -> None:
        if not (self.up and self.down):
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(lambda message: self._pass(self.up, server, message))
        server.on_message(lambda message: self._pass(self.down, socket, message))

    def _pass(self, open_: bool, to: WebSocketRoute, message: str | bytes) -> None:
        if open_:
            self.sent.append(str(message))
            to.send(message)


@pytest.mark.parametrize("lost", ["order", "answer"])
def test_an_order_that_nobody_confirms_is_shown_and_carried_out_once(
    person: Callable[..., Person], server: WebServer, lost: str
) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, RANDOM)
    page = visitor.context.new_page()
    wire = Wire(page)
    page.goto(f"/table/{id}")
    table = TablePage(page)
    expect(page.get_by_role("status").filter(has_text="Connected")).to_be_attached()
    table.take("e2")
    wire.up, wire.down = lost != "order", False
    table.cell("e4").click()
    # The connection is dead without being closed: the page notices it by itself.
    expect(table.side.get_by_text("Not confirmed yet: e2-e4.")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="reconnecting")).to_be_visible()
    expect(table.movable).to_have_count(0)
    wire.up = wire.down = True
    expect(page.get_by_role("status").filter(has_text="Connected")).to_be_attached()
    expect(table.log.get_by_role("listitem").nth(1)).to_contain_text("e2-e4")
    expect(table.side.get_by_text("Not confirmed yet")).to_have_count(0)
    expect(table.side.get_by_role("alert")).to_have_count(0)
    expect(table.movable.first).to_be_visible()
    orders = [frame["step"]["order"] for frame in server.get(f"/api/tables/{id}/replay")["frames"] if frame["step"]]
    assert orders[0] == "e2-e4"
    assert len(orders) == 2, "White has moved once, and Black has answered"
    assert sum('"t":"order"' in message for message in wire.sent) == 1, "what arrived was not sent again"


def test_a_browser_without_network_is_shown_as_reconnecting(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    visitor.expected = re.compile("WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED")
    id, visitor.cookie = server.make(HERE, HERE)
    page = visitor.visit(f"/table/{id}")
    table = TablePage(page)
    expect(page.get_by_role("status").filter(has_text="Connected")).to_be_attached()
    visitor.context.set_offline(True)
    expect(page.get_by_role("status").filter(has_text="reconnecting")).to_be_visible()
    expect(table.movable).to_have_count(0)
    visitor.context.set_offline(False)
    expect(page.get_by_role("status").filter(has_text="Connected")).to_be_attached()
    table.move("e2", "e4")
    table.until(1)
