"""The position for one viewer: the ground as it is now, units, the machines under them, gauges and choices.

Only machines that are being placed in secret are hidden (CC-A37). With four sides the board is turned so that all
players see their own castle at the bottom (CC-A41); the names of the spaces stay.
"""

from typing import Final

from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.core.view import Cell, Gauge, Stat, Token, Tray, View
from pawnstorm.games.castle_chess.pieces.cells import (
    GATE,
    MACHINE_BITS,
    NOWHERE,
    STONE,
    UNIT_BITS,
    WALL,
    crew_of,
    kind_of,
    machine_name,
    machine_number_of,
    machine_of,
    owner_of,
    side_of,
    unit_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    CATAPULT,
    EAST,
    GRID,
    LANDING,
    LETTERS,
    MACHINES,
    NAMES,
    NORTH,
    NUMBERS,
    SIGNS,
    SOUTH,
)
from pawnstorm.games.castle_chess.pieces.maps import Map
from pawnstorm.games.castle_chess.rules.ending import quiet_limit
from pawnstorm.games.castle_chess.rules.placing import chooses_train, machines_left, may_place, pool
from pawnstorm.games.castle_chess.rules.shooting import fire_range, range_from
from pawnstorm.games.castle_chess.rules.threats import in_check
from pawnstorm.games.castle_chess.state import CHOOSE_GATE, OPENING_GATE, PLACE, PROMOTE, STRIKE, Position
from pawnstorm.games.castle_chess.view.offers import offers, train_id
from pawnstorm.games.castle_chess.view.words import ending_text

_GROUND: Final = {".": "ground", "^": "hill", "T": "throne", "P": "passage", "%": "rock", "G": "gate", "s": "side-gate"}


def show(position: Position, viewer: int) -> View:
    """What a seat, or a spectator, may see and choose."""
    over = position.to_act == OVER
    return View(
        game="castle-chess",
        viewer=viewer,
        turn=int(position.to_act),
        prompt=_prompt(position),
        columns=position.laws.map.columns,
        rows=position.laws.map.rows,
        cells=_cells(position, viewer),
        tokens=_tokens(position, viewer),
        trays=_trays(position, viewer),
        gauges=_gauges(position),
        offers=offers(position) if viewer == position.to_act else (),
        winners=tuple(side for side in range(position.seats) if position.winners >> side & 1) if over else (),
        ending=ending_text(position) if over else "",
        marks=_marks(position),
    )


def is_secret(position: Position, viewer: int, side: int) -> bool:
    """CC-A37: whether the machines of a side are hidden from a viewer now."""
    return position.phase == PLACE and position.laws.secret and viewer != side


def _prompt(position: Position) -> str:
    side, phase = position.laws.map.names[position.side], int(position.phase)
    if position.to_act == OVER:
        return "The game is over"
    if position.to_act == CHANCE:
        return f"A coin decides {pool(position).reason}"
    if phase == PLACE:
        return f"{side} places machines under Warriors"
    if phase == PROMOTE:
        return f"{side}: which Warriors come as Knights? ({position.promotions} left)"
    if phase == STRIKE:
        return f"{side}: attack from {GRID.name(position.actor)}?"
    if phase in (CHOOSE_GATE, OPENING_GATE):
        return f"{side}: which gate does the ram break?"
    return f"{side} to move{', in check' if _is_in_check(position) else ''}"


def _is_in_check(position: Position) -> bool:
    return position.is_duel() and in_check(position, position.side)


def _cells(position: Position, viewer: int) -> tuple[Cell, ...]:
    board = position.laws.map
    return tuple(_cell(position, board, cell, viewer) for cell in board.cells())


def _cell(position: Position, board: Map, cell: int, viewer: int) -> Cell:
    column, row = _turned(board, GRID.column(cell), GRID.row(cell), viewer)
    return Cell(GRID.name(cell), column, row, ground_word(position, cell))


def ground_word(position: Position, cell: int) -> str:
    """What a space is now: a wall or gate with its side, a breach, a hill and so on."""
    sign, now = position.laws.map.signs[cell], position.board[cell]
    if not position.laws.map.ground[cell] & STONE:
        return _GROUND[sign]
    word = "wall" if sign == "#" else _GROUND[sign]
    if not now & STONE:
        return f"breach {word}"
    return f"{word} {position.laws.map.names[owner_of(now)].lower()}"


def _turned(board: Map, column: int, row: int, viewer: int) -> tuple[int, int]:
    """CC-A41: a quarter turn for each side of four, so that forward is up."""
    if not board.four or viewer < 0:
        return column, row
    forward, right, top = int(board.forward[viewer]), board.columns - 1, board.rows - 1
    if forward == NORTH:
        return column, row
    if forward == SOUTH:
        return right - column, top - row
    return (top - row, column) if forward == EAST else (row, right - column)


def _tokens(position: Position, viewer: int) -> tuple[Token, ...]:
    found: list[Token] = []
    for cell in position.laws.map.cells():
        space = position.board[cell]
        if space & MACHINE_BITS and not (space & UNIT_BITS and is_secret(position, viewer, int(side_of(space)))):
            found.append(_machine(position, cell))
        if space & UNIT_BITS:
            found.append(_unit(position, cell, viewer))
    return tuple(found)


def _unit(position: Position, cell: int, viewer: int) -> Token:
    space = position.board[cell]
    kind, side = int(kind_of(space)), int(side_of(space))
    hidden = is_secret(position, viewer, side)
    return Token(
        id=f"u{unit_of(space)}",
        kind=NAMES[kind].lower(),
        name=f"{position.laws.map.names[side]} {NAMES[kind]}",
        letter=LETTERS[kind],
        owner=side,
        cell=GRID.name(cell),
        layer=1,
        marks=_unit_marks(position, space),
        stats=_ranges(kind, space if not hidden else space & ~MACHINE_BITS),
    )


def _ranges(kind: int, space: int) -> tuple[Stat, ...]:
    """CC-15, CC-28, CC-52: how far a unit could shoot from a space like this."""
    found: list[Stat] = []
    if NUMBERS.attack[kind] != LANDING:
        reach = int(range_from(kind, space))
        found.append(Stat("Range", reach, reach))
    if machine_of(space) == CATAPULT:
        reach = int(fire_range(space))
        found.append(Stat("Catapult", reach, reach))
    return tuple(found)


def _unit_marks(position: Position, space: int) -> tuple[str, ...]:
    marks = (
        ("on-wall", bool(space & WALL) or (bool(space & GATE) and owner_of(space) != side_of(space))),
        ("in-gate", bool(space & GATE) and owner_of(space) == side_of(space)),
        ("statue", not position.lives(side_of(space))),
    )
    return tuple(mark for mark, there in marks if there)


def _machine(position: Position, cell: int) -> Token:
    space = position.board[cell]
    name = machine_name(space)
    manned = bool(space & UNIT_BITS)
    owner = int(side_of(space)) if manned else -1
    crew = int(crew_of(space))
    if not manned and not position.laws.capture:
        owner = crew
    title = f"{position.laws.map.names[owner]} {name}" if owner >= 0 else f"unmanned {name}"
    marks = () if manned else ("unmanned",)
    return Token(
        f"m{machine_number_of(space)}", name, title, SIGNS[machine_of(space)], owner, GRID.name(cell), 0, marks
    )


def _trays(position: Position, viewer: int) -> tuple[Tray, ...]:
    trays: list[Tray] = []
    for side, name in enumerate(position.laws.map.names):
        if position.phase in (PLACE, PROMOTE) and not is_secret(position, viewer, side):
            trays.append(_train(position, side, name))
        trays.append(_fallen(position, side, name))
    return tuple(trays)


def _train(position: Position, side: int, name: str) -> Tray:
    tokens = [
        Token(train_id(side, kind, number), MACHINES[kind], f"{name} {MACHINES[kind]}", SIGNS[kind], side)
        for kind in (1, 2, 3)
        for number in range(_in_train(position, side, kind))
    ]
    return Tray(f"train-{side}", f"Machines of {name}", side, tuple(tokens))


def _in_train(position: Position, side: int, kind: int) -> int:
    """CC-M3: how many machines of a kind are shown as waiting; one of each kind for a train that is chosen freely."""
    if chooses_train(position, side) and machines_left(position, side):
        return int(may_place(position, side, kind))
    return int(position.reserve[4 * side + kind])


def _fallen(position: Position, side: int, name: str) -> Tray:
    tokens = [
        Token(f"lost-{side}-{kind}-{number}", NAMES[kind].lower(), f"{name} {NAMES[kind]}", LETTERS[kind], side)
        for kind in range(len(NAMES) - 1, 0, -1)
        for number in range(position.lost[side << 4 | kind])
    ]
    return Tray(f"lost-{side}", f"Lost by {name}", side, tuple(tokens))


def _gauges(position: Position) -> tuple[Gauge, ...]:
    found: list[Gauge] = []
    if position.phase == PLACE:
        for side in range(position.seats):
            found.append(Gauge(f"machines-{side}", "Machines to place", side, int(machines_left(position, side))))
    elif position.laws.limited:
        done = int(position.turns) // 2 + 1
        limit = int(position.laws.map.limit)
        found.append(Gauge("turn", "Turn", -1, min(done, limit), limit))
    elif position.laws.draws:
        quiet = max(int(position.quiet), 0)
        found.append(Gauge("quiet", "Turns without progress", -1, quiet, int(quiet_limit(position))))
    return tuple(found)


def _marks(position: Position) -> dict[str, str]:
    marks: dict[str, str] = {}
    if position.to_act >= 0 and position.phase not in (PLACE, PROMOTE) and _is_in_check(position):
        marks[GRID.name(position.kings[position.side])] = "check"
    # If a King in check is also the unit that acts, the mark of the actor is shown.
    if position.actor != NOWHERE and position.to_act != OVER:
        marks[GRID.name(position.actor)] = "actor"
    return marks
