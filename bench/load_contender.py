"""A contender of the load benchmark: a server in one process, its players in another, and the server's cost."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO

import msgspec

from bench.load_client import Figures, Phase
from bench.race import ROOT
from bench.rows import BenchError

_TICKS, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
_START_SECONDS = 120.0
_EXTRA_SECONDS = 20.0
_FIGURES = msgspec.json.Decoder(Figures)


@dataclass(frozen=True)
class Lap:
    """One phase: what the players measured, and the server's processor time for each order in microseconds."""

    figures: Figures
    cost: float

    @property
    def rate(self) -> float:
        """Orders a second."""
        return len(self.figures.mover) / self.figures.seconds


class Child:
    """A program in its own process, which ends with ours."""

    def __init__(self, name: str, command: Sequence[str], folder: Path) -> None:
        self.name = name
        self._errors: IO[bytes] = TemporaryFile()  # noqa: SIM115 -- closed with the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.leash", *command],
            # PYTHONPATH is for the leash; the program itself runs in its folder.
            cwd=folder,
            env={**os.environ, "NODE_ENV": "production", "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )

    @property
    def id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def tell(self, line: str) -> None:
        """Write a line to its input."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._failed() from None

    def hear(self, seconds: float) -> str:
        """The next line of its output; after that many seconds the process is killed."""
        assert self._process.stdout
        watch = threading.Timer(seconds, self._process.kill)
        watch.start()
        try:
            line = self._process.stdout.readline()
        finally:
            watch.cancel()
        if not line:
            raise self._failed()
        return line

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.communicate()
        self._errors.close()

    def _failed(self) -> BenchError:
        self._process.kill()
        self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines() or ["it ended without a message"]
        return BenchError(f"{self.name} failed: {said[-1]}")


class Contender:
    """A server under load. It and its players run while the contender is entered.

    Its processor time is that of its process with all its descendants, and of the families of other processes.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        server: Sequence[str],
        players: Sequence[str],
        games: int,
        also: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.orders = 0
        self.empty_memory = 0.0
        """Kilobytes before there was a game."""
        self._also = also
        self._folder = folder
        self._server_command = server
        self._players_command = players
        self._games = games
        self._stack = ExitStack()

    def __enter__(self) -> "Contender":
        with self._stack:
            self._server = self._start("server", self._server_command)
            address = self._server.hear(_START_SECONDS).partition("http://")[2].split()[0]
            self.empty_memory = memory_of(self.family())
            command = [*self._players_command, f"http://{address}", str(self._games)]
            self._players = self._start("players", command)
            self._renew()
            self._check_sockets()
            self._stack = self._stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def run(self, phase: Phase) -> Lap:
        """One phase of load. Finished games are replaced before it, so that only orders are measured."""
        self._renew()
        before = self._processor_seconds()
        self._players.tell(msgspec.json.encode(phase).decode())
        figures = _FIGURES.decode(self._players.hear(phase.seconds + _EXTRA_SECONDS))
        spent = self._processor_seconds() - before
        if not figures.mover:
            raise BenchError(f"{self.name} did not accept a single order")
        self.orders += len(figures.mover)
        return Lap(figures, spent * 1e6 / len(figures.mover))

    def family(self) -> set[int]:
        """The server's process and all its descendants."""
        return family_of(self._server.id)

    def _processor_seconds(self) -> float:
        return sum(processor_seconds(one) for one in [self._server.id, *self._also])

    def _renew(self) -> None:
        self._players.tell("renew")
        self._players.hear(_START_SECONDS)

    def _start(self, role: str, command: Sequence[str]) -> Child:
        child = Child(f"the {role} of {self.name}", command, self._folder)
        self._stack.callback(child.kill)
        return child

    def _check_sockets(self) -> None:
        """Every player must have a socket of its own."""
        found = sum(open_sockets(one) for one in self.family())
        if found < 2 * self._games:
            raise BenchError(f"{self.name} has {found} open sockets for {2 * self._games} players")


def open_sockets(process: int) -> int:
    """How many sockets a process has open."""
    return sum(_link(file).startswith("socket:") for file in Path(f"/proc/{process}/fd").iterdir())


def _link(file: Path) -> str:
    try:
        return os.readlink(file)
    except FileNotFoundError:
        return ""


def processor_seconds(process: int) -> float:
    """The processor time of a process with all its threads, and of all its descendants, alive or ended."""
    # Its own time in user and system mode, then that of children it has waited for.
    return sum(sum(map(int, fields[11:15])) for one in family_of(process) if (fields := _stat(one))) / _TICKS


def family_of(process: int) -> set[int]:
    """A process and all its descendants that are alive."""
    everybody = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    parents = {one: int(fields[1]) for one in everybody if (fields := _stat(one))}
    family = {process}
    while young := {child for child, parent in parents.items() if parent in family} - family:
        family |= young
    return family


def memory_of(family: set[int]) -> float:
    """The resident memory of some processes in kilobytes; what they share counts for each of them."""
    return sum(int(fields[21]) for one in family if (fields := _stat(one))) * _PAGE / 1024


def _stat(process: int) -> list[str]:
    """The fields after the name, which may contain anything; none if the process has just ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return []
