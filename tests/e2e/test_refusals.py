"""Orders that our page would never send, over a raw socket, while a browser watches."""

import json
from collections.abc import Callable

from person import Person
from playwright.sync_api import WebSocketRoute, expect
from table_page import TablePage
from web_server import HERE, OPEN, RANDOM, Json, Look, WebServer

HOSTILE = [
    "not json",
    "{}",
    "[]",
    '{"t":"order"}',
    '{"t":"order","rev":0}',
    '{"t":"order","rev":"0","do":"e2-e4"}',
    '{"t":"order","rev":-1,"do":"e2-e4"}',
    '{"t":"order","rev":1,"do":""}',
    '{"t":"order","rev":1,"do":"e2-e4","also":1}',
    '{"t":"win","rev":1}',
    '{"t":"order","rev":1,"do":"' + "e" * 300 + '"}',
    "\\u0000",
]


def refused(look: Look, code: str, **message: str | int) -> None:
    """Send a message that is refused with a code."""
    look.send(json.dumps(message))
    answer = look.refusal()
    assert answer["code"] == code, answer
    assert answer["text"]


def test_illegal_and_stale_orders_change_nothing(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, HERE)
    table = TablePage(visitor.visit(f"/table/{id}"))
    table.move("e2", "e4")
    table.until(1)
    before = table.labels()
    with server.look(id, visitor.cookie) as raw, server.look(id) as stranger:
        rev = raw.update()["rev"]
        stranger.update()
        refused(raw, "illegal", t="order", rev=rev, do="e7-e4")
        refused(raw, "illegal", t="order", rev=rev, do="e2-e4")
        refused(raw, "unreadable", t="order", rev=rev, do="castle me")
        refused(raw, "stale", t="order", rev=rev - 1, do="e7-e5")
        assert raw.receive()["rev"] == rev, "after a late order the whole position is sent again"
        refused(raw, "stale", t="order", rev=rev + 1, do="e7-e5")
        refused(raw, "illegal", t="answer", rev=rev, seat=1, accept=True)
        refused(raw, "not_your_seat", t="resign", rev=rev, seat=7)
        refused(stranger, "not_your_seat", t="order", rev=rev, do="e7-e5")
        refused(stranger, "not_your_seat", t="resign", rev=rev, seat=1)
        for text in HOSTILE:
            raw.send(text)
            assert raw.refusal()["code"] == "unreadable", text
    assert table.labels() == before
    assert table.orders() == ["e2-e4"]
    expect(table.page.get_by_role("alert")).to_have_count(0)
    expect(table.page.get_by_role("status").filter(has_text="Connected")).to_be_attached()
    table.move("e7", "e5")
    table.until(2)


def test_out_of_turn_before_the_start_and_after_the_end(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    waiting, visitor.cookie = server.make(HERE, OPEN)
    with server.look(waiting, visitor.cookie) as raw:
        refused(raw, "waiting", t="order", rev=raw.update()["rev"], do="e2-e4")
    table, visitor.cookie = server.make(RANDOM, HERE)
    page = TablePage(visitor.visit(f"/table/{table}"))
    page.until(1)
    with server.look(table, visitor.cookie) as raw:
        rev = raw.update()["rev"]
        refused(raw, "illegal", t="order", rev=rev, do="e2-e4")
        refused(raw, "not_your_seat", t="resign", rev=rev, seat=0)
        refused(raw, "illegal", t="propose", rev=rev, seat=1, kind="draw")
        raw.send(t="resign", rev=rev, seat=1)
        expect(page.result).to_contain_text("White wins")
        refused(raw, "over", t="order", rev=raw.update(after=rev)["rev"], do="e7-e5")


def test_a_page_that_is_refused_says_why_and_goes_on(person: Callable[..., Person], server: WebServer) -> None:
    visitor = person()
    id, visitor.cookie = server.make(HERE, HERE)
    # On its way the first order becomes illegal and the second one late.
    changes: list[Json] = [{"do": "e2-e5"}, {"rev": 0}]
    visitor.context.route_web_socket("**/socket*", lambda line: _meddle(line, changes))
    table = TablePage(visitor.visit(f"/table/{id}"))
    for sentence in ("a Pawn does not move that way", "the table has changed since you looked at it"):
        table.move("e2", "e4")
        expect(table.page.get_by_role("alert")).to_contain_text(sentence, ignore_case=True)
        table.has("e2", "White Pawn")
    table.move("d2", "d4")
    table.until(1)
    expect(table.page.get_by_role("alert")).to_have_count(0)


def _meddle(line: WebSocketRoute, changes: list[Json]) -> None:
    server = line.connect_to_server()

    def up(message: str | bytes) -> None:
        told = json.loads(message)
        if told["t"] == "order" and changes:
            told |= changes.pop(0)
        server.send(json.dumps(told))

    line.on_message(up)
