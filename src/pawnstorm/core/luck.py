"""A small random stream that is bit-identical compiled and interpreted.

Multiply-with-carry on 32-bit words: every product stays below 2**63, so native and Python integers agree.
It serves playouts, seeded tables and tests. It is not for secrets.
"""

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

_MASK: Final = 0xFFFFFFFF
_BASE: Final = 0x100000000
# MULTIPLIER * 2**32 - 1 and MULTIPLIER * 2**31 - 1 are prime, which gives the full period of about 2**62.
_MULTIPLIER: Final = 2147470590


@final
@mypyc_attr(acyclic=True)
class Luck:
    """A stream of fair random numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self.word: i64 = (seed & 0xFFFFFFFF) ^ 0x5DEECE66
        # The carry must stay below the multiplier and must not let the stream begin at its fixed point.
        self.carry: i64 = (seed >> 32) % 0x3FFFFFFF + 1
        for _ in range(16):
            self.next()

    def next(self) -> i64:
        """The next 32-bit word."""
        product: i64 = self.word * _MULTIPLIER + self.carry
        self.word = product & _MASK
        self.carry = product >> 32
        return self.word

    def below(self, bound: i64) -> i64:
        """A number from 0 to bound - 1, each equally likely (bound at most 2**31)."""
        scaled: i64 = self.next() * bound
        if (scaled & _MASK) < bound:
            # Lemire's rejection: only the words that would favour small numbers are thrown away.
            unfair: i64 = (_BASE - bound) % bound
            while (scaled & _MASK) < unfair:
                scaled = self.next() * bound
        return scaled >> 32

    def wide(self, bound: i64) -> i64:
        """Like `below`, for bounds beyond 2**31."""
        mask: i64 = bound - 1
        shift: i64 = 1
        while shift < 63:
            mask |= mask >> shift
            shift *= 2
        # Fewer than half of the masked words are too big, so this ends soon.
        found = self.word63() & mask
        while found >= bound:
            found = self.word63() & mask
        return found

    def word63(self) -> i64:
        """A 63-bit number, for hash tables."""
        high: i64 = self.next() >> 1
        return (high << 32) | self.next()

    def __reduce__(self) -> tuple[Any, ...]:
        return _resume, (int(self.word), int(self.carry))


def _resume(word: int, carry: int) -> Luck:
    """How a pickled stream comes back: it goes on where it was."""
    luck = Luck(0)
    luck.word = word
    luck.carry = carry
    return luck
