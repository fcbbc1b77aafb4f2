"""Special Ability Actions: what a model may do instead of moving or attacking (CH-35, CH-45 to CH-53)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.ch35s.pieces import BOMB, COMMAND, EXPLODE, NUMBERS, PUSH, TELEPORT, VISIONS
from pawnstorm.games.ch35s.rules.board import distance, next_to
from pawnstorm.games.ch35s.rules.rounds import can_act, end_action
from pawnstorm.games.ch35s.state import (
    AFTER_ZONES,
    BOMBS,
    CASTS_VISIONS,
    COMMANDING,
    DROPS,
    EXPLODES,
    FIRST_ZONE,
    HAS_COMMANDED,
    PUSHES,
    RESERVE,
    TELEPORTS,
    UNITS,
    WAS_COMMANDED,
    Position,
    enemy_of,
    pack,
    side_of,
    where,
)
from pawnstorm.kit.bits import bit


def find_abilities(position: Position, unit: i64, abilities: i64, moves: Moves) -> None:
    """CH-35, CH-A36: every use of a model's abilities that does something."""
    if abilities & VISIONS:
        moves.add(pack(CASTS_VISIONS, unit))
    if abilities & TELEPORT:
        _find_teleports(position, unit, moves)
    if abilities & PUSH:
        _find_pushes(position, unit, moves)
    if abilities & BOMB:
        _find_bombs(position, unit, moves)
    if abilities & EXPLODE:
        moves.add(pack(EXPLODES, unit))
    if abilities & COMMAND and position.granted == 0:
        _find_commands(position, unit, moves)


def _find_teleports(position: Position, unit: i64, moves: Moves) -> None:
    """Teleportation (CH-52, CH-A36): this model or a friend in its zone, to any other zone."""
    units = position.units
    here = where(units[unit])
    friend: i64
    zone: i64
    for friend in range(side_of(unit) * UNITS, position.end_of(side_of(unit))):
        if where(units[friend]) == here and (friend == unit or _is_separate_choice(position, friend, unit)):
            for zone in range(FIRST_ZONE, AFTER_ZONES):
                if zone != here:
                    moves.add(pack(TELEPORTS, unit, friend, zone))


def _is_separate_choice(position: Position, friend: i64, unit: i64) -> bool:
    """Whether sending a friend differs from sending an earlier one, or the model that acts.

    Two equal models differ as soon as one has acted, if actions are counted (CH-A9).
    """
    units = position.units
    same = units[friend] == units[unit] and position.laws.cap == 0
    return not same and not _is_earlier_twin(position, friend, unit)


def _find_pushes(position: Position, unit: i64, moves: Moves) -> None:
    """Force Push (CH-48, CH-A36): another model in this zone or next to it, friend or enemy, goes one zone."""
    friends, enemies = side_of(unit), enemy_of(unit)
    other: i64
    for other in range(friends * UNITS, position.end_of(friends)):
        if other != unit and not _is_earlier_twin(position, other, unit):
            _find_push(position, unit, other, moves)
    for other in range(enemies * UNITS, position.end_of(enemies)):
        if not position.is_twin(other):
            _find_push(position, unit, other, moves)


def _is_earlier_twin(position: Position, other: i64, unit: i64) -> bool:
    """Whether an earlier friend, other than the model that acts, equals this one."""
    units = position.units
    earlier: i64
    for earlier in range(side_of(unit) * UNITS, other):
        if earlier != unit and units[earlier] == units[other]:
            return True
    return False


def _find_push(position: Position, unit: i64, other: i64, moves: Moves) -> None:
    zone = where(position.units[other])
    if distance(where(position.units[unit]), zone) > 1:
        return
    zones = next_to(bit(zone))
    to: i64
    for to in range(FIRST_ZONE, AFTER_ZONES):
        if zones >> to & 1:
            moves.add(pack(PUSHES, unit, other, to))


def _find_bombs(position: Position, unit: i64, moves: Moves) -> None:
    """Hard Light Bomb (CH-53, CH-A36): a zone near enough that holds an enemy."""
    here = where(position.units[unit])
    reach = position.forces.bomb_range[position.kind_of(unit)]
    zone: i64
    for zone in range(FIRST_ZONE, AFTER_ZONES):
        if distance(here, zone) <= reach and position.number_in(enemy_of(unit), zone):
            moves.add(pack(BOMBS, unit, zone=zone))


def _find_commands(position: Position, unit: i64, moves: Moves) -> None:
    """Mental Command (CH-49, CH-A41): a friend in this zone or next to it that has had no command this round."""
    if position.units[unit] & HAS_COMMANDED:
        return
    other: i64
    for other in range(side_of(unit) * UNITS, position.end_of(side_of(unit))):
        if other != unit and may_obey(position, unit, other) and not _is_earlier_twin(position, other, unit):
            moves.add(pack(COMMANDING, unit, other))


def may_obey(position: Position, unit: i64, other: i64) -> bool:
    """CH-49, CH-A36: whether a friend may be commanded by a model."""
    word = position.units[other]
    near = distance(where(position.units[unit]), where(word)) <= 1
    return near and not word & WAS_COMMANDED and can_act(position, other)


def find_reinforcements(position: Position, moves: Moves) -> None:
    """Reinforcement (CH-51): every type in reserve, into any zone."""
    side = position.side
    if position.number_in(side, RESERVE) == 0:
        return
    unit: i64
    zone: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if where(position.units[unit]) == RESERVE and not position.is_twin(unit):
            for zone in range(FIRST_ZONE, AFTER_ZONES):
                moves.add(pack(DROPS, unit, zone=zone))


def place(position: Position, unit: i64, other: i64, zone: i64, what: i64) -> None:
    """Force Push, Reinforcement, Teleportation (CH-48, CH-51, CH-52): a model is put into a zone, which is no move."""
    if position.journal is not None:
        note = "teleports" if what == TELEPORTS else "pushes" if what == PUSHES else "drops"
        position.journal.note(note, (*position.as_fact(unit), *position.as_fact(other), zone))
    position.put(other, zone)
    end_action(position)


def chaotic_visions(position: Position, unit: i64) -> None:
    """Chaotic Visions (CH-45, CH-A28): from now on only sixes hit this side."""
    if position.journal is not None:
        position.journal.note("visions", position.as_fact(unit))
    position.visions |= bit(position.side)
    end_action(position)


def mental_command(position: Position, unit: i64, other: i64) -> None:
    """Mental Command (CH-49, CH-A27, CH-A41): another model takes granted actions at once."""
    if position.journal is not None:
        position.journal.note("commands", (*position.as_fact(unit), *position.as_fact(other)))
    position.units[unit] |= HAS_COMMANDED
    position.units[other] |= WAS_COMMANDED
    position.granted = NUMBERS.granted_actions
    position.commanded = other
    end_action(position)
