"""The Attack Action: targets, dice, damage (CH-36 to CH-42, CH-45 to CH-47, CH-A13 to CH-A16, CH-A29, CH-A39)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.ch35s.pieces import EXTRA_ATTACK, FORCE_FIELD, NUMBERS
from pawnstorm.games.ch35s.rules.board import distance
from pawnstorm.games.ch35s.state import (
    ATTACK,
    DOWN,
    GONE,
    ONE_DAMAGE,
    PLACE,
    SHOOT,
    TAKEN,
    UNITS,
    Position,
    damage_of,
    enemy_of,
    pack,
    side_of,
    where,
)

_FACTORIAL: Final = vec[i64]([1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600])
_SIXES: Final = 4
"""The bit of a result where the number of sixes begins; the successes are below."""


def find_targets(position: Position, unit: i64, moves: Moves) -> None:
    """CH-36, CH-A13, CH-A14: every enemy model within Range, equal ones once."""
    units, enemies = position.units, enemy_of(unit)
    here, reach = where(units[unit]), position.forces.range[position.kind_of(unit)]
    enemy: i64
    for enemy in range(enemies * UNITS, position.end_of(enemies)):
        if distance(here, where(units[enemy])) <= reach and not position.is_twin(enemy):
            moves.add(pack(SHOOT, unit, enemy))


def has_target(position: Position, unit: i64) -> bool:
    """CH-36: whether any enemy is within Range."""
    units, enemies = position.units, enemy_of(unit)
    here, reach = where(units[unit]), position.forces.range[position.kind_of(unit)]
    enemy: i64
    for enemy in range(enemies * UNITS, position.end_of(enemies)):
        if distance(here, where(units[enemy])) <= reach:
            return True
    return False


def attack(position: Position, unit: i64, target: i64) -> None:
    """CH-36, CH-37: an attack is declared, and its dice must be thrown."""
    position.actor = unit
    position.target = target
    position.dice = dice_of(position, unit, target)
    position.dealt = 0
    if position.journal is not None:
        position.journal.note("attacks", (*position.as_fact(unit), *position.as_fact(target)))
    position.roll(ATTACK)


def dice_of(position: Position, unit: i64, target: i64) -> i64:
    """CH-37, CH-47, CH-A29, CH-A39: Strength, one die fewer against a Force Field, but at least one."""
    strength = position.forces.strength[position.kind_of(unit)]
    return max(strength - 1, 1) if has_force_field(position, target) else strength


def has_force_field(position: Position, target: i64) -> bool:
    """CH-47, CH-A29: whether a friend with a Force Field, or the target itself, is in the target's zone."""
    side = side_of(target)
    if position.forces.has_force_field[side] == 0:
        return False
    zone = where(position.units[target])
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if where(position.units[unit]) == zone and position.forces.abilities[position.kind_of(unit)] & FORCE_FIELD:
            return True
    return False


def success_faces(position: Position, side: i64) -> i64:
    """CH-37, CH-38, CH-45, CH-A16: how many faces of a die succeed against a side; only the 6 under Chaotic Visions."""
    return 1 if position.has_visions(side) else NUMBERS.success_faces


def health_left(position: Position, unit: i64) -> i64:
    """CH-40: how much damage takes a model out of action."""
    return position.forces.health[position.kind_of(unit)] - damage_of(position.units[unit])


def needed(position: Position) -> i64:
    """CH-39, CH-40: successes that take the target out of action."""
    damage = position.forces.damage[position.kind_of(position.actor)]
    return (health_left(position, position.target) + damage - 1) // damage


def has_extra_attack(position: Position, unit: i64) -> bool:
    """Extra Attack (CH-46): whether sixes of a model bring more dice."""
    return (position.forces.abilities[position.kind_of(unit)] & EXTRA_ATTACK) != 0


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """CH-37, CH-46: successes short of what is needed, with the sixes among them if these matter; or DOWN."""
    dice, enough = position.dice, needed(position)
    extra = has_extra_attack(position, position.actor)
    faces = success_faces(position, side_of(position.target))
    down: i64 = 0
    hits: i64
    for hits in range(dice + 1):
        if hits >= enough:
            down += ways(dice, hits) * power(faces, hits) * power(6 - faces, dice - hits)
        elif extra:
            _find_sixes(outcomes, dice, hits, faces)
        else:
            outcomes.add(hits, ways(dice, hits) * power(faces, hits) * power(6 - faces, dice - hits))
    if down:
        outcomes.add(DOWN, down)


def _find_sixes(outcomes: Outcomes, dice: i64, hits: i64, faces: i64) -> None:
    """CH-46, CH-A16: how many of the successes are natural sixes; all of them if only the 6 succeeds."""
    sixes: i64
    for sixes in range(hits + 1):
        weight = ways(dice, hits) * ways(hits, sixes) * power(faces - 1, hits - sixes) * power(6 - faces, dice - hits)
        if weight:
            outcomes.add(hits | sixes << _SIXES, weight)


def ways(whole: i64, part: i64) -> i64:
    """In how many ways `part` of `whole` dice succeed."""
    return _FACTORIAL[whole] // (_FACTORIAL[part] * _FACTORIAL[whole - part])


def power(base: i64, times: i64) -> i64:
    """`base` to the power of `times`."""
    found: i64 = 1
    while times > 0:
        found *= base
        times -= 1
    return found


def outcome_of(position: Position, faces: list[int]) -> i64:
    """CH-37, CH-46: what real dice mean."""
    least = 7 - success_faces(position, side_of(position.target))
    hits: i64 = 0
    sixes: i64 = 0
    for face in faces:
        hits += 1 if face >= least else 0
        sixes += 1 if face == 6 else 0
    if hits >= needed(position):
        return DOWN
    return hits | sixes << _SIXES if has_extra_attack(position, position.actor) else hits


def successes_of(outcome: i64) -> i64:
    """The successes of a result that is not DOWN."""
    return outcome & 15


def sixes_of(outcome: i64) -> i64:
    """CH-46: the extra dice of a result that is not DOWN."""
    return outcome >> _SIXES


def land(position: Position, outcome: i64) -> bool:
    """CH-39, CH-40, CH-46: damage lands; returns whether more dice follow in the same attack."""
    target = position.target
    if outcome == DOWN:
        take_out(position, target, position.side)
        return False
    damage = successes_of(outcome) * position.forces.damage[position.kind_of(position.actor)]
    position.units[target] += damage * ONE_DAMAGE
    position.dealt += damage
    position.dice = sixes_of(outcome)
    if position.journal is not None:
        position.journal.note("damaged", (*position.as_fact(target), damage))
    return position.dice > 0


def take_out(position: Position, unit: i64, side: i64) -> None:
    """CH-40, CH-29, CH-A19, CH-A20: a model is out of action; the cost of an enemy's model counts for the side."""
    if position.journal is not None:
        position.journal.note("out", position.as_fact(unit))
    if side != side_of(unit):
        position.tally[TAKEN + side] += position.forces.cost[position.kind_of(unit)]
    remove(position, unit)


def remove(position: Position, unit: i64) -> None:
    """CH-40, CH-A40: a model leaves the field for good; only its type is remembered."""
    position.put(unit, GONE)
    position.units[unit] &= 7 << PLACE
