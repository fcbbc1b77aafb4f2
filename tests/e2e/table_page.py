"""A table as a person sees it: everything is read from labels, roles and texts of the page."""

import re

from playwright.sync_api import Locator, Page, expect


class TablePage:
    """A board with everything around it."""

    def __init__(self, page: Page, title: str = "Chess Attack") -> None:
        self.page = page
        self.board = page.get_by_role("grid", name="Board of")
        self.side = page.get_by_role("complementary", name="Table")
        self.log = page.get_by_role("list", name="Log")
        self.result = page.get_by_role("dialog", name=title)
        self.choices = page.get_by_role("group", name="Choices")
        self.movable = page.locator('[role=gridcell][aria-label$="can act"]')
        self.live = page.get_by_role("log")
        expect(self.board).to_be_visible()

    @property
    def id(self) -> str:
        """The id of the table, from the address."""
        return self.page.url.partition("/table/")[2].partition("#")[0]

    def cell(self, name: str) -> Locator:
        """A cell by its name."""
        return self.page.locator(f'[role=gridcell][aria-label^="{name}."]')

    def labels(self) -> dict[str, str]:
        """What a screen reader hears of every cell."""
        found = self.page.locator("[role=gridcell]").evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
        return {label[:2]: label for label in found}

    def where(self, piece: str) -> str:
        """The cell of a piece; empty if it is not on the board."""
        return next((cell for cell, label in self.labels().items() if label[4:].startswith(piece)), "")

    def move(self, origin: str, target: str) -> None:
        """Click a piece, then its target."""
        self.take(origin)
        self.cell(target).click()

    def take(self, origin: str) -> None:
        """Click a piece and see that it is chosen."""
        expect(self.cell(origin)).to_have_attribute("aria-label", re.compile("can act$"))
        self.cell(origin).click()
        expect(self.cell(origin)).to_have_attribute("aria-selected", "true")

    def has(self, cell: str, piece: str) -> None:
        """See a piece, or that a cell is empty."""
        expect(self.cell(cell)).to_have_attribute("aria-label", re.compile(rf"^{cell}\. {piece}\b"))

    def reveal(self, side: str) -> None:
        """On a shared screen: one of the players looks at their secrets."""
        screen = self.page.get_by_role("group", name="Shared screen")
        hide = screen.get_by_role("button", name="Hide it")
        if hide.is_visible():
            hide.click()
        screen.get_by_role("button", name=f"I am {side}: show it").click()
        expect(screen).to_contain_text(f"Only {side} should look now.")

    def button(self, name: str) -> Locator:
        """A button next to the board."""
        return self.side.get_by_role("button", name=name, exact=True)

    def orders(self) -> list[str]:
        """The log from its first order to its last."""
        rows = self.log.get_by_role("listitem").all_inner_texts()
        return [row.splitlines()[2].strip() for row in rows[1:]]

    def length(self) -> int:
        """How many orders the log has."""
        return self.log.get_by_role("listitem").count() - 1

    def until(self, length: int) -> None:
        """Wait until the log has this many orders."""
        expect(self.log.get_by_role("listitem")).to_have_count(length + 1)

    def ready(self) -> bool:
        """Wait for our turn or the end; whether it is our turn."""
        waiting = self.movable.or_(self.choices).or_(self.result).first
        expect(waiting).to_be_visible()
        return not self.result.is_visible()

    def turned(self) -> bool:
        """Whether Black's side of the board is at the bottom."""
        top, bottom = (self.cell(name).bounding_box() for name in ("a8", "a1"))
        assert top
        assert bottom
        return top["y"] > bottom["y"]
