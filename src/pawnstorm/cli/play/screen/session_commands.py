"""The commands that change the session on the full screen: take back, mute, draw, resign, a new game, leaving."""

from collections.abc import Callable

from rich.console import Group
from rich.text import Text

from pawnstorm.cli.draw.panels import end_tip, seats_panel
from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.captions import result_line
from pawnstorm.cli.play.screen.game_loop import GameLoop
from pawnstorm.cli.play.screen.table_view import TableView
from pawnstorm.cli.play.screen.tasks import TaskQueue
from pawnstorm.cli.play.terminal_session import TerminalSession, check_new_game, new_game, switch_session
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.state import OVER


def open_session(table: TableView, session: TerminalSession) -> None:
    """Leave the session on the screen for another."""
    switch_session(table.session, session)
    table.open(session)


class SessionCommands:
    """What a player may do to the session, apart from giving orders."""

    def __init__(self, table: TableView, tasks: TaskQueue, loop: GameLoop) -> None:
        self._table = table
        self._tasks = tasks
        self._loop = loop
        self._leaving = False

    def take_back(self) -> None:
        """Take back the last order."""
        table = self._table
        try:
            self._tasks.check_idle()
            table.session.take_back()
        except PawnstormError as error:
            table.refuse(error)
            return
        table.viewer = table.session.viewer
        table.show_position()

    def mute(self) -> None:
        """Do not react now, and do not ask again at such moments."""
        try:
            window = self._table.session.mute()
        except PawnstormError as error:
            self._table.refuse(error)
            return
        self._table.app.notify(f"you will not be asked {window} any more", markup=False)
        self._loop.go_on()

    def unmute(self) -> None:
        """Ask at every moment again."""
        self._table.session.unmute()
        self._table.app.notify("you will be asked at every moment again")

    async def draw(self) -> None:
        """Agree to a draw."""
        session = self._table.session
        try:
            session.check_draw()
            await self._confirm_and_do("Draw", "Does everybody agree to a draw?", session.agree_draw)
        except PawnstormError as error:
            self._table.refuse(error)

    async def resign(self) -> None:
        """Give up."""
        try:
            await self._confirm_and_do("Resign", "Do you give up this game?", self._table.session.resign)
        except PawnstormError as error:
            self._table.refuse(error)

    async def _confirm_and_do(self, title: str, question: str, action: Callable[[], None]) -> None:
        self._tasks.check_idle()
        if await self._table.ask(dialogs.yes_or_no(title, question)):
            action()
            self._table.show_position()
            self._loop.go_on()

    async def new_game(self) -> None:
        """Begin a new game."""
        session = self._table.session
        question = "Leave this game and begin a new one?" + (" This one is saved." if session.saving.autosaved else "")
        under_way = len(session.match.steps) > 1 and session.match.turn != OVER
        try:
            self._tasks.check_idle()
            check_new_game(session)
            if not under_way or await self._table.ask(dialogs.yes_or_no("New game", question)):
                self._play_again()
        except PawnstormError as error:
            self._table.refuse(error)

    def _play_again(self) -> None:
        self.go_on_with(new_game(self._table.session))

    def go_on_with(self, session: TerminalSession) -> None:
        """Leave the session on the screen for another, and play that."""
        open_session(self._table, session)
        self._loop.go_on()

    async def leave(self) -> None:
        """Leave; ask first if the game would be lost, and the second time leave at once."""
        session = self._table.session
        twice, self._leaving = self._leaving, True
        question = "Leave this game? It is not saved (Ctrl+S saves it)."
        if twice or not session.saving.unsaved or await self._table.ask(dialogs.yes_or_no("Quit", question)):
            # Nobody waits for a program that is still thinking.
            session.computers.hurry()
            self._table.app.exit()
        self._leaving = False

    async def game_over(self, save: Callable[[], None]) -> None:
        """Show how the game ended, and ask what comes next."""
        table, session = self._table, self._table.session
        larger = session.saving.part_of
        lines = (f"Go on with {larger}" if larger else "Play again", "Save the record", "Look at the board", "Leave")
        body = Group(
            result_line(session),
            Text(),
            seats_panel(table.view, session.match, session.roles, table.letters, dialogs.WIDTH),
            Text(),
            end_tip(session.game.key),
        )
        dialog = dialogs.ChoiceDialog("The game is over", [Text(line) for line in lines], body)
        chosen = await table.ask(dialog)
        leave = table.app.exit
        actions = (leave if larger else self._play_again, save, None, leave)
        action = actions[chosen] if chosen is not None else None
        if action:
            action()
