"""A lesson on the page: every task is solved as a person solves it, by pressing places, buttons and cards."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

Json = dict[str, Any]


def way_to(offers: list[Json], order: str) -> list[Json]:
    """The offers that lead to an order, from the root of the tree; empty if there is none."""
    for offer in offers:
        rest = way_to(offer["options"], order)
        if offer["order"] == order or rest:
            return [offer, *rest]
    return []


class LessonPage:
    """The page of a lesson, and what the server knows of it."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.lesson = page.request.get(f"/api/games/{game}/lesson").json()
        self.tasks: list[Json] = self.lesson["tasks"]
        self.choices = page.get_by_role("group", name="Choices")
        self.says = page.locator("[data-verdict]")
        expect(page.get_by_role("grid")).to_be_visible()

    def cell(self, name: str) -> Locator:
        """A cell by its name."""
        return self.page.locator(f'[role=gridcell][data-cell="{name}"]')

    def at(self, number: int) -> None:
        """See that a task is shown."""
        expect(self.page.get_by_role("heading", name=self.tasks[number]["title"], exact=True)).to_be_visible()

    def ways(self, number: int, order: str) -> list[Json]:
        """What has to be pressed for an order."""
        found = way_to(self.tasks[number]["frame"]["view"]["offers"], order)
        assert found, order
        return found

    def answer(self, number: int) -> str:
        """The order that solves a task, as "Show me" tells it."""
        body = {"task": number}
        found = self.page.request.post(f"/api/games/{self.lesson['game']}/lesson", data=body).json()
        return str(found["order"])

    def give(self, number: int, order: str) -> None:
        """Press what leads to an order."""
        chosen = ""
        for offer in self.ways(number, order):
            button = self.choices.get_by_role("button", name=offer["text"], exact=True)
            if offer["token"] and not offer["cell"]:
                self.page.get_by_role("button", name=re.compile(f"^{re.escape(offer['text'])}")).first.click()
            elif offer["cell"] and offer["cell"] != chosen and not button.is_visible():
                self.cell(offer["cell"]).click()
                chosen = offer["cell"]
            if button.is_visible():
                button.click()

    def verdict(self, kind: str) -> None:
        """See how good the last attempt was."""
        expect(self.says).to_have_attribute("data-verdict", kind)

    def go_on(self, last: bool = False) -> None:
        """On to the next task."""
        self.page.get_by_role("button", name="Finish" if last else "Next").click()
