"""A real PostgreSQL server for tests and benchmarks, with a port and a data folder of its own."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from bench.outages import PATIENCE, free_port

_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "log_min_messages": "fatal",
}
"""Without fsync: what is tested is the end of processes, not of the power."""


def programs() -> Path:
    """The folder of PostgreSQL's own programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    one = str(found[-1]) if found else shutil.which("initdb")
    assert one, "the tests need PostgreSQL: make test installs it, or apt-get install postgresql"
    return Path(one).resolve().parent


class Postgres:
    """A server that can be stopped at once, as if its machine had failed, and started again."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pawnstorm-postgres-"))
        self.port = free_port(random.Random(os.getpid()))
        self._numbers = count()
        # PostgreSQL refuses to run as root.
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres", "postgres")
            self._user = {"user": "postgres", "group": "postgres", "extra_groups": []}
        self._data = self._folder / "data"
        self._run("initdb", "-D", self._data, "-U", "pawnstorm", "--auth=trust", "--no-sync", "-E", "UTF8")
        self._process = self._start()

    @property
    def id(self) -> int:
        """The number of its first process."""
        return self._process.pid

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"tables_{next(self._numbers)}"
        self.query(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://pawnstorm@127.0.0.1:{self.port}/{name}"

    def query(self, text: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a query; the rows, if there are any."""
        address = f"host=127.0.0.1 port={self.port} user=pawnstorm dbname={database}"
        with psycopg.connect(address, autocommit=True) as connection:
            cursor = connection.execute(text.encode())
            return cursor.fetchall() if cursor.description else []

    def stop_at_once(self) -> None:
        """An immediate stop: no transaction is finished, no client is told, and the next start recovers the log."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)

    def start_again(self) -> None:
        """Start after a stop."""
        self._process = self._start()

    def remove(self) -> None:
        """Stop, and delete everything."""
        if self._process.poll() is None:
            self.stop_at_once()
        shutil.rmtree(self._folder)

    def _start(self) -> "subprocess.Popen[bytes]":
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        process = subprocess.Popen(
            [programs() / "postgres", "-D", self._data, "-p", str(self.port), "-k", self._folder, *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
            **self._user,
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert process.poll() is None, "PostgreSQL did not start"
            with contextlib.suppress(psycopg.OperationalError):
                self.query("SELECT 1")
                return process
            time.sleep(0.02)
        raise AssertionError("PostgreSQL did not come up")

    def _run(self, program: str, *arguments: Any) -> None:
        done = subprocess.run(
            [programs() / program, *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=self._folder,
            check=False,
            **self._user,
        )
        assert done.returncode == 0, done.stderr
