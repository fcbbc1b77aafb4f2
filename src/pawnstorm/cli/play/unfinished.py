"""The unfinished games of this user: found, described, resumed or deleted."""

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

from pawnstorm.ai.players import HUMAN
from pawnstorm.cli.play.autosave import FileAutosave, unfinished_folder
from pawnstorm.cli.play.session_file import read_session, resume_text
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.cli.support.files import lock_file, read_text
from pawnstorm.core.errors import PawnstormError, UsageError
from pawnstorm.core.record import Record
from pawnstorm.games import keys, load
from pawnstorm.lab.contestants import any_player


@dataclass(frozen=True)
class UnfinishedGame:
    """A match that its players left before its end; `fault` says why it cannot be read, if so."""

    path: Path
    when: float
    text: str
    fault: str = ""


def unfinished_games(key: str = "") -> list[UnfinishedGame]:
    """The matches that nobody is playing at the moment, of one game or of all, the last one first."""
    found: list[UnfinishedGame] = []
    for path in sorted(unfinished_folder().glob("*.rec")):
        # A folder that cannot be written to must not prevent a new game.
        with contextlib.suppress(UsageError, OSError):
            lock = lock_file(path)
            if lock:
                found += _read(path, key)
                lock.release()
    return sorted(found, key=lambda one: (bool(one.fault), -one.when))


def _read(path: Path, key: str) -> list[UnfinishedGame]:
    """What a file holds, if it is of the game; nothing if it was removed a moment ago."""
    if not path.exists():
        return []
    when = path.stat().st_mtime
    try:
        _, record = read_session(read_text(path))
        if key in ("", record.game):
            return [UnfinishedGame(path, when, _describe(record, when))]
    except PawnstormError as error:
        if path.name.startswith(key) or not any(path.name.startswith(other) for other in keys()):
            return [UnfinishedGame(path, when, "", f"{path} cannot be read and is kept as it is: {error}")]
    return []


def _describe(record: Record, when: float) -> str:
    people = [name for name, player in record.seats.items() if player == HUMAN]
    others = dict.fromkeys(_program_name(player) for player in record.seats.values() if player != HUMAN)
    who = f"{' and '.join(people)} against {' and '.join(others)}" if others else " and ".join(people)
    orders = sum(entry.seat != "table" for entry in record.entries)
    over = "" if record.end == "open" else f", {record.end}"
    date = time.strftime("%Y-%m-%d %H:%M", time.localtime(when))
    return f"{load(record.game).title}: {who}, {orders} order{'s' if orders != 1 else ''}{over} ({date})"


def _program_name(player: str) -> str:
    return f"level {player}" if player.isdigit() else player


def resume_unfinished(path: Path) -> TerminalSession:
    """Go on with an unfinished match; a `UsageError` says why that is not possible, and the file stays."""
    lock = lock_file(path)
    if lock is None:
        raise UsageError(f"{path} is being played in another window")
    try:
        session = resume_text(read_text(path), find=any_player)
    except PawnstormError as error:
        lock.release()
        raise UsageError(f"{path} cannot be resumed and is kept as it is: {error}") from None
    session.saving.autosave = FileAutosave(path, lock)
    return session


def delete_unfinished(path: Path) -> None:
    """Delete an unfinished match, unless somebody has begun to play it meanwhile."""
    lock = lock_file(path)
    if lock:
        path.unlink(missing_ok=True)
        lock.release()
