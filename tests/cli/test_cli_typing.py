"""Keys that arrive faster than the screen changes: nothing crashes, nothing is lost, and a paste is typed."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.widgets import Static

from pawnstorm.ai.advice import Hint
from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.app import PlayApp
from pawnstorm.core.dice import Die

from .screen_driver import chess_session, drive, orders, settle, type_line, wait_for_orders

THROW = dialogs.DiceThrow([(Die(6, 0, "attack"), 3)], ("White", "Black"), Text("nothing"))
DIALOGS: tuple[Callable[[], ModalScreen[Any]], ...] = (
    lambda: dialogs.InfoDialog("Help", "text"),
    lambda: dialogs.Curtain("Next player", "White, please take the keyboard."),
    lambda: dialogs.DiceDialog("Dice", THROW, tumbling=False),
    lambda: dialogs.DiceDialog("Dice", THROW, tumbling=True),
    lambda: dialogs.ConfirmDialog("Sure", "really?", "Enter yes"),
    lambda: dialogs.ChoiceDialog("Which?", [Text("one"), Text("two")]),
    lambda: dialogs.TextDialog("File", "name"),
)


def burst(app: PlayApp, text: str) -> None:
    """Send keys as a terminal does: all at once, none waiting for the one before."""
    names = {"\n": "enter", " ": "space", "\x1b": "escape"}
    for letter in text:
        app.post_message(events.Key(names.get(letter, letter), "\r" if letter == "\n" else letter))


@pytest.mark.parametrize("keys", ["\n\n\n", "xxx", "\x1b\x1b\x1b"])
def test_any_number_of_keys_closes_a_dialog_once(keys: str) -> None:
    """The match goes on, whichever key is pressed in a dialog and however often."""

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        for make in DIALOGS:
            app.push_screen(make())
            await pilot.pause()
            burst(app, keys)
            await pilot.pause()
            while len(app.screen_stack) > 1:
                await pilot.press("escape")
            await settle(app, pilot)
            app.table.line.value = ""
            app.table.board.focus()
        assert app.is_running
        await type_line(app, pilot, "d7d5")

    assert orders(drive(script, chess_session())) == ["e2-e4", "d7-d5"]


def key_line(app: PlayApp) -> str:
    return str(app.screen.query_one(".keys", Static).render())


def test_a_long_dialog_says_how_to_read_on_and_turns_a_page_for_every_key() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.push_screen(dialogs.InfoDialog("Short", "text"))
        await pilot.pause()
        assert key_line(app) == "any key to go on"
        await pilot.press("x")
        app.push_screen(dialogs.InfoDialog("Long", "text\n" * 200))
        await pilot.pause()
        assert key_line(app) == "↑ ↓ PgUp PgDn read on    any other key to go on"
        for key in ("pagedown", "pagedown", "pagedown", "pageup", "down"):
            app.post_message(events.Key(key, None))
        await pilot.pause()
        assert app.screen.query_one(VerticalScroll).scroll_y == 2 * (24 // 2) + 1
        await pilot.press("x")
        assert len(app.screen_stack) == 1

    drive(script, chess_session())


def test_two_keys_on_the_dice_of_a_fight_close_them_once() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for line in ("e2e4", "d7d5", "e4d5"):
            await type_line(app, pilot, line)
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.DiceDialog)
        burst(app, "\n\n")
        await pilot.pause()
        await settle(app, pilot)
        assert len(app.screen_stack) == 1

    assert orders(drive(script, chess_session())) == ["e2-e4", "d7-d5", "e4xd5"]


def test_a_line_typed_at_once_keeps_its_blanks() -> None:
    """The first letter moves the focus to the order line before the second is handled."""
    asked: list[str] = []

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.commands["odds"] = asked.append
        for line in ("e2e4\n", "d7d5\n"):
            burst(app, line)
            await pilot.pause()
            await settle(app, pilot)
        burst(app, "odds e4xd5")
        await pilot.pause()
        assert app.table.line.value == "odds e4xd5"
        burst(app, "\n")
        await pilot.pause()
        await settle(app, pilot)

    app = drive(script, chess_session())
    assert orders(app) == ["e2-e4", "d7-d5"]
    assert asked == ["e4xd5"]


def test_whole_lines_typed_at_once_are_done_one_after_the_other() -> None:
    """Each line waits until the one before is done; a line without Enter stays in the order line."""

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        burst(app, "e2e4\nd7d5\na2")
        await wait_for_orders(app, pilot, 2)
        assert app.table.line.value == "a2"
        burst(app, "a3\n")
        await wait_for_orders(app, pilot, 3)

    assert orders(drive(script, chess_session())) == ["e2-e4", "d7-d5", "a2-a3"]


def test_a_line_typed_while_the_computer_looks_for_a_hint_is_done_afterwards() -> None:
    found = Event()

    def slow_hint() -> Hint:
        assert found.wait(60)
        return Hint("e2-e4", 0.5, "e2-e4: 50 %.")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.session.hint = slow_hint  # type: ignore[method-assign]
        await pilot.press("f3")
        await pilot.pause()
        burst(app, "d2d4\n")
        await pilot.pause()
        assert app.tasks.busy
        assert orders(app) == []
        found.set()
        await wait_for_orders(app, pilot, 1)

    assert orders(drive(script, chess_session())) == ["d2-d4"]


def test_escape_drops_lines_that_wait() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        enough = asyncio.Event()

        async def something() -> None:
            await enough.wait()

        app.tasks.start(something())
        burst(app, "e2e4\n")
        await pilot.pause()
        await pilot.press("escape")
        enough.set()
        await settle(app, pilot)
        await type_line(app, pilot, "d2d4")

    assert orders(drive(script, chess_session())) == ["d2-d4"]


@pytest.mark.parametrize("pasted", ["e2-e4", "  e2-e4  ", "\n\ne2-e4\nd7-d5\n"])
def test_a_paste_is_typed_into_the_order_line(pasted: str) -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.post_message(events.Paste(pasted))
        await pilot.pause()
        assert app.table.line.value == "e2-e4"
        await pilot.press("enter")
        await settle(app, pilot)
        app.post_message(events.Paste("d7"))
        app.post_message(events.Paste("-d5"))
        await pilot.pause()
        await pilot.press("enter")
        await settle(app, pilot)

    assert orders(drive(script, chess_session())) == ["e2-e4", "d7-d5"]


def test_an_empty_paste_and_a_paste_over_a_dialog_change_nothing() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.post_message(events.Paste("\n \n"))
        await pilot.press("f1")
        await settle(app, pilot)
        app.post_message(events.Paste("e2-e4"))
        await pilot.pause()
        assert app.table.line.value == ""
        await pilot.press("x")
        await settle(app, pilot)

    assert orders(drive(script, chess_session())) == []


def test_a_blank_alone_still_picks_the_piece_under_the_cursor() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.table.board.point("e2")
        burst(app, " ")
        await pilot.pause()
        assert app.table.picker.selected == "e2"

    drive(script, chess_session())
