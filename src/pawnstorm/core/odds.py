"""Exact odds, by walking the rules' own outcomes. There is no second combat formula anywhere.

Two things are looked through. Where others may react before the dice fall, the odds are those if nobody does. And a
throw that leaves everything as it was, such as a tied roll-off, is simply thrown again.
"""

from dataclasses import dataclass
from fractions import Fraction

from pawnstorm.core.state import CHANCE, State


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
    calm = let_pass(after)
    return _fall(calm if calm.turn() == CHANCE else after, (), Fraction(1))


def let_pass(state: State) -> State:
    """The position once everybody who may only react has let it go by."""
    if state.turn() < 0 or state.decline() < 0:
        return state
    after = state.copy()
    while after.turn() >= 0:
        move = after.decline()
        if move < 0:
            break
        after.play(move)
    return after


def odds(state: State, move: int) -> dict[str, Fraction]:
    """The exact chance of every result of an order; empty if it needs no dice."""
    chances: dict[str, Fraction] = {}
    for branch in branches(state, move):
        if branch.results:
            result = "; ".join(branch.results)
            chances[result] = chances.get(result, Fraction(0)) + branch.chance
    return chances


def _fall(state: State, results: tuple[str, ...], chance: Fraction) -> list[Branch]:
    if state.turn() != CHANCE:
        return [Branch(results, chance, state)]
    landed, aside = land_all(state), state.pool().aside
    total = sum(weight for _, weight, _ in landed)
    fallen: list[Branch] = []
    for outcome, weight, after in landed:
        named = results if aside else (*results, state.outcome_name(outcome))
        fallen += _fall(after, named, chance * Fraction(weight, total))
    return fallen


def land_all(state: State) -> list[tuple[int, int, State]]:
    """Every result of a pool with its weight and the position it leads to, without throws that change nothing."""
    landed: list[tuple[int, int, State]] = []
    for outcome, weight in state.outcomes():
        after = state.copy()
        after.land(outcome)
        if after.turn() != CHANCE or after.key() != state.key() or after.encode() != state.encode():
            landed.append((outcome, weight, after))
    return landed
