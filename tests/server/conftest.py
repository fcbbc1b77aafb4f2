"""Servers for tests: real ones, on a free port of the loopback, with a database that was migrated once."""

import gzip
import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest
from server_kit import Server, template
from suite import EARLIER

from bench.postgres import Postgres
from pawnstorm.server.settings import UNLIMITED, Settings
from pawnstorm.server.table import lobby


@pytest.fixture(autouse=True)
def known_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of a test have the same secrets in every run, so dice and computers do the same."""
    numbers = count()

    def secret() -> str:
        return hashlib.sha256(f"{request.node.nodeid}|{next(numbers)}".encode()).hexdigest()

    monkeypatch.setattr(lobby, "new_seed", secret)
    monkeypatch.setattr(lobby, "new_table_id", lambda: secret()[:22])


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database that is up to date."""
    return template(tmp_path_factory.mktemp("template"))


@pytest.fixture
def database(migrated: Path, tmp_path: Path) -> str:
    """A separate database for a test."""
    path = tmp_path / "tables.sqlite3"
    shutil.copy(migrated, path)
    return f"sqlite:///{path}"


@pytest.fixture
def settings(database: str, tmp_path: Path) -> Settings:
    """Settings of a server without rates and pauses."""
    return Settings(database, UNLIMITED, static=tmp_path / "static", pause_seconds=0.0, reaction_seconds=0.0, workers=1)


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Starts servers, and stops them all at the end."""
    running: list[Server] = []

    def start(settings: Settings, proxies: Sequence[str] = ()) -> Server:
        running.append(Server(settings, proxies))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture(scope="session")
def shared(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need only their own tables."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copy(migrated, folder / "tables.sqlite3")
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    server = Server(
        Settings(database, UNLIMITED, static=folder / "static", pause_seconds=0.0, reaction_seconds=0.0, workers=1)
    )
    yield server
    server.stop()


@pytest.fixture
def server(shared: Server) -> Iterator[Server]:
    """The shared server; all visitors leave after the test."""
    yield shared
    shared.empty()


@pytest.fixture
def earlier(tmp_path: Path) -> Callable[[str], str]:
    """The database of an earlier build, by its version."""

    def opened(build: str) -> str:
        path = tmp_path / f"{build}.sqlite3"
        path.write_bytes(gzip.decompress((EARLIER / build / "tables.sqlite3.gz").read_bytes()))
        return f"sqlite:///{path}"

    return opened


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests that need only their own databases."""
    server = Postgres()
    yield server
    server.remove()
