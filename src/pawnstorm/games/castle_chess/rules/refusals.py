"""Why an order is not legal, in one sentence. Nothing is decided here, only explained."""

from typing import Final

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    BOARD,
    MACHINE_BITS,
    NOWHERE,
    STONE,
    TAKEN,
    UNIT_BITS,
    WALL,
    crew_of,
    home_of,
    kind_of,
    machine_name,
    machine_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    AHEAD,
    GRID,
    LANDING,
    MACHINES,
    NAMES,
    NUMBERS,
    RAM,
    RIDING,
    STRAIGHT,
    WARRIOR,
    apart,
    article,
)
from pawnstorm.games.castle_chess.rules.ground import binds, is_raised
from pawnstorm.games.castle_chess.rules.machines import can_push, find_pushes
from pawnstorm.games.castle_chess.rules.placing import chooses_train
from pawnstorm.games.castle_chess.rules.walking import find_walks
from pawnstorm.games.castle_chess.state import Position, target_of

CHECKED: Final = "your King would be in check (CC-A31)"


def why_not(position: Position, origin: int, landing: int, pushes: bool) -> str:
    """Why the unit on a space cannot go to another, alone or with its machine."""
    board, names = position.board, position.laws.map.names
    cell, there = board[origin], board[landing]
    if not cell & UNIT_BITS:
        return f"there is no unit on {GRID.name(origin)}"
    if side_of(cell) != position.side:
        return f"{GRID.name(origin)} holds {names[side_of(cell)]}'s {NAMES[kind_of(cell)]}"
    if not there & BOARD:
        return f"there is nothing but rock on {GRID.name(landing)} (CC-M1)"
    if there & UNIT_BITS and side_of(there) == position.side:
        return f"your own {NAMES[kind_of(there)]} stands on {GRID.name(landing)}"
    return _no_push(position, origin, landing) if pushes else _no_walk(position, origin, landing)


def _no_push(position: Position, origin: int, landing: int) -> str:
    cell, there = position.board[origin], position.board[landing]
    if not cell & MACHINE_BITS:
        return f"there is no machine on {GRID.name(origin)} to push"
    if not can_push(cell):
        return f"{article(kind_of(cell))} can use a machine but not move it (CC-42)"
    if apart(origin, landing) != 1:
        return "a machine moves one space in a turn (CC-43)"
    if _is_found(position, origin, landing, True):
        return CHECKED
    if not there & TAKEN:
        return f"no machine passes the {_stone_name(there)} on {GRID.name(landing)} (CC-A28)"
    if machine_of(cell) != RAM:
        return f"a {machine_name(cell)} moves to free spaces only (CC-A26)"
    ahead = origin + position.laws.map.forward[home_of(cell)] == landing
    return (
        f"the ram cannot strike {GRID.name(landing)} (CC-A26)"
        if ahead
        else "a ram strikes straight ahead only (CC-A26)"
    )


def _stone_name(cell: int) -> str:
    return "wall" if cell & WALL else "gate"


def _no_walk(position: Position, origin: int, landing: int) -> str:
    cell, there = position.board[origin], position.board[landing]
    kind = kind_of(cell)
    if _is_found(position, origin, landing, False):
        return CHECKED
    if not _reaches(position, origin, landing, False, False):
        return f"{article(kind)} does not move that way ({NUMBERS.rules[kind]})"
    if there & UNIT_BITS and NUMBERS.attack[kind] != LANDING:
        return f"{article(kind)} does not strike by landing: it moves, then it attacks from where it stands (CC-A15)"
    if not _reaches(position, origin, landing, True, False):
        where = f"on {GRID.name(landing)}" if there & STONE else f"between {GRID.name(origin)} and {GRID.name(landing)}"
        return f"a wall or shut gate stands {where} (CC-60)"
    return _tied_to_tower(position, origin, landing) or _barred(position, origin, landing)


def _barred(position: Position, origin: int, landing: int) -> str:
    """What is in the way of a walk, or at its end."""
    kind, there = kind_of(position.board[origin]), position.board[landing]
    if not _reaches(position, origin, landing, True, True):
        jumps = NUMBERS.walk[kind] == RIDING and position.laws.cavalry_jumps
        ride = "a ride that touches a wall contains no jump (CC-A83)"
        return (
            ride if jumps else f"something stands in the way from {GRID.name(origin)} to {GRID.name(landing)} (CC-A9)"
        )
    if not there & UNIT_BITS:
        owner = position.laws.map.names[crew_of(there)]
        return f"only {owner} may enter its {machine_name(there)} on {GRID.name(landing)} (CC-A59)"
    return (
        f"{article(kind)} strikes diagonally only (CC-18)"
        if NUMBERS.walk[kind] == AHEAD
        else f"{article(kind)} does not strike that way (CC-A60)"
    )


def _tied_to_tower(position: Position, origin: int, landing: int) -> str:
    """CC-A54, CC-A82: the refusal for a climber whose way down is tied to his own tower; else nothing."""
    side = side_of(position.board[origin])
    if not is_raised(position.board[origin], side):
        return ""
    towers = [origin + int(step) for step in STRAIGHT if binds(position, origin, origin + int(step), side)]
    loose = Position(position.laws, position)
    for tower in towers:
        loose.lift_machine(tower)
    if not towers or not _is_found(loose, origin, landing, False):
        return ""
    inside = position.laws.map.inside
    near = min(towers, key=lambda tower: inside[tower] != inside[landing])
    return f"the way down from {GRID.name(origin)} leads onto your tower on {GRID.name(near)} (CC-A54)"


def _is_found(position: Position, origin: int, landing: int, pushes: bool) -> bool:
    """Whether the unit may go there on the board as it is, so that only check can forbid it."""
    moves = Moves()
    (find_pushes if pushes else find_walks)(position, origin, moves)
    return any(target_of(move) == landing for move in moves.as_list())


def _reaches(position: Position, origin: int, landing: int, stones: bool, units: bool) -> bool:
    """Whether the unit could go there if nobody were at the landing, with or without stones and other units.

    A unit on a wall makes it a space that can be landed on, so it stays.
    """
    alone = Position(position.laws, position)
    stays = landing if stones and position.board[landing] & STONE else origin
    for square in position.where:
        if square not in (NOWHERE, origin, stays) and (not units or square == landing):
            alone.lift(square)
    for square in position.machine_squares:
        if square not in (NOWHERE, origin, stays) and (not units or square == landing):
            alone.lift_machine(square)
    for square in () if stones else position.laws.map.signs:
        alone.raze(square)
    return _is_found(alone, origin, landing, False)


def why_not_placed(position: Position, kind: int, square: int) -> str:
    """Why a machine cannot be put under a Warrior on a space, or for kind 0 why it cannot become a Knight."""
    cell, name = position.board[square], GRID.name(square)
    if side_of(cell) != position.side or kind_of(cell) != WARRIOR:
        reason = "machines go under Warriors (CC-03)" if kind else "only Warriors are replaced (CC-A46)"
        return f"there is no Warrior of yours on {name}: {reason}"
    if cell & MACHINE_BITS:
        return f"the Warrior on {name} has a machine already (CC-A22)"
    if chooses_train(position, position.side):
        most = NUMBERS.most_of_a_kind
        return f"a train has at most {most} machines of a kind, so there is no {MACHINES[kind]} left (CC-M3)"
    return f"your train has no {MACHINES[kind]} left (CC-M3)"
