"""Dice that anybody can check afterwards: the table commits to a secret, players add seeds, every roll follows.

    commitment   SHA-256 of `tag|table|server seed`, published when the table is made
    mix          SHA-256 of `tag|seed of seat 0|seed of seat 1|...`, fixed before the first roll
    roll k       HMAC-SHA-256 with the server seed as its key over `tag|mix|table|k|block`, for block 0, 1, ...

A digest is read as eight 32-bit words, most significant byte first. A die with n sides takes the next word w
and shows w % n + 1, unless w lies in the incomplete last run of n, which would favour small faces: then that
word is thrown away. All seeds are hexadecimal text and enter the hashes as that text.
"""

import hashlib
import hmac
from dataclasses import dataclass

from pawnstorm.core.dice import Pool, Tower
from pawnstorm.core.errors import BadRecord
from pawnstorm.core.game import Game
from pawnstorm.core.record import Record, replay

TAG = "pawnstorm-dice-1"
"""Names this scheme in every hash and in the record."""

_WORDS = 1 << 32
_HEX = "0123456789abcdef"
_KEYS = ["scheme", "table", "commitment", "players", "server"]


@dataclass(frozen=True)
class Pledge:
    """The seeds behind a table's dice; `server` is empty until the match is over, `players` has a seed per seat."""

    table: str
    commitment: str
    players: tuple[str, ...]
    server: str = ""


def commitment(table: str, server: str) -> str:
    """What the table publishes about its secret before anybody rolls."""
    return hashlib.sha256(f"{TAG}|{table}|{server}".encode()).hexdigest()


def mix(players: tuple[str, ...]) -> str:
    """The players' seeds as one."""
    return hashlib.sha256("|".join([TAG, *players]).encode()).hexdigest()


class FairTower(Tower):
    """The dice tower of a table; `rolls` is the number of the next roll, counted from 0 over the whole match."""

    def __init__(self, table: str, server: str, players: tuple[str, ...], rolls: int = 0) -> None:
        self.rolls = rolls
        # Copying a keyed hash for every roll costs less than keying it again.
        self._keyed = hmac.new(bytes.fromhex(server), digestmod="sha256")
        self._text = f"{TAG}|{mix(players)}|{table}"

    def roll(self, pool: Pool) -> list[int]:
        """The faces of the next roll."""
        faces = self.faces(self.rolls, [die.sides for die in pool.dice])
        self.rolls += 1
        return faces

    def faces(self, roll: int, sides: list[int]) -> list[int]:
        """The faces that a roll of this number shows on dice of these sizes."""
        found: list[int] = []
        block = 0
        while len(found) < len(sides):
            keyed = self._keyed.copy()
            keyed.update(f"{self._text}|{roll}|{block}".encode())
            digest = keyed.digest()
            for at in range(0, 32, 4):
                if len(found) < len(sides):
                    size = sides[len(found)]
                    word = int.from_bytes(digest[at : at + 4], "big")
                    if word < _WORDS - _WORDS % size:
                        found.append(word % size + 1)
            block += 1
        return found


def write_pledge(pledge: Pledge) -> str:
    """The `dice:` header of a record."""
    players = ",".join(seed or "-" for seed in pledge.players)
    values = [TAG, pledge.table, pledge.commitment, players, pledge.server or "hidden"]
    return "; ".join(f"{key}={value}" for key, value in zip(_KEYS, values, strict=True))


def read_pledge(text: str, line: int = 1) -> Pledge:
    """What a `dice:` header says; a `BadRecord` names its line if it is not of this scheme."""
    pairs = [item.partition("=") for item in text.split("; ")]
    if [key for key, _, _ in pairs] != _KEYS or pairs[0][2] != TAG:
        raise BadRecord(line, f"the dice header is not of the scheme {TAG}")
    _, table, promised, seeds, server = [value for _, _, value in pairs]
    players = tuple("" if seed == "-" else seed for seed in seeds.split(","))
    server = "" if server == "hidden" else server
    for seed in (promised, server, *players):
        # Only the server's seed is read as bytes; a player's may have any number of digits.
        if seed.strip(_HEX) or (seed == server and len(seed) % 2):
            raise BadRecord(line, f"'{seed}' in the dice header is not a hexadecimal seed")
    return Pledge(table, promised, players, server)


@dataclass(frozen=True)
class Verdict:
    """What checking the dice of a record found: `ok` is None while the server's seed is hidden."""

    ok: bool | None
    text: str


def verify(record: Record, game: Game) -> Verdict:
    """Replay a record and derive every face again; a `BadRecord` names the first line that differs."""
    line = record.lines.get("dice", 1)
    if not record.dice:
        raise BadRecord(line, "the record says nothing about its dice, so nothing can be verified")
    pledge = read_pledge(record.dice, line)
    match = replay(record, game)
    if len(pledge.players) != len(match.seats):
        raise BadRecord(line, f"the dice header has {len(pledge.players)} player seeds for {len(match.seats)} seats")
    if not pledge.server:
        return Verdict(None, "the server's seed is not revealed yet: it is published when the match is over")
    if commitment(pledge.table, pledge.server) != pledge.commitment:
        raise BadRecord(line, "the server's seed is not the one that the commitment was made with")
    # An opening without dice has a step but no line.
    steps = [step for step in match.steps if step.order or step.faces]
    sides = [[[die.sides for die in pool.dice] for pool in step.pools] for step in steps]
    return _compare(record, FairTower(pledge.table, pledge.server, pledge.players), sides)


def _compare(record: Record, tower: FairTower, sides: list[list[list[int]]]) -> Verdict:
    """Derive the faces of every line in order and compare them with the ones recorded."""
    dice = 0
    for entry, pools in zip(record.entries, sides, strict=True):
        for group, sizes in zip(entry.faces, pools, strict=True):
            due = tower.faces(tower.rolls, sizes)
            tower.rolls += 1
            dice += len(due)
            if list(group) != due:
                shown, derived = " ".join(map(str, group)), " ".join(map(str, due))
                raise BadRecord(entry.line, f"'{entry.order}' shows the dice {shown}, but the seeds give {derived}")
    return Verdict(True, f"all {dice} dice in {tower.rolls} rolls follow from the seeds, which match the commitment")
