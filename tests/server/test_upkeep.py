"""Backup, restore, check and export: by the commands, on a database that a server is using."""

import json
import random
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from server_kit import HERE, OPEN, Server, Visitor, play, quiet, two
from suite import EARLIER

from bench.postgres import Postgres
from pawnstorm.cli.main import run
from pawnstorm.core import record
from pawnstorm.games import load
from pawnstorm.server.guests import COOKIE
from pawnstorm.server.settings import Settings

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs a command; its exit code, and what it says."""

    def command(*words: object) -> tuple[int, str, str]:
        code = run([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def again(server: Server, visitor: Visitor) -> Visitor:
    """The same browser at another server."""
    found = server.guest()
    found.http.cookies.set(COOKIE, visitor.http.cookies[COOKIE])
    return found


def test_a_backup_of_a_running_server_goes_on_elsewhere(
    settings: Settings, tmp_path: Path, serve: Callable[..., Server], say: Say
) -> None:
    server = serve(settings)
    white, black, table = two(server)
    with white.open(table) as one, black.open(table) as other:
        one.order(quiet(one))
        other.reach(one.rev)
        code, said, _ = say("backup", tmp_path / "kept", "--database", settings.database)
        assert code == 0
        assert "1 tables, 4 entries" in said
        other.order(quiet(other))
    code, said, _ = say("check", "--database", f"sqlite:///{tmp_path}/kept")
    assert (code, "1 tables (1 under way) with 4 entries" in said) == (0, True)
    elsewhere = f"sqlite:///{tmp_path}/elsewhere.sqlite3"
    assert say("restore", tmp_path / "kept", "--database", elsewhere)[0] == 0
    second = serve(replace(settings, database=elsewhere))
    assert second.guest().http.get("/api/key").text == white.http.get("/api/key").text
    with again(second, black).open(table) as other:
        assert len(other.steps) == 1
        other.order(quiet(other))
    assert not [path.name for path in tmp_path.iterdir() if ".part" in path.name]


def test_nothing_is_overwritten(database: str, tmp_path: Path, say: Say) -> None:
    kept = tmp_path / "kept"
    assert say("backup", kept, "--database", database)[0] == 0
    before = kept.read_bytes()
    file = database.removeprefix("sqlite:///")
    for words, sentence in (
        (("backup", kept, "--database", database), f"{kept} exists, so it is not overwritten"),
        (("restore", kept, "--database", database), f"{file} exists already"),
        (("export", tmp_path, "--database", database), f"{tmp_path} exists, so nothing is written there"),
        (("backup", tmp_path / "new", "--database", f"sqlite:///{tmp_path}/none"), f"there is no database {tmp_path}"),
        (("restore", tmp_path / "none", "--database", f"sqlite:///{tmp_path}/new"), "there is no database"),
        (("backup", tmp_path / "no" / "folder", "--database", "nonsense"), "'nonsense' is not a database address"),
    ):
        code, _, said = say(*words)
        assert (code, len(said.splitlines())) == (2, 1)
        assert sentence in said
    assert kept.read_bytes() == before
    assert not (tmp_path / "none").exists()
    assert not (tmp_path / "new").exists()


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, say: Say) -> None:
    letter, empty = tmp_path / "letter", tmp_path / "empty"
    letter.write_text("not a database " * 200)
    sqlite3.connect(empty).execute("CREATE TABLE letters (text)").connection.close()
    newer = tmp_path / "newer"
    with sqlite3.connect(newer) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    for file, sentence in (
        (letter, "file is not a database"),
        (empty, f"{empty} holds no tables of a Pawnstorm server"),
        (newer, f"{newer} is of version 9999, made by a newer Pawnstorm"),
    ):
        code, _, said = say("restore", file, "--database", f"sqlite:///{tmp_path}/new")
        assert (code, sentence in said) == (2, True), said
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("DELETE FROM entries WHERE rev = 2", "entry 2 is missing"),
        ('UPDATE entries SET body = replace(body, \'"digest":"\', \'"digest":"0\') WHERE rev = 3', "differs"),
        ('UPDATE entries SET body = \'{"k":"nonsense"}\' WHERE rev = 3', "nonsense"),
        ("DELETE FROM tables", "belongs to no table"),
    ],
)
def test_damage_is_found(
    damage: str, sentence: str, settings: Settings, tmp_path: Path, serve: Callable[..., Server], say: Say
) -> None:
    server = serve(settings)
    white, _, table = two(server)
    with white.open(table) as one:
        one.order(quiet(one))
    server.stop()
    with sqlite3.connect(settings.database.removeprefix("sqlite:///")) as connection:
        connection.execute(damage)
    connection.close()
    code, _, said = say("check", "--database", settings.database)
    assert code == 1
    assert sentence in said


@pytest.mark.parametrize("build", sorted(path.name for path in EARLIER.iterdir()))
def test_an_earlier_database_is_backed_up_before_it_is_brought_up_to_date(
    build: str, earlier: Callable[[str], str], tmp_path: Path, say: Say
) -> None:
    database = earlier(build)
    before = Path(database.removeprefix("sqlite:///")).read_bytes()
    assert say("check", "--database", database)[0] == 0
    assert say("backup", tmp_path / "kept", "--database", database)[0] == 0
    assert Path(database.removeprefix("sqlite:///")).read_bytes() == before
    assert say("restore", tmp_path / "kept", "--database", f"sqlite:///{tmp_path}/new")[0] == 0
    code, said, _ = say("check", "--database", f"sqlite:///{tmp_path}/new")
    assert (code, "124 tables" in said) == (0, True)


def test_everything_is_exported(settings: Settings, tmp_path: Path, serve: Callable[..., Server], say: Say) -> None:
    server = serve(settings)
    white, black, table = two(server)
    waiting = white.make(HERE, OPEN)["id"]
    with white.open(table) as one, black.open(table) as other:
        play([one, other], random.Random(1), 4)
        one.send("resign", seat=0)
        one.update(lambda message: message["end"])
    folder = tmp_path / "out"
    code, said, _ = say("export", folder, "--database", settings.database)
    assert (code, "1 records" in said) == (0, True)
    lines = {line["table"]: line for line in map(json.loads, (folder / "tables.jsonl").read_text().splitlines())}
    assert {name: line["state"] for name, line in lines.items()} == {table: "finished", waiting: "waiting"}
    assert lines[waiting]["record"] == ""
    text = (folder / lines[table]["record"]).read_text()
    assert text == white.record(table)
    kept = record.parse(text)
    assert kept.key == white.http.get("/api/key").json()["key"]
    assert record.replay(kept, load(kept.game)).ending is not None
    assert len(list(folder.rglob("*.rec"))) == 1


def test_a_server_moves_from_sqlite_to_postgresql_and_back(
    earlier: Callable[[str], str], postgres: Postgres, tmp_path: Path, say: Say
) -> None:
    moved, again_moved = postgres.database(), postgres.database()
    back = f"sqlite:///{tmp_path}/back.sqlite3"
    assert say("backup", tmp_path / "one", "--database", earlier("0.2.0"))[0] == 0
    code, _, said = say("backup", tmp_path / "none", "--database", moved)
    assert (code, "holds no tables of a Pawnstorm server" in said) == (2, True)
    assert say("restore", tmp_path / "one", "--database", moved)[0] == 0
    code, said, _ = say("check", "--database", moved)
    assert (code, "124 tables (23 finished, 96 under way, 5 waiting) with 4274 entries" in said) == (0, True)
    code, _, said = say("restore", tmp_path / "one", "--database", moved)
    assert (code, "restore to an empty one" in said) == (2, True)
    assert say("backup", tmp_path / "two", "--database", moved)[0] == 0
    for target in (again_moved, back):
        assert say("restore", tmp_path / "two", "--database", target)[0] == 0
        code, said, _ = say("check", "--database", target)
        assert (code, "with 4274 entries" in said) == (0, True)
