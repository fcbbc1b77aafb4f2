"""`pawnstorm army`: build armies for the games that have them, check them, and share them as short codes."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from pawnstorm.cli.support.arguments import AsJson, GameKey, Options, PresetKey, armies_of, army_text, setup_of
from pawnstorm.cli.support.completion import complete_armies
from pawnstorm.cli.support.files import save_new
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.core.armies import Armies, ArmyList, Kind, Roster, Violation
from pawnstorm.core.errors import CheckFailed
from pawnstorm.games import load
from pawnstorm.kit import roster as rosters

app = typer.Typer(help="Build armies, check them and share them.", no_args_is_help=True)

Army = Annotated[
    str,
    typer.Argument(
        metavar="ARMY", help="A starter army's name, a code, or a roster file.", autocompletion=complete_armies
    ),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of to the screen.")]


@app.callback()
def _group() -> None:
    """Build armies, check them and share them."""


@app.command("lists")
def lists(key: GameKey, as_json: AsJson = False) -> None:
    """Show the lists that armies of a game are built from."""
    armies = armies_of(key)
    if as_json:
        print_json([_list_data(found) for found in armies.lists])
        return
    for found in armies.lists:
        OUT.print(_list_table(found))
        OUT.print()


@app.command("new")
def new(key: GameKey, army: Army, out: Out = None) -> None:
    """Write a roster file to start from: a starter army, or the army of a code."""
    armies = armies_of(key)
    text = rosters.write_file(armies, roster_of(armies, army))
    if out is None:
        OUT.print(text, markup=False, end="", soft_wrap=True)
    else:
        save_new(out, text)
        OUT.print(f"Written to {out}.", markup=False, soft_wrap=True)


@app.command("check")
def check(key: GameKey, army: Army, options: Options = None, preset: PresetKey = "", as_json: AsJson = False) -> None:
    """List everything that is wrong with an army, with the rules; exit code 1 if anything is."""
    armies = armies_of(key)
    roster = roster_of(armies, army)
    wrong = armies.violations(roster, setup_of(load(key), options, preset).options)
    if as_json:
        print_json({**_data(armies, roster), "legal": not wrong, "violations": [_wrong_data(one) for one in wrong]})
    else:
        _show(armies, roster)
        for violation in wrong:
            OUT.print(f"✗ {violation}", markup=False, soft_wrap=True)
        OUT.print("This army is legal." if not wrong else "This army is not legal.")
    if wrong:
        raise CheckFailed(f"{len(wrong)} thing{'s are' if len(wrong) > 1 else ' is'} wrong with this army: {wrong[0]}")


@app.command("cost")
def cost(key: GameKey, army: Army, as_json: AsJson = False) -> None:
    """Add up what an army costs."""
    armies = armies_of(key)
    roster = roster_of(armies, army)
    if as_json:
        print_json(_data(armies, roster))
    else:
        _show(armies, roster)


@app.command("code")
def code(key: GameKey, army: Army) -> None:
    """Print the short code of an army, to share it or to play it with --army."""
    armies = armies_of(key)
    OUT.print(rosters.write_code(armies, roster_of(armies, army)), markup=False, soft_wrap=True)


def roster_of(armies: Armies, text: str) -> Roster:
    """The roster that an argument names."""
    found = army_text(text)
    return rosters.read_file(armies, found, text) if found != text else rosters.understand(armies, text)


def _show(armies: Armies, roster: Roster) -> None:
    found = armies.find(roster.army)
    title = found.title if found else roster.army
    table = Table(title=roster.name or title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for heading in ("Pieces", "", "Each", "Together"):
        table.add_column(heading, justify="left" if heading == "" else "right")
    for unit in roster.units:
        alone = rosters.cost(armies, Roster(roster.army, (unit,))) / unit.count
        name = unit.kind + (f" ({', '.join(unit.upgrades)})" if unit.upgrades else "")
        table.add_row(str(unit.count), name, rosters.points(alone), rosters.points(alone * unit.count))
    table.add_row(str(sum(unit.count for unit in roster.units)), "", "", rosters.points(rosters.cost(armies, roster)))
    OUT.print(table)


def _data(armies: Armies, roster: Roster) -> dict[str, Any]:
    return {
        "game": armies.game,
        "list": roster.army,
        "name": roster.name,
        "pieces": [{"type": unit.kind, "count": unit.count, "upgrades": list(unit.upgrades)} for unit in roster.units],
        "cost": float(rosters.cost(armies, roster)),
    }


def _wrong_data(violation: Violation) -> dict[str, str]:
    return {"text": violation.text, "rule": violation.rule}


def _list_data(found: ArmyList) -> dict[str, Any]:
    return {"key": found.key, "title": found.title, "pieces": [_kind_data(kind) for kind in found.kinds]}


def _kind_data(kind: Kind) -> dict[str, Any]:
    data = {"name": kind.name, "cost": float(kind.cost), **dict(kind.stats), "notes": list(kind.notes)}
    upgrades = [{"name": upgrade.name, "cost": float(upgrade.cost)} for upgrade in kind.upgrades]
    return {**data, "upgrades": upgrades} if upgrades else data


def _list_table(found: ArmyList) -> Table:
    table = Table(title=f"{found.title} ({found.key})", title_justify="left", box=None, pad_edge=False)
    names = list(dict.fromkeys(name for kind in found.kinds for name, _ in kind.stats))
    for heading in ("", *names, "Points", ""):
        table.add_column(heading, justify="left" if heading == "" else "right")
    for kind in found.kinds:
        stats = dict(kind.stats)
        row = [stats.get(name, "") for name in names]
        table.add_row(kind.name, *row, rosters.points(kind.cost), ", ".join(kind.notes))
    return table
