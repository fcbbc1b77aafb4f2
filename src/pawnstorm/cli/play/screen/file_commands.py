"""Saving and loading records on the full screen."""

from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.session_commands import SessionCommands
from pawnstorm.cli.play.screen.table_view import TableView
from pawnstorm.cli.play.screen.tasks import TaskQueue
from pawnstorm.cli.play.session_file import default_file_name, resume, save_as
from pawnstorm.core.errors import PawnstormError


class FileCommands:
    """Saves the match to a file, or goes on with the match of one."""

    def __init__(self, table: TableView, tasks: TaskQueue, commands: SessionCommands) -> None:
        self._table = table
        self._tasks = tasks
        self._commands = commands

    def save(self, name: str) -> Coroutine[Any, Any, None] | None:
        """Save the record to a file; without a name, ask for one first."""
        if not name:
            return self._ask_and_save()
        self._save_as(name)
        return None

    async def _ask_and_save(self) -> None:
        name = await self._ask_name("Save the record as")
        if name:
            self._save_as(name)

    def _save_as(self, name: str) -> None:
        try:
            save_as(self._table.session, Path(name))
            self._table.app.notify(f"saved as {name}", markup=False)
        except PawnstormError as error:
            self._table.refuse(error)

    def load(self, name: str) -> Coroutine[Any, Any, None] | None:
        """Go on with the match of a file; without a name, ask for one first."""
        if not name:
            return self._ask_and_load()
        self._load_from(name)
        return None

    async def _ask_and_load(self) -> None:
        name = await self._ask_name("Load the record")
        if name:
            self._load_from(name)

    def _load_from(self, name: str) -> None:
        try:
            self._tasks.check_idle()
            self._commands.go_on_with(resume(Path(name), self._table.session.game))
        except PawnstormError as error:
            self._table.refuse(error)

    async def _ask_name(self, title: str) -> str:
        return await self._table.ask(dialogs.TextDialog(title, default_file_name(self._table.session)))
