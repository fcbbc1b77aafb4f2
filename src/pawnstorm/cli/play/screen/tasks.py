"""What the table is busy with, and the lines that were typed meanwhile."""

from collections.abc import Callable, Coroutine
from typing import Any

from pawnstorm.cli.play.screen.table_view import TableView
from pawnstorm.core.errors import PawnstormError, Refusal, Refused


class TaskQueue:
    """Counts the tasks that must end first, and keeps typed lines until then."""

    def __init__(self, table: TableView, take_line: Callable[[str], None]) -> None:
        self._table = table
        self._take_line = take_line
        self._lines: list[str] = []
        self._running = 0

    @property
    def busy(self) -> bool:
        """Whether a task is running that must end first."""
        return self._running > 0

    def check_idle(self) -> None:
        """Refuse something that has to wait until the other players have answered."""
        if self.busy:
            raise Refused(Refusal.ILLEGAL, "wait until the others have answered")

    def start(self, task: Coroutine[Any, Any, None]) -> None:
        """Run a task; the table is busy from this moment on."""
        # Counted here and not in the worker, so that the next line finds the table busy.
        self._running += 1
        self._table.app.run_worker(self._run(task))

    async def _run(self, task: Coroutine[Any, Any, None]) -> None:
        try:
            await task
        except PawnstormError as error:
            self._table.refuse(error)
        finally:
            self._running -= 1
        self._take_lines()

    def add_line(self, line: str) -> None:
        """Take a typed line now, or as soon as the table is no longer busy."""
        self._lines.append(line)
        self._take_lines()

    def forget_lines(self) -> None:
        """Drop the lines that wait."""
        self._lines.clear()

    def _take_lines(self) -> None:
        while self._lines and not self.busy:
            self._take_line(self._lines.pop(0))
