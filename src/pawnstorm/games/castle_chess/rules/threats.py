"""Threats: whether and how a side could kill the unit on a space in one turn (CC-A31)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    HILL,
    NOWHERE,
    UNIT_BITS,
    home_of,
    kind_of,
    machine_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    BOW,
    CATAPULT,
    LANDING,
    NUMBERS,
    QUEEN,
    RAM,
    TOWER,
    apart,
    in_line,
)
from pawnstorm.games.castle_chess.rules.machines import can_push, can_ram, find_breaches, find_pushes
from pawnstorm.games.castle_chess.rules.shooting import (
    arrow_reaches,
    falls_to_arrow,
    fire_range,
    has_long_range,
    may_fire,
    range_from,
)
from pawnstorm.games.castle_chess.rules.walking import find_walks
from pawnstorm.games.castle_chess.state import Position, pack, target_of

_WALKS: Final = Moves(256)

# A threat is one number: the unit, where it goes, and when; 0 is none.
AT_ONCE: Final = 1
AFTER_BREACH: Final = 2
"""A threat through a gate that the enemy's ram will breach first."""


def in_check(position: Position, side: i64) -> bool:
    """CC-A31: whether the enemy of a side with a King could kill him next turn."""
    return find_check(position, side) != 0


def find_check(position: Position, side: i64) -> i64:
    """CC-A31, CC-A53: one way in which the enemy could kill a side's King next turn; 0 if there is none."""
    king = position.kings[side]
    if king == NOWHERE:
        return 0
    enemy = position.rival(side)
    if not position.laws.ram_delay:
        return find_threat(position, king, enemy)
    # CC-A53: the enemy's turn begins with a gate that falls to a ram; the enemy may choose which.
    gates = Moves(32)
    find_breaches(position, enemy, gates)
    if gates.count == 0:
        return find_threat(position, king, enemy)
    index: i64
    for index in range(gates.count):
        after = Position(position.laws, position)
        after.raze(gates.items[index])
        if find_threat(after, king, enemy):
            return pack(king, gates.items[index], AFTER_BREACH)
    return 0


def find_threat(position: Position, target: i64, by: i64) -> i64:
    """CC-A31: one way in which a side could kill the unit on a space in one turn; 0 if there is none."""
    # Read once: asking the position for every unit would be most of the cost.
    where, board = position.where, position.board
    unit: i64
    for unit in range(position.first_unit(by), position.last_unit(by)):
        square = where[unit]
        if square != NOWHERE and side_of(board[square]) == by:
            threat = _threat_of(position, square, target)
            if threat:
                return threat
    return _manned_threat(position, target, by) if may_fire(position, by) else 0


def _threat_of(position: Position, square: i64, target: i64) -> i64:
    """How one unit could kill: by landing, by its own shot, or with the machine that it pushes."""
    cell = position.board[square]
    kind = kind_of(cell)
    far = apart(square, target)
    threat: i64 = 0
    if far <= NUMBERS.reach[kind] and (kind != QUEEN or in_line(square, target)):
        if NUMBERS.attack[kind] != LANDING:
            threat = _shot_threat(position, square, target)
        elif lands(position, square, target):
            threat = pack(square, target, AT_ONCE)
    if not threat and far <= NUMBERS.pushed_reach and can_push(cell):
        threat = _push_threat(position, square, target)
    return threat


def lands(position: Position, square: i64, target: i64) -> bool:
    """Whether the unit can walk to a space."""
    walks = _WALKS
    walks.clear()
    find_walks(position, square, walks)
    index: i64
    for index in range(walks.count):
        if target_of(walks.items[index]) == target:
            return True
    return False


def _shot_threat(position: Position, square: i64, target: i64) -> i64:
    """Whether an Archer or Mage could walk to where its attack reaches the target."""
    board = position.board
    kind = kind_of(board[square])
    if NUMBERS.attack[kind] == BOW and not falls_to_arrow(board[target], side_of(board[square])):
        return 0
    walks = _WALKS
    walks.clear()
    find_walks(position, square, walks)
    index: i64
    for index in range(walks.count):
        to = target_of(walks.items[index])
        if arrow_reaches(position, to, square, target, has_long_range(board[to]), range_from(kind, board[to])):
            return pack(square, to, AT_ONCE)
    return 0


def _push_threat(position: Position, square: i64, target: i64) -> i64:
    """Whether a unit that pushes its machine could kill with it, or shoot afterwards."""
    board = position.board
    cell = board[square]
    machine, side = machine_of(cell), side_of(cell)
    if machine == RAM and square + position.laws.map.forward[home_of(cell)] == target:
        if can_ram(position, cell, board[target]):
            return pack(square, target, AT_ONCE)
    fires = machine == CATAPULT and may_fire(position, side)
    kind = kind_of(cell)
    attack = NUMBERS.attack[kind]
    shoots = attack != LANDING and (attack != BOW or falls_to_arrow(board[target], side))
    if not fires and not shoots:
        return 0
    walks = _WALKS
    walks.clear()
    find_pushes(position, square, walks)
    index: i64
    for index in range(walks.count):
        to = target_of(walks.items[index])
        far = machine == TOWER or board[to] & HILL != 0
        most = NUMBERS.range_high[kind] if far else NUMBERS.range[kind]
        if (fires and _throws(board[to], to, target)) or (
            shoots and arrow_reaches(position, to, square, target, far, most)
        ):
            return pack(square, to, AT_ONCE)
    return 0


def _throws(cell: i64, square: i64, target: i64) -> bool:
    """CC-52: whether a catapult on a space reaches a target."""
    return apart(square, target) <= fire_range(cell) and in_line(square, target)


def _manned_threat(position: Position, target: i64, by: i64) -> i64:
    """CC-X7, CC-A24: whether a unit could step onto an unmanned catapult and hit the target."""
    board = position.board
    for square in position.machine_squares:
        cell = board[square]
        if square == NOWHERE or machine_of(cell) != CATAPULT or cell & UNIT_BITS:
            continue
        if _throws(cell, square, target):
            gunner = _gunner(position, square, by)
            if gunner != NOWHERE:
                return pack(gunner, square, AT_ONCE)
    return 0


def _gunner(position: Position, square: i64, by: i64) -> i64:
    """A unit of a side that could step onto a space."""
    unit: i64
    for unit in range(position.first_unit(by), position.last_unit(by)):
        at = position.square_of(unit, by)
        if at != NOWHERE and lands(position, at, square):
            return at
    return NOWHERE
