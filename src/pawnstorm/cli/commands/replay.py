"""`pawnstorm replay`: check a record against the rules and show the game it holds."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from pawnstorm.cli.draw.board import BoardStyle, draw, lay_out
from pawnstorm.cli.draw.panels import step_block, touched_cells
from pawnstorm.cli.draw.plain_board import draw_plain
from pawnstorm.cli.support.arguments import AsJson, DemandedKey, seat_of
from pawnstorm.cli.support.files import read_text
from pawnstorm.cli.support.output import OUT, coloured, print_json
from pawnstorm.cli.support.signed import check_key, signed_by
from pawnstorm.core.errors import UsageError
from pawnstorm.core.match import Match
from pawnstorm.core.record import Entry, end_text, of_match, parse, seen_by
from pawnstorm.core.record import replay as play_again
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import load


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check the record and say so in one line.")] = False,
    seat: Annotated[str, typer.Option("--as", metavar="SEAT", help="Show what this seat may see.")] = "",
    at: Annotated[
        int | None, typer.Option("--at", min=0, metavar="N", help="Show only the position after order N.")
    ] = None,
    key: DemandedKey = None,
    as_json: AsJson = False,
) -> None:
    """Play a record again, order by order, and check every position against the digest in the record."""
    record = parse(read_text(file))
    match = play_again(record, load(record.game))
    if key is not None:
        check_key(record, key)
    viewer = seat_of(match.seats, seat) if seat else SPECTATOR
    if as_json:
        print_json(_data(match, viewer if seat else None))
    elif verify:
        found = f"{_orders(match)} orders hold, end: {end_text(match)}; {signed_by(record)}"
        OUT.print(f"{file}: {found}", soft_wrap=True, markup=False)
    else:
        _show(match, viewer, at)


def _orders(match: Match) -> int:
    return sum(bool(step.order) for step in match.steps)


def _show(match: Match, viewer: int, at: int | None) -> None:
    if at is not None and at >= len(match.steps):
        raise UsageError(f"the record has {_orders(match)} orders, so there is no position after order {at}")
    for number, step in enumerate(match.steps):
        if at is None or number == at:
            _show_step(match, number, step, viewer)
    if at is None:
        OUT.print(Text(end_text(match), style="bold"))


def _show_step(match: Match, number: int, step: Step, viewer: int) -> None:
    OUT.print(step_block(match, number, viewer) if step.order else Text("Start", style="bold"))
    layout = lay_out(match.game.view(step.state, viewer))
    if coloured():
        OUT.print(draw(layout, BoardStyle(match.seats, last=touched_cells(step, viewer))))
    else:
        OUT.print(draw_plain(layout, match.seats), markup=False)
    OUT.print()


def _data(match: Match, viewer: int | None) -> dict[str, Any]:
    """The whole record, or what one seat may know of it."""
    kept = of_match(match, {}) if viewer is None else seen_by(match, {}, viewer)
    numbers = range(len(match.steps)) if viewer is None else match.told(viewer)
    steps = [step for step in map(match.steps.__getitem__, numbers) if step.order or step.faces]
    return {
        "game": match.game.key,
        "options": dict(match.setup.options),
        "orders": _orders(match),
        "end": end_text(match),
        "steps": [_step_data(entry, step, viewer) for entry, step in zip(kept.entries, steps, strict=True)],
    }


def _step_data(entry: Entry, step: Step, viewer: int | None) -> dict[str, Any]:
    known = [event for event in step.events if viewer is None or event.may_know(viewer)]
    return {
        "seat": entry.seat,
        "order": entry.order,
        "faces": [list(group) for group in entry.faces],
        "digest": entry.digest,
        "events": [{"kind": e.kind, "text": e.text, "rule": e.rule} for e in known],
    }
