"""The board as a widget: arrows, Enter, Tab and mouse become messages; it knows cells and nothing of the game."""

from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from pawnstorm.cli.draw.board import Look, Plan, board_size, cell_at, draw, fitting_size, lay_out, neighbour
from pawnstorm.core.view import View


def _first(view: View) -> str:
    """The cell the cursor begins on; none in a game without a board."""
    return view.cells[0].id if view.cells else ""


class Board(Widget, can_focus=True):
    """Draws a view and says what the player points at."""

    BINDINGS: ClassVar = [
        Binding("up", "step(0, 1)", show=False),
        Binding("down", "step(0, -1)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("left", "step(-1, 0)", show=False),
        Binding("enter,space", "pick", show=False),
        Binding("tab", "hop(1)", show=False),
        Binding("shift+tab", "hop(-1)", show=False),
    ]

    class Pointed(Message):
        """The cursor stands on another cell."""

    class Picked(Message):
        """The player picks the cell under the cursor."""

    class Hopped(Message):
        """The player wants the next cell with a choice, or the one before."""

        def __init__(self, way: int) -> None:
            super().__init__()
            self.way = way

    def __init__(self, view: View, look: Look) -> None:
        super().__init__(id="board")
        self.plan: Plan = lay_out(view)
        self.look = replace(look, cursor=look.cursor or _first(view))
        self._drawn: tuple[Plan, Look] | None = None
        self._strips: list[Strip] = []

    @property
    def cursor(self) -> str:
        """The cell the cursor stands on."""
        return self.look.cursor

    def show(self, view: View, look: Look) -> None:
        """Draw another view; the cursor stays, unless its cell is gone."""
        self.plan = lay_out(view)
        known = any(cell.id == self.look.cursor for cell in view.cells)
        self.look = replace(look, cursor=self.look.cursor if known else _first(view), size=self.look.size)
        self.refresh()

    def fit(self, width: int, height: int) -> tuple[int, int]:
        """Take the most generous size of square for this room; returns the size of the whole board."""
        size = fitting_size(self.plan, width, height)
        self.look = replace(self.look, size=size)
        needed = board_size(self.plan, size)
        self.styles.width, self.styles.height = needed
        self.refresh()
        return needed

    def point(self, cell: str) -> None:
        """Put the cursor on a cell."""
        if cell and cell != self.look.cursor:
            self.look = replace(self.look, cursor=cell)
            self.refresh()
            self.post_message(self.Pointed())

    def render_line(self, y: int) -> Strip:
        """One line of the drawn board; the drawing is kept until the view or the look changes."""
        drawn = (self.plan, self.look)
        if self._drawn is None or self._drawn[0] is not drawn[0] or self._drawn[1] is not drawn[1]:
            lines = draw(*drawn).split("\n")
            self._strips = [Strip(line.render(self.app.console), line.cell_len) for line in lines]
            self._drawn = drawn
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def action_step(self, right: int, up: int) -> None:
        """Move the cursor one cell."""
        if self.look.cursor:
            self.point(neighbour(self.plan, self.look, self.look.cursor, right, up))

    def action_pick(self) -> None:
        """Pick the cell under the cursor."""
        self.post_message(self.Picked())

    def action_hop(self, way: int) -> None:
        """Go to the next cell with a choice."""
        self.post_message(self.Hopped(way))

    def on_click(self, event: events.Click) -> None:
        """Point and pick in one."""
        cell = cell_at(self.plan, self.look, event.x, event.y)
        if cell:
            self.point(cell)
            self.post_message(self.Picked())
