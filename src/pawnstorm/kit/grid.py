"""A walled mailbox: a rectangular board inside a border of wall cells, so that no rule checks for the edge."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.view import Cell

FILES: Final = "abcdefghijklmnopqrs"
_ROWS: Final = [str(number) for number in range(1, len(FILES) + 1)]


class Grid:
    """The geometry of a board of columns x rows with a border as wide as the longest jump."""

    def __init__(self, columns: int, rows: int, border: int) -> None:
        self.columns = columns
        self.rows = rows
        self.border = border
        # One wall column between two rows serves both: the right border of one is the left border of the next.
        self.stride = columns + border
        self.size = self.stride * (rows + 2 * border) + border
        self._names = {cell: f"{FILES[self.column(cell)]}{self.row(cell) + 1}" for cell in self.cells()}

    def cell(self, column: int, row: int) -> int:
        """The mailbox index of a column and a row, both counted from 0 at the lower left."""
        return self.border + column + self.stride * (row + self.border)

    def column(self, cell: int) -> int:
        """The column of a mailbox index."""
        return (cell - self.border) % self.stride

    def row(self, cell: int) -> int:
        """The row of a mailbox index."""
        return (cell - self.border) // self.stride - self.border

    def name(self, cell: int) -> str:
        """The name of a cell, such as e4; a wall has none."""
        return self._names.get(cell, "")

    def find(self, name: str) -> int:
        """The mailbox index of a name, or -1 if the board has no such cell."""
        column = FILES[: self.columns].find(name[:1]) if name else -1
        row = _ROWS.index(name[1:]) if name[1:] in _ROWS[: self.rows] else -1
        return -1 if column < 0 or row < 0 else self.cell(column, row)

    def cells(self) -> list[int]:
        """Every cell of the board, row by row from the lower left."""
        return [self.cell(column, row) for row in range(self.rows) for column in range(self.columns)]

    def walled(self, inside: int, wall: int) -> "vec[i64]":
        """A board of `inside` cells within a border of `wall` cells."""
        board = [wall] * self.size
        for cell in self.cells():
            board[cell] = inside
        return vec[i64](board)


def chequered(grid: Grid) -> tuple[Cell, ...]:
    """The cells of a board for a view, light and dark by turns; the lower left one is dark."""
    cells: list[Cell] = []
    for cell in grid.cells():
        column, row = grid.column(cell), grid.row(cell)
        cells.append(Cell(grid.name(cell), column, row, "light" if (column + row) % 2 else "dark"))
    return tuple(cells)
