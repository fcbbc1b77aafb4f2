"""Why an order is good, in words: what it changes for the evaluator, compared with the other orders.

An evaluator gives every seat features, each with a weight (`ai/search/evaluator.py`). What a feature means is data of
its game, `data/words.toml`: a phrase for what an order does for its own side and one for what it does to the others.
An order is carried out with its dice on average; what it brings more than the average order is named, the most
important first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from pawnstorm.ai.evaluators import evaluator_for, package_of
from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.core.game import Game
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.kit.datafile import load

WORDS = "words.toml"
_MOST_REASONS = 2
_MOST_COMPARED = 24
"""At most this many other orders are looked at."""
_MOST_POOLS = 3
_RARE = 0.01
"""Results of dice that are rarer than this are left out."""
_LEAST = 0.02
"""Differences of strength smaller than this are not worth a word."""
_SURE = 0.995


@dataclass(frozen=True)
class Word:
    """Which features mean something together, and what: for the own side, and for the others."""

    features: tuple[str, ...]
    ours: str
    theirs: str


@cache
def words_of(game: Game) -> tuple[Word, ...]:
    """The words of a game; none if its evaluator brings none."""
    package = package_of(game)
    if not (files(package) / "data" / WORDS).is_file():
        return ()
    entries = load(package, WORDS).entries("word")
    return tuple(Word(tuple(one.texts("features")), one.text("ours"), one.text("theirs")) for one in entries)


@dataclass(frozen=True)
class _Effect:
    """What an order leads to on average: every seat's share of strength by feature, and the chance to have won."""

    strengths: list[list[float]]
    won: float


class Explainer:
    """Says why orders of one position are good; `state` is what the seat to act believes."""

    def __init__(self, game: Game, state: State) -> None:
        self._evaluator: Evaluator = evaluator_for(game)
        self._words = words_of(game)
        self._state = state
        self._seat = int(state.turn())
        self._seats = int(state.seats)
        self._usual = self._average()

    def reasons(self, move: int, line: Sequence[int] = ()) -> tuple[str, ...]:
        """What an order does that others do not, the most important first; empty if nothing stands out.

        If nothing does at once, what is there at the end of the line that begins with the order counts.
        """
        if not self._words or self._evaluator.choosing(self._state):
            return ()
        return self._told(self._effect([move])) or (self._told(self._effect(line)) if len(line) > 1 else ())

    def _told(self, effect: _Effect) -> tuple[str, ...]:
        if effect.won >= _SURE:
            return ("wins the game",)
        found = [f"wins the game at once in {100 * effect.won:.0f} %"] if effect.won - self._usual.won > _RARE else []
        gains = sorted(self._gains(effect), reverse=True)
        return (*found, *(phrase for gain, phrase in gains if gain >= _LEAST))[:_MOST_REASONS]

    def _gains(self, effect: _Effect) -> Iterator[tuple[float, str]]:
        """How much more than usual an order brings by each word, for the own side and against the others."""
        for word in self._words:
            columns = _columns(self._evaluator.names, word.features)
            ours = theirs = 0.0
            for seat in range(self._seats):
                more = sum(effect.strengths[seat][at] - self._usual.strengths[seat][at] for at in columns)
                if seat == self._seat:
                    ours += more
                else:
                    theirs -= more / (self._seats - 1)
            yield ours, word.ours
            yield theirs, word.theirs

    def _average(self) -> _Effect:
        """What the orders of the position lead to on average."""
        legal = [int(move) for move in self._state.legal()]
        step = -(-len(legal) // _MOST_COMPARED)
        effects = [self._effect([move]) for move in legal[::step]]
        total = self._nothing()
        for effect in effects:
            _add(total, effect.strengths, 1.0 / len(effects))
        return _Effect(total, sum(effect.won for effect in effects) / len(effects))

    def _effect(self, line: Sequence[int]) -> _Effect:
        after = self._state.copy()
        for move in line:
            if after.turn() < 0 or move not in after.legal():
                break
            after.play(int(move))
        total, won, weight = self._nothing(), 0.0, 0.0
        for state, chance in _results(after, 1.0, _MOST_POOLS):
            weight += chance
            if state.turn() >= 0:
                _add(total, self._strengths(state), chance)
            elif state.turn() == OVER and int(state.winners) == 1 << self._seat:
                won += chance
        if weight:
            total = [[value / weight for value in row] for row in total]
        return _Effect(total, won / weight if weight else 0.0)

    def _nothing(self) -> list[list[float]]:
        return [[0.0] * len(self._evaluator.names) for _ in range(self._seats)]

    def _strengths(self, state: State) -> list[list[float]]:
        """Each seat's features times their weights."""
        evaluator = self._evaluator
        features = evaluator.measure(state)
        early, count = evaluator.phase(state), len(evaluator.names)
        first = int(evaluator.sheet(state)) * count
        weights = evaluator.weights
        blended = [early * weights.early[first + at] + (1.0 - early) * weights.late[first + at] for at in range(count)]
        return [
            [value * by for value, by in zip(features.row(seat), blended, strict=True)] for seat in range(self._seats)
        ]


def _results(state: State, chance: float, pools: int) -> Iterator[tuple[State, float]]:
    """The positions after the dice that an order needs, with their chances."""
    if state.turn() != CHANCE or not pools:
        yield state, chance
        return
    outcomes = list(state.outcomes())
    total = sum(weight for _, weight in outcomes)
    for outcome, weight in outcomes:
        share = chance * weight / total
        if share >= _RARE:
            landed = state.copy()
            landed.land(outcome)
            yield from _results(landed, share, pools - 1)


@cache
def _columns(names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """The numbers of the features that a word is about; a star stands for any letters."""
    return [at for at, name in enumerate(names) if any(fnmatchcase(name, one) for one in wanted)]


def _add(total: list[list[float]], rows: list[list[float]], share: float) -> None:
    for into, row in zip(total, rows, strict=True):
        for at, value in enumerate(row):
            into[at] += share * value
