"""The dialogs that open over the table: questions, texts, lists, a line to fill in, dice."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from pawnstorm.cli.draw.fights import dice_picture, odds_picture, sums_columns
from pawnstorm.core.dice import Die
from pawnstorm.core.view import Offer

WIDTH = 62
"""The inner width of a dialog."""


class Dialog(ModalScreen[ScreenResultType]):
    """A window that closes only once, however many keys arrive before it is gone."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self._answered = False

    def answer(self, result: ScreenResultType) -> None:
        """Close with a result; later answers are ignored."""
        if not self._answered:
            self._answered = True
            self.dismiss(result)


class ConfirmDialog(Dialog[bool]):
    """Something to read, and a yes or no."""

    BINDINGS: ClassVar = [
        Binding("enter,space,y", "answer(True)", show=False),
        Binding("escape,n", "answer(False)", show=False),
    ]

    def __init__(self, title: str, body: RenderableType, keys: str) -> None:
        super().__init__(title)
        self._body, self._keys = body, keys

    def compose(self) -> ComposeResult:
        """A box with the text and the keys below it."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            yield VerticalScroll(Static(self._body, id="body"), classes="body", can_focus=False)
            yield Static(Text(self._keys, "bold"), classes="keys")

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.answer(yes)


def yes_or_no(title: str, question: str) -> ConfirmDialog:
    """A plain question."""
    return ConfirmDialog(title, Text(question), "Enter yes    Esc no")


def fight_dialog(offer: Offer, seats: tuple[str, ...]) -> ConfirmDialog:
    """Both sums and the exact odds, before the dice are thrown."""
    parts: list[RenderableType] = [sums_columns(offer.parts, seats), Text()] if offer.parts else []
    body = Group(*parts, odds_picture(offer.odds, WIDTH))
    return ConfirmDialog(f"{offer.order}: throw the dice?", body, "Enter throw    Esc think again")


class InfoDialog(Dialog[None]):
    """Something to read; any key closes it."""

    def __init__(self, title: str, body: RenderableType) -> None:
        super().__init__(title)
        self._body = body

    def compose(self) -> ComposeResult:
        """A box with the text."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            yield VerticalScroll(Static(self._body, id="body"), classes="body", can_focus=False)
            yield Static(classes="keys")

    def on_mount(self) -> None:
        """Say how to read on where not everything fits."""
        self.watch(self.query_one(VerticalScroll), "show_vertical_scrollbar", self._name_keys)

    def _name_keys(self, scrolls: bool) -> None:
        keys = "↑ ↓ PgUp PgDn read on    any other key to go on" if scrolls else "any key to go on"
        self.query_one(".keys", Static).update(Text(keys, "bold"))

    def on_key(self, event: events.Key) -> None:
        """Scroll or close."""
        event.stop()
        body, page = self.query_one(VerticalScroll), self.size.height // 2
        lines = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}.get(event.key, 0)
        if lines:
            # At once, so that the next key starts from there.
            body.scroll_relative(y=lines, animate=False, immediate=True)
        else:
            self.finish()

    def on_click(self) -> None:
        """Close."""
        self.finish()

    def finish(self) -> None:
        """The reader is done."""
        self.answer(None)


@dataclass(frozen=True)
class DiceThrow:
    """Dice that were thrown, and what they did."""

    dice: list[tuple[Die, int]]
    seats: tuple[str, ...]
    words: RenderableType


class DiceDialog(InfoDialog):
    """Big dice that tumble for a moment, then what happened."""

    TUMBLES = 7

    def __init__(self, title: str, throw: DiceThrow, tumbling: bool) -> None:
        self._throw = throw
        self._left = self.TUMBLES if tumbling else 0
        super().__init__(title, self._picture())

    def on_mount(self) -> None:
        """Start to tumble."""
        if self._left:
            self.set_interval(0.07, self._tumble, repeat=self._left)

    def _tumble(self) -> None:
        self._left -= 1
        self.query_one("#body", Static).update(self._picture())

    def _picture(self) -> Group:
        throw = self._throw
        if self._left <= 0:
            return Group(dice_picture(throw.dice, throw.seats, WIDTH), Text(), throw.words)
        # Only for show while they roll: the faces are known already.
        rolling = [(die, random.randint(1, die.sides)) for die, _ in throw.dice]
        return Group(dice_picture(rolling, throw.seats, WIDTH), Text(), Text("…"))

    def finish(self) -> None:
        """The first key stops the tumbling, the next one closes."""
        if self._left > 0:
            self._left = 0
            self._tumble()
        else:
            self.answer(None)


class ChoiceDialog(Dialog[int | None]):
    """A list to choose from; its answer is the number of the line."""

    BINDINGS: ClassVar = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, lines: Sequence[RenderableType], body: RenderableType = "", at: int = 0) -> None:
        super().__init__(title)
        self._lines, self._body, self._at = lines, body, at

    def compose(self) -> ComposeResult:
        """A box with the list."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            if self._body:
                yield Static(self._body, classes="above")
            yield OptionList(*(Option(line) for line in self._lines), compact=True)
            yield Static(Text("↑ ↓ Enter choose    Esc back", "bold"), classes="keys")

    def on_mount(self) -> None:
        """Begin on a given line."""
        self.query_one(OptionList).highlighted = self._at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was chosen."""
        self.answer(event.option_index)

    def action_leave(self) -> None:
        """Close without a choice."""
        self.answer(None)


class TextDialog(Dialog[str]):
    """A line to fill in, such as a file name; empty if the player leaves it."""

    BINDINGS: ClassVar = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, value: str) -> None:
        super().__init__(title)
        self._value = value

    def compose(self) -> ComposeResult:
        """A box with an input."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            yield Input(self._value, select_on_focus=False, compact=True)
            yield Static(Text("Enter go on    Esc back", "bold"), classes="keys")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is filled in."""
        event.stop()
        self.answer(event.value.strip())

    def action_leave(self) -> None:
        """Close without an answer."""
        self.answer("")


class Curtain(InfoDialog):
    """Hides the table while the keyboard is passed to the next player, in games with secrets."""
