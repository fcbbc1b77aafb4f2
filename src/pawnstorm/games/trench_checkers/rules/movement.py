"""Movement: three single-tile moves, and those of Over the Top (TC-22 to TC-30)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.trench_checkers.pieces.field import BLOCKED, EMPTY, UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import COMPANY_BITS, COMPANY_OF, GROUPS
from pawnstorm.games.trench_checkers.rules.stacking import may_join, may_rejoin, may_stand
from pawnstorm.games.trench_checkers.rules.units import arrive, march
from pawnstorm.games.trench_checkers.state import (
    ASLEEP,
    EXTRA_MOVES,
    NOWHERE,
    STEP,
    Position,
    cell_of,
    kind_of,
    owner_of,
    pack,
)

_SCRATCH: Final = Moves(512)


def find_steps(position: Position, moves: Moves) -> None:
    """TC-22, TC-24: every move of the side whose turn it is, stack by stack from the lower left."""
    if position.crossing != NOWHERE:
        _find_exits(position, moves)
        return
    board = position.board
    mine = position.side + 1
    rested = position.phase == EXTRA_MOVES
    for cell in position.laws.cells:
        stack = board[cell]
        if stack >> 6 == mine and not stack & ASLEEP:
            company = _rested(position, cell) if rested else stack & COMPANY_BITS
            if company:
                _find_stack_steps(position, cell, company, rested, moves)


def has_step(position: Position) -> bool:
    """TC-23, TC-A10: whether any move is possible; in Over the Top, a move of a piece that has not moved yet."""
    return _has_step(position, position.phase == EXTRA_MOVES)


def has_rested_step(position: Position) -> bool:
    """TC-59, TC-A43: whether a piece that has not moved yet can move, so that Over the Top may be played."""
    return _has_step(position, True)


def _has_step(position: Position, rested: bool) -> bool:
    board = position.board
    mine = position.side + 1
    moves = _SCRATCH
    moves.clear()
    for cell in position.laws.cells:
        stack = board[cell]
        if stack >> 6 == mine and not stack & ASLEEP:
            company = _rested(position, cell) if rested else stack & COMPANY_BITS
            if company:
                _find_stack_steps(position, cell, company, rested, moves)
                if moves.count:
                    return True
    return False


def _find_stack_steps(position: Position, cell: i64, company: i64, rested: bool, moves: Moves) -> None:
    """TC-25, TC-26, TC-28, TC-29: where the groups of one stack may go; `rested` means the moves of Over the Top."""
    board = position.board
    seat = position.side
    groups = GROUPS[company]
    for step in position.laws.steps:
        landing = cell + step
        there = board[landing]
        if there == BLOCKED:
            continue
        for group in groups:
            if there == EMPTY:
                moves.add(pack(STEP, cell, landing, group))
            elif owner_of(there) == seat + 1:
                if may_join(position, seat, group, landing):
                    moves.add(pack(STEP, cell, landing, group))
            elif there & ASLEEP and not rested and _may_cross(position, cell, landing, group):
                moves.add(pack(STEP, cell, landing, group))


def _may_cross(position: Position, origin: i64, bed: i64, group: i64) -> bool:
    """TC-A7, TC-A40, TC-A59: a sleeper's cell may be entered if a move is left and there is a way out."""
    if position.moves_left < 2:
        return False
    for step in position.laws.steps:
        landing = bed + step
        if landing == origin:
            if may_rejoin(position, position.side, group, origin):
                return True
        elif may_stand(position, position.side, group, landing):
            return True
    return False


def _find_exits(position: Position, moves: Moves) -> None:
    """TC-A40: the group on a sleeper's cell leaves it with this move."""
    bed = position.crossing
    for step in position.laws.steps:
        if may_stand(position, position.side, position.crossers, bed + step):
            moves.add(pack(STEP, bed, bed + step, position.crossers))


def _rested(position: Position, cell: i64) -> i64:
    """TC-A43: the company on a cell that has not moved in this turn."""
    found: i64 = 0
    base = position.side * UNITS
    unit: i64
    for unit in range(UNITS):
        packed = position.units[base + unit]
        if cell_of(packed) == cell and not position.moved >> unit & 1:
            found += COMPANY_OF[kind_of(packed)]
    return found


def step(position: Position, origin: i64, landing: i64, group: i64) -> None:
    """TC-22, TC-A3: one move of one group, and what follows on arrival."""
    seat = position.side
    position.moves_left -= 1
    if position.journal is not None:
        position.tell("moved", (seat, origin, landing, group))
    if owner_of(position.board[landing]) == 2 - seat:
        _cross(position, origin, landing, group)
    else:
        march(position, seat, origin, landing, group)
    arrive(position, seat, landing)


def _cross(position: Position, origin: i64, bed: i64, group: i64) -> None:
    """TC-A7: step onto the cell of a sleeping enemy Commando, for one move only."""
    stack = position.board[bed]
    position.board[bed] = EMPTY
    march(position, position.side, origin, bed, group)
    position.crossers = position.board[bed] & COMPANY_BITS
    position.board[bed] = stack
    position.crossing = bed
