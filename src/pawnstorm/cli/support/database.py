"""The database of the web server, as several commands name it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from pawnstorm.core.errors import NotInstalled

DatabaseAddress = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="PAWNSTORM_DATABASE",
        help="sqlite:///FILE or postgresql+psycopg://HOST/NAME.",
    ),
]


def web_database(address: str | None) -> str:
    """The address that was given, or that of the file in the user's data folder."""
    from pawnstorm.server.settings import default_database

    return address or default_database()


@contextmanager
def needs_web() -> Iterator[None]:
    """Says which extra to install if the packages of the web server are missing.

    They are imported within, because they take longer to import than most commands take to run.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == "pawnstorm":
            raise
        raise NotInstalled("the web table", package, "web") from None


def where_kept(database: str) -> str:
    """The file of a database, or only its kind: any other address may have a password in it."""
    kind, _, rest = database.partition("://")
    file = rest.removeprefix("/")
    return file if kind == "sqlite" and file else kind.partition("+")[0]
