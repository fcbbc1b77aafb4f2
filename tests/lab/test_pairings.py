"""Army against army: the interval is Wilson's, and a pairing does not depend on the others."""

import pytest

from pawnstorm.lab.pairings import pairings, wilson
from pawnstorm.lab.selfplay import SelfplayPlan


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilsons_interval(hits: int, games: int, low: float, high: float) -> None:
    found = wilson(hits, games)
    assert found.share == hits / games
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_a_pairing_has_its_own_games() -> None:
    plan = SelfplayPlan("fantasy-armies", (), ("random", "random"), 5, 3)
    three = {found.armies: found.summary for _, found in pairings(plan, ("man", "orcs", "elves"))}
    two = {found.armies: found.summary for _, found in pairings(plan, ("orcs", "elves"))}
    assert len(three) == 9
    assert all(summary.games == 3 for summary in three.values())
    assert two.items() <= three.items()


def test_a_pairing_is_reported_while_it_is_played() -> None:
    plan = SelfplayPlan("fantasy-armies", (), ("random", "random"), 5, 3)
    games = [(count, found.armies, found.summary.games) for count, found in pairings(plan, ("man",))]
    assert games == [(1, ("man", "man"), 1), (1, ("man", "man"), 2), (1, ("man", "man"), 3)]
