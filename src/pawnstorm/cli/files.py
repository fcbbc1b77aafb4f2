"""Files that a player names: read with a clear sentence when it fails, written whole or not at all."""

import contextlib
import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl

from pawnstorm.core.errors import UsageError
from pawnstorm.core.record import FORMAT

_TEMPORARY = ".pawnstorm-tmp"


_LARGEST = 16 << 20
"""No record, position or roster of ours comes near so many bytes."""


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        if path.stat().st_size > _LARGEST:
            raise UsageError(f"{path} cannot be read: it is far too large")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path} cannot be read: it is not a text file") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {_why(error)}") from None


def save_record(path: Path, text: str, kind: str = FORMAT) -> None:
    """Write a record, or another file that says in its first line what it is; no other file is ever overwritten."""
    if path.exists() and not _begins(path, kind):
        raise UsageError(f"{path} exists and is not a {kind.split()[1]}, so it is not overwritten")
    draft = path.with_name(path.name + _TEMPORARY)
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UsageError(f"{path} cannot be written: {_why(error)}") from None


def remove_drafts(folder: Path) -> None:
    """Remove what writers who were stopped have left half written."""
    for draft in folder.glob(f"*{_TEMPORARY}"):
        draft.unlink(missing_ok=True)


def save_new(path: Path, text: str) -> None:
    """Write a text to a file that does not exist yet."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{path} exists, so it is not overwritten") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {_why(error)}") from None


def make_folder(path: Path) -> None:
    """Make sure that a folder exists."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be made a folder: {_why(error)}") from None


class Hold:
    """A file that belongs to this process until it lets go or ends, however it ends."""

    def __init__(self, lock: Path, handle: int) -> None:
        self._lock, self._handle = lock, handle

    def release(self) -> None:
        """Let go; a second time changes nothing."""
        if self._handle >= 0:
            # A lock file that cannot be removed, because some systems keep open files, is in nobody's way.
            with contextlib.suppress(OSError):
                self._lock.unlink()
            os.close(self._handle)
            self._handle = -1


def hold(path: Path) -> Hold | None:
    """Take hold of a file, by a lock file beside it; None if another process has it."""
    lock = path.with_name(path.name + ".lock")
    try:
        while True:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
            if not _locked(handle):
                os.close(handle)
                return None
            if _is_still(handle, lock):
                return Hold(lock, handle)
            os.close(handle)
    except OSError as error:
        raise UsageError(f"{path} cannot be used: {_why(error)}") from None


def _locked(handle: int) -> bool:
    """Whether the lock is ours now; the system takes it from a process that ends."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Some network folders know no locks: better kept without one than not at all.
            return True
    return True


def _is_still(handle: int, lock: Path) -> bool:
    """Whether the lock file has not been removed by whoever held it a moment ago."""
    try:
        return os.path.samestat(os.fstat(handle), lock.stat())
    except FileNotFoundError:
        return False


def state_folder() -> Path:
    """Where this user's programs keep what should survive until the next start."""
    if os.environ.get("XDG_STATE_HOME"):
        return Path(os.environ["XDG_STATE_HOME"]) / "pawnstorm"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pawnstorm"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "pawnstorm"
    return Path.home() / ".local" / "state" / "pawnstorm"


def _begins(path: Path, kind: str) -> bool:
    try:
        with path.open("rb") as file:
            return file.readline(200).rstrip() == kind.encode()
    except OSError:
        return False


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
