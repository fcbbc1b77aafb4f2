"""Saving a match after every order: each order is in a file before it is shown.

Each match has a file of its own in the user's state folder. The file is locked while the match is played, so that two
terminals never write the same one. The file of a finished match is removed when its players leave.
"""

from itertools import count
from pathlib import Path

from pawnstorm.cli.play.session_file import FORMAT, session_text
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.cli.support.files import FileLock, lock_file, make_folder, save_record, state_folder
from pawnstorm.core.errors import UsageError
from pawnstorm.core.state import OVER


class FileAutosave:
    """Saves a match in a file of its own."""

    resume_command = "pawnstorm play --resume"
    part_of = ""

    def __init__(self, path: Path | None = None, lock: FileLock | None = None) -> None:
        """A path that is locked already, for a resumed match; else one is chosen when there is something to save."""
        self.error = ""
        self._path, self._lock = path, lock

    @property
    def started(self) -> bool:
        """Whether there is a file."""
        return self._path is not None

    def save(self, session: TerminalSession) -> None:
        """Save the session; a match goes on even if that fails."""
        try:
            if self._path is None:
                self._path, self._lock = _new_file(session.game.key)
            save_record(self._path, session_text(session), FORMAT)
            self.error = ""
        except (UsageError, OSError) as error:
            self.error = str(error)

    def close(self, session: TerminalSession) -> None:
        """Remove the file of a match that is over or was all taken back, and unlock any other."""
        if self._path and (session.match.turn == OVER or len(session.match.steps) == 1):
            self._path.unlink(missing_ok=True)
            self._path = None
        if self._lock:
            self._lock.release()

    def for_next_match(self) -> "FileAutosave":
        """The autosave of another match that is played instead."""
        return FileAutosave()


def unfinished_folder() -> Path:
    """Where unfinished games are."""
    return state_folder() / "unfinished"


def _new_file(key: str) -> tuple[Path, FileLock]:
    """A new file that nobody else uses."""
    folder = unfinished_folder()
    make_folder(folder)
    for number in count(1):
        path = folder / f"{key}-{number}.rec"
        lock = None if path.exists() else lock_file(path)
        if lock and not path.exists():
            return path, lock
        if lock:
            lock.release()
    raise AssertionError("numbers never end")
