"""Army against army: the interval is the textbook's, and a pairing does not depend on the others."""

import pytest

from pawnstorm.lab.pairings import pairings, wilson
from pawnstorm.lab.selfplay import Plan


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilsons_interval(hits: int, games: int, low: float, high: float) -> None:
    found = wilson(hits, games)
    assert found.share == hits / games
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_a_pairing_has_games_of_its_own() -> None:
    plan = Plan("fantasy-armies", (), ("random", "random"), 5, 3)
    all_six = [found for _, found in pairings(plan, ("man", "orcs", "elves")) if found]
    two = [found for _, found in pairings(plan, ("orcs", "elves")) if found]
    assert len(all_six) == 9
    assert {found.armies: found.summary for found in two}.items() <= {
        found.armies: found.summary for found in all_six
    }.items()
