"""The Move Action: zone by zone, up to the first enemy (CH-32 to CH-34, CH-X4, CH-A11, CH-A12, CH-50)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.ch35s.pieces import QUICK_STRIKE
from pawnstorm.games.ch35s.rules.attacking import find_targets, has_target
from pawnstorm.games.ch35s.rules.board import next_to, reach
from pawnstorm.games.ch35s.rules.rounds import end_action
from pawnstorm.games.ch35s.state import (
    AFTER_ZONES,
    FIRST_ZONE,
    FREE_STRIKE,
    GO,
    HALT,
    PASS,
    PLACES,
    STEP,
    STRIDE,
    Position,
    enemy_of,
    pack,
    where,
)
from pawnstorm.kit.bits import bit


def zones_with(position: Position, side: i64) -> i64:
    """CH-34: the zones in which a side has models."""
    counts, first = position.zone_counts, side * PLACES
    found: i64 = 0
    zone: i64
    for zone in range(FIRST_ZONE, AFTER_ZONES):
        if counts[first + zone]:
            found |= bit(zone)
    return found


def strides(position: Position, kind: i64) -> bool:
    """CH-A37: whether a type moves zone by zone, because it may strike in every zone."""
    return position.laws.every_zone and (position.forces.abilities[kind] & QUICK_STRIKE) != 0


def find_moves(position: Position, unit: i64, kind: i64, stops: i64, moves: Moves) -> None:
    """CH-32, CH-X4: every zone where a move may end; the way there makes no difference."""
    here = where(position.units[unit])
    if strides(position, kind):
        _find_steps(unit, here, moves)
        return
    zones = reach(here, position.forces.move[kind], stops)
    zone: i64
    for zone in range(FIRST_ZONE, AFTER_ZONES):
        if zones >> zone & 1:
            moves.add(pack(GO, unit, zone=zone))


def _find_steps(unit: i64, here: i64, moves: Moves) -> None:
    """CH-33, CH-A37: every zone next to this one."""
    zones = next_to(bit(here))
    zone: i64
    for zone in range(FIRST_ZONE, AFTER_ZONES):
        if zones >> zone & 1:
            moves.add(pack(STEP, unit, zone=zone))


def go(position: Position, unit: i64, zone: i64) -> None:
    """CH-32, CH-50, CH-A25: a model moves; with Quick Strike it may attack where it stops."""
    _enter(position, unit, zone)
    if position.forces.abilities[position.kind_of(unit)] & QUICK_STRIKE and has_target(position, unit):
        position.actor = unit
        position.ask(FREE_STRIKE)
    else:
        end_action(position)


def _enter(position: Position, unit: i64, zone: i64) -> None:
    if position.journal is not None:
        position.journal.note("moved", (*position.as_fact(unit), zone))
    position.put(unit, zone)


def find_quick_strikes(position: Position, moves: Moves) -> None:
    """Quick Strike (CH-50): attack a model in range, or do not."""
    find_targets(position, position.actor, moves)
    moves.add(pack(PASS))


def start_stride(position: Position, unit: i64, zone: i64) -> None:
    """CH-A37: the first step of a move with a strike in every zone."""
    position.actor = unit
    position.steps = position.forces.move[position.kind_of(unit)]
    step(position, zone)


def step(position: Position, zone: i64) -> None:
    """CH-34, CH-A37: one zone further; among enemies the move is over after the strike."""
    unit = position.actor
    _enter(position, unit, zone)
    position.steps -= 1
    position.struck = 0
    if position.number_in(enemy_of(unit), zone):
        position.steps = 0
    pause(position)


def pause(position: Position) -> None:
    """CH-A37: strike here, move on or stop; if nothing is possible, the move is over."""
    if position.steps or (not position.struck and has_target(position, position.actor)):
        position.ask(STRIDE)
    else:
        end_action(position)


def find_strides(position: Position, moves: Moves) -> None:
    """CH-A37: what a model may do in the zone it has just entered."""
    unit = position.actor
    if not position.struck:
        find_targets(position, unit, moves)
    if position.steps:
        _find_steps(unit, where(position.units[unit]), moves)
    moves.add(pack(HALT))
