"""Playing: every order and every roll is passed to its chapter (CH-23, CH-31, CH-A9, CH-A32, CH-A33)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.ch35s.pieces import ACTIVE
from pawnstorm.games.ch35s.rules import abilities, army, attacking, blasts, moving, setup
from pawnstorm.games.ch35s.rules.rounds import end_action, land_initiative, lead_of, next_turn, spend
from pawnstorm.games.ch35s.state import (
    ATTACK,
    AUTO,
    BLAST,
    BOMBS,
    CASTS_VISIONS,
    COMMANDING,
    DECLINE,
    DEPLOY,
    DRAFT,
    DROPS,
    EXPLODES,
    FREE_STRIKE,
    GO,
    GRANTED,
    HALT,
    HOLD,
    INITIATIVE,
    KEEP,
    OBJECTIVE,
    ONE_ACT,
    PASS,
    PUT,
    RESERVE,
    SHOOT,
    STEP,
    STOP,
    STRIDE,
    TURN,
    UNITS,
    ZONES,
    Position,
    actor_of,
    acts_of,
    pack,
    target_of,
    what_of,
    where,
    zone_of,
)


def find_legal(position: Position, moves: Moves) -> None:
    """Every order that is legal now."""
    phase = position.phase
    if position.to_act < 0:
        return
    if phase == TURN:
        _find_turn(position, moves)
    elif phase == GRANTED:
        find_actions(position, position.commanded, _stops(position), moves)
        moves.add(pack(DECLINE))
    elif phase == FREE_STRIKE:
        moving.find_quick_strikes(position, moves)
    elif phase == STRIDE:
        moving.find_strides(position, moves)
    elif phase == DEPLOY:
        setup.find_places(position, moves)
    elif phase == DRAFT:
        army.find_choices(position, moves)


def _stops(position: Position) -> i64:
    return moving.zones_with(position, 1 - position.side)


def _find_turn(position: Position, moves: Moves) -> None:
    """CH-23, CH-31, CH-A8, CH-A32: an action of any model, or holding; after the first action also stopping."""
    units, cap = position.units, position.laws.cap
    stops = _stops(position)
    unit: i64
    for unit in range(position.side * UNITS, position.end_of(position.side)):
        word = units[unit]
        if 1 <= where(word) <= ZONES and (cap == 0 or acts_of(word) < cap) and not position.is_twin(unit):
            find_actions(position, unit, stops, moves)
    abilities.find_reinforcements(position, moves)
    moves.add(pack(HOLD))
    if position.acted:
        moves.add(pack(STOP))


def find_actions(position: Position, unit: i64, stops: i64, moves: Moves) -> None:
    """CH-31: moves, attacks and abilities of one model."""
    kind = position.kind_of(unit)
    moving.find_moves(position, unit, kind, stops, moves)
    attacking.find_targets(position, unit, moves)
    active = position.forces.abilities[kind] & ACTIVE
    if active:
        abilities.find_abilities(position, unit, active, moves)


def play(position: Position, move: i64) -> None:
    """CH-23: carry out one order; an action uses up one of the round or a granted one."""
    what, unit = what_of(move), actor_of(move)
    if what <= HOLD or (what == STEP and position.phase != STRIDE):
        _use_action(position, what, unit)
    if what == GO:
        moving.go(position, unit, zone_of(move))
    elif what == SHOOT:
        _strike(position, unit, target_of(move))
    elif what <= DROPS:
        _play_ability(position, what, unit, move)
    else:
        _play_other(position, what, unit, move)


def _use_action(position: Position, what: i64, unit: i64) -> None:
    """CH-24, CH-A27, CH-A33: an action of the round, or a granted one; a free strike uses neither."""
    if position.phase == TURN:
        spend(position)
    elif position.phase == GRANTED:
        position.granted -= 1
    else:
        return
    if position.laws.cap and what != HOLD:
        position.units[unit] += ONE_ACT


def _strike(position: Position, unit: i64, target: i64) -> None:
    position.struck = 1
    attacking.attack(position, unit, target)


def _play_ability(position: Position, what: i64, unit: i64, move: i64) -> None:
    if what == BOMBS:
        blasts.hard_light_bomb(position, unit, zone_of(move))
    elif what == EXPLODES:
        if not blasts.self_explosion(position, unit):
            end_action(position)
    elif what == CASTS_VISIONS:
        abilities.chaotic_visions(position, unit)
    elif what == COMMANDING:
        abilities.mental_command(position, unit, target_of(move))
    else:
        other = unit if what == DROPS else target_of(move)
        abilities.place(position, unit, other, zone_of(move), what)


def _play_other(position: Position, what: i64, unit: i64, move: i64) -> None:
    if what == STEP:
        if position.phase == STRIDE:
            moving.step(position, zone_of(move))
        else:
            moving.start_stride(position, unit, zone_of(move))
    elif what in (HOLD, PASS, HALT):
        _note(position, what)
        end_action(position)
    elif what == STOP:
        _note(position, what)
        next_turn(position)
    elif what == DECLINE:
        _note(position, what)
        position.granted -= 1
        end_action(position)
    elif what in (PUT, KEEP):
        setup.deploy(position, unit, RESERVE if what == KEEP else zone_of(move))
    elif what == AUTO:
        setup.deploy_rest(position)
    else:
        army.choose(position, move)


def _note(position: Position, what: i64) -> None:
    if position.journal is not None:
        position.journal.note("word", (position.side, what))


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """Every distinct result of the dice."""
    phase = position.phase
    if phase == ATTACK:
        attacking.find_outcomes(position, outcomes)
    elif phase == BLAST:
        blasts.find_outcomes(position, outcomes)
    elif phase == OBJECTIVE:
        setup.find_objectives(position, outcomes)
    else:
        setup.find_higher(outcomes, lead_of(position) if phase == INITIATIVE else 0)


def outcome_of(position: Position, faces: list[int]) -> i64:
    """The result that real dice give."""
    phase = position.phase
    if phase == ATTACK:
        return attacking.outcome_of(position, faces)
    if phase == BLAST:
        return blasts.outcome_of(position, faces)
    if phase == OBJECTIVE:
        return setup.objective_of(position, faces[0])
    return setup.higher_of(faces, lead_of(position) if phase == INITIATIVE else 0)


def land(position: Position, outcome: i64) -> None:
    """Carry out a result."""
    phase = position.phase
    if phase == ATTACK:
        if not attacking.land(position, outcome):
            _end_attack(position)
    elif phase == BLAST:
        if not blasts.land(position, outcome):
            position.hurt = position.fallen = position.own_fallen = position.dice = 0
            end_action(position)
    elif phase == OBJECTIVE:
        setup.land_objective(position, outcome)
    elif phase == INITIATIVE:
        land_initiative(position, outcome)
    else:
        setup.land_attacker(position, outcome)


def _end_attack(position: Position) -> None:
    """CH-50, CH-A37: after a strike during a move the model continues its move."""
    position.dice = position.dealt = 0
    position.target = -1
    if position.steps:
        moving.pause(position)
    else:
        end_action(position)
