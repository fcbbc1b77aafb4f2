"""Hard Light Bomb and Self Explosion: dice for model after model in a zone (CH-53, CH-A19, CH-A36, CH-A40)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Outcomes
from pawnstorm.games.ch35s.pieces import NUMBERS
from pawnstorm.games.ch35s.rules.attacking import health_left, power, remove, take_out, ways
from pawnstorm.games.ch35s.state import (
    BLACK,
    BLAST,
    DOWN,
    NOBODY,
    ONE_DAMAGE,
    UNITS,
    WHITE,
    Position,
    side_of,
    where,
)
from pawnstorm.kit.bits import bit


def hard_light_bomb(position: Position, unit: i64, zone: i64) -> None:
    """Hard Light Bomb (CH-53, CH-A36): one die for each enemy model in a zone."""
    if position.journal is not None:
        position.journal.note("bombs", (*position.as_fact(unit), zone))
    position.actor = unit
    position.dice = 1
    _aim(position, 1 - position.side, zone)
    _begin(position)


def self_explosion(position: Position, unit: i64) -> bool:
    """Self Explosion (CH-53, CH-A40): the model goes, then every other model in its zone gets dice.

    Returns whether there is another model.
    """
    zone = where(position.units[unit])
    if position.journal is not None:
        position.journal.note("explodes", position.as_fact(unit))
    dice = position.forces.explosion_dice[position.kind_of(unit)]
    remove(position, unit)
    _aim(position, WHITE, zone)
    _aim(position, BLACK, zone)
    if next_victim(position) == NOBODY:
        return False
    position.dice = dice
    _begin(position)
    return True


def _aim(position: Position, side: i64, zone: i64) -> None:
    """Every model of a side in a zone is a victim."""
    found: i64 = 0
    slot: i64
    for slot in range(position.end_of(side) - side * UNITS):
        if where(position.units[side * UNITS + slot]) == zone:
            found |= bit(slot)
    if side == WHITE:
        position.white_blast = found
    else:
        position.black_blast = found


def _begin(position: Position) -> None:
    position.hurt = position.fallen = position.own_fallen = 0
    position.roll(BLAST)


def next_victim(position: Position) -> i64:
    """The model that the next dice are for: enemies first; NOBODY when all have had theirs."""
    enemies = 1 - position.side
    unit = _first(position, enemies)
    return unit if unit != NOBODY else _first(position, position.side)


def _first(position: Position, side: i64) -> i64:
    mask = position.white_blast if side == WHITE else position.black_blast
    slot: i64 = 0
    while mask:
        if mask & 1:
            return side * UNITS + slot
        mask >>= 1
        slot += 1
    return NOBODY


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """CH-A40: hits on one model; all numbers that take it out are one result."""
    dice, left = position.dice, health_left(position, next_victim(position))
    down: i64 = 0
    hits: i64
    for hits in range(dice + 1):
        weight = ways(dice, hits) * power(NUMBERS.blast_hits, hits) * power(NUMBERS.blast_misses, dice - hits)
        if hits >= left:
            down += weight
        else:
            outcomes.add(hits, weight)
    if down:
        outcomes.add(DOWN, down)


def outcome_of(position: Position, faces: list[int]) -> i64:
    """CH-A40: what real dice mean."""
    hits: i64 = 0
    for face in faces:
        hits += 1 if face >= NUMBERS.blast_success else 0
    return DOWN if hits >= health_left(position, next_victim(position)) else hits


def land(position: Position, outcome: i64) -> bool:
    """CH-A19, CH-A40: one model takes its hits; returns whether another one follows."""
    unit = next_victim(position)
    slot = unit - side_of(unit) * UNITS
    if unit < UNITS:
        position.white_blast &= ~bit(slot)
    else:
        position.black_blast &= ~bit(slot)
    _count(position, unit, outcome)
    if outcome == DOWN:
        take_out(position, unit, position.side)
    else:
        position.units[unit] += outcome * ONE_DAMAGE
        if position.journal is not None:
            position.journal.note("damaged", (*position.as_fact(unit), outcome))
    return position.white_blast != 0 or position.black_blast != 0


def _count(position: Position, unit: i64, outcome: i64) -> None:
    """CH-A19, CH-A40: count for the odds of a blast the damage to enemies and the models that fell on either side."""
    falls = outcome == DOWN
    if side_of(unit) != position.side:
        position.hurt += health_left(position, unit) if falls else outcome
        if falls:
            position.fallen += 1
    elif falls:
        position.own_fallen += 1
