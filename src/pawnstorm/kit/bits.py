"""Single bits by their place. Compiled, a literal one is a C int: shifted by a variable it breaks from bit 31 on."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

_BITS: Final = vec[i64]([1 << place for place in range(63)])


def bit(place: i64) -> i64:
    """The number with one bit at a place from 0 to 62."""
    return _BITS[place]
