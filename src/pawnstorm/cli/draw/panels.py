"""What stands beside the board: the seats with what they have and lost, the piece in hand, the course of play."""

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from pawnstorm.cli.draw import palette
from pawnstorm.cli.draw.fights import dice_line
from pawnstorm.core.match import Match
from pawnstorm.core.table import Step
from pawnstorm.core.view import Gauge, Offer, Token, Tray, View


def seats_panel(view: View, match: Match, roles: tuple[str, ...], letters: bool) -> Text:
    """A line for each seat: whose turn it is, who plays it, its gauges and its trays; then what is nobody's."""
    lines: list[Text] = []
    seats, winners = match.seats, match.ending.winners if match.ending else ()
    for seat, name in enumerate(seats):
        plate = palette.plate(seats, seat)
        sign = "▶ " if match.turn == seat else "★ " if seat in winners else "  "
        line = Text.assemble((sign, "bold green"))
        line.append(f" {plate.sign} {name} ", f"bold {plate.ink} on {plate.ground}")
        line.append(f" {roles[seat]}", "dim" if match.turn != seat else "")
        for gauge in view.gauges:
            if gauge.owner == seat:
                line.append("  ").append_text(_gauge(gauge))
        lines.append(line)
        lines += [_tray(tray, seats, letters) for tray in view.trays if tray.owner == seat and tray.tokens]
    lines += [Text("  ").append_text(_gauge(gauge)) for gauge in view.gauges if gauge.owner < 0]
    lines += [_tray(tray, seats, letters) for tray in view.trays if tray.owner < 0 and tray.tokens]
    return Text("\n").join(lines)


def _gauge(gauge: Gauge) -> Text:
    limit = f"/{gauge.limit}" if gauge.limit else ""
    return Text.assemble(f"{gauge.title} ", (f"{gauge.value}{limit}", "bold yellow"))


def _tray(tray: Tray, seats: tuple[str, ...], letters: bool) -> Text:
    """The tokens of a tray, equal ones counted together."""
    line = Text.assemble((f"  {tray.title}: ", "dim"))
    counted: dict[tuple[str, int], int] = {}
    for token in tray.tokens:
        shown = (palette.glyph(token, letters), token.owner)
        counted[shown] = counted.get(shown, 0) + 1
    for (shape, owner), count in counted.items():
        plate = palette.plate(seats, owner)
        line.append(f" {shape}{count if count > 1 else ''} ", f"bold {plate.ink} on {plate.ground}")
    return line


def piece_card(view: View, cell: str, seats: tuple[str, ...], letters: bool) -> Text:
    """Everything printed on the tokens of a cell: name, marks, stats with what a wound has taken from them."""
    tokens = sorted((token for token in view.tokens if token.cell == cell), key=lambda token: -token.layer)
    if not tokens:
        ground = next((found.ground for found in view.cells if found.id == cell), "")
        return Text(f"{cell}: {ground}", "dim")
    return Text("\n").join(_card(token, seats, letters) for token in tokens)


def _card(token: Token, seats: tuple[str, ...], letters: bool) -> Text:
    plate = palette.plate(seats, token.owner)
    text = Text.assemble((f" {palette.glyph(token, letters)} ", f"bold {plate.ink} on {plate.ground}"))
    text.append(f" {token.name}", "bold").append(f" on {token.cell}" if token.cell else "")
    for mark in token.marks:
        text.append(f" {mark} ", f"bold white on {palette.HURT}")
    for index, stat in enumerate(token.stats):
        text.append("\n  " if index == 0 else "   ").append(f"{stat.name} ")
        text.append(str(stat.value), "bold" if stat.value >= stat.base else f"bold {palette.HURT}")
        text.append(f" of {stat.base}" if stat.value < stat.base else "", "dim")
    return text


def offer_lines(offers: tuple[Offer, ...], limit: int) -> Text:
    """The choices of one level, several to a line where they are short."""
    words = [f"{offer.text}{' ⚄' if offer.odds else ''}" for offer in offers[:limit]]
    more = f" … and {len(offers) - limit} more" if len(offers) > limit else ""
    return Text(" · ".join(words) + more)


def log_panel(match: Match, viewer: int, last: int) -> Group:
    """The last orders with their dice and what happened, as far as the viewer may know."""
    steps = [(number, step) for number, step in enumerate(match.steps) if step.order or step.events]
    blocks = [step_block(number, step, viewer, match.seats) for number, step in steps[-last:]]
    return Group(*blocks) if blocks else Group(Text("Nothing has happened yet.", "dim"))


def step_block(number: int, step: Step, viewer: int, seats: tuple[str, ...]) -> Group:
    """One order with its dice, then its events, set in a little."""
    head = Text.assemble((f"{number}. " if step.order else "Start", "dim"))
    if step.order:
        plate = palette.plate(seats, step.seat)
        order = step.order_for(viewer) or "a secret order"
        head.append(f"{plate.sign} {seats[step.seat]} ").append(order, "bold")
    dice = dice_line(step, viewer, seats)
    if dice:
        head.append("  ").append_text(dice)
    events = events_text(step, viewer)
    return Group(head, Padding(events, (0, 0, 0, 3), expand=False)) if events else Group(head)


def events_text(step: Step, viewer: int) -> Text:
    """What an order did, a line for each event the viewer may know."""
    told = [event for event in step.events if event.may_know(viewer)]
    return Text("\n").join(Text(event.text, "dim" if event.kind == "roll" else "") for event in told)
