"""`pawnstorm pairings`: every army of a game against every other, and how often each wins."""

import time
from contextlib import closing
from typing import Annotated, Any

import typer
from rich.table import Table

from pawnstorm.cli.support.arguments import (
    AsJson,
    GameKey,
    Options,
    PresetKey,
    armies_of,
    check_workers,
    players_of,
    setup_of,
)
from pawnstorm.cli.support.interrupts import until_interrupted
from pawnstorm.cli.support.output import OUT, print_json, progress_bar
from pawnstorm.games import load
from pawnstorm.lab.pairings import Interval, Pairing
from pawnstorm.lab.pairings import pairings as run
from pawnstorm.lab.selfplay import SelfplayPlan


def pairings(
    key: GameKey,
    games: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="Games of each pairing.")] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="The same seed gives the same games.")] = 1,
    players: Annotated[
        str, typer.Option("--players", metavar="P,P", help="A player for each seat; both random if absent.")
    ] = "",
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, metavar="W", help="Worker processes.")] = 1,
    options: Options = None,
    preset: PresetKey = "",
    as_json: AsJson = False,
) -> None:
    """Play every starter army against every other: how often the first seat wins, with 95 % intervals."""
    game = load(key)
    names = tuple(roster.name or roster.army for roster in armies_of(key).starters)
    setup = setup_of(game, options, preset, [names[0]] * len(game.seats))
    chosen = tuple(setup.options.items())
    plan = SelfplayPlan(key, chosen, players_of(players, game.seats, key), seed, games)
    check_workers(workers)
    begun = time.perf_counter()
    found: dict[tuple[str, str], Pairing] = {}
    with until_interrupted() as interruption:
        _play(plan, names, workers, found)
    seconds = time.perf_counter() - begun
    if as_json:
        print_json(_data(plan, list(found.values()), seconds))
    else:
        _show(plan, names, found, seconds)
    interruption.exit_if_interrupted()


def _play(plan: SelfplayPlan, names: tuple[str, ...], workers: int, found: dict[tuple[str, str], Pairing]) -> None:
    """Play every pairing and note its result so far, so that there is a table even if it is stopped."""
    with progress_bar() as progress:
        task = progress.add_task("Playing", total=plan.games * len(names) ** 2)
        with closing(run(plan, names, workers)) as portions:
            for count, pairing in portions:
                progress.advance(task, count)
                found[pairing.armies] = pairing


def _data(plan: SelfplayPlan, found: list[Pairing], seconds: float) -> dict[str, Any]:
    return {
        "game": plan.game,
        "options": dict(plan.options),
        "players": list(plan.players),
        "seed": plan.seed,
        "games": plan.games,
        "seconds": seconds,
        "pairings": [_pairing_data(pairing) for pairing in found],
    }


def _pairing_data(pairing: Pairing) -> dict[str, Any]:
    summary, wins = pairing.summary, pairing.first_wins
    return {
        "armies": list(pairing.armies),
        "wins": list(summary.wins),
        "draws": summary.shared,
        "first_wins": {"share": wins.share, "low": wins.low, "high": wins.high},
        "orders": summary.mean,
    }


def _show(plan: SelfplayPlan, names: tuple[str, ...], found: dict[tuple[str, str], Pairing], seconds: float) -> None:
    table = Table(title=f"{plan.game}: wins of the first seat in %, with 95 % intervals", title_justify="left")
    table.add_column("first \\ second", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for name in names:
        row = [found.get((name, other)) for other in names]
        table.add_row(name, *(_cell(pairing.first_wins) if pairing else "" for pairing in row))
    OUT.print(table)
    total = sum(pairing.summary.games for pairing in found.values())
    drawn = sum(pairing.summary.shared for pairing in found.values())
    upto = "" if total == plan.games * len(names) ** 2 else "Up to "
    OUT.print(f"{upto}{plan.games} games of each pairing, players {' and '.join(plan.players)}, seed {plan.seed}.")
    OUT.print(f"{total:,} games, {drawn:,} draws, {total / seconds:,.0f} games/s, {seconds:.1f} s")


def _cell(interval: Interval) -> str:
    return f"{100 * interval.share:.0f}\n{100 * interval.low:.0f}-{100 * interval.high:.0f}"
