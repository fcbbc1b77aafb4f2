"""The course of a game on the full screen: orders are chosen and given, programs answer, the keyboard is passed on."""

import asyncio
from collections.abc import Awaitable, Callable

from rich.text import Text

from pawnstorm.cli.draw.fights import visible_dice
from pawnstorm.cli.draw.panels import events_text, visible_order
from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.captions import choice_line, offer_line
from pawnstorm.cli.play.screen.table_view import TableView
from pawnstorm.cli.play.screen.tasks import TaskQueue
from pawnstorm.core.state import OVER
from pawnstorm.core.step import Step
from pawnstorm.core.view import Offer


class GameLoop:
    """Plays a session: person, programs, person, until the game is over."""

    def __init__(
        self, table: TableView, tasks: TaskQueue, pace: float, game_over: Callable[[], Awaitable[None]]
    ) -> None:
        """`pace` is how long a program seems to think, in seconds; with 0 nothing is animated."""
        self._table = table
        self._tasks = tasks
        self._pace = pace
        self._game_over = game_over
        self._save_error = ""

    # ---- choosing an order ------------------------------------------------------------------------------------

    def pick(self) -> None:
        """Pick the cell under the cursor."""
        found = self._table.picker.pick(self._table.board.cursor)
        self._table.show()
        if len(found) == 1:
            self.give(found[0])
        elif found:
            self._table.app.run_worker(self._choose_among(found))

    async def _choose_among(self, offers: list[Offer]) -> None:
        chosen = await self._table.ask(dialogs.ChoiceDialog("Which?", [offer_line(offer) for offer in offers]))
        if chosen is not None:
            self._choose(offers[chosen])

    def _choose(self, offer: Offer) -> None:
        orders = self._table.picker.choose(offer)
        self._table.show()
        if orders:
            self.give(orders[0])

    async def list_orders(self) -> None:
        """List the present choices, level by level."""
        table = self._table
        while table.picker.options:
            options = table.picker.options
            lines = [choice_line(table.session.game, offer) for offer in options]
            chosen = await table.ask(dialogs.ChoiceDialog(table.view.prompt, lines))
            if chosen is not None:
                self._choose(options[chosen])
                if not options[chosen].options:
                    return
            elif table.picker.back():
                table.show()
            else:
                return

    def give(self, offer: Offer) -> None:
        """Give an order: confirm it if dice decide, carry it out, let the others answer."""
        if not self._tasks.busy:
            self._tasks.start(self._give(offer))

    async def _give(self, offer: Offer) -> None:
        session = self._table.session
        if not offer.odds or await self._table.ask(dialogs.fight_dialog(offer, session.seats)):
            await self._show_step(session.order(offer.order))
            await self.catch_up()

    # ---- letting the others answer ----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the programs play until a person must decide."""
        self._tasks.start(self.catch_up())

    async def catch_up(self) -> None:
        """Let the programs play until a person must decide, then show the position to that person."""
        session = self._table.session
        self._report_save_error()
        while session.goes_on_alone():
            await asyncio.sleep(self._pace)
            order = await asyncio.to_thread(session.choose_order)
            await self._show_step(session.play_chosen(order))
        await self._pass_keyboard()
        if session.match.turn == OVER:
            await self._game_over()
        elif self._table.picker.is_a_question():
            self._table.app.run_worker(self.list_orders())

    def _report_save_error(self) -> None:
        """Say once that the match cannot be saved."""
        error = self._table.session.saving.error
        if error and error != self._save_error:
            self._table.warn(f"this game is not saved: {error}")
        self._save_error = error

    async def _show_step(self, step: Step) -> None:
        """Show what an order did; first the dice in large, if a person threw one or ordered it."""
        table, session = self._table, self._table.session
        dice, humans = visible_dice(step, table.viewer), session.humans
        if dice and (step.seat in humans or any(die.seat in humans for die, _ in dice)):
            throw = dialogs.DiceThrow(dice, session.seats, events_text(step, table.viewer))
            title = f"{session.seats[step.seat]}: {visible_order(session.match, step, table.viewer)}"
            await table.ask(dialogs.DiceDialog(title, throw, self._pace > 0))
        table.show_position()

    async def _pass_keyboard(self) -> None:
        """Show the board to the next player; where the game has secrets, a curtain hides it on the way."""
        table, session = self._table, self._table.session
        before, table.viewer = table.viewer, session.viewer
        if before != table.viewer and table.viewer >= 0 and session.has_secrets():
            name = session.seats[table.viewer]
            await table.ask(dialogs.Curtain("Next player", Text(f"{name}, please take the keyboard.")))
        table.show_position()
