"""Databases of earlier builds: every table opens, shows what was played, and goes on by its own rules."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from server_kit import Json, Server, TableClient, Visitor
from suite import EARLIER

from pawnstorm.core import record
from pawnstorm.games import load
from pawnstorm.server.guests import COOKIE
from pawnstorm.server.settings import UNLIMITED, Settings

BUILDS = sorted(path.name for path in EARLIER.iterdir())


@pytest.fixture(params=BUILDS)
def opened(
    request: pytest.FixtureRequest, tmp_path: Path, earlier: Callable[[str], str]
) -> Iterator[tuple[Server, list[Json]]]:
    """A server with the database of an earlier build, and what is known of its tables."""
    settings = Settings(earlier(request.param), UNLIMITED, static=tmp_path, pause_seconds=0.0, reaction_seconds=0.0)
    # However old they are.
    settings = replace(settings, keep_days=0.0, keep_unplayed_days=0.0)
    server = Server(settings)
    yield server, json.loads((EARLIER / request.param / "tables.json").read_text("utf-8"))
    server.stop()


def _first_player(server: Server, table: Json) -> Visitor:
    visitor = server.guest()
    visitor.http.cookies.set(COOKIE, table["guests"][0])
    return visitor


def test_every_table_shows_what_was_played(opened: tuple[Server, list[Json]]) -> None:
    server, tables = opened
    key = server.guest().http.get("/api/key").json()["key"]
    for table in tables:
        visitor = _first_player(server, table)
        with visitor.open(table["table"]) as client:
            shown = [step["order"] for step in client.steps]
            # What was secret then may be revealed now, and a shared screen shows less than it did.
            orders = zip(shown, table["orders"], strict=True)
            assert all(now == then for now, then in orders if now and then), table["what"]
            assert client.last["end"] == table["end"], table["what"]
        if table["end"]:
            text = visitor.record(table["table"])
            kept = record.parse(text)
            assert (kept.format, kept.key) == (2, key)
            assert record.replay(kept, load(table["game"])).ending is not None
        visitor.leave()


def _has_orders_after_looking(client: TableClient) -> bool:
    """On a shared screen the seat to act looks; whether it then has orders."""
    if client.last["screen"] is None:
        return False
    client.look_as(client.turn)
    return bool(client.orders())


def test_every_table_that_was_under_way_goes_on(opened: tuple[Server, list[Json]]) -> None:
    server, tables = opened
    going = [table for table in tables if not table["end"] and "waits" not in table["what"]]
    assert {table["game"] for table in going} == {table["game"] for table in tables}
    for table in going:
        seats = [server.guest() for _ in table["guests"]]
        for visitor, token in zip(seats, table["guests"], strict=True):
            visitor.http.cookies.set(COOKIE, token)
        clients = [visitor.open(table["table"]) for visitor in seats]
        mover = next(client for client in clients if client.orders() or _has_orders_after_looking(client))
        assert mover.order(mover.orders()[0])["length"] > len(table["orders"]), table["what"]
        for visitor in seats:
            visitor.leave()


def test_a_rematch_of_an_old_table_is_played_by_the_present_rules(opened: tuple[Server, list[Json]]) -> None:
    server, tables = opened
    for table in tables:
        if not table["end"]:
            continue
        visitor = _first_player(server, table)
        answer = visitor.post(table["table"], "rematch")
        assert answer.status_code in (200, 201), answer.text
        written = record.parse(visitor.record(answer.json()["id"]))
        assert written.rules_version == load(table["game"]).rules_version
        visitor.leave()
