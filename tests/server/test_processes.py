"""`pawnstorm serve --processes`: several processes behind an nginx, which are watched over and end together."""

import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from server_kit import HERE, OPEN, PATIENCE, TableClient, Visitor

from bench.outages import Unrest
from bench.postgres import Postgres
from pawnstorm.cli.main import run
from pawnstorm.server import nginx

COUNT = 2


class Site(NamedTuple):
    """A running `pawnstorm serve --processes`, and those who visit it."""

    process: "subprocess.Popen[str]"
    url: str
    visitors: list[Visitor]

    def guest(self) -> Visitor:
        """A new visitor."""
        self.visitors.append(Visitor(self.url))
        return self.visitors[-1]

    def two(self) -> tuple[Visitor, Visitor, str]:
        """Two people at a table."""
        white, black = self.guest(), self.guest()
        made = white.make(HERE, OPEN)
        assert black.post(made["id"], "join", token=made["invitations"][0]["token"]).status_code == 200
        return white, black, made["id"]

    def is_whole(self) -> bool:
        """Whether all processes are there and take connections."""
        found = re.search(r"-p (\S+)", "".join(map(_command, children(self.process.pid))))
        assert found is not None
        sockets = list(Path(found[1]).glob("*.sock"))
        with ExitStack() as stack:
            for path in sockets:
                client = stack.enter_context(socket.socket(socket.AF_UNIX))
                if client.connect_ex(str(path)):
                    return False
        return len(sockets) == len(self.servers()) == COUNT

    def servers(self) -> set[int]:
        """The processes of the server."""
        return {child for child in children(self.process.pid) if "server.processes" in _command(child)}


def children(process: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def until(ready: Callable[[], bool], why: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline, f"this has not happened: {why}"
        time.sleep(0.02)


@contextmanager
def serving(database: str, *options: str) -> Iterator[Site]:
    command = [sys.executable, "-m", "pawnstorm", "serve", "--processes", str(COUNT), "--port", "0"]
    with subprocess.Popen(
        [*command, "--database", database, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "COLUMNS": "60"},
    ) as process:
        assert process.stdout is not None
        url = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        found = Site(process, url, [])
        try:
            yield found
        finally:
            for visitor in found.visitors:
                visitor.leave()
            # Whatever the test has met: nothing may wait for this process for ever.
            process.terminate()


@pytest.fixture
def site(postgres: Postgres) -> Iterator[Site]:
    with serving(postgres.database()) as found:
        yield found


def test_games_go_on_when_either_process_dies_and_is_replaced(postgres: Postgres) -> None:
    async def scenario() -> None:
        async with Unrest([site], database, 4, random.Random(18)) as unrest:
            for server in site.servers():
                await unrest.go_on(2)
                os.kill(server, signal.SIGKILL)
                await unrest.go_on(2)
                await unrest.until(site.is_whole, "a process that has died is replaced")
            await unrest.go_on(2)
            await unrest.settle()

    database = postgres.database()
    with serving(database, "--no-limits") as site:
        asyncio.run(scenario())


def test_everything_ends_in_order(site: Site) -> None:
    white, _, table = site.two()
    all_processes = children(site.process.pid)
    assert len(all_processes) == COUNT + 1
    with white.open(table) as w:
        site.process.terminate()
        assert w.closed() == 1012, "people are told to connect again"
    assert site.process.wait(PATIENCE) == 0
    assert not [one for one in all_processes if _command(one)]


def test_nothing_stays_when_the_first_process_is_killed(site: Site) -> None:
    all_processes = children(site.process.pid)
    site.process.kill()
    until(lambda: not [one for one in all_processes if _command(one)], "all processes end")


def test_nobody_passes_for_another_address(site: Site) -> None:
    answers = {
        httpx.post(f"{site.url}/api/pledges", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code
        for number in range(60)
    }
    assert answers == {201, 429}


def test_all_sockets_of_a_table_are_served_by_one_process(site: Site) -> None:
    white, black, table = site.two()
    clients: list[TableClient] = [visitor.open(table) for visitor in (white, black, site.guest())]
    people = clients[0].update(lambda message: message["table"]["spectators"] == 1)["table"]
    assert all(seat["online"] for seat in people["seats"])


def test_several_processes_need_postgresql_and_nginx(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["serve", "--processes", "2", "--database", database]
    assert run(arguments) == 2
    assert "2 processes need a PostgreSQL database" in capsys.readouterr().err
    monkeypatch.setattr(nginx, "_USUAL", "")
    monkeypatch.setenv("PATH", "")
    assert run(arguments) == 2
    said = capsys.readouterr().err
    assert "several processes need nginx" in said
    assert len(said.splitlines()) == 1
