"""How many steps it is to the goals on the field, around terrain. Stacks come and go, so they do not count."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.games.trench_checkers.pieces.field import BLOCKED
from pawnstorm.games.trench_checkers.pieces.laws import Laws
from pawnstorm.games.trench_checkers.state import NOWHERE, Position

FARTHEST: Final = 30
"""A goal at this distance or farther is out of sight."""
_MOST_CELLS: Final = 512


@final
@mypyc_attr(acyclic=True)
class Distances:
    """The distances of both sides to their Commando's bed and to the enemy's rear trench, kept while terrain stays."""

    def __init__(self) -> None:
        self.to_bed: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64]([FARTHEST] * _MOST_CELLS) for _ in range(2)])
        self.to_trench: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64]([FARTHEST] * _MOST_CELLS) for _ in range(2)])
        self.rows: Final[vec[i64]] = vec[i64]([0] * _MOST_CELLS)
        self.columns: Final[vec[i64]] = vec[i64]([0] * _MOST_CELLS)
        """The row and the column of every cell."""
        self._queue: Final[vec[i64]] = vec[i64]([0] * _MOST_CELLS)
        self._laws: Laws | None = None
        self._terrain: i64 = -1

    def know(self, laws: Laws) -> None:
        """Find the row and the column of every cell, unless the last position had the same field."""
        if laws is self._laws:
            return
        self._laws = laws
        self._terrain = -1
        for cell in laws.cells:
            self.rows[cell] = cell // laws.stride
            self.columns[cell] = cell % laws.stride

    def prepare(self, position: Position, terrain: i64) -> None:
        """Measure the field again if terrain has changed; `terrain` is a number for what there is."""
        self.know(position.laws)
        if terrain == self._terrain:
            return
        self._terrain = terrain
        seat: i64
        for seat in range(2):
            self._queue[0] = position.laws.bed[seat]
            _measure(position, self._queue, 1, self.to_bed[seat])
            count: i64 = 0
            for cell in position.laws.rear[1 - seat]:
                if position.board[cell] != BLOCKED:
                    self._queue[count] = cell
                    count += 1
            _measure(position, self._queue, count, self.to_trench[seat])

    def nearest(self, units: vec[i64], first: i64, last: i64, cell: i64) -> i64:
        """Steps in a straight line from a cell to the nearest of some units."""
        return _nearest_in_a_straight_line(units, self.rows, self.columns, first, last, cell)


def _nearest_in_a_straight_line(
    units: vec[i64], rows: vec[i64], columns: vec[i64], first: i64, last: i64, cell: i64
) -> i64:
    """A function of its own, because tables that are arguments are borrowed: no references are counted."""
    row, column = rows[cell], columns[cell]
    nearest: i64 = FARTHEST
    unit: i64
    for unit in range(first, last):
        at = units[unit] >> 2
        if at != NOWHERE:
            along, across = rows[at] - row, columns[at] - column
            nearest = min(nearest, (along if along >= 0 else -along) + (across if across >= 0 else -across))
    return nearest


def _measure(position: Position, queue: vec[i64], waiting: i64, steps: vec[i64]) -> None:
    """Fill `steps` with the distances from the cells that wait in the queue."""
    board = position.board
    index: i64
    for index in range(len(board)):
        steps[index] = FARTHEST
    for index in range(waiting):
        steps[queue[index]] = 0
    done: i64 = 0
    while done < waiting:
        cell = queue[done]
        done += 1
        for step in position.laws.steps:
            landing = cell + step
            if board[landing] != BLOCKED and steps[landing] > steps[cell] + 1:
                steps[landing] = steps[cell] + 1
                queue[waiting] = landing
                waiting += 1
