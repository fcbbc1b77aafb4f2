"""Check and mate: could the enemy kill this King, and does any turn save him (CC-10, CC-A31, CC-A64)?"""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.cells import (
    HILL,
    MACHINE_BITS,
    MAY,
    NOWHERE,
    UNIT_BITS,
    UNITS,
    home_of,
    kind_of,
    machine_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    ARCHER,
    CATAPULT,
    MAGE,
    NUMBERS,
    QUEEN,
    RAM,
    TOWER,
    apart,
    in_line,
)
from pawnstorm.games.castle_chess.rules.deeds import carry_out
from pawnstorm.games.castle_chess.rules.machines import can_push, find_breaches, find_pushes, rams
from pawnstorm.games.castle_chess.rules.shooting import (
    arrow_reaches,
    falls_to_arrow,
    find_strikes,
    fire_range,
    may_fire,
    range_from,
    sees_far,
)
from pawnstorm.games.castle_chess.rules.walking import find_walks
from pawnstorm.games.castle_chess.state import Position, target_of

_WALKS: Final = Moves(256)
_STRIKES: Final = Moves(128)
_GATES: Final = Moves(32)
_TURNS: Final = Moves()
_PUSHED: Final = 4
"""The farthest that a machine pushed one space can hit."""


def find_orders(position: Position, square: i64, moves: Moves) -> None:
    """CC-05: every way in which the unit on a space may begin a turn."""
    find_walks(position, square, moves)
    if can_push(position.board[square]):
        find_pushes(position, square, moves)


def find_all_orders(position: Position, moves: Moves) -> None:
    """Every way to begin a turn, unit by unit; the armies that joined a side come where they began."""
    side, board = position.side, position.board
    first: i64 = 0 if position.mixed else side * UNITS
    end = position.seats * UNITS if position.mixed else first + UNITS
    unit: i64
    for unit in range(first, end):
        square = position.where[unit]
        if square != NOWHERE and board[square] >> 8 & 3 == side:
            find_orders(position, square, moves)


def in_check(position: Position, side: i64) -> bool:
    """CC-A31: whether the enemy of a side with a King could kill him next turn."""
    king = position.kings[side]
    return king != NOWHERE and _in_danger(position, king, 1 - side)


def _in_danger(position: Position, king: i64, enemy: i64) -> bool:
    if not position.laws.ram_delay:
        return threatened(position, king, enemy)
    # CC-A53: the enemy's turn begins with a gate that falls to his ram; he may choose which.
    gates = Moves(32)
    find_breaches(position, enemy, gates)
    if gates.count == 0:
        return threatened(position, king, enemy)
    index: i64
    for index in range(gates.count):
        after = Position(position.laws, position)
        after.raze(gates.items[index])
        if threatened(after, king, enemy):
            return True
    return False


def threatened(position: Position, target: i64, by: i64) -> bool:
    """CC-A31: whether a side could kill the unit on a space in one turn."""
    where = position.where
    unit: i64
    for unit in range(by * UNITS, (by + 1) * UNITS):
        square = where[unit]
        if square != NOWHERE and _threatens(position, square, target):
            return True
    return may_fire(position, by) and _mans_and_fires(position, target, by)


def _threatens(position: Position, square: i64, target: i64) -> bool:
    """Whether one unit could kill, by landing, by its own shot, or with the machine that it pushes."""
    cell = position.board[square]
    kind = kind_of(cell)
    far = apart(square, target)
    if far <= NUMBERS.reach[kind] and (kind != QUEEN or in_line(square, target)):
        if kind == ARCHER or kind == MAGE:
            if _shoots(position, square, target):
                return True
        elif _lands(position, square, target):
            return True
    return cell & MACHINE_BITS != 0 and far <= _PUSHED and can_push(cell) and _pushes(position, square, target)


def _lands(position: Position, square: i64, target: i64) -> bool:
    """Whether a walk of the unit leads to a space."""
    walks = _WALKS
    walks.clear()
    find_walks(position, square, walks)
    index: i64
    for index in range(walks.count):
        if target_of(walks.items[index]) == target:
            return True
    return False


def _shoots(position: Position, square: i64, target: i64) -> bool:
    """Whether an Archer or Mage could walk to where its attack reaches the target."""
    board = position.board
    kind = kind_of(board[square])
    if kind == ARCHER and not falls_to_arrow(board[target], board[square] >> 8 & 3):
        return False
    walks = _WALKS
    walks.clear()
    find_walks(position, square, walks)
    index: i64
    for index in range(walks.count):
        to = target_of(walks.items[index])
        if arrow_reaches(position, to, square, target, sees_far(board[to]), range_from(kind, board[to])):
            return True
    return False


def _pushes(position: Position, square: i64, target: i64) -> bool:
    """Whether a unit that pushes its machine could kill with it, or with its bow afterwards."""
    board = position.board
    cell = board[square]
    machine, side = machine_of(cell), cell >> 8 & 3
    if machine == RAM and square + position.laws.map.forward[home_of(cell)] == target:
        if rams(position, cell, board[target]):
            return True
    fires = machine == CATAPULT and may_fire(position, side)
    bow = kind_of(cell) == ARCHER and falls_to_arrow(board[target], side)
    if not fires and not bow:
        return False
    walks = _WALKS
    walks.clear()
    find_pushes(position, square, walks)
    index: i64
    for index in range(walks.count):
        to = target_of(walks.items[index])
        if fires and _throws(board[to], to, target):
            return True
        far = machine == TOWER or board[to] & HILL != 0
        most = NUMBERS.aim[ARCHER] if far else NUMBERS.range[ARCHER]
        if bow and arrow_reaches(position, to, square, target, far, most):
            return True
    return False


def _throws(cell: i64, square: i64, target: i64) -> bool:
    """CC-52: whether a catapult on a space reaches a target."""
    far = apart(square, target)
    return 0 < far <= fire_range(cell) and in_line(square, target)


def _mans_and_fires(position: Position, target: i64, by: i64) -> bool:
    """CC-X7, CC-A24: whether somebody could step onto an unmanned catapult and hit the target."""
    board = position.board
    for square in position.engines:
        cell = board[square]
        if square == NOWHERE or machine_of(cell) != CATAPULT or cell & UNIT_BITS or not cell & MAY[by]:
            continue
        if _throws(cell, square, target) and _anybody_lands(position, square, by):
            return True
    return False


def _anybody_lands(position: Position, square: i64, by: i64) -> bool:
    unit: i64
    for unit in range(by * UNITS, (by + 1) * UNITS):
        at = position.where[unit]
        if at != NOWHERE and apart(at, square) <= NUMBERS.reach[kind_of(position.board[at])]:
            if _lands(position, at, square):
                return True
    return False


def is_safe(position: Position, move: i64) -> bool:
    """CC-A31, CC-A64: whether an order is, or can be gone on with as, a turn that saves the King or wins."""
    side = position.side
    after = Position(position.laws, position)
    carry_out(after, move)
    if after.to_act == OVER or after.struck:
        return _ends_safely(after, side)
    strikes = _STRIKES
    strikes.clear()
    find_strikes(after, after.actor, strikes)
    if strikes.count == 0:
        return _ends_safely(after, side)
    index = strikes.count
    # Holding comes last in the list and is the likeliest to do no harm.
    while index > 0:
        index -= 1
        if is_safe_strike(after, strikes.items[index], side):
            return True
    return False


def is_safe_strike(position: Position, move: i64, side: i64) -> bool:
    """CC-A31: whether this attack, or doing without one, ends the turn with the King out of check."""
    after = Position(position.laws, position)
    carry_out(after, move)
    return _ends_safely(after, side)


def is_safe_breach(position: Position, gate: i64, side: i64) -> bool:
    """CC-A31, CC-A52: whether the King is out of check once this gate is broken."""
    after = Position(position.laws, position)
    after.raze(gate)
    return not in_check(after, side)


def _ends_safely(after: Position, side: i64) -> bool:
    """The turn is over but for the ram's gate (CC-A52)."""
    if after.to_act == OVER:
        return after.winners & MAY[side] != 0
    # CC-A73: whoever has had this turn may fire from now on, but that is the side itself, not its enemy.
    if after.struck or after.laws.ram_delay:
        return not in_check(after, side)
    gates = _GATES
    gates.clear()
    find_breaches(after, side, gates)
    if gates.count == 0:
        return not in_check(after, side)
    index: i64
    for index in range(gates.count):
        if is_safe_breach(after, gates.items[index], side):
            return True
    return False


def has_order(position: Position) -> bool:
    """CC-A32: whether the side to act has any turn at all, safe or not."""
    side, board = position.side, position.board
    walks = _WALKS
    for square in position.where:
        if square != NOWHERE and board[square] >> 8 & 3 == side:
            walks.clear()
            find_orders(position, square, walks)
            if walks.count:
                return True
    return False


def has_safe_turn(position: Position) -> bool:
    """CC-A31: whether any turn ends with the King out of check; his own steps are tried first."""
    moves = _TURNS
    moves.clear()
    find_orders(position, position.kings[position.side], moves)
    find_all_orders(position, moves)
    index: i64
    for index in range(moves.count):
        if is_safe(position, moves.items[index]):
            return True
    return False


def keep_safe(position: Position, moves: Moves, begun: i64) -> None:
    """CC-A31 with `strict`: strike out every order that cannot end with the King out of check."""
    kept = begun
    index: i64
    for index in range(begun, moves.count):
        if is_safe(position, moves.items[index]):
            moves.items[kept] = moves.items[index]
            kept += 1
    moves.count = kept
