"""What search knows about a game: features of a position, fitted weights, and from both a chance to win.

Every seat has a row of features of that seat alone: what it has, what it threatens, whether it is to act. A row times
the weights is the seat's strength, and the chances to win are the softmax of all strengths. With two seats that is the
logistic function of the difference, after a fitted link has stretched it where the evaluator is too cautious and
shortened it where it is too confident. The chances always add up to one.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.state import OVER, State

MOST_SEATS: Final = 8
"""More seats than any game has."""
NO_QUIESCENCE: Final = 1 << 20
"""A `quiescence_threshold` that no gain reaches: no order is followed beyond the horizon."""
SCALE: Final = 1000
"""Weights are kept as whole thousandths."""
KNOTS: Final = (250, 500, 1000, 1500, 2000, 3000, 4000, 6000)
"""Differences of strength, in thousandths, for which the link has their real value."""

_KNOTS: Final = vec[float]([knot / SCALE for knot in KNOTS])


def _add(values: vec[float], index: i64, amount: float) -> None:
    """Add to one item. As an argument the vec is borrowed, so that no references are counted."""
    values[index] += amount


@final
@mypyc_attr(acyclic=True)
class Features:
    """The reused table of a position's features: a row for each seat."""

    def __init__(self, seats: int, count: int) -> None:
        self.values: Final[vec[float]] = vec[float]([0.0] * (seats * count))
        self.count: Final[i64] = count
        self.out: i64 = 0
        """Seats that can no longer win, as bits."""

    def clear(self) -> None:
        """Set every feature of every seat to zero."""
        values = self.values
        index: i64
        for index in range(len(values)):
            values[index] = 0.0
        self.out = 0

    def add(self, seat: i64, feature: i64, amount: float) -> None:
        """Add to a feature of a seat."""
        _add(self.values, seat * self.count + feature, amount)

    def get(self, seat: i64, feature: i64) -> float:
        """A feature of a seat."""
        return self.values[seat * self.count + feature]

    def row(self, seat: int) -> list[float]:
        """The features of a seat as an ordinary list."""
        return list(self.values[seat * self.count : (seat + 1) * self.count])


@final
@mypyc_attr(acyclic=True)
class Weights:
    """The weights of every sheet of an evaluator, each with a set for the opening, one for the end, and a link."""

    def __init__(self, count: int, early: list[list[int]], late: list[list[int]], links: list[list[int]]) -> None:
        self.count: Final[i64] = count
        self.links: Final[vec[float]] = vec[float]([number / SCALE for sheet in links for number in sheet])
        self.early: Final[vec[float]] = vec[float]([number / SCALE for sheet in early for number in sheet])
        self.late: Final[vec[float]] = vec[float]([number / SCALE for sheet in late for number in sheet])


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Evaluates positions of one game. A game's evaluator names its features and fills them in.

    `first` are rough weights in thousandths, from which tuning starts. `sheets` are kinds of matches that need weights
    of their own, such as two or four seats; one is enough for most games.
    """

    names: tuple[str, ...]
    first: tuple[int, ...]
    sheets: tuple[str, ...]
    quiescence_threshold: i64 = 1
    """The least expected gain that quiescence search follows beyond the horizon."""
    selective: bool = True
    """Whether engine A may leave out what hardly matters; not where a quiet order decides at the last moment."""
    seeks_decision: bool = False
    """Whether the seat that thinks, if it is ahead, should decide the game rather than wait for a rule that ends it."""

    def __init__(
        self, names: tuple[str, ...], first: tuple[int, ...], seats: int = 2, sheets: tuple[str, ...] = ("all",)
    ) -> None:
        self.names = names
        self.first = first
        self.sheets = sheets
        self.features: Final = Features(seats, len(names))
        same, links = [list(first)] * len(sheets), [list(KNOTS)] * len(sheets)
        self.weights: Weights = Weights(len(names), same, same, links)
        self.shares: Final[vec[float]] = vec[float]([0.0] * MOST_SEATS)

    def fill(self, state: State, features: Features) -> None:
        """Add up the features of every seat; `features` is clear. The game is not over."""
        raise NotImplementedError

    def phase(self, state: State) -> float:
        """How much of the game is left, from 1 at the start to 0: it blends early and late weights."""
        return 1.0

    def sheet(self, state: State) -> i64:
        """Which sheet of weights evaluates this position."""
        return 0

    def expected_gain(self, state: State, move: i64) -> i64:
        """What a legal order may change at once, in thousandths of a win for its seat; 0 for a quiet order.

        Search sorts orders by it, and quiescence search follows only orders with a large gain. It is called for every
        legal order, so it must be cheaper than playing the order. It may always be 0.
        """
        return 0

    def choosing(self, state: State) -> bool:
        """Whether the seat to act is choosing its army, which the computer then builds as a whole."""
        return False

    def measure(self, state: State) -> Features:
        """The features of a position that is not over."""
        self.features.clear()
        self.fill(state, self.features)
        return self.features

    def strengths(self, state: State) -> None:
        """Put the strength of every seat into `shares`."""
        self.measure(state)
        early = self.phase(state)
        values, weights, shares = self.features.values, self.weights, self.shares
        count = weights.count
        first = self.sheet(state) * count
        seat: i64
        feature: i64
        for seat in range(state.seats):
            strength = 0.0
            row = seat * count
            for feature in range(count):
                amount = values[row + feature]
                if amount != 0.0:
                    at = first + feature
                    strength += amount * (early * weights.early[at] + (1.0 - early) * weights.late[at])
            shares[seat] = strength

    def win_chances(self, state: State) -> vec[float]:
        """The chance to win of every seat, in a reused row that adds up to one; the result of a finished game."""
        shares = self.shares
        seat: i64
        if state.turn() == OVER:
            for seat in range(state.seats):
                shares[seat] = state.share(seat)
            return shares
        self.strengths(state)
        if state.seats == 2:
            shares[0] = sigmoid(self._linked(self.sheet(state) * len(_KNOTS), shares[0] - shares[1]))
            shares[1] = 1.0 - shares[0]
        else:
            _softmax(shares, state.seats, self.features.out)
        return shares

    def _linked(self, first: i64, difference: float) -> float:
        """The real value of a difference of strength: linear between the knots, the same for both seats."""
        links = self.weights.links
        size = difference if difference >= 0.0 else -difference
        before = from_ = 0.0
        knot: i64
        for knot in range(len(_KNOTS)):
            after, to = _KNOTS[knot], links[first + knot]
            if size <= after or knot == len(_KNOTS) - 1:
                found = from_ + (to - from_) * (size - before) / (after - before)
                return found if difference >= 0.0 else -found
            before, from_ = after, to
        return difference

    def chance_scale(self, sheet: i64) -> float:
        """How far apart the chances of a sheet are, as a multiple of those with the rough first weights."""
        first, weights = self.first, self.weights
        fitted = whole = 0.0
        feature: i64
        for feature in range(weights.count):
            at = sheet * weights.count + feature
            rough = float(first[feature]) / SCALE
            fitted += rough * (weights.early[at] + weights.late[at]) / 2.0
            whole += rough * rough
        lead = len(_KNOTS) // 2
        return fitted / whole * weights.links[sheet * len(_KNOTS) + lead] / _KNOTS[lead]

    def win(self, state: State, seat: i64) -> float:
        """The chance of a seat to win; search asks only for the seat that thinks."""
        return self.win_chances(state)[seat]


def sigmoid(strength: float) -> float:
    """The logistic function, safe for any number."""
    if strength < -30.0:
        return 1e-13
    if strength > 30.0:
        return 1.0 - 1e-13
    return 1.0 / (1.0 + exp(-strength))


def _softmax(shares: vec[float], seats: i64, out: i64) -> None:
    """The softmax of the seats that can still win; the others get nothing."""
    highest = -1e300
    seat: i64
    for seat in range(seats):
        if not out >> seat & 1 and shares[seat] > highest:
            highest = shares[seat]
    total = 0.0
    for seat in range(seats):
        shares[seat] = 0.0 if out >> seat & 1 else exp(shares[seat] - highest)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
