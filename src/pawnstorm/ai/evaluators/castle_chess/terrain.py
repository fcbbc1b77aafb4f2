"""What a map of Castle Chess means for each side before a unit moves: distances to goals, gates and walls.

All distances are those of a King over the ground of the map. A standing stone costs a few steps more, and a diagonal
step a little more than a straight one: fewer units are in the way straight ahead. They are computed once for a map.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.games.castle_chess.pieces.cells import BOARD, GATE, NOWHERE, STONE, owner_of
from pawnstorm.games.castle_chess.pieces.kinds import GRID, NUMBERS, STEPS, STRAIGHT
from pawnstorm.games.castle_chess.pieces.laws import Laws
from pawnstorm.games.castle_chess.pieces.maps import Map, flood
from pawnstorm.games.castle_chess.rules.shooting import fire_range

STRAIGHT_STEP: Final = 4
_DIAGONAL_STEP: Final = 5
FAR: Final = 30 * STRAIGHT_STEP
"""Longer than any way."""
_THROUGH_GATE: Final = 8
_OVER_WALL: Final = 16


@final
@mypyc_attr(acyclic=True)
class Terrain:
    """The tables of one map, by side * GRID.size + space."""

    def __init__(self, laws: Laws) -> None:
        self.laws: Final = laws
        board = laws.map
        seats = range(int(board.seats))
        goals = [_goals(board, side) for side in seats]
        stones = [[cell for cell in board.signs if board.ground[cell] & STONE and _owns(board, cell, s)] for s in seats]
        self.to_goal: Final[vec[i64]] = _tables(board, goals)
        self.to_gate: Final[vec[i64]] = _tables(board, [_next_to(board, side, True) for side in seats])
        self.to_wall: Final[vec[i64]] = _tables(board, [_next_to(board, side, False) for side in seats])
        self.to_shot: Final[vec[i64]] = _tables(board, [_in_range(board, side) for side in seats])
        self.within: Final[vec[i64]] = vec[i64]([_inside(cell, f) for f in _yards(board) for cell in range(GRID.size)])
        self.stones: Final[vec[i64]] = vec[i64]([cell for group in stones for cell in group])
        self.owners: Final[vec[i64]] = vec[i64]([side for side, group in enumerate(stones) for _ in group])
        self.gates: Final[vec[i64]] = vec[i64]([_is_gate(board, cell) for group in stones for cell in group])
        self.units: Final[float] = float(max(1, len(board.armies)))


def _goals(board: Map, side: int) -> list[int]:
    """Where a side's King wins: on the thrones of others, and for Blue in a passage."""
    found = [int(board.throne[other]) for other in range(int(board.seats)) if other != side and board.has_king(other)]
    if board.quest and side == 0:
        found += [cell for cell in board.signs if board.passage[cell]]
    return found


def _is_gate(board: Map, cell: int) -> int:
    return 1 if board.ground[cell] & GATE else 0


def _owns(board: Map, cell: int, side: int) -> bool:
    return bool(owner_of(board.ground[cell]) == side)


def _next_to(board: Map, side: int, gates_only: bool) -> list[int]:
    """Free spaces straight next to the gates, or to any stone, of other sides, outside their castles."""
    found: list[int] = []
    for cell in board.signs:
        if board.ground[cell] & (GATE if gates_only else STONE) and not _owns(board, cell, side):
            found += [cell + int(step) for step in STRAIGHT if _is_open(board, cell + int(step))]
    return found


def _is_open(board: Map, cell: int) -> bool:
    return bool(board.ground[cell] & BOARD) and not board.ground[cell] & STONE and not board.inside[cell]


def _in_range(board: Map, side: int) -> list[int]:
    """Open spaces from which a catapult hits a stone of another side; from a hill it throws farther."""
    found: list[int] = []
    for cell in board.signs:
        if board.ground[cell] & STONE and not _owns(board, cell, side):
            for step in STEPS:
                for far in range(1, int(NUMBERS.catapult_range_high) + 1):
                    space = cell + far * int(step)
                    if space in board.signs and _is_open(board, space) and far <= fire_range(board.ground[space]):
                        found.append(space)
    return found


def _yards(board: Map) -> list[set[int]]:
    """For each side the spaces within the castles of others."""
    yards: list[set[int]] = []
    for side in range(int(board.seats)):
        found: set[int] = set()
        for goal in _goals(board, side):
            yard = flood(board, goal, STONE)
            # A castle without walls is no castle.
            found |= yard if len(yard) * 3 < len(board.signs) else set()
        yards.append(found)
    return yards


def _inside(cell: int, yard: set[int]) -> int:
    return 1 if cell in yard else 0


def _tables(board: Map, goals: list[list[int]]) -> "vec[i64]":
    return vec[i64]([steps for group in goals for steps in _ways(board, group)])


def _ways(board: Map, goals: list[int]) -> list[int]:
    """The way from every space to the nearest goal."""
    steps = [FAR] * GRID.size
    rings: list[list[int]] = [[] for _ in range(FAR + 1)]
    rings[0] = [goal for goal in goals if goal != NOWHERE]
    for ring in range(FAR):
        for cell in rings[ring]:
            if steps[cell] > ring:
                steps[cell] = ring
                for step in STEPS:
                    to = cell + int(step)
                    if to in board.signs and board.ground[to] & BOARD:
                        rings[min(FAR, ring + _cost(board, cell, int(step)))].append(to)
    return steps


def _cost(board: Map, cell: int, step: int) -> int:
    """What a step onto a space costs; the ways are found backwards, from their ends."""
    cost = STRAIGHT_STEP if step in list(STRAIGHT) else _DIAGONAL_STEP
    if not board.ground[cell] & STONE:
        return cost
    return cost + (_THROUGH_GATE if board.ground[cell] & GATE else _OVER_WALL)
