"""Trench Checkers played at the page: what to click is read from labels and buttons."""

import random
import re
import time
from dataclasses import dataclass

from playwright.sync_api import Page
from web_server import PATIENCE

GAME = "trench-checkers"
LOOKS = 1
"""How many stacks are tried before one moves in any direction."""
_READ = """() => {
  const words = (all) => [...all].map((one) => one.ariaLabel || one.textContent.trim());
  const offered = '[aria-label$="Can be played now."]';
  return {
    cells: Object.fromEntries(
      [...document.querySelectorAll("[role=gridcell]")].map((one) => [one.dataset.cell, one.ariaLabel])),
    choices: words(document.querySelectorAll('[role=group][aria-label=Choices] button')),
    cards: words(document.querySelectorAll(offered)),
    over: Boolean(document.querySelector('dialog[open] a[href*="replay"]')),
    prompt: document.querySelector("aside p")?.textContent ?? "",
  };
}"""

_MIDDLE = """([where, text]) => {
  const one = [...document.querySelectorAll(where)].find(
    (one) => !text || (one.ariaLabel || one.textContent.trim()) === text);
  // The result comes up over everything, and what lies under the pointer then is not what was meant.
  if (!one || document.querySelector("dialog[open]")) return null;
  one.scrollIntoView({ block: "nearest" });
  const meant = one.closest("[role=grid]") ?? one;
  const missed = (event) => {
    if (meant.contains(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const aim = new AbortController();
  for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
    window.addEventListener(kind, missed, { capture: true, signal: aim.signal });
  window.lower = () => aim.abort();
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
"""Where to click, and from then on a click counts only there. The page may change before the click, and the log or
another button may be under the pointer then. A test once looked at an old position until its time was over."""


@dataclass
class Seen:
    """What a page shows and offers at one moment."""

    cells: dict[str, str]
    choices: list[str]
    cards: list[str]
    over: bool
    prompt: str

    @property
    def movable(self) -> list[str]:
        """Cells that begin a choice."""
        return [cell for cell, label in self.cells.items() if label.endswith("can act")]

    @property
    def selected(self) -> list[str]:
        """The cell that is chosen, if any."""
        return [cell for cell, label in self.cells.items() if label.endswith("selected")]

    @property
    def offers(self) -> bool:
        """Whether anything can be clicked."""
        return bool(self.movable or self.choices or self.cards)

    def targets(self, word: str) -> list[str]:
        """Cells where something may be done."""
        return [cell for cell, label in self.cells.items() if re.search(rf"\. {word}(: |$)", label)]


class Trooper:
    """Attacks, marches and plays cards by clicks."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.played: list[str] = []
        self.attacks = 0
        self._luck = random.Random(seed)
        self._upwards = True

    def see(self) -> Seen:
        """The page as it is."""
        return Seen(**self.page.evaluate(_READ))

    def ready(self, seconds: float = PATIENCE) -> Seen | None:
        """Wait until something is offered or the game is over; None if nothing came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            seen = self.see()
            if seen.over or seen.offers:
                return seen
            # A click while the page was changing may have chosen a stack; that is undone.
            for cell in seen.selected:
                self.press(cell)
            self.page.wait_for_timeout(15)
        return None

    def act(self, seen: Seen) -> None:
        """Make one decision; Blue moves up the field."""
        self._upwards = seen.prompt.startswith("Blue")
        if seen.cards and self._luck.random() < 0.8:
            self._card(self._luck.choice(seen.cards))
        elif seen.movable:
            self._piece(seen)
        else:
            self.choose(self._luck.choice([text for text in seen.choices if text != "Cancel"]))

    def choose(self, text: str) -> None:
        """Press a button among the choices."""
        self._click("[role=group][aria-label=Choices] button", text)

    def press(self, cell: str) -> None:
        """Press a cell; the board does not move, so the click need not wait."""
        self._click(f'[data-cell="{cell}"]')

    def _click(self, where: str, text: str = "") -> None:
        """Click the middle of an element, if it is still there: the time of a reaction may be over."""
        middle = self.page.evaluate(_MIDDLE, [where, text])
        if middle:
            self.page.mouse.click(*middle)
            self.page.evaluate("window.lower()")

    def _card(self, label: str) -> None:
        self.played.append(label.partition(".")[0].partition(",")[0])
        self._click("section button", label)
        self._finish()

    def _piece(self, seen: Seen) -> None:
        """The front goes first, attacks before everything else."""
        men = sorted(seen.movable, key=lambda cell: (int(cell[1:]) * (-1 if self._upwards else 1), self._luck.random()))
        elsewhere: tuple[str, str] | None = None
        for number, origin in enumerate(men):
            self.press(origin)
            now = self.see()
            if targets := now.targets("Attack"):
                self.attacks += 1
                self.press(self._luck.choice(targets))
                return
            steps = now.targets("Move")
            if ahead := [cell for cell in steps if self._gains(origin, cell)]:
                self.press(self._luck.choice(ahead))
                self._finish()
                return
            if steps:
                elsewhere = (origin, self._luck.choice(steps))
            if number >= LOOKS and elsewhere:
                break
            if not steps:
                # What is offered on the tile itself, such as terrain, has been ordered by now.
                return
        assert elsewhere, "whatever can act can go somewhere"
        if now.cells[elsewhere[0]].endswith("selected"):
            self.press(elsewhere[1])
        else:
            self.press(elsewhere[0])
            self.press(elsewhere[1])
        self._finish()

    def _gains(self, origin: str, cell: str) -> bool:
        return (int(cell[1:]) - int(origin[1:])) * (1 if self._upwards else -1) > 0

    def _finish(self) -> None:
        """Answer what a choice still asks: a tile for a card, a group of a stack."""
        for _ in range(3):
            seen = self.see()
            if "Cancel" in seen.choices:
                self.choose(self._luck.choice([text for text in seen.choices if text != "Cancel"]))
            elif tiles := seen.targets("Play card"):
                self.press(self._luck.choice(tiles))
            else:
                return
