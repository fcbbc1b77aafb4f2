"""Storage: nobody is told of what failed, other writers are noticed, bad and newer databases are refused."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server_kit import HERE, Server, made_table, two

from pawnstorm.core.errors import UsageError
from pawnstorm.games import load
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage import database as schema
from pawnstorm.server.storage.checkpoints import Checkpointer
from pawnstorm.server.storage.database import HEAD, METADATA, TABLES, alembic_config, migrate, open_engine
from pawnstorm.server.storage.entries import Declined, Made, Proposed, SeatMade, decode
from pawnstorm.server.storage.store import Batch, Conflict, StorageFailed, Store
from pawnstorm.server.table.decisions import decide
from pawnstorm.server.table.table import rebuild
from pawnstorm.server.wire.messages import Order


def made() -> Made:
    return made_table("chess-attack", SeatMade("here"), SeatMade("here"), maker="maker")


def rows(settings: Settings, query: str) -> list[Any]:
    with closing(sqlite3.connect(settings.database.removeprefix("sqlite:///"))) as connection:
        return connection.execute(query).fetchall()


# ---- store, then tell ---------------------------------------------------------------------------------------------


def test_nobody_is_told_of_an_order_that_could_not_be_stored(
    serve: Callable[[Settings], Server], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(settings)
    white, black, table = two(server)
    with white.open(table) as w, black.open(table) as b, server.guest().open(table) as s:
        w.reach(2)
        before = b.last["view"]
        monkeypatch.setattr(server.store, "_commit", _failing)
        w.send("order", do="e2-e4")
        refusal = w.refusal()
        assert (refusal["code"], refusal["rev"]) == ("busy", 2)
        assert "nothing has changed" in refusal["text"]
        for client in (b, s, w):
            client.send("sync", rev=0)
            update = client.update(lambda message: True)
            assert (update["rev"], update["steps"]) == (2, [])
        assert b.last["view"] == before
        health = server.guest().http.get("/api/health")
        assert health.status_code == 200, "reading still works"
        monkeypatch.undo()
        w.order("e2-e4")
        assert b.reach(3)["steps"][0]["order"] == "e2-e4"


def _failing(_batches: list[Batch]) -> None:
    raise sa.exc.OperationalError("INSERT", {}, Exception("disk full"))


def test_an_order_is_committed_before_its_player_is_told(
    serve: Callable[[Settings], Server], settings: Settings
) -> None:
    white, _, table = two(serve(settings))
    with white.open(table) as w:
        w.order("e2-e4")
        assert rows(settings, f"SELECT max(rev) FROM entries WHERE table_id = '{table}'") == [(3,)]


def test_a_table_that_could_not_be_stored_is_not_made(
    serve: Callable[[Settings], Server], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(settings)
    monkeypatch.setattr(server.store, "_commit", _failing)
    answer = server.guest().http.post("/api/tables", json={"game": "chess-attack", "seats": [HERE, HERE]})
    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert "disk full" not in answer.text
    monkeypatch.undo()
    assert rows(settings, "SELECT count(*) FROM tables") == [(0,)]


def test_another_writer_is_noticed_and_followed(serve: Callable[[Settings], Server], settings: Settings) -> None:
    """If anybody else has taken a revision, an order is refused as stale, and the table reads on."""
    white, black, table = two(serve(settings))
    with white.open(table) as w:
        w.reach(2)
        _order_elsewhere(settings, table, "d2-d4")
        w.send("order", do="e2-e4")
        assert w.refusal()["code"] == "stale"
        assert [step["order"] for step in w.update()["steps"]] == ["d2-d4"]
    with black.open(table) as b:
        b.order("d7-d5")


def _order_elsewhere(settings: Settings, table: str, order: str) -> None:
    """Store an order without telling the server."""
    bodies = rows(settings, f"SELECT body FROM entries WHERE table_id = '{table}' ORDER BY rev")
    found = rebuild(table, [decode(body) for (body,) in bodies])
    decision = decide(found, found.seats[0].holder, Order(found.rev, order))
    [row] = Batch().add(table, found.rev + 1, decision.entries).entries
    with closing(sqlite3.connect(settings.database.removeprefix("sqlite:///"))) as connection:
        connection.execute("INSERT INTO entries VALUES (:table_id, :rev, :at, :body)", row)
        connection.commit()


def test_a_second_server_on_one_file_is_refused(settings: Settings, serve: Callable[[Settings], Server]) -> None:
    first = serve(settings)
    second = Store(settings.database)
    sentence = f"is in use by another server (process {os.getpid()}); several servers need a PostgreSQL database"
    with pytest.raises(UsageError, match=re.escape(sentence)):
        second.prepare()
    first.stop()
    second.prepare()
    asyncio.run(_open_and_close(second))


async def _open_and_close(store: Store) -> None:
    await store.open()
    await store.close()


def test_the_lock_of_a_killed_server_is_free_at_once(database: str) -> None:
    code = "import sys, time; from pawnstorm.server.storage.store import Store\n"
    code += "store = Store(sys.argv[1]); store.prepare(); print('locked', flush=True); time.sleep(600)"
    process = subprocess.Popen([sys.executable, "-c", code, database], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "locked\n"
    store = Store(database)
    with pytest.raises(UsageError, match=f"process {process.pid}"):
        store.prepare()
    process.kill()
    process.communicate()
    store.prepare()
    asyncio.run(_open_and_close(store))


def test_a_damaged_log_is_not_resumed(serve: Callable[[Settings], Server], settings: Settings) -> None:
    server = serve(settings)
    white, _, table = two(server)
    with white.open(table) as w:
        w.order("e2-e4")
    server.stop()
    with closing(sqlite3.connect(settings.database.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE entries SET body = replace(body, 'e2-e4', 'd2-d4')")
        connection.commit()
    guest = serve(settings).guest()
    answer = guest.http.get(f"/api/tables/{table}")
    assert (answer.status_code, answer.json()["code"]) == (409, "damaged")
    assert guest.connect(table).closed() == 4404


def test_a_table_of_later_rules_is_not_resumed(serve: Callable[[Settings], Server], settings: Settings) -> None:
    server = serve(settings)
    table = server.guest().make()["id"]
    server.stop()
    with closing(sqlite3.connect(settings.database.removeprefix("sqlite:///"))) as connection:
        version = load("chess-attack").rules_version
        change = f"""replace(body, '"rules_version":{version}', '"rules_version":{version + 1}')"""
        connection.execute(f"UPDATE entries SET body = {change}")
        connection.commit()
    answer = serve(settings).guest().http.get(f"/api/tables/{table}")
    assert (answer.status_code, answer.json()["code"]) == (409, "too_new")


def test_secrets_are_stored_only_as_fingerprints(serve: Callable[[Settings], Server], settings: Settings) -> None:
    server = serve(settings)
    host = server.guest()
    made = host.make({"kind": "here"}, {"kind": "open"})
    bodies = "".join(body for (body,) in rows(settings, "SELECT body FROM entries"))
    assert made["invitations"][0]["token"] not in bodies
    assert host.http.cookies["pawnstorm_guest"] not in bodies


# ---- the writer thread --------------------------------------------------------------------------------------------


def test_a_group_is_one_transaction_and_a_bad_batch_does_not_spoil_it(database: str) -> None:
    async def scenario() -> None:
        store = Store(database)
        await store.open()
        groups: list[int] = []
        commit = store._commit
        store._commit = lambda batches: (groups.append(len(batches)), commit(batches))[1]  # type: ignore[method-assign]
        await store.write(Batch().add("one", 0, [made()]))
        results = await asyncio.gather(
            store.write(Batch().add("one", 1, [Proposed(0, "draw")])),
            store.write(Batch().add("one", 0, [Declined(1)])),
            store.write(Batch().add("nowhere", 1, [Declined(1)])),
            store.write(Batch().add("two", 0, [made()])),
            store.log("one"),
            return_exceptions=True,
        )
        assert [type(result) for result in results[:4]] == [type(None), Conflict, Conflict, type(None)]
        assert await store.log("one") == [made(), Proposed(0, "draw")]
        assert await store.log("one", 0) == [Proposed(0, "draw")]
        assert await store.log("two") == [made()]
        assert await store.count_made("maker", 0) == 2
        await store.close()
        assert groups[0] == 1
        assert sum(groups) >= 5

    asyncio.run(scenario())


def test_closing_commits_what_waits(database: str) -> None:
    async def scenario() -> None:
        store = Store(database)
        await store.open()
        waiting = [store.write(Batch().add(f"t{number}", 0, [made()])) for number in range(50)]
        await store.close()
        await asyncio.gather(*waiting)

    asyncio.run(scenario())
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (50,)


def test_a_gap_in_a_log_is_noticed(database: str) -> None:
    async def scenario() -> None:
        store = Store(database)
        await store.open()
        await store.write(Batch().add("one", 0, [made()]))
        await store.write(Batch().add("one", 2, [Declined(0)]))
        with pytest.raises(StorageFailed):
            await store.log("one")
        await store.close()

    asyncio.run(scenario())


# ---- the database -------------------------------------------------------------------------------------------------


def test_the_migrations_lead_to_the_tables_we_use(migrated: Path, tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    path = tmp_path / "copy.sqlite3"
    shutil.copy(migrated, path)
    engine = open_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()
    assert ScriptDirectory.from_config(alembic_config()).get_current_head() == HEAD


def test_alembic_is_only_loaded_when_there_is_something_to_do(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "_upgrade", lambda _engine: pytest.fail("nothing was to be done"))
    engine = open_engine(database)
    migrate(engine)
    engine.dispose()


@pytest.mark.parametrize(("fsync", "level"), [(False, 1), (True, 2)])
def test_a_commit_waits_for_the_disk_only_if_told_to(database: str, fsync: bool, level: int) -> None:
    engine = open_engine(database, fsync)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == level
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()


def test_the_journal_is_copied_in_the_background(database: str) -> None:
    engine = open_engine(database)
    file = Path(engine.url.database or "")
    checkpointer = Checkpointer(engine, seconds=0.01)
    checkpointer.start()
    with engine.begin() as connection:
        connection.execute(TABLES.insert().values(id="t", game="g", maker="m", made=1))
    alone = file.with_name("alone.sqlite3")
    for _ in range(1000):
        # Without its journal the file contains only what has been copied.
        shutil.copy(file, alone)
        if _tables_in(alone):
            break
        time.sleep(0.01)
    assert _tables_in(alone) == ["t"]
    checkpointer.stop()
    engine.dispose()


def _tables_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM tables")]


def test_a_newer_database_is_refused(database: str) -> None:
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    store = Store(database)
    with pytest.raises(UsageError, match="newer Pawnstorm"):
        store.prepare()
    store.engine.dispose()


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("nonsense", "not a database address"),
        ("mysql://localhost/x", "sqlite or postgresql"),
    ],
)
def test_a_bad_address_is_refused(address: str, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        Store(address)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be made"):
        Store(f"sqlite:///{tmp_path}/file/tables.sqlite3")


def test_postgresql_without_its_driver_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError, match="PostgreSQL needs psycopg, which is not installed"):
        Store("postgresql+psycopg://localhost/pawnstorm")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.sqlite3"
    store = Store(f"sqlite:///{path}")
    store.prepare()
    assert {file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {0}
    store.engine.dispose()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_an_earlier_database_is_closed_to_strangers(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    for name in ("tables.sqlite3", "tables.sqlite3-wal", "other.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o664)
    store = Store(f"sqlite:///{path}")
    store.prepare()
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    store.engine.dispose()
    assert modes.pop("other.txt") == 0o664
    assert set(modes.values()) == {0o600}


def test_an_address_of_sqlites_own_kind_makes_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store(f"sqlite:///file:{tmp_path}/tables.sqlite3?uri=true")
    store.prepare()
    store.engine.dispose()
    assert [file.name for file in tmp_path.iterdir()] == ["tables.sqlite3"]


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("not a database " * 200)
    store = Store(f"sqlite:///{path}")
    with pytest.raises(UsageError, match="cannot be used"):
        store.prepare()
    store.engine.dispose()
    assert path.read_text() == "not a database " * 200


def test_a_table_that_fails_is_read_from_its_log_again(
    serve: Callable[[Settings], Server], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If applying a stored entry ever failed, memory could not be trusted: sockets are closed and the log is read."""
    server = serve(settings)
    white, _, table = two(server)
    with white.open(table) as w:
        monkeypatch.setattr("pawnstorm.server.table.table.Table.apply", _broken)
        w.send("order", do="e2-e4")
        assert w.refusal()["code"] == "busy"
        assert w.closed() == 1012
        monkeypatch.undo()
    with white.open(table) as w:
        assert [step["order"] for step in w.steps] == ["e2-e4"]


def _broken(*_: object) -> None:
    raise RuntimeError("a bug")
