"""`pawnstorm export`: everything in a form that needs no server."""

from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.cli.support.database import DatabaseAddress, needs_web, web_database
from pawnstorm.cli.support.output import OUT, complain
from pawnstorm.core.errors import CheckFailed


def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that does not exist yet.")],
    database: DatabaseAddress = None,
) -> None:
    """Write every match of the web server as a signed record, and a list of all tables, to a new folder.

    A match under way is written as those who watch it see it. Exit code 1 if a table could not be read.
    """
    with needs_web():
        from pawnstorm.server.upkeep.export import LIST
        from pawnstorm.server.upkeep.export import export as export_database

        records, faults = export_database(web_database(database), folder)
    for fault in faults:
        complain(fault)
    OUT.print(f"{records} records and {LIST} are in {folder}", markup=False, soft_wrap=True)
    if faults:
        raise CheckFailed(f"{len(faults)} tables could not be read and are left out")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export", no_args_is_help=True)(export)
