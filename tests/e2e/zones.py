"""CH35S played at the page: models are clicked where they are drawn, zones by their labels."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect
from table_page import TablePage
from web_server import HERE, Json, WebServer

GAME, TITLE = "ch35s", "CH35S"
SHORT = {"points": "15", "rounds": "3", "actions_per_round": "4", "early_end": "on"}
"""Options under which a game is over after two dozen actions."""
_READ = """() => {
  const words = (all) => [...all].map((one) => one.textContent.trim());
  return {
    zones: Object.fromEntries(
      [...document.querySelectorAll("[role=gridcell]")].map((one) => [one.dataset.cell, one.ariaLabel])),
    choices: words(document.querySelectorAll('[role=group][aria-label=Choices] button')),
    over: Boolean(document.querySelector("dialog[open]")),
    prompt: document.querySelector("aside p")?.textContent ?? "",
    log: document.querySelectorAll("aside ol[aria-label=Log] li, aside [role=list][aria-label=Log] li").length,
  };
}"""


@dataclass
class Seen:
    """What a page shows and offers at one moment."""

    zones: dict[str, str]
    choices: list[str]
    over: bool
    prompt: str
    log: int

    @property
    def side(self) -> str:
        """Who is asked."""
        found = re.search("White|Black", self.prompt)
        return found[0] if found else ""

    @property
    def movable(self) -> list[str]:
        """Zones with models that can act."""
        return [zone for zone, label in self.zones.items() if label.endswith("can act")]

    def targets(self, word: str) -> list[str]:
        """Zones where something may be done."""
        return [zone for zone, label in self.zones.items() if re.search(rf"\. {word}\b", label)]

    def holding(self, owner: str) -> list[str]:
        """Zones where a side has models."""
        return [zone for zone, label in self.zones.items() if f"{owner} " in label.partition(" held by")[0]]


def between(one: str, other: str) -> int:
    """The distance between two zones."""
    a, b = int(one) - 1, int(other) - 1
    return abs(a // 4 - b // 4) + abs(a % 4 - b % 4)


def army(server: WebServer, sheet: str, *units: Json, **options: str) -> str:
    """The code of an army."""
    answer = server.post(f"/api/games/{GAME}/roster", {"army": sheet, "units": units, "options": options})
    assert not answer["violations"], answer["violations"]
    return str(answer["code"])


def table_of(page: Page) -> TablePage:
    """A table of this game."""
    return TablePage(page, TITLE)


def agreed(server: WebServer, white: str, black: str, *seats: Json, **options: str) -> tuple[str, str]:
    """A table with agreed armies: its id and its maker's cookie."""
    return server.make(*(seats or (HERE, HERE)), game=GAME, armies=[white, black], options=options)


class Zones:
    """A board of zones and the models in them."""

    def __init__(self, page: Page) -> None:
        self.page, self.table = page, table_of(page)

    def see(self) -> Seen:
        """The page as it is."""
        return Seen(**self.page.evaluate(_READ))

    def zone(self, number: str) -> Locator:
        """A zone."""
        return self.page.locator(f'[role=gridcell][data-cell="{number}"]')

    def models(self, number: str, owner: str) -> list[str]:
        """The tokens of a side in a zone, as they are drawn."""
        colour = "ivory" if owner == "White" else "ebony"
        return list(
            self.page.evaluate(
                """([number, colour]) => {
                  const box = document.querySelector(`[data-cell="${number}"]`).getBoundingClientRect();
                  return [...document.querySelectorAll(`[data-token].side-${colour}`)].filter((one) => {
                    const { x, y, width, height } = one.getBoundingClientRect();
                    const [cx, cy] = [x + width / 2 - box.x, y + height / 2 - box.y];
                    return cx > 0 && cy > 0 && cx < box.width && cy < box.height;
                  }).map((one) => one.dataset.token);
                }""",
                [number, colour],
            )
        )

    def point(self, token: str) -> tuple[float, float]:
        """Where a model stands on the screen."""
        x, y = self.page.evaluate(
            """(token) => {
              const drawn = document.querySelector(`[data-token="${token}"]`);
              const { x, y } = new DOMPoint(0, 0).matrixTransform(drawn.getScreenCTM());
              return [x, y];
            }""",
            token,
        )
        return float(x), float(y)

    def click(self, token: str) -> None:
        """Click a model."""
        self.page.mouse.click(*self.point(token))

    def ground(self, number: str) -> None:
        """Click into the upper left corner of a zone, where nobody stands."""
        self.zone(number).click(position={"x": 6, "y": 6})

    def choose(self, text: str) -> None:
        """Press a button among the choices."""
        self.table.choices.get_by_role("button", name=text, exact=True).click()

    def deploy(self) -> str:
        """Deploy all models of both sides; the side that begins."""
        for _ in range(2):
            length = self.table.length()
            self.choose("Deploy the rest")
            self.table.until(length + 1)
        prompt = self.table.side.get_by_text(re.compile("^Round 1, (White|Black) to act"))
        expect(prompt).to_be_visible()
        return prompt.inner_text().split()[2]

    def home(self, side: str) -> list[str]:
        """The zones where a side has been set up."""
        return self.see().holding(side)


class Captain:
    """Attacks where it can and otherwise moves towards the enemy or an objective, all by clicks."""

    def __init__(self, zones: Zones) -> None:
        self.zones = zones
        self.attacks = 0
        self.moves = 0

    def act(self, seen: Seen) -> None:
        """One decision."""
        for word in ("Deploy the rest", "No strike"):
            if word in seen.choices and not (word == "No strike" and seen.movable):
                self.zones.choose(word)
                return
        if not seen.movable:
            self.zones.choose(seen.choices[0])
            return
        enemy = "Black" if seen.side == "White" else "White"
        goals = seen.holding(enemy) or [zone for zone, label in seen.zones.items() if "objective" in label]
        near = min(seen.movable, key=lambda zone: (min((between(zone, goal) for goal in goals), default=0), zone))
        # If a click came too early, no model is chosen.
        self.zones.click(self.zones.models(near, seen.side)[0])
        now = self.zones.see()
        if found := now.targets("Attack"):
            self._attack(found[0], enemy)
        elif steps := now.targets("Move"):
            self.moves += 1
            self.zones.ground(
                min(steps, key=lambda zone: (min((between(zone, goal) for goal in goals), default=0), zone))
            )
        elif now.choices:
            self.zones.choose(now.choices[0])

    def _attack(self, zone: str, enemy: str) -> None:
        self.attacks += 1
        self.zones.click(self.zones.models(zone, enemy)[0])
