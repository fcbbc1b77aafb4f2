"""Siege machines: who pushes them, what a ram strikes, which gate it breaches (CC-42 to CC-51, CC-55)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    GATE,
    MACHINE_BITS,
    MAY,
    NOWHERE,
    SIDE,
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

_SCRATCH: Final = Moves(64)


def can_push(cell: i64) -> bool:
    """CC-42, CC-45, CC-X2: whether the unit on a space stands on a machine that it can move."""
    return cell & MACHINE_BITS != 0 and NUMBERS.pushes[kind_of(cell)] != 0


def find_pushes(position: Position, square: i64, moves: Moves) -> None:
    """CC-43, CC-A26, CC-A30, CC-X9: one space any way onto free ground, or with a ram onto the enemy ahead."""
    board = position.board
    cell = board[square]
    may = MAY[cell >> SIDE & 3]
    for step in STEPS:
        to = square + step
        if board[to] & may and not board[to] & TAKEN:
            moves.add(pack(square, to, PUSH))
    ahead = square + position.laws.map.forward[home_of(cell)]
    if machine_of(cell) == RAM and rams(position, cell, board[ahead]):
        moves.add(pack(square, ahead, PUSH))


def rams(position: Position, ram: i64, target: i64) -> bool:
    """CC-49, CC-51, CC-A26: whether a ram pushed straight ahead strikes what is on a space."""
    side = side_of(ram)
    return not is_raised(target, side) and (is_prey(target, side) or breaks(position, target, side))


def is_prey(cell: i64, side: i64) -> bool:
    """Whether there is a unit of another side on a space, living or statue (CC-A66)."""
    return cell & UNIT_BITS != 0 and side_of(cell) != side


def breaks(position: Position, cell: i64, side: i64) -> bool:
    """CC-A55, CC-A57, CC-A59: whether there is a machine on a space that a side may destroy."""
    if not cell & MACHINE_BITS:
        return False
    if cell & UNIT_BITS:
        return side_of(cell) != side
    return position.laws.capture or crew_of(cell) != side


def find_breaches(position: Position, side: i64, gates: Moves) -> None:
    """CC-48, CC-A52: the shut enemy gates straight beside a side's manned rams, each once, and no others."""
    gates.clear()
    board = position.board
    for square in position.engines:
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


def break_gate(position: Position, gate: i64) -> None:
    """CC-48, CC-55, CC-A52: the gate is gone for good; a unit in it is unhurt."""
    if position.journal is not None:
        position.tell("breached", (position.side, gate, owner_of(position.board[gate])))
    position.raze(gate)
    position.progress()


def stone_at(cell: i64, side: i64) -> bool:
    """CC-54, CC-55, CC-A21: whether a wall or shut gate of another castle stands on a space."""
    return cell & STONE != 0 and owner_of(cell) != side
