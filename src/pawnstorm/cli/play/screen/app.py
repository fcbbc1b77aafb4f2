"""The full-screen table as a program: its parts, its keys, and what is pointed at and typed."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Footer, Input

from pawnstorm.cli.play.screen.board_widget import Board
from pawnstorm.cli.play.screen.file_commands import FileCommands
from pawnstorm.cli.play.screen.game_loop import GameLoop
from pawnstorm.cli.play.screen.keys import KEYS
from pawnstorm.cli.play.screen.player_help import PlayerHelp
from pawnstorm.cli.play.screen.session_commands import SessionCommands
from pawnstorm.cli.play.screen.style import STYLE
from pawnstorm.cli.play.screen.table_view import TableView
from pawnstorm.cli.play.screen.tasks import TaskQueue
from pawnstorm.cli.play.screen.unfinished_dialogs import offer_unfinished
from pawnstorm.cli.play.terminal_session import TerminalSession
from pawnstorm.cli.play.typed_line import parse_line
from pawnstorm.cli.play.unfinished import UnfinishedGame
from pawnstorm.core.errors import PawnstormError

Command = Callable[[str], Coroutine[Any, Any, None] | None]
"""What a word does with the text after it; a coroutine goes on in the background."""


class PlayApp(App[None]):
    """A session in full screen."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = list(KEYS)

    def __init__(
        self,
        session: TerminalSession,
        letters: bool = False,
        pace: float = 0.35,
        unfinished: Sequence[UnfinishedGame] = (),
    ) -> None:
        """`pace` is how long a program seems to think, in seconds; with 0 nothing is animated.

        `unfinished` are matches that the player may resume instead.
        """
        super().__init__()
        self.table = TableView(session, letters)
        self.tasks = TaskQueue(self.table, self._take_line)
        self.loop = GameLoop(self.table, self.tasks, pace, self._game_over)
        self.session_commands = SessionCommands(self.table, self.tasks, self.loop)
        self.files = FileCommands(self.table, self.tasks, self.session_commands)
        self.help = PlayerHelp(self.table, self.tasks, self.loop.give)
        self.commands = self._commands()
        self._unfinished = unfinished

    def _commands(self) -> dict[str, Command]:
        table, commands, loop, shown = self.table, self.session_commands, self.loop, self.help
        return {
            "help": lambda rest: shown.show_help(),
            "howto": lambda rest: shown.show_how_to(),
            "rules": shown.show_rules,
            "piece": shown.show_piece,
            "moves": lambda rest: loop.list_orders(),
            "odds": shown.show_odds,
            "hint": lambda rest: shown.show_hint(),
            "undo": lambda rest: commands.take_back(),
            "save": self.files.save,
            "load": self.files.load,
            "resign": lambda rest: commands.resign(),
            "draw": lambda rest: commands.draw(),
            "mute": lambda rest: commands.mute(),
            "unmute": lambda rest: commands.unmute(),
            "flip": lambda rest: table.toggle("flipped"),
            "letters": lambda rest: table.toggle("letters"),
            "numbers": lambda rest: table.toggle("numbers"),
            "board": lambda rest: table.show(),
            "log": lambda rest: table.show(),
            "new": lambda rest: commands.new_game(),
            "quit": lambda rest: commands.leave(),
        }

    @property
    def session(self) -> TerminalSession:
        """The session that is played."""
        return self.table.session

    def compose(self) -> ComposeResult:
        """The table and its keys."""
        yield self.table
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin."""
        self.title = self.session.game.title
        self.table.board.focus()
        self.table.show_position()
        self.tasks.start(self._begin())

    async def _begin(self) -> None:
        if self._unfinished:
            await offer_unfinished(self.table, self._unfinished)
        await self.loop.catch_up()

    async def _game_over(self) -> None:
        await self.session_commands.game_over(lambda: self.command("save"))

    def on_resize(self, event: events.Resize) -> None:
        """Fit the board into the window."""
        self.table.fit(event.size.width, event.size.height)

    # ---- pointing and typing ----------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Letters typed at the board go to the order line.

        This is decided here, where keys arrive one by one: the focus has moved before the next key is handled, so
        that quick typing loses nothing.
        """
        if self._is_for_line(event):
            self.screen.set_focus(self.table.line)
        await super().on_event(event)

    def _is_for_line(self, event: events.Event) -> bool:
        """Whether an event that has just arrived at the board begins an order; a blank by itself picks a cell."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded or not self._at_board():
            return False
        return isinstance(event, events.Paste) or (event.is_printable and event.character != " ")

    def _at_board(self) -> bool:
        return len(self.screen_stack) == 1 and isinstance(self.focused, Board)

    def on_board_picked(self) -> None:
        """Pick the cell under the cursor."""
        self.loop.pick()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take an order or a word; a quick player may be typing the next one already."""
        if not self.table.line.value:
            self.table.board.focus()
        if event.value.strip():
            self.tasks.add_line(event.value.strip())

    def _take_line(self, line: str) -> None:
        typed = parse_line(line, self.session)
        if typed.word:
            self.command(typed.word, typed.rest)
            return
        try:
            self.loop.give(self.session.offer(typed.rest))
        except PawnstormError as error:
            self.table.refuse(error)

    # ---- keys -------------------------------------------------------------------------------------------------

    def command(self, word: str, rest: str = "") -> None:
        """Do what a word means, typed or by its key."""
        task = self.commands[word](rest)
        if task:
            self.run_worker(task)

    def action_command(self, word: str) -> None:
        """A key stands for a word."""
        self.command(word)

    def action_step_back(self) -> None:
        """Leave the order line, or go one step up; while a program thinks, let it answer now."""
        table = self.table
        self.tasks.forget_lines()
        if self.tasks.busy:
            self.session.computers.hurry()
        elif table.line.has_focus:
            table.line.value = ""
            table.board.focus()
        elif table.picker.back():
            table.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a dialog is open the table's keys do nothing, except that a second Ctrl+Q leaves at once."""
        of_table = action == "step_back" or (action == "command" and parameters != ("quit",))
        return not of_table or len(self.screen_stack) == 1
