"""Dice are a seat: a rule never rolls. It asks for a pool, and something outside the rules answers with faces.

A dice tower answers at the table, loaded dice answer in a test, a record answers in a replay.
A card that is drawn is a die too: one face for each card that may still come.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mypy_extensions import mypyc_attr

from pawnstorm.core.errors import TooFewDice
from pawnstorm.core.luck import Luck
from pawnstorm.core.values import Value

EVERYONE = -1
"""The audience of everything public; otherwise an audience is a bit mask of seats."""


@dataclass(frozen=True)
class Die(Value):
    """One die of a pool: how many faces, which seat throws it, what it decides, who may see it land.

    The number of a `sealed` die, a place in a hidden deck, would reveal more than its result. So nobody sees it before
    the match is over, and its audience learns the result from views and events.
    """

    sides: int
    seat: int
    purpose: str
    audience: int = EVERYONE
    sealed: bool = False

    def shown_to(self, viewer: int) -> bool:
        """Whether a viewer may see the number that it shows."""
        return not self.sealed and knows(self.audience, viewer)


@dataclass(frozen=True)
class Pool(Value):
    """The dice that must be thrown now, and the rule that asks for them.

    A pool thrown `aside`, such as the roll for the next first player, is not what an order was given for, so odds do
    not mention it.
    """

    dice: tuple[Die, ...]
    reason: str
    rule: str
    aside: bool = False


def knows(audience: int, viewer: int) -> bool:
    """Whether a viewer (a seat or the spectator) belongs to an audience."""
    return audience == EVERYONE or (viewer >= 0 and bool(audience >> viewer & 1))


@mypyc_attr(allow_interpreted_subclasses=True)
class Tower:
    """Where dice come from: it answers a pool with faces."""

    def roll(self, pool: Pool) -> list[int]:
        """The faces of the pool's dice, in the order of the dice."""
        raise NotImplementedError


class SeededTower(Tower):
    """A tower whose dice follow from a seed."""

    def __init__(self, seed: int) -> None:
        self._luck = Luck(seed)

    def roll(self, pool: Pool) -> list[int]:
        """Fair faces from the seeded stream."""
        return [int(self._luck.below(die.sides)) + 1 for die in pool.dice]

    def __reduce__(self) -> tuple[Any, ...]:
        return _tower_with, (self._luck,)


def _tower_with(luck: Luck) -> SeededTower:
    """How a pickled tower comes back: its dice go on where they were."""
    tower = SeededTower(0)
    tower._luck = luck
    return tower


class LoadedTower(Tower):
    """A tower that shows the faces it was given, in their order, and complains when they run out."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._next = 0

    def roll(self, pool: Pool) -> list[int]:
        """The next faces of the list."""
        count = len(pool.dice)
        faces = self._faces[self._next : self._next + count]
        if len(faces) < count:
            raise TooFewDice(
                f"too few dice: {pool.reason} ({pool.rule}) needs {count}, "
                f"only {len(faces)} of the {len(self._faces)} given are left"
            )
        self._next += count
        return faces

    def left_over(self) -> Sequence[int]:
        """The faces that nobody has asked for."""
        return self._faces[self._next :]

    def __reduce__(self) -> tuple[Any, ...]:
        return LoadedTower, (self.left_over(),)


def bad_face(pool: Pool, faces: Sequence[int]) -> str:
    """What is wrong with these faces as an answer to the pool; empty if nothing is."""
    if len(faces) != len(pool.dice):
        return f"{pool.reason} needs {len(pool.dice)} dice, not {len(faces)}"
    for die, face in zip(pool.dice, faces, strict=True):
        if not 1 <= face <= die.sides:
            return f"a die with {die.sides} sides cannot show {face}"
    return ""
