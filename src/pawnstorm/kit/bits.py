"""Single bits by their place, and mixing numbers into keys.

In compiled code a literal 1 is a C int: shifted by a variable it overflows from bit 31 on.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

_BITS: Final = vec[i64]([1 << place for place in range(63)])


def bit(place: i64) -> i64:
    """The number with one bit at a place from 0 to 62."""
    return _BITS[place]


def mix_hash(word: i64, value: i64) -> i64:
    """Mix a number into a hash of 62 bits, the same compiled and interpreted."""
    low = ((word & 0x7FFFFFFF) ^ (value & 0x3FFFFFFF)) * 1103515245 + 12345
    high = ((word >> 31) ^ (low >> 31) ^ (value >> 30 & 0x3FFFFFFF)) * 214013 + 2531011
    return (low & 0x7FFFFFFF) | (high & 0x7FFFFFFF) << 31
