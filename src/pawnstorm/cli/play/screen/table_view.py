"""What the full-screen table shows: the board, the seats, the piece, the course of the game, and the order line."""

from typing import Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ScreenResultType
from textual.widgets import Static

from pawnstorm.cli.draw.board import BoardStyle
from pawnstorm.cli.draw.panels import log_panel, seats_panel, touched_cells
from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.screen.board_widget import Board
from pawnstorm.cli.play.screen.captions import placeholder, top_line
from pawnstorm.cli.play.screen.cell_panel import cell_panel
from pawnstorm.cli.play.screen.dialogs import Dialog
from pawnstorm.cli.play.screen.order_line import OrderLine
from pawnstorm.cli.play.terminal_session import TerminalSession, should_flip
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.state import OVER
from pawnstorm.core.view import View

SIDE = 34
"""The least width of the panels next to the board."""
Switch = Literal["flipped", "letters", "numbers"]
"""What the player may turn on and off."""


class TableView(Vertical):
    """The parts of the screen and what is on them; it plays nothing."""

    def __init__(self, session: TerminalSession, letters: bool) -> None:
        super().__init__(id="table")
        self.session = session
        self.picker = Picker()
        self.letters = letters
        self.numbers = False
        self.flipped = should_flip(session)
        self.viewer = session.first_viewer
        self._pointed = False

    def compose(self) -> ComposeResult:
        """The parts of the table."""
        yield Static(id="top")
        with Horizontal(id="middle"):
            with VerticalScroll(id="left", can_focus=False):
                yield Board(self.view, self._board_style())
                yield Static(id="seats")
            with Vertical(id="side"):
                yield Static(id="seats-aside")
                with VerticalScroll(id="card-room", can_focus=False):
                    yield Static(id="card")
                with VerticalScroll(id="history", can_focus=False):
                    yield Static(id="log")
        yield OrderLine()

    @property
    def view(self) -> View:
        """What the present viewer sees."""
        return self.session.view(self.viewer)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def line(self) -> OrderLine:
        """The order line."""
        return self.query_one(OrderLine)

    def panel(self, name: str) -> Static:
        """A panel by its id."""
        return self.query_one(f"#{name}", Static)

    # ---- showing ----------------------------------------------------------------------------------------------

    def open(self, session: TerminalSession) -> None:
        """Show another session, whose board may have another size."""
        self.session = session
        self.viewer = session.first_viewer
        self.flipped = should_flip(session)
        self._pointed = False
        self.show_position()
        self.fit(self.app.size.width, self.app.size.height)

    def fit(self, width: int, height: int) -> None:
        """Make the board as large as the window allows, with the seats below it, or next to it if there is no room."""
        room, below = height - 3, 2 * len(self.session.seats)
        size = self.board.fit(width - SIDE, room - below)
        crowded = size[1] > room - below
        if crowded:
            size = self.board.fit(width - SIDE, room)
        self.set_class(crowded, "crowded")
        self.query_one("#left").styles.width = size[0] + 1
        # The panels know their new width only when they have been laid out.
        self.app.call_after_refresh(self.show)

    def show_position(self) -> None:
        """Show a position after something was played or taken back, and offer what may be done now."""
        self.picker = Picker(self.view.offers if self.session.match.turn != OVER else ())
        if not self._pointed and self.picker.cells():
            # The first time, the cursor waits on a piece that can do something.
            self._pointed = True
            cells = self.picker.cells()
            self.board.point(cells[len(cells) // 2])
        self.show()
        self.panel("log").update(log_panel(self.session.match, self.viewer, 60))
        history = self.query_one("#history", VerticalScroll)
        # The end of a longer text is known only when it has been laid out.
        self.app.call_after_refresh(history.scroll_end, animate=False)

    def show(self) -> None:
        """Draw everything again except the course of the game."""
        view, session = self.view, self.session
        self.board.show(view, self._board_style())
        for name in ("seats", "seats-aside"):
            panel = self.panel(name)
            panel.update(seats_panel(view, session.match, session.roles, self.letters, panel.size.width))
        self.panel("top").update(top_line(session, view))
        self.show_card()
        self.line.placeholder = placeholder(session, view, self.picker)

    def show_card(self) -> None:
        """Draw the card of the selected piece or the one under the cursor."""
        width = max(20, self.panel("card").size.width)
        self.panel("card").update(
            cell_panel(self.view, self.picker, self.board.cursor, self.session.seats, self.letters, width)
        )

    def _board_style(self) -> BoardStyle:
        moves, attacks = self.picker.targets()
        return BoardStyle(
            seats=self.session.seats,
            flipped=self.flipped,
            letters=self.letters,
            numbers=self.numbers,
            colourless=self.app.no_color,
            selected=self.picker.selected,
            moves=moves,
            attacks=attacks,
            last=touched_cells(self.session.match.steps[-1], self.viewer),
        )

    def toggle(self, switch: Switch) -> None:
        """Turn the board, or turn letters or numbers on or off."""
        setattr(self, switch, not getattr(self, switch))
        self.show()

    # ---- pointing ---------------------------------------------------------------------------------------------

    def on_board_pointed(self) -> None:
        """Show the card of another cell."""
        self.show_card()

    def on_board_hopped(self, message: Board.Hopped) -> None:
        """Jump to the next cell with a choice."""
        cells = self.picker.cells()
        if cells:
            here = cells.index(self.board.cursor) if self.board.cursor in cells else -min(message.way, 0) - 1
            self.board.point(cells[(here + message.way) % len(cells)])

    # ---- talking to the player --------------------------------------------------------------------------------

    async def ask(self, dialog: Dialog[ScreenResultType]) -> ScreenResultType:
        """Open a dialog and wait for its answer."""
        return await self.app.push_screen_wait(dialog)

    def refuse(self, error: PawnstormError) -> None:
        """Say why something was not done."""
        self.app.notify(str(error), severity="error", markup=False, timeout=6)

    def warn(self, sentence: str) -> None:
        """Say something that the player should not miss."""
        self.app.notify(sentence, severity="warning", markup=False, timeout=12)
