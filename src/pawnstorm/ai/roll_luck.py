"""Luck: the value after a roll minus the mean over all its results."""

from dataclasses import dataclass

from pawnstorm.ai.evaluators import evaluator_for, has_evaluator
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget
from pawnstorm.ai.search.evaluator import NO_QUIESCENCE, Evaluator
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State

_TABLE_BITS = 10
_PATIENCE = 4000
"""The most positions searched to value one; some fights would take hundreds of thousands."""
_SAMPLES = 32


@dataclass(frozen=True)
class RollLuck:
    """What a roll gave a seat, in chances to win, and how much rolls like it vary."""

    luck: float
    variance: float
    """The mean square of the luck over all results."""


class LuckMeter:
    """Measures how lucky a roll was; without an evaluator every position is worth the same.

    With `follow`, tactical orders after every result are searched. That is more exact, but can take longer than playing
    the game. Without it positions are evaluated as they are; the evaluator is changed for that, so do not share it.
    """

    def __init__(self, game: Game, evaluator: Evaluator | None = None, follow: bool = True) -> None:
        if evaluator is None and has_evaluator(game.key):
            evaluator = evaluator_for(game)
        if evaluator is not None and not follow:
            evaluator.quiescence_threshold = NO_QUIESCENCE
        self._evaluator = evaluator
        self._engine = None if evaluator is None else AlphaBeta(evaluator, _TABLE_BITS)

    def swing(self, state: State, outcome: int, seat: int) -> RollLuck:
        """The luck of a seat with one result of the dice that are due; its mean over all results is zero."""
        results = state.outcomes()
        values = self._values([_landed(state, result) for result, _ in results], seat)
        total = sum(weight for _, weight in results)
        weighed = [(value, weight / total) for value, (_, weight) in zip(values, results, strict=True)]
        mean = sum(value * share for value, share in weighed)
        variance = sum((value - mean) ** 2 * share for value, share in weighed)
        found = next(value for value, (result, _) in zip(values, results, strict=True) if result == outcome)
        return RollLuck(found - mean, variance)

    def weigh(self, state: State, seat: int) -> float:
        """The chance of a seat to win; while dice are due the mean over their results."""
        return self._values([state], seat)[0]

    def chances(self, state: State) -> tuple[float, ...]:
        """The chance of every seat in a position in which no dice are due; they add up to one."""
        seats = range(int(state.seats))
        if state.turn() == OVER or self._evaluator is None:
            return tuple(state.share(seat) if state.turn() == OVER else 1.0 / len(seats) for seat in seats)
        found = self._evaluator.win_chances(state)
        return tuple(found[seat] for seat in seats)

    def _values(self, states: list[State], seat: int) -> list[float]:
        """What positions are worth, all by the same measure, because they are compared.

        The best measure follows tactical orders. Where that takes too long, positions are evaluated as they are. Where
        too many dice are still to come, samples of those dice are evaluated.
        """
        engine, evaluator = self._engine, self._evaluator
        if engine is None or evaluator is None:
            return [0.5] * len(states)
        threshold = evaluator.quiescence_threshold
        try:
            for least in (threshold, NO_QUIESCENCE):
                evaluator.quiescence_threshold = least
                values = self._within_patience(engine, states, seat)
                if values is not None:
                    return values
            return [_sampled(engine, state, seat) for state in states]
        finally:
            evaluator.quiescence_threshold = threshold

    def _within_patience(self, engine: AlphaBeta, states: list[State], seat: int) -> list[float] | None:
        values: list[float] = []
        for state in states:
            budget = Budget(_PATIENCE)
            values.append(engine.value(state, 0, budget, seat))
            if budget.over:
                return None
        return values


def _sampled(engine: AlphaBeta, state: State, seat: int) -> float:
    """The mean over some samples of the dice that are still to come, the same for positions that are compared."""
    total = 0.0
    for number in range(_SAMPLES):
        luck, results, after = Luck(number), Outcomes(), state.copy()
        while after.turn() == CHANCE:
            results.clear()
            after.find_outcomes(results)
            after.land(results.pick(luck))
        total += engine.value(after, 0, Budget(), seat)
    return total / _SAMPLES


def _landed(state: State, outcome: int) -> State:
    after = state.copy()
    after.land(outcome)
    return after
