"""What stands beside the board: the seats with what they have and lost, the piece in hand, the course of play."""

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from pawnstorm.cli.draw import palette
from pawnstorm.cli.draw.fights import dice_line
from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.match import Match
from pawnstorm.core.step import Step
from pawnstorm.core.view import Gauge, Offer, Stat, Token, Tray, View

_USUAL = ("light", "dark", "ground", "zone")
"""Grounds that are not worth a word below a piece."""


def seats_panel(view: View, match: Match, roles: tuple[str, ...], letters: bool, width: int) -> Text:
    """For each seat: whose turn it is, who plays it, its gauges and its trays; then what is nobody's."""
    lines: list[Text] = []
    seats, winners = match.seats, match.ending.winners if match.ending else ()
    for seat, name in enumerate(seats):
        plate = palette.plate(seats, seat)
        sign = "▶ " if match.turn == seat else "★ " if seat in winners else "  "
        head = Text.assemble((sign, "bold green"))
        head.append(f" {plate.sign} {name} ", f"bold {plate.ink} on {plate.ground}")
        head.append(f" {roles[seat]}", "dim" if match.turn != seat else "")
        lines += flow([head, *(_gauge(gauge) for gauge in view.gauges if gauge.owner == seat)], width)
        lines += _trays(view, seat, seats, letters, width)
    lines += flow([Text(""), *(_gauge(gauge) for gauge in view.gauges if gauge.owner < 0)], width)
    return Text("\n").join([*lines, *_trays(view, -1, seats, letters, width)])


def flow(parts: list[Text], width: int, gap: str = "  ") -> list[Text]:
    """Parts one after the other, a gap between them, on as many lines as they need; no part is torn."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= max(width, 20):
            lines[-1].append(gap).append_text(part)
        else:
            lines.append(Text("  " if lines else "").append_text(part))
    return [line for line in lines if line.plain.strip()]


def _gauge(gauge: Gauge) -> Text:
    limit = f"/{gauge.limit}" if gauge.limit else ""
    return Text.assemble(f"{gauge.title} ", (f"{gauge.value}{limit}", "bold yellow"))


def _trays(view: View, owner: int, seats: tuple[str, ...], letters: bool, width: int) -> list[Text]:
    own = [tray for tray in view.trays if tray.owner == owner and tray.tokens]
    return [line for tray in own for line in flow(_tray(tray, seats, letters), width, "")]


def _tray(tray: Tray, seats: tuple[str, ...], letters: bool) -> list[Text]:
    """The title of a tray and its tokens, equal ones counted together."""
    counted: dict[tuple[str, int], int] = {}
    for token in tray.tokens:
        shown = (palette.glyph(token, letters), token.owner)
        counted[shown] = counted.get(shown, 0) + 1
    parts = [Text(f"  {tray.title}:", "dim")]
    for (shape, owner), count in counted.items():
        plate = palette.plate(seats, owner)
        parts.append(Text(f" {shape}{count if count > 1 else ''} ", f"bold {plate.ink} on {plate.ground}"))
    return parts


def piece_card(view: View, cell: str, seats: tuple[str, ...], letters: bool, width: int = 60) -> Text:
    """Everything printed on the tokens of a cell: name, marks, stats and what they were; equal tokens once."""
    ground = next((found.ground for found in view.cells if found.id == cell), "")
    tokens = sorted((token for token in view.tokens if token.cell == cell), key=lambda token: -token.layer)
    if not tokens:
        return Text(f"{cell}: {ground}", "dim")
    counted: dict[str, tuple[Text, int]] = {}
    for token in tokens:
        # Room for the count in front.
        drawn = _card(token, seats, letters, width - 4 if len(tokens) > 1 else width)
        counted[drawn.markup] = (drawn, counted.get(drawn.markup, (drawn, 0))[1] + 1)
    place = Text(f"{cell}: {ground}\n" if ground not in _USUAL else "", "dim")
    cards = [Text(f"{count} × " if count > 1 else "").append_text(drawn) for drawn, count in counted.values()]
    return place.append_text(Text("\n").join(cards))


def _card(token: Token, seats: tuple[str, ...], letters: bool, width: int) -> Text:
    plate = palette.plate(seats, token.owner)
    name = Text.assemble((f" {palette.glyph(token, letters)} ", f"bold {plate.ink} on {plate.ground}"))
    name.append(f" {token.name}", "bold").append(f" on {token.cell}" if token.cell else "")
    marks = [Text(f" {mark} ", f"bold white on {palette.mark_colour(mark)}") for mark in token.marks]
    stats = [Text(""), *(_stat(stat) for stat in token.stats)]
    return Text("\n").join([*flow([name, *marks], width, ""), *flow(stats, width)])


def _stat(stat: Stat) -> Text:
    text = Text(f"{stat.name} ").append(str(stat.value), f"bold {palette.stat_colour(stat)}".strip())
    return text.append(f" (printed {stat.base})" if stat.value != stat.base else "", "dim")


def offer_lines(offers: tuple[Offer, ...], limit: int) -> Text:
    """The choices of one level, several to a line where they are short."""
    words = [f"{offer.text}{' ⚄' if offer.odds else ''}" for offer in offers[:limit]]
    more = f" … and {len(offers) - limit} more" if len(offers) > limit else ""
    return Text(" · ".join(words) + more)


def log_panel(match: Match, viewer: int, last: int) -> Group:
    """The last orders with their dice and what happened, as far as the viewer may know."""
    steps = [(number, step) for number, step in enumerate(match.steps) if step.order or step.events]
    blocks = [step_block(match, number, viewer) for number, _ in steps[-last:]]
    return Group(*blocks) if blocks else Group(Text("Nothing has happened yet.", "dim"))


def step_block(match: Match, number: int, viewer: int) -> Group:
    """One order with its dice, then its events, set in a little; secrets that have been revealed are told."""
    step, seats = match.steps[number], match.seats
    eyes = _eyes(match, step, viewer)
    head = Text.assemble((f"{number}. " if step.order else "Start", "dim"))
    if step.order:
        plate = palette.plate(seats, step.seat)
        head.append(f"{plate.sign} {seats[step.seat]} ").append(order_told(match, step, viewer), "bold")
    dice = dice_line(step, eyes, seats)
    if dice:
        head.append("  ").append_text(dice)
    events = events_text(step, eyes)
    return Group(head, Padding(events, (0, 0, 0, 3), expand=False)) if events else Group(head)


def order_told(match: Match, step: Step, viewer: int) -> str:
    """The order of a step, as far as the viewer may know it by now."""
    return step.order_for(_eyes(match, step, viewer)) or "a secret order"


def _eyes(match: Match, step: Step, viewer: int) -> int:
    """Whose eyes the viewer sees a step with by now."""
    # Whether secrets are revealed takes a look at every legal order, so it is asked only where there is one.
    return step.seen_as(viewer, step.audience != EVERYONE and match.revealed)


def events_text(step: Step, viewer: int) -> Text:
    """What an order did, a line for each event the viewer may know."""
    told = [event for event in step.events if event.may_know(viewer)]
    return Text("\n").join(Text(event.text, "dim" if event.kind == "roll" else "") for event in told)
