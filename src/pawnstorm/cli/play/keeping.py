"""Games that are not over yet: every order is in a file before it is shown, and the next start goes on from there.

Each match has a file of its own in the user's state folder, which is held while the match is played, so that two
terminals never write the same one. A match that is over is taken away when the players get up.
"""

import contextlib
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pawnstorm.ai.players import HUMAN
from pawnstorm.cli.files import Hold, hold, make_folder, read_text, save_record, state_folder
from pawnstorm.cli.play.resuming import FORMAT, read_sitting, resume_text, sitting_text
from pawnstorm.cli.play.sitting import Sitting
from pawnstorm.core.errors import PawnstormError, UsageError
from pawnstorm.core.record import Record
from pawnstorm.core.state import OVER
from pawnstorm.games import keys, load


class FileKeeper:
    """Keeps a match in a file of its own."""

    way_back = "pawnstorm play --resume"
    whole = ""

    def __init__(self, path: Path | None = None, held: Hold | None = None) -> None:
        """A path that is held already, for a match that goes on; else one is chosen when there is something to keep."""
        self.trouble = ""
        self._path, self._held = path, held

    @property
    def begun(self) -> bool:
        """Whether there is a file."""
        return self._path is not None

    def keep(self, sitting: Sitting) -> None:
        """Write the sitting down; a match goes on even if that fails."""
        try:
            if self._path is None:
                self._path, self._held = _claim(sitting.game.key)
            save_record(self._path, sitting_text(sitting), FORMAT)
            self.trouble = ""
        except (UsageError, OSError) as error:
            self.trouble = str(error)

    def leave(self, sitting: Sitting) -> None:
        """Take away what is over or was all taken back, and let go of the rest."""
        if self._path and (sitting.match.turn == OVER or len(sitting.match.steps) == 1):
            self._path.unlink(missing_ok=True)
            self._path = None
        if self._held:
            self._held.release()

    def fresh(self) -> "FileKeeper":
        """A keeper for another match."""
        return FileKeeper()


def folder() -> Path:
    """Where unfinished games are."""
    return state_folder() / "unfinished"


def _claim(key: str) -> tuple[Path, Hold]:
    """A new file that nobody else uses."""
    make_folder(folder())
    for number in count(1):
        path = folder() / f"{key}-{number}.rec"
        held = None if path.exists() else hold(path)
        if held and not path.exists():
            return path, held
        if held:
            held.release()
    raise AssertionError("numbers never end")


@dataclass(frozen=True)
class Unfinished:
    """A match that somebody left, or was torn from; `fault` says why it cannot be read, if so."""

    path: Path
    when: float
    text: str
    fault: str = ""


def unfinished(key: str = "") -> list[Unfinished]:
    """The matches that nobody plays at the moment, of one game or of all, the last one first."""
    found: list[Unfinished] = []
    for path in sorted(folder().glob("*.rec")):
        # A folder that cannot be written to keeps nobody from a new game.
        with contextlib.suppress(UsageError, OSError):
            held = hold(path)
            if held:
                found += _look(path, key)
                held.release()
    return sorted(found, key=lambda one: (bool(one.fault), -one.when))


def _look(path: Path, key: str) -> list[Unfinished]:
    """What a file holds, if it is of the game; nothing if it went away a moment ago."""
    if not path.exists():
        return []
    when = path.stat().st_mtime
    try:
        _, record = read_sitting(read_text(path))
        if key in ("", record.game):
            return [Unfinished(path, when, _describe(record, when))]
    except PawnstormError as error:
        if path.name.startswith(key) or not any(path.name.startswith(other) for other in keys()):
            return [Unfinished(path, when, "", f"{path} cannot be read and is kept as it is: {error}")]
    return []


def _describe(record: Record, when: float) -> str:
    people = [name for name, player in record.seats.items() if player == HUMAN]
    others = dict.fromkeys(_called(player) for player in record.seats.values() if player != HUMAN)
    who = f"{' and '.join(people)} against {' and '.join(others)}" if others else " and ".join(people)
    orders = sum(entry.seat != "table" for entry in record.entries)
    over = "" if record.end == "open" else f", {record.end}"
    date = time.strftime("%Y-%m-%d %H:%M", time.localtime(when))
    return f"{load(record.game).title}: {who}, {orders} order{'s' if orders != 1 else ''}{over} ({date})"


def _called(player: str) -> str:
    return f"level {player}" if player.isdigit() else player


def go_on(path: Path) -> Sitting:
    """Sit down again at an unfinished match; a `UsageError` says why that cannot be, and the file stays."""
    held = hold(path)
    if held is None:
        raise UsageError(f"{path} is being played in another window")
    try:
        sitting = resume_text(read_text(path))
    except PawnstormError as error:
        held.release()
        raise UsageError(f"{path} cannot be gone on with and is kept as it is: {error}") from None
    sitting.keeper = FileKeeper(path, held)
    return sitting


def forget(path: Path) -> None:
    """Throw an unfinished match away, unless somebody has sat down at it meanwhile."""
    held = hold(path)
    if held:
        path.unlink(missing_ok=True)
        held.release()
