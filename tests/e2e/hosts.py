"""Tables of Fantasy Armies: how the tests get to them, set up and fight."""

import re

from playwright.sync_api import Locator, Page, expect
from table_page import TablePage
from tactics import Mouse, distance
from web_server import HERE, Json, WebServer

GAME, TITLE = "fantasy-armies", "Fantasy Armies"
PIECE = re.compile(r"(\d+)% attacker wins; defender falls")
LOSS = re.compile(r"(\d+)% defender wins; attacker falls")
HIT = re.compile(r"(\d+)% (?:hit|the spell works); target falls")
LOOKS = 4
NOTHING = -1e9


def table_of(page: Page) -> TablePage:
    """A table of this game."""
    return TablePage(page, TITLE)


def agreed(server: WebServer, white: str, black: str, *seats: Json) -> tuple[str, str]:
    """A table with agreed armies: its id and its maker's cookie."""
    return server.make(*(seats or (HERE, HERE)), game=GAME, armies=[white, black])


def tray(table: TablePage) -> Locator:
    """The pieces that may be set up now."""
    return table.page.get_by_role("group", name="reserve").get_by_role("button")


def side(table: TablePage) -> str:
    """Who sets up."""
    prompt = table.side.get_by_text(re.compile("^(White|Black) sets up$"))
    expect(prompt).to_be_visible()
    return prompt.inner_text().partition(" ")[0]


def place(table: TablePage, piece: str, cell: str) -> None:
    """Set a piece up by two clicks."""
    tray(table).and_(table.page.get_by_role("button", name=re.compile(f"^{piece}, "))).click()
    table.cell(cell).click()
    table.has(cell, rf"(White|Black) {piece}")


def set_up(table: TablePage, first: dict[str, dict[str, str]]) -> None:
    """Set both armies up: some pieces by hand, the rest by a button; then White begins."""
    for _ in range(2):
        who = side(table)
        for piece, cell in first.get(who, {}).items():
            place(table, piece, cell)
        length = table.length()
        table.button("Set up the rest").click()
        table.until(length + 1)
    length = table.length()
    table.button("White begins").click()
    table.until(length + 1)


class Warlord:
    """Attacks and shoots where that pays, the King first, and otherwise moves towards him."""

    def __init__(self, side: str, king: str) -> None:
        self._side, self._king = side, king

    def turn(self, table: TablePage, mouse: Mouse) -> None:
        """Give one order."""
        labels = table.labels()
        mine = [cell for cell, label in labels.items() if label.endswith("can act")]
        # Nothing can move, or all choices are about one piece, such as a promotion.
        if len(mine) < 2 and table.choices.is_visible():
            table.choices.get_by_role("button").first.click()
            return
        king = next(cell for cell, label in labels.items() if self._king in label)
        best = (NOTHING, "", "")
        for looked, origin in enumerate(sorted(mine, key=lambda cell: (distance(cell, king), cell))):
            if looked >= LOOKS and best[0] > NOTHING:
                break
            mouse.press(origin)
            for cell, label in table.labels().items():
                best = max(best, (self._worth(cell, label.rpartition(". ")[2], king), origin, cell))
        if table.cell(best[1]).get_attribute("aria-selected") != "true":
            mouse.press(best[1])
        mouse.press(best[2])
        if table.page.get_by_text(f"What to do on {best[2]}?").is_visible():
            table.choices.get_by_role("button").first.click()

    def _worth(self, cell: str, words: str, king: str) -> float:
        if words.startswith(("Attack", "Shoot")):
            good = sum(map(int, PIECE.findall(words) + HIT.findall(words)))
            return (500 if cell == king else 100) + good - sum(map(int, LOSS.findall(words)))
        return -distance(cell, king) if words.startswith("Move") else NOTHING
