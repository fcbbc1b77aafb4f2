"""`pawnstorm dice verify`: check that the dice of a record follow from the seeds it was played with."""

from pathlib import Path
from typing import Annotated

import typer

from pawnstorm.cli.support.arguments import DemandedKey
from pawnstorm.cli.support.files import read_text
from pawnstorm.cli.support.output import OUT
from pawnstorm.cli.support.signed import check_key, signed_by
from pawnstorm.core.errors import CheckFailed
from pawnstorm.core.fairdice import verify as verify_dice
from pawnstorm.core.record import parse
from pawnstorm.games import load


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a match at a web table.")],
    key: DemandedKey = None,
) -> None:
    """Derive every face of a record from its seeds again; exit code 1 names the first line that differs."""
    record = parse(read_text(file))
    verdict = verify_dice(record, load(record.game))
    if key is not None:
        check_key(record, key)
    if not verdict.ok:
        raise CheckFailed(f"{file} cannot be verified yet: {verdict.text}")
    OUT.print(f"OK: {file}: {verdict.text}; {signed_by(record)}", markup=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    dice = typer.Typer(help="Check the dice of a record.", no_args_is_help=True)
    # Without a callback, typer would merge the group with its only command.
    dice.callback()(lambda: None)
    dice.command("verify")(verify)
    app.add_typer(dice, name="dice")
