"""`pawnstorm backup` and `restore`: the tables of the web server, kept elsewhere."""

from pathlib import Path

import typer

from pawnstorm.cli.support.database import DatabaseAddress, needs_web, web_database, where_kept
from pawnstorm.cli.support.output import OUT

File = typer.Argument(metavar="FILE", help="The backup: a SQLite file.", show_default=False)


def backup(file: Path = File, database: DatabaseAddress = None) -> None:
    """Write everything the web server stores to a new file, read back and compared; the server may be running."""
    with needs_web():
        from pawnstorm.server.storage.backup import back_up

        address = web_database(database)
        copied = back_up(address, file)
    rows = ", ".join(f"{content.rows} {name}" for name, content in copied.items())
    OUT.print(f"OK: {where_kept(address)} is in {file}, read again and compared: {rows}", markup=False, soft_wrap=True)
    OUT.print("Keep the file secret: it has the key that signs records.", markup=False, soft_wrap=True)


def restore(file: Path = File, database: DatabaseAddress = None) -> None:
    """Write a backup to a database that is empty, SQLite or PostgreSQL, whichever it came from."""
    with needs_web():
        from pawnstorm.server.storage.backup import restore as restore_backup

        address = web_database(database)
        copied = restore_backup(file, address)
    rows = ", ".join(f"{content.rows} {name}" for name, content in copied.items())
    OUT.print(f"OK: {file} is in {where_kept(address)}, read again and compared: {rows}", markup=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("backup", no_args_is_help=True)(backup)
    app.command("restore", no_args_is_help=True)(restore)
