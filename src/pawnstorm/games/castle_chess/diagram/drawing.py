"""A position as a person draws it: units with the machines under them, and facts that a drawing cannot show.

`W` is a Warrior, `W:r` a Warrior on a ram, `:t` an unmanned tower; with four sides their letter comes first: `SW:c`.
"""

from typing import Final

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue, Sketch
from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.cells import (
    BOARD,
    FRESH,
    MACHINE_BITS,
    MOST_MACHINES,
    NOWHERE,
    STONE,
    UNIT_BITS,
    UNITS,
    crew_of,
    kind_of,
    machine_bits,
    machine_of,
    side_of,
    unit_bits,
)
from pawnstorm.games.castle_chess.pieces.kinds import GRID, KING, LETTERS, SIGNS, WARRIOR
from pawnstorm.games.castle_chess.pieces.maps import Map, read_unit, write_unit
from pawnstorm.games.castle_chess.rules.turns import open_turn
from pawnstorm.games.castle_chess.state import CHOOSE_GATE, COIN, OPENING_GATE, PLACE, PROMOTE, STRIKE, TURN, Position
from pawnstorm.kit.drawing import draw_board
from pawnstorm.kit.facts import Facts, write_words

PHASES: Final = {
    PROMOTE: "knights",
    PLACE: "machines",
    COIN: "coin",
    TURN: "move",
    STRIKE: "attack",
    CHOOSE_GATE: "breach",
    OPENING_GATE: "breach",
}


def sketch(position: Position) -> Sketch:
    """The position as a drawing with all its facts."""
    columns, rows = position.laws.map.columns, position.laws.map.rows
    drawn = tuple(
        tuple(token(position, GRID.cell(column, row)) for column in range(columns)) for row in range(rows - 1, -1, -1)
    )
    names = position.laws.map.names
    facts: dict[str, FactValue] = {
        "turn": names[position.side],
        "phase": "over" if position.to_act == OVER else PHASES[int(position.phase)],
        "broken": _broken(position),
        "fresh": _places(position, FRESH, FRESH),
        "crews": _crews(position),
        "quiet": int(position.quiet),
        "turns": int(position.turns),
        "first_turn": write_words(name for side, name in enumerate(names) if position.no_turn_yet >> side & 1),
        "fallen": write_words(name for side, name in enumerate(names) if not position.lives(side)),
        "direction": "clockwise" if position.direction > 0 else "counter-clockwise",
        "lost": {name: _lost(position, side) for side, name in enumerate(names)},
        "reserve": {name: _reserve(position, side) for side, name in enumerate(names)},
    }
    return Sketch(drawn, facts)


def token(position: Position, square: int) -> str:
    """What is on a space, as it is drawn."""
    cell = position.board[square]
    unit = write_unit(position.laws.map, int(side_of(cell)), int(kind_of(cell))) if cell & UNIT_BITS else ""
    return (unit + (f":{SIGNS[machine_of(cell)]}" if cell & MACHINE_BITS else "")) or "."


def map_drawing(board: Map) -> str:
    """A map as two drawings: the ground, and the units on it."""
    units = {cell: write_unit(board, side, kind) for side, kind, cell in board.armies}
    rows = range(board.rows - 1, -1, -1)
    ground = tuple(tuple(board.signs[GRID.cell(column, row)] for column in range(board.columns)) for row in rows)
    armies = tuple(tuple(units.get(GRID.cell(column, row), ".") for column in range(board.columns)) for row in rows)
    return f"{draw_board(ground)}\n{draw_board(armies)}"


def _places(position: Position, mask: int, wanted: int) -> str:
    return write_words(GRID.name(cell) for cell in position.laws.map.signs if position.board[cell] & mask == wanted)


def _broken(position: Position) -> str:
    ground = position.laws.map.ground
    cells = [cell for cell in position.laws.map.signs if ground[cell] & STONE and not position.board[cell] & STONE]
    return write_words(GRID.name(cell) for cell in cells)


def _crews(position: Position) -> dict[str, str]:
    """CC-A65: the sides that last manned the unmanned machines."""
    found: dict[str, str] = {}
    for cell in position.laws.map.signs:
        space = position.board[cell]
        if space & MACHINE_BITS and not space & UNIT_BITS and crew_of(space) >= 0:
            found[GRID.name(cell)] = position.laws.map.names[crew_of(space)]
    return found


def _lost(position: Position, side: int) -> str:
    kinds = range(len(LETTERS) - 1, 0, -1)
    return " ".join(LETTERS[kind] for kind in kinds for _ in range(position.lost[side << 4 | kind]))


def _reserve(position: Position, side: int) -> str:
    if position.phase not in (PLACE, PROMOTE):
        return ""
    return " ".join(SIGNS[kind] for kind in (1, 2, 3) for _ in range(position.reserve[4 * side + kind]))


def place(position: Position, drawing: Sketch) -> None:
    """Set up an empty position as drawn, with a side to move; refuses what is impossible on this map."""
    facts = Facts("castle-chess", position.laws.map.names, drawing.facts)
    for square in _squares(position, facts, "broken"):
        if not position.board[square] & STONE:
            raise BadPosition(f"broken: there is neither wall nor gate on {GRID.name(square)}")
        position.raze(square)
    crews = {name: str(side) for name, side in facts.table("crews").items()}
    fresh = _squares(position, facts, "fresh") if facts.has("fresh") else None
    rows = position.laws.map.rows
    for row, tokens in zip(range(rows - 1, -1, -1), drawing.rows, strict=True):
        for column, drawn in enumerate(tokens):
            if drawn != ".":
                _put_drawn(position, drawn, GRID.cell(column, row), crews, fresh)
    if crews:
        raise BadPosition(f"crews: there is no unmanned machine on {next(iter(crews))}")
    _read_facts(position, facts)
    for side, name in enumerate(position.laws.map.names):
        if position.laws.map.has_king(side) and position.lives(side) and position.kings[side] == NOWHERE:
            raise BadPosition(f"{name} has no King")
    open_turn(position)


def _squares(position: Position, facts: Facts, key: str) -> list[int]:
    names = facts.words(key)
    for name in names:
        if position.laws.map.find(name) < 0:
            raise BadPosition(f"{key}: this map has no space '{name}'")
    return [position.laws.map.find(name) for name in names]


def _put_drawn(position: Position, drawn: str, square: int, crews: dict[str, str], fresh: list[int] | None) -> None:
    unit, colon, sign = drawn.partition(":")
    where = GRID.name(square)
    if not position.board[square] & BOARD:
        raise BadPosition(f"{where}: nothing can stand here")
    if colon:
        if len(sign) != 1 or sign not in SIGNS[1:]:
            raise BadPosition(f"{where}: there is no machine '{sign}'; the signs are r, c and t")
        _put_machine(position, sign, square, "" if unit else crews.pop(where, ""))
    if unit:
        side, kind = read_unit(position.laws.map, unit)
        if side < 0:
            raise BadPosition(f"{where}: there is no unit '{unit}'; the letters are {LETTERS.strip()}")
        if kind == KING and position.kings[side] != NOWHERE:
            raise BadPosition(f"{where}: {position.laws.map.names[side]} has a second King")
        starts = (side, kind, square) in position.laws.map.armies if fresh is None else square in fresh
        position.put(unit_bits(_free_unit(position, side, where), kind, side, kind == WARRIOR and starts), square)


def _put_machine(position: Position, sign: str, square: int, crew: str) -> None:
    names = position.laws.map.names
    if crew and crew not in names:
        raise BadPosition(f"crews: there is no side '{crew}'")
    if position.board[square] & STONE and not position.board[square] & 15:
        raise BadPosition(f"{GRID.name(square)}: no machine can stand on a wall")
    number = next((number for number in range(MOST_MACHINES) if position.machine_squares[number] == NOWHERE), -1)
    if number < 0:
        raise BadPosition(f"{GRID.name(square)}: there are more than {MOST_MACHINES} machines")
    position.put_machine(machine_bits(number, SIGNS.index(sign), names.index(crew) if crew else -1), square)


def _free_unit(position: Position, side: int, where: str) -> int:
    for unit in range(side * UNITS, (side + 1) * UNITS):
        if position.where[unit] == NOWHERE:
            return unit
    raise BadPosition(f"{where}: {position.laws.map.names[side]} has more than {UNITS} units")


def _read_facts(position: Position, facts: Facts) -> None:
    position.set_side(facts.seat("turn"))
    position.no_turn_yet = sum(1 << side for side in set(facts.seats("first_turn")))
    for side in facts.seats("fallen"):
        position.set_living(position.living & ~(1 << side))
    position.direction = (
        1 if facts.choice("direction", "clockwise", ("clockwise", "counter-clockwise")) == "clockwise" else -1
    )
    position.quiet, position.turns = facts.number("quiet"), facts.number("turns")
    for kind in range(16):
        position.reserve[kind] = 0
    facts.close()
