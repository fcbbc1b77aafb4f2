"""`pawnstorm check`: whether every table of the web server can be read."""

import typer

from pawnstorm.cli.support.database import DatabaseAddress, needs_web, web_database, where_kept
from pawnstorm.cli.support.output import OUT, complain
from pawnstorm.core.errors import CheckFailed


def check(database: DatabaseAddress = None) -> None:
    """Play every table of the web server again and compare each position; the server may be running.

    A backup is checked by its address, as sqlite:///FILE. Exit code 1 if anything is damaged.
    """
    with needs_web():
        from pawnstorm.server.upkeep.checking import check as check_database

        address = web_database(database)
        found = check_database(address)
    for fault in found.faults:
        complain(fault)
    states = ", ".join(f"{number} {state}" for state, number in sorted(found.states.items())) or "none"
    tables = f"{found.states.total()} tables ({states}) with {found.entries} entries"
    if found.faults:
        raise CheckFailed(f"{where_kept(address)} has {len(found.faults)} faults; {tables} are sound")
    OUT.print(f"OK: {where_kept(address)}: {tables}, each as it was played", markup=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check")(check)
