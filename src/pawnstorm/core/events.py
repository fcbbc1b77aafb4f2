"""What happened, first as bare facts inside the rules, then as words for the people who may know."""

from dataclasses import dataclass, field

from pawnstorm.core.dice import EVERYONE, knows


@dataclass(frozen=True)
class Fact:
    """Something a rule did, in numbers only the game itself can read."""

    kind: str
    numbers: tuple[int, ...]
    audience: int = EVERYONE


class Journal:
    """Collects the facts of one order. Search plays without a journal, so telling costs it nothing."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []

    def note(self, kind: str, numbers: tuple[int, ...], audience: int = EVERYONE) -> None:
        """Write one fact down."""
        self.facts.append(Fact(kind, numbers, audience))


@dataclass(frozen=True)
class Event:
    """A fact in words, with the cells it concerns and the numbers a screen may want to show."""

    kind: str
    text: str
    rule: str = ""
    cells: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)
    audience: int = EVERYONE

    def may_know(self, seat: int) -> bool:
        """Whether the seat (or a spectator, seat -1) may hear of it."""
        return knows(self.audience, seat)
