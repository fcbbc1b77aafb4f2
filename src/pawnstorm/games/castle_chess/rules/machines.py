"""Siege machines: which units push them, what a ram strikes, which gates it breaches (CC-42 to CC-51, CC-55)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    GATE,
    MACHINE_BITS,
    NOWHERE,
    SIDE,
    SIDE_BIT,
    STONE,
    TAKEN,
    UNIT_BITS,
    crew_of,
    home_of,
    kind_of,
    machine_of,
    owner_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import NUMBERS, RAM, STEPS, STRAIGHT
from pawnstorm.games.castle_chess.rules.ground import is_raised
from pawnstorm.games.castle_chess.state import PUSH, Position, pack


def can_push(cell: i64) -> bool:
    """CC-42, CC-45, CC-X2: whether the unit on a space is on a machine and can move it."""
    return cell & MACHINE_BITS != 0 and NUMBERS.pushes[kind_of(cell)] != 0


def find_pushes(position: Position, square: i64, moves: Moves) -> None:
    """CC-43, CC-A26, CC-A30, CC-X9: one space in any direction onto free ground, or with a ram onto the enemy ahead."""
    board = position.board
    cell = board[square]
    side_bit = SIDE_BIT[cell >> SIDE & 3]
    for step in STEPS:
        to = square + step
        if board[to] & side_bit and not board[to] & TAKEN:
            moves.add(pack(square, to, PUSH))
    ahead = square + position.laws.map.forward[home_of(cell)]
    if machine_of(cell) == RAM and can_ram(position, cell, board[ahead]):
        moves.add(pack(square, ahead, PUSH))


def can_ram(position: Position, ram: i64, target: i64) -> bool:
    """CC-49, CC-51, CC-A26: whether a ram pushed straight ahead may strike what is on a space."""
    side = side_of(ram)
    return not is_raised(target, side) and (has_enemy_unit(target, side) or can_destroy_machine(position, target, side))


def has_enemy_unit(cell: i64, side: i64) -> bool:
    """Whether there is a unit of another side on a space, living or statue (CC-A66)."""
    return cell & UNIT_BITS != 0 and side_of(cell) != side


def can_destroy_machine(position: Position, cell: i64, side: i64) -> bool:
    """CC-A55, CC-A57, CC-A59: whether there is a machine on a space that a side may destroy."""
    if not cell & MACHINE_BITS:
        return False
    if cell & UNIT_BITS:
        return side_of(cell) != side
    return position.laws.capture or crew_of(cell) != side


def find_breaches(position: Position, side: i64, gates: Moves) -> None:
    """CC-48, CC-A27, CC-A52: fill a list with the shut enemy gates straight next to a side's manned rams, each once."""
    gates.clear()
    board = position.board
    for square in position.machine_squares:
        if square != NOWHERE and _is_manned_ram(board[square], side):
            for step in STRAIGHT:
                cell = board[square + step]
                if cell & GATE and owner_of(cell) != side and not _listed(gates, square + step):
                    gates.add(square + step)


def _is_manned_ram(cell: i64, side: i64) -> bool:
    return machine_of(cell) == RAM and cell & UNIT_BITS != 0 and side_of(cell) == side


def _listed(gates: Moves, square: i64) -> bool:
    index: i64
    for index in range(gates.count):
        if gates.items[index] == square:
            return True
    return False


def breach_gate(position: Position, gate: i64) -> None:
    """CC-48, CC-55, CC-A52: a ram breaches a gate, which is gone for good; a unit in it is unhurt."""
    if position.journal is not None:
        position.note("breached", (position.side, gate, owner_of(position.board[gate])))
    position.raze(gate)
    position.progress()


def has_enemy_stone(cell: i64, side: i64) -> bool:
    """CC-54, CC-55, CC-A21: whether there is a wall or shut gate of another castle on a space."""
    return cell & STONE != 0 and owner_of(cell) != side
