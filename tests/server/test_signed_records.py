"""Records of real tables are signed by the server's key, and examples/verify_dice.py checks their dice by itself."""

import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from server_kit import HERE, PATIENCE, Json, Server, play, two
from suite import ROOT

from pawnstorm.core import record
from pawnstorm.core.errors import BadRecord, UsageError
from pawnstorm.core.fairdice import verify
from pawnstorm.core.game import Game
from pawnstorm.core.signature import Signer
from pawnstorm.core.step import short_hash
from pawnstorm.games import load
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.store import Store

ROLLS, ORDERS = 8, 150
VERIFIER = ROOT / "examples" / "verify_dice.py"


def key_of(url: str) -> str:
    return str(httpx.get(f"{url}/api/key", timeout=PATIENCE).raise_for_status().json()["key"])


# ---- the key ------------------------------------------------------------------------------------------------------


def test_a_restart_keeps_the_key_and_another_database_has_another(
    serve: Callable[[Settings], Server], settings: Settings, shared: Server
) -> None:
    first = serve(settings)
    key = key_of(first.url)
    first.stop()
    assert key_of(serve(settings).url) == key
    assert key_of(shared.url) != key


def _start(database: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pawnstorm", "serve", "--port", "0", "--database", database],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _url(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return next(word for word in process.stdout.readline().split() if word.startswith("http"))


def test_a_kill_does_not_change_the_key(database: str) -> None:
    first = _start(database)
    key = key_of(_url(first))
    first.kill()
    first.communicate()
    second = _start(database)
    try:
        assert key_of(_url(second)) == key
    finally:
        second.kill()
        second.communicate()


def test_a_damaged_key_is_refused_at_the_start(database: str) -> None:
    store = Store(database)
    store.prepare()
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE keys SET secret = 'abc'")
    with pytest.raises(UsageError, match="the key in the database is damaged"):
        store.prepare()
    store.engine.dispose()


# ---- records ------------------------------------------------------------------------------------------------------


def test_every_record_that_is_given_out_is_signed(server: Server) -> None:
    white, black, table = two(server)
    with white.open(table) as w:
        w.order("e2-e4")
        running = [white.record(table), black.record(table), server.guest().record(table)]
        w.send("resign", seat=0)
        w.update(lambda message: message["end"])
    for text in [*running, white.record(table)]:
        kept = record.parse(text)
        assert kept.key == key_of(server.url)
        assert record.replay(kept, load("chess-attack"))
        with pytest.raises(BadRecord, match="the signature is not valid"):
            record.replay(record.parse(record.write(replace(kept, seats={}))), load("chess-attack"))


@pytest.mark.parametrize("seed", ["\n", "aa\n", "AA", "zz"])
def test_a_seed_that_would_spoil_the_record_is_refused(server: Server, seed: str) -> None:
    body = {"game": "chess-attack", "seats": [HERE, HERE], "seed": seed}
    answer = server.guest().http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_a_seed_of_any_length_can_be_verified(server: Server, tmp_path: Path) -> None:
    host = server.guest()
    table = host.make(HERE, HERE, seed="abc")["id"]
    with host.open(table) as client:
        client.send("resign", seat=0)
        client.update(lambda message: message["end"])
    text = host.record(table)
    assert "players=abc,-" in text
    assert verify(record.parse(text), load("chess-attack")).ok
    assert _verify(text, tmp_path)[0] == 0


def test_a_replay_says_by_whom_a_record_is_signed(server: Server) -> None:
    white, _, table = two(server)
    kept = record.parse(white.record(table))
    texts = {
        "here": kept,
        "elsewhere": record.sign(kept, Signer(bytes(32))),
        "no": replace(kept, dice="", key="", signature=""),
    }
    for signed, changed in texts.items():
        answer = white.http.post("/api/replay", content=record.write(changed), headers={"Content-Type": "text/plain"})
        assert (answer.json()["signed"], answer.json()["key"]) == (signed, changed.key[8:24])
    assert white.http.get(f"/api/tables/{table}/replay").json()["signed"] == "here"


# ---- the verifier -------------------------------------------------------------------------------------------------


def _rolls(steps: list[Json]) -> int:
    return sum(len(step["faces"]) for step in steps)


def _finished(server: Server, game: Game) -> str:
    """The record of a real table, at which a player resigns after some rolls."""
    host, luck = server.guest(), random.Random(5)
    table = host.make(HERE, HERE, game=game.key, seed="aa")["id"]
    with host.open(table) as client:
        # A match of Castle Chess throws one die, for who begins.
        while not client.last["end"] and len(client.steps) < ORDERS and _rolls(client.steps) < ROLLS:
            play([client], luck, 10)
        if not client.last["end"]:
            client.send("resign", seat=0)
            client.update(lambda message: message["end"])
    return host.record(table)


def _verify(text: str, tmp_path: Path) -> tuple[int, str]:
    """What the verifier says of a text; `-I` keeps it from finding Pawnstorm."""
    path = tmp_path / "record.txt"
    path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), str(path)], capture_output=True, text=True, check=False
    )
    assert len((done.stdout + done.stderr).splitlines()) == 1
    return done.returncode, done.stdout + done.stderr


def _resealed(text: str) -> str:
    """A changed record with a new seal."""
    text = text.partition("signature:")[0]
    body, _, _ = text.rpartition(" #")
    return f"{body} #{short_hash(body)}\n"


def _high_die(text: str) -> re.Match[str]:
    """The first die of a roll that shows more than 1."""
    found = re.search(r"(?<=\[)([2-9]|[1-9][0-9]+)/([0-9]+)", text)
    assert found
    return found


def _with_die(text: str, die: str) -> str:
    """The record with another die in the place of that one."""
    old = _high_die(text)
    return text[: old.start()] + die + text[old.end() :]


def _another_face(text: str) -> str:
    return _with_die(text, f"1/{_high_die(text)[2]}")


def _another_size(text: str) -> str:
    """A die so small that it cannot show the face."""
    face = _high_die(text)[1]
    return _with_die(text, f"{face}/{int(face) - 1}")


def _skipped_roll(text: str) -> str:
    return re.sub(r" \[[^]]*\]", "", text, count=1)


def _another_seed(text: str) -> str:
    return re.sub("server=..", "server=ff", text, count=1)


def test_the_verifier_finds_every_forgery(server: Server, game: Game, tmp_path: Path) -> None:
    text = _finished(server, game)
    kept = record.parse(text)
    rolls = sum(len(entry.faces) for entry in kept.entries)
    assert rolls >= 1
    code, said = _verify(text, tmp_path)
    assert (code, said[:4]) == (0, "OK: ")
    assert f" dice in {rolls} rolls follow from the seeds" in said
    where = text[: _high_die(text).start()].count("\n") + 1
    for forge in (_another_face, _another_size):
        code, said = _verify(_resealed(forge(text)), tmp_path)
        assert (code, bool(re.match(rf"line {where}: roll \d+ shows ", said))) == (1, True)
    code, said = _verify(_skipped_roll(text), tmp_path)
    assert (code, (" shows " if rolls > 1 else "the seal does not match") in said) == (1, True)
    code, said = _verify(_resealed(_another_seed(text)), tmp_path)
    assert (code, f"line {kept.lines['dice']}: the server's seed is not the one" in said) == (1, True)
    code, said = _verify(text.replace("=guest", "=strong", 1), tmp_path)
    assert (code, "the seal does not match" in said) == (1, True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: this is not a record of format 2"),
        ("pawnstorm record 1\n", "line 1: this is not a record of format 2"),
        ("pawnstorm record 2\ngame: x\n", "line 1: the record does not say where its dice come from"),
        ("pawnstorm record 2\ndice: seed 1\n", "line 2: the dice header is not of the scheme"),
        ("pawnstorm record 2\n3. White: e4xd5 [5/6] #c0ffee123456\n", "line 2: this is not a header"),
        ("pawnstorm record 2\ndice: a\ndice: b\n", "line 3: the header 'dice' appears twice"),
    ],
)
def test_the_verifier_names_what_it_cannot_read(text: str, sentence: str, tmp_path: Path) -> None:
    code, said = _verify(text, tmp_path)
    assert (code, said.startswith(sentence)) == (1, True)


def test_the_verifier_reads_every_line(server: Server, tmp_path: Path) -> None:
    """Dice outside of a roll, and text below the end, would be read by people but not checked."""
    text = _finished(server, load("chess-attack"))
    last = [line for line in text.splitlines() if "] #" in line][-1]
    end = text.splitlines().index(next(line for line in text.splitlines() if line.startswith("end: "))) + 1
    for changed, sentence in [
        (_resealed(text.replace(last, last.replace("] #", "] x #"))), "with its dice and digest"),
        (_resealed(text.replace(last, " " + last)), "with its dice and digest"),
        (_resealed(text.replace("dice: scheme", "dice: seed 7; scheme")), "the dice header is not of the scheme"),
        (text + "end: White wins: luck #c0ffee123456\n", f"line {end + 2}: there is text after the closing line"),
        (text.partition("signature:")[0] + "note: x\n", f"line {end + 1}: there is text after the closing line"),
        (text.partition("end:")[0], "the record breaks off here"),
    ]:
        code, said = _verify(changed, tmp_path)
        assert (code, sentence in said) == (1, True), said


def test_the_verifier_waits_for_the_end_of_the_match(server: Server, tmp_path: Path) -> None:
    white, _, table = two(server)
    code, said = _verify(white.record(table), tmp_path)
    assert (code, "the server's seed is not revealed yet" in said) == (1, True)


def test_the_verifier_needs_a_file(tmp_path: Path) -> None:
    for arguments in ([], [str(tmp_path / "nothing.txt")], ["a", "b"]):
        done = subprocess.run([sys.executable, "-I", str(VERIFIER), *arguments], capture_output=True, check=False)
        assert done.returncode == 2
