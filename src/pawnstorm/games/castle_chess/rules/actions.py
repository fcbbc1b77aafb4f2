"""Carrying out an order: walking, pushing, striking, and what is lost by it (CC-06 to CC-09, CC-18 to CC-20)."""

from mypy_extensions import i64

from pawnstorm.games.castle_chess.pieces.cells import (
    FRESH,
    MACHINE_BITS,
    SIDE,
    SIDE_BIT,
    UNIT_BITS,
    home_of,
    kind_of,
    owner_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import GRID, KING, STEPS, WARRIOR
from pawnstorm.games.castle_chess.rules.ending import arrive, check_quest, conquer
from pawnstorm.games.castle_chess.rules.machines import can_destroy_machine, has_enemy_stone, has_enemy_unit
from pawnstorm.games.castle_chess.rules.shooting import blast_hits
from pawnstorm.games.castle_chess.state import (
    BLAST,
    GO,
    HOLD,
    PUSH,
    SHOOT,
    Position,
    number_of,
    origin_of,
    target_of,
    what_of,
)


def carry_out(position: Position, move: i64) -> None:
    """CC-05, CC-06: one order of a turn; the side to act may then have more to decide."""
    what = what_of(move)
    square, target = origin_of(move), target_of(move)
    if what == GO:
        _walk(position, square, target)
    elif what == PUSH:
        _push(position, square, target)
    elif what != HOLD:
        _strike(position, square, what, target, number_of(move))
    elif position.journal is not None:
        position.note("held", (position.side, square, position.board[square]))


def _walk(position: Position, square: i64, target: i64) -> None:
    """CC-08, CC-A23 to CC-A25: a unit goes, leaves its machine, strikes the unit it lands on, mans a machine there."""
    unit = position.lift(square)
    before = position.board[target]
    if position.journal is not None:
        position.note("went", (unit, square, target, before, position.board[square]))
    if before & UNIT_BITS:
        _land_on(position, target)
    if kind_of(unit) == WARRIOR:
        position.progress()
    position.put(unit & ~FRESH, target)
    _after_move(position, target, before & UNIT_BITS != 0)


def _land_on(position: Position, target: i64) -> None:
    """CC-A25, CC-A59: the enemy unit is gone; its machine is captured or destroyed."""
    _kill(position, target)
    position.struck = True
    if not position.laws.capture and position.board[target] & MACHINE_BITS:
        _destroy(position, target)


def _push(position: Position, square: i64, target: i64) -> None:
    """CC-43, CC-A26, CC-A48: machine and crew go together; a ram destroys what it meets."""
    unit = position.lift(square)
    machine = position.lift_machine(square)
    before = position.board[target]
    if position.journal is not None:
        position.note("pushed", (unit, square, target, before, machine))
    if before & UNIT_BITS:
        _kill(position, target)
        position.struck = True
    if before & MACHINE_BITS:
        _destroy(position, target)
        position.struck = True
    position.put_machine(machine, target)
    position.put(unit & ~FRESH, target)
    _after_move(position, target, before & UNIT_BITS != 0)


def _after_move(position: Position, square: i64, killed: bool) -> None:
    """CC-19, CC-20, CC-41, CC-A51, CC-A72: upgrades, fallen Kings, thrones and passages."""
    position.actor = square
    cell = position.board[square]
    last = position.laws.map.board_end[home_of(cell) * GRID.size + square]
    if kind_of(cell) == WARRIOR and (killed or last):
        _upgrade(position, square)
    if killed:
        _after_kills(position)
    if position.winners == 0 and (kind_of(cell) == KING or position.laws.any_passes):
        arrive(position, square)


def _after_kills(position: Position) -> None:
    """CC-10, CC-65: what follows if a King, or the last unit of a quest, was killed."""
    if position.newly_fallen:
        conquer(position, position.side, False)
    if position.winners == 0:
        check_quest(position)


def _kill(position: Position, square: i64) -> None:
    """CC-11: a unit is gone; a living side falls with its King."""
    unit = position.lose(square)
    position.progress()
    if kind_of(unit) == KING and position.lives(side_of(unit)):
        position.newly_fallen |= SIDE_BIT[side_of(unit)]
    if position.journal is not None:
        position.note("killed", (unit, square))


def _destroy(position: Position, square: i64) -> None:
    """CC-29, CC-51, CC-56: a machine is gone."""
    machine = position.lift_machine(square)
    position.progress()
    if position.journal is not None:
        position.note("destroyed", (machine, square))


def _upgrade(position: Position, square: i64) -> None:
    """CC-19, CC-20: a Warrior becomes a Knight."""
    position.upgrade(square)
    position.progress()
    if position.journal is not None:
        position.note("knighted", (position.board[square], square))


def _strike(position: Position, square: i64, what: i64, target: i64, number: i64) -> None:
    """CC-09, CC-46: the attack of the turn."""
    position.struck = True
    if position.journal is not None:
        position.note("struck", (what, position.board[square], square, target, number))
    if what == SHOOT:
        _kill(position, target)
    elif what == BLAST:
        _blast(position, square, number)
    else:
        _crush(position, square, target)
    _after_kills(position)


def _blast(position: Position, square: i64, number: i64) -> None:
    """CC-27, CC-29, CC-A19: both spaces; friends are spared unless the table plays with friendly fire."""
    step, near = STEPS[number >> 1], (number & 1) + 1
    # CC-A63: both spaces are checked before any unit falls, since the first may have been in the way.
    first = blast_hits(position, square, step, near)
    second = blast_hits(position, square, step, near + 1)
    side = position.board[square] >> SIDE & 3
    if first:
        _burn(position, square + near * step, side)
    if second:
        _burn(position, square + (near + 1) * step, side)


def _burn(position: Position, to: i64, side: i64) -> None:
    """CC-A19: what magic does on one space."""
    cell = position.board[to]
    if cell & UNIT_BITS and side_of(cell) == side and not position.laws.friendly_fire:
        return
    if cell & UNIT_BITS:
        _kill(position, to)
    if cell & MACHINE_BITS and (can_destroy_machine(position, cell, side) or position.laws.friendly_fire):
        _destroy(position, to)


def _crush(position: Position, square: i64, target: i64) -> None:
    """CC-54 to CC-56, CC-A20, CC-A54, CC-A76: unit, machine, and the wall or gate of another castle.

    CC-A29, CC-A56: a Warrior that kills a unit this way becomes a Knight.
    """
    cell = position.board[target]
    side = position.board[square] >> SIDE & 3
    stone = has_enemy_stone(cell, side)
    if cell & UNIT_BITS:
        _kill(position, target)
    if cell & MACHINE_BITS:
        _destroy(position, target)
    if stone:
        if position.journal is not None:
            position.note("razed", (target, cell, owner_of(cell)))
        position.raze(target)
        position.progress()
    if has_enemy_unit(cell, side) and kind_of(position.board[square]) == WARRIOR:
        _upgrade(position, square)
