"""Castle Chess as arrays: orders as units and spaces, the board as planes (docs/encodings.md)."""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import ByteRows
from pawnstorm.core.codec import Block, Codec, Plane, blocks
from pawnstorm.core.state import State
from pawnstorm.games.castle_chess.pieces.cells import (
    FRESH,
    GATE,
    MACHINE_BITS,
    NOWHERE,
    STONE,
    UNIT_BITS,
    UNITS,
    WALL,
    crew_of,
    home_of,
    kind_of,
    machine_of,
    owner_of,
    side_of,
    unit_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import EAST, GRID, MACHINES, NAMES, NORTH, SOUTH, STEPS
from pawnstorm.games.castle_chess.pieces.laws import JOINS, Laws
from pawnstorm.games.castle_chess.pieces.maps import Map
from pawnstorm.games.castle_chess.state import (
    BLAST,
    BREACH,
    DONE,
    FIRE,
    GO,
    HOLD,
    KNIGHTED,
    PLACE,
    PUSH,
    PUT,
    REST,
    SHOOT,
    Position,
    number_of,
    origin_of,
    pack,
    target_of,
    what_of,
)
from pawnstorm.kit.states import checked_position, times_before

_RESULTS: Final = 2
_LINES: Final = 8
_PAIRS: Final = 2
_KINDS: Final = len(NAMES) - 1
_MACHINES: Final = len(MACHINES) - 1
_WORD_ORDERS: Final = vec[i64]([HOLD, REST, DONE])
_TARGETS: Final = vec[i64]([SHOOT, FIRE, BREACH, KNIGHTED])
"""Orders with one block each, by the space that they name."""

_MIDDLE: Final = GRID.cell(5, 5)
"""Any space with neighbours on all sides."""

# The planes after the units of all sides, and the single numbers after those of every game.
_NUMBER: Final = 0
_UNMOVED: Final = 1
_HOME: Final = 2
_MACHINE: Final = 3
_CREW: Final = _MACHINE + _MACHINES
_WALLS: Final = _CREW + 1
_GATES: Final = _CREW + 2
_OWNER: Final = _CREW + 3
_ACTOR: Final = _CREW + 4
_FIRST_NUMBER: Final = 3
_OF_ALL: Final = (
    Plane("phase", "1 upgrades, 2 placing, 3 the coin, 4 a turn, 5 an attack, 6 and 7 the choice of a gate"),
    Plane("backwards", "1 if turns go against the clock"),
    Plane("quiet", "turns without progress, at most 255"),
    Plane("stood before", "how often this position has occurred before"),
    Plane("turns", "turns played, at most 255"),
    Plane("passes", "lost turns one after the other"),
    Plane("promotions", "upgrades still to be made"),
    Plane("struck", "1 if this turn has had its attack"),
)  # fmt: skip
_SIDES: Final = _FIRST_NUMBER + len(_OF_ALL)
_PER_SIDE: Final = 5 + _MACHINES + _KINDS


def _order_blocks(units: int, spaces: int) -> tuple[Block, ...]:
    return blocks(
        ("go", units * spaces, "number of the unit x space where it goes"),
        ("push", units * _LINES, "number of the unit x direction"),
        ("shoot", spaces, "space of the target"),
        ("fire", spaces, "space where the catapult throws"),
        ("breach", spaces, "space of the gate"),
        ("knight", spaces, "space of the Warrior that becomes a Knight"),
        ("blast", _LINES * _PAIRS, "direction x (first pair of spaces, second pair)"),
        ("put", _MACHINES * spaces, "ram, catapult, tower x space of the Warrior"),
        ("words", len(_WORD_ORDERS), "hold, place the rest, no more upgrades"),
    )


def _whose(seats: int) -> tuple[str, ...]:
    return ("own", "enemy") if seats == 2 else ("own", *(f"{place}. enemy" for place in range(1, seats)))


def _planes(seats: int) -> list[Plane]:
    units = [Plane(f"{whose} {name}", "1 where it stands") for whose in _whose(seats) for name in NAMES[1:]]
    return [
        *units,
        Plane("number", "1 + the number of the unit, by which orders name it"),
        Plane("unmoved", "1 on a unit that has not moved yet"),
        Plane("home", "1 + the side with which the unit began, counted from this one"),
        *[Plane(name, "1 where it stands") for name in MACHINES[1:]],
        Plane("crew", "1 + the side that mans or last manned the machine, counted from this one"),
        Plane("wall", "1 where it stands"),
        Plane("gate", "1 where it stands"),
        Plane("owner", "1 + the side whose wall or gate it is, counted from this one"),
        Plane("actor", "1 on the unit that has moved in this turn"),
    ]


def _numbers(seats: int) -> list[Plane]:
    numbers = list(_OF_ALL)
    for whose in _whose(seats):
        numbers += [
            Plane(f"{whose} turn", "1 if it is the turn of this side"),
            Plane(f"{whose} in the game", "1 unless the side has fallen"),
            Plane(f"{whose} before its first turn", "1 until the side has had a turn"),
            Plane(f"{whose} falling", "1 if the side has fallen in this order"),
            Plane(f"{whose} to place", "machines that the side has still to place"),
        ]
        numbers += [Plane(f"{whose} {name} in reserve", "how many") for name in MACHINES[1:]]
        numbers += [Plane(f"{whose} lost {name}", "how many") for name in NAMES[1:]]
    return numbers


@final
class CastleChessCodec(Codec):
    """Every seat sees the board with its own forward to the top, if the board has room for the turn.

    What never changes on a map, such as hills and rocks, is not in it.
    """

    def __init__(self, laws: Laws) -> None:
        board = laws.map
        self.seats: Final[i64] = board.seats
        self.spaces: Final[i64] = board.columns * board.rows
        # CC-A66: by option units may join another side; they keep their numbers.
        self.joining: Final[bool] = laws.fallen == JOINS and board.seats > 2
        armies = [sum(1 for side, _, _ in board.armies if side == seat) for seat in range(board.seats)]
        self.army: Final[i64] = max(armies)
        self.units: Final[i64] = self.army * board.seats if self.joining else self.army
        super().__init__(
            1,
            _order_blocks(int(self.units), int(self.spaces)),
            (board.rows, board.columns),
            _planes(int(board.seats)),
            _numbers(int(board.seats)),
            _RESULTS,
        )
        first = {block.name: block.first for block in self.blocks}
        self.pushes: Final[i64] = first["push"]
        self.targets: Final[i64] = first["shoot"]
        self.blasts: Final[i64] = first["blast"]
        self.puts: Final[i64] = first["put"]
        self.words: Final[i64] = first["words"]
        self.marks: Final[i64] = board.seats * _KINDS
        self.places: Final[vec[i64]] = vec[i64](_places(board))
        self.cells: Final[vec[i64]] = vec[i64](_cells(self.places, board))
        self.lines: Final[vec[i64]] = vec[i64](_lines(board))

    def place_of(self, seat: i64, cell: i64) -> i64:
        """The number of a space as a seat sees it."""
        return self.places[seat * GRID.size + cell]

    def cell_at(self, seat: i64, place: i64) -> i64:
        """The space with a number that a seat sees."""
        return self.cells[seat * self.spaces + place]

    def action_of(self, state: State, order: i64) -> i64:
        """By what the order is."""
        position = _position(state)
        side, what, target = position.side, what_of(order), target_of(order)
        if what == GO:
            return self._number(position, origin_of(order)) * self.spaces + self.place_of(side, target)
        if what == PUSH:
            line = self.line_of(side, target - origin_of(order))
            return self.pushes + self._number(position, origin_of(order)) * _LINES + line
        if what == PUT:
            return self.puts + (number_of(order) - 1) * self.spaces + self.place_of(side, target)
        if what == BLAST:
            line = self.line_of(side, STEPS[number_of(order) >> 1])
            return self.blasts + line * _PAIRS + (number_of(order) & 1)
        block: i64 = 0
        for named in _TARGETS:
            if what == named:
                return self.targets + block * self.spaces + self.place_of(side, target)
            block += 1
        return self.words + (0 if what == HOLD else 1 if what == REST else 2)

    def order_of(self, state: State, action: i64) -> i64:
        """By the block of the action."""
        position = _position(state)
        side = position.side
        if action < self.pushes:
            return pack(self._square(position, action // self.spaces), self.cell_at(side, action % self.spaces), GO)
        if action < self.targets:
            origin = self._square(position, (action - self.pushes) // _LINES)
            return pack(origin, origin + STEPS[self.step_at(side, (action - self.pushes) % _LINES)], PUSH)
        if action < self.blasts:
            what = _TARGETS[(action - self.targets) // self.spaces]
            target = self.cell_at(side, (action - self.targets) % self.spaces)
            return pack(target if what == KNIGHTED else position.actor, target, what)
        if action < self.puts:
            line, far = self.step_at(side, (action - self.blasts) // _PAIRS), (action - self.blasts) % _PAIRS
            return pack(position.actor, position.actor + (1 + far) * STEPS[line], BLAST, line << 1 | far)
        if action < self.words:
            warrior = self.cell_at(side, (action - self.puts) % self.spaces)
            return pack(warrior, warrior, PUT, (action - self.puts) // self.spaces + 1)
        word = _WORD_ORDERS[action - self.words]
        return pack(position.actor, position.actor, HOLD) if word == HOLD else pack(NOWHERE, NOWHERE, word)

    def line_of(self, seat: i64, step: i64) -> i64:
        """The direction of a step as a seat sees it."""
        line: i64 = 0
        while STEPS[self.step_at(seat, line)] != step:
            line += 1
        return line

    def step_at(self, seat: i64, line: i64) -> i64:
        """Which of the steps of the board a direction is that a seat sees."""
        return self.lines[seat * _LINES + line]

    def _number(self, position: Position, square: i64) -> i64:
        """The number of the unit on a space, counted from the units of its present side."""
        cell = position.board[square]
        unit = unit_of(cell) % UNITS
        return (home_of(cell) - position.side) % self.seats * self.army + unit if self.joining else unit

    def _square(self, position: Position, number: i64) -> i64:
        """Where the unit with a number is."""
        home = (position.side + number // self.army) % self.seats
        return position.where[home * UNITS + number % self.army]

    def observe(self, state: State, seat: i64, rows: ByteRows) -> None:
        """All but the machines that others are placing in secret (CC-A37)."""
        position = _position(state)
        spaces = self.spaces
        place: i64
        for place in range(spaces):
            square = self.cell_at(seat, place)
            cell = position.board[square]
            if cell & (UNIT_BITS | MACHINE_BITS | STONE):
                self._write_space(position, seat, rows, cell, place)
        if position.actor != NOWHERE:
            rows.write((self.marks + _ACTOR) * spaces + self.place_of(seat, position.actor), 1)
        _write_numbers(position, rows, self.first_number + _FIRST_NUMBER)
        other: i64
        for other in range(self.seats):
            first = self.first_number + _SIDES + other * _PER_SIDE
            _write_side(position, seat, (seat + other) % self.seats, rows, first)

    def _write_space(self, position: Position, seat: i64, rows: ByteRows, cell: i64, place: i64) -> None:
        spaces, marks = self.spaces, self.marks
        hidden = False
        if cell & UNIT_BITS:
            side = side_of(cell)
            hidden = _is_secret(position, seat, side)
            rows.write(((side - seat) % self.seats * _KINDS + kind_of(cell) - 1) * spaces + place, 1)
            unit = unit_of(cell) % UNITS
            if self.joining:
                unit += (home_of(cell) - side) % self.seats * self.army
            rows.write((marks + _NUMBER) * spaces + place, 1 + unit)
            rows.write((marks + _UNMOVED) * spaces + place, 1 if cell & FRESH else 0)
            rows.write((marks + _HOME) * spaces + place, 1 + (home_of(cell) - seat) % self.seats)
        if cell & MACHINE_BITS and not hidden:
            rows.write((marks + _MACHINE + machine_of(cell) - 1) * spaces + place, 1)
            if crew_of(cell) >= 0:
                rows.write((marks + _CREW) * spaces + place, 1 + (crew_of(cell) - seat) % self.seats)
        if cell & STONE:
            rows.write((marks + _WALLS) * spaces + place, 1 if cell & WALL else 0)
            rows.write((marks + _GATES) * spaces + place, 1 if cell & GATE else 0)
            rows.write((marks + _OWNER) * spaces + place, 1 + (owner_of(cell) - seat) % self.seats)


def _position(state: State) -> Position:
    """The check for a known class is much faster, and this is asked for every legal order."""
    return state if isinstance(state, Position) else checked_position(state, Position, "castle-chess")


def _is_secret(position: Position, seat: i64, side: i64) -> bool:
    """CC-A37: whether the machines of a side are hidden from a seat now."""
    return position.phase == PLACE and position.laws.secret and seat != side


def _turn_of(board: Map, seat: int) -> Callable[[int, int], tuple[int, int]]:
    """CC-A41: how a column and a row are seen by a seat: turned so that its forward is up, where the board has room."""
    forward, right, top = int(board.forward[seat]), board.columns - 1, board.rows - 1
    if forward == SOUTH:
        return lambda column, row: (right - column, top - row)
    if right != top or forward == NORTH:
        return lambda column, row: (column, row)
    if forward == EAST:
        return lambda column, row: (top - row, column)
    return lambda column, row: (row, right - column)


def _places(board: Map) -> list[int]:
    """By seat and cell: the number of the space as the seat sees it."""
    places = [0] * (int(board.seats) * GRID.size)
    for seat in range(int(board.seats)):
        turn = _turn_of(board, seat)
        for row in range(board.rows):
            for column in range(board.columns):
                across, up = turn(column, row)
                places[seat * GRID.size + GRID.cell(column, row)] = up * board.columns + across
    return places


def _cells(places: "vec[i64]", board: Map) -> list[int]:
    """By seat and number: the cell of a space."""
    spaces = board.columns * board.rows
    cells = [0] * (int(board.seats) * spaces)
    for seat in range(int(board.seats)):
        for row in range(board.rows):
            for column in range(board.columns):
                cell = GRID.cell(column, row)
                cells[seat * spaces + int(places[seat * GRID.size + cell])] = cell
    return cells


def _lines(board: Map) -> list[int]:
    """By seat and direction that it sees: which of the steps of the board that is."""
    found: list[int] = []
    ways = [(GRID.column(_MIDDLE + int(step)) - 5, GRID.row(_MIDDLE + int(step)) - 5) for step in STEPS]
    for seat in range(int(board.seats)):
        turn = _turn_of(board, seat)
        zero = turn(0, 0)
        seen = [(turn(*way)[0] - zero[0], turn(*way)[1] - zero[1]) for way in ways]
        found += [seen.index(way) for way in ways]
    return found


def _write_numbers(position: Position, rows: ByteRows, first: i64) -> None:
    rows.write(first, position.phase)
    rows.write(first + 1, 1 if position.direction < 0 else 0)
    rows.write(first + 2, position.quiet)
    rows.write(first + 3, times_before(position.seen, position.seen_count, position.hash))
    rows.write(first + 4, position.turns)
    rows.write(first + 5, position.passes)
    rows.write(first + 6, position.promotions)
    rows.write(first + 7, 1 if position.struck else 0)


def _write_side(position: Position, seat: i64, side: i64, rows: ByteRows, first: i64) -> None:
    rows.write(first, 1 if position.side == side else 0)
    rows.write(first + 1, position.living >> side & 1)
    rows.write(first + 2, position.no_turn_yet >> side & 1)
    rows.write(first + 3, position.newly_fallen >> side & 1)
    kind: i64
    left: i64 = 0
    for kind in range(1, _MACHINES + 1):
        left += position.reserve[4 * side + kind]
    rows.write(first + 4, left)
    if not _is_secret(position, seat, side):
        for kind in range(1, _MACHINES + 1):
            rows.write(first + 4 + kind, position.reserve[4 * side + kind])
    for kind in range(1, _KINDS + 1):
        rows.write(first + 4 + _MACHINES + kind, position.lost[side << 4 | kind])
