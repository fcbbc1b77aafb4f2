"""`pawnstorm selfplay`: let programs play many games and count how they end."""

import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from pawnstorm.cli.support.arguments import (
    ArmyNames,
    AsJson,
    GameKey,
    Map,
    Options,
    PresetKey,
    check_workers,
    players_of,
    setup_of,
)
from pawnstorm.cli.support.files import make_folder, remove_drafts, save_record
from pawnstorm.cli.support.interrupts import until_interrupted
from pawnstorm.cli.support.output import OUT, complain, print_json, progress_bar
from pawnstorm.games import load
from pawnstorm.lab.selfplay import Keep, Result, SelfplayPlan
from pawnstorm.lab.selfplay import selfplay as run
from pawnstorm.lab.statistics import Summary, summarise


def selfplay(
    key: GameKey,
    games: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games to play.")],
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="The same seed gives the same games.")],
    players: Annotated[
        str, typer.Option("--players", metavar="P,P,...", help="A player for each seat; all random if absent.")
    ] = "",
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, metavar="W", help="Worker processes.")] = 1,
    options: Options = None,
    preset: PresetKey = "",
    armies: ArmyNames = None,
    map_: Map = "",
    records: Annotated[
        Path | None,
        typer.Option(
            "--records",
            metavar="DIR",
            help="Write the record of every game here. Records need the face of every die, so this is slower, and a "
            "seed gives different games than without records.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between programs: who wins, why games end, how long they last, how fast it went."""
    game = load(key)
    setup = setup_of(game, options, preset, armies, map_)
    seats = game.seating(setup)
    chosen = tuple(setup.options.items())
    plan = SelfplayPlan(key, chosen, players_of(players, seats, key), seed, games, setup.armies, setup.map)
    check_workers(workers)
    save = _save_in(records, key, games) if records else None
    begun = time.perf_counter()
    results: list[Result] = []
    with until_interrupted() as interruption:
        _play(plan, workers, save, results)
    seconds = time.perf_counter() - begun
    if not results:
        complain("no game had ended when it was stopped")
    elif as_json:
        print_json(_data(plan, seats, summarise(results, len(seats)), seconds))
    else:
        _show(plan, seats, summarise(results, len(seats)), seconds)
    if interruption.interrupted and records:
        remove_drafts(records)
    interruption.exit_if_interrupted()


def _save_in(folder: Path, key: str, games: int) -> Keep:
    make_folder(folder)
    return partial(_save, folder, key, len(str(games)))


def _save(folder: Path, key: str, digits: int, number: int, text: str) -> None:
    save_record(folder / f"{key}-{number:0{digits}}.rec", text)


def _play(plan: SelfplayPlan, workers: int, save: Keep | None, results: list[Result]) -> None:
    """Play the games and add up their results, so that there is a table even if it is stopped."""
    with progress_bar() as progress:
        task = progress.add_task("Playing", total=plan.games)
        with closing(run(plan, workers, save)) as portions:
            for portion in portions:
                results += portion
                progress.advance(task, len(portion))


def _data(plan: SelfplayPlan, seats: tuple[str, ...], summary: Summary, seconds: float) -> dict[str, Any]:
    return {
        "game": plan.game,
        "options": dict(plan.options),
        "players": dict(zip(seats, plan.players, strict=True)),
        "seed": plan.seed,
        "games": summary.games,
        "wins": dict(zip(seats, summary.wins, strict=True)),
        "draws": summary.shared,
        "endings": [{"reason": reason, "rule": rule, "games": count} for reason, rule, count in summary.reasons],
        "orders": {
            "mean": summary.mean,
            "median": summary.median,
            "min": summary.shortest,
            "max": summary.longest,
            "total": summary.orders,
        },
        "rounds": {"median": summary.rounds},
        "speed": {
            "seconds": seconds,
            "games_per_second": summary.games / seconds,
            "orders_per_second": summary.orders / seconds,
        },
    }


def _show(plan: SelfplayPlan, seats: tuple[str, ...], summary: Summary, seconds: float) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(f"{summary.games:,} games of {plan.game}, seed {plan.seed}")
    table.add_column("Games", justify="right")
    table.add_column("", justify="right")
    for seat, name, count in zip(seats, plan.players, summary.wins, strict=True):
        table.add_row(f"{seat} wins ({name})", f"{count:,}", _percent(count, summary))
    table.add_row("Draws", f"{summary.shared:,}", _percent(summary.shared, summary), end_section=True)
    for reason, rule, count in summary.reasons:
        table.add_row(f"[dim]ends:[/] {reason} [dim]{rule}[/]", f"{count:,}", _percent(count, summary))
    OUT.print(table)
    OUT.print(
        f"\nOrders per game: {summary.mean:.1f} on average, median {summary.median:g}, "
        f"{summary.shortest} to {summary.longest}"
    )
    if summary.rounds:
        OUT.print(f"Rounds per game: median {summary.rounds:g}")
    OUT.print(f"{summary.games / seconds:,.0f} games/s, {summary.orders / seconds:,.0f} orders/s, {seconds:.2f} s")


def _percent(count: int, summary: Summary) -> str:
    return f"{100 * count / summary.games:.1f} %"
