"""The single lines of the full-screen table: what stands at the top, in the order line, in lists, at the end."""

from rich.text import Text

from pawnstorm.cli.draw.fights import percent
from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.sitting import Sitting
from pawnstorm.core.game import Game
from pawnstorm.core.record import end_text
from pawnstorm.core.state import OVER
from pawnstorm.core.view import Offer, View, leaves


def top_line(sitting: Sitting, view: View) -> Text:
    """The game, what is asked for or how it ended, the number of the order, the dice."""
    match = sitting.match
    status = end_text(match) if match.turn == OVER else view.prompt
    text = Text.assemble((f" {sitting.game.title} ", "bold"), "  ", (status, "bold yellow"))
    return text.append(f"   order {len(match.steps)}   {sitting.dice}", "dim")


def hint(sitting: Sitting, view: View, picker: Picker) -> str:
    """What the player may do now."""
    if sitting.match.turn == OVER:
        whole = sitting.keeper.whole if sitting.keeper else ""
        return f"the game is over: {'' if whole else 'Ctrl+N plays again, '}Ctrl+S saves, Ctrl+Q leaves"
    if not view.offers:
        alone = len(sitting.humans) == len(sitting.players)
        return "please wait…" if alone else "please wait… Esc lets the computer answer at once"
    example = leaves(view.offers)[0].order
    if not picker.cells():
        return f"F2 lists your choices, or type an order such as {example}; F1 helps"
    if picker.path:
        return "choose a target: arrows or Tab, then Enter; Esc goes back"
    return f"pick a piece with arrows and Enter, or type an order such as {example}; F1 helps"


def offer_line(offer: Offer) -> Text:
    """A choice as a line of a list; dice are announced with the likeliest result."""
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
    """The same with what is in it, where a starter army is chosen."""
    text, armies = offer_line(offer), game.armies()
    roster = armies.starter(offer.order.removeprefix("take ")) if armies and offer.order.startswith("take ") else None
    if roster:
        text.append(f"  {', '.join(f'{unit.count} {unit.kind}' for unit in roster.units)}", "dim")
    return text


def result_line(sitting: Sitting) -> Text:
    """The end as the people at this terminal see it."""
    match, humans = sitting.match, sitting.humans
    winners = match.ending.winners if match.ending else ()
    headline = ""
    if len(humans) == 1 and len(winners) == 1:
        headline = "You win!  " if humans[0] in winners else "You lose.  "
    return Text.assemble((headline, "bold yellow"), f"{end_text(match)}. {len(match.steps) - 1} orders were given.")
