"""How many steps it is to the goals on the field, around everything that blocks the way."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.games.trench_checkers.pieces.field import BLOCKED, EMPTY
from pawnstorm.games.trench_checkers.state import ASLEEP, Position, owner_of

FARTHEST: Final = 30
"""The search for a way ends after this many steps."""
_MOST_CELLS: Final = 512
_ENEMY_IN_THE_WAY: Final = 4
"""What it costs to get past an enemy stack, in steps; usually it must be beaten."""
_UNSEEN: Final = 99


@final
@mypyc_attr(acyclic=True)
class Distances:
    """Distances from one or several cells to all others, for one side. Reused from position to position."""

    def __init__(self) -> None:
        self.steps: Final[vec[i64]] = vec[i64]([_UNSEEN] * _MOST_CELLS)
        self._heads: Final[vec[i64]] = vec[i64]([0] * (FARTHEST + _ENEMY_IN_THE_WAY + 1))
        """The first cell of every distance; `_links` lead to the others of that distance, and 0 ends the chain."""
        self._links: Final[vec[i64]] = vec[i64]([0] * _MOST_CELLS)

    def begin(self, position: Position) -> None:
        """Clear the distances of the last position."""
        _fill(self.steps, len(position.board), _UNSEEN)
        _fill(self._heads, len(self._heads), 0)

    def source(self, cell: i64) -> None:
        """Add a cell from which distances are counted."""
        self.steps[cell] = 0
        self._links[cell] = self._heads[0]
        self._heads[0] = cell

    def spread(self, position: Position, seat: i64) -> None:
        """Find all distances. A cell costs the same from every side, so the first way found is the shortest."""
        _spread(position.board, position.laws.steps, seat + 1, self.steps, self._heads, self._links)


def _spread(
    board: vec[i64], directions: vec[i64], side: i64, steps: vec[i64], heads: vec[i64], links: vec[i64]
) -> None:
    """A function of its own, because tables that are arguments are borrowed: no references are counted."""
    distance: i64
    for distance in range(FARTHEST):
        cell = heads[distance]
        while cell:
            for step in directions:
                landing = cell + step
                there = board[landing]
                if there == BLOCKED or steps[landing] != _UNSEEN:
                    continue
                free = there == EMPTY or owner_of(there) == side or there & ASLEEP != 0
                arrival = distance + 1 if free else distance + _ENEMY_IN_THE_WAY
                steps[landing] = arrival
                links[landing] = heads[arrival]
                heads[arrival] = landing
            cell = links[cell]


def _fill(values: vec[i64], count: i64, value: i64) -> None:
    index: i64
    for index in range(count):
        values[index] = value
