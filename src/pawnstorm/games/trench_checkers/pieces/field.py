"""The field: its tiles, the two halves, and where the pieces begin, read from drawings (TC-08, TC-M1)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadData, BadPosition
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO, LETTERS, SIDES, SOLDIER
from pawnstorm.kit.datafile import Entry
from pawnstorm.kit.drawing import Rows, read_board
from pawnstorm.kit.grid import Grid

GROUNDS: Final = {".": "grass", "T": "trench", "D": "depot", "C": "depot", "#": "rock"}
EMPTY: Final = 0
BLOCKED: Final = 256
"""A cell of the board that nobody enters: beyond the edge, rock, or terrain."""
UNITS: Final = 13
"""TC-04: units of one side: twelve Soldiers, then the Commando. Red's follow Blue's.

Encoded positions list the units one by one, so this number is not data.
"""
MOST_TERRAIN: Final = 9


@final
class Field:
    """The tables of one field. In `half` a side is 1 for Blue and 2 for Red."""

    def __init__(self, entry: Entry) -> None:
        where = entry.where
        self.title: Final = entry.text("title")
        self.terrain: Final = entry.number("terrain", 0, MOST_TERRAIN)
        tiles_text, pieces_text = entry.text("tiles"), entry.text("pieces")
        entry.close()
        columns, rows = _size(tiles_text, where)
        self.grid: Final = Grid(columns, rows, 1)
        tiles, pieces = _drawn(tiles_text, columns, rows, where), _drawn(pieces_text, columns, rows, where)
        self.ground: Final = _grounds(self.grid, tiles, where)
        self.half: Final = [0] * self.grid.size
        for cell in self.grid.cells():
            self.half[cell] = 1 if 2 * self.grid.row(cell) < rows else 2
        self.units: Final = _units(self.grid, pieces, where)
        self.bed: Final = [self.units[UNITS - 1] >> 2, self.units[2 * UNITS - 1] >> 2]
        self.depots: Final = [cell for cell in self.grid.cells() if self.ground[cell] == "depot"]
        self.rear: Final = [_rear(self, side, where) for side in (0, 1)]
        _check(self, tiles, where)

    def passable(self) -> vec[i64]:
        """The empty board: open inside, closed at the edge and on rock."""
        board = self.grid.walled(EMPTY, BLOCKED)
        for cell in self.grid.cells():
            if self.ground[cell] == "rock":
                board[cell] = BLOCKED
        return board

    def behind(self, depot: int) -> int:
        """TC-A32: the cell that lies behind a depot for the side that may earn its card."""
        return depot + self.grid.stride if self.half[depot] == 2 else depot - self.grid.stride


def _size(tiles: str, where: str) -> tuple[int, int]:
    lines = [line.split() for line in tiles.splitlines() if line.strip()]
    drawn = [line for line in lines if line[0].isdigit()]
    columns, rows = (len(drawn[0]) - 1 if drawn else 0), len(drawn)
    if not 4 <= columns <= 12 or not 6 <= rows <= 16 or rows % 2:
        raise BadData(f"{where}: a field has 4 to 12 columns and an even number of rows from 6 to 16 (TC-M1)")
    return columns, rows


def _drawn(text: str, columns: int, rows: int, where: str) -> Rows:
    try:
        return read_board(text, columns, rows)
    except BadPosition as error:
        raise BadData(f"{where}: {error}") from None


def _grounds(grid: Grid, tiles: Rows, where: str) -> list[str]:
    grounds = [""] * grid.size
    for cell in grid.cells():
        sign = tiles[grid.rows - 1 - grid.row(cell)][grid.column(cell)]
        if sign not in GROUNDS:
            raise BadData(f"{where}: {grid.name(cell)} is '{sign}', but a tile is one of {' '.join(GROUNDS)}")
        grounds[cell] = GROUNDS[sign]
    return grounds


def _units(grid: Grid, pieces: Rows, where: str) -> list[int]:
    """TC-04: where every unit begins, as cell << 2 | kind."""
    found: list[list[int]] = [[], []]
    commandos: list[list[int]] = [[], []]
    for cell in grid.cells():
        for letter in pieces[grid.rows - 1 - grid.row(cell)][grid.column(cell)].replace(".", ""):
            kind, side = LETTERS.find(letter.upper()), 0 if letter.isupper() else 1
            if kind not in (SOLDIER, COMMANDO):
                raise BadData(f"{where}: {grid.name(cell)} holds '{letter}', but an army is Soldiers and a Commando")
            (commandos if kind == COMMANDO else found)[side].append(cell << 2 | kind)
    for side, name in enumerate(SIDES):
        if len(found[side]) != UNITS - 1:
            raise BadData(f"{where}: {name} has {len(found[side])} Soldiers instead of {UNITS - 1} (TC-04)")
        if len(commandos[side]) != 1:
            raise BadData(f"{where}: {name} has {len(commandos[side])} Commandos instead of one (TC-04)")
    return [*found[0], *commandos[0], *found[1], *commandos[1]]


def _rear(field: Field, side: int, where: str) -> list[int]:
    """TC-A25: the rearmost row of a side's trenches."""
    grid, rows = field.grid, range(field.grid.rows // 2)
    for row in rows:
        at = row if side == 0 else grid.rows - 1 - row
        cells = [grid.cell(column, at) for column in range(grid.columns)]
        trench = [cell for cell in cells if field.ground[cell] == "trench"]
        if trench:
            return trench
    raise BadData(f"{where}: {SIDES[side]} has no trench in its half (TC-A25)")


def _check(field: Field, tiles: Rows, where: str) -> None:
    grid = field.grid
    taken: dict[int, int] = {}
    for unit, packed in enumerate(field.units):
        cell = packed >> 2
        name, side = grid.name(cell), unit // UNITS
        if field.ground[cell] == "rock":
            raise BadData(f"{where}: a piece stands on the rock of {name}")
        if packed & 3 == SOLDIER and field.half[cell] != side + 1:
            raise BadData(f"{where}: the Soldier on {name} does not stand in {SIDES[side]}'s half (TC-08)")
        taken[cell] = taken.get(cell, 0) + 1
        if taken[cell] > 1:
            raise BadData(f"{where}: two pieces stand on {name} (TC-08)")
    for side in (0, 1):
        _check_bed(field, side, tiles, where)
        free = [cell for cell in grid.cells() if field.half[cell] == side + 1 and field.ground[cell] == "grass"]
        if len([cell for cell in free if cell not in taken]) < field.terrain:
            raise BadData(f"{where}: {SIDES[side]}'s half has too little empty grass for its terrain (TC-15)")


def _check_bed(field: Field, side: int, tiles: Rows, where: str) -> None:
    """TC-13, TC-51: a Commando sleeps on a depot of the enemy's half, and its army can get there."""
    grid, bed, name = field.grid, field.bed[side], SIDES[side]
    at = grid.name(bed)
    if tiles[grid.rows - 1 - grid.row(bed)][grid.column(bed)] != "C" or field.half[bed] == side + 1:
        raise BadData(f"{where}: {name}'s Commando on {at} should sleep on a C tile of the enemy's half (TC-13)")
    if bed not in _reach(field, field.units[side * UNITS] >> 2):
        raise BadData(f"{where}: {name}'s army can never reach its Commando on {at} (TC-46)")


def _reach(field: Field, start: int) -> set[int]:
    board, seen, open_cells = field.passable(), {start}, [start]
    while open_cells:
        cell = open_cells.pop()
        for step in (field.grid.stride, 1, -1, -field.grid.stride):
            if board[cell + step] == EMPTY and cell + step not in seen:
                seen.add(cell + step)
                open_cells.append(cell + step)
    return seen
