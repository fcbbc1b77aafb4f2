"""What engine A leaves out to look deeper. Chances are moved by odds, so that margins shrink near 0 and 1.

These are guesses, not bounds: a value can be wrong. The numbers were kept because they win matches (docs/ai.md).
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

_REVERSE_DEPTH: Final = 3
_SURELY: Final = vec[float]([exp(-0.3 * depth) for depth in range(_REVERSE_DEPTH + 1)])
_HOPES: Final = vec[float]([1.0, exp(0.3), exp(0.6)])
_GAIN: Final = 0.004
"""Logits for each thousandth of a win that an order is expected to gain: the slope at even chances."""
_LATE, _VERY_LATE, _LATE_DEPTH, _VERY_LATE_DEPTH = 3, 8, 2, 4
_SWING: Final = 0.5
_SWING_GROWTH: Final = 0.1


def lifted(chance: float, odds: float) -> float:
    """A chance whose odds are multiplied."""
    return chance * odds / (chance * odds + 1.0 - chance)


def surely(static: float, depth: i64) -> float:
    """What a position is worth at least, judged without search; -1 too far from the horizon."""
    return lifted(static, _SURELY[depth]) if depth <= _REVERSE_DEPTH else -1.0


def hope_with(static: float, depth: i64, gain: i64) -> float:
    """What an order with an expected gain may make of a position at most, near the horizon."""
    if gain < 0:
        return static
    odds = _HOPES[depth]
    return lifted(static, odds * exp(_GAIN * float(gain)) if gain else odds)


def late_by(place: i64, depth: i64) -> i64:
    """By how many orders less deeply an order is searched that is neither among the best nor expected to gain."""
    if place < _LATE or depth < _LATE_DEPTH:
        return 0
    return 2 if place >= _VERY_LATE and depth >= _VERY_LATE_DEPTH else 1


def swing(depth: i64) -> float:
    """By what factor search to a depth may change the odds of a result of the dice."""
    return exp(_SWING + _SWING_GROWTH * float(depth))
