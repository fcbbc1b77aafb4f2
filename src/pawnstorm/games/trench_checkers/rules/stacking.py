"""Stacking: which groups may enter a cell, and where Soldiers become Veterans (TC-25 to TC-30, TC-39, TC-40)."""

from mypy_extensions import i64

from pawnstorm.games.trench_checkers.pieces.field import EMPTY
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO_BIT, COMPANY_BITS, MAY_JOIN, PROMOTED
from pawnstorm.games.trench_checkers.state import Position, owner_of


def promotes(position: Position, seat: i64, cell: i64) -> bool:
    """TC-39, TC-40, TC-A53: whether Soldiers of a seat that enter a cell become Veterans."""
    laws = position.laws
    if laws.goal[cell] == seat + 1:
        return True
    there = position.board[cell]
    return cell == laws.bed[seat] and there & COMMANDO_BIT != 0 and owner_of(there) == seat + 1


def may_join(position: Position, seat: i64, group: i64, cell: i64) -> bool:
    """TC-27, TC-30, TC-A5, TC-A41: whether a group may step onto a stack of its own side."""
    return _fits(position, seat, group, cell, position.board[cell])


def may_rejoin(position: Position, seat: i64, group: i64, cell: i64) -> bool:
    """TC-A40: whether a group could step back onto the cell it is about to leave."""
    return _fits(position, seat, group, cell, position.board[cell] - group)


def _fits(position: Position, seat: i64, group: i64, cell: i64, stack: i64) -> bool:
    """TC-A41: whether a group, promoted if the cell promotes it, may share the cell with a stack."""
    arriving = PROMOTED[group] if promotes(position, seat, cell) else group
    return MAY_JOIN[arriving << 5 | stack & COMPANY_BITS] == 1


def may_stand(position: Position, seat: i64, group: i64, cell: i64) -> bool:
    """TC-28, TC-29: whether a group may end a move on a cell: empty, or friends that it may join."""
    there = position.board[cell]
    return there == EMPTY or (owner_of(there) == seat + 1 and may_join(position, seat, group, cell))
