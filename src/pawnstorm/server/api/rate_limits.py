"""Token buckets: a source may do much at once, but less over a longer time."""

from collections.abc import Callable
from time import monotonic

from pawnstorm.server.settings import Rate

_MOST_SOURCES = 50_000
_TOLD_AT = 0.1
"""The share of a burst that a source may spend here before the other processes are told."""


class Bucket:
    """What one source may still spend."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._at = clock()

    def take(self, cost: float = 1.0) -> bool:
        """Spend one, or more; False if there is not enough left."""
        self._refill()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """Spend afterwards what something has cost; the source may owe as much as it may spend at once."""
        self._refill()
        self._left = max(self._left - cost, -self._rate.burst)

    @property
    def full(self) -> bool:
        """Whether nothing has been spent lately."""
        self._refill()
        return self._left >= self._rate.burst

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now


class Buckets:
    """A bucket for each address. Full ones are forgotten, so that many addresses cannot fill the memory.

    Several processes share a limit by telling each other what a source has spent, a part of its burst at a time.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._tell: Callable[[str, int], None] | None = None
        self._untold: dict[str, float] = {}

    def take(self, source: str, cost: float = 1.0) -> bool:
        """Spend one of a source, or more; False if there is not enough left."""
        cost = min(cost, self._rate.burst)
        taken = self._bucket(source).take(cost)
        if taken:
            self._spent(source, cost)
        return taken

    def charge(self, source: str, cost: float) -> None:
        """Spend afterwards what something has cost."""
        self._bucket(source).charge(cost)
        self._spent(source, cost)

    def share(self, tell: Callable[[str, int], None]) -> None:
        """From now on tell the other processes what sources spend here."""
        self._tell = tell

    def spent_elsewhere(self, source: str, cost: float) -> None:
        """Another process tells what a source has spent there."""
        self._bucket(source).charge(cost)

    def _spent(self, source: str, cost: float) -> None:
        if self._tell is None:
            return
        untold = self._untold.pop(source, 0.0) + cost
        if untold >= self._rate.burst * _TOLD_AT:
            self._tell(source, round(untold))
        else:
            self._untold[source] = untold

    def _bucket(self, source: str) -> Bucket:
        bucket = self._buckets.get(source)
        if bucket is None:
            if len(self._buckets) >= _MOST_SOURCES:
                self._forget()
            bucket = self._buckets[source] = Bucket(self._rate, self._clock)
        return bucket

    def _forget(self) -> None:
        self._buckets = {source: bucket for source, bucket in self._buckets.items() if not bucket.full}
        if len(self._buckets) >= _MOST_SOURCES:
            self._buckets = {}
        self._untold = {source: untold for source, untold in self._untold.items() if source in self._buckets}
