"""`pawnstorm serve`: the web table."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pawnstorm.cli.support.database import DatabaseAddress, needs_web, web_database, where_kept
from pawnstorm.cli.support.output import OUT
from pawnstorm.cli.support.site import checked_network, checked_origin, checked_root_path

if TYPE_CHECKING:
    from pawnstorm.server.settings import Settings


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to serve on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any free one.")] = 8035,
    database: DatabaseAddress = None,
    fsync: Annotated[
        bool, typer.Option("--fsync", help="Wait for the disk at every commit: a power failure loses nothing.")
    ] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Where people find it, as https://example.org; may be repeated."),
    ] = None,
    root_path: Annotated[
        str, typer.Option("--root-path", metavar="PATH", help="The path below which it is at its origin, as /games.")
    ] = "",
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust the X-Forwarded headers of a proxy on this machine.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="Trust those of a proxy at another address or network."),
    ] = None,
    reaction_seconds: Annotated[
        float, typer.Option(min=0.0, max=60.0, help="How long people wait where a seat may react with a secret card.")
    ] = 3.0,
    pause_seconds: Annotated[
        float, typer.Option(min=0.0, max=60.0, help="How long the computer waits between two of its orders.")
    ] = 0.4,
    keep_days: Annotated[
        float, typer.Option(min=0.0, help="After how many days without an order a table is deleted; 0: never.")
    ] = 365.0,
    keep_unplayed_days: Annotated[
        float, typer.Option(min=0.0, help="The same for a table at which no order was ever given.")
    ] = 14.0,
    disk_quota: Annotated[
        float, typer.Option(min=0.0, metavar="GB", help="How large the database may grow by new tables; 0: any size.")
    ] = 5.0,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Processes that think for computers and people, in all; one a processor."),
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
    with needs_web():
        from pawnstorm.server.run import run
    from pawnstorm.server.settings import UNLIMITED, Limits, Settings, default_workers

    limited = Limits() if limits else UNLIMITED
    settings = Settings(
        web_database(database),
        limited,
        origins=tuple(checked_origin(one) for one in origin or ()),
        root_path=checked_root_path(root_path),
        pause_seconds=pause_seconds,
        reaction_seconds=reaction_seconds,
        fsync=fsync,
        keep_days=keep_days,
        keep_unplayed_days=keep_unplayed_days,
        disk_quota=int(disk_quota * 1_000_000_000),
        workers=workers or default_workers(),
        metrics_port=metrics_port,
    )
    if processes > 1:
        from pawnstorm.server.processes import run_processes

        run = partial(run_processes, count=processes)
    proxies = [*(["127.0.0.1", "::1"] if behind_proxy else []), *(checked_network(one) for one in proxy or ())]
    run(settings, host, port, lambda address: _announce(address, settings), open_page, proxies)


def _announce(address: str, settings: "Settings") -> None:
    where, days = where_kept(settings.database), settings.keep_days
    long = f", each for {days:g} days after its last order" if days else ""
    OUT.print(f"Pawnstorm is at {address} and keeps its tables in {where}{long}", markup=False, soft_wrap=True)
    OUT.file.flush()


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)
