"""Errors of the lower levels: they see chances blurred, but the same position always in the same way."""

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.state import State
from pawnstorm.kit.bits import mix_hash

_UNIT: Final = 1.0 / (1 << 30)


@final
@mypyc_attr(acyclic=True)
class EvaluationNoise:
    """Blurs chances by up to `amount` logits either way; the errors follow from the seed."""

    def __init__(self, amount: float, seed: int) -> None:
        self.amount: Final[float] = amount
        self.seed: Final[i64] = seed & 0x3FFFFFFF

    def blur(self, chance: float, state: State, seat: i64) -> float:
        """A chance as this player sees it."""
        if chance <= 0.0 or chance >= 1.0:
            return chance
        word = mix_hash(mix_hash(self.seed, state.key()), 7)
        # The sum of two uniform numbers: small errors are likelier than large ones.
        error = (float(word & 0x3FFFFFFF) + float(word >> 31 & 0x3FFFFFFF)) * _UNIT - 1.0
        if seat & 1:
            error = -error
        odds = exp(self.amount * error)
        return chance * odds / (chance * odds + 1.0 - chance)
