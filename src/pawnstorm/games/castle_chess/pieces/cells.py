"""A space of the board as one integer: the sides that may enter it, the unit, the machine under it, and the ground.

bits 0-3    the sides that may enter, one bit each: none for a wall, all for open ground, its enemies for a unit
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
"""Numbers for the units of one side; those of the next side follow."""
UNIT_BITS: Final = 0x3FFF0

MACHINE: Final = 18
CREW: Final = 20
MACHINE_NUMBER: Final = 23
MOST_MACHINES: Final = 32
"""How many machines all sides together may have."""
MACHINE_BITS: Final = 0xFFC0000
TAKEN: Final = UNIT_BITS | MACHINE_BITS
"""The bits of anything that is on a space."""

HILL: Final = 1 << 28
WALL: Final = 1 << 29
GATE: Final = 1 << 30
STONE: Final = WALL | GATE
OWNER: Final = 31
BOARD: Final = 1 << 33
EDGE: Final = 1 << 34
NOWHERE: Final = 0

SIDE_BIT: Final = vec[i64]([1, 2, 4, 8])
"""The bit of each side in a set of sides."""


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
    """The side that the unit on a space began with; this side's forward is its forward (CC-A41, CC-A66)."""
    return cell >> UNIT + 5 & 3


def machine_of(cell: i64) -> i64:
    """The kind of the machine on a space; 0 if there is none."""
    return cell >> MACHINE & 3


def crew_of(cell: i64) -> i64:
    """CC-A25, CC-A65: the side that mans or last manned the machine; -1 if nobody has."""
    return (cell >> CREW & 7) - 1


def machine_number_of(cell: i64) -> i64:
    """The number of the machine on a space."""
    return cell >> MACHINE_NUMBER & 31


def owner_of(cell: i64) -> i64:
    """Whose castle a wall or gate belongs to."""
    return cell >> OWNER & 3


def unit_bits(unit: i64, kind: i64, side: i64, fresh: bool) -> i64:
    """The bits of a unit on a space."""
    return unit << UNIT | kind << KIND | side << SIDE | (FRESH if fresh else 0)


def machine_bits(number: i64, kind: i64, crew: i64) -> i64:
    """The bits of a machine on a space."""
    return number << MACHINE_NUMBER | (crew + 1) << CREW | kind << MACHINE


def machine_name(cell: i64) -> str:
    """The name of the machine on a space."""
    return MACHINES[machine_of(cell)]
