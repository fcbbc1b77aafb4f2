"""Two people in two browsers, and somebody who watches."""

from collections.abc import Callable

import pytest
from person import Person
from playwright.sync_api import Page, expect
from table_page import TablePage
from web_server import HERE, OPEN, WebServer


def proposal(page: Page) -> TablePage:
    """Wait until a proposal is shown."""
    expect(page.get_by_role("group", name="Proposal")).to_be_visible()
    return TablePage(page)


@pytest.mark.slow
def test_two_browsers_and_a_spectator(person: Callable[..., Person]) -> None:
    host = person().visit("/")
    host.get_by_role("button", name="Invite a friend").first.click()
    link = host.get_by_label("Invitation for Black").input_value()
    white = TablePage(host)
    expect(white.movable).to_have_count(0)
    expect(white.side.get_by_text("Your turn")).to_be_hidden()

    watcher = person().visit(link.partition("#")[0])
    expect(watcher.get_by_role("button", name="Take the seat")).to_be_hidden()
    guest = person().visit(link)
    guest.get_by_role("button", name="Take the seat").click()
    expect(guest.get_by_role("region", name="Black, You")).to_be_visible()
    black, eye = TablePage(guest), TablePage(watcher)
    assert "join" not in guest.url, "the secret does not stay in the address"
    assert black.turned()
    late = person().visit(link)
    expect(late.get_by_text("Watching")).to_be_visible()
    expect(late.get_by_role("button", name="Take the seat")).to_have_count(0)
    expect(watcher.get_by_text("Watching")).to_be_visible()
    everybody = (white, black, eye)

    orders = ["e2-e4", "d7-d5", "b1-c3", "g8-f6"]
    for number, order in enumerate(orders):
        origin, target = order.split("-")
        mover = (white, black)[number % 2]
        expect(mover.side.get_by_text("Your turn")).to_be_visible()
        mover.move(origin, target)
        for table in everybody:
            table.until(number + 1)
            table.has(origin, "empty")
    assert white.orders() == black.orders() == eye.orders()

    # A spectator cannot act, nor can a player out of turn.
    for table, cell in ((eye, "e4"), (black, "d5")):
        expect(table.movable).to_have_count(0)
        table.cell(cell).click()
        expect(table.cell(cell)).to_have_attribute("aria-selected", "false")
    expect(eye.button("Resign")).to_have_count(0)
    expect(eye.button("Offer draw")).to_have_count(0)

    # A fight is seen by all, with the same dice.
    white.move("e4", "d5")
    for table in everybody:
        table.until(5)
    said = {table.log.get_by_role("listitem").nth(5).inner_text() for table in everybody}
    assert len(said) == 1
    assert said.pop().count("die") == 2


def test_draws_take_backs_and_a_rematch_by_agreement(person: Callable[..., Person], server: WebServer) -> None:
    maker, friend = person(), person()
    id, maker.cookie = server.make(HERE, OPEN)
    token = server.get(f"/api/tables/{id}", maker.cookie)["invitations"][0]["token"]
    host, guest = maker.visit(f"/table/{id}"), friend.visit(f"/table/{id}#join={token}")
    guest.get_by_role("button", name="Take the seat").click()
    white, black = TablePage(host), TablePage(guest)

    # Taken back by agreement.
    white.move("e2", "e4")
    black.until(1)
    white.button("Take back").click()
    expect(proposal(guest).side).to_contain_text("White asks to take the last order back")
    black.button("Accept").click()
    for table in (white, black):
        table.until(0)
        table.has("e2", "White Pawn")
    white.move("d2", "d4")
    black.until(1)

    # Offered and declined, offered and accepted.
    white.button("Offer draw").click()
    expect(proposal(guest).side).to_contain_text("White offers a draw")
    black.button("Decline").click()
    expect(host.get_by_role("group", name="Proposal")).to_be_hidden()
    black.move("d7", "d5")
    white.until(2)
    black.button("Offer draw").click()
    expect(proposal(guest).button("Withdraw")).to_be_visible()
    proposal(host)
    white.button("Accept").click()
    for table in (white, black):
        expect(table.result).to_contain_text("A draw")
        expect(table.result).to_contain_text("Draw agreed", ignore_case=True)

    # The sides are swapped, and the other player finds the rematch.
    white.result.get_by_role("button", name="Rematch").click()
    black.result.get_by_role("link", name="Go to the rematch").click()
    expect(guest.get_by_role("region", name="White, You")).to_be_visible()
    expect(host.get_by_role("region", name="Black, You")).to_be_visible()
    TablePage(guest).move("e2", "e4")
    TablePage(host).until(1)
