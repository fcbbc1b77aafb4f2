"""Files: a clear sentence if one cannot be read, written whole or not at all, and locks."""

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
"""No record, position or roster of ours has nearly this many bytes."""


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
    """Write a record, or another file whose first line says what it is; no other file is ever overwritten."""
    if path.exists() and not _begins_with(path, kind):
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
    """Remove the half-written files of writers that were stopped."""
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
        raise UsageError(f"the folder {path} cannot be created: {_why(error)}") from None


class FileLock:
    """Keeps a file for this process until it is released or the process ends, however it ends."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path, self._handle = path, handle

    def release(self) -> None:
        """Unlock the file; a second call changes nothing."""
        if self._handle >= 0:
            # Some systems do not remove an open file; a lock file that stays does no harm.
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(self._handle)
            self._handle = -1


def lock_file(path: Path) -> FileLock | None:
    """Lock a file, by a lock file next to it; None if another process has it."""
    lock = path.with_name(path.name + ".lock")
    try:
        while True:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
            if not _take_lock(handle):
                os.close(handle)
                return None
            if _still_exists(handle, lock):
                return FileLock(lock, handle)
            os.close(handle)
    except OSError as error:
        raise UsageError(f"{path} cannot be used: {_why(error)}") from None


def _take_lock(handle: int) -> bool:
    """Whether the lock is ours now; the system takes it from a process that ends."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Some network folders have no locks: saving without one is better than not saving.
            return True
    return True


def _still_exists(handle: int, lock: Path) -> bool:
    """Whether the lock file has not been removed by the process that had it a moment ago."""
    try:
        return os.path.samestat(os.fstat(handle), lock.stat())
    except FileNotFoundError:
        return False


def state_folder() -> Path:
    """Where programs of this user keep what should last until the next start."""
    if os.environ.get("XDG_STATE_HOME"):
        return Path(os.environ["XDG_STATE_HOME"]) / "pawnstorm"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pawnstorm"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "pawnstorm"
    return Path.home() / ".local" / "state" / "pawnstorm"


def _begins_with(path: Path, kind: str) -> bool:
    """Whether a file is of the same kind, in any version of its format."""
    try:
        with path.open("rb") as file:
            return file.readline(200).split()[:2] == kind.encode().split()[:2]
    except OSError:
        return False


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
