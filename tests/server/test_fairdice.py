"""Verifiable dice: a second implementation of docs/dice.md, fairness, and forged records."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pawnstorm.cli.main import run
from pawnstorm.core.dice import Die, LoadedTower, Pool, SeededTower, Tower
from pawnstorm.core.errors import BadRecord
from pawnstorm.core.fairdice import FairTower, Pledge, Verdict, commitment, read_pledge, verify, write_pledge
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.record import Record, in_format_1, of_match, parse, sign, write
from pawnstorm.core.signature import Signer
from pawnstorm.games import load

SERVER = "00112233445566778899aabbccddeeff" * 2
PLAYERS = ("c0ffee", "")
SIGNER = Signer(bytes(32))


def second_implementation(server: str, players: tuple[str, ...], table: str, roll: int, sides: list[int]) -> list[int]:
    """The scheme again, written only from docs/dice.md."""
    mixed = hashlib.sha256("|".join(["pawnstorm-dice-1", *players]).encode()).hexdigest()
    words: list[int] = []
    for block in range(40):
        text = f"pawnstorm-dice-1|{mixed}|{table}|{roll}|{block}"
        digest = hmac.new(bytes.fromhex(server), text.encode(), hashlib.sha256).digest()
        words += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    faces = []
    for size in sides:
        while (word := words.pop(0)) >= 2**32 // size * size:
            pass
        faces.append(word % size + 1)
    return faces


@pytest.mark.parametrize("sides", [[6, 6], [6] * 5, [20] * 9, [2, 3, 100, 54], [3_000_000_000] * 12, [1]])
def test_the_faces_are_those_of_the_document(sides: list[int]) -> None:
    tower = FairTower("table", SERVER, PLAYERS)
    for roll in range(20):
        faces = tower.roll(Pool(tuple(Die(size, 0, "") for size in sides), "a test", "XX-1"))
        assert faces == second_implementation(SERVER, PLAYERS, "table", roll, sides)
        assert all(1 <= face <= size for face, size in zip(faces, sides, strict=True))


def test_the_commitment_is_that_of_the_document() -> None:
    expected = hashlib.sha256(f"pawnstorm-dice-1|table|{SERVER}".encode()).hexdigest()
    assert commitment("table", SERVER) == expected


@pytest.mark.parametrize(
    ("server", "players", "table"),
    [(SERVER[::-1], PLAYERS, "table"), (SERVER, ("c0ffef", ""), "table"), (SERVER, ("", "c0ffee"), "table")],
)
def test_every_input_matters(server: str, players: tuple[str, ...], table: str) -> None:
    here, there = FairTower("table", SERVER, PLAYERS), FairTower(table, server, players)
    assert [here.faces(roll, [6] * 8) for roll in range(5)] != [there.faces(roll, [6] * 8) for roll in range(5)]


@pytest.mark.parametrize("sides", [2, 6, 7, 20])
def test_the_dice_are_fair(sides: int) -> None:
    tower = FairTower("table", SERVER, PLAYERS)
    count = 6000
    found = Counter(face for roll in range(count // 6) for face in tower.faces(roll, [sides] * 6))
    expected = count / sides
    chi = sum((found[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert set(found) == set(range(1, sides + 1))
    assert chi < 2.5 * sides + 15, found


def test_a_pledge_survives_its_header() -> None:
    for pledge in (Pledge("t", "ab" * 32, PLAYERS, SERVER), Pledge("t", "ab" * 32, ("", "", "", ""))):
        assert read_pledge(write_pledge(pledge)) == pledge


@pytest.mark.parametrize("text", ["", "scheme=other", "scheme=pawnstorm-dice-1; table=t", "x" * 500])
def test_a_bad_dice_header_is_named(text: str) -> None:
    with pytest.raises(BadRecord, match="line 7: the dice header"):
        read_pledge(text, 7)


# ---- records ------------------------------------------------------------------------------------------------------


def played(tower: Tower | None = None, end: bool = True) -> str:
    """A record with dice, as a table would write it; with another tower its dice are forged."""
    game, luck = load("chess-attack"), Luck(8)
    match = Match(game, Setup(), tower or FairTower("table", SERVER, PLAYERS))
    while match.turn >= 0 and sum(bool(step.faces) for step in match.steps) < 6:
        legal = match.state.legal()
        match.add(match.step_for(match.turn, game.write(match.state, legal[luck.below(len(legal))])))
    if end and match.turn >= 0:
        match.add_resignation(0, match.step_for_resigning(0))
    pledge = Pledge("table", commitment("table", SERVER), PLAYERS, SERVER if end else "")
    return write(sign(of_match(match, {}, write_pledge(pledge)), SIGNER))


def check(text: str) -> Verdict:
    record = parse(text)
    return verify(record, load(record.game))


def line_of(text: str, part: str) -> int:
    """The first line that holds a text."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def forged(old: str, new: str) -> str:
    """A record with a changed dice header, written and signed again: the server itself cheats."""
    record = parse(played())
    assert old in record.dice
    return write(sign(replace(record, dice=record.dice.replace(old, new)), SIGNER))


def local(record: Record) -> Record:
    """A record that claims no web table and no key."""
    return replace(record, dice="", key="", signature="")


def test_an_honest_record_verifies() -> None:
    verdict = check(played())
    assert verdict.ok is True
    assert "all 12 dice in 6 rolls" in verdict.text


def test_an_open_game_says_that_the_seed_is_hidden() -> None:
    verdict = check(played(end=False))
    assert verdict.ok is None
    assert "not revealed yet" in verdict.text


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        (SERVER, SERVER[::-1], "dice:", "commitment"),
        ("table=table", "table=other", "dice:", "commitment"),
        ("players=c0ffee,-", "players=c0ffee", "dice:", "1 player seeds for 2 seats"),
        ("players=c0ffee,-", "players=c0ffee,zz", "dice:", "hexadecimal"),
        ("players=c0ffee,-", "players=c0ffef,-", "] #", "but the seeds give"),
    ],
)
def test_a_forged_header_is_named_by_the_line_that_betrays_it(old: str, new: str, place: str, words: str) -> None:
    text = forged(old, new)
    with pytest.raises(BadRecord, match=words) as caught:
        check(text)
    assert caught.value.line == line_of(text, place)


@pytest.mark.parametrize("lie", [SeededTower(3), FairTower("table", SERVER, PLAYERS, 1), LoadedTower([6, 1] * 99)])
def test_dice_from_elsewhere_are_named_by_their_line(lie: Tower) -> None:
    """The record is complete and its digests are right: only the seeds show the forgery."""
    text = played(lie)
    with pytest.raises(BadRecord, match="but the seeds give") as caught:
        check(text)
    assert caught.value.line == line_of(text, "] #")


def test_a_changed_face_never_passes() -> None:
    text = played()
    line = next(line for line in text.splitlines() if "] #" in line)
    head, _, rest = line.partition("[")
    for face in range(1, 7):
        other = f"{head}[{face}{rest[1:]}"
        if other != line:
            with pytest.raises(BadRecord):
                check(text.replace(line, other))


def test_the_command_says_ok_or_the_first_line_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.txt"
    for text, code, words in [
        (played(), 0, f"seeds, which match the commitment; signed by the key {SIGNER.key[8:24]}\n"),
        (write(in_format_1(parse(played()))), 0, "; a record of format 1: not signed\n"),
        (write(replace(parse(played()), signature="")), 1, "the signature is missing"),
        (played().replace("end: Black wins", "end: White wins"), 1, "the record ends with 'White wins"),
        (forged("players=c0ffee", "players=c0ffef"), 1, "but the seeds give"),
        (played(end=False), 1, "not revealed yet"),
        (write(local(parse(played()))), 1, "says nothing about its dice"),
        ("hello", 1, "not a record"),
    ]:
        path.write_text(text)
        assert run(["dice", "verify", str(path)]) == code
        said = capsys.readouterr()
        assert words in (said.out if code == 0 else said.err)
        assert len((said.out + said.err).splitlines()) == 1
    assert run(["dice", "verify", str(tmp_path / "nothing.txt")]) == 2


OTHER = Signer(bytes(range(32))).key


@pytest.mark.parametrize("command", [["dice", "verify"], ["replay", "--verify"]])
@pytest.mark.parametrize(
    ("key", "text", "code", "words"),
    [
        (SIGNER.key, played(), 0, f"signed by the key {SIGNER.key[8:24]}"),
        (OTHER, played(), 1, f"signed by the key {SIGNER.key[8:24]}, not by {OTHER[8:24]}"),
        (SIGNER.key, write(in_format_1(parse(played()))), 1, "line 1: the record is not signed"),
        (SIGNER.key[:-1], played(), 2, "is not a key: it should be ed25519: and 64 hexadecimal digits"),
        ("", played(), 2, "'' is not a key"),
    ],
    ids=["the key", "another key", "format 1", "half a key", "no key"],
)
def test_one_very_key_may_be_demanded(
    command: list[str],
    key: str,
    text: str,
    code: int,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "record.txt"
    path.write_text(text)
    assert run([*command, str(path), "--key", key]) == code
    said = capsys.readouterr()
    assert words in " ".join((said.out + said.err).split())
