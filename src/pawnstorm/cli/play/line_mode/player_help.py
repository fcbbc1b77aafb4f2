"""The words of line mode that only inform: help, rules, pieces, orders, odds, a hint, the course of the game."""

from rich.table import Table
from rich.text import Text

from pawnstorm.cli.draw.fights import odds_picture, sums_picture
from pawnstorm.cli.draw.panels import log_panel, piece_card
from pawnstorm.cli.play import guide
from pawnstorm.cli.play.line_mode.view import LineView, thinking
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.cli.play.typed_line import WORDS
from pawnstorm.cli.support.output import OUT
from pawnstorm.core.errors import UsageError
from pawnstorm.core.view import Offer, leaves


class LineHelp:
    """Prints what a player looks up."""

    def __init__(self, view: LineView) -> None:
        self._view = view

    @property
    def _session(self) -> TerminalSession:
        return self._view.session

    def show_help(self, rest: str) -> None:
        """List the words."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for word, meaning in WORDS.items():
            table.add_row(Text(word, "cyan"), meaning)
        OUT.print("Type an order of the game ('moves' lists them), or one of these words:")
        OUT.print(table)

    def show_how_to(self, rest: str) -> None:
        """Say how to play."""
        OUT.print(guide.how_to_play(self._session.game))

    def show_rules(self, word: str) -> None:
        """Print all rules, or those that mention a word."""
        game = self._session.game
        if word:
            OUT.print(guide.rules_table(guide.rules_about(game, word)))
            return
        for chapter in guide.chapters(game):
            OUT.print(Text(chapter.capitalize(), "bold yellow"))
            OUT.print(guide.chapter_table(game, chapter))

    def show_piece(self, place: str) -> None:
        """Say what the pieces on a place can do."""
        if not place:
            raise UsageError("say where the piece is: piece PLACE")
        session = self._session
        OUT.print(*guide.piece_parts(session, session.viewer, place, self._view.letters), sep="\n\n")

    def show_orders(self, place: str) -> None:
        """List the orders that may be given, all or those of one place."""
        view = self._session.view()
        found = [leaf for offer in view.offers if place in ("", offer.cell) for leaf in leaves((offer,))]
        if place:
            OUT.print(piece_card(view, place, self._session.seats, self._view.letters))
        # Orders of some games are several words, so blanks alone would not separate them.
        between = "; " if any(" " in leaf.order for leaf in found) else " "
        OUT.print(between.join(leaf.order for leaf in found) or "no orders", markup=False)

    def show_odds(self, text: str) -> None:
        """Show the odds of an order; without one, list the orders with dice."""
        if not text:
            self._list_orders_with_dice()
            return
        offer = self._session.offer(text)
        if offer.odds:
            self.print_odds(offer)
        else:
            OUT.print(f"{offer.order} needs no dice.", markup=False)

    def _list_orders_with_dice(self) -> None:
        orders = [leaf.order for leaf in leaves(self._session.view().offers) if leaf.odds]
        OUT.print("'odds ORDER' shows the exact chances of an order before the dice are thrown.")
        OUT.print(f"With dice now: {'; '.join(orders) or 'no order'}.", markup=False, soft_wrap=True)

    def print_odds(self, offer: Offer) -> None:
        """Print both sums and the odds of an order."""
        if offer.parts:
            OUT.print(sums_picture(offer.parts, self._session.seats))
        OUT.print(odds_picture(offer.odds, min(OUT.width, 90)))

    def show_hint(self, rest: str) -> None:
        """Say what the computer would do."""
        with thinking(self._session):
            hint = self._session.hint()
        sentence = f"The computer would play {hint.order}; your chance to win is {100 * hint.chance:.0f} %."
        OUT.print(f"{sentence}\n{hint.why}", markup=False)

    def show_log(self, rest: str) -> None:
        """Print every order so far."""
        match = self._session.match
        OUT.print(log_panel(match, self._session.viewer, len(match.steps)))
