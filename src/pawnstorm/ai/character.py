"""Characters: inclinations by which players of the same strength play different games.

A character decides only among orders that are nearly as good as the best. It looks at what an order does: whether dice
are thrown and how much hangs on them, what it is expected to keep and to break, and how many answers it leaves. All of
that comes from the rules and the evaluator, so a character plays any game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State

_SAMPLES = 8
"""Throws of the dice by which an order is judged."""
_BIG_RISK = 0.1
"""A standard deviation of the chance to win that counts fully."""
_BIG_CHANGE = 0.2
"""A change of a seat's strength, in logits, that counts fully."""
_MANY_ANSWERS = 0.1
"""A factor between numbers of answers, as a logarithm, that counts fully."""
_BIG_PREY = 0.03
"""What the others may gain next, in chances to win, that counts fully."""


@dataclass(frozen=True)
class Character:
    """What a player likes in an order, each between -1 and 1, and one sentence about it."""

    key: str
    about: str
    dice: float = 0.0
    risk: float = 0.0
    keep: float = 0.0
    harm: float = 0.0
    corner: float = 0.0
    guard: float = 0.0


CHARACTERS = (
    Character("cautious", "Prefers sure steps to dice, and of two fights the one that can go less wrong.", -0.7, -0.5),
    Character("bold", "Attacks wherever it may, and likes much to hang on the dice.", 0.5, 0.4, harm=0.4),
    Character("schemer", "Waits quietly and takes the choices away from you.", dice=-0.2, corner=1.0),
    Character("hoarder", "Keeps what it has: it shuns exchanges, and leaves you nothing to take.", keep=0.5, guard=0.8),
)
"""All characters, in the order in which they are offered."""


@dataclass(frozen=True)
class Deed:
    """What an order does to the seat that gives it and to the others, in the mean over the dice."""

    dice: bool
    risk: float
    own: float
    others: float
    answers: float
    prey: float
    """The most that an answer is expected to gain."""


def inclinations(character: Character, evaluator: Evaluator, known: State, moves: Sequence[int]) -> list[float]:
    """How much a character likes each of some orders, from -1 to 1; `known` is a position that it may know."""
    deeds = [_deed(evaluator, known, move) for move in moves]
    answered = [deed.answers for deed in deeds if deed.answers]
    usual = sum(answered) / len(answered) if answered else 0.0
    own, others, prey = (_mean(part) for part in zip(*((d.own, d.others, d.prey) for d in deeds), strict=True))
    return [
        _bounded(
            character.dice * deed.dice
            + character.risk * _bounded(deed.risk / _BIG_RISK)
            + character.keep * _bounded((deed.own - own) / _BIG_CHANGE)
            + character.harm * _bounded((others - deed.others) / _BIG_CHANGE)
            + character.guard * _bounded((prey - deed.prey) / _BIG_PREY)
            + (character.corner * _bounded((usual - deed.answers) / _MANY_ANSWERS) if deed.answers else 0.0)
        )
        for deed in deeds
    ]


def _deed(evaluator: Evaluator, known: State, move: int) -> Deed:
    seat, begun = int(known.turn()), known.copy()
    begun.play(move)
    thrown = begun.turn() == CHANCE
    wins, owns, others, answers, preys = [], [], [], [], []
    for number in range(_SAMPLES if thrown else 1):
        after = begun.copy()
        _throw(after, Luck(number))
        wins.append(evaluator.win(after, seat))
        if after.turn() != OVER:
            evaluator.strengths(after)
            owns.append(evaluator.shares[seat])
            others.append(sum(evaluator.shares[other] for other in range(after.seats) if other != seat))
            if after.turn() != seat:
                moves = after.legal()
                answers.append(log(len(moves)))
                preys.append(max(evaluator.expected_gain(after, answer) for answer in moves) / 1000)
    mean = _mean(wins)
    risk = sqrt(_mean([(win - mean) ** 2 for win in wins]))
    return Deed(thrown, risk, _mean(owns), _mean(others), _mean(answers), _mean(preys))


def _throw(state: State, luck: Luck) -> None:
    results = Outcomes()
    while state.turn() == CHANCE:
        results.clear()
        state.find_outcomes(results)
        state.land(results.pick(luck))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _bounded(number: float) -> float:
    return min(max(number, -1.0), 1.0)
