"""Makes the pictures of the README against a running server.

    python web/screenshots.py URL FOLDER

Plays a short game against the computer by clicks until a fight with helpers comes up, and takes every page wide
and narrow, light and dark. Needs Debian's chromium-headless-shell and pip's playwright.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"wide": (1280, 800), "narrow": (390, 844)}
SCHEMES = ("light", "dark")
MOST_TURNS = 40
SETTLE = 600
"""Milliseconds in which pieces glide to their places."""
OPENING = (("e2", "e4"), ("d2", "d4"), ("g1", "f3"), ("b1", "c3"), ("f1", "d3"))


class Photographer:
    """Takes pictures of one page under one name."""

    def __init__(self, page: Page, folder: Path, suffix: str) -> None:
        self.page, self.folder, self.suffix = page, folder, suffix

    def take(self, name: str) -> None:
        """One picture."""
        target = self.folder / f"{name}-{self.suffix}.jpg"
        self.page.screenshot(path=target, type="jpeg", quality=80)
        print(f"wrote {target}")


@contextmanager
def opened(browser: Browser, size: str, scheme: str) -> Iterator[Page]:
    """A page of a size and a colour scheme that fails on any error of its own."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        device_scale_factor=2 if size == "narrow" else 1,
    )
    page = context.new_page()
    page.set_default_timeout(15_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    if faults:
        raise SystemExit(f"the page has a fault: {faults[0]}")


def cell(page: Page, name: str) -> Locator:
    """A cell of the board."""
    return page.locator(f"[data-cell={name}]")


def start(page: Page, url: str) -> None:
    """A game against the computer, in two clicks."""
    page.goto(url)
    page.get_by_role("button", name="Play against the computer").first.click()
    page.locator("[data-cell]").first.wait_for()


def wait_for_turn(page: Page) -> bool:
    """Whether it is our turn again; False when the game is over."""
    page.locator(".fight.sheet").wait_for(state="detached")
    # While an order is on its way it is still our turn, but nothing can be chosen.
    page.locator("[role=gridcell].grab, dialog[open]").first.wait_for()
    return page.locator("dialog[open]").count() == 0


def choices(page: Page) -> dict[str, dict[str, str]]:
    """What each piece of ours offers: labels of targets by cell."""
    found: dict[str, dict[str, str]] = {}
    for origin in page.locator("[role=gridcell].grab").evaluate_all("cells => cells.map(cell => cell.dataset.cell)"):
        cell(page, origin).click()
        pairs = page.locator("[role=gridcell].target").evaluate_all(
            "cells => cells.map(cell => [cell.dataset.cell, cell.getAttribute('aria-label')])"
        )
        found[origin] = dict(pairs)
        page.keyboard.press("Escape")
    return found


def find_fight(page: Page) -> tuple[str, str] | None:
    """The attack with the most helpers on the board, if there is any."""
    best, most = None, -1
    for origin, offered in choices(page).items():
        for target, label in offered.items():
            if "Attack:" not in label:
                continue
            cell(page, origin).click()
            cell(page, target).hover()
            helpers = page.locator(".bonus").count()
            page.keyboard.press("Escape")
            if helpers > most:
                best, most = (origin, target), helpers
    return best if most > 0 else None


def advance(page: Page, turn: int) -> None:
    """Some move: the opening's if it is possible, otherwise the first that is offered."""
    offered = choices(page)
    planned = OPENING[turn] if turn < len(OPENING) else ("", "")
    origin, target = planned if planned[1] in offered.get(planned[0], {}) else _first(offered)
    cell(page, origin).click()
    cell(page, target).click()


def _first(offered: dict[str, dict[str, str]]) -> tuple[str, str]:
    quiet = [(a, b) for a, targets in offered.items() for b, label in targets.items() if label.endswith("Move")]
    anything = [(a, b) for a, targets in offered.items() for b in targets]
    return (quiet or anything)[0]


def photograph_fight(page: Page, camera: Photographer) -> None:
    """Play until a fight with helpers comes up; its odds, its dice and what came of it."""
    for turn in range(MOST_TURNS):
        if not wait_for_turn(page):
            return
        fight = find_fight(page) if turn > 2 else None
        if fight is None:
            advance(page, turn)
            continue
        cell(page, fight[0]).click()
        cell(page, fight[1]).hover()
        page.wait_for_timeout(SETTLE)
        camera.take("odds")
        cell(page, fight[1]).click()
        page.locator(".fight.sheet .words:not(.hidden)").wait_for()
        camera.take("dice")
        return


def photograph_pages(page: Page, url: str, camera: Photographer) -> None:
    """The pages besides the table."""
    page.goto(url)
    page.get_by_role("button", name="Play against the computer").first.wait_for()
    camera.take("shelf")
    page.get_by_role("link", name="Set up").first.click()
    page.get_by_role("button", name="Begin").wait_for()
    camera.take("setup")


def photograph_end(page: Page, camera: Photographer) -> None:
    """Resign, and look at the game again."""
    if wait_for_turn(page):
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    page.get_by_text("Dice verified").wait_for()
    page.get_by_role("button", name="Last position").click()
    page.wait_for_timeout(SETTLE)
    camera.take("replay")


def main() -> None:
    """Take every picture."""
    if len(sys.argv) != 3:
        print("usage: python web/screenshots.py URL FOLDER", file=sys.stderr)
        raise SystemExit(2)
    url, folder = sys.argv[1].rstrip("/"), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size in SIZES:
            for scheme in SCHEMES:
                with opened(browser, size, scheme) as page:
                    camera = Photographer(page, folder, f"{size}-{scheme}")
                    photograph_pages(page, url, camera)
                    start(page, url)
                    photograph_fight(page, camera)
                    photograph_end(page, camera)
        browser.close()


if __name__ == "__main__":
    main()
