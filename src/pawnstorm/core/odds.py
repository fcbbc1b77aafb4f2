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
    alone = [Branch((), Fraction(1), after)]
    together: dict[tuple[int, tuple[str, ...]], Branch] = {}
    while alone or together:
        # Numbers fall as an action goes on, so whatever may still join a way has joined it when its turn comes.
        way = alone.pop() if alone else together.pop(max(together))
        if way.after.turn() != CHANCE or way.after.opens():
            settled.append(way)
            continue
        for thrown in reversed(_throw(way)):
            if _among_others(thrown.after):
                _join(together, thrown)
            else:
                alone.append(thrown)
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
    return state.turn() == CHANCE and state.alike() != 0 and not state.opens()


def _join(together: dict[tuple[int, tuple[str, ...]], Branch], way: Branch) -> None:
    """Count a way together with those that the game calls alike."""
    key = (int(way.after.alike()), way.results)
    twin = together.get(key)
    if twin is None:
        together[key] = way
    else:
        likelier = way if way.chance > twin.chance else twin
        together[key] = Branch(way.results, way.chance + twin.chance, likelier.after)
