"""The full-screen table as it is played at: pointing and typing, orders and answers, the keys."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import events, work
from textual.binding import Binding
from textual.widgets import Input

from pawnstorm.cli.analyse import OFFER
from pawnstorm.cli.draw.fights import seen_dice
from pawnstorm.cli.draw.panels import events_text, order_told, seats_panel
from pawnstorm.cli.play import dialogs
from pawnstorm.cli.play.boardwidget import Board
from pawnstorm.cli.play.keeping import Unfinished, forget, go_on
from pawnstorm.cli.play.lines import choice_line, offer_line, result_line
from pawnstorm.cli.play.lookups import Lookups
from pawnstorm.cli.play.resuming import resume
from pawnstorm.cli.play.sitting import Sitting
from pawnstorm.cli.play.words import understand
from pawnstorm.core.errors import PawnstormError, Refusal, Refused
from pawnstorm.core.state import OVER
from pawnstorm.core.step import Step
from pawnstorm.core.view import Offer

KEYS = (
    Binding("f1", "help", "Help", key_display="F1"),
    Binding("f2", "orders", "Orders", key_display="F2"),
    Binding("f3", "hint", "Hint", key_display="F3"),
    Binding("f4", "piece", "Piece", key_display="F4"),
    Binding("ctrl+r", "rules", "Rules", key_display="^R", priority=True),
    Binding("ctrl+z", "undo", "Undo", key_display="^Z", priority=True),
    Binding("f5", "flip", "Flip", key_display="F5"),
    Binding("f6", "numbers", "Numbers", show=False),
    Binding("f7", "letters", "Letters", show=False),
    Binding("f8", "draw", "Draw", show=False),
    Binding("f9", "resign", "Resign", show=False),
    Binding("ctrl+s", "save", "Save", key_display="^S", priority=True),
    Binding("ctrl+o", "load", "Load", show=False, priority=True),
    Binding("ctrl+n", "new", "New", show=False, priority=True),
    Binding("ctrl+q", "leave", "Quit", key_display="^Q", priority=True),
    Binding("ctrl+c", "leave", "Quit", show=False, priority=True),
    Binding("escape", "step_back", show=False),
)
"""The keys of the table."""
_TABLE_ACTIONS = frozenset(binding.action for binding in KEYS) - {"leave"}
"""What sleeps while a dialog is open."""


class PlayApp(Lookups):
    """A sitting in full screen."""

    BINDINGS: ClassVar = list(KEYS)

    def __init__(
        self, sitting: Sitting, letters: bool = False, pace: float = 0.35, unfinished: Sequence[Unfinished] = ()
    ) -> None:
        """`pace` is how long a program seems to think, in seconds; with 0 nothing is animated.

        `unfinished` are matches that the player may rather go on with.
        """
        super().__init__(sitting, letters)
        self.pace = pace
        self._typed: list[str] = []
        self._unfinished = unfinished
        self._leaving = False
        self._trouble = ""

    def on_mount(self) -> None:
        """Begin."""
        self.title = self.sitting.game.title
        self.board.focus()
        self.fresh_position()
        self.do(self._begin())

    # Pointing and typing

    async def on_event(self, event: events.Event) -> None:
        """Letters typed at the board go to the order line.

        This is decided here, where keys arrive one by one: the focus has moved before the next key is looked at, so
        that quick typing loses nothing.
        """
        if self._is_for_line(event):
            self.screen.set_focus(self.line)
        await super().on_event(event)

    def _is_for_line(self, event: events.Event) -> bool:
        """Whether an event that has just arrived at the board begins an order; a blank by itself picks a cell."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded or not self._at_board():
            return False
        return isinstance(event, events.Paste) or (event.is_printable and event.character != " ")

    def _at_board(self) -> bool:
        return len(self.screen_stack) == 1 and isinstance(self.focused, Board)

    def on_board_pointed(self) -> None:
        """Another cell: another card."""
        self.show_card()

    def on_board_hopped(self, message: Board.Hopped) -> None:
        """Jump to the next cell with a choice."""
        cells = self.picker.cells()
        if cells:
            here = cells.index(self.board.cursor) if self.board.cursor in cells else -min(message.way, 0) - 1
            self.board.point(cells[(here + message.way) % len(cells)])

    def on_board_picked(self) -> None:
        """Walk on down the offers."""
        found = self.picker.pick(self.board.cursor)
        self.show()
        if len(found) == 1:
            self.give(found[0])
        elif found:
            self.choose_among(found)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """An order or a word was typed; somebody quick may be typing the next one already."""
        if not self.line.value:
            self.board.focus()
        if event.value.strip():
            self._typed.append(event.value.strip())
            self._take_lines()

    def done(self) -> None:
        """Take the lines typed meanwhile."""
        self._take_lines()

    def _take_lines(self) -> None:
        """Do what was typed, line by line; while the table is busy lines wait for their turn."""
        while self._typed and not self.busy:
            self._take_line(self._typed.pop(0))

    def _take_line(self, line: str) -> None:
        typed = understand(line, self.sitting)
        if typed.word:
            self._obey(typed.word, typed.rest)
            return
        try:
            self.give(self.sitting.offer(typed.rest))
        except PawnstormError as error:
            self.refuse(error)

    def _obey(self, word: str, rest: str) -> None:
        with_rest: dict[str, Callable[[str], object]] = {
            "odds": self.show_odds,
            "rules": self.show_rules,
            "piece": self.show_piece,
            "save": self._save_as,
            "load": self._load_from,
        }
        if word in with_rest and (rest or word == "odds"):
            with_rest[word](rest)
        elif word in ("board", "log"):
            self.show()
        else:
            action = {"moves": "orders", "quit": "leave"}.get(word, word)
            getattr(self, f"action_{action}")()

    def action_step_back(self) -> None:
        """Leave the order line, or go one step up; while a program thinks, let it answer now."""
        self._typed.clear()
        if self.busy:
            self.sitting.hurry()
        elif self.line.has_focus:
            self.line.value = ""
            self.board.focus()
        elif self.picker.back():
            self.show()

    # Playing

    @work
    async def choose_among(self, offers: list[Offer]) -> None:
        """Ask which of several choices is meant."""
        chosen = await self.push_screen_wait(dialogs.Choose("Which?", [offer_line(offer) for offer in offers]))
        if chosen is not None:
            self._take(offers[chosen])

    def _take(self, offer: Offer) -> None:
        orders = self.picker.choose(offer)
        self.show()
        if orders:
            self.give(orders[0])

    def give(self, offer: Offer) -> None:
        """Give an order: confirm it if dice decide, carry it out, let the others answer."""
        if not self.busy:
            self.do(self._give(offer))

    async def _give(self, offer: Offer) -> None:
        if not offer.odds or await self.push_screen_wait(dialogs.fight(offer, self.sitting.seats)):
            await self._tell(self.sitting.order(offer.order))
            await self._catch_up()

    async def _begin(self) -> None:
        """Ask whether the player would rather go on with an unfinished match, then play."""
        if self._unfinished:
            await self._ask_to_go_on()
        await self._catch_up()

    async def _ask_to_go_on(self) -> None:
        found = [one for one in self._unfinished if not one.fault]
        for one in self._unfinished:
            if one.fault:
                self.notify(one.fault, severity="warning", markup=False, timeout=12)
        while found:
            lines = [*(f"Go on: {one.text}" for one in found), "A new game", "Throw unfinished games away …"]
            chosen = await self.push_screen_wait(dialogs.Choose("Unfinished games", [Text(line) for line in lines]))
            if chosen is None or chosen == len(found):
                return
            if chosen > len(found):
                await self._throw_away(found)
            elif self._go_on_with(found[chosen]):
                return
            else:
                del found[chosen]

    def _go_on_with(self, one: Unfinished) -> bool:
        try:
            self._change_table(go_on(one.path))
        except PawnstormError as error:
            self.refuse(error)
            return False
        return True

    async def _throw_away(self, found: list[Unfinished]) -> None:
        chosen = await self.push_screen_wait(dialogs.Choose("Throw away", [Text(one.text) for one in found]))
        if chosen is not None and await self._sure("Throw away", f"Throw this game away? {found[chosen].text}"):
            forget(found.pop(chosen).path)

    def go_on(self) -> None:
        """Let the programs play until a person must decide."""
        self.do(self._catch_up())

    async def _catch_up(self) -> None:
        sitting = self.sitting
        self._say_trouble()
        while sitting.program_to_act():
            await asyncio.sleep(self.pace)
            order = await asyncio.to_thread(sitting.think)
            await self._tell(sitting.answer(order))
        await self._change_eyes()
        if sitting.match.turn == OVER:
            await self._end()
        elif self.picker.is_a_question():
            self.action_orders()

    def _say_trouble(self) -> None:
        """Say once that the match cannot be kept."""
        trouble = self.sitting.keeper.trouble if self.sitting.keeper else ""
        if trouble and trouble != self._trouble:
            self.notify(f"this game is not kept: {trouble}", severity="warning", markup=False, timeout=12)
        self._trouble = trouble

    async def _tell(self, step: Step) -> None:
        """Show what an order did; first the dice in large, if a person threw one or ordered it."""
        dice = seen_dice(step, self.eyes)
        humans = self.sitting.humans
        if dice and (step.seat in humans or any(die.seat in humans for die, _ in dice)):
            words = events_text(step, self.eyes)
            throw = dialogs.Throw(dice, self.sitting.seats, words)
            order = order_told(self.sitting.match, step, self.eyes)
            await self.push_screen_wait(dialogs.Dice(f"{self.sitting.seats[step.seat]}: {order}", throw, self.pace > 0))
        self.fresh_position()

    async def _change_eyes(self) -> None:
        """Show the board to whoever is next; where the game has secrets a curtain hides it on the way."""
        before, self.eyes = self.eyes, self.sitting.viewer
        if before != self.eyes and self.eyes >= 0 and self.sitting.has_secrets():
            name = self.sitting.seats[self.eyes]
            await self.push_screen_wait(dialogs.Curtain("Next player", Text(f"{name}, please take the keyboard.")))
        self.fresh_position()

    async def _end(self) -> None:
        whole = self.sitting.keeper.whole if self.sitting.keeper else ""
        lines = (f"Go on with {whole}" if whole else "Play again", "Save the record", "Look at the board", "Leave")
        body = Group(
            result_line(self.sitting),
            Text(),
            seats_panel(self.view, self.sitting.match, self.sitting.roles, self.letters, dialogs.WIDTH),
            Text(f"\n{OFFER}", style="dim"),
        )
        chosen = await self.push_screen_wait(dialogs.Choose("The game is over", [Text(line) for line in lines], body))
        actions = (self.exit if whole else self._play_again, self.action_save, None, self.exit)
        action = actions[chosen] if chosen is not None else None
        if action:
            action()

    def _play_again(self) -> None:
        self._sit_at(self.sitting.again())

    # Actions of the keys

    @work
    async def action_orders(self) -> None:
        """List the present choices, level by level."""
        while self.picker.options:
            options = self.picker.options
            lines = [choice_line(self.sitting.game, offer) for offer in options]
            chosen = await self.push_screen_wait(dialogs.Choose(self.view.prompt, lines))
            if chosen is not None:
                self._take(options[chosen])
                if not options[chosen].options:
                    return
            elif self.picker.back():
                self.show()
            else:
                return

    def action_undo(self) -> None:
        """Take back."""
        try:
            self._wait_for_answers()
            self.sitting.take_back()
        except PawnstormError as error:
            self.refuse(error)
            return
        self.eyes = self.sitting.viewer
        self.fresh_position()

    def _wait_for_answers(self) -> None:
        if self.busy:
            raise Refused(Refusal.ILLEGAL, "wait until the others have answered")

    def action_mute(self) -> None:
        """Let this moment pass, and all others of its kind."""
        try:
            self.notify(f"you will not be asked {self.sitting.mute()} any more", markup=False)
        except PawnstormError as error:
            self.refuse(error)
            return
        self.go_on()

    def action_unmute(self) -> None:
        """Be asked at every moment again."""
        self.sitting.unmute()
        self.notify("you will be asked at every moment again")

    def action_flip(self) -> None:
        """Turn the board round."""
        self.flipped = not self.flipped
        self.show()

    def action_numbers(self) -> None:
        """Numbers on the pieces, or not."""
        self.numbers = not self.numbers
        self.show()

    def action_letters(self) -> None:
        """Letters for figures, or not."""
        self.letters = not self.letters
        self.show()

    @work
    async def action_draw(self) -> None:
        """Agree on a draw."""
        if not self.sitting.people_alone:
            self.refuse(Refused(Refusal.ILLEGAL, "a program does not agree on draws"))
        else:
            await self._close("Draw", "Does everybody agree on a draw?", self.sitting.agree_draw)

    @work
    async def action_resign(self) -> None:
        """Give up."""
        await self._close("Resign", "Do you give up this game?", self.sitting.resign)

    async def _sure(self, title: str, question: str) -> bool:
        return await self.push_screen_wait(dialogs.Ask(title, Text(question), "Enter yes    Esc no"))

    async def _close(self, title: str, question: str, closing: Callable[[], None]) -> None:
        try:
            self._wait_for_answers()
            if await self._sure(title, question):
                closing()
                self.fresh_position()
                self.go_on()
        except PawnstormError as error:
            self.refuse(error)

    @work
    async def action_save(self) -> None:
        """Ask for a file and save."""
        name = await self.push_screen_wait(dialogs.AskText("Save the record as", self.sitting.file_name()))
        if name:
            self._save_as(name)

    def _save_as(self, name: str) -> None:
        try:
            self.sitting.save(Path(name))
            self.notify(f"saved as {name}", markup=False)
        except PawnstormError as error:
            self.refuse(error)

    @work
    async def action_load(self) -> None:
        """Ask for a file and go on with its match."""
        name = await self.push_screen_wait(dialogs.AskText("Load the record", self.sitting.file_name()))
        if name:
            self._load_from(name)

    def _load_from(self, name: str) -> None:
        try:
            self._wait_for_answers()
            self._sit_at(resume(Path(name), self.sitting.game))
        except PawnstormError as error:
            self.refuse(error)

    @work
    async def action_new(self) -> None:
        """Begin again."""
        question = "Leave this game and begin a new one?" + (" It is kept." if self.sitting.kept else "")
        under_way = len(self.sitting.match.steps) > 1 and self.sitting.match.turn != OVER
        try:
            self._wait_for_answers()
            self.sitting.refuse_again()
            if not under_way or await self._sure("New game", question):
                self._play_again()
        except PawnstormError as error:
            self.refuse(error)

    def _sit_at(self, sitting: Sitting) -> None:
        self._change_table(sitting)
        self.go_on()

    def _change_table(self, sitting: Sitting) -> None:
        self.sitting = self.sitting.make_way(sitting)
        self.eyes = self.first_eyes()
        self.flipped = sitting.seen_from_above()
        self.new_board()

    @work
    async def action_leave(self) -> None:
        """Leave, once more asked if the game would be lost."""
        twice, self._leaving = self._leaving, True
        question = "Leave this game? It is not saved (Ctrl+S saves it)."
        if twice or not self.sitting.unsaved or await self._sure("Quit", question):
            # Nobody waits for a program that is still thinking.
            self.sitting.hurry()
            self.exit()
        self._leaving = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of the table sleep while a dialog is open; a second Ctrl+Q there leaves at once."""
        return action not in _TABLE_ACTIONS or len(self.screen_stack) == 1
