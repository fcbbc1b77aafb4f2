"""Token buckets that empty and fill, with a fake clock."""

import pytest

from pawnstorm.server.api import rate_limits
from pawnstorm.server.api.rate_limits import Bucket, Buckets
from pawnstorm.server.settings import Rate


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(Rate(3, 2), clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now += 0.4
    assert not bucket.take()
    clock.now += 0.2
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_do_not_share() -> None:
    buckets = Buckets(Rate(1, 0.001), Clock())
    assert [buckets.take(source) for source in ("a", "a", "b", "b")] == [True, False, True, False]


def test_many_addresses_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "_MOST_SOURCES", 10)
    clock = Clock()
    buckets = Buckets(Rate(1, 1), clock)
    for number in range(10):
        buckets.take(f"old {number}")
    clock.now += 60
    buckets.take("new")
    assert len(buckets._buckets) == 1
    for number in range(30):
        buckets.take(f"flood {number}")
    assert len(buckets._buckets) <= 10


def test_processes_share_a_limit_without_a_message_for_every_request() -> None:
    clock = Clock()
    here, there = Buckets(Rate(40, 1), clock), Buckets(Rate(40, 1), clock)
    told: list[int] = []

    def tell(source: str, times: int) -> None:
        told.append(times)
        there.spent_elsewhere(source, times)

    here.share(tell)
    assert all(here.take("a") for _ in range(38))
    assert told == [4] * 9, "a tenth of the burst at a time"
    assert [there.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert there.take("b")
