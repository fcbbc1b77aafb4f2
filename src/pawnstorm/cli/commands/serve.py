"""`pawnstorm serve`: the web table."""

from functools import partial
from typing import Annotated

import typer

from pawnstorm.cli.support.output import OUT
from pawnstorm.core.errors import NotInstalled


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to serve on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any free one.")] = 8035,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql+psycopg://HOST/NAME."),
    ] = None,
    fsync: Annotated[
        bool, typer.Option("--fsync", help="Wait for the disk at every commit: a power failure loses nothing.")
    ] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust the X-Forwarded headers of a proxy on this machine.")
    ] = False,
    reaction_seconds: Annotated[
        float, typer.Option(min=0.0, max=60.0, help="How long people wait where a seat may react with a secret card.")
    ] = 3.0,
    pause_seconds: Annotated[
        float, typer.Option(min=0.0, max=60.0, help="How long the computer waits between two of its orders.")
    ] = 0.4,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=64,
            help="Processes that think for computer players and advise people; in all; as many as processors.",
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Server processes that share the tables, behind nginx; needs PostgreSQL.")
    ] = 1,
    metrics_port: Annotated[
        int,
        typer.Option(min=0, max=65_535, help="Serve figures for Prometheus to this machine alone, at this port."),
    ] = 0,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Limit the rate of requests; off for load tests.")
    ] = True,
) -> None:
    """Serve the web table until interrupted. Every order is stored before anybody sees it."""
    # Imported here, because the web server takes longer to import than the other commands take to run.
    try:
        from pawnstorm.server.run import run
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == "pawnstorm":
            raise
        raise NotInstalled("the web table", package, "web") from None
    from pawnstorm.server.settings import UNLIMITED, Limits, Settings, default_database, default_workers

    limited = Limits() if limits else UNLIMITED
    settings = Settings(
        database or default_database(),
        limited,
        pause_seconds=pause_seconds,
        reaction_seconds=reaction_seconds,
        fsync=fsync,
        workers=workers or default_workers(),
        metrics_port=metrics_port,
    )
    if processes > 1:
        from pawnstorm.server.processes import run_processes

        run = partial(run_processes, count=processes)
    run(settings, host, port, lambda address: _announce(address, settings.database), open_page, behind_proxy)


def _announce(address: str, database: str) -> None:
    OUT.print(f"Pawnstorm is at {address} and keeps its tables in {where_kept(database)}", markup=False, soft_wrap=True)
    OUT.file.flush()


def where_kept(database: str) -> str:
    """The file of a database, or only its kind: any other address may have a password in it."""
    kind, _, rest = database.partition("://")
    file = rest.removeprefix("/")
    return file if kind == "sqlite" and file else kind.partition("+")[0]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)
