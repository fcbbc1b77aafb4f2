"""A space of the board as one integer: who may enter it, the unit, the machine under it, and the ground.

bits 0-3    who may enter, one bit a side: a wall nobody, open ground all, a unit's space its enemies
bits 4-17   the unit: kind, side << 8, never moved << 10, number << 11
bits 18-27  the machine: kind, the side that mans or last manned it + 1 << 20, number << 23
bits 28-34  the ground: elevation, wall, shut gate, whose castle << 31, board, edge of the mailbox
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.games.castle_chess.pieces.kinds import MACHINES

ALL: Final = 15
"""Every side may enter."""
SIDES: Final = 4

KIND: Final = 4
SIDE: Final = 8
FRESH: Final = 1 << 10
UNIT: Final = 11
UNITS: Final = 32
"""Units of one side; the numbers of the next side follow."""
UNIT_BITS: Final = 0x3FFF0

MACHINE: Final = 18
CREW: Final = 20
ENGINE: Final = 23
ENGINES: Final = 32
"""Machines of all sides together."""
MACHINE_BITS: Final = 0xFFC0000
TAKEN: Final = UNIT_BITS | MACHINE_BITS
"""Something stands here."""

HILL: Final = 1 << 28
WALL: Final = 1 << 29
GATE: Final = 1 << 30
STONE: Final = WALL | GATE
OWNER: Final = 31
BOARD: Final = 1 << 33
EDGE: Final = 1 << 34
NOWHERE: Final = 0

MAY: Final = vec[i64]([1, 2, 4, 8])
"""The bit of each side among those who may enter."""


def kind_of(cell: i64) -> i64:
    """The kind of the unit on a space; 0 if there is none."""
    return cell >> KIND & 15


def side_of(cell: i64) -> i64:
    """The side of the unit on a space."""
    return cell >> SIDE & 3


def unit_of(cell: i64) -> i64:
    """The number of the unit on a space."""
    return cell >> UNIT & 127


def home_of(cell: i64) -> i64:
    """The side that the unit on a space began with; its forward is this side's (CC-A41, CC-A66)."""
    return cell >> UNIT + 5 & 3


def machine_of(cell: i64) -> i64:
    """The kind of the machine on a space; 0 if there is none."""
    return cell >> MACHINE & 3


def crew_of(cell: i64) -> i64:
    """CC-A25, CC-A65: the side that mans or last manned the machine; -1 if nobody has."""
    return (cell >> CREW & 7) - 1


def engine_of(cell: i64) -> i64:
    """The number of the machine on a space."""
    return cell >> ENGINE & 31


def owner_of(cell: i64) -> i64:
    """Whose castle a wall or gate belongs to."""
    return cell >> OWNER & 3


def unit_bits(unit: i64, kind: i64, side: i64, fresh: bool) -> i64:
    """A unit as it lies in a space."""
    return unit << UNIT | kind << KIND | side << SIDE | (FRESH if fresh else 0)


def machine_bits(engine: i64, kind: i64, crew: i64) -> i64:
    """A machine as it lies in a space."""
    return engine << ENGINE | (crew + 1) << CREW | kind << MACHINE


def machine_name(cell: i64) -> str:
    """What the machine on a space is called."""
    return MACHINES[machine_of(cell)]
