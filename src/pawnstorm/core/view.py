"""The view grammar: one small vocabulary in which every game shows itself.

Cells form a board, tokens stand on cells or in trays, gauges count, and offers are the choices of the seat to act: a
tree whose leaves carry the exact order text. Browser, terminal and screen reader draw this and send a leaf back; none
of them computes a move.

Every viewer of every position gets a view of hundreds of parts, so the constructors are written out: compiled, they
are many times faster than those of `dataclass`, which stay interpreted. Nothing changes after it is made, but parts
that games show again (a piece on a square, a quiet move) keep the `json` that `core/view_json.py` has written.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pawnstorm.core.values import Value

SPECTATOR = -1
"""The viewer without a seat."""


@dataclass(init=False, unsafe_hash=True)
class Cell(Value):
    """A place on the board: its name, where it lies, and what ground it is."""

    id: Final[str]
    column: Final[int]
    row: Final[int]
    ground: Final[str]

    def __init__(self, id: str, column: int, row: int, ground: str) -> None:
        self.id = id
        self.column = column
        self.row = row
        self.ground = ground


@dataclass(init=False, unsafe_hash=True)
class Stat(Value):
    """A number printed on a token; `base` is its value in full health."""

    name: Final[str]
    value: Final[int]
    base: Final[int]

    def __init__(self, name: str, value: int, base: int) -> None:
        self.name = name
        self.value = value
        self.base = base


@dataclass(init=False, unsafe_hash=True)
class Token(Value):
    """A thing on a cell or in a tray. `id` stays the same while it moves; `layer` orders things on one cell."""

    id: Final[str]
    kind: Final[str]
    name: Final[str]
    letter: Final[str]
    owner: Final[int]
    cell: Final[str]
    layer: Final[int]
    marks: Final[tuple[str, ...]]
    stats: Final[tuple[Stat, ...]]

    def __init__(
        self,
        id: str,
        kind: str,
        name: str,
        letter: str,
        owner: int,
        cell: str = "",
        layer: int = 0,
        marks: tuple[str, ...] = (),
        stats: tuple[Stat, ...] = (),
    ) -> None:
        self.id = id
        self.kind = kind
        self.name = name
        self.letter = letter
        self.owner = owner
        self.cell = cell
        self.layer = layer
        self.marks = marks
        self.stats = stats
        self.json = ""


@dataclass(init=False, unsafe_hash=True)
class Tray(Value):
    """Tokens next to the board: a hand, a reserve, the fallen."""

    id: Final[str]
    title: Final[str]
    owner: Final[int]
    tokens: Final[tuple[Token, ...]]

    def __init__(self, id: str, title: str, owner: int, tokens: tuple[Token, ...]) -> None:
        self.id = id
        self.title = title
        self.owner = owner
        self.tokens = tokens
        self.json = ""


@dataclass(init=False, unsafe_hash=True)
class Gauge(Value):
    """A number a player wants to see: points taken, rounds, actions left."""

    id: Final[str]
    title: Final[str]
    owner: Final[int]
    value: Final[int]
    limit: Final[int]

    def __init__(self, id: str, title: str, owner: int, value: int, limit: int = 0) -> None:
        self.id = id
        self.title = title
        self.owner = owner
        self.value = value
        self.limit = limit
        self.json = ""


@dataclass(init=False, unsafe_hash=True)
class Chance(Value):
    """One result of the dice with its exact chance."""

    result: Final[str]
    chance: Final[Fraction]

    def __init__(self, result: str, chance: Fraction) -> None:
        self.result = result
        self.chance = chance


@dataclass(init=False, unsafe_hash=True)
class Part(Value):
    """One term of a sum before the dice: what it is, whose, how much; `unit` if it counts something, such as dice."""

    text: Final[str]
    cell: Final[str]
    side: Final[int]
    value: Final[int]
    unit: Final[str]

    def __init__(self, text: str, cell: str, side: int, value: int, unit: str = "") -> None:
        self.text = text
        self.cell = cell
        self.side = side
        self.value = value
        self.unit = unit


@dataclass(init=False, unsafe_hash=True)
class Offer(Value):
    """A choice. A branch has `options`; a leaf has the `order` to send and, where dice follow, the odds.

    `path` are the cells that a line of fire or sight crosses, the last one being its target. `token` is the thing
    that the choice is about: one of several on a cell, or one in a tray if there is no cell.
    """

    text: Final[str]
    kind: Final[str]
    cell: Final[str]
    order: Final[str]
    odds: Final[tuple[Chance, ...]]
    parts: Final[tuple[Part, ...]]
    options: Final[tuple["Offer", ...]]
    path: Final[tuple[str, ...]]
    token: Final[str]

    def __init__(
        self,
        text: str,
        kind: str,
        cell: str = "",
        order: str = "",
        odds: tuple[Chance, ...] = (),
        parts: tuple[Part, ...] = (),
        options: tuple["Offer", ...] = (),
        path: tuple[str, ...] = (),
        token: str = "",
    ) -> None:
        self.text = text
        self.kind = kind
        self.cell = cell
        self.order = order
        self.odds = odds
        self.parts = parts
        self.options = options
        self.path = path
        self.token = token
        self.json = ""


@dataclass(init=False, unsafe_hash=True)
class View(Value):
    """All that one viewer may see of a position."""

    game: Final[str]
    viewer: Final[int]
    turn: Final[int]
    prompt: Final[str]
    columns: Final[int]
    rows: Final[int]
    cells: Final[tuple[Cell, ...]]
    tokens: Final[tuple[Token, ...]]
    trays: Final[tuple[Tray, ...]]
    gauges: Final[tuple[Gauge, ...]]
    offers: Final[tuple[Offer, ...]]
    winners: Final[tuple[int, ...]]
    ending: Final[str]
    marks: Final[dict[str, str]]

    def __init__(
        self,
        game: str,
        viewer: int,
        turn: int,
        prompt: str,
        columns: int,
        rows: int,
        cells: tuple[Cell, ...],
        tokens: tuple[Token, ...],
        trays: tuple[Tray, ...] = (),
        gauges: tuple[Gauge, ...] = (),
        offers: tuple[Offer, ...] = (),
        winners: tuple[int, ...] = (),
        ending: str = "",
        marks: dict[str, str] | None = None,
    ) -> None:
        self.game = game
        self.viewer = viewer
        self.turn = turn
        self.prompt = prompt
        self.columns = columns
        self.rows = rows
        self.cells = cells
        self.tokens = tokens
        self.trays = trays
        self.gauges = gauges
        self.offers = offers
        self.winners = winners
        self.ending = ending
        self.marks = marks or {}


def seen_from(view: View, viewer: int) -> View:
    """The same view for another viewer, who has nothing to choose, in a game without secrets."""
    return View(
        view.game,
        viewer,
        view.turn,
        view.prompt,
        view.columns,
        view.rows,
        view.cells,
        view.tokens,
        view.trays,
        view.gauges,
        (),
        view.winners,
        view.ending,
        view.marks,
    )


def leaves(offers: tuple[Offer, ...]) -> list[Offer]:
    """Every leaf of a tree of offers, in order."""
    found: list[Offer] = []
    for offer in offers:
        if offer.order:
            found.append(offer)
        found.extend(leaves(offer.options))
    return found
