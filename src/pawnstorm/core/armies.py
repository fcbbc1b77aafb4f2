"""Armies that players build: the lists of a game, a roster made from one, and what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pawnstorm.core.values import Value


@dataclass(frozen=True)
class Upgrade(Value):
    """Something a piece may be given for points, and the rule that says what it does."""

    name: str
    cost: Fraction
    rule: str = ""


@dataclass(frozen=True)
class Kind(Value):
    """A piece of a list: its name, its cost, the numbers printed on it, and the upgrades it may have."""

    name: str
    cost: Fraction
    stats: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()


@dataclass(frozen=True)
class ArmyList(Value):
    """The pieces that one kind of army may have; a list that a player has brought keeps its source."""

    key: str
    title: str
    kinds: tuple[Kind, ...]
    source: str = ""

    def find(self, name: str) -> Kind | None:
        """The kind of a name, in capitals or small letters."""
        return next((kind for kind in self.kinds if kind.name.lower() == name.lower()), None)


@dataclass(frozen=True)
class Unit(Value):
    """Some pieces of one kind with the same upgrades."""

    kind: str
    count: int = 1
    upgrades: tuple[str, ...] = ()


@dataclass(frozen=True)
class Roster(Value):
    """What somebody wants to field: the key of a list, and units of its kinds. It may break any rule."""

    army: str
    units: tuple[Unit, ...]
    name: str = ""


@dataclass(frozen=True)
class Violation(Value):
    """One thing that is wrong with a roster, and the rule it breaks."""

    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


class Armies:
    """The rulebook's side of army building. A game that has it returns one from `Game.armies`."""

    game: str
    lists: tuple[ArmyList, ...]
    starters: tuple[Roster, ...]

    def violations(self, roster: Roster, options: Mapping[str, str]) -> list[Violation]:
        """Everything that is wrong with a roster under agreed options; nothing if it may be played."""
        raise NotImplementedError

    def budget(self, options: Mapping[str, str]) -> Fraction:
        """How many points an army may cost under agreed options; 0 if there is no limit."""
        return Fraction(0)

    def orders(self, roster: Roster) -> tuple[str, ...]:
        """The orders by which a seat chooses a legal roster at the table; none if armies are not chosen in play."""
        return ()

    def find(self, key: str) -> ArmyList | None:
        """The list of a key."""
        return next((found for found in self.lists if found.key == key), None)

    def starter(self, key: str) -> Roster | None:
        """The starter army of a name or of a list's key."""
        return next((roster for roster in self.starters if key in (roster.name, roster.army)), None)
