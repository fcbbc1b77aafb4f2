"""`pawnstorm analyse`: how lucky every player of a recorded match was, and what the decisions cost."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from pawnstorm.ai.analysis import NODES, Account, Analyst, Assessment, Summary, mistakes, percent, summarise, swings
from pawnstorm.cli.choices import AsJson
from pawnstorm.cli.files import read_text
from pawnstorm.cli.output import ERR, OUT, print_json
from pawnstorm.core.errors import UsageError
from pawnstorm.core.match import Match
from pawnstorm.core.record import end_text, parse, replay
from pawnstorm.core.step import Faces
from pawnstorm.games import load

OFFER = "Save the record, and 'pawnstorm analyse FILE' tells who was lucky and what the decisions cost."
"""What is said at the end of a game."""


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    nodes: Annotated[
        int, typer.Option("--nodes", min=1, metavar="N", help="Positions looked at for every decision.")
    ] = NODES,
    as_json: AsJson = False,
) -> None:
    """Tell luck from skill in a record: what every roll gave and what every decision cost, in chances to win."""
    record = parse(read_text(file))
    match = replay(record, load(record.game))
    if len(match.steps) < 2:
        raise UsageError(f"{file} has no orders, so there is nothing to analyse")
    assessments = _assessments(match, nodes)
    summary = summarise(match.seats, assessments)
    if as_json:
        print_json(_data(match, nodes, assessments, summary))
    else:
        _show(match, nodes, assessments, summary)


def _assessments(match: Match, nodes: int) -> list[Assessment]:
    found: list[Assessment] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal) as progress:
        task = progress.add_task("Analysing", total=len(match.steps))
        for step in Analyst(match.game, nodes).assessments(match):
            found.append(step)
            progress.advance(task)
    return found


# ---- for people -----------------------------------------------------------------------------------------------


def _show(match: Match, nodes: int, assessments: list[Assessment], summary: Summary) -> None:
    OUT.print(Text(f"{match.game.title}, {end_text(match)}", style="bold"))
    OUT.print(f"All numbers are chances to win; every decision was searched over {nodes:,} positions.", markup=False)
    OUT.print("100 % is a whole game; losses may add up to several, for a mistake is often answered by another.\n")
    OUT.print(_players(match, summary))
    for title, table in (
        ("The dice that changed most", _swings(match, assessments)),
        ("What cost most", _costs(match, assessments)),
    ):
        OUT.print(Text(f"\n{title}", style="bold"))
        OUT.print(table if table.row_count else "  nothing worth telling")
    OUT.print()
    for remark in summary.remarks:
        OUT.print(Text(remark))


def _table(*heads: str) -> Table:
    """A plain table whose columns are right aligned if their heads end with a colon."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head.removesuffix(":"), justify="right" if head.endswith(":") else "left")
    return table


def _players(match: Match, summary: Summary) -> Table:
    table = _table("Player", "Luck:", "fair dice:", "Lost by decisions:", "95 %:", "Decisions:", "Slips:", "each:")
    for account in summary.accounts:
        spread = f"±{percent(account.spread)}" if account.rolls else ""
        table.add_row(
            match.seats[account.seat],
            _signed(account.luck),
            spread,
            percent(account.loss),
            _interval(account),
            str(account.decisions),
            str(account.slips),
            percent(account.mean, 1),
        )
    return table


def _interval(account: Account) -> str:
    if account.decisions < 2:
        return ""
    return f"{100 * account.least:.0f} to {percent(account.most)}"


def _swings(match: Match, assessments: list[Assessment]) -> Table:
    table = _table("Order:", "", "", "Dice", "For", "Swing:", "Chance after:")
    for step in swings(assessments):
        assert step.rolled is not None
        seat = max(range(len(match.seats)), key=lambda seat: step.rolled.luck[seat] if step.rolled else 0.0)
        table.add_row(
            *_named(match, step),
            f"{_faces(step.rolled.faces)} {step.rolled.reason}",
            match.seats[seat],
            _signed(step.rolled.luck[seat]),
            percent(step.chances[seat]),
        )
    return table


def _costs(match: Match, assessments: list[Assessment]) -> Table:
    table = _table("Order:", "", "", "Better", "Chance with it:", "as played:", "Loss:")
    for step in mistakes(assessments):
        choice = step.decided
        assert choice is not None
        table.add_row(
            *_named(match, step), choice.better, percent(choice.best), percent(choice.played), percent(choice.loss)
        )
    return table


def _named(match: Match, step: Assessment) -> tuple[str, str, str]:
    if step.seat < 0:
        return "", "the table", "the start"
    return f"{step.number}.", match.seats[step.seat], step.order


def _faces(faces: Faces) -> str:
    return " ".join(f"[{' '.join(str(face) for face in group)}]" for group in faces)


def _signed(chance: float) -> str:
    return f"{100 * chance:+.0f} %"


# ---- for programs ---------------------------------------------------------------------------------------------


def _data(match: Match, nodes: int, assessments: list[Assessment], summary: Summary) -> dict[str, Any]:
    return {
        "game": match.game.key,
        "end": end_text(match),
        "nodes": nodes,
        "players": {match.seats[account.seat]: _account(account) for account in summary.accounts},
        "remarks": list(summary.remarks),
        "swings": [step.number for step in swings(assessments)],
        "mistakes": [step.number for step in mistakes(assessments)],
        "steps": [_step(match, step) for step in assessments],
    }


def _account(account: Account) -> dict[str, Any]:
    return {
        "luck": account.luck,
        "luck_deviation": account.spread,
        "rolls": account.rolls,
        "loss": account.loss,
        "loss_error": account.error,
        "decisions": account.decisions,
        "slips": account.slips,
    }


def _step(match: Match, step: Assessment) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": step.number,
        "seat": match.seats[step.seat] if step.seat >= 0 else "table",
        "order": step.order,
        "chances": list(step.chances),
    }
    if step.rolled:
        found["faces"] = [list(group) for group in step.rolled.faces]
        found["luck"] = list(step.rolled.luck)
    if step.decided:
        choice = step.decided
        found["decision"] = {
            "best": choice.best,
            "played": choice.played,
            "loss": choice.loss,
            "better": choice.better,
        }
    return found
