"""The battlefield: sixteen zones, four by four, and how far they are from each other (CH-14, CH-15, CH-33)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.games.ch35s.state import (
    AFTER_ZONES,
    FIRST_ZONE,
)
from pawnstorm.kit.bits import bit

WIDTH: Final = 4
_BOARD: Final = frozenset(range(FIRST_ZONE, AFTER_ZONES))
_FAR: Final = 99
"""The distance to models off the board: farther than any Range or Move."""


def _distance(zone: int, other: int) -> int:
    if not _BOARD.issuperset((zone, other)):
        return _FAR
    across = abs((zone - 1) % WIDTH - (other - 1) % WIDTH)
    return across + abs((zone - 1) // WIDTH - (other - 1) // WIDTH)


DISTANCE: Final = vec[i64]([_distance(zone, other) for zone in range(32) for other in range(32)])
"""CH-36: zones apart without diagonals, by zone * 32 + other zone; _FAR for zones off the board."""
ALL: Final = 0x1FFFE
"""The zones 1 to 16 as bits."""
_NOT_LEFT: Final = ALL & ~(1 << 1 | 1 << 5 | 1 << 9 | 1 << 13)
_NOT_RIGHT: Final = ALL & ~(1 << 4 | 1 << 8 | 1 << 12 | 1 << 16)


def distance(zone: i64, other: i64) -> i64:
    """CH-36: how many zones apart two zones are."""
    return DISTANCE[zone << 5 | other]


def next_to(zones: i64) -> i64:
    """CH-33: every zone with a side in common with one of these."""
    return (zones << WIDTH | zones >> WIDTH | (zones & _NOT_RIGHT) << 1 | (zones & _NOT_LEFT) >> 1) & ALL


def reach(zone: i64, steps: i64, stops: i64) -> i64:
    """CH-32, CH-34, CH-A11, CH-A12: where a move may end; zones of `stops` may be entered but not crossed."""
    found = next_to(bit(zone))
    edge = found & ~stops
    left: i64 = steps - 1
    while left > 0 and edge:
        fresh = next_to(edge) & ~found
        found |= fresh
        edge = fresh & ~stops
        left -= 1
    return found


def path(zone: i64, target: i64, stops: i64) -> list[int]:
    """CH-34: the zones that a move enters on one of its shortest ways, to show it; the last one is its end."""
    ways = [[int(zone)]]
    while ways:
        longer: list[list[int]] = []
        for way in ways:
            for other in zones_of(next_to(bit(way[-1]))):
                if other == target:
                    return [*way[1:], other]
                if not stops >> other & 1 and other not in way:
                    longer.append([*way, other])
        ways = longer
    return []


def zones_of(mask: i64) -> list[int]:
    """The zones of a mask, in order."""
    return [zone for zone in range(FIRST_ZONE, AFTER_ZONES) if mask >> zone & 1]
