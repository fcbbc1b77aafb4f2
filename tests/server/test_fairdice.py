"""Verifiable dice: an independent reading of docs/dice.md, fairness, and records that were tampered with."""

import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest

from pawnstorm.cli.main import run
from pawnstorm.core.dice import Die, Pool
from pawnstorm.core.errors import BadRecord
from pawnstorm.core.fairdice import FairTower, Pledge, commitment, read_pledge, verify, write_pledge
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.record import of_match, parse, write
from pawnstorm.games import load

SERVER = "00112233445566778899aabbccddeeff" * 2
PLAYERS = ("c0ffee", "")


def by_hand(server: str, players: tuple[str, ...], table: str, roll: int, sides: list[int]) -> list[int]:
    """The scheme again, written from docs/dice.md and from nothing else."""
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
        assert faces == by_hand(SERVER, PLAYERS, "table", roll, sides)
        assert all(1 <= face <= size for face, size in zip(faces, sides, strict=True))


def test_the_commitment_is_that_of_the_document() -> None:
    expected = hashlib.sha256(f"pawnstorm-dice-1|table|{SERVER}".encode()).hexdigest()
    assert commitment("table", SERVER) == expected


@pytest.mark.parametrize(
    ("server", "players", "table"),
    [(SERVER[::-1], PLAYERS, "table"), (SERVER, ("c0ffef", ""), "table"), (SERVER, ("", "c0ffee"), "table")],
)
def test_everything_that_goes_in_matters(server: str, players: tuple[str, ...], table: str) -> None:
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
def test_a_header_of_no_scheme_is_named(text: str) -> None:
    with pytest.raises(BadRecord, match="line 7: the dice header"):
        read_pledge(text, 7)


# ---- records ------------------------------------------------------------------------------------------------------


def played(orders: int = 40, end: bool = True) -> str:
    """A record with dice, as a table would write it."""
    game, luck = load("chess-attack"), Luck(8)
    match = Match(game, Setup(), FairTower("table", SERVER, PLAYERS))
    while match.turn >= 0 and (len(match.steps) <= orders or not any(step.faces for step in match.steps)):
        legal = match.state.legal()
        match.order(match.turn, game.write(match.state, legal[luck.below(len(legal))]))
    if end and match.turn >= 0:
        match.resign(0)
    pledge = Pledge("table", commitment("table", SERVER), PLAYERS, SERVER if end else "")
    return write(of_match(match, {}, write_pledge(pledge)))


def check(text: str) -> bool | None:
    record = parse(text)
    return verify(record, load(record.game)).ok


def test_an_honest_record_verifies() -> None:
    assert check(played()) is True


def test_an_open_game_says_that_the_seed_is_hidden() -> None:
    text = played(end=False)
    record = parse(text)
    verdict = verify(record, load(record.game))
    assert verdict.ok is None
    assert "not revealed yet" in verdict.text


def test_tampering_is_named_by_its_line() -> None:
    text = played()
    lines = text.splitlines()
    header = next(number for number, line in enumerate(lines, 1) if line.startswith("dice:"))
    roll = next(number for number, line in enumerate(lines, 1) if "] #" in line)
    for change, line, words in [
        ((SERVER, SERVER[::-1]), header, "commitment"),
        (("players=c0ffee,-", "players=c0ffef,-"), roll, "but the seeds give"),
        (("players=c0ffee,-", "players=c0ffee"), header, "1 player seeds for 2 seats"),
        (("players=c0ffee,-", "players=c0ffee,zz"), header, "hexadecimal"),
        (("table=table", "table=other"), header, "commitment"),
    ]:
        assert change[0] in text
        with pytest.raises(BadRecord, match=words) as caught:
            check(text.replace(*change))
        assert caught.value.line == line


def test_another_face_is_noticed_even_if_it_changes_nothing() -> None:
    """A face that leads to the same position passes the digest, and must not pass here."""
    text, changed = played(), 0
    for line in text.splitlines():
        if "] #" not in line:
            continue
        for face in range(1, 7):
            head, _, rest = line.partition("[")
            other = f"{head}[{face}{rest[1:]}"
            if other != line:
                with pytest.raises(BadRecord):
                    check(text.replace(line, other))
                changed += 1
    assert changed >= 5


def test_the_command_says_ok_or_the_first_line_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.txt"
    for text, code, words in [
        (played(), 0, "OK: "),
        (played().replace("players=c0ffee", "players=c0ffef"), 1, "but the seeds give"),
        (played(end=False), 1, "not revealed yet"),
        (played().replace("dice: ", "map: "), 1, "says nothing about its dice"),
        ("hello", 1, "not a record"),
    ]:
        path.write_text(text)
        assert run(["dice", "verify", str(path)]) == code
        said = capsys.readouterr()
        assert words in (said.out if code == 0 else said.err)
        assert len((said.out + said.err).splitlines()) == 1
    assert run(["dice", "verify", str(tmp_path / "nothing.txt")]) == 2
