"""`pawnstorm analyse`: how lucky every player of a recorded match was, and what the decisions cost."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from pawnstorm.ai.analysis import NODES, Account, Analyst, Assessment, Summary, mistakes, percent, summarise, swings
from pawnstorm.cli.support.arguments import AsJson
from pawnstorm.cli.support.files import read_text
from pawnstorm.cli.support.output import OUT, print_json, progress_bar
from pawnstorm.core.errors import UsageError
from pawnstorm.core.match import Match
from pawnstorm.core.record import end_text, parse, replay
from pawnstorm.core.step import Faces
from pawnstorm.games import load


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    nodes: Annotated[
        int, typer.Option("--nodes", min=1, metavar="N", help="Positions searched for every decision.")
    ] = NODES,
    as_json: AsJson = False,
) -> None:
    """Separate luck from skill in a record: what every roll gave and what every decision cost, in chances to win."""
    record = parse(read_text(file))
    match = replay(record, load(record.game))
    if len(match.steps) < 2:
        raise UsageError(f"{file} has no orders, so there is nothing to analyse")
    assessments = _assess(match, nodes)
    summary = summarise(match.seats, assessments)
    if as_json:
        print_json(_data(match, nodes, assessments, summary))
    else:
        _show(match, nodes, assessments, summary)


def _assess(match: Match, nodes: int) -> list[Assessment]:
    found: list[Assessment] = []
    with progress_bar() as progress:
        task = progress.add_task("Analysing", total=len(match.steps))
        for assessment in Analyst(match.game, nodes).assessments(match):
            found.append(assessment)
            progress.advance(task)
    return found


# ---- for people -----------------------------------------------------------------------------------------------


def _show(match: Match, nodes: int, assessments: list[Assessment], summary: Summary) -> None:
    OUT.print(Text(f"{match.game.title}, {end_text(match)}", style="bold"))
    OUT.print(f"All numbers are chances to win; every decision was searched over {nodes:,} positions.", markup=False)
    OUT.print("100 % is a whole game; losses may add up to several, because a mistake is often answered by another.\n")
    OUT.print(_players(match, summary))
    for title, table in (
        ("The dice that changed most", _swings(match, assessments)),
        ("What cost most", _costs(match, assessments)),
    ):
        OUT.print(Text(f"\n{title}", style="bold"))
        OUT.print(table if table.row_count else "  nothing notable")
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
    for assessment in swings(assessments):
        assert assessment.rolled is not None
        seat = max(range(len(match.seats)), key=lambda seat: assessment.rolled.luck[seat] if assessment.rolled else 0.0)
        table.add_row(
            *_named(match, assessment),
            f"{_faces(assessment.rolled.faces)} {assessment.rolled.reason}",
            match.seats[seat],
            _signed(assessment.rolled.luck[seat]),
            percent(assessment.chances[seat]),
        )
    return table


def _costs(match: Match, assessments: list[Assessment]) -> Table:
    table = _table("Order:", "", "", "Better", "Chance with it:", "as played:", "Loss:", "The better one")
    for assessment in mistakes(assessments):
        choice = assessment.decided
        assert choice is not None
        table.add_row(
            *_named(match, assessment),
            choice.better,
            percent(choice.best),
            percent(choice.played),
            percent(choice.loss),
            choice.why,
        )
    return table


def _named(match: Match, assessment: Assessment) -> tuple[str, str, str]:
    if assessment.seat < 0:
        return "", "the table", "the start"
    return f"{assessment.number}.", match.seats[assessment.seat], assessment.order


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
        "swings": [assessment.number for assessment in swings(assessments)],
        "mistakes": [assessment.number for assessment in mistakes(assessments)],
        "steps": [_step(match, assessment) for assessment in assessments],
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


def _step(match: Match, assessment: Assessment) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": assessment.number,
        "seat": match.seats[assessment.seat] if assessment.seat >= 0 else "table",
        "order": assessment.order,
        "chances": list(assessment.chances),
    }
    if assessment.rolled:
        found["faces"] = [list(group) for group in assessment.rolled.faces]
        found["luck"] = list(assessment.rolled.luck)
    if assessment.decided:
        choice = assessment.decided
        found["decision"] = {
            "best": choice.best,
            "played": choice.played,
            "loss": choice.loss,
            "better": choice.better,
            "why": choice.why,
        }
    return found
