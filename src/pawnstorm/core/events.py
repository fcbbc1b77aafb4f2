"""What happened, first as bare facts inside the rules, then as words for the people who may know.

Every order makes some of both, so their constructors are written out for speed, like those of a view.
"""

from dataclasses import dataclass
from typing import Final

from pawnstorm.core.dice import EVERYONE, knows
from pawnstorm.core.values import Value


@dataclass(init=False)
class Fact(Value):
    """Something a rule did, in numbers only the game itself can read."""

    kind: Final[str]
    numbers: Final[tuple[int, ...]]
    audience: Final[int]

    def __init__(self, kind: str, numbers: tuple[int, ...], audience: int = EVERYONE) -> None:
        self.kind = kind
        self.numbers = numbers
        self.audience = audience


class Journal:
    """Collects the facts of one order. Search plays without a journal, so facts cost it nothing."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []

    def note(self, kind: str, numbers: tuple[int, ...], audience: int = EVERYONE) -> None:
        """Write one fact down."""
        self.facts.append(Fact(kind, numbers, audience))


@dataclass(init=False)
class Event(Value):
    """A fact in words, with the cells it concerns and the numbers a screen may want to show."""

    kind: Final[str]
    text: Final[str]
    rule: Final[str]
    cells: Final[tuple[str, ...]]
    numbers: Final[dict[str, int]]
    audience: Final[int]

    def __init__(
        self,
        kind: str,
        text: str,
        rule: str = "",
        cells: tuple[str, ...] = (),
        numbers: dict[str, int] | None = None,
        audience: int = EVERYONE,
    ) -> None:
        self.kind = kind
        self.text = text
        self.rule = rule
        self.cells = cells
        self.numbers = numbers or {}
        self.audience = audience

    def may_know(self, viewer: int) -> bool:
        """Whether a viewer (a seat or the spectator) may know of it."""
        return knows(self.audience, viewer)
