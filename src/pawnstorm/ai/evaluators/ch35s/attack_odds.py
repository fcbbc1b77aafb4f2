"""The odds of every attack of CH35S as tables, taken from the rules once when the first evaluator is made."""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Setup
from pawnstorm.games.ch35s.game import Ch35s
from pawnstorm.games.ch35s.pieces import EXTRA_ATTACK, KINDS, Forces
from pawnstorm.games.ch35s.rules.attacking import find_outcomes, sixes_of, successes_of
from pawnstorm.games.ch35s.state import DOWN, UNITS, Position

MOST_DICE: Final = 6
"""Attacks with more dice count like one with this many."""
MOST_NEEDED: Final = 9
"""Targets that can take more successes count like one that takes this many."""


@final
class Odds:
    """Chances by dice, Extra Attack, Chaotic Visions and successes that take the target out.

    `down` is the chance to take it out, `part` the mean part of its Health that it loses if it stays. `mean` is the
    mean number of successes against a target that never falls, by dice and Extra Attack.
    """

    def __init__(self, down: list[float], part: list[float], mean: list[float]) -> None:
        self.down: Final[vec[float]] = vec[float](down)
        self.part: Final[vec[float]] = vec[float](part)
        self.mean: Final[vec[float]] = vec[float](mean)


class _SampleAttack:
    """A position with one attacker and one target whose numbers can be set at will."""

    def __init__(self) -> None:
        game = Ch35s()
        state = game.start(Setup(armies=(game.armies().starters[0].name, game.armies().starters[0].name)))
        assert isinstance(state, Position)
        # Profiles of its own, because those of a table are shared.
        state.forces = Forces(game.book.built_in[0], game.book.built_in[0], vec[i64]([0] * (2 * KINDS)))
        state.actor, state.target = 0, UNITS
        self._state: Final = state
        self._known: dict[tuple[int, int, bool, bool], tuple[float, float]] = {}

    def chances(self, dice: int, needed: int, extra: bool, seen: bool) -> tuple[float, float]:
        """The chance that the target falls, and the mean number of successes if it stays, over all throws."""
        key = (dice, needed, extra, seen)
        if key not in self._known:
            self._known[key] = self._throw(dice, needed, extra, seen)
        return self._known[key]

    def _throw(self, dice: int, needed: int, extra: bool, seen: bool) -> tuple[float, float]:
        falls = hits = 0.0
        results, total = self._results(dice, needed, extra, seen)
        for result, weight in results:
            chance = weight / total
            if result == DOWN:
                falls += chance
                continue
            more, successes = int(sixes_of(result)), int(successes_of(result))
            later = self.chances(more, needed - successes, extra, seen) if more else (0.0, 0.0)
            falls += chance * later[0]
            hits += chance * (successes * (1.0 - later[0]) + later[1])
        return falls, hits

    def _results(self, dice: int, needed: int, extra: bool, seen: bool) -> tuple[list[tuple[int, int]], int]:
        state = self._state
        kind, target = state.kind_of(state.actor), state.kind_of(state.target)
        state.forces.damage[kind] = 1
        state.forces.health[target] = needed
        state.forces.abilities[kind] = EXTRA_ATTACK if extra else 0
        state.visions = 2 if seen else 0
        state.dice = dice
        outcomes = Outcomes(64)
        find_outcomes(state, outcomes)
        return outcomes.as_list(), int(outcomes.total)


@cache
def odds_of_attacks() -> Odds:
    """The tables, made once."""
    sample = _SampleAttack()
    down: list[float] = []
    part: list[float] = []
    for dice in range(MOST_DICE + 1):
        for extra in (False, True):
            for seen in (False, True):
                for needed in range(MOST_NEEDED + 1):
                    falls, hits = sample.chances(dice, needed, extra, seen) if dice and needed else (0.0, 0.0)
                    down.append(falls)
                    part.append(hits / max(needed, 1))
    mean = [
        sample.chances(dice, 30, extra, False)[1] if dice else 0.0
        for dice in range(MOST_DICE + 1)
        for extra in (False, True)
    ]
    return Odds(down, part, mean)
