"""The command `pawnstorm`: all commands together, and the one place where errors become exit codes."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from pawnstorm import __version__
from pawnstorm.cli.commands import (
    analyse,
    army,
    backup,
    campaign,
    check,
    dice,
    engine,
    export,
    games,
    learn,
    maps,
    match,
    odds,
    pairings,
    perft,
    play,
    replay,
    rules,
    scenario,
    selfplay,
    serve,
    tune,
)
from pawnstorm.cli.support.build import describe_build
from pawnstorm.cli.support.interrupts import INTERRUPTED
from pawnstorm.cli.support.output import OUT, PipeClosed, complain, discard_output
from pawnstorm.core.errors import CheckFailed, PawnstormError
from pawnstorm.games import first_key, untold_faults

FAILED = 1
WRONG = 2

app = typer.Typer(
    name="pawnstorm",
    help="War games played with chess pieces and dice.",
    epilog=f"Begin with [cyan]pawnstorm play {first_key()}[/]; [cyan]pawnstorm games[/] lists what else there is.",
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("learn")(learn.learn)
app.command("play")(play.play)
app.command("campaign")(campaign.campaign)
app.command("odds", no_args_is_help=True)(odds.odds)
app.command("replay")(replay.replay)
app.command("analyse")(analyse.analyse)
app.command("selfplay")(selfplay.selfplay)
app.command("pairings")(pairings.pairings)
app.command("match")(match.match)
app.command("ladder")(match.ladder)
app.command("engine")(engine.engine)
app.command("tune")(tune.tune)
app.command("perft")(perft.perft)
app.add_typer(army.app, name="army")
app.add_typer(maps.app, name="map")
app.add_typer(scenario.app, name="scenario")
serve.register(app)
backup.register(app)
check.register(app)
export.register(app)
dice.register(app)


def _version(asked: bool) -> None:
    if asked:
        OUT.print(f"pawnstorm {__version__}\ncompiled core: {describe_build()}", markup=False, soft_wrap=True)
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _main_options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version, and whether the core is compiled."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        OUT.print(context.get_help(), markup=False, end="")


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns its exit code and never raises what a user can cause.

    Games of other packages that had to be left out are named at the end.
    """
    try:
        return _run(arguments)
    finally:
        for sentence in untold_faults():
            complain(sentence)


def _run(arguments: Sequence[str]) -> int:
    try:
        code = app(args=list(arguments), prog_name="pawnstorm", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (PipeClosed, BrokenPipeError):
        discard_output()
        return 0
    except typer.TyperException as error:
        # A group without a command has shown its help and has no message.
        if error.format_message():
            complain(error.format_message())
        return WRONG
    except typer.Abort:
        return INTERRUPTED
    except CheckFailed as error:
        complain(str(error))
        return FAILED
    except PawnstormError as error:
        complain(str(error))
        return WRONG


def main() -> None:
    """The entry point."""
    sys.exit(run(sys.argv[1:]))
