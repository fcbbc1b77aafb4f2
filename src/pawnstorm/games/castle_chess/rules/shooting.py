"""Ranged attacks after a move: the bow, the Mage's pair, the catapult (CC-14, CC-15, CC-26 to CC-29, CC-52)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    BOARD,
    EDGE,
    HILL,
    SIDE,
    SIDE_BIT,
    STONE,
    UNIT_BITS,
    kind_of,
    machine_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import BOW, CATAPULT, MAGIC, NUMBERS, RAM, STEPS, TOWER, apart, in_line
from pawnstorm.games.castle_chess.rules.machines import can_destroy_machine, has_enemy_stone, has_enemy_unit
from pawnstorm.games.castle_chess.state import BLAST, FIRE, HOLD, SHOOT, Position, pack


def find_strikes(position: Position, square: i64, moves: Moves) -> None:
    """CC-07, CC-A15, CC-A58: every attack of a unit that has just moved, and holding if there is any."""
    before = moves.count
    cell = position.board[square]
    attack = NUMBERS.attack[kind_of(cell)]
    if attack == BOW:
        _bow(position, square, moves)
    elif attack == MAGIC:
        _blasts(position, square, moves)
    if machine_of(cell) == CATAPULT and may_fire(position, cell >> SIDE & 3):
        find_throws(position, square, fire_range(cell), cell >> SIDE & 3, moves)
    if moves.count > before:
        moves.add(pack(square, square, HOLD))


def may_fire(position: Position, side: i64) -> bool:
    """CC-A73: no catapult fires in its side's first turn."""
    return not position.no_turn_yet & SIDE_BIT[side]


def has_long_range(cell: i64) -> bool:
    """CC-58, CC-63, CC-A11, CC-A13, CC-A71: elevation or a tower lengthens the range by one, never by two."""
    return cell & HILL != 0 or machine_of(cell) == TOWER


def range_from(kind: i64, cell: i64) -> i64:
    """CC-15, CC-28: how far an Archer or Mage reaches from a space."""
    return NUMBERS.range_high[kind] if has_long_range(cell) else NUMBERS.range[kind]


def stops(position: Position, cell: i64) -> bool:
    """CC-A16, CC-A17, CC-A50, CC-A63: whether a space on the way stops a shot from flat ground."""
    return cell & STONE != 0 or (position.laws.units_block and cell & UNIT_BITS != 0)


def _bow(position: Position, square: i64, moves: Moves) -> None:
    """CC-15, CC-A14, CC-A18: every unit within range on the eight lines."""
    board = position.board
    side = board[square] >> SIDE & 3
    high = has_long_range(board[square])
    most = range_from(kind_of(board[square]), board[square])
    for step in STEPS:
        to = square
        left = most
        while left > 0:
            to += step
            if board[to] & EDGE:
                break
            if falls_to_arrow(board[to], side):
                moves.add(pack(square, to, SHOOT))
            if not high and stops(position, board[to]):
                break
            left -= 1


def falls_to_arrow(cell: i64, side: i64) -> bool:
    """CC-50, CC-59, CC-A18: whether there is an enemy unit that no ram or tower protects."""
    machine = machine_of(cell)
    return has_enemy_unit(cell, side) and machine != RAM and machine != TOWER


def _blasts(position: Position, square: i64, moves: Moves) -> None:
    """CC-27, CC-28, CC-A57: the first and second space of a line; from a height also the second and third."""
    high = has_long_range(position.board[square])
    line: i64 = 0
    for step in STEPS:
        if _hurts_pair(position, square, step, 1):
            moves.add(pack(square, square + step, BLAST, line << 1))
        if high and _hurts_pair(position, square, step, 2) and not _same_pair(position, square, step):
            moves.add(pack(square, square + 2 * step, BLAST, line << 1 | 1))
        line += 1


def _same_pair(position: Position, square: i64, step: i64) -> bool:
    """CC-A57: whether both pairs hit the middle space only, so that they are one attack."""
    board = position.board
    return not board[square + step] & BOARD and not board[square + 3 * step] & BOARD


def _hurts_pair(position: Position, square: i64, step: i64, near: i64) -> bool:
    """CC-A57: whether there is anything in a pair that a Mage may aim at."""
    side = position.board[square] >> SIDE & 3
    distance: i64
    for distance in range(near, near + 2):
        if blast_hits(position, square, step, distance):
            cell = position.board[square + distance * step]
            if has_enemy_unit(cell, side) or can_destroy_machine(position, cell, side):
                return True
    return False


def blast_hits(position: Position, square: i64, step: i64, distance: i64) -> bool:
    """CC-A17, CC-A19: whether a Mage's attack along a line reaches the space at a distance."""
    board = position.board
    high = has_long_range(board[square])
    to = square
    left = distance
    while left > 0:
        to += step
        if board[to] & EDGE:
            return False
        left -= 1
        if left > 0 and not high and stops(position, board[to]):
            return False
    return True


def find_throws(position: Position, square: i64, most: i64, side: i64, moves: Moves) -> None:
    """CC-52, CC-A14, CC-A20: every space of the eight lines that a catapult may hit, over everything between."""
    board = position.board
    for step in STEPS:
        to = square
        left = most
        while left > 0:
            to += step
            if board[to] & EDGE:
                break
            if falls_to_catapult(position, board[to], side):
                moves.add(pack(square, to, FIRE))
            left -= 1


def fire_range(cell: i64) -> i64:
    """CC-52: how far a catapult throws from a space."""
    return NUMBERS.catapult_range_high if cell & HILL else NUMBERS.catapult_range


def falls_to_catapult(position: Position, cell: i64, side: i64) -> bool:
    """CC-54 to CC-56, CC-A20, CC-A21, CC-A57: an enemy's unit, wall or gate, or a machine that is no friend's."""
    return has_enemy_unit(cell, side) or can_destroy_machine(position, cell, side) or has_enemy_stone(cell, side)


def arrow_reaches(position: Position, square: i64, left: i64, target: i64, far: bool, most: i64) -> bool:
    """CC-A14, CC-A17: whether a shot from a space could reach a target once the unit has left the space `left`."""
    distance = apart(square, target)
    if distance > most or not in_line(square, target):
        return False
    if far:
        return True
    step = (target - square) // distance
    at = square + step
    while at != target:
        cell = position.board[at]
        if stops(position, cell & ~UNIT_BITS if at == left else cell):
            return False
        at += step
    return True
