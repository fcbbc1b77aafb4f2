"""What an order of Castle Chess may win at once: the unit it strikes, or could strike after the move."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    EDGE,
    GATE,
    MACHINE_BITS,
    NOWHERE,
    STONE,
    UNIT_BITS,
    home_of,
    kind_of,
    machine_of,
    owner_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    ARCHER,
    CATAPULT,
    GRID,
    KING,
    MAGE,
    RAM,
    STEPS,
    STRAIGHT,
    TOWER,
    WARRIOR,
)
from pawnstorm.games.castle_chess.rules.machines import has_enemy_unit
from pawnstorm.games.castle_chess.rules.shooting import (
    falls_to_arrow,
    find_throws,
    fire_range,
    may_fire,
    range_from,
    stops,
)
from pawnstorm.games.castle_chess.state import (
    BLAST,
    FIRE,
    PUSH,
    Position,
    number_of,
    origin_of,
    target_of,
    what_of,
)

WORTH: Final = vec[i64]([0, 50, 25, 80, 70, 80, 50, 160, 1000, 0, 0, 0, 0, 0, 0, 0])
"""What losing a unit of a kind costs, in thousandths of a win: it only affects the order of moves."""
_MACHINE: Final = 20
_GATE: Final = 25
_WALL: Final = 6
_UPGRADE: Final = 40
_WIN: Final = 1000
_THROWS: Final = Moves(128)


def landing_gain(position: Position, move: i64) -> i64:
    """The gain of a walk or push: the unit it lands on, a throne, an upgrade, or the best shot that may follow."""
    board = position.board
    square, target = origin_of(move), target_of(move)
    cell, prey = board[square], board[target]
    kind = kind_of(cell)
    found: i64 = 0
    if prey & UNIT_BITS:
        # Captures by cheap attackers are looked at first; even an expensive attacker leaves a gain.
        found = 2 * WORTH[kind_of(prey)] - WORTH[kind] // 8
        if found < 1:
            found = 1
    elif kind in (ARCHER, MAGE) or machine_of(cell if what_of(move) == PUSH else prey) == CATAPULT:
        found = best_shot(position, move)
    if kind == WARRIOR and position.laws.map.board_end[home_of(cell) * GRID.size + target]:
        found += _UPGRADE
    elif kind == KING and _wins_by_arriving(position, target, side_of(cell)):
        found += _WIN
    return found


def _wins_by_arriving(position: Position, target: i64, side: i64) -> bool:
    """Whether a space is a living enemy's throne, or for Blue the passage of a quest."""
    map_ = position.laws.map
    if map_.quest and side == 0 and map_.passage[target]:
        return True
    other: i64
    for other in range(position.seats):
        if other != side and position.lives(other) and map_.throne[other] == target and target != NOWHERE:
            return True
    return False


def best_shot(position: Position, move: i64) -> i64:
    """The best that the unit, or the machine with it, could hit from where the move ends; 0 if nothing."""
    board = position.board
    square, target = origin_of(move), target_of(move)
    cell, ground = board[square], board[target]
    side = side_of(cell)
    kind = kind_of(cell)
    machine = machine_of(cell if what_of(move) == PUSH else ground)
    best: i64 = 0
    if machine == CATAPULT and may_fire(position, side):
        best = _best_throw(position, target, fire_range(ground), side)
    if kind in (ARCHER, MAGE):
        # A pushed tower keeps its height.
        high = machine == TOWER or range_from(kind, ground) > range_from(kind, 0)
        reach = range_from(kind, ground | (cell & MACHINE_BITS if what_of(move) == PUSH else 0))
        best = max(best, _best_arrow(position, square, target, kind, reach, high))
    return best


def _best_arrow(position: Position, left: i64, square: i64, kind: i64, reach: i64, high: bool) -> i64:
    """The best target on the eight lines from a space."""
    board = position.board
    side = side_of(board[left])
    best: i64 = 0
    for step in STEPS:
        to = square
        far = reach
        while far > 0:
            to += step
            cell = board[to]
            if cell & EDGE:
                break
            if cell & UNIT_BITS and (falls_to_arrow(cell, side) if kind == ARCHER else has_enemy_unit(cell, side)):
                best = max(best, WORTH[kind_of(cell)])
            if not high and to != left and stops(position, cell):
                break
            far -= 1
    return best


def _best_throw(position: Position, square: i64, reach: i64, side: i64) -> i64:
    """The best target of a catapult on a space."""
    throws, board = _THROWS, position.board
    throws.clear()
    find_throws(position, square, reach, side, throws)
    best: i64 = 0
    for index in range(throws.count):
        best = max(best, _throw_gain(board[target_of(throws.items[index])], side))
    return best


def _throw_gain(cell: i64, side: i64) -> i64:
    """What a space hit by a catapult loses."""
    found = WORTH[kind_of(cell)]
    if cell & MACHINE_BITS:
        found += _MACHINE
    if cell & STONE and owner_of(cell) != side:
        found += _GATE if cell & GATE else _WALL
    return found


def strike_gain(position: Position, move: i64) -> i64:
    """The attack of a turn: what falls to it."""
    board = position.board
    side = side_of(board[origin_of(move)])
    what = what_of(move)
    if what == FIRE:
        return _throw_gain(board[target_of(move)], side)
    if what != BLAST:
        return WORTH[kind_of(board[target_of(move)])]
    step, near = STEPS[number_of(move) >> 1], (number_of(move) & 1) + 1
    first = board[origin_of(move) + near * step]
    second = board[origin_of(move) + (near + 1) * step]
    return _blast_gain(first, side) + _blast_gain(second, side) + 1


def _blast_gain(cell: i64, side: i64) -> i64:
    if cell & UNIT_BITS and side_of(cell) == side:
        return 0
    return WORTH[kind_of(cell)] + (_MACHINE if cell & MACHINE_BITS else 0)


def is_breach(position: Position, move: i64) -> bool:
    """Whether a push brings a ram next to a shut gate of another side."""
    board = position.board
    cell = board[origin_of(move)]
    if machine_of(cell) != RAM:
        return False
    side, target = side_of(cell), target_of(move)
    for step in STRAIGHT:
        neighbour = board[target + step]
        if neighbour & GATE and owner_of(neighbour) != side:
            return True
    return False
