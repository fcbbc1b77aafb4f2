"""The Attack Action: targets, dice, damage (CH-36 to CH-42, CH-45 to CH-47, CH-A13 to CH-A16, CH-A29, CH-A39)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.ch35s.pieces import EXTRA, FIELD
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

SUCCESS: Final = 5
"""CH-37: from this face on a die succeeds."""
_FACTORIAL: Final = vec[i64]([1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600])
_SIXES: Final = 4
"""Where the sixes stand in a result, above the successes."""


def find_targets(position: Position, unit: i64, moves: Moves) -> None:
    """CH-36, CH-A13, CH-A14: every enemy model within Range, equal ones once."""
    units, enemies = position.units, enemy_of(unit)
    here, reach = where(units[unit]), position.forces.range[position.kind_of(unit)]
    enemy: i64
    for enemy in range(enemies * UNITS, position.end_of(enemies)):
        if distance(here, where(units[enemy])) <= reach and not position.is_twin(enemy):
            moves.add(pack(SHOOT, unit, enemy))


def has_target(position: Position, unit: i64) -> bool:
    """CH-36: whether anybody is within Range."""
    units, enemies = position.units, enemy_of(unit)
    here, reach = where(units[unit]), position.forces.range[position.kind_of(unit)]
    enemy: i64
    for enemy in range(enemies * UNITS, position.end_of(enemies)):
        if distance(here, where(units[enemy])) <= reach:
            return True
    return False


def attack(position: Position, unit: i64, target: i64) -> None:
    """CH-36, CH-37: an attack is declared, and its dice go out."""
    position.actor = unit
    position.target = target
    position.dice = dice_of(position, unit, target)
    position.dealt = 0
    if position.journal is not None:
        position.journal.note("attacks", (*position.named(unit), *position.named(target)))
    position.roll(ATTACK)


def dice_of(position: Position, unit: i64, target: i64) -> i64:
    """CH-37, CH-47, CH-A29, CH-A39: Strength, one fewer under a Force Field, but at least one."""
    strength = position.forces.strength[position.kind_of(unit)]
    return max(strength - 1, 1) if has_force_field(position, target) else strength


def has_force_field(position: Position, target: i64) -> bool:
    """CH-47, CH-A29: whether a friend with a Force Field, or the target itself, is in the target's zone."""
    side = side_of(target)
    if position.forces.fields[side] == 0:
        return False
    zone = where(position.units[target])
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if where(position.units[unit]) == zone and position.forces.abilities[position.kind_of(unit)] & FIELD:
            return True
    return False


def successes_on(position: Position) -> i64:
    """CH-37, CH-38, CH-45, CH-A16: how many faces of a die succeed: 5 and 6, or under Chaotic Visions only the 6."""
    return 1 if position.has_seen(side_of(position.target)) else 2


def health_left(position: Position, unit: i64) -> i64:
    """CH-40: how much damage takes a model out of action."""
    return position.forces.health[position.kind_of(unit)] - damage_of(position.units[unit])


def needed(position: Position) -> i64:
    """CH-39, CH-40: successes that take the target out of action."""
    damage = position.forces.damage[position.kind_of(position.actor)]
    return (health_left(position, position.target) + damage - 1) // damage


def has_extra_attack(position: Position) -> bool:
    """Extra Attack (CH-46): whether sixes bring more dice."""
    return (position.forces.abilities[position.kind_of(position.actor)] & EXTRA) != 0


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """CH-37, CH-46: successes short of what is needed, with the sixes among them if these matter; or DOWN."""
    dice, enough = position.dice, needed(position)
    extra = has_extra_attack(position)
    faces = successes_on(position)
    down: i64 = 0
    hits: i64
    for hits in range(dice + 1):
        if hits >= enough:
            down += ways(dice, hits) * _power(faces, hits) * _power(6 - faces, dice - hits)
        elif extra:
            _find_sixes(outcomes, dice, hits, faces)
        else:
            outcomes.add(hits, ways(dice, hits) * _power(faces, hits) * _power(6 - faces, dice - hits))
    if down:
        outcomes.add(DOWN, down)


def _find_sixes(outcomes: Outcomes, dice: i64, hits: i64, faces: i64) -> None:
    """CH-46, CH-A16: how many of the successes are natural sixes; under Chaotic Visions all of them."""
    sixes: i64
    for sixes in range(hits if faces == 1 else 0, hits + 1):
        weight = ways(dice, hits) * ways(hits, sixes) * _power(6 - faces, dice - hits)
        outcomes.add(hits | sixes << _SIXES, weight)


def ways(whole: i64, part: i64) -> i64:
    """In how many ways `part` of `whole` dice succeed."""
    return _FACTORIAL[whole] // (_FACTORIAL[part] * _FACTORIAL[whole - part])


def _power(base: i64, times: i64) -> i64:
    found: i64 = 1
    while times > 0:
        found *= base
        times -= 1
    return found


def outcome_of(position: Position, faces: list[int]) -> i64:
    """CH-37, CH-46: what real dice mean."""
    least = 7 - successes_on(position)
    hits: i64 = 0
    sixes: i64 = 0
    for face in faces:
        hits += 1 if face >= least else 0
        sixes += 1 if face == 6 else 0
    if hits >= needed(position):
        return DOWN
    return hits | sixes << _SIXES if has_extra_attack(position) else hits


def successes_of(outcome: i64) -> i64:
    """The successes of a result that is not DOWN."""
    return outcome & 15


def sixes_of(outcome: i64) -> i64:
    """CH-46: the extra dice that a result brings that is not DOWN."""
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
        position.journal.note("damaged", (*position.named(target), damage))
    return position.dice > 0


def take_out(position: Position, unit: i64, side: i64) -> None:
    """CH-40, CH-29, CH-A19, CH-A20: a model is gone; if it was an enemy's, its full cost counts for the side."""
    if position.journal is not None:
        position.journal.note("out", position.named(unit))
    if side != side_of(unit):
        position.tally[TAKEN + side] += position.forces.cost[position.kind_of(unit)]
    remove(position, unit)


def remove(position: Position, unit: i64) -> None:
    """CH-40, CH-A40: a model leaves the field for good; only its type is remembered."""
    position.put(unit, GONE)
    position.units[unit] &= 7 << PLACE
