"""The panels next to the board: the seats with what they have and lost, the selected piece, the course of the game."""

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from pawnstorm.ai.evaluators import has_evaluator
from pawnstorm.cli.draw import palette
from pawnstorm.cli.draw.fights import dice_line
from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.match import Match
from pawnstorm.core.step import Step
from pawnstorm.core.view import Gauge, Offer, Stat, Token, Tray, View

_ANALYSE_TIP = "Save the record, and 'pawnstorm analyse FILE' shows who was lucky and what the decisions cost."
_USUAL = ("light", "dark", "ground", "zone")
"""Grounds that need not be named below a piece."""


def end_tip(game: str) -> Text:
    """What can be done with a finished game; empty if the computer cannot analyse the game."""
    return Text(_ANALYSE_TIP if has_evaluator(game) else "", style="dim")


def seats_panel(view: View, match: Match, roles: tuple[str, ...], letters: bool, width: int) -> Text:
    """For each seat: whose turn it is, who plays it, its gauges and its trays; then what is nobody's."""
    lines: list[Text] = []
    seats, winners = match.seats, match.ending.winners if match.ending else ()
    for seat, name in enumerate(seats):
        colours = palette.seat_colours(seats, seat)
        sign = "▶ " if match.turn == seat else "★ " if seat in winners else "  "
        head = Text.assemble((sign, "bold green"))
        head.append(f" {colours.sign} {name} ", f"bold {colours.ink} on {colours.background}")
        head.append(f" {roles[seat]}", "dim" if match.turn != seat else "")
        lines += flow([head, *(_gauge(gauge) for gauge in view.gauges if gauge.owner == seat)], width)
        lines += _trays(view, seat, seats, letters, width)
    lines += flow([Text(""), *(_gauge(gauge) for gauge in view.gauges if gauge.owner < 0)], width)
    return Text("\n").join([*lines, *_trays(view, -1, seats, letters, width)])


def flow(parts: list[Text], width: int, gap: str = "  ") -> list[Text]:
    """Parts one after the other, a gap between them, on as many lines as they need; no part is broken."""
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
    trays = [tray for tray in view.trays if tray.owner == owner and tray.tokens]
    return [line for tray in trays for line in flow(_tray(tray, seats, letters), width, "")]


def _tray(tray: Tray, seats: tuple[str, ...], letters: bool) -> list[Text]:
    """The title of a tray and its tokens, equal ones counted together."""
    counted: dict[tuple[str, int], int] = {}
    for token in tray.tokens:
        shown = (palette.glyph(token, letters), token.owner)
        counted[shown] = counted.get(shown, 0) + 1
    parts = [Text(f"  {tray.title}:", "dim")]
    for (shape, owner), count in counted.items():
        colours = palette.seat_colours(seats, owner)
        parts.append(Text(f" {shape}{count if count > 1 else ''} ", f"bold {colours.ink} on {colours.background}"))
    return parts


def piece_card(view: View, cell: str, seats: tuple[str, ...], letters: bool, width: int = 60) -> Text:
    """Everything printed on the tokens of a cell: name, marks, present and printed stats; equal tokens once."""
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
    colours = palette.seat_colours(seats, token.owner)
    name = Text.assemble((f" {palette.glyph(token, letters)} ", f"bold {colours.ink} on {colours.background}"))
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
    """One order with its dice, then its events, indented; secrets that have been revealed are shown."""
    step, seats = match.steps[number], match.seats
    seen_as = _viewer_by_now(match, step, viewer)
    head = Text.assemble((f"{number}. " if step.order else "Start", "dim"))
    if step.order:
        colours = palette.seat_colours(seats, step.seat)
        head.append(f"{colours.sign} {seats[step.seat]} ").append(visible_order(match, step, viewer), "bold")
    dice = dice_line(step, seen_as, seats)
    if dice:
        head.append("  ").append_text(dice)
    events = events_text(step, seen_as)
    return Group(head, Padding(events, (0, 0, 0, 3), expand=False)) if events else Group(head)


def visible_order(match: Match, step: Step, viewer: int) -> str:
    """The order of a step, as far as the viewer may know it by now."""
    return step.order_for(_viewer_by_now(match, step, viewer)) or "a secret order"


def _viewer_by_now(match: Match, step: Step, viewer: int) -> int:
    """The viewer, or the seat of the step once its secrets have been revealed."""
    # To find out whether secrets are revealed takes all legal orders, so it is done only where there is one.
    return step.seen_as(viewer, step.audience != EVERYONE and match.revealed)


def events_text(step: Step, viewer: int) -> Text:
    """What an order did, a line for each event the viewer may know."""
    known = [event for event in step.events if event.may_know(viewer)]
    return Text("\n").join(Text(event.text, "dim" if event.kind == "roll" else "") for event in known)


def touched_cells(step: Step, viewer: int) -> frozenset[str]:
    """The cells that a step touched, as far as a viewer may know."""
    return frozenset(cell for event in step.events if event.may_know(viewer) for cell in event.cells)
