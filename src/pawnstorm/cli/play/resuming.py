"""A sitting as text and back again: the record of its match, and above it what only this terminal knows.

    pawnstorm sitting 1
    home: White
    unasked: 4 6
    muted: White: end of movement

    pawnstorm record 1
    ...

`unasked` are the orders that the table gave for people who had nothing to decide.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pawnstorm.ai.players import HUMAN, player
from pawnstorm.cli.files import read_text
from pawnstorm.cli.play.sitting import Sitting, fresh_seed
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import BadRecord, PawnstormError
from pawnstorm.core.game import Game
from pawnstorm.core.match import Match
from pawnstorm.core.record import Record, parse, replay
from pawnstorm.games import load

FORMAT = "pawnstorm sitting 1"
_DICE = re.compile(r"(?:.*; )?seed (\d+)(?: from order (\d+))?")


@dataclass(frozen=True)
class Note:
    """What stands above the record, and on which line the record begins."""

    home: str = ""
    unasked: frozenset[int] = frozenset()
    muted: tuple[tuple[str, str], ...] = ()
    lines: int = 0


def sitting_text(sitting: Sitting) -> str:
    """All that is needed to go on with a sitting."""
    lines = [FORMAT, f"home: {sitting.seats[sitting.home]}"]
    lines += [f"unasked: {' '.join(map(str, sorted(sitting.session.unasked)))}"] if sitting.session.unasked else []
    for seat, windows in enumerate(sitting.session.muted):
        lines += [f"muted: {sitting.seats[seat]}: {window}" for window in sorted(windows)]
    return "\n".join([*lines, "", sitting.record()])


def read_sitting(text: str) -> tuple[Note, Record]:
    """The note and the record of a sitting; a record by itself has an empty note."""
    if not text.startswith(FORMAT):
        return Note(), parse(text)
    head, _, record = text.partition("\n\n")
    note = _note(head.splitlines())
    with _below(note):
        return note, parse(record)


@contextmanager
def _below(note: Note) -> Iterator[None]:
    """The lines of a record are counted from the top of the file, note and all."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(error.line + note.lines, str(error).partition(": ")[2]) from None


def _note(lines: list[str]) -> Note:
    home, unasked, muted = "", frozenset[int](), []
    for number, line in enumerate(lines[1:], 2):
        name, _, value = line.partition(": ")
        if name == "home":
            home = value
        elif name == "unasked" and all(word.isdigit() for word in value.split()):
            unasked = frozenset(map(int, value.split()))
        elif name == "muted" and ": " in value:
            muted.append((value.partition(": ")[0], value.partition(": ")[2]))
        else:
            raise BadRecord(number, f"'{line[:80]}' says nothing about a sitting")
    return Note(home, unasked, tuple(muted), len(lines) + 1)


def resume(path: Path, game: Game | None = None) -> Sitting:
    """The match of a file, ready to go on where it stopped, with the dice that its seed would have thrown."""
    sitting = resume_text(read_text(path), game)
    sitting.mark_saved()
    return sitting


def resume_text(text: str, game: Game | None = None) -> Sitting:
    """The match that a text holds, ready to go on; of any game, or only of one."""
    note, record = read_sitting(text)
    with _below(note):
        match = replay(record, game or load(record.game))
    players = tuple(record.seats.get(name, HUMAN) for name in match.seats)
    known = tuple(name if name == HUMAN or _is_program(name) else HUMAN for name in players)
    home = known.index(HUMAN) if HUMAN in known else 0
    sitting = Sitting(match, known, _dice_again(record, match), home)
    _as_noted(sitting, note)
    return sitting


def _as_noted(sitting: Sitting, note: Note) -> None:
    if note.home in sitting.seats:
        sitting.home = sitting.seats.index(note.home)
    sitting.session.unasked = {number for number in note.unasked if number < len(sitting.match.steps)}
    muted = [(sitting.seats.index(name), window) for name, window in note.muted if name in sitting.seats]
    sitting.session.restore_mutes([(seat, window) for seat, window in muted if seat in sitting.humans])


def _is_program(name: str) -> bool:
    try:
        player(name)
    except PawnstormError:
        return False
    return True


def _dice_again(record: Record, match: Match) -> str:
    """Give a match the dice that its record would have gone on with, else fresh ones; returns where they come from."""
    tower = _tower_after(record, match)
    if tower:
        match.tower = tower
        return record.dice
    seed = fresh_seed()
    match.tower = SeededTower(seed)
    before = f"{record.dice}; " if record.dice else ""
    return f"{before}seed {seed} from order {len(match.steps)}"


def _tower_after(record: Record, match: Match) -> SeededTower | None:
    """The tower of the record's last seed after all dice it has thrown; None if the dice came from elsewhere."""
    found = _DICE.fullmatch(record.dice)
    if not found:
        return None
    tower = SeededTower(int(found[1]))
    for step in match.steps[int(found[2] or 0) :]:
        for pool, faces in zip(step.pools, step.faces, strict=True):
            if tower.roll(pool) != list(faces):
                return None
    return tower
