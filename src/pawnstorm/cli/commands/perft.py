"""`pawnstorm perft`: count the decisions and rolls below a position."""

import time
from typing import Annotated

import typer
from rich.table import Table

from pawnstorm.cli.support.arguments import AsJson, GameKey, Options, Position
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.cli.support.positions import position
from pawnstorm.games import load
from pawnstorm.testing.perft import Count
from pawnstorm.testing.perft import perft as count


def perft(
    key: GameKey,
    depth: Annotated[int, typer.Option("--depth", min=1, max=20, help="How many orders deep to count.")],
    options: Options = None,
    file: Position = None,
    as_json: AsJson = False,
) -> None:
    """Count every way to play on: the number of orders at each depth, and of dice results that follow them."""
    state = position(load(key), file, options)
    begun = time.perf_counter()
    counts = count(state, depth)
    seconds = time.perf_counter() - begun
    if as_json:
        rows = [{"depth": level, "decisions": c.decisions, "rolls": c.rolls} for level, c in enumerate(counts, 1)]
        print_json({"game": key, "depths": rows})
        return
    OUT.print(_table(counts))
    OUT.print(f"\n{sum(c.decisions + c.rolls for c in counts):,} in {seconds:.2f} s", style="dim")


def _table(counts: list[Count]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("Depth", "Decisions", "Rolls"):
        table.add_column(title, justify="right")
    for level, count_ in enumerate(counts, 1):
        table.add_row(str(level), f"{count_.decisions:,}", f"{count_.rolls:,}")
    return table
