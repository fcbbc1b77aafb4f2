"""A person with a browser."""

import re
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, WebError
from web_server import PATIENCE

from pawnstorm.server.guests import COOKIE

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
"""A small phone."""


class Person:
    """A browser context and its pages; errors in them are collected."""

    def __init__(self, browser: Browser, url: str, **how: Any) -> None:
        self.faults: list[str] = []
        self.expected = re.compile(r"(?!)")
        self.context = browser.new_context(base_url=url, **{"reduced_motion": "reduce", **how})
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.on("weberror", self._failed)
        self.context.on("console", self._said)
        self.url = url

    def _failed(self, error: WebError) -> None:
        self.faults.append(f"error in the page: {error.error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type} on the console: {message.text}")

    def unexpected(self) -> list[str]:
        """The errors that the test did not expect."""
        return [fault for fault in self.faults if not self.expected.search(fault)]

    def visit(self, path: str) -> Page:
        """A new page at an address."""
        page = self.context.new_page()
        page.goto(path)
        return page

    @property
    def cookie(self) -> str:
        """The cookie by which the server knows this guest."""
        return next((cookie["value"] for cookie in self.context.cookies() if cookie["name"] == COOKIE), "")

    @cookie.setter
    def cookie(self, token: str) -> None:
        self.context.add_cookies([{"name": COOKIE, "value": token, "url": self.url}])
