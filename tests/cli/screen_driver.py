"""Driving the full-screen table with keys, without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from pawnstorm.cli.play.screen.app import PlayApp
from pawnstorm.cli.play.terminal_session import TerminalSession, new_session
from pawnstorm.cli.play.unfinished import UnfinishedGame
from pawnstorm.core.game import Setup
from pawnstorm.games import load

CHESS = load("chess-attack")
Script = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def chess_session(*players: str, seed: int = 3, home: int = 0) -> TerminalSession:
    return new_session(CHESS, Setup(), players or ("human", "human"), seed, home)


def drive(
    script: Script,
    session: TerminalSession,
    size: tuple[int, int] = (80, 24),
    unfinished: Sequence[UnfinishedGame] = (),
) -> PlayApp:
    """Run a script against a table without animation; returns the app as it was left."""
    app = PlayApp(session, pace=0, unfinished=unfinished)

    async def run_script() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run_script())
    return app


def orders(app: PlayApp) -> list[str]:
    return [step.order for step in app.session.match.steps[1:]]


def text_of(app: PlayApp, name: str) -> str:
    """What a panel shows."""
    return str(app.table.panel(name).render())


async def settle(app: PlayApp, pilot: Pilot[None]) -> None:
    """Wait until the effect of a key is done or waits for the next key."""
    await pilot.pause()
    await pilot.pause()
    for _ in range(10_000):
        if not app.tasks.busy or len(app.screen_stack) > 1:
            return
        await pilot.pause(0.01)
    pytest.fail("the table stays busy")


async def type_line(app: PlayApp, pilot: Pilot[None], line: str) -> None:
    """Type into the order line; only the first letter is a real key, because it opens the line."""
    await pilot.press(line[0])
    app.screen.query_one(Input).value += line[1:]
    await pilot.press("enter")
    await settle(app, pilot)


async def wait_for_orders(app: PlayApp, pilot: Pilot[None], number: int) -> None:
    """Wait until this many orders have been given and drawn, and the next key is expected."""
    for _ in range(500):
        if len(orders(app)) >= number and (not app.tasks.busy or len(app.screen_stack) > 1):
            break
        await pilot.pause(0.01)
    await settle(app, pilot)
