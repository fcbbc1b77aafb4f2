"""Which tables are deleted when, and what happens when the database is as large as it may be."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa
from server_kit import GAME, HERE, OPEN, Server, made_table, two

from bench.postgres import Postgres
from pawnstorm.server.settings import UNLIMITED, Rate, Settings
from pawnstorm.server.storage.database import ENTRIES, MUTES, TABLES
from pawnstorm.server.storage.entries import Ordered, SeatMade, Started
from pawnstorm.server.storage.store import Batch, Store
from pawnstorm.server.table.retention import Retention

DAY = 86_400_000
HOST = "h" * 64


def table(name: str, days: float, orders: int = 1, maker: str = HOST, campaign: str = "") -> Batch:
    """A table at which something has happened last so many days ago."""
    made = made_table(GAME, SeatMade("here", holder=maker), campaign=campaign)
    batch = Batch().add(name, 0, [made, Started((), ""), *[Ordered(0, "e2-e4", (), "")] * orders])
    at = int(time.time() * 1000 - days * DAY)
    for row in batch.entries:
        row["at"] = at
    batch.tables[0]["made"] = at
    return batch


def left_after_a_sweep(database: str, batches: list[Batch], live: tuple[str, ...] = (), **limits: float) -> set[str]:
    """The tables that are left; everything about the others must be gone."""

    async def scenario() -> set[str]:
        store = Store(database)
        await store.open()
        for batch in batches:
            await store.write(batch)
        await store.save_mutes("old", {0: {"before the dice"}})
        await Retention(replace(Settings(database), **limits), store, live).sweep()
        with store.engine.connect() as connection:
            found = [
                set(connection.execute(sa.select(column).distinct()).scalars())
                for column in (TABLES.c.id, ENTRIES.c.table_id, MUTES.c.table_id)
            ]
        await store.close()
        assert found[0] == found[1] >= found[2]
        return found[0]

    return asyncio.run(scenario())


def test_tables_are_kept_as_long_as_the_operator_says(database: str) -> None:
    batches = [table("old", 366), table("recent", 364), table("unplayed", 15, orders=0), table("waits", 13, orders=0)]
    assert left_after_a_sweep(database, batches) == {"recent", "waits"}


def test_nothing_is_deleted_if_the_operator_says_so(database: str) -> None:
    batches = [table("old", 10_000), table("unplayed", 10_000, orders=0)]
    kept = left_after_a_sweep(database, batches, keep_days=0, keep_unplayed_days=0)
    assert kept == {"old", "unplayed"}


def test_a_table_in_memory_stays(database: str) -> None:
    assert left_after_a_sweep(database, [table("old", 400)], live=("old",)) == {"old"}


def test_the_tables_of_a_campaign_stay_while_it_is_played(database: str) -> None:
    batches = [
        table("old", 400, campaign="old"),
        table("newest", 3, campaign="old"),
        table("given up", 400, maker="g" * 64, campaign="given up"),
    ]
    assert left_after_a_sweep(database, batches) == {"old", "newest"}


def test_more_tables_than_a_portion_are_all_looked_at(database: str) -> None:
    batches = [table("old", 400), *(table(f"t{number:03}", 400 if number % 2 else 1) for number in range(450))]
    assert left_after_a_sweep(database, batches) == {f"t{number:03}" for number in range(0, 450, 2)}


@pytest.mark.parametrize(("quota", "left"), [(40_000_000, {"old", "new"}), (10_000, {"new"})])
def test_unplayed_tables_go_first_when_it_gets_crowded(database: str, quota: int, left: set[str]) -> None:
    batches = [table("old", 2, orders=0), table("new", 0.9, orders=0)]
    assert left_after_a_sweep(database, batches, disk_quota=quota) == left


def test_a_table_that_is_used_after_all_is_not_deleted(database: str) -> None:
    async def scenario() -> tuple[bool, bool]:
        store = Store(database)
        await store.open()
        await store.write(table("old", 400))
        long_ago, now = int(time.time() * 1000 - 401 * DAY), int(time.time() * 1000)
        found = await store.delete("old", long_ago), await store.delete("old", now)
        await store.close()
        return found

    assert asyncio.run(scenario()) == (False, True)


def test_a_full_database_takes_no_new_tables_but_games_go_on(settings: Settings, serve: Callable[..., Server]) -> None:
    white, black, going = two(server := serve(settings))
    server.stop()
    full = serve(replace(settings, disk_quota=10))
    visitor = full.guest()
    answer = visitor.http.post("/api/tables", json={"game": GAME, "seats": [HERE, OPEN]})
    assert (answer.status_code, answer.json()["code"]) == (503, "full")
    with visitor.open(going) as watcher:
        assert watcher.last["end"] is None
    player = full.guest()
    player.http.cookies.update(white.http.cookies)
    with player.open(going) as client:
        client.order(client.orders()[0])
    black.leave()


def test_an_address_may_make_only_so_many_tables_whatever_guests_it_shows(
    settings: Settings, serve: Callable[..., Server]
) -> None:
    server = serve(replace(settings, limits=replace(UNLIMITED, tables=Rate(3, 0.0))))
    answers = [server.guest().http.post("/api/tables", json={"game": GAME, "seats": [HERE, HERE]}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[-1].json()["text"] == "too many tables have been made from your address today"


def test_tables_in_postgresql_are_deleted_alike(postgres: Postgres) -> None:
    batches = [table("old", 366), table("recent", 364), table("unplayed", 15, orders=0)]
    assert left_after_a_sweep(postgres.database(), batches, disk_quota=10**12) == {"recent"}
