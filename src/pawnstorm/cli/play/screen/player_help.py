"""The dialogs that only inform: help, rules, what a piece can do, odds, a hint."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from pawnstorm.cli.draw import palette
from pawnstorm.cli.play import guide
from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.captions import offer_line
from pawnstorm.cli.play.screen.keys import KEY_HELP
from pawnstorm.cli.play.screen.table_view import TableView
from pawnstorm.cli.play.screen.tasks import TaskQueue
from pawnstorm.cli.play.typed_line import WORDS
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.game import Game
from pawnstorm.core.view import Offer, leaves


class PlayerHelp:
    """Shows what a player looks up."""

    def __init__(self, table: TableView, tasks: TaskQueue, give: Callable[[Offer], None]) -> None:
        """`give` carries out an order whose odds the player likes."""
        self._table = table
        self._tasks = tasks
        self._give = give

    def show_help(self) -> None:
        """Show the help."""
        self._inform("Help", help_text(self._table.session.game))

    def show_how_to(self) -> None:
        """Say how to play."""
        self._inform(guide.HOW_TO, guide.how_to_play(self._table.session.game))

    def _inform(self, title: str, body: Group | Table | Text) -> None:
        self._table.app.push_screen(dialogs.InfoDialog(title, body))

    def show_rules(self, word: str) -> Coroutine[Any, Any, None] | None:
        """Show the rules that mention a word; without one, all of them by chapter."""
        if not word:
            return self._read_chapters()
        try:
            found = guide.rules_about(self._table.session.game, word)
        except PawnstormError as error:
            self._table.refuse(error)
            return None
        self._inform(f"Rules: {word}", guide.rules_table(found))
        return None

    async def _read_chapters(self) -> None:
        game = self._table.session.game
        titles = [guide.HOW_TO, *(chapter.capitalize() for chapter in guide.chapters(game))]
        lines = [Text(title) for title in titles]
        chosen: int | None = 0
        while chosen is not None:
            chosen = await self._table.ask(dialogs.ChoiceDialog("Rules", lines, at=chosen))
            if chosen is not None:
                chapter = guide.chapters(game)[chosen - 1]
                body = guide.chapter_table(game, chapter) if chosen else guide.how_to_play(game)
                await self._table.ask(dialogs.InfoDialog(titles[chosen], body))

    def show_piece(self, cell: str) -> None:
        """Show what the pieces on a cell can do; without a cell, of the selected one or the one under the cursor."""
        table = self._table
        cell = cell or table.picker.selected or table.board.cursor
        try:
            parts = guide.piece_parts(table.session, table.viewer, cell, table.letters)
        except PawnstormError as error:
            table.refuse(error)
            return
        self._inform(f"What is on {cell}", Group(*parts))

    def show_hint(self) -> None:
        """Ask the computer what it would do, and show the chance to win."""
        if not self._tasks.busy:
            self._tasks.start(self._hint())

    async def _hint(self) -> None:
        hint = await asyncio.to_thread(self._table.session.hint)
        sentence = f"{hint.order}; your chance to win is {100 * hint.chance:.0f} %. {hint.why}"
        self._table.app.notify(sentence, title="Hint", markup=False, timeout=10)

    async def show_odds(self, text: str) -> None:
        """Show the odds of an order, and give it if the player likes them; without an order, choose one first."""
        try:
            offer = self._table.session.offer(text) if text else await self._order_with_dice()
        except PawnstormError as error:
            self._table.refuse(error)
            return
        if offer is None:
            return
        if not offer.odds:
            self._table.app.notify(f"{offer.order} needs no dice", markup=False)
        elif await self._table.ask(dialogs.fight_dialog(offer, self._table.session.seats)):
            self._give(offer)

    async def _order_with_dice(self) -> Offer | None:
        offers = [leaf for leaf in leaves(self._table.view.offers) if leaf.odds]
        if not offers:
            sentence = "'odds ORDER' shows the exact chances of an order; none of your orders needs dice now"
            self._table.app.notify(sentence)
            return None
        lines = [_line_with_order(offer) for offer in offers]
        dialog = dialogs.ChoiceDialog("'odds ORDER' shows the chances: of which order?", lines)
        chosen = await self._table.ask(dialog)
        return None if chosen is None else offers[chosen]


def _line_with_order(offer: Offer) -> Text:
    """A choice with the order that gives it, once if they read the same."""
    line = offer_line(offer)
    return line if offer.text == offer.order else Text(f"{offer.order}  ").append_text(line)


def help_text(game: Game) -> Group:
    """The help screen: what the game is, how to play it, and the keys of the table."""
    keys = Table.grid(padding=(0, 2, 0, 0))
    for key, meaning in KEY_HELP:
        keys.add_row(Text(key, "bold cyan"), meaning)
    words = Text.assemble("Words you may type too: ", (", ".join(WORDS), "cyan"))
    marks = Text.assemble(
        ("*", f"bold {palette.HURT}"), " wounded   ", ("!", f"bold {palette.HURT}"), " other harm   ",
        ("°", f"bold {palette.GOOD}"), " any other state   ", ("●", "bold green"), " can go there   ",
        ("› ‹", "bold red"), " can attack it",
    )  # fmt: skip
    saved = Text("Every order is saved at once: 'pawnstorm play --resume' goes on where you left.")
    parts = (Text(game.summary, "bold"), guide.how_to_play(game), keys, marks, words, saved)
    return Group(*[line for part in parts for line in (part, Text())][:-1])
