"""Arriving: promotion, waking the Commando, depots, and the Trail of Vengeance (TC-38 to TC-53)."""

from mypy_extensions import i64

from pawnstorm.games.trench_checkers.pieces.field import UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import COMPANY_OF, PROMOTED, SOLDIER, VETERAN
from pawnstorm.games.trench_checkers.rules.depots import earn_cards
from pawnstorm.games.trench_checkers.rules.stacking import promotes
from pawnstorm.games.trench_checkers.state import (
    ALIVE,
    EXTRA_MOVES,
    SLEEPS,
    SOLDIERS,
    Position,
    cell_of,
    commando_of,
    includes,
    kind_of,
    of,
    unit_at,
)
from pawnstorm.kit.bits import bit


def march(position: Position, seat: i64, origin: i64, landing: i64, group: i64) -> None:
    """Carry a group from one cell to another; its Soldiers may become Veterans on the way (TC-A41, TC-A57).

    Units of one kind on one cell differ only in having moved. Those that have moved go first if they may:
    this leaves more for Over the Top (TC-A43).
    """
    raised = promotes(position, seat, landing)
    left = group
    if position.phase != EXTRA_MOVES:
        left = _march_some(position, seat, origin, landing, left, raised, 1)
    _march_some(position, seat, origin, landing, left, raised, 0)
    if origin == position.crossing:
        position.crossing = position.crossers = 0
    else:
        position.leave_cell(origin, group)
    position.enter_cell(seat, landing, PROMOTED[group] if raised else group)


def _march_some(
    position: Position, seat: i64, origin: i64, landing: i64, group: i64, raised: bool, history: i64
) -> i64:
    """Move the units of a group that have, or have not, moved in this turn; returns the company still to go."""
    units = position.units
    base = seat * UNITS
    left = group
    unit: i64
    for unit in range(UNITS):
        packed = units[base + unit]
        kind = kind_of(packed)
        if cell_of(packed) == origin and position.moved >> unit & 1 == history and includes(left, kind):
            left -= COMPANY_OF[kind]
            position.moved |= bit(unit)
            units[base + unit] = unit_at(landing, kind)
            if raised and kind == SOLDIER:
                _promote_arrival(position, seat, base + unit, landing)
    return left


def _promote_arrival(position: Position, seat: i64, unit: i64, cell: i64) -> None:
    """TC-39, TC-40: a Soldier that arrives where Soldiers become Veterans is promoted."""
    position.units[unit] = unit_at(cell, VETERAN)
    position.per_seat[of(seat, SOLDIERS)] -= 1
    position.mark_progress()
    if position.journal is not None:
        position.tell("promoted", (seat, cell, 0))


def arrive(position: Position, seat: i64, cell: i64) -> None:
    """TC-46, TC-49, TC-A9, TC-A24: what follows when a move or an advance ends on a cell."""
    if position.per_seat[of(seat, SLEEPS)]:
        _wake_neighbour(position, seat, cell)
    earn_cards(position, seat, cell)


def _wake_neighbour(position: Position, seat: i64, cell: i64) -> None:
    """TC-46: a friend on the Commando's cell or next to it wakes it."""
    bed = cell_of(position.units[commando_of(seat)])
    if cell == bed:
        position.wake(seat)
        return
    for step in position.laws.steps:
        if cell + step == bed:
            position.wake(seat)


def vengeance(position: Position) -> None:
    """TC-53, TC-A29: a sleeping Commando that is the last of its army wakes at once."""
    seat: i64
    for seat in range(2):
        if position.per_seat[of(seat, SLEEPS)] and position.per_seat[of(seat, ALIVE)] == 1:
            position.wake(seat)
