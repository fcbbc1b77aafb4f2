"""Exact odds, by walking through the rules' own outcomes. There is no second combat formula anywhere.

Two things do not count. Where others may react before the dice are thrown, the odds assume that nobody does. And a
throw that changes nothing, such as a tied roll-off, is simply repeated.
"""

from dataclasses import dataclass
from fractions import Fraction

from pawnstorm.core.state import CHANCE, State
from pawnstorm.core.values import Value

_SURE = Fraction(1)


@dataclass(frozen=True)
class Branch(Value):
    """One way the dice may fall before the next decision or the end: its results, its chance, where it leads."""

    results: tuple[str, ...]
    chance: Fraction
    after: State


def branches(state: State, move: int) -> list[Branch]:
    """Every distinct way an order may turn out, with exact chances that add up to one.

    Ways with the same `odds_group` become one branch, which leads where the likeliest of them leads.
    """
    after = state.copy()
    after.play(move)
    settled: list[Branch] = []
    alone = [Branch((), _SURE, _unanswered(after))]
    together: dict[tuple[int, tuple[str, ...]], Branch] = {}
    while alone or together:
        # Group numbers decrease during an action, so the highest group is complete.
        way = alone.pop() if alone else together.pop(max(together))
        if way.after.turn() != CHANCE:
            settled.append(way)
            continue
        for thrown in reversed(_throw(way)):
            if _is_grouped(thrown.after):
                _join(together, thrown)
            else:
                alone.append(thrown)
    return settled


def _unanswered(state: State) -> State:
    """The position that asks for dice, if they follow when nobody reacts; else the position itself."""
    declined = decline_all(state)
    return declined if declined.turn() == CHANCE else state


def decline_all(state: State) -> State:
    """The position after every seat that may only react has declined."""
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
            chances[result] = chances[result] + branch.chance if result in chances else branch.chance
    return chances


def _throw(way: Branch) -> list[Branch]:
    """One roll further. A result that changes nothing is thrown again: the others share its chance."""
    state = way.after
    landed, aside = land_all(state), state.pool().aside
    total = sum(weight for _, weight, _ in landed)
    fallen: list[Branch] = []
    for outcome, weight, after in landed:
        unnamed = aside or _is_grouped(after)
        results = way.results if unnamed else (*way.results, state.outcome_name(outcome))
        share = Fraction(weight, total)
        # Most orders need one pool, and multiplying fractions is expensive.
        fallen.append(Branch(results, share if way.chance is _SURE else way.chance * share, after))
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


def _is_grouped(state: State) -> bool:
    """Whether more dice of the same action follow, counted in groups: then only the last result has a name."""
    return state.turn() == CHANCE and state.odds_group() != 0


def _join(together: dict[tuple[int, tuple[str, ...]], Branch], way: Branch) -> None:
    """Count a way together with the others of its group."""
    key = (int(way.after.odds_group()), way.results)
    twin = together.get(key)
    if twin is None:
        together[key] = way
    else:
        likelier = way if way.chance > twin.chance else twin
        together[key] = Branch(way.results, way.chance + twin.chance, likelier.after)
