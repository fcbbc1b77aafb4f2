"""A thinking computer never delays a table and survives its worker; the order of events proves it, not a clock."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from server_kit import GREEDY, HERE, RANDOM, Server, quiet

from pawnstorm.server.settings import Settings

LEVEL = {"kind": "computer", "player": "3"}
TABLES = 12


def workers() -> list[int]:
    """The worker processes that this process has started."""
    children = " ".join(map(_read, Path("/proc/self/task").glob("*/children"))).split()
    return [int(child) for child in children if "pawnstorm.server.jobs.worker" in _read(Path(f"/proc/{child}/cmdline"))]


def _read(file: Path) -> str:
    """A file about a thread or a process; empty if that has just ended."""
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.fixture
def frozen(serve: Callable[[Settings], Server], settings: Settings) -> Iterator[tuple[Server, int]]:
    """A server whose only worker is suspended, so that no job makes progress."""
    before = set(workers())
    server = serve(settings)
    host = server.guest()
    with host.open(host.make(RANDOM, HERE)["id"]) as client:
        client.reach(2)
    (worker,) = set(workers()) - before
    os.kill(worker, signal.SIGSTOP)
    yield server, worker
    if worker in workers():
        os.kill(worker, signal.SIGKILL)


def test_thinking_computers_delay_nobody_and_survive_their_worker(frozen: tuple[Server, int]) -> None:
    server, worker = frozen
    host, other = server.guest(), server.guest()
    tables = [host.make(HERE, LEVEL if number % 2 else GREEDY)["id"] for number in range(TABLES)]
    clients = [host.open(table) for table in tables]
    for client in clients:
        # The person's order is accepted at once; only the computer's answer waits.
        assert client.order(quiet(client))["view"]["turn"] == 1
    with other.open(other.make(HERE, HERE)["id"]) as client:
        for _ in range(6):
            client.order(quiet(client))
    assert other.http.get("/api/health").json()["status"] == "ok"
    assert [host.open(table).last["length"] for table in tables] == [1] * TABLES, "no computer can have answered yet"
    os.kill(worker, signal.SIGKILL)
    for client in clients:
        client.update(lambda message: message["length"] >= 2)
        assert client.steps[1]["seat"] == 1
    assert worker not in workers()


def test_a_question_survives_its_worker(frozen: tuple[Server, int]) -> None:
    server, worker = frozen
    host, other = server.guest(), server.guest()
    table = host.make(HERE, HERE)["id"]
    with host.open(table) as client, ThreadPoolExecutor(1) as asking:
        question = asking.submit(host.post, table, "advice", rev=client.rev)
        with other.open(other.make(HERE, HERE)["id"]) as elsewhere:
            elsewhere.order(quiet(elsewhere))
        assert not question.done()
        os.kill(worker, signal.SIGKILL)
        answer = question.result()
        assert answer.status_code == 200, answer.text
        client.order(answer.json()["orders"][0]["order"])
