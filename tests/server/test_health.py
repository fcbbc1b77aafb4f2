"""Health, metrics and names: what an operator is told, and that others are not."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from server_kit import HERE, PATIENCE, Server, quiet
from starlette.datastructures import Headers

from pawnstorm.core.errors import UsageError
from pawnstorm.server import metrics
from pawnstorm.server.api.guard import known_host
from pawnstorm.server.api.health import StorageHealth
from pawnstorm.server.run import listen
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.store import StorageFailed


def test_a_full_disk_is_not_healthy(serve: Callable[[Settings], Server], settings: Settings) -> None:
    server = serve(settings)
    host = server.guest()
    table = host.make(HERE, HERE)["id"]

    def full(_c: object, _u: object, statement: str, *_: object) -> None:
        if not statement.startswith("SELECT"):
            raise sqlite3.OperationalError("database or disk is full")

    sa.event.listen(server.store.engine, "before_cursor_execute", full)
    answer = host.http.get("/api/health")
    while answer.status_code == 200:
        # What was found a moment ago is still answered for a second.
        answer = host.http.get("/api/health")
    assert (answer.status_code, answer.json()["status"]) == (503, "storage failed")
    assert answer.json()["why"] == "OperationalError: database or disk is full"
    assert host.table(table)["id"] == table, "reading still works"
    sa.event.remove(server.store.engine, "before_cursor_execute", full)


def test_health_is_tried_once_a_second() -> None:
    class Counting:
        tries = 0

        async def check(self) -> None:
            self.tries += 1
            if self.tries == 2:
                raise StorageFailed("OperationalError: SQLITE_FULL")

    now = 100.0
    store = Counting()
    health = StorageHealth(store, lambda: now)  # type: ignore[arg-type]

    async def scenario() -> None:
        nonlocal now
        assert [await health.why_not() for _ in range(5)] == [""] * 5
        now += 1.0
        assert [await health.why_not() for _ in range(5)] == ["OperationalError: SQLITE_FULL"] * 5
        now += 1.0
        assert await health.why_not() == ""
        assert store.tries == 3

    asyncio.run(scenario())


def test_metrics_are_on_a_port_of_their_own(server: Server) -> None:
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} cannot be used for metrics"):
            metrics.serve(port)
    host = server.guest()
    with host.open(host.make(HERE, HERE)["id"]) as client:
        client.order(quiet(client))
        client.send("order", do="nonsense")
        client.refusal()
    serving = metrics.serve(port)
    try:
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
    finally:
        serving.shutdown()
        serving.server_close()
    for name in ("tables", "sockets", "connections", "jobs_waiting", "order_seconds_bucket", "commit_seconds_count"):
        assert f"pawnstorm_{name}" in text
    assert 'pawnstorm_refused_total{why="unreadable"}' in text
    assert "pawnstorm" not in host.http.get("/metrics").text.lower() or host.http.get("/metrics").status_code != 200


def test_every_answer_has_the_number_of_its_request(server: Server) -> None:
    numbers = {server.guest().http.get("/api/health").headers["x-request-id"] for _ in range(3)}
    assert len(numbers) == 3


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8135", True),
        ("[::1]:8135", True),
        ("localhost", True),
        ("play.example.org", True),
        ("elsewhere.example.net", False),
        ("", True),
    ],
)
def test_a_request_must_name_this_server(host: str, known: bool) -> None:
    settings = Settings("", origins=("https://play.example.org",), static=Path())
    assert known_host(Headers({"host": host} if host else {}), settings.hosts) is known


def test_a_request_for_another_host_is_refused(server: Server) -> None:
    answer = server.guest().http.get("/api/games", headers={"Host": "elsewhere.example.net"})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")
