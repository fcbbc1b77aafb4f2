"""Castle Chess played at the page: an order is given by clicks on units, buttons and spaces."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect
from recorded import leaves
from table_page import TablePage
from web_server import Json, WebServer

GAME, TITLE = "castle-chess", "Castle Chess"
_WALK = re.compile(r"[A-Z](?P<origin>[a-s]\d+)(?P<how>[->x]x?)(?P<target>[a-s]\d+)")
_STRIKE = re.compile(r"(shoot|blast|fire|breach) (?P<target>[a-s]\d+)")
_PLACE = re.compile(r"(?P<machine>ram|catapult|tower)@(?P<target>[a-s]\d+)")
_BUTTONS = {"rest": "Place the rest", "hold": "Do not attack", "done": "No more Knights"}


def table_of(page: Page) -> TablePage:
    """A table of this game."""
    return TablePage(page, TITLE)


def labels(table: TablePage) -> dict[str, str]:
    """What a screen reader hears of every space, by its name."""
    found: dict[str, str] = table.page.locator("[role=gridcell]").evaluate_all(
        "cells => Object.fromEntries(cells.map((cell) => [cell.dataset.cell, cell.ariaLabel]))"
    )
    return found


def carry_out(table: TablePage, order: str) -> None:
    """Give an order by clicks, and see it in the log."""
    length = table.length()
    if order in _BUTTONS:
        table.choices.get_by_role("button", name=_BUTTONS[order]).click()
    elif found := _PLACE.fullmatch(order):
        train = table.page.get_by_role("group", name="Machines of")
        train.get_by_role("button", name=re.compile(f"^{found['machine']}, ")).click()
        table.cell(found["target"]).click()
    elif found := _STRIKE.match(order):
        table.cell(found["target"]).click()
        _choose(table, order)
    else:
        _go(table, order)
    # A computer may have answered before we look.
    expect(table.log.get_by_role("listitem").nth(length + 1)).to_be_attached()


def _go(table: TablePage, order: str) -> None:
    found = _WALK.fullmatch(order)
    assert found, order
    table.take(found["origin"])
    if ">" in found["how"]:
        table.choices.get_by_role("button", name=re.compile("^Push the ")).click()
    table.cell(found["target"]).click()
    _choose(table, order)


def _choose(table: TablePage, order: str) -> None:
    """If several orders end on a space, a menu asks which."""
    asked = table.choices.get_by_role("button", name=order, exact=True)
    if asked.is_visible():
        asked.click()


def by_turns(tables: dict[str, TablePage], plans: dict[str, Iterator[str]], orders: int) -> None:
    """Every side follows its own plan; the coin decides who begins."""
    last = next(iter(tables.values()))
    for _ in range(orders):
        name, length = whose(last), last.length()
        last = tables[name]
        last.until(length)
        carry_out(last, next(plans[name]))
    for table in tables.values():
        table.until(last.length())


def whose(table: TablePage) -> str:
    """The side that is to act, as the page says."""
    return re.split("[ :]", table.side.get_by_role("paragraph").first.inner_text())[0]


def asked(server: WebServer, id: str, cookie: str) -> tuple[Json, list[str]]:
    """The newest update of a table, and the orders that it offers."""
    with server.look(id, cookie) as raw:
        now = raw.update()
    return now, list(leaves(now["view"]["offers"]))


def blue(order: str) -> float:
    """What an order is worth to Blue on the toll road: units that can strike do, and the King goes to the passage."""
    if order.startswith("shoot"):
        return 100
    if order == "hold":
        return 0
    if "x" in order:
        return 60 if order.startswith("K") else 50
    if order.startswith("K"):
        return 50 if order.endswith("e9") else 10 - _apart(order[-2:], "e9")
    return 1 - 0.1 * _apart(order[-2:], "e5")


def _apart(one: str, other: str) -> int:
    return max(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))
