"""Lessons: positions from games of shallow search, with what became of each game, to fit an evaluator to."""

from collections.abc import Iterator
from dataclasses import dataclass

from pawnstorm.ai.evaluators import unfitted
from pawnstorm.ai.players import derive
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget
from pawnstorm.ai.search.evaluator import Evaluator, Weights
from pawnstorm.ai.search.worlds import imagine, think_in_worlds
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER, State
from pawnstorm.games import load
from pawnstorm.lab.openings import opening, settle, setups_of
from pawnstorm.lab.workers import spread

SheetWeights = tuple[list[list[int]], list[list[int]], list[list[int]]]
"""Early weights, late weights and links of every sheet, in a form that travels between processes."""
_NEAR = 0.03
"""An order that is this much worse than the best is sometimes played, so that games differ."""
_BLUNDER = 12
"""One order in so many is played at random: an evaluator must also know positions that nobody wants."""
_KEPT = 10
"""Positions kept of every game; more of them would only say the same again."""
_CHOOSING = 2
"""Where a game has armies, one game in so many begins with their choice: there are others than the samples."""
_LONGEST = 3000


@dataclass(frozen=True)
class Lesson:
    """A position: its sheet and phase, the features of every seat, who can still win, and what each seat got."""

    sheet: int
    early: float
    rows: tuple[tuple[float, ...], ...]
    out: int
    shares: tuple[float, ...]


@dataclass(frozen=True)
class School:
    """How lessons are made: the game, its set-up, the weights and the budget of search, the seed."""

    game: str
    options: tuple[tuple[str, str], ...]
    weights: SheetWeights
    nodes: int
    seed: int


def lessons(school: School, games: int, workers: int) -> Iterator[tuple[int, list[Lesson]]]:
    """Play so many games; yields how many were just played and what they teach."""
    yield from spread(_play_some, school, games, workers)


def _play_some(school: School, numbers: range) -> list[Lesson]:
    game = load(school.game)
    judge = unfitted(game)
    judge.weights = Weights(len(judge.names), *school.weights)
    engine = AlphaBeta(judge, 10)
    setups = setups_of(game, game.agree(Setup(dict(school.options))))
    found: list[Lesson] = []
    for number in numbers:
        luck = Luck(derive(school.seed, f"lesson {number}"))
        found += _play(game, setups[number % len(setups)], judge, engine, school.nodes, luck)
    return found


def _play(game: Game, setup: Setup, judge: Evaluator, engine: AlphaBeta, nodes: int, luck: Luck) -> list[Lesson]:
    """One game, most of whose orders are the best that a shallow search finds."""
    state = opening(game, setup, luck, luck.below(10), luck.below(_CHOOSING) == 0)
    results, seen = Outcomes(), []
    for _ in range(_LONGEST):
        if state.turn() == OVER:
            break
        seen.append(state.copy())
        state.play(_order(game, state, engine, nodes, luck))
        settle(state, luck, results)
    if state.turn() != OVER:
        return []
    shares = tuple(state.share(seat) for seat in range(state.seats))
    return [_lesson(judge, position, shares) for position in _sample(seen, luck)]


def _order(game: Game, state: State, engine: AlphaBeta, nodes: int, luck: Luck) -> int:
    moves = state.legal()
    if len(moves) == 1 or luck.below(_BLUNDER) == 0:
        return moves[luck.below(len(moves))]
    worlds = imagine(game, state, int(state.turn()), luck, 1)
    values = think_in_worlds(engine, worlds, Budget(nodes), _NEAR).values
    near = [move for move, value in values if value >= values[0][1] - _NEAR]
    return near[luck.below(len(near))] if luck.below(4) == 0 else values[0][0]


def _sample(seen: list[State], luck: Luck) -> list[State]:
    if len(seen) <= _KEPT:
        return seen
    return [seen[luck.below(len(seen))] for _ in range(_KEPT)]


def _lesson(judge: Evaluator, state: State, shares: tuple[float, ...]) -> Lesson:
    features = judge.measure(state)
    rows = tuple(tuple(features.row(seat)) for seat in range(state.seats))
    return Lesson(int(judge.sheet(state)), judge.phase(state), rows, int(features.out), shares)
