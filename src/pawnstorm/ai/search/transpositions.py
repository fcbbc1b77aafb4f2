"""What alpha-beta remembers: the transposition table, killer orders and the history heuristic."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

UPPER: Final = 1
LOWER: Final = 2
EXACT: Final = 3

_HISTORY: Final = 4096
_TOP: Final = 1 << 20


@final
@mypyc_attr(acyclic=True)
class TranspositionTable:
    """The transposition table: value, depth, bound and best order of positions, by their keys."""

    def __init__(self, bits: int) -> None:
        size = 1 << bits
        self.mask: Final[i64] = size - 1
        self.keys: Final[vec[i64]] = vec[i64]([0] * size)
        self.moves: Final[vec[i64]] = vec[i64]([0] * size)
        self.depths: Final[vec[i64]] = vec[i64]([0] * size)
        self.values: Final[vec[float]] = vec[float]([0.0] * size)
        self.age: i64 = 0

    def forget(self) -> None:
        """Forget everything, so that no search depends on earlier ones."""
        self.age += 1

    def find(self, key: i64) -> i64:
        """The slot of a position, or -1."""
        slot = key & self.mask
        return slot if self.keys[slot] == key and self.depths[slot] >> 16 == self.age else -1

    def depth(self, slot: i64) -> i64:
        """How deep the position of a slot was searched."""
        return self.depths[slot] >> 2 & 0x3FFF

    def bound(self, slot: i64) -> i64:
        """Whether the value of a slot is EXACT, an UPPER bound or a LOWER one."""
        return self.depths[slot] & 3

    def keep(self, key: i64, move: i64, depth: i64, bound: i64, value: float) -> None:
        """Remember a position; it replaces the one in its slot."""
        slot = key & self.mask
        self.keys[slot] = key
        self.moves[slot] = move
        self.depths[slot] = self.age << 16 | depth << 2 | bound
        self.values[slot] = value


@final
@mypyc_attr(acyclic=True)
class EvaluationCache:
    """What positions are worth without search, by their keys: the same ones are reached in many ways."""

    def __init__(self, bits: int) -> None:
        size = 1 << bits
        self.mask: Final[i64] = size - 1
        self.keys: Final[vec[i64]] = vec[i64]([0] * size)
        self.values: Final[vec[float]] = vec[float]([0.0] * size)

    def forget(self) -> None:
        """Forget everything."""
        keys = self.keys
        index: i64
        for index in range(len(keys)):
            keys[index] = 0

    def find(self, key: i64) -> float:
        """The value of a position, or -1."""
        slot = key & self.mask
        return self.values[slot] if self.keys[slot] == key else -1.0

    def keep(self, key: i64, value: float) -> None:
        """Remember a value; it replaces the one in its slot."""
        slot = key & self.mask
        self.keys[slot] = key
        self.values[slot] = value


@final
@mypyc_attr(acyclic=True)
class History:
    """Orders that caused cutoffs: two for each ply, and a score for every order at any ply."""

    def __init__(self, plies: int) -> None:
        self.killers: Final[vec[i64]] = vec[i64]([-1] * (2 * plies))
        self.scores: Final[vec[i64]] = vec[i64]([0] * _HISTORY)

    def clear(self) -> None:
        """Forget everything."""
        killers, scores = self.killers, self.scores
        index: i64
        for index in range(len(killers)):
            killers[index] = -1
        for index in range(_HISTORY):
            scores[index] = 0

    def record_cutoff(self, ply: i64, seat: i64, move: i64, depth: i64) -> None:
        """An order was so good that the others need not be searched."""
        killers = self.killers
        if killers[2 * ply] != move:
            killers[2 * ply + 1] = killers[2 * ply]
            killers[2 * ply] = move
        place = _place(seat, move)
        self.scores[place] = min(_TOP, self.scores[place] + depth * depth)

    def score(self, ply: i64, seat: i64, move: i64) -> i64:
        """How promising an order is from experience."""
        if self.killers[2 * ply] == move or self.killers[2 * ply + 1] == move:
            return 2 * _TOP
        return self.scores[_place(seat, move)]


def _place(seat: i64, move: i64) -> i64:
    return (move ^ move >> 12 ^ move >> 24 ^ move >> 36 ^ seat << 11) & (_HISTORY - 1)
