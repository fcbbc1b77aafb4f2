"""Exact odds, by walking the rules' own outcomes. There is no second combat formula anywhere."""

from dataclasses import dataclass
from fractions import Fraction

from pawnstorm.core.state import CHANCE, State

_SURE = Fraction(1)


@dataclass(frozen=True)
class Branch:
    """One way the dice may fall until the next decision or the end: its results, its chance, where it leads."""

    results: tuple[str, ...]
    chance: Fraction
    after: State


def branches(state: State, move: int) -> list[Branch]:
    """Every distinct way an order may turn out, with exact chances that add up to one."""
    after = state.copy()
    after.play(move)
    return _fall(after, (), _SURE)


def odds(state: State, move: int) -> dict[str, Fraction]:
    """The exact chance of every result of an order; empty if it needs no dice."""
    chances: dict[str, Fraction] = {}
    for branch in branches(state, move):
        if branch.results:
            result = "; ".join(branch.results)
            chances[result] = chances[result] + branch.chance if result in chances else branch.chance
    return chances


def _fall(state: State, results: tuple[str, ...], chance: Fraction) -> list[Branch]:
    if state.turn() != CHANCE:
        return [Branch(results, chance, state)]
    outcomes = state.outcomes()
    total = sum(weight for _, weight in outcomes)
    fallen: list[Branch] = []
    for outcome, weight in outcomes:
        after = state.copy()
        after.land(outcome)
        share = Fraction(weight, total)
        # Most orders need one pool, and multiplying fractions is dear.
        fallen += _fall(after, (*results, state.outcome_name(outcome)), share if chance is _SURE else chance * share)
    return fallen
