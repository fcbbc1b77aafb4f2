"""The chessboard as a walled grid: its squares, the lines and jumps of chess pieces, and its cells for a view."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.kit.grid import Grid, chequered

GRID: Final = Grid(8, 8, 2)
NORTH: Final = 10
"""One row up."""

_STRAIGHT: Final = [10, 1, -1, -10]
_DIAGONAL: Final = [11, 9, -9, -11]
ROOK_LINES: Final = vec[i64](_STRAIGHT)
BISHOP_LINES: Final = vec[i64](_DIAGONAL)
ALL_LINES: Final = vec[i64](_STRAIGHT + _DIAGONAL)
"""The straight lines, then the diagonals; also the steps to the eight squares around a square."""
KNIGHT_JUMPS: Final = vec[i64]([21, 19, 12, 8, -8, -12, -19, -21])

CELLS: Final = chequered(GRID)


def line_step(origin: int, target: int) -> int:
    """The step of the straight or diagonal line from one square to another; 0 if they are not on one line."""
    columns = GRID.column(target) - GRID.column(origin)
    rows = GRID.row(target) - GRID.row(origin)
    length = max(abs(columns), abs(rows))
    if length == 0 or abs(columns) not in (0, length) or abs(rows) not in (0, length):
        return 0
    return columns // length + rows // length * GRID.stride


def _nearness() -> list[float]:
    near = [0.0] * GRID.size
    for square in GRID.cells():
        away = max(abs(2 * GRID.column(square) - 7), abs(2 * GRID.row(square) - 7))
        near[square] = (7 - away) / 2.0
    return near


NEAR_CENTRE: Final = vec[float](_nearness())
"""By square: how near it is to the middle, from 0 to 3."""
