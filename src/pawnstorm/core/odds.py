"""Exact odds, by walking the rules' own outcomes. There is no second combat formula anywhere."""

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
    """Every distinct way an order may turn out, with exact chances that add up to one.

    Ways that the game itself calls alike while their dice are out become one branch, and the likeliest stands for it.
    """
    after = state.copy()
    after.play(move)
    settled: list[Branch] = []
    open_ways = [Branch((), Fraction(1), after)]
    while open_ways:
        thrown: list[Branch] = []
        for way in open_ways:
            if way.after.turn() == CHANCE:
                thrown += _throw(way)
            else:
                settled.append(way)
        open_ways = _merged(thrown)
    return settled


def odds(state: State, move: int) -> dict[str, Fraction]:
    """The exact chance of every result of an order; empty if it needs no dice."""
    chances: dict[str, Fraction] = {}
    for branch in branches(state, move):
        if branch.results:
            result = "; ".join(branch.results)
            chances[result] = chances.get(result, Fraction(0)) + branch.chance
    return chances


def _throw(way: Branch) -> list[Branch]:
    """One roll further. A result that leaves everything as it was is thrown again: the others share its chance."""
    state = way.after
    fallen: list[tuple[str, int, State]] = []
    for outcome, weight in state.outcomes():
        after = state.copy()
        after.land(outcome)
        if not same_roll(state, after):
            fallen.append((state.outcome_name(outcome), weight, after))
    total = sum(weight for _, weight, _ in fallen)
    return [
        Branch(
            way.results if _among_others(after) else (*way.results, name),
            way.chance * Fraction(weight, total),
            after,
        )
        for name, weight, after in fallen
    ]


def same_roll(state: State, after: State) -> bool:
    """Whether a roll has only asked for itself again, as a tie of two dice may."""
    return after.turn() == CHANCE and after.key() == state.key() and after.encode() == state.encode()


def _among_others(state: State) -> bool:
    """Whether more dice of one action follow that are counted together: then only the last result has a name."""
    return state.turn() == CHANCE and state.alike() != 0


def _merged(ways: list[Branch]) -> list[Branch]:
    kept: dict[tuple[int, tuple[str, ...]], Branch] = {}
    alone: list[Branch] = []
    for way in ways:
        number = int(way.after.alike()) if _among_others(way.after) else 0
        twin = kept.get((number, way.results)) if number else None
        if not number:
            alone.append(way)
        elif twin is None:
            kept[number, way.results] = way
        else:
            likelier = way if way.chance > twin.chance else twin
            kept[number, way.results] = Branch(way.results, way.chance + twin.chance, likelier.after)
    return alone + list(kept.values())
