"""A session as text and back again: the record of its match, and above it what only this terminal knows.

    pawnstorm sitting 1
    home: Blue
    unasked: 4 6
    muted: Blue: at the end of movement

    pawnstorm record 2
    ...

`unasked` are the numbers of the orders by which the session declined reactions without asking.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pawnstorm.ai.players import HUMAN, player
from pawnstorm.cli.play.terminal_session import TerminalSession, fresh_seed
from pawnstorm.cli.support.files import read_text, save_record
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import BadRecord, PawnstormError
from pawnstorm.core.game import Game
from pawnstorm.core.match import Match
from pawnstorm.core.record import Record, of_match, parse, replay, write
from pawnstorm.games import load

FORMAT = "pawnstorm sitting 1"
"""The first line of a file. The word is an old one for a session; files that begin with it must stay readable."""
_DICE = re.compile(r"(?:.*; )?seed ([0-9]{1,600})(?: from order ([0-9]{1,9}))?")
_WEB_TABLE = re.compile(r"^.*=.*?(?=; seed |$)")
_NUMBERS = re.compile(r"[0-9]{1,9}(?: [0-9]{1,9})*")
_SEED = re.compile(r"seed (\d+)")


def record_text(session: TerminalSession) -> str:
    """The match as a record."""
    players = dict(zip(session.seats, session.players, strict=True))
    return write(of_match(session.match, players, session.dice))


def default_file_name(session: TerminalSession) -> str:
    """A good file name for the record."""
    seed = _SEED.search(session.dice)
    return f"{session.game.key}-{seed[1] if seed else 'game'}.rec"


def save_as(session: TerminalSession, path: Path) -> None:
    """Save the record to a file that the player named."""
    save_record(path, record_text(session))
    session.saving.mark_saved()


@dataclass(frozen=True)
class SessionNote:
    """What is written above the record, and how many lines it takes."""

    home: str = ""
    unasked: frozenset[int] = frozenset()
    muted: tuple[tuple[str, str], ...] = ()
    lines: int = 0


def session_text(session: TerminalSession) -> str:
    """All that is needed to go on with a session."""
    core = session.core
    lines = [FORMAT, f"home: {session.seats[session.home]}"]
    lines += [f"unasked: {' '.join(map(str, sorted(core.unasked)))}"] if core.unasked else []
    for seat, windows in enumerate(core.muted):
        lines += [f"muted: {session.seats[seat]}: {window}" for window in sorted(windows)]
    return "\n".join([*lines, "", record_text(session)])


def read_session(text: str) -> tuple[SessionNote, Record]:
    """The note and the record of a session; a record by itself has an empty note."""
    if not text.startswith(FORMAT):
        return SessionNote(), parse(text)
    head, _, record = text.partition("\n\n")
    note = _read_note(head.splitlines())
    with _lines_below(note):
        return note, parse(record)


@contextmanager
def _lines_below(note: SessionNote) -> Iterator[None]:
    """Faults of the record name the line counted from the top of the file, with the note."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(error.line + note.lines, str(error).partition(": ")[2]) from None


def _read_note(lines: list[str]) -> SessionNote:
    home, unasked, muted = "", frozenset[int](), []
    for number, line in enumerate(lines[1:], 2):
        name, _, value = line.partition(": ")
        if name == "home":
            home = value
        elif name == "unasked" and _NUMBERS.fullmatch(value.strip()):
            unasked = frozenset(map(int, value.split()))
        elif name == "muted" and ": " in value:
            muted.append((value.partition(": ")[0], value.partition(": ")[2]))
        else:
            raise BadRecord(number, f"'{line[:80]}' is not a line of a saved session")
    return SessionNote(home, unasked, tuple(muted), len(lines) + 1)


def resume(path: Path, game: Game | None = None) -> TerminalSession:
    """The match of a file, ready to go on where it stopped, with the dice that its seed would have thrown."""
    session = resume_text(read_text(path), game)
    session.saving.mark_saved()
    return session


def resume_text(text: str, game: Game | None = None, find: Callable[[str], object] = player) -> TerminalSession:
    """The match that a text holds, ready to go on; of any game, or only of one.

    `find` makes players by name. A text from elsewhere must not name programs to run, so by default it cannot.
    """
    note, record = read_session(text)
    with _lines_below(note):
        match = replay(record, game or load(record.game))
    players = tuple(record.seats.get(name, HUMAN) for name in match.seats)
    known = tuple(name if name == HUMAN or _is_program(name, find) else HUMAN for name in players)
    home = known.index(HUMAN) if HUMAN in known else 0
    session = TerminalSession(match, known, _restore_dice(record, match), home)
    _apply_note(session, note)
    return session


def _apply_note(session: TerminalSession, note: SessionNote) -> None:
    if note.home in session.seats:
        session.home = session.seats.index(note.home)
    session.core.unasked = {number for number in note.unasked if number < len(session.match.steps)}
    muted = [(session.seats.index(name), window) for name, window in note.muted if name in session.seats]
    session.core.restore_mutes([(seat, window) for seat, window in muted if seat in session.humans])


def _is_program(name: str, find: Callable[[str], object]) -> bool:
    try:
        find(name)
    except PawnstormError:
        return False
    return True


def _restore_dice(record: Record, match: Match) -> str:
    """Give a match the dice that its record would have gone on with, else fresh ones; returns where they come from."""
    # What goes on here is not signed by the server of a web table, so it must not say that it comes from there.
    # And it is shown, so it must not control the terminal.
    told = "".join(filter(str.isprintable, _WEB_TABLE.sub("web table", record.dice)))
    tower = _tower_after(record, match)
    if tower:
        match.tower = tower
        return told
    seed = fresh_seed()
    match.tower = SeededTower(seed)
    before = f"{told}; " if told else ""
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
