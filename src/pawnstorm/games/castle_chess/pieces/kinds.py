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
"""The units of the rulebook, which rules name; data may add more after them."""
MOST_KINDS: Final = 15
"""Room for kinds of units: a space keeps the kind in four bits."""

# The ways to walk.
STRAIGHT_ON: Final = 0
AHEAD: Final = 1
TURNING: Final = 2
RIDING: Final = 3
CORNERING: Final = 4
_WALKS: Final = ("straight", "ahead", "turning", "riding", "cornering")
_TURNING_MOVES: Final = (2, 3)
"""CC-21, CC-22: a turn after one of two steps, or three straight from elevation, is what turning means."""

# The ways to kill.
LANDING: Final = 0
BOW: Final = 1
MAGIC: Final = 2
_ATTACKS: Final = ("landing", "bow", "blast")
_BLAST_RANGE: Final = (2, 3)
"""CC-27, CC-28: a blast is a pair of spaces, the first of them one or from elevation two away."""

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
_DIAGONAL: Final = [NORTH + EAST, NORTH + WEST, SOUTH + EAST, SOUTH + WEST]
STRAIGHT: Final = vec[i64](_STRAIGHT)
DIAGONAL: Final = vec[i64](_DIAGONAL)
STEPS: Final = vec[i64](_STRAIGHT + _DIAGONAL)

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
    """How every unit walks, kills, moves and shoots, by kind, and the numbers of the game as a whole."""

    def __init__(self) -> None:
        table = load(PACKAGE, "pieces.toml")
        self.quiet_turns: Final[i64] = table.number("quiet_turns", 1)
        self.quiet_turns_of_many: Final[i64] = table.number("quiet_turns_of_many", 1)
        self.repetitions: Final[i64] = table.number("repetitions", 2)
        self.free_train: Final[i64] = table.number("free_train", 1)
        self.most_of_a_kind: Final[i64] = table.number("most_of_a_kind", 1)
        units = _units(table)
        far = [unit.range[1] for unit in units]
        self.names: Final[tuple[str, ...]] = tuple(unit.name for unit in units)
        self.letters: Final[str] = "".join(unit.letter for unit in units)
        self.rules: Final = tuple(unit.rule for unit in units)
        self.walk: Final[vec[i64]] = vec[i64]([unit.walk for unit in units])
        self.attack: Final[vec[i64]] = vec[i64]([unit.attack for unit in units])
        self.pushes: Final[vec[i64]] = vec[i64]([unit.pushes for unit in units])
        # On flat ground, and from elevation.
        self.move: Final[vec[i64]] = vec[i64]([unit.moves[0] for unit in units])
        self.move_high: Final[vec[i64]] = vec[i64]([unit.moves[1] for unit in units])
        self.range: Final[vec[i64]] = vec[i64]([unit.range[0] for unit in units])
        self.range_high: Final[vec[i64]] = vec[i64](far)
        catapult = _catapult_range(table)
        self.catapult_range: Final[i64] = catapult[0]
        self.catapult_range_high: Final[i64] = catapult[1]
        # How far a landing, a move with a shot, or a pushed machine can ever hit; the search for check goes no farther.
        self.reach: Final[vec[i64]] = vec[i64]([_reach(unit) for unit in units])
        self.pushed_reach: Final[i64] = 1 + max([catapult[1], *far])
        table.close()


class _Unit:
    """One [[unit]] table of the data; without a table the empty kind 0."""

    def __init__(self, entry: Entry | None, taken: str) -> None:
        self.name, self.letter, self.rule = "", " ", ""
        self.walk = self.attack = self.pushes = 0
        self.moves = self.range = (0, 0)
        if entry is not None:
            self._read(entry, taken)

    def _read(self, entry: Entry, taken: str) -> None:
        self.name = entry.text("kind").title()
        self.letter = _letter(entry, taken)
        self.rule = entry.text("rule")
        self.walk = _word(entry, "walk", _WALKS)
        self.attack = _word(entry, "attack", _ATTACKS)
        self.pushes = int(entry.flag("pushes"))
        self.moves = entry.pair("moves", 1, LARGEST)
        self.range = entry.pair("range", 1, 9) if self.attack != LANDING else (0, 0)
        if self.walk == TURNING and self.moves != _TURNING_MOVES:
            raise entry.wrong(f"'moves' of a turning unit should be {list(_TURNING_MOVES)} (CC-21, CC-22)")
        if self.walk in (RIDING, CORNERING) and self.moves[0] < 2:
            raise entry.wrong("'moves' of a riding or cornering unit should be 2 or more (CC-30, CC-33)")
        if self.attack == MAGIC and self.range != _BLAST_RANGE:
            raise entry.wrong(f"'range' of a blast should be {list(_BLAST_RANGE)} (CC-27, CC-28)")
        entry.close()


def _units(table: Entry) -> list[_Unit]:
    """The empty kind 0 and the units of the data, by kind, with room for others."""
    entries = table.entries("unit")
    if len(entries) > MOST_KINDS:
        raise table.wrong(f"there are {len(entries)} units, and there is room for {MOST_KINDS}")
    units = [_Unit(None, "")]
    for entry in entries:
        units.append(_Unit(entry, "".join(unit.letter for unit in units)))
    if tuple(unit.name for unit in units[: len(PRINTED)]) != PRINTED:
        raise table.wrong(f"the units should begin with {', '.join(PRINTED[1:])}, in this order")
    return units


def _reach(unit: _Unit) -> int:
    """How far away a unit can kill: its longest move, the diagonal step after a ride, and its shot."""
    return unit.moves[1] + (1 if unit.walk == RIDING else 0) + unit.range[1]


def _catapult_range(table: Entry) -> tuple[int, int]:
    """How far a catapult throws on flat ground and from elevation."""
    found = (0, 0)
    for entry in table.entries("machine"):
        if MACHINES[1:][_word(entry, "kind", MACHINES[1:])] == MACHINES[CATAPULT]:
            found = entry.pair("range", 0, 9)
        entry.close()
    return found


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
