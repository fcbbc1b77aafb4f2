"""The view grammar: one small vocabulary in which every game shows itself.

Cells lie on a board, tokens stand on cells or in trays, gauges count, and offers are the choices of the
seat to act as a tree whose leaves carry the exact order text. Browser, terminal and screen reader draw
this and echo a leaf; none of them computes a move.
"""

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Cell:
    """A place on the board: its name, where it lies, and what ground it is."""

    id: str
    column: int
    row: int
    ground: str


@dataclass(frozen=True)
class Stat:
    """A number printed on a token; `base` is its value in full health."""

    name: str
    value: int
    base: int


@dataclass(frozen=True)
class Token:
    """A thing on a cell or in a tray. `id` stays the same while it moves; `layer` orders things on one cell."""

    id: str
    kind: str
    name: str
    letter: str
    owner: int
    cell: str = ""
    layer: int = 0
    marks: tuple[str, ...] = ()
    stats: tuple[Stat, ...] = ()


@dataclass(frozen=True)
class Tray:
    """Tokens beside the board: a hand, a reserve, the fallen."""

    id: str
    title: str
    owner: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Gauge:
    """A number a player wants to see: points taken, rounds, actions left."""

    id: str
    title: str
    owner: int
    value: int
    limit: int = 0


@dataclass(frozen=True)
class Chance:
    """One result of the dice with its exact chance."""

    result: str
    chance: Fraction


@dataclass(frozen=True)
class Part:
    """One term of a sum before the dice: what it is, whose, and how much; `unit` if it counts something, as dice."""

    text: str
    cell: str
    side: int
    value: int
    unit: str = ""


@dataclass(frozen=True)
class Offer:
    """A choice. A branch has `options`; a leaf has the `order` to send and, where dice follow, the odds.

    `path` are the cells that a line of fire or sight crosses, the last one being its target. `token` is the thing
    that the choice is about, where a cell holds several.
    """

    text: str
    kind: str
    cell: str = ""
    order: str = ""
    odds: tuple[Chance, ...] = ()
    parts: tuple[Part, ...] = ()
    options: tuple["Offer", ...] = ()
    path: tuple[str, ...] = ()
    token: str = ""


@dataclass(frozen=True)
class View:
    """All that one viewer may see of a position."""

    game: str
    viewer: int
    turn: int
    prompt: str
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    tokens: tuple[Token, ...]
    trays: tuple[Tray, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    offers: tuple[Offer, ...] = ()
    winners: tuple[int, ...] = ()
    ending: str = ""
    marks: dict[str, str] = field(default_factory=dict)


def leaves(offers: tuple[Offer, ...]) -> list[Offer]:
    """Every leaf of a tree of offers, in order."""
    found: list[Offer] = []
    for offer in offers:
        if offer.order:
            found.append(offer)
        found.extend(leaves(offer.options))
    return found
