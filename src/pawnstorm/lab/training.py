"""Training positions: positions from games of shallow search with their results, from which weights are fitted.

The games are played directly on the position, not in a session: they need no record, and that is faster.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pawnstorm.ai.drafting import is_choosing, take_good_army, take_random_army, take_ready_army
from pawnstorm.ai.evaluators import unfitted
from pawnstorm.ai.players import derive_seed
from pawnstorm.ai.roll_luck import LuckMeter
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget
from pawnstorm.ai.search.determinization import sample_determinizations, search_determinizations
from pawnstorm.ai.search.evaluator import Evaluator, Weights
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load
from pawnstorm.lab.openings import setups_of, throw_dice, varied
from pawnstorm.lab.workers import play_in_portions

Visited = tuple[State, list[float]]
"""A position of a game, and the luck of every seat before it."""
SheetWeights = tuple[list[list[int]], list[list[int]], list[list[int]]]
"""Early weights, late weights and links of every sheet, as lists that can be sent to other processes."""
_NEAR = 0.03
"""An order that is worse than the best by at most this is sometimes played, so that games differ."""
_CHOICE = 3
"""At most this many orders count as near the best, even in a game with many equal chances."""
_BLUNDER = 12
"""One order in this many is random: an evaluator must also know positions that nobody wants."""
_KEPT = 10
"""Positions kept of every game; more would add little."""
_CHOOSING = 4
"""Where armies are chosen in play, one game in this many begins with their choice."""
_WAYS_TO_CHOOSE = (take_ready_army, take_random_army, take_good_army)
"""In the other games every seat gets its army in one of these ways: an evaluator must know armies of every kind."""
_LONGEST = 3000
ANY_SHEET = -1
"""Training positions from every kind of match that a game has."""


@dataclass(frozen=True)
class TrainingPosition:
    """A position: its sheet and phase, features of every seat, who can still win, what each seat got, in which game.

    The luck of all later dice is subtracted from what a seat got. The mean stays the same and fewer games are enough,
    but a share may be below 0 or above 1.
    """

    sheet: int
    early: float
    rows: tuple[tuple[float, ...], ...]
    out: int
    shares: tuple[float, ...]
    game: int


@dataclass(frozen=True)
class TrainingRun:
    """How positions are made: the game, its options, the weights and the budget of search, the seed, the sheet."""

    game: str
    options: tuple[tuple[str, str], ...]
    weights: SheetWeights
    nodes: int
    seed: int
    sheet: int = ANY_SHEET


def training_positions(run: TrainingRun, games: int, workers: int) -> Iterator[tuple[int, list[TrainingPosition]]]:
    """Play a number of games; yields how many were just played, and their training positions."""
    yield from play_in_portions(_play_some, run, games, workers)


def _play_some(run: TrainingRun, numbers: range) -> list[TrainingPosition]:
    game = load(run.game)
    evaluator = _evaluator(game, run)
    engine, luck_meter = AlphaBeta(evaluator, 10), LuckMeter(game, _evaluator(game, run), follow=False)
    setups = _setups(game, evaluator, run)
    found: list[TrainingPosition] = []
    for number in numbers:
        luck = Luck(derive_seed(run.seed, f"lesson {number}"))
        state = varied(_begun(game, evaluator, setups[number % len(setups)], luck), luck, luck.below(10))
        tracker = LuckTracker(luck_meter, state.seats)
        passed = _play(game, state, engine, tracker, run.nodes, luck)
        earned = [state.share(seat) - tracker.so_far[seat] for seat in range(state.seats)]
        found += [_training_position(evaluator, one, earned, number) for one in passed]
    return found


def _setups(game: Game, evaluator: Evaluator, run: TrainingRun) -> list[Setup]:
    """The set-ups to play, one after the other."""
    found = setups_of(game, game.agree(Setup(dict(run.options))))
    if run.sheet == ANY_SHEET:
        return found
    return [setup for setup in found if evaluator.sheet(game.start(setup)) == run.sheet]


def _begun(game: Game, evaluator: Evaluator, setup: Setup, luck: Luck) -> State:
    """The start of a training game, usually with armies."""
    state, results = game.start(setup), Outcomes()
    throw_dice(state, luck, results)
    while is_choosing(evaluator, state) and luck.below(_CHOOSING):
        _WAYS_TO_CHOOSE[luck.below(len(_WAYS_TO_CHOOSE))](evaluator, state, luck)
        throw_dice(state, luck, results)
    return state


def _evaluator(game: Game, run: TrainingRun) -> Evaluator:
    evaluator = unfitted(game)
    evaluator.weights = Weights(len(evaluator.names), *run.weights)
    return evaluator


def _play(game: Game, state: State, engine: AlphaBeta, tracker: "LuckTracker", nodes: int, luck: Luck) -> list[Visited]:
    """Play a game to its end by shallow search, sometimes at random; returns some of its positions."""
    seen: list[Visited] = []
    for _ in range(_LONGEST):
        if state.turn() == OVER:
            break
        seen.append((state.copy(), tracker.so_far))
        state.play(_order(game, state, engine, nodes, luck))
        tracker.throw_dice(state, luck)
    return _sample(seen, luck) if state.turn() == OVER else []


class LuckTracker:
    """What the dice of one game have given each seat so far."""

    def __init__(self, luck_meter: LuckMeter, seats: int) -> None:
        self._luck_meter = luck_meter
        self._results = Outcomes()
        self.so_far = [0.0] * seats

    def throw_dice(self, state: State, luck: Luck) -> None:
        """Throw the dice until somebody must decide or the game is over."""
        while state.turn() == CHANCE:
            self._results.clear()
            state.find_outcomes(self._results)
            result = self._results.pick(luck)
            self.so_far = [sum(parts) for parts in zip(self.so_far, self._gains(state, result), strict=True)]
            state.land(result)

    def _gains(self, state: State, result: int) -> list[float]:
        gains = [self._luck_meter.swing(state, result, seat).luck for seat in range(1, len(self.so_far))]
        # With two seats, what one gains the other loses. With more, each is valued as if all others were against it.
        first = -gains[0] if len(gains) == 1 else self._luck_meter.swing(state, result, 0).luck
        return [first, *gains]


def _order(game: Game, state: State, engine: AlphaBeta, nodes: int, luck: Luck) -> int:
    moves = state.legal()
    if len(moves) == 1 or luck.below(_BLUNDER) == 0:
        return moves[luck.below(len(moves))]
    worlds = sample_determinizations(game, state, int(state.turn()), luck, 1)
    values = search_determinizations(engine, worlds, Budget(nodes), _NEAR).values
    near = [move for move, value in values[:_CHOICE] if value >= values[0][1] - _NEAR]
    return near[luck.below(len(near))] if luck.below(4) == 0 else values[0][0]


def _sample(seen: list[Visited], luck: Luck) -> list[Visited]:
    if len(seen) <= _KEPT:
        return seen
    return [seen[luck.below(len(seen))] for _ in range(_KEPT)]


def _training_position(evaluator: Evaluator, passed: Visited, earned: Sequence[float], number: int) -> TrainingPosition:
    """A position with its result: luck before it counts, luck after it does not."""
    state, luck = passed
    features = evaluator.measure(state)
    rows = tuple(tuple(features.row(seat)) for seat in range(state.seats))
    shares = tuple(share + before for share, before in zip(earned, luck, strict=True))
    sheet, phase = int(evaluator.sheet(state)), evaluator.phase(state)
    return TrainingPosition(sheet, phase, rows, int(features.out), shares, number)
