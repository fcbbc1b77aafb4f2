"""Walls, gates and towers: which steps they allow (CC-57, CC-60 to CC-62)."""

from mypy_extensions import i64

from pawnstorm.games.castle_chess.pieces.cells import (
    SIDE_BIT,
    STONE,
    UNIT_BITS,
    WALL,
    crew_of,
    machine_of,
    owner_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import EAST, NORTH, SOUTH, STRAIGHT, TOWER, WEST
from pawnstorm.games.castle_chess.state import Position


def is_raised(cell: i64, side: i64) -> bool:
    """CC-A28: whether a unit of a side on this space stands on stone: a wall, or another side's shut gate."""
    return cell & WALL != 0 or (cell & STONE != 0 and owner_of(cell) != side)


def is_tower_or_stone(cell: i64, side: i64) -> bool:
    """Whether steps from a space need `can_enter`: units may climb from towers, and must find a way down from stone."""
    return machine_of(cell) == TOWER or is_raised(cell, side)


def can_enter(position: Position, at: i64, to: i64, side: i64) -> bool:
    """CC-A28, CC-A54, CC-A76: whether a unit on a tower or on stone may step to a space, to stop or to strike there."""
    board = position.board
    if not board[to] & SIDE_BIT[side] and not _climbs(board[at], board[to], to - at, side):
        return False
    return not is_raised(board[at], side) or _comes_down(position, at, to, side)


def _climbs(tower: i64, stone: i64, step: i64, side: i64) -> bool:
    """CC-57, CC-X12: from a tower straight onto a wall or shut gate of another castle."""
    straight = step in (NORTH, EAST, WEST, SOUTH)
    free = not stone & UNIT_BITS or side_of(stone) != side
    return machine_of(tower) == TOWER and straight and free and stone & STONE != 0 and owner_of(stone) != side


def _comes_down(position: Position, at: i64, to: i64, side: i64) -> bool:
    """CC-A54, CC-A82: on the side of the wall with the climber's own tower, the only way down is onto that tower."""
    inside = position.laws.map.inside
    if position.laws.any_tower_binds and machine_of(position.board[to]) == TOWER:
        return True
    tied = False
    for step in STRAIGHT:
        neighbour = at + step
        if binds(position, at, neighbour, side):
            if neighbour == to:
                return True
            tied = tied or inside[neighbour] == inside[to]
    return not tied


def binds(position: Position, wall: i64, neighbour: i64, side: i64) -> bool:
    """CC-A82: whether a climber's way down is tied to a tower next to the wall: his own, next to an enemy's wall."""
    cell = position.board[neighbour]
    is_own = crew_of(cell) == side and owner_of(position.board[wall]) != side
    return machine_of(cell) == TOWER and (is_own or position.laws.any_tower_binds)
