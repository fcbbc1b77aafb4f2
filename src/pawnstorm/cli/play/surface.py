"""What the full-screen table shows: board at the left, piece and course of play at the right, an order line below."""

from collections.abc import Coroutine

from textual import events, work
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Static

from pawnstorm.cli.draw.board import Look
from pawnstorm.cli.draw.panels import log_panel, seats_panel
from pawnstorm.cli.play.boardwidget import Board
from pawnstorm.cli.play.card import card
from pawnstorm.cli.play.lines import hint, top_line
from pawnstorm.cli.play.orderline import OrderLine
from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.sitting import Sitting
from pawnstorm.cli.play.style import STYLE
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.state import OVER
from pawnstorm.core.view import SPECTATOR, View

SIDE = 34
"""The least width of what stands beside the board."""


class Surface(App[None]):
    """The parts of the screen and what is on them; it plays nothing."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, sitting: Sitting, letters: bool) -> None:
        super().__init__()
        self.sitting = sitting
        self.picker = Picker()
        self.letters = letters
        self.numbers = False
        self.flipped = sitting.seen_from_above()
        self.eyes = self.first_eyes()
        self._pointed = False
        self._tasks = 0

    @property
    def busy(self) -> bool:
        """Whether something is under way that must come to its end first."""
        return self._tasks > 0

    def do(self, task: Coroutine[None, None, None]) -> None:
        """Let the table be busy with something from this moment on."""
        # Entered here and not in the worker, so that the next line finds the table busy.
        self._tasks += 1
        self._work(task)

    @work
    async def _work(self, task: Coroutine[None, None, None]) -> None:
        try:
            await task
        except PawnstormError as error:
            self.refuse(error)
        finally:
            self._tasks -= 1
        self.done()

    def done(self) -> None:
        """Something has come to its end; a table that is played at takes what was typed meanwhile."""

    def compose(self) -> ComposeResult:
        """The parts of the table."""
        yield Static(id="top")
        with Horizontal(id="middle"):
            with VerticalScroll(id="left", can_focus=False):
                yield Board(self.view, self._look())
                yield Static(id="seats")
            with Vertical(id="side"):
                yield Static(id="seats-aside")
                with VerticalScroll(id="card-room", can_focus=False):
                    yield Static(id="card")
                with VerticalScroll(id="history", can_focus=False):
                    yield Static(id="log")
        yield OrderLine()
        yield Footer(compact=True)

    @property
    def view(self) -> View:
        """What is on the screen."""
        return self.sitting.view(self.eyes)

    @property
    def board(self) -> Board:
        """The board."""
        return self.screen_stack[0].query_one(Board)

    @property
    def line(self) -> OrderLine:
        """The order line."""
        return self.screen_stack[0].query_one(OrderLine)

    def part(self, name: str) -> Static:
        """A panel by its id."""
        return self.screen_stack[0].query_one(f"#{name}", Static)

    def first_eyes(self) -> int:
        """Through whose eyes the table is first seen: of several people nobody's, until one has taken the keyboard."""
        return self.sitting.viewer if len(self.sitting.humans) == 1 else SPECTATOR

    def on_resize(self, event: events.Resize) -> None:
        """Fit the board into the window."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        """The board as large as it may be, with the seats below it, or beside it where there is no room below."""
        room, below = height - 3, 2 * len(self.sitting.seats)
        size = self.board.fit(width - SIDE, room - below)
        crowded = size[1] > room - below
        if crowded:
            size = self.board.fit(width - SIDE, room)
        self.screen_stack[0].set_class(crowded, "crowded")
        self.screen_stack[0].query_one("#left").styles.width = size[0] + 1
        # The panels know their new width only when they have been laid out.
        self.call_after_refresh(self.show)

    def _look(self) -> Look:
        moves, attacks = self.picker.targets()
        return Look(
            seats=self.sitting.seats,
            flipped=self.flipped,
            letters=self.letters,
            numbers=self.numbers,
            bare=self.no_color,
            selected=self.picker.selected,
            moves=moves,
            attacks=attacks,
            last=self.sitting.last_cells(self.eyes),
        )

    def fresh_position(self) -> None:
        """Something was played or taken back: show it, and offer what may be done now."""
        self.picker = Picker(self.view.offers if self.sitting.match.turn != OVER else ())
        if not self._pointed and self.picker.cells():
            # The first time the cursor waits on a piece that can do something.
            self._pointed = True
            cells = self.picker.cells()
            self.board.point(cells[len(cells) // 2])
        self.show()
        self.part("log").update(log_panel(self.sitting.match, self.eyes, 60))
        history = self.screen_stack[0].query_one("#history", VerticalScroll)
        # The end of a longer text is known only when it has been laid out.
        self.call_after_refresh(history.scroll_end, animate=False)

    def new_board(self) -> None:
        """Show another match, whose board may have another size."""
        self._pointed = False
        self.fresh_position()
        self._fit(self.size.width, self.size.height)

    def show(self) -> None:
        """Draw everything anew except the course of play."""
        view, sitting = self.view, self.sitting
        self.board.show(view, self._look())
        for name in ("seats", "seats-aside"):
            panel = self.part(name)
            panel.update(seats_panel(view, sitting.match, sitting.roles, self.letters, panel.size.width))
        self.part("top").update(top_line(sitting, view))
        self.show_card()
        self.line.placeholder = hint(sitting, view, self.picker)

    def show_card(self) -> None:
        """Draw the card of the piece in hand or under the cursor."""
        width = max(20, self.part("card").size.width)
        self.part("card").update(
            card(self.view, self.picker, self.board.cursor, self.sitting.seats, self.letters, width)
        )

    def refuse(self, error: PawnstormError) -> None:
        """Say why something was not done."""
        self.notify(str(error), severity="error", markup=False, timeout=6)
