"""Why an order is not legal, in one sentence. Nothing here decides; it only explains what the rules decided."""

from typing import Final

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    MACHINE_BITS,
    NOWHERE,
    STONE,
    TAKEN,
    UNIT_BITS,
    kind_of,
    machine_name,
    machine_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    ARCHER,
    GRID,
    KNIGHT,
    MAGE,
    NAMES,
    RAM,
    WARRIOR,
    apart,
)
from pawnstorm.games.castle_chess.rules.machines import can_push
from pawnstorm.games.castle_chess.rules.walking import find_walks
from pawnstorm.games.castle_chess.state import Position, target_of

_MOVE_RULES: Final = ("", "CC-12", "CC-16", "CC-21", "CC-25", "CC-30", "CC-33", "CC-36", "CC-39")


def why_not(position: Position, origin: int, landing: int, pushes: bool) -> str:
    """Why the unit on a space cannot go to another, alone or with its machine."""
    board, names = position.board, position.laws.map.names
    cell, there = board[origin], board[landing]
    if not cell & UNIT_BITS:
        return f"there is no unit on {GRID.name(origin)}"
    if side_of(cell) != position.side:
        return f"{GRID.name(origin)} holds {names[side_of(cell)]}'s {NAMES[kind_of(cell)]}"
    if there & UNIT_BITS and side_of(there) == position.side:
        return f"your own {NAMES[kind_of(there)]} stands on {GRID.name(landing)}"
    return _no_push(position, origin, landing) if pushes else _no_walk(position, origin, landing)


def _no_push(position: Position, origin: int, landing: int) -> str:
    cell, there = position.board[origin], position.board[landing]
    if not cell & MACHINE_BITS:
        return f"there is no machine on {GRID.name(origin)} to push"
    if not can_push(cell):
        return f"a {NAMES[kind_of(cell)]} can use a machine but not move it (CC-42)"
    if apart(origin, landing) > 1:
        return "a machine moves one space in a turn (CC-43)"
    if there & STONE and not there & TAKEN:
        return f"no machine passes the {_stone(there)} on {GRID.name(landing)} (CC-A28)"
    if there & TAKEN:
        ahead = origin + position.laws.map.forward[side_of(cell)] == landing
        if machine_of(cell) != RAM:
            return f"a {machine_name(cell)} moves to free spaces only (CC-A26)"
        return (
            f"the ram cannot strike {GRID.name(landing)} (CC-A26)"
            if ahead
            else "a ram strikes straight ahead only (CC-A26)"
        )
    return _checked(position) or f"no machine can stand on {GRID.name(landing)}"


def _stone(cell: int) -> str:
    return "wall" if cell & 1 << 29 else "gate"


def _no_walk(position: Position, origin: int, landing: int) -> str:
    cell, there = position.board[origin], position.board[landing]
    kind = kind_of(cell)
    if not _reaches(position, origin, landing, False, False):
        return f"a {NAMES[kind]} does not move that way ({_MOVE_RULES[kind]})"
    if there & UNIT_BITS and kind in (ARCHER, MAGE):
        return f"a {NAMES[kind]} does not strike by landing: it moves, then it attacks from where it stands (CC-A15)"
    if not _reaches(position, origin, landing, True, False):
        return f"a wall or shut gate stands between {GRID.name(origin)} and {GRID.name(landing)} (CC-60)"
    if there & UNIT_BITS and _reaches(position, origin, landing, True, True):
        if kind == WARRIOR:
            return "a Warrior strikes slantwise only (CC-18)"
        if kind == KNIGHT:
            return "a Knight does not strike that way (CC-A60)"
    if _reaches(position, origin, landing, True, True) and not there & UNIT_BITS:
        return _checked(position) or f"nobody may enter {GRID.name(landing)}"
    return f"something stands in the way from {GRID.name(origin)} to {GRID.name(landing)} (CC-A9)"


def _checked(position: Position) -> str:
    if position.laws.strict and position.kings[position.side] != NOWHERE:
        return "your King would be in check (CC-A31)"
    return ""


def _reaches(position: Position, origin: int, landing: int, stones: bool, units: bool) -> bool:
    """Whether the unit could go there with nobody at the landing, and without stones or others if so asked."""
    alone = Position(position.laws, position)
    for square in position.laws.map.signs:
        if square != origin and (not units or square == landing):
            if alone.board[square] & UNIT_BITS:
                alone.lift(square)
            if alone.board[square] & MACHINE_BITS:
                alone.take(square)
        if not stones and alone.board[square] & STONE:
            alone.raze(square)
    moves = Moves()
    find_walks(alone, origin, moves)
    return any(target_of(move) == landing for move in moves.as_list())
