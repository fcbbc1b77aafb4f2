"""Kinds of units and machines with their numbers from data, and the eight directions of the board."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.errors import BadData
from pawnstorm.kit.datafile import Entry, load
from pawnstorm.kit.grid import Grid

PACKAGE: Final = "pawnstorm.games.castle_chess"

ARCHER: Final = 1
WARRIOR: Final = 2
KNIGHT: Final = 3
MAGE: Final = 4
CAVALRY: Final = 5
ASSASSIN: Final = 6
QUEEN: Final = 7
KING: Final = 8

LETTERS: Final = " AWNMCSQK"
NAMES: Final = ("", "Archer", "Warrior", "Knight", "Mage", "Cavalry", "Assassin", "Queen", "King")


def article(kind: int) -> str:
    """A unit of a kind in a sentence: a Warrior, an Archer."""
    return f"{'an' if NAMES[kind][0] == 'A' else 'a'} {NAMES[kind]}"


RAM: Final = 1
CATAPULT: Final = 2
TOWER: Final = 3

MACHINES: Final = ("", "ram", "catapult", "tower")
SIGNS: Final = " rct"

LARGEST: Final = 19
SMALLEST: Final = 5
"""How wide and how high a map may be."""
GRID: Final = Grid(LARGEST, LARGEST, 1)
"""One mailbox serves every map: smaller boards lie in its lower left corner, so that steps are constants."""
STRIDE: Final = 20

NORTH: Final = STRIDE
EAST: Final = 1
WEST: Final = -1
SOUTH: Final = -STRIDE
_STRAIGHT: Final = [NORTH, EAST, WEST, SOUTH]
_SLANTED: Final = [NORTH + EAST, NORTH + WEST, SOUTH + EAST, SOUTH + WEST]
STRAIGHT: Final = vec[i64](_STRAIGHT)
SLANTED: Final = vec[i64](_SLANTED)
STEPS: Final = vec[i64](_STRAIGHT + _SLANTED)

COLUMNS: Final = vec[i64]([GRID.column(cell) for cell in range(GRID.size)])
ROWS: Final = vec[i64]([GRID.row(cell) for cell in range(GRID.size)])


def apart(one: i64, other: i64) -> i64:
    """How many steps of a King lie between two spaces."""
    across = COLUMNS[one] - COLUMNS[other]
    up = ROWS[one] - ROWS[other]
    if across < 0:
        across = -across
    if up < 0:
        up = -up
    return across if across > up else up


def in_line(one: i64, other: i64) -> bool:
    """CC-A14: whether two spaces lie on one of the eight straight lines."""
    across = COLUMNS[one] - COLUMNS[other]
    up = ROWS[one] - ROWS[other]
    return across == 0 or up == 0 or across == up or across == -up


@final
@mypyc_attr(acyclic=True)
class Numbers:
    """How far everybody moves and shoots, by kind: on flat ground, and from elevation."""

    def __init__(self) -> None:
        table = load(PACKAGE, "pieces.toml")
        moves, highs, ranges, aims, reaches = [0] * 16, [0] * 16, [0] * 16, [0] * 16, [0] * 16
        for entry in table.entries("unit"):
            kind = _index(entry, NAMES)
            moves[kind], highs[kind] = entry.pair("moves", 1, LARGEST)
            ranges[kind], aims[kind] = entry.pair("range", 0, 9) if entry.has("range") else (0, 0)
            reaches[kind] = entry.number("reach", 1, LARGEST)
            entry.close()
        fire = [0, 0]
        for entry in table.entries("machine"):
            if _index(entry, tuple(name.title() for name in MACHINES)) == CATAPULT:
                fire = list(entry.pair("range", 0, 9))
            entry.close()
        table.close()
        self.move: Final[vec[i64]] = vec[i64](moves)
        self.high: Final[vec[i64]] = vec[i64](highs)
        self.range: Final[vec[i64]] = vec[i64](ranges)
        self.aim: Final[vec[i64]] = vec[i64](aims)
        self.reach: Final[vec[i64]] = vec[i64](reaches)
        self.fire: Final[i64] = fire[0]
        self.fire_high: Final[i64] = fire[1]


def _index(entry: Entry, names: tuple[str, ...]) -> int:
    name = entry.text("kind").title()
    if name not in names[1:]:
        raise BadData(f"{entry.where}: there is no kind '{name}'")
    return names.index(name)


NUMBERS: Final = Numbers()
