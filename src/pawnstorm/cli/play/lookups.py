"""The windows of the table that only tell something: help, rules, what a piece can do, odds, a hint."""

import asyncio

from rich.console import Group
from rich.text import Text
from textual import work

from pawnstorm.cli.play import dialogs, guide
from pawnstorm.cli.play.lines import offer_line
from pawnstorm.cli.play.surface import Surface
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.view import Offer, leaves


class Lookups(Surface):
    """A table at which everything can be looked up."""

    def action_help(self) -> None:
        """Show the help."""
        game = self.sitting.game
        self.push_screen(dialogs.Told("Help", dialogs.help_text(game.summary, guide.how_to_play(game))))

    def action_howto(self) -> None:
        """Tell how to play."""
        self.push_screen(dialogs.Told(guide.HOW_TO, guide.how_to_play(self.sitting.game)))

    @work
    async def action_rules(self) -> None:
        """Read the rules, chapter by chapter."""
        game = self.sitting.game
        titles = [guide.HOW_TO, *(chapter.capitalize() for chapter in guide.chapters(game))]
        lines = [Text(title) for title in titles]
        chosen: int | None = 0
        while chosen is not None:
            chosen = await self.push_screen_wait(dialogs.Choose("Rules", lines, at=chosen))
            if chosen is not None:
                chapter = guide.chapters(game)[chosen - 1]
                body = guide.chapter_table(game, chapter) if chosen else guide.how_to_play(game)
                await self.push_screen_wait(dialogs.Told(titles[chosen], body))

    def show_rules(self, word: str) -> None:
        """Show the rules that speak of a word."""
        try:
            found = guide.rules_about(self.sitting.game, word)
        except PawnstormError as error:
            self.refuse(error)
            return
        self.push_screen(dialogs.Told(f"Rules: {word}", guide.rules_table(found)))

    def action_piece(self) -> None:
        """Tell what the piece in hand or under the cursor can do."""
        self.show_piece(self.picker.selected or self.board.cursor)

    def show_piece(self, cell: str) -> None:
        """Tell what the pieces on a cell can do."""
        try:
            parts = guide.piece_parts(self.sitting, self.eyes, cell, self.letters)
        except PawnstormError as error:
            self.refuse(error)
            return
        self.push_screen(dialogs.Told(f"What stands on {cell}", Group(*parts)))

    def action_hint(self) -> None:
        """Ask the computer what it would do, and tell the chance to win."""
        if not self.busy:
            self.do(self._hint())

    async def _hint(self) -> None:
        order, chance = await asyncio.to_thread(self.sitting.hint)
        self.notify(f"{order}; your chance to win is {100 * chance:.0f} %", title="Hint", markup=False, timeout=10)

    @work
    async def show_odds(self, text: str) -> None:
        """Show the odds of an order, and give it if the player likes them; without an order choose one first."""
        try:
            offer = self.sitting.offer(text) if text else await self._order_with_dice()
        except PawnstormError as error:
            self.refuse(error)
            return
        if offer is None:
            return
        if not offer.odds:
            self.notify(f"{offer.order} needs no dice", markup=False)
        elif await self.push_screen_wait(dialogs.fight(offer, self.sitting.seats)):
            self.give(offer)

    async def _order_with_dice(self) -> Offer | None:
        offers = [leaf for leaf in leaves(self.view.offers) if leaf.odds]
        if not offers:
            self.notify("'odds ORDER' shows the exact chances of an order; none of your orders needs dice now")
            return None
        lines = [_line_with_order(offer) for offer in offers]
        chosen = await self.push_screen_wait(dialogs.Choose("'odds ORDER' shows the chances: of which order?", lines))
        return None if chosen is None else offers[chosen]

    def give(self, offer: Offer) -> object:
        """Give an order; a table that is played at knows how."""
        raise NotImplementedError


def _line_with_order(offer: Offer) -> Text:
    """A choice with the order that gives it, once if they read the same."""
    line = offer_line(offer)
    return line if offer.text == offer.order else Text(f"{offer.order}  ").append_text(line)
