"""The one-line texts of the full-screen table: at the top, in the order line, in lists, at the end."""

from rich.text import Text

from pawnstorm.cli.draw.fights import percent
from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.core.game import Game
from pawnstorm.core.record import end_text
from pawnstorm.core.state import OVER
from pawnstorm.core.view import Offer, View, leaves


def top_line(session: TerminalSession, view: View) -> Text:
    """The game, what is asked for or how it ended, the number of the order, the dice."""
    match = session.match
    status = end_text(match) if match.turn == OVER else view.prompt
    text = Text.assemble((f" {session.game.title} ", "bold"), "  ", (status, "bold yellow"))
    return text.append(f"   order {len(match.steps)}   {session.dice}", "dim")


def placeholder(session: TerminalSession, view: View, picker: Picker) -> str:
    """What an empty order line says: what the player may do now."""
    if session.match.turn == OVER:
        return (
            f"the game is over: {'' if session.saving.part_of else 'Ctrl+N plays again, '}Ctrl+S saves, Ctrl+Q leaves"
        )
    if not view.offers:
        alone = len(session.humans) == len(session.players)
        return "please wait…" if alone else "please wait… Esc lets the computer answer at once"
    example = leaves(view.offers)[0].order
    if not picker.cells():
        return f"F2 lists your choices, or type an order such as {example}; F1 helps"
    if picker.path:
        return "choose a target: arrows or Tab, then Enter; Esc goes back"
    return f"pick a piece with arrows and Enter, or type an order such as {example}; F1 helps"


def offer_line(offer: Offer) -> Text:
    """A choice as a line of a list; with dice, the likeliest result is added."""
    text = Text(offer.text)
    if offer.options:
        count = len(leaves(offer.options))
        what = "order" if offer.cell else "choice"
        text.append(f"  {count} {what}{'s' if count > 1 else ''}", "dim")
    if offer.odds:
        best = max(offer.odds, key=lambda chance: chance.chance)
        text.append(f"  {percent(best.chance)} {best.result}", "dim")
    return text


def choice_line(game: Game, offer: Offer) -> Text:
    """The same, and where a starter army is chosen also what is in it."""
    text, armies = offer_line(offer), game.armies()
    roster = armies.starter(offer.order.removeprefix("take ")) if armies and offer.order.startswith("take ") else None
    if roster:
        text.append(f"  {', '.join(f'{unit.count} {unit.kind}' for unit in roster.units)}", "dim")
    return text


def result_line(session: TerminalSession) -> Text:
    """The end as the people at this terminal see it."""
    match, humans = session.match, session.humans
    winners = match.ending.winners if match.ending else ()
    count = len(match.steps) - 1
    given = "1 order was" if count == 1 else f"{count} orders were"
    headline = ""
    if len(humans) == 1 and len(winners) == 1:
        headline = "You win!  " if humans[0] in winners else "You lose.  "
    return Text.assemble((headline, "bold yellow"), f"{end_text(match)}. {given} given.")
