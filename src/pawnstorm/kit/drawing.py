"""Drawn boards: rows of tokens with row numbers at the left and column letters below."""

from collections.abc import Callable

from pawnstorm.core.errors import BadPosition
from pawnstorm.kit.grid import FILES, Grid

Rows = tuple[tuple[str, ...], ...]


def read_board(text: str, columns: int, rows: int) -> Rows:
    """The tokens of a drawing, top row first; a `BadPosition` names the row that is wrong."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    letters = list(FILES[:columns])
    if lines and lines[-1] == letters:
        lines.pop()
    if lines and lines[0] == letters:
        lines.pop(0)
    if len(lines) != rows:
        raise BadPosition(f"the drawing has {len(lines)} rows, the board has {rows}")
    return tuple(_row(line, rows - index, columns) for index, line in enumerate(lines))


def _row(tokens: list[str], number: int, columns: int) -> tuple[str, ...]:
    if not tokens or tokens[0] != str(number):
        raise BadPosition(f"row {number} of the drawing should begin with its number {number}")
    found = tokens[1:]
    if len(found) == columns + 1 and found[-1] == str(number):
        found.pop()
    if len(found) != columns:
        raise BadPosition(f"row {number} of the drawing has {len(found)} tokens, the board has {columns} columns")
    return tuple(found)


def draw_board(rows: Rows) -> str:
    """A drawing that `read_board` can read."""
    width = max(len(token) for row in rows for token in row)
    margin = len(str(len(rows)))
    lines = []
    for index, row in enumerate(rows):
        tokens = " ".join(token.ljust(width) for token in row)
        lines.append(f"{len(rows) - index:>{margin}} {tokens}".rstrip())
    letters = " ".join(letter.ljust(width) for letter in FILES[: len(rows[0])])
    return "\n".join([*lines, f"{'':>{margin}} {letters}".rstrip()]) + "\n"


def draw_cells(grid: Grid, token: Callable[[int], str]) -> Rows:
    """The rows of a drawing, top row first; `token` draws one cell."""
    rows = range(grid.rows - 1, -1, -1)
    return tuple([tuple([token(grid.cell(column, row)) for column in range(grid.columns)]) for row in rows])


def drawn_cells(grid: Grid, rows: Rows) -> list[tuple[int, str]]:
    """The cells of a drawing that are not empty, each with its token, top row first."""
    numbered = zip(range(grid.rows - 1, -1, -1), rows, strict=True)
    return [
        (grid.cell(column, row), token)
        for row, tokens in numbered
        for column, token in enumerate(tokens)
        if token != "."
    ]
