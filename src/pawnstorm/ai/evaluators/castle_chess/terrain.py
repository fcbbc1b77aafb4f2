"""What a map of Castle Chess means for each side: distances to Kings, goals, gates and walls.

All distances are those of a King over the ground of the map. A standing stone of another castle costs a few steps
more, and a diagonal step a little more than a straight one: fewer units are in the way straight ahead. Where a stone
has fallen the way is shorter, so there are tables for every set of stones that stands; they are computed when a
position first needs them and kept in a cache of fixed size.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.luck import Luck
from pawnstorm.games.castle_chess.pieces.cells import BOARD, GATE, NOWHERE, STONE, owner_of
from pawnstorm.games.castle_chess.pieces.kinds import GRID, STEPS, STRAIGHT
from pawnstorm.games.castle_chess.pieces.laws import Laws
from pawnstorm.games.castle_chess.pieces.maps import Map, flood
from pawnstorm.games.castle_chess.rules.shooting import fire_range
from pawnstorm.kit.bits import mix_hash

STRAIGHT_STEP: Final = 4
_DIAGONAL_STEP: Final = 5
FAR: Final = 30 * STRAIGHT_STEP
"""Longer than any way."""
_THROUGH_GATE: Final = 8
_OVER_WALL: Final = 16
_CACHE: Final = 1024

# What a way leads to, besides the number of a space.
TO_GOAL: Final = -1
TO_GATE: Final = -2
TO_STONE: Final = -3
TO_SHOT: Final = -4
"""Open ground from which a catapult hits a stone of another side."""

_HASH: Final = Luck(2929)
_STONE_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(GRID.size)])
_NO_KEYS: Final = vec[i64]([-1] * _CACHE)
_NO_TABLE: Final = vec[i64]([0])
_ALL: Final = range(GRID.size)
_ALL_FAR: Final = vec[i64]([FAR] * GRID.size)


@final
@mypyc_attr(acyclic=True)
class _Queue:
    """Spaces whose neighbours are still to be visited, each at most once: a reused ring."""

    def __init__(self) -> None:
        self.cells: Final[vec[i64]] = vec[i64]([0] * GRID.size)
        self.waits: Final[vec[i64]] = vec[i64]([0] * GRID.size)
        self.first: i64 = 0
        self.count: i64 = 0

    def add(self, cell: i64) -> None:
        """Put a space at the end, unless it waits already."""
        if not self.waits[cell]:
            _write(self.waits, cell, 1)
            end = self.first + self.count
            _write(self.cells, end if end < GRID.size else end - GRID.size, cell)
            self.count += 1

    def take(self) -> i64:
        """Take the first space."""
        cell = self.cells[self.first]
        _write(self.waits, cell, 0)
        self.first = self.first + 1 if self.first + 1 < GRID.size else 0
        self.count -= 1
        return cell


@final
@mypyc_attr(acyclic=True)
class Terrain:
    """The tables of one map."""

    def __init__(self, laws: Laws) -> None:
        self.laws: Final = laws
        board = laws.map
        seats = range(int(board.seats))
        stones = [[cell for cell in board.signs if board.ground[cell] & STONE and _owns(board, cell, s)] for s in seats]
        self.goals: Final[vec[i64]] = vec[i64]([1 if cell in _goals(board, s) else 0 for s in seats for cell in _ALL])
        self.within: Final[vec[i64]] = vec[i64]([1 if cell in yard else 0 for yard in _yards(board) for cell in _ALL])
        self.stones: Final[vec[i64]] = vec[i64]([cell for group in stones for cell in group])
        self.owners: Final[vec[i64]] = vec[i64]([side for side, group in enumerate(stones) for _ in group])
        self.gates: Final[vec[i64]] = vec[i64]([1 if board.ground[cell] & GATE else 0 for cell in self.stones])
        self.units: Final[float] = float(max(1, len(board.armies)))
        self.upgrades: Final[vec[i64]] = vec[i64]([to for side in seats for to in _to_board_end(board, side)])
        self._keys: Final[vec[i64]] = _NO_KEYS[:]
        self._tables: Final = [_NO_TABLE for _ in range(_CACHE)]

    def standing(self, board: vec[i64]) -> i64:
        """A number for the set of stones that stand on a board."""
        key: i64 = 0
        stones = self.stones
        index: i64
        for index in range(len(stones)):
            if board[stones[index]] & STONE:
                key ^= _STONE_KEYS[stones[index]]
        return key

    def ways(self, board: vec[i64], standing: i64, side: i64, target: i64) -> vec[i64]:
        """The way of a side from every space to a target: to a space, or to the nearest TO_GOAL, TO_GATE and so on."""
        key = mix_hash(standing, side << 12 | target + 8) & 0x7FFFFFFFFFFFFFFF
        slot = key >> 24 & _CACHE - 1
        if self._keys[slot] != key:
            _write(self._keys, slot, key)
            self._tables[slot] = self._measure(board, side, target)
        return self._tables[slot]

    def _measure(self, board: vec[i64], side: i64, target: i64) -> vec[i64]:
        """Measure ways backwards, from where they end."""
        ways, queue = _ALL_FAR[:], _QUEUE
        cell: i64
        for cell in range(GRID.size):
            if cell == target or (target < 0 and self._is_target(board, side, target, cell)):
                ways[cell] = 0
                queue.add(cell)
        while queue.count:
            cell = queue.take()
            straight = ways[cell] + STRAIGHT_STEP + _detour(board[cell], side)
            place: i64
            for place in range(8):
                to = cell + STEPS[place]
                way = straight if place < 4 else straight + _DIAGONAL_STEP - STRAIGHT_STEP
                if board[to] & BOARD and way < ways[to]:
                    ways[to] = way
                    queue.add(to)
        return ways

    def _is_target(self, board: vec[i64], side: i64, target: i64, cell: i64) -> bool:
        """Whether ways to a kind of target may end on a space."""
        if target == TO_GOAL:
            return self.goals[side * GRID.size + cell] != 0
        ground = board[cell]
        if not ground & BOARD or ground & STONE or self.laws.map.inside[cell]:
            return False
        if target == TO_SHOT:
            return _throws_at_stone(board, cell, side)
        wanted = GATE if target == TO_GATE else STONE
        for step in STRAIGHT:
            if board[cell + step] & wanted and owner_of(board[cell + step]) != side:
                return True
        return False


_QUEUE: Final = _Queue()


def _write(values: vec[i64], index: i64, value: i64) -> None:
    values[index] = value


def _throws_at_stone(board: vec[i64], cell: i64, side: i64) -> bool:
    """Whether a catapult on a space hits a stone of another side; from a hill it throws farther."""
    reach = fire_range(board[cell])
    for step in STEPS:
        to, left = cell, reach
        while left > 0:
            left -= 1
            to += step
            if not board[to] & BOARD:
                break
            if board[to] & STONE and owner_of(board[to]) != side:
                return True
    return False


def _detour(cell: i64, side: i64) -> i64:
    """What a stone adds to the way of a side onto a space; its own gates are open to it."""
    if not cell & STONE:
        return 0
    if cell & GATE:
        return 0 if owner_of(cell) == side else _THROUGH_GATE
    return _OVER_WALL


def _goals(board: Map, side: int) -> list[int]:
    """Where a side's King wins: on the thrones of others, and for Blue in a passage."""
    found = [int(board.throne[other]) for other in range(int(board.seats)) if other != side and board.has_king(other)]
    if board.quest and side == 0:
        found += [cell for cell in board.signs if board.passage[cell]]
    return [cell for cell in found if cell != NOWHERE]


def _owns(board: Map, cell: int, side: int) -> bool:
    return bool(owner_of(board.ground[cell]) == side)


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


def _to_board_end(board: Map, side: int) -> list[int]:
    """How many steps straight ahead lie between every space and the end of the board, where Warriors become Knights."""
    found = [FAR] * GRID.size
    for start in board.signs:
        cell = start
        for steps in range(FAR):
            if cell not in board.signs:
                break
            if board.board_end[side * GRID.size + cell]:
                found[start] = steps * STRAIGHT_STEP
                break
            cell += int(board.forward[side])
    return found
