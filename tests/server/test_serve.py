"""`pawnstorm serve` for its operator: what it prints, what it refuses, what it logs."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from server_kit import HERE, OPEN, PATIENCE, Visitor

from pawnstorm.cli.main import run
from pawnstorm.server.settings import data_folder, default_database


def start(database: str, log: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "pawnstorm", "serve", "--port", "0", "--database", database, *more],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "COLUMNS": "60"},
        )
    assert process.stdout is not None
    return process, process.stdout.readline()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_logs_no_secret_and_stops_cleanly(
    database: str, tmp_path: Path, how: signal.Signals
) -> None:
    log = tmp_path / "log.jsonl"
    process, said = start(database, log)
    assert database.removeprefix("sqlite:///") in said
    url = next(word for word in said.split() if word.startswith("http"))
    white, black = Visitor(url), Visitor(url)
    made = white.make(HERE, OPEN, seed="abcdef0123")
    token = made["invitations"][0]["token"]
    white.http.get(f"/table/{made['id']}?join={token}")
    black.post(made["id"], "join", token=token, seed="fedcba9876")
    with white.open(made["id"]) as w:
        w.order("e2-e4")
        w.send("resign", seat=0)
        seed = w.update(lambda message: message["end"])["table"]["dice"]["server_seed"]
        process.send_signal(how)
        assert w.closed() == 1012
    process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, -how)
    cookies = [visitor.http.cookies["pawnstorm_guest"] for visitor in (white, black)]
    for visitor in (white, black):
        visitor.leave()
    text = log.read_text()
    for secret in (token, seed, "abcdef0123", "fedcba9876", made["id"], *cookies):
        assert secret not in text
    events = [json.loads(line)["event"] for line in text.splitlines()]
    assert {"started", "table made", "request", "stopped"} <= set(events)
    assert events[-1] == "stopped"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", "nonsense"], "not a database address"),
        (["--database", "oracle://x/y"], "sqlite or postgresql"),
        (["--host", "no such host"], "not an address"),
        (["--port", "70000"], "65535"),
        (["--origin", "example.org"], "'example.org' is not an origin"),
        (["--origin", "https://example.org/games/"], "give that as --root-path /games"),
        (["--root-path", "games"], "'games' is not a path"),
        (["--root-path", "/a b"], "'/a b' is not a path"),
        (["--proxy", "nginx"], "neither an address nor a network"),
        (["--proxy", "10.0.0.1/8"], "neither an address nor a network"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(
    arguments: list[str], words: str, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = arguments if "--database" in arguments else [*arguments, "--database", database]
    assert run(["serve", *chosen]) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert len(said.err.splitlines()) == 1


def test_the_address_that_people_use_is_announced(database: str, tmp_path: Path) -> None:
    site = ["--origin", "https://Example.org", "--root-path", "/games/"]
    process, said = start(database, tmp_path / "log.jsonl", *site)
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert said.startswith("Pawnstorm is at https://example.org/games/ and keeps")


def test_a_port_that_is_taken_is_named(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--database", database]) == 2
    assert f"port {port} of 127.0.0.1 cannot be used: address already in use" in capsys.readouterr().err


def test_the_data_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "pawnstorm"
    assert default_database() == f"sqlite:///{tmp_path}/pawnstorm/pawnstorm.sqlite3"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "pawnstorm"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder().parts[-2:] == ("Application Support", "pawnstorm")
