"""What a contest proves: the score with and without luck, Elo with its interval, and a sequential test.

Luck is what the dice gave beyond their expectation, as the evaluator values it. How much of it counts in results is
fitted on the other half of the rounds, so that the correction removes noise and cannot add a bias.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

from pawnstorm.lab.contest import ContestGame, Round

_Z = 1.959964
_EDGE = 1e-3
_LEAST_VARIANCE = 0.5
"""The least variance of a round, times the number of rounds."""
_ERROR = 0.05
BOUND = log((1 - _ERROR) / _ERROR)
"""The sequential test ends when its evidence, a logarithm of likelihoods, is beyond this on either side."""


@dataclass(frozen=True)
class Estimate:
    """A score of the first player with its 95 % interval."""

    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    """What is known after some rounds; scores are shares of a game."""

    games: int
    wins: int
    draws: int
    losses: int
    raw: Estimate
    adjusted: Estimate
    evidence: float
    """How much better the data agree with the second hypothesis than with the first."""


def verdict(rounds: Sequence[Round], weaker: float, stronger: float) -> Verdict:
    """What the rounds so far prove; the hypotheses are Elo differences of the first player."""
    games = [played for round_ in rounds for played in round_.games]
    plain = [_mean([played.share for played in round_.games]) for round_ in rounds]
    adjusted = _without_luck(rounds)
    return Verdict(
        games=len(games),
        wins=sum(played.share == 1.0 for played in games),
        draws=sum(0.0 < played.share < 1.0 for played in games),
        losses=sum(played.share == 0.0 for played in games),
        raw=_estimate(plain),
        adjusted=_estimate(adjusted),
        evidence=evidence(adjusted, weaker, stronger),
    )


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _variance(numbers: Sequence[float]) -> float:
    middle = _mean(numbers)
    return sum((number - middle) ** 2 for number in numbers) / max(len(numbers) - 1, 1)


def _estimate(numbers: Sequence[float]) -> Estimate:
    """The mean with its interval. Few rounds that agree prove little, so the variance has a least value.

    It makes the interval after nothing but wins as wide as the rule of three does.
    """
    middle, count = _mean(numbers), len(numbers)
    variance = max(_variance(numbers), _LEAST_VARIANCE / count)
    spread = _student(count - 1) * sqrt(variance / count) if count > 1 else 1.0
    return Estimate(middle, middle - spread, middle + spread)


def _student(freedom: int) -> float:
    """Standard errors on either side of a 95 % interval with so many degrees of freedom (Cornish and Fisher)."""
    first = (_Z**3 + _Z) / (4 * freedom)
    second = (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * freedom**2)
    third = (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / (384 * freedom**3)
    return _Z + first + second + third


def _without_luck(rounds: Sequence[Round]) -> list[float]:
    """The mean score of every round without its luck, whose weight is fitted on the rounds of the other parity."""
    slopes = [
        _slope([played for other in rounds if other.number % 2 != parity for played in other.games])
        for parity in (0, 1)
    ]
    return [
        _mean([played.share - slopes[round_.number % 2] * played.luck for played in round_.games]) for round_ in rounds
    ]


def _slope(games: Sequence[ContestGame]) -> float:
    """How much one unit of luck adds to a result."""
    if len(games) < 8:
        return 0.0
    share, luck = _mean([played.share for played in games]), _mean([played.luck for played in games])
    spread = sum((played.luck - luck) ** 2 for played in games)
    if spread < 1e-9:
        return 0.0
    return sum((played.share - share) * (played.luck - luck) for played in games) / spread


def evidence(scores: Sequence[float], weaker: float, stronger: float) -> float:
    """The logarithm of how much likelier the scores are under the stronger hypothesis than under the weaker one."""
    variance = _variance(scores)
    if len(scores) < 8 or variance < 1e-9:
        return 0.0
    low, high = score_of(weaker), score_of(stronger)
    return len(scores) * (high - low) * (_mean(scores) - (low + high) / 2) / variance


def score_of(elo: float) -> float:
    """The expected score of a player with this advantage in Elo."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


def elo_of(score: float) -> float:
    """The Elo difference that a score means; infinite for a score that is not between 0 and 1."""
    if score <= _EDGE:
        return -inf
    return inf if score >= 1 - _EDGE else 400.0 * log10(score / (1.0 - score))
