"""`pawnstorm analyse`: how lucky every player of a recorded match was, and what the decisions cost."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from pawnstorm.ai.analysis import NODES, Account, Analyst, Look, Summary, mistakes, percent, summarise, swings
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
    looks = _looks(match, nodes)
    summary = summarise(match.seats, looks)
    if as_json:
        print_json(_data(match, nodes, looks, summary))
    else:
        _show(match, nodes, looks, summary)


def _looks(match: Match, nodes: int) -> list[Look]:
    found: list[Look] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal) as progress:
        task = progress.add_task("Analysing", total=len(match.steps))
        for look in Analyst(match.game, nodes).looks(match):
            found.append(look)
            progress.advance(task)
    return found


# ---- for people -----------------------------------------------------------------------------------------------


def _show(match: Match, nodes: int, looks: list[Look], summary: Summary) -> None:
    OUT.print(Text(f"{match.game.title}, {end_text(match)}", style="bold"))
    OUT.print(f"All numbers are chances to win; every decision was searched over {nodes:,} positions.", markup=False)
    OUT.print("100 % is a whole game; losses may add up to several, for a mistake is often answered by another.\n")
    OUT.print(_players(match, summary))
    for title, table in (
        ("The dice that changed most", _swings(match, looks)),
        ("What cost most", _costs(match, looks)),
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


def _swings(match: Match, looks: list[Look]) -> Table:
    table = _table("Order:", "", "", "Dice", "For", "Swing:", "Chance after:")
    for look in swings(looks):
        assert look.rolled is not None
        seat = max(range(len(match.seats)), key=lambda seat: look.rolled.luck[seat] if look.rolled else 0.0)
        table.add_row(
            *_named(match, look),
            f"{_faces(look.rolled.faces)} {look.rolled.reason}",
            match.seats[seat],
            _signed(look.rolled.luck[seat]),
            percent(look.chances[seat]),
        )
    return table


def _costs(match: Match, looks: list[Look]) -> Table:
    table = _table("Order:", "", "", "Better", "Chance with it:", "as played:", "Loss:")
    for look in mistakes(looks):
        choice = look.decided
        assert choice is not None
        table.add_row(
            *_named(match, look), choice.better, percent(choice.best), percent(choice.played), percent(choice.loss)
        )
    return table


def _named(match: Match, look: Look) -> tuple[str, str, str]:
    if look.seat < 0:
        return "", "the table", "the start"
    return f"{look.number}.", match.seats[look.seat], look.order


def _faces(faces: Faces) -> str:
    return " ".join(f"[{' '.join(str(face) for face in group)}]" for group in faces)


def _signed(chance: float) -> str:
    return f"{100 * chance:+.0f} %"


# ---- for programs ---------------------------------------------------------------------------------------------


def _data(match: Match, nodes: int, looks: list[Look], summary: Summary) -> dict[str, Any]:
    return {
        "game": match.game.key,
        "end": end_text(match),
        "nodes": nodes,
        "players": {match.seats[account.seat]: _account(account) for account in summary.accounts},
        "remarks": list(summary.remarks),
        "swings": [look.number for look in swings(looks)],
        "mistakes": [look.number for look in mistakes(looks)],
        "steps": [_step(match, look) for look in looks],
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


def _step(match: Match, look: Look) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": look.number,
        "seat": match.seats[look.seat] if look.seat >= 0 else "table",
        "order": look.order,
        "chances": list(look.chances),
    }
    if look.rolled:
        found["faces"] = [list(group) for group in look.rolled.faces]
        found["luck"] = list(look.rolled.luck)
    if look.decided:
        choice = look.decided
        found["decision"] = {
            "best": choice.best,
            "played": choice.played,
            "loss": choice.loss,
            "better": choice.better,
        }
    return found
