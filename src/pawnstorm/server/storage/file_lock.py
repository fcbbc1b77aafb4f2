"""One server alone uses a SQLite database: it locks a file next to it, which the system frees even after `kill -9`."""

import contextlib
import os
import sys
from pathlib import Path

from pawnstorm.core.errors import UsageError

_MOST_DIGITS = 20


class FileLock:
    """A lock on a file of its own, because locking the database itself would disturb SQLite's locks."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._handle = -1

    def take(self) -> None:
        """Take the lock, unless it is held already; a `UsageError` says who has it."""
        if self._handle >= 0:
            return
        file = Path(f"{self._database.resolve()}-lock")
        try:
            handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UsageError(f"the file {file} cannot be opened: {error.strerror}") from None
        if not _lock(handle):
            process = os.read(handle, _MOST_DIGITS).decode(errors="replace").strip() or "unknown"
            os.close(handle)
            raise UsageError(
                f"the database {self._database} is in use by another server (process {process}); "
                "several servers need a PostgreSQL database"
            )
        with contextlib.suppress(OSError):
            # Whoever may write to the database may lock it.
            file.chmod(self._database.stat().st_mode & 0o777)
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        self._handle = handle

    def free(self) -> None:
        """Free the lock, if it is held. The file stays: another server may be about to lock it."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 20
    """The byte that is locked on Windows: a locked byte cannot be read, so it is not one of the process id."""

    def _lock(handle: int) -> bool:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
