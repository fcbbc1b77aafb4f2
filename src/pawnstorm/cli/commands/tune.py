"""`pawnstorm tune`: fit the weights of the computer player to its own games, and print how well it predicts."""

from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from pawnstorm.ai.evaluators import WEIGHTS, package_of, unfitted, weights_file
from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.cli.support.arguments import AsJson, GameKey, Options, PresetKey, check_workers, setup_of
from pawnstorm.cli.support.output import OUT, print_json, progress_bar
from pawnstorm.core.errors import UsageError
from pawnstorm.games import load
from pawnstorm.lab.fitting import load_numpy
from pawnstorm.lab.training import ANY_SHEET
from pawnstorm.lab.tuning import Report, TuningSettings, as_toml, examine, relink_all
from pawnstorm.lab.tuning import tune as run


def tune(
    key: GameKey,
    games: Annotated[int, typer.Option("--games", "-n", min=10, metavar="N", help="Games of each round.")] = 4000,
    rounds: Annotated[int, typer.Option("--rounds", min=1, metavar="R", help="Rounds of learning.")] = 3,
    exam: Annotated[int, typer.Option("--exam", min=10, metavar="N", help="New games to predict.")] = 4000,
    nodes: Annotated[int, typer.Option("--nodes", min=1, metavar="K", help="Positions for each order.")] = 150,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="The same seed gives the same games.")] = 1,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, metavar="W", help="Worker processes.")] = 2,
    options: Options = None,
    preset: PresetKey = "",
    exam_only: Annotated[
        bool, typer.Option("--examine", help="Learn nothing: predict new games with the present weights.")
    ] = False,
    link_only: Annotated[
        bool, typer.Option("--link-only", help="Keep the weights: learn only how many chances to win a lead is worth.")
    ] = False,
    sheet: Annotated[
        str, typer.Option("--sheet", metavar="NAME", help="Only one of the game's sheets of weights, such as quest.")
    ] = "",
    dry: Annotated[bool, typer.Option("--dry", help="Print the result and leave the weights as they are.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fit the weights of the computer player to its own games, and write them into the source."""
    game = load(key)
    # Now, and not after the first round of games.
    load_numpy()
    evaluator = unfitted(game)
    check_workers(workers)
    if exam_only and link_only:
        raise UsageError("--examine learns nothing and --link-only learns something: choose one of them")
    settings = TuningSettings(games, rounds, exam, nodes, seed, workers, _number_of(sheet, evaluator))
    work = examine if exam_only else relink_all if link_only else run
    learned = 0 if exam_only else games * (rounds if link_only else rounds + 1)
    with progress_bar() as progress:
        task = progress.add_task("Learning", total=learned + exam)
        setup = game.agree(setup_of(game, options, preset))
        reports = work(
            game, setup, settings, lambda text, count: progress.update(task, description=text, advance=count)
        )
    if not (dry or exam_only):
        before = weights_file(game).number("games") if link_only or sheet else 0
        _save(package_of(game), as_toml(game, evaluator, reports, before + learned))
    reports = [report for report in reports if report.deciles]
    if as_json:
        print_json([_data(report) for report in reports])
    else:
        for report in reports:
            _show(key, report)


def _number_of(sheet: str, evaluator: Evaluator) -> int:
    if sheet and sheet not in evaluator.sheets:
        raise UsageError(f"there is no sheet '{sheet}': the sheets of this game are {', '.join(evaluator.sheets)}")
    return evaluator.sheets.index(sheet) if sheet else ANY_SHEET


def _save(package: str, text: str) -> None:
    path = Path(str(files(package).joinpath("data", WEIGHTS)))
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise UsageError(f"the weights cannot be written to {path}: {error}") from None


def _data(report: Report) -> dict[str, Any]:
    deciles = [asdict(decile) for decile in report.deciles]
    return {"sheet": report.sheet, "bits": report.surprise, "deciles": deciles}


def _show(key: str, report: Report) -> None:
    table = Table(title=f"{key}, {report.sheet}: predictions of new games", title_justify="left")
    for heading in ("positions", "predicted %", "came true %", "error", "unsure"):
        table.add_column(heading, justify="right")
    for decile in report.deciles:
        error = 100 * (decile.actual - decile.predicted)
        shares = (f"{100 * number:.1f}" for number in (decile.predicted, decile.actual))
        table.add_row(f"{decile.count:,}", *shares, f"{error:+.1f}", f"{100 * decile.unsure:.1f}")
    OUT.print(table)
    OUT.print(f"{report.surprise:.3f} bits of surprise (1 is a coin)")
