"""Maps: ground and armies drawn as text in a data file, read into tables (CC-M1).

`read_map` takes any file of this form, ours or a player's own, and complains in one sentence with line and column.
"""

import base64
import re
import zlib
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.errors import BadData, BadOption
from pawnstorm.games.castle_chess.pieces.cells import (
    ALL,
    BOARD,
    EDGE,
    GATE,
    HILL,
    MOST_MACHINES,
    NOWHERE,
    OWNER,
    SIDES,
    STONE,
    UNITS,
    WALL,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    CATAPULT,
    EAST,
    GRID,
    KING,
    LARGEST,
    LETTERS,
    MACHINES,
    NORTH,
    PACKAGE,
    RAM,
    SMALLEST,
    SOUTH,
    STEPS,
    TOWER,
    WARRIOR,
    WEST,
)
from pawnstorm.kit.datafile import Entry, load_text, parse
from pawnstorm.kit.grid import FILES

BATTLE: Final = "battle"
EXPANSION: Final = "expansion"
QUEST: Final = "quest"

KEYS: Final = (
    "muster",
    "open-field",
    "emperor",
    "quest-1",
    "quest-2",
    "quest-3",
    "quest-4",
    "quest-5",
    "quest-6",
)
"""The maps that come with the game, in their order."""
QUESTS: Final = KEYS[3:]
"""CC-64: the maps of the campaign."""
OWN_MAP: Final = "own:"
"""The prefix of a map that a player drew, where it is part of a set-up."""

GROUND: Final = ".#Gs^TP%"
_FORWARD: Final = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
_SYMMETRIES: Final = ("left-right", "top-bottom", "quarter-turn")
_NOTHING: Final = vec[i64]([0] * GRID.size)


class Spot:
    """One drawn sign with its place in the file."""

    def __init__(self, sign: str, cell: int, line: int, column: int) -> None:
        self.sign = sign
        self.cell = cell
        self.line = line
        self.column = column


@final
@mypyc_attr(acyclic=True)
class Map:
    """A board with its armies: everything about it that no turn changes."""

    def __init__(self, key: str, title: str, kind: str, columns: int, rows: int, names: tuple[str, ...]) -> None:
        self.key: Final = key
        self.title: Final = title
        self.kind: Final = kind
        self.columns: Final = columns
        self.rows: Final = rows
        self.names: Final = names
        self.seats: Final[i64] = len(names)
        self.quest: Final[bool] = kind == QUEST
        self.four: Final[bool] = len(names) == SIDES
        self.letters: tuple[str, ...] = ()
        self.about = ""
        self.signs: dict[int, str] = {}
        self.armies: list[tuple[int, int, int]] = []
        self.symmetry: tuple[str, ...] = ()
        self.sealed = False
        self.limit: i64 = 0
        # The game numbers the maps it has read, so that facts can name the sides of the right one.
        self.number = 0
        self.ground: Final[vec[i64]] = _NOTHING[:]
        self.forward: Final[vec[i64]] = vec[i64]([0] * SIDES)
        self.train: Final[vec[i64]] = vec[i64]([0] * (4 * SIDES))
        self.throne: Final[vec[i64]] = vec[i64]([NOWHERE] * SIDES)
        self.passage: Final[vec[i64]] = _NOTHING[:]
        self.inside: Final[vec[i64]] = _NOTHING[:]
        self.board_end: Final[vec[i64]] = vec[i64]([0] * (SIDES * GRID.size))

    def cells(self) -> list[int]:
        """Every space of the board, rocks too, row by row from the lower left."""
        return [cell for cell in self.signs if self.kind != EXPANSION or self.signs[cell] != "%"]

    def find(self, name: str) -> int:
        """The space of a name, or -1."""
        cell = GRID.find(name)
        return cell if cell in self.signs and (self.kind != EXPANSION or self.signs[cell] != "%") else -1

    def machine_count(self, side: int) -> int:
        """CC-03: how many machines a side has."""
        return sum(self.train[4 * side + kind] for kind in (RAM, CATAPULT, TOWER))

    def has_king(self, side: int) -> bool:
        """CC-A47: whether a side's army has a King."""
        return bool(self.throne[side] != NOWHERE)


def load_map(key: str) -> Map:
    """A map of the game by its key, or a player's own map from its packed text."""
    if key.startswith(OWN_MAP):
        return read_map(unpack(key), "the map", key)
    if key not in KEYS:
        raise BadOption(f"castle-chess has no map '{key}'; its maps are {', '.join(KEYS)}")
    return read_map(load_text(PACKAGE, f"map-{key}.toml"), f"map-{key}.toml", key)


def pack(text: str) -> str:
    """A player's own map as one word for set-ups and records."""
    return OWN_MAP + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode()


def unpack(word: str) -> str:
    """The text of a player's own map."""
    try:
        packed = base64.urlsafe_b64decode(word.removeprefix(OWN_MAP))
        return zlib.decompressobj().decompress(packed, 100_000).decode()
    except (ValueError, zlib.error):
        raise BadOption("this is not a map: it should be a map of the game or a packed one") from None


def read_map(text: str, where: str, key: str = "") -> Map:
    """The map that a text draws; a `BadData` names the line and column of the first fault."""
    table = parse(text, where)
    kind = table.text("kind")
    if kind not in (BATTLE, EXPANSION, QUEST):
        raise table.wrong(f"'kind' should be battle, expansion or quest, not '{kind}'")
    title, sides = table.text("title"), table.entries("side")
    names = tuple(entry.text("name") for entry in sides)
    _check_sides(table, kind, names)
    spots = _drawing(table, text, "terrain")
    columns, rows = max(GRID.column(spot.cell) for spot in spots) + 1, max(GRID.row(spot.cell) for spot in spots) + 1
    found = Map(key, title, kind, columns, rows, names)
    _read_sides(found, sides)
    _read_ground(found, where, spots)
    _read_armies(found, where, _drawing(table, text, "units"))
    _read_facts(found, table)
    table.close()
    _complete(found, where, spots)
    return found


def _check_sides(table: Entry, kind: str, names: tuple[str, ...]) -> None:
    wanted = 4 if kind == EXPANSION else 2
    if len(names) != wanted or len(set(names)) != wanted:
        raise table.wrong(f"a map of kind {kind} needs {wanted} sides with different names, not {len(names)}")


def _read_sides(found: Map, sides: list[Entry]) -> None:
    letters: list[str] = []
    for side, entry in enumerate(sides):
        forward = entry.text("forward")
        if forward not in _FORWARD:
            raise entry.wrong(f"'forward' should be {', '.join(_FORWARD)}, not '{forward}'")
        found.forward[side] = _FORWARD[forward]
        letters.append(entry.text("letter") if found.four else "")
        train = entry.entry("train")
        for kind in (RAM, CATAPULT, TOWER):
            found.train[4 * side + kind] = train.number(MACHINES[kind], 0, 8)
        train.close()
        entry.close()
    found.letters = tuple(letters)


def _drawing(table: Entry, text: str, key: str) -> list[Spot]:
    """The signs of a drawing, without row numbers and column letters."""
    drawn = table.text(key).splitlines()
    lines = text.splitlines()
    start = next((at for at, line in enumerate(lines) if re.match(rf"\s*{key}\s*=", line)), 0)
    first = start + (2 if lines[start].rstrip().endswith(("'''", '"""')) else 1)
    rows = [(first + at, line) for at, line in enumerate(drawn) if line.strip() and not _is_letters(line)]
    if not SMALLEST <= len(rows) <= LARGEST:
        raise BadData(f"{table.where}, line {first}: '{key}' has {len(rows)} rows, a board has {SMALLEST} to {LARGEST}")
    spots: list[Spot] = []
    width = -1
    for at, (line, drawn_row) in enumerate(rows):
        row = _row(drawn_row, len(rows) - at)
        where = f"{table.where}, line {line}"
        if width >= 0 and len(row) != width:
            raise BadData(f"{where}: the row has {len(row)} spaces, the rows above have {width}")
        if not SMALLEST <= len(row) <= LARGEST:
            raise BadData(f"{where}: the row has {len(row)} spaces, a board has {SMALLEST} to {LARGEST}")
        width = len(row)
        spots += [
            Spot(sign, GRID.cell(index, len(rows) - at - 1), line, column) for index, (sign, column) in enumerate(row)
        ]
    return spots


def _is_letters(line: str) -> bool:
    """Whether a line is one of column letters."""
    tokens = line.split()
    return tokens == list(FILES[: len(tokens)])


def _row(line: str, number: int) -> list[tuple[str, int]]:
    """The signs of a row with their columns, without the row's own number at either end."""
    found = [(shape[0], shape.start() + 1) for shape in re.finditer(r"\S+", line)]
    if found and found[0][0] == str(number):
        found.pop(0)
    if found and found[-1][0] == str(number):
        found.pop()
    return found


def _read_ground(found: Map, where: str, spots: list[Spot]) -> None:
    edge = vec[i64]([EDGE] * GRID.size)
    for cell in range(GRID.size):
        found.ground[cell] = edge[cell]
    for spot in sorted(spots, key=lambda spot: spot.cell):
        if len(spot.sign) != 1 or spot.sign not in GROUND:
            place = f"{where}, line {spot.line}, column {spot.column}"
            raise BadData(f"{place}: '{spot.sign}' is not a ground; the signs are {GROUND}")
        found.signs[spot.cell] = spot.sign
        found.ground[spot.cell] = _ground_bits(spot.sign)
        found.passage[spot.cell] = spot.sign == "P"


def _ground_bits(sign: str) -> int:
    if sign == "%":
        return 0
    if sign == "#":
        return BOARD | WALL
    if sign in "Gs":
        return BOARD | GATE
    return BOARD | ALL | (HILL if sign == "^" else 0)


def _read_armies(found: Map, where: str, spots: list[Spot]) -> None:
    width, height = max(GRID.column(spot.cell) for spot in spots) + 1, max(GRID.row(spot.cell) for spot in spots) + 1
    if (width, height) != (found.columns, found.rows):
        raise BadData(
            f"{where}, line {spots[0].line}: the units are drawn on {width}x{height} spaces, "
            f"the terrain on {found.columns}x{found.rows}"
        )
    for spot in sorted(spots, key=lambda spot: spot.cell):
        if spot.sign != ".":
            side, kind = read_unit(found, spot.sign)
            place = f"{where}, line {spot.line}, column {spot.column}"
            if side < 0:
                raise BadData(f"{place}: '{spot.sign}' is not a unit of this map")
            if found.ground[spot.cell] & (BOARD | WALL) != BOARD:
                raise BadData(f"{place}: no unit can stand on this {'wall' if found.ground[spot.cell] else 'rock'}")
            _enlist(found, place, side, kind, spot.cell)


def read_unit(found: Map, sign: str) -> tuple[int, int]:
    """The side and kind that a drawn unit means; side -1 if it means none."""
    if found.four:
        side = found.letters.index(sign[0]) if sign[0] in found.letters else -1
        kind = LETTERS.find(sign[1]) if len(sign) == 2 else 0
    else:
        side = 0 if sign.isupper() else 1
        kind = LETTERS.find(sign.upper()) if len(sign) == 1 else 0
    return (side, kind) if kind > 0 else (-1, 0)


def write_unit(found: Map, side: int, kind: int) -> str:
    """A unit as it is drawn: with the letter of its side, or as a capital or small letter."""
    letter = LETTERS[kind]
    return found.letters[side] + letter if found.four else letter if side == 0 else letter.lower()


def _enlist(found: Map, place: str, side: int, kind: int, cell: int) -> None:
    if kind == KING:
        if found.throne[side] != NOWHERE:
            raise BadData(f"{place}: {found.names[side]} has a second King")
        found.throne[side] = cell
    if sum(unit[0] == side for unit in found.armies) == UNITS:
        raise BadData(f"{place}: {found.names[side]} has more than {UNITS} units")
    found.armies.append((side, kind, cell))


def _read_facts(found: Map, table: Entry) -> None:
    found.about = table.text("about", "")
    found.limit = table.number("limit", 1, 999) if table.has("limit") else 0
    found.symmetry = table.texts("symmetry") if table.has("symmetry") else ()
    for claim in found.symmetry:
        if claim not in _SYMMETRIES:
            raise table.wrong(f"'symmetry' should be of {', '.join(_SYMMETRIES)}, not '{claim}'")
    found.sealed = table.flag("sealed") if table.has("sealed") else False
    castle = table.text("castle", "")
    if castle and castle not in found.names:
        raise table.wrong(f"'castle' names no side: '{castle}'")
    # In a quest all castles belong to the side that is attacked.
    _own_castles(found, found.names.index(castle) if castle else 1 if found.quest else -1)


def _own_castles(found: Map, all_of: int) -> None:
    """Every wall and gate belongs to one side, or to the side whose throne is nearest."""
    for cell in found.signs:
        if found.ground[cell] & STONE:
            owner = all_of if all_of >= 0 else min(range(found.seats), key=lambda side: _distance(found, side, cell))
            entrants = 1 << owner if found.ground[cell] & GATE else 0
            found.ground[cell] = found.ground[cell] | owner << OWNER | entrants


def _distance(found: Map, side: int, cell: int) -> int:
    throne = int(found.throne[side])
    return abs(GRID.column(throne) - GRID.column(cell)) + abs(GRID.row(throne) - GRID.row(cell))


def _complete(found: Map, where: str, spots: list[Spot]) -> None:
    """Check what every map must have, and fill the tables that follow from it."""
    for spot in spots:
        if spot.sign == "T" and spot.cell not in [int(throne) for throne in found.throne]:
            raise BadData(
                f"{where}, line {spot.line}, column {spot.column}: there is a throne on {GRID.name(spot.cell)}, "
                "but no King stands on it"
            )
    for side, name in enumerate(found.names):
        if not found.has_king(side) and (not found.quest or side == 0):
            raise BadData(f"{where}: {name} has no King (CC-10)")
        carriers = sum(unit[:2] == (side, WARRIOR) for unit in found.armies)
        if found.machine_count(side) > carriers:
            raise BadData(
                f"{where}: {name} has {found.machine_count(side)} machines "
                f"and only {carriers} Warriors to carry them (CC-03)"
            )
    if sum(found.machine_count(side) for side in range(found.seats)) > MOST_MACHINES:
        raise BadData(f"{where}: there are more than {MOST_MACHINES} machines")
    if found.quest and not any(found.passage) and not found.has_king(1):
        raise BadData(f"{where}: a quest needs a passage, or a King of {found.names[1]} on his throne (CC-65)")
    _mark_board_end(found)
    _mark_inside(found)


def _mark_board_end(found: Map) -> None:
    """CC-A38, CC-A51: where the board ends for each side: the last row ahead; with four sides any edge ahead."""
    for side in range(found.seats):
        forward = int(found.forward[side])
        for cell in found.signs:
            ahead = found.signs.get(cell + forward, "%" if found.four else "")
            ends = ahead == "%" if found.four else not ahead
            found.board_end[side * GRID.size + cell] = ends and bool(found.ground[cell] & BOARD)


def _mark_inside(found: Map) -> None:
    """CC-A54: the spaces within castle walls, reached from a throne or passage without crossing stone."""
    for cell, sign in found.signs.items():
        if sign in "TP":
            for space in flood(found, cell, STONE):
                found.inside[space] = 1


def flood(found: Map, start: int, stopped_by: int) -> set[int]:
    """Every space that a King alone on the map could walk to, if these kinds of stone stop him."""
    seen, open_ = {start}, [start]
    while open_:
        cell = open_.pop()
        for step in STEPS:
            to = cell + int(step)
            ground = found.ground[to]
            if ground & BOARD and not ground & stopped_by and to not in seen:
                seen.add(to)
                open_.append(to)
    return seen
