"""Driving the full-screen table by keys, without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from pawnstorm.cli.play.app import PlayApp
from pawnstorm.cli.play.keeping import Unfinished
from pawnstorm.cli.play.sitting import Sitting, open_sitting
from pawnstorm.core.game import Setup
from pawnstorm.games import load

CHESS = load("chess-attack")
Script = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def sit(*players: str, seed: int = 3, home: int = 0) -> Sitting:
    return open_sitting(CHESS, Setup(), players or ("human", "human"), seed, home)


def drive(
    script: Script, sitting: Sitting, size: tuple[int, int] = (80, 24), unfinished: Sequence[Unfinished] = ()
) -> PlayApp:
    """Run a script against a table without animation; returns the app as it was left."""
    app = PlayApp(sitting, pace=0, unfinished=unfinished)

    async def session() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(session())
    return app


def orders(app: PlayApp) -> list[str]:
    return [step.order for step in app.sitting.match.steps[1:]]


def text_of(app: PlayApp, name: str) -> str:
    """What a panel shows."""
    return str(app.part(name).render())


async def settle(app: PlayApp, pilot: Pilot[None]) -> None:
    """Wait until whatever a key set off is done or waits for the next key."""
    await pilot.pause()
    await pilot.pause()
    for _ in range(10_000):
        if not app.busy or len(app.screen_stack) > 1:
            return
        await pilot.pause(0.01)
    pytest.fail("the table is busy for ever")


async def type_line(app: PlayApp, pilot: Pilot[None], line: str) -> None:
    """Type into the order line; only the first letter key by key, which is what opens the line."""
    await pilot.press(line[0])
    app.screen.query_one(Input).value += line[1:]
    await pilot.press("enter")
    await settle(app, pilot)


async def arrive(app: PlayApp, pilot: Pilot[None], number: int) -> None:
    """Wait until so many orders have been given and drawn."""
    for _ in range(500):
        if len(orders(app)) >= number and not app.busy:
            break
        await pilot.pause(0.01)
    await settle(app, pilot)
