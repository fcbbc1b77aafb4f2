"""Luck: what a roll was worth, as the value after it less the mean over everything that might have come."""

from dataclasses import dataclass

from pawnstorm.ai.evaluators import evaluator, has_evaluator
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget
from pawnstorm.ai.search.evaluator import NO_QUIESCENCE, Evaluator
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State

_TABLE_BITS = 10
_PATIENCE = 4000
"""Positions that may be looked at to weigh one; some fights would be followed for hundreds of thousands."""
_SAMPLES = 32


@dataclass(frozen=True)
class RollLuck:
    """What a roll gave a seat, in chances to win, and how much rolls like it vary."""

    luck: float
    variance: float
    """The mean square of the luck over all results: what fair dice were due to give, this way or that."""


class LuckMeter:
    """Measures how lucky a roll was; without an evaluator every position is worth the same.

    To follow what may come of every result is the better measure, and can take longer than to play the game: without
    `follow` positions are weighed as they stand, and the evaluator belongs to this meter.
    """

    def __init__(self, game: Game, judge: Evaluator | None = None, follow: bool = True) -> None:
        if judge is None and has_evaluator(game.key):
            judge = evaluator(game)
        if judge is not None and not follow:
            judge.quiescence_threshold = NO_QUIESCENCE
        self._judge = judge
        self._engine = None if judge is None else AlphaBeta(judge, _TABLE_BITS)

    def swing(self, state: State, outcome: int, seat: int) -> RollLuck:
        """The luck of a seat with one result of the dice that are out; its mean over all results is zero."""
        results = state.outcomes()
        values = self._values([_landed(state, result) for result, _ in results], seat)
        total = sum(weight for _, weight in results)
        weighed = [(value, weight / total) for value, (_, weight) in zip(values, results, strict=True)]
        mean = sum(value * share for value, share in weighed)
        variance = sum((value - mean) ** 2 * share for value, share in weighed)
        found = next(value for value, (result, _) in zip(values, results, strict=True) if result == outcome)
        return RollLuck(found - mean, variance)

    def weigh(self, state: State, seat: int) -> float:
        """The chance of a seat to win; while dice are out the mean over their results."""
        return self._values([state], seat)[0]

    def chances(self, state: State) -> tuple[float, ...]:
        """The chance of every seat in a position as it is, in which no dice are out; they add up to one."""
        seats = range(int(state.seats))
        if state.turn() == OVER or self._judge is None:
            return tuple(state.share(seat) if state.turn() == OVER else 1.0 / len(seats) for seat in seats)
        found = self._judge.win_chances(state)
        return tuple(found[seat] for seat in seats)

    def _values(self, states: list[State], seat: int) -> list[float]:
        """What positions are worth that are to be compared, so all by the same measure.

        The best measure follows tactical orders. Where that takes too long positions are evaluated as they are, and
        where even the dice that are still to come are too many, as they stand after some samples of those dice.
        """
        engine, judge = self._engine, self._judge
        if engine is None or judge is None:
            return [0.5] * len(states)
        threshold = judge.quiescence_threshold
        try:
            for least in (threshold, NO_QUIESCENCE):
                judge.quiescence_threshold = least
                values = self._within_patience(engine, states, seat)
                if values is not None:
                    return values
            return [_sampled(engine, state, seat) for state in states]
        finally:
            judge.quiescence_threshold = threshold

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
