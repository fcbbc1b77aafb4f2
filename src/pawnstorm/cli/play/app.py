"""The full-screen table: board at the left, piece and course of play at the right, an order line below."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, Static

from pawnstorm.cli.analyse import OFFER
from pawnstorm.cli.draw.board import Look
from pawnstorm.cli.draw.fights import seen_dice
from pawnstorm.cli.draw.panels import events_text, log_panel, seats_panel
from pawnstorm.cli.play import dialogs
from pawnstorm.cli.play.boardwidget import Board
from pawnstorm.cli.play.card import card
from pawnstorm.cli.play.lines import hint, offer_line, result_line, top_line
from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.sitting import Sitting, resume
from pawnstorm.cli.play.style import STYLE
from pawnstorm.cli.play.words import understand
from pawnstorm.core.errors import PawnstormError, Refusal, Refused
from pawnstorm.core.state import OVER
from pawnstorm.core.table import Step
from pawnstorm.core.view import Offer, View

SIDE = 34
"""The least width of what stands beside the board."""


class PlayApp(App[None]):
    """A sitting in full screen."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("f1", "help", "Help", key_display="F1"),
        Binding("f2", "orders", "Orders", key_display="F2"),
        Binding("f3", "hint", "Hint", key_display="F3"),
        Binding("ctrl+z", "undo", "Undo", key_display="^Z", priority=True),
        Binding("f5", "flip", "Flip", key_display="F5"),
        Binding("f6", "numbers", "Numbers", key_display="F6"),
        Binding("f7", "letters", "Letters", show=False),
        Binding("f8", "draw", "Draw", show=False),
        Binding("f9", "resign", "Resign", show=False),
        Binding("ctrl+s", "save", "Save", key_display="^S", priority=True),
        Binding("ctrl+o", "load", "Load", show=False, priority=True),
        Binding("ctrl+n", "new", "New", key_display="^N", priority=True),
        Binding("ctrl+q", "leave", "Quit", key_display="^Q", priority=True),
        Binding("ctrl+c", "leave", "Quit", show=False, priority=True),
        Binding("escape", "step_back", show=False),
    ]

    def __init__(self, sitting: Sitting, letters: bool = False, pace: float = 0.35) -> None:
        """`pace` is how long a program seems to think, in seconds; with 0 nothing is animated."""
        super().__init__()
        self.sitting = sitting
        self.picker = Picker()
        self.letters = letters
        self.numbers = False
        self.flipped = sitting.seen_from_above()
        self.pace = pace
        self.eyes = sitting.viewer
        self.busy = False
        self._leaving = False
        self._pointed = False

    def compose(self) -> ComposeResult:
        """The parts of the table."""
        yield Static(id="top")
        with Horizontal(id="middle"):
            with VerticalScroll(id="left", can_focus=False):
                yield Board(self.view, self._look())
                yield Static(id="seats")
            with Vertical(id="side"):
                yield Static(id="seats-aside")
                yield Static(id="card")
                with VerticalScroll(id="history", can_focus=False):
                    yield Static(id="log")
        yield Input(id="order", compact=True, select_on_focus=False)
        yield Footer(compact=True)

    @property
    def view(self) -> View:
        """What is on the screen."""
        return self.sitting.view(self.eyes)

    @property
    def board(self) -> Board:
        """The board."""
        return self.screen_stack[0].query_one(Board)

    def part(self, name: str) -> Static:
        """A panel by its id."""
        return self.screen_stack[0].query_one(f"#{name}", Static)

    def on_mount(self) -> None:
        """Begin."""
        self.title = self.sitting.game.title
        self.board.focus()
        self._fresh_position()
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the board into the window."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        """The board as large as it may be, with the seats below it, or beside it where there is no room below."""
        room, below = height - 3, 2 * len(self.sitting.seats)
        size = self.board.fit(width - SIDE, room - below)
        crowded = size[1] > room - below
        if crowded:
            size = self.board.fit(width - SIDE, room)
        self.screen_stack[0].set_class(crowded, "crowded")
        self.screen_stack[0].query_one("#left").styles.width = size[0] + 1

    # What is shown

    def _look(self) -> Look:
        moves, attacks = self.picker.targets()
        return Look(
            seats=self.sitting.seats,
            flipped=self.flipped,
            letters=self.letters,
            numbers=self.numbers,
            selected=self.picker.selected,
            moves=moves,
            attacks=attacks,
            last=self.sitting.last_cells(self.eyes),
        )

    def _fresh_position(self) -> None:
        """Something was played or taken back: show it, and offer what may be done now."""
        self.picker = Picker(self.view.offers if self.sitting.match.turn != OVER else ())
        if not self._pointed and self.picker.cells():
            # The first time the cursor waits on a piece that can do something.
            self._pointed = True
            cells = self.picker.cells()
            self.board.point(cells[len(cells) // 2])
        self._show()
        self.part("log").update(log_panel(self.sitting.match, self.eyes, 60))
        history = self.screen_stack[0].query_one("#history", VerticalScroll)
        # The end of a longer text is known only when it has been laid out.
        self.call_after_refresh(history.scroll_end, animate=False)

    def _show(self) -> None:
        view, sitting = self.view, self.sitting
        self.board.show(view, self._look())
        seats = seats_panel(view, sitting.match, sitting.roles, self.letters)
        self.part("seats").update(seats)
        self.part("seats-aside").update(seats)
        self.part("top").update(top_line(sitting, view))
        self._show_card()
        self.screen_stack[0].query_one(Input).placeholder = hint(sitting, view, self.picker)

    def _show_card(self) -> None:
        width = max(20, self.part("card").size.width)
        self.part("card").update(
            card(self.view, self.picker, self.board.cursor, self.sitting.seats, self.letters, width)
        )

    # Pointing and typing

    def on_board_pointed(self) -> None:
        """Another cell: another card."""
        self._show_card()

    def on_board_hopped(self, message: Board.Hopped) -> None:
        """Jump to the next cell with a choice."""
        cells = self.picker.cells()
        if cells:
            here = cells.index(self.board.cursor) if self.board.cursor in cells else -min(message.way, 0) - 1
            self.board.point(cells[(here + message.way) % len(cells)])

    def on_board_picked(self) -> None:
        """Walk on down the offers."""
        found = self.picker.pick(self.board.cursor)
        self._show()
        if len(found) == 1:
            self.give(found[0])
        elif found:
            self.choose_among(found)

    def on_board_typed(self, message: Board.Typed) -> None:
        """Go on typing in the order line."""
        line = self.screen_stack[0].query_one(Input)
        # Quick typing brings several letters before the focus has moved, so each is added to the others.
        line.value += message.character
        self.screen_stack[0].set_focus(line)
        line.cursor_position = len(line.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """An order or a word was typed."""
        line, event.input.value = event.value.strip(), ""
        self.board.focus()
        if not line:
            return
        typed = understand(line, self.sitting)
        if typed.word:
            self._obey(typed.word, typed.rest)
            return
        try:
            self.give(self.sitting.offer(typed.rest))
        except PawnstormError as error:
            self._refuse(error)

    def _obey(self, word: str, rest: str) -> None:
        if word == "odds":
            self.show_odds(rest)
        elif word in ("save", "load") and rest:
            self._with_file(word, rest)
        elif word in ("board", "log"):
            self._show()
        else:
            action = {"moves": "orders", "quit": "leave"}.get(word, word)
            getattr(self, f"action_{action}")()

    def _refuse(self, error: PawnstormError) -> None:
        self.notify(str(error), severity="error", markup=False, timeout=6)

    def action_step_back(self) -> None:
        """Leave the order line, or go one step up; while a program thinks, let it answer now."""
        line = self.screen_stack[0].query_one(Input)
        if self.busy:
            self.sitting.hurry()
        elif line.has_focus:
            line.value = ""
            self.board.focus()
        elif self.picker.back():
            self._show()

    # Playing

    @work
    async def choose_among(self, offers: list[Offer]) -> None:
        """Ask which of several choices is meant."""
        chosen = await self.push_screen_wait(dialogs.Choose("Which?", [offer_line(offer) for offer in offers]))
        if chosen is not None:
            self._take(offers[chosen])

    def _take(self, offer: Offer) -> None:
        orders = self.picker.choose(offer)
        self._show()
        if orders:
            self.give(orders[0])

    @work
    async def give(self, offer: Offer) -> None:
        """Give an order: confirm it if dice decide, carry it out, let the others answer."""
        if self.busy:
            return
        self.busy = True
        try:
            if not offer.odds or await self.push_screen_wait(dialogs.fight(offer, self.sitting.seats)):
                await self._tell(self.sitting.order(offer.order))
                await self._catch_up()
        except PawnstormError as error:
            self._refuse(error)
        finally:
            self.busy = False

    @work
    async def go_on(self) -> None:
        """Let the programs play until a person must decide."""
        self.busy = True
        try:
            await self._catch_up()
        finally:
            self.busy = False

    async def _catch_up(self) -> None:
        sitting = self.sitting
        while sitting.program_to_act():
            await asyncio.sleep(self.pace)
            before = sitting.match.steps[-1]
            order = await asyncio.to_thread(sitting.think)
            # Somebody may have given up meanwhile.
            if sitting.match.turn != OVER and sitting.match.steps[-1] is before:
                await self._tell(sitting.answer(order))
        await self._change_eyes()
        if sitting.match.turn == OVER:
            await self._end()
        elif self.picker.is_a_question():
            self.action_orders()

    async def _tell(self, step: Step) -> None:
        """Show what an order did; first the dice in large, if a person threw one or ordered it."""
        dice = seen_dice(step, self.eyes)
        humans = self.sitting.humans
        if dice and (step.seat in humans or any(die.seat in humans for die, _ in dice)):
            words = events_text(step, self.eyes)
            throw = dialogs.Throw(dice, self.sitting.seats, words)
            await self.push_screen_wait(
                dialogs.Dice(f"{self.sitting.seats[step.seat]}: {step.order}", throw, self.pace > 0)
            )
        self._fresh_position()

    async def _change_eyes(self) -> None:
        """Show the board to whoever is next; where the game has secrets a curtain hides it on the way."""
        before, self.eyes = self.eyes, self.sitting.viewer
        if before != self.eyes and self.eyes >= 0 and self.sitting.has_secrets():
            name = self.sitting.seats[self.eyes]
            await self.push_screen_wait(dialogs.Curtain("Next player", Text(f"{name}, please take the keyboard.")))
        self._fresh_position()

    async def _end(self) -> None:
        lines = ("Play again", "Save the record", "Look at the board", "Leave")
        body = Group(
            result_line(self.sitting),
            Text(),
            seats_panel(self.view, self.sitting.match, self.sitting.roles, self.letters),
            Text(f"\n{OFFER}", style="dim"),
        )
        chosen = await self.push_screen_wait(dialogs.Choose("The game is over", [Text(line) for line in lines], body))
        actions = (self.action_new, self.action_save, None, self.exit)
        action = actions[chosen] if chosen is not None else None
        if action:
            action()

    # Actions of the keys

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(dialogs.Told("Help", dialogs.help_text(self.sitting.game.summary)))

    @work
    async def action_hint(self) -> None:
        """Ask the computer what it would do, and tell the chance to win."""
        if self.busy:
            return
        self.busy = True
        try:
            order, chance = await asyncio.to_thread(self.sitting.hint)
            self.notify(f"{order}; your chance to win is {100 * chance:.0f} %", title="Hint", markup=False, timeout=10)
        except PawnstormError as error:
            self._refuse(error)
        finally:
            self.busy = False

    @work
    async def show_odds(self, text: str) -> None:
        """Show the odds of an order without giving it."""
        try:
            offer = self.sitting.offer(text)
        except PawnstormError as error:
            self._refuse(error)
            return
        if not offer.odds:
            self.notify(f"{offer.order} needs no dice", markup=False)
        elif await self.push_screen_wait(dialogs.fight(offer, self.sitting.seats)):
            self.give(offer)

    @work
    async def action_orders(self) -> None:
        """List the present choices."""
        options = self.picker.options
        if options:
            title = self.view.prompt
            chosen = await self.push_screen_wait(dialogs.Choose(title, [offer_line(offer) for offer in options]))
            if chosen is not None:
                self._take(options[chosen])
                if options[chosen].options:
                    self.action_orders()

    def action_undo(self) -> None:
        """Take back."""
        try:
            if self.busy:
                raise Refused(Refusal.ILLEGAL, "wait until the others have answered")
            self.sitting.take_back()
        except PawnstormError as error:
            self._refuse(error)
            return
        self.eyes = self.sitting.viewer
        self._fresh_position()

    def action_mute(self) -> None:
        """Let this moment pass, and all others of its kind."""
        try:
            self.notify(f"you will not be asked {self.sitting.mute()} any more", markup=False)
        except PawnstormError as error:
            self._refuse(error)
            return
        self.go_on()

    def action_unmute(self) -> None:
        """Be asked at every moment again."""
        self.sitting.unmute()
        self.notify("you will be asked at every moment again")

    def action_flip(self) -> None:
        """Turn the board round."""
        self.flipped = not self.flipped
        self._show()

    def action_numbers(self) -> None:
        """Numbers on the pieces, or not."""
        self.numbers = not self.numbers
        self._show()

    def action_letters(self) -> None:
        """Letters for figures, or not."""
        self.letters = not self.letters
        self._show()

    @work
    async def action_draw(self) -> None:
        """Agree on a draw."""
        if not self.sitting.people_alone:
            self._refuse(Refused(Refusal.ILLEGAL, "a program does not agree on draws"))
        elif await self._sure("Draw", "Does everybody agree on a draw?"):
            await self._close(self.sitting.match.agree_draw)

    @work
    async def action_resign(self) -> None:
        """Give up."""
        if await self._sure("Resign", "Do you give up this game?"):
            await self._close(self.sitting.resign)

    async def _sure(self, title: str, question: str) -> bool:
        return await self.push_screen_wait(dialogs.Ask(title, Text(question), "Enter yes    Esc no"))

    async def _close(self, closing: Callable[[], None]) -> None:
        try:
            closing()
        except PawnstormError as error:
            self._refuse(error)
            return
        self._fresh_position()
        if self.busy:
            # Whoever waits for a program goes on from here once it has answered.
            self.sitting.hurry()
        else:
            self.go_on()

    @work
    async def action_save(self) -> None:
        """Ask for a file and save."""
        name = await self.push_screen_wait(dialogs.AskText("Save the record as", self.sitting.file_name()))
        if name:
            self._with_file("save", name)

    @work
    async def action_load(self) -> None:
        """Ask for a file and go on with its match."""
        name = await self.push_screen_wait(dialogs.AskText("Load the record", self.sitting.file_name()))
        if name:
            self._with_file("load", name)

    def _with_file(self, word: str, name: str) -> None:
        try:
            if word == "save":
                self.sitting.save(Path(name))
                self.notify(f"saved as {name}", markup=False)
            else:
                self._sit_at(resume(Path(name), self.sitting.game))
        except PawnstormError as error:
            self._refuse(error)

    @work
    async def action_new(self) -> None:
        """Begin again."""
        if not self.sitting.unsaved or await self._sure("New game", "Leave this game and begin a new one?"):
            self._sit_at(self.sitting.again())

    def _sit_at(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.eyes = sitting.viewer
        self._fresh_position()
        self.go_on()

    @work
    async def action_leave(self) -> None:
        """Leave, once more asked if the game would be lost."""
        twice, self._leaving = self._leaving, True
        question = "Leave this game? It is not saved (Ctrl+S saves it)."
        if twice or not self.sitting.unsaved or await self._sure("Quit", question):
            self.exit()
        self._leaving = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of the table sleep while a dialog is open; a second Ctrl+Q there leaves at once."""
        return action not in _TABLE_ACTIONS or len(self.screen_stack) == 1


_TABLE_ACTIONS = frozenset(
    ("help", "orders", "undo", "flip", "numbers", "letters", "draw", "resign", "save", "load", "new", "step_back")
)
