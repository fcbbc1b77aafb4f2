"""The board as a widget: arrows, Enter, Tab and mouse become messages; it knows cells but not the game."""

from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from pawnstorm.cli.draw.board import (
    BoardLayout,
    BoardStyle,
    board_size,
    cell_at,
    draw,
    fitting_size,
    lay_out,
    neighbour,
)
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
        """The cursor is on another cell."""

    class Picked(Message):
        """The player picks the cell under the cursor."""

    class Hopped(Message):
        """The player wants the next or the previous cell with a choice."""

        def __init__(self, way: int) -> None:
            super().__init__()
            self.way = way

    def __init__(self, view: View, style: BoardStyle) -> None:
        super().__init__(id="board")
        self.board_layout: BoardLayout = lay_out(view)
        self.board_style = replace(style, cursor=style.cursor or _first(view))
        self._drawn: tuple[BoardLayout, BoardStyle] | None = None
        self._strips: list[Strip] = []

    @property
    def cursor(self) -> str:
        """The cell under the cursor."""
        return self.board_style.cursor

    def show(self, view: View, style: BoardStyle) -> None:
        """Draw another view; the cursor stays, unless its cell is gone."""
        self.board_layout = lay_out(view)
        known = any(cell.id == self.board_style.cursor for cell in view.cells)
        self.board_style = replace(
            style, cursor=self.board_style.cursor if known else _first(view), size=self.board_style.size
        )
        self.refresh()

    def fit(self, width: int, height: int) -> tuple[int, int]:
        """Take the largest size of square that fits; returns the size of the whole board."""
        size = fitting_size(self.board_layout, width, height)
        self.board_style = replace(self.board_style, size=size)
        needed = board_size(self.board_layout, size)
        self.styles.width, self.styles.height = needed
        self.refresh()
        return needed

    def point(self, cell: str) -> None:
        """Put the cursor on a cell."""
        if cell and cell != self.board_style.cursor:
            self.board_style = replace(self.board_style, cursor=cell)
            self.refresh()
            self.post_message(self.Pointed())

    def render_line(self, y: int) -> Strip:
        """One line of the drawn board; the drawing is cached until the view or the style changes."""
        drawn = (self.board_layout, self.board_style)
        if self._drawn is None or self._drawn[0] is not drawn[0] or self._drawn[1] is not drawn[1]:
            lines = draw(*drawn).split("\n")
            self._strips = [Strip(line.render(self.app.console), line.cell_len) for line in lines]
            self._drawn = drawn
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def action_step(self, right: int, up: int) -> None:
        """Move the cursor one cell."""
        if self.board_style.cursor:
            self.point(neighbour(self.board_layout, self.board_style, self.board_style.cursor, right, up))

    def action_pick(self) -> None:
        """Pick the cell under the cursor."""
        self.post_message(self.Picked())

    def action_hop(self, way: int) -> None:
        """Go to the next cell with a choice."""
        self.post_message(self.Hopped(way))

    def on_click(self, event: events.Click) -> None:
        """Point at a cell and pick it."""
        cell = cell_at(self.board_layout, self.board_style, event.x, event.y)
        if cell:
            self.point(cell)
            self.post_message(self.Picked())
