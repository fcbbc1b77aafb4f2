"""Kinds of units and machines with their numbers from data, and the eight directions of the board."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

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

PRINTED: Final = ("", "Archer", "Warrior", "Knight", "Mage", "Cavalry", "Assassin", "Queen", "King")
"""The units of the rulebook, which rules name; data may add more behind them."""
MOST_KINDS: Final = 15
"""Room for kinds of units: a space keeps the kind in four bits."""

# The ways to walk.
STRAIGHT_ON: Final = 0
AHEAD: Final = 1
TURNING: Final = 2
RIDING: Final = 3
CORNERING: Final = 4
_WALKS: Final = ("straight", "ahead", "turning", "riding", "cornering")

# The ways to kill.
LANDING: Final = 0
BOW: Final = 1
MAGIC: Final = 2
_ATTACKS: Final = ("landing", "bow", "blast")

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
    """How every unit walks, kills, moves and shoots, by kind; two numbers are for flat ground and for elevation."""

    def __init__(self) -> None:
        table = load(PACKAGE, "pieces.toml")
        units = table.entries("unit")
        names, letters, rules = [""], " ", [""]
        moves, highs, ranges, aims, reaches = [0] * 16, [0] * 16, [0] * 16, [0] * 16, [0] * 16
        walks, attacks, pushes = [0] * 16, [0] * 16, [0] * 16
        if len(units) > MOST_KINDS:
            raise table.wrong(f"there are {len(units)} units, and there is room for {MOST_KINDS}")
        for kind, entry in enumerate(units, 1):
            names.append(entry.text("kind").title())
            letters += _letter(entry, letters)
            rules.append(entry.text("rule"))
            walks[kind] = _word(entry, "walk", _WALKS)
            attacks[kind] = _word(entry, "attack", _ATTACKS)
            pushes[kind] = int(entry.flag("pushes"))
            moves[kind], highs[kind] = entry.pair("moves", 1, LARGEST)
            ranges[kind], aims[kind] = entry.pair("range", 0, 9) if entry.has("range") else (0, 0)
            reaches[kind] = entry.number("reach", 1, LARGEST)
            entry.close()
        if tuple(names[: len(PRINTED)]) != PRINTED:
            raise table.wrong(f"the units should begin with {', '.join(PRINTED[1:])}, in this order")
        fire = [0, 0]
        for entry in table.entries("machine"):
            if MACHINES[1:][_word(entry, "kind", MACHINES[1:])] == MACHINES[CATAPULT]:
                fire = list(entry.pair("range", 0, 9))
            entry.close()
        table.close()
        self.names: Final = tuple(names)
        self.letters: Final = letters
        self.rules: Final = tuple(rules)
        self.walk: Final[vec[i64]] = vec[i64](walks)
        self.attack: Final[vec[i64]] = vec[i64](attacks)
        self.pushes: Final[vec[i64]] = vec[i64](pushes)
        self.move: Final[vec[i64]] = vec[i64](moves)
        self.high: Final[vec[i64]] = vec[i64](highs)
        self.range: Final[vec[i64]] = vec[i64](ranges)
        self.aim: Final[vec[i64]] = vec[i64](aims)
        self.reach: Final[vec[i64]] = vec[i64](reaches)
        self.fire: Final[i64] = fire[0]
        self.fire_high: Final[i64] = fire[1]


def _letter(entry: Entry, taken: str) -> str:
    letter = entry.text("letter")
    if len(letter) != 1 or not "A" <= letter <= "Z" or letter in taken:
        raise entry.wrong(f"'letter' should be a capital of its own, not '{letter}'")
    return letter


def _word(entry: Entry, key: str, words: tuple[str, ...]) -> int:
    word = entry.text(key)
    if word not in words:
        raise entry.wrong(f"'{key}' should be one of {', '.join(words)}, not '{word}'")
    return words.index(word)


NUMBERS: Final = Numbers()
LETTERS: Final = NUMBERS.letters
NAMES: Final = NUMBERS.names
"""The letters and names of all units, by kind."""


def article(kind: int) -> str:
    """A unit of a kind in a sentence: a Warrior, an Archer."""
    return f"{'an' if NAMES[kind][0] in 'AEIOU' else 'a'} {NAMES[kind]}"
