"""A real browser and a real server for the tests of the page."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from person import Person
from playwright.sync_api import Browser, expect, sync_playwright
from suite import ROOT, install_example, seeing
from web_server import PATIENCE, WebServer

BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
"""Both are the same Chromium; the first has no windows to draw and so is faster."""
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
PAGE = ROOT / "src" / "pawnstorm" / "server" / "static" / "index.html"

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    program = next((path for path in BROWSERS if path.exists()), None)
    if program is None:
        pytest.fail("these tests need Chromium: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        yield browser
        browser.close()


def _serve(folder: Path, env: dict[str, str] | None = None, root_path: str = "") -> Iterator[WebServer]:
    if not PAGE.exists():
        pytest.fail("the page has not been built: run make setup")
    server = WebServer(folder, env, root_path)
    yield server
    server.stop()
    assert not server.faults()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """One server for all tests that only need tables of their own."""
    yield from _serve(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[WebServer]:
    """A server of its own, which a test may kill."""
    yield from _serve(tmp_path)


@pytest.fixture(scope="module")
def server_with_example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server that also finds the game of another package."""
    folder = tmp_path_factory.mktemp("example")
    yield from _serve(folder, seeing(install_example(folder)))


@pytest.fixture(scope="module")
def server_below_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server that has only a part of its site."""
    yield from _serve(tmp_path_factory.mktemp("below"), root_path="/club/games")


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Makes people with browsers; at the end nothing may have gone wrong in them."""
    people: list[Person] = []

    def come(**how: Any) -> Person:
        others = [
            name for name in ("own_server", "server_with_example", "server_below_path") if name in request.fixturenames
        ]
        home = request.getfixturevalue(others[0] if others else "server")
        people.append(Person(browser, home.url, **how))
        return people[-1]

    yield come
    faults = [fault for one in people for fault in one.unexpected()]
    for one in people:
        one.context.close()
    assert not faults
