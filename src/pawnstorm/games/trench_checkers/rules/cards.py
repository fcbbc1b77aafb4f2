"""Cards: which seat may be asked in which window, and what each card does (TC-55 to TC-66).

Whether a seat is asked depends only on what everybody can see: its hand is not empty, and a suitable card may still be
hidden somewhere (`publicly_playable`). So being asked betrays nothing. What the seat may then play depends on its hand
(`find_card_orders`), and `play_card` carries it out.

Rules look at the effect of a card (`laws.effect`), not at its kind, because several kinds may share one effect. Combat
counts Napalm, Machine-Gun Nest and Suicide Mission (`rules/combat.py`); `rules/casualties.py` has Field Medic.
"""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    BACK_FROM_LEAVE,
    CAPTURED_ARMS,
    FIELD_GLASSES,
    FIELD_MEDIC,
    FIELD_PROMOTION,
    MACHINE_GUN_NEST,
    NAPALM,
    OVER_THE_TOP,
    STUN_GRENADE,
    SUICIDE_MISSION,
)
from pawnstorm.games.trench_checkers.pieces.field import EMPTY, UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO, COMMANDO_BIT, SOLDIER, SOLDIER_BITS
from pawnstorm.games.trench_checkers.rules.casualties import field_medic
from pawnstorm.games.trench_checkers.rules.combat import air_strike, company_of, field_glasses_kinds, has_attack
from pawnstorm.games.trench_checkers.rules.movement import has_rested_step
from pawnstorm.games.trench_checkers.state import (
    AFTER_ATTACK,
    AFTER_DICE,
    ASLEEP,
    ATTACK,
    BEFORE_ATTACKS,
    BEFORE_DICE,
    BEFORE_REMOVAL,
    DOOMED,
    EXTRA_MOVES,
    FALLEN_SOLDIERS,
    HAND_KINDS,
    HAND_SIZE,
    MOVE,
    MOVES_OVER,
    NOWHERE,
    PLAY_CARD,
    PLAYED_IN_COMBAT,
    PLAYED_IN_WINDOW,
    REROLL,
    ROUND_START,
    SKIP,
    SKIPS_THIS,
    SOLDIERS,
    STUNNED,
    SUICIDE_KIND,
    Position,
    card_of,
    includes,
    landing_of,
    of,
    pack,
    unit_at,
    whom_of,
)
from pawnstorm.kit.bits import bit


def publicly_playable(position: Position, seat: i64) -> i64:
    """The kinds that a seat might play now, as far as everybody can see, as bits."""
    per_seat = position.per_seat
    if per_seat[of(seat, HAND_SIZE)] == 0 or (position.laws.one_card and per_seat[of(seat, PLAYED_IN_WINDOW)]):
        return 0
    return _kinds_for_moment(position, seat) & position.hidden_kinds


def _kinds_for_moment(position: Position, seat: i64) -> i64:
    """TC-A36, TC-A45: the kinds that the present moment and the board allow."""
    per_seat, kinds = position.per_seat, position.laws.with_effect
    phase = position.phase
    if phase == BEFORE_DICE:
        before_dice = kinds[NAPALM] | kinds[SUICIDE_MISSION]
        if seat == position.side:
            before_dice |= kinds[MACHINE_GUN_NEST]
        return before_dice & ~per_seat[of(seat, PLAYED_IN_COMBAT)]
    if phase == AFTER_DICE:
        return field_glasses_kinds(position, seat)
    if phase == BEFORE_REMOVAL:
        return kinds[FIELD_MEDIC] & ~per_seat[of(seat, PLAYED_IN_COMBAT)] if per_seat[of(seat, DOOMED)] else 0
    if per_seat[of(seat, SKIP)] == SKIPS_THIS:
        return 0
    if phase in (MOVE, MOVES_OVER):
        return _movement_kinds(position, seat)
    if phase == ROUND_START:
        return kinds[FIELD_PROMOTION] if per_seat[of(seat, SOLDIERS)] else 0
    if phase == BEFORE_ATTACKS:
        return 0 if per_seat[of(1 - seat, STUNNED)] else kinds[STUN_GRENADE]
    if phase == ATTACK:
        return _air_strike_kinds(position)
    if phase == AFTER_ATTACK:
        return (
            kinds[CAPTURED_ARMS] if has_attack(position) or _air_strike_kinds(position) & position.hidden_kinds else 0
        )
    return 0


def _movement_kinds(position: Position, seat: i64) -> i64:
    """TC-59, TC-66, TC-A43: Back from Leave at any time in one's movement, Over the Top after the last move."""
    kinds: i64 = 0
    if position.per_seat[of(seat, FALLEN_SOLDIERS)] and position.crossing == NOWHERE and _free_rear(position, seat):
        kinds = position.laws.with_effect[BACK_FROM_LEAVE]
    if position.phase == MOVES_OVER and has_rested_step(position):
        kinds |= position.laws.with_effect[OVER_THE_TOP]
    return kinds


def _free_rear(position: Position, seat: i64) -> bool:
    """TC-M3: whether the rear trench has an empty tile."""
    for cell in position.laws.rear[seat]:
        if position.board[cell] == EMPTY:
            return True
    return False


def _air_strike_kinds(position: Position) -> i64:
    """TC-60, TC-A44: the kinds of Air Strike, unless this phase has had one."""
    return 0 if position.air_strike_made else position.laws.with_effect[AIR_STRIKE]


def find_card_orders(position: Position, seat: i64, moves: Moves) -> None:
    """Every way in which a seat may play a card of its hand now."""
    if position.per_seat[of(seat, HAND_SIZE)] == 0:
        return
    kinds = position.per_seat[of(seat, HAND_KINDS)]
    if kinds == 0:
        return
    kinds &= publicly_playable(position, seat)
    card: i64
    for card in range(position.laws.kinds):
        if kinds >> card & 1:
            _find_uses(position, seat, card, moves)


def _find_uses(position: Position, seat: i64, card: i64, moves: Moves) -> None:
    """Every piece or tile that a card may be played for; a card that needs none is one order."""
    effect = position.laws.effect[card]
    if effect == FIELD_MEDIC:
        _find_pieces(position.per_seat[of(seat, DOOMED)], card, moves)
    elif effect == SUICIDE_MISSION:
        company = company_of(position, seat)
        # TC-64: a Commando cannot be named while it has company.
        _find_pieces(company if company == COMMANDO_BIT else company & ~COMMANDO_BIT, card, moves)
    elif effect == BACK_FROM_LEAVE:
        for cell in position.laws.rear[seat]:
            if position.board[cell] == EMPTY:
                moves.add(pack(PLAY_CARD, landing=cell, card=card))
    elif effect == FIELD_PROMOTION:
        for cell in position.laws.cells:
            stack = position.board[cell]
            if stack >> 6 == seat + 1 and stack & SOLDIER_BITS:
                moves.add(pack(PLAY_CARD, landing=cell, card=card))
    elif effect == AIR_STRIKE:
        for cell in position.laws.cells:
            stack = position.board[cell]
            if stack >> 6 == 2 - seat and not stack & ASLEEP:
                moves.add(pack(PLAY_CARD, landing=cell, card=card))
    elif effect != CAPTURED_ARMS or _has_more_to_attack(position, seat):
        moves.add(pack(PLAY_CARD, card=card))


def _has_more_to_attack(position: Position, seat: i64) -> bool:
    """TC-57: whether Captured Arms would lead to an attack, or to an Air Strike of the seat's own hand."""
    return has_attack(position) or position.per_seat[of(seat, HAND_KINDS)] & _air_strike_kinds(position) != 0


def _find_pieces(company: i64, card: i64, moves: Moves) -> None:
    kind: i64
    for kind in range(SOLDIER, COMMANDO + 1):
        if includes(company, kind):
            moves.add(pack(PLAY_CARD, whom=kind, card=card))


def play_card(position: Position, move: i64) -> None:
    """TC-55, TC-A38: lay a card face up and carry out its effect."""
    seat = position.to_act
    card = card_of(move)
    position.spend_card(seat, card)
    position.per_seat[of(seat, PLAYED_IN_WINDOW)] += 1
    position.passes = 0
    if position.journal is not None:
        position.tell("card", (seat, card, landing_of(move), whom_of(move)))
    effect = position.laws.effect[card]
    if position.laws.once_in_combat >> card & 1:
        position.per_seat[of(seat, PLAYED_IN_COMBAT)] |= bit(card)
        _use_in_combat(position, seat, effect, whom_of(move))
    elif effect == AIR_STRIKE:
        air_strike(position, landing_of(move), _strike_number(position, card))
    elif effect == STUN_GRENADE:
        position.per_seat[of(1 - seat, STUNNED)] = 1
    elif effect == OVER_THE_TOP:
        _over_the_top(position, position.laws.number[card])
    elif effect == BACK_FROM_LEAVE:
        _back_from_leave(position, seat, landing_of(move))
    elif effect == FIELD_PROMOTION:
        _field_promotion(position, seat, landing_of(move))
    else:
        _captured_arms(position, seat)


def _use_in_combat(position: Position, seat: i64, effect: i64, kind: i64) -> None:
    """TC-56, TC-62 to TC-65: cards of a combat; Napalm and Machine-Gun Nest need no more, `combat` counts them."""
    if effect == FIELD_MEDIC:
        field_medic(position, seat, kind)
    elif effect == SUICIDE_MISSION:
        position.per_seat[of(seat, SUICIDE_KIND)] = kind
    elif effect == FIELD_GLASSES:
        position.phase = REROLL


def _strike_number(position: Position, card: i64) -> i64:
    """TC-60: which Air Strike a card is, counted from 1 among the kinds with this effect."""
    number: i64 = 0
    kind: i64
    for kind in range(card + 1):
        if position.laws.effect[kind] == AIR_STRIKE:
            number += 1
    return number


def _captured_arms(position: Position, seat: i64) -> None:
    """TC-57, TC-A49: Captured Arms: the seat may attack again."""
    position.phase = ATTACK
    position.per_seat[of(seat, PLAYED_IN_WINDOW)] = 0


def _over_the_top(position: Position, moves: i64) -> None:
    """TC-59, TC-A43: Over the Top: more moves, for pieces that have not moved yet."""
    position.phase = EXTRA_MOVES
    position.moves_left = moves


def _back_from_leave(position: Position, seat: i64, cell: i64) -> None:
    """TC-66, TC-M3: Back from Leave: a Soldier that died as a Soldier returns and counts as not having moved."""
    unit: i64
    for unit in range(UNITS):
        if position.units[seat * UNITS + unit] == SOLDIER:
            position.moved &= ~bit(unit)
            position.per_seat[of(seat, FALLEN_SOLDIERS)] -= 1
            position.stand(seat * UNITS + unit, SOLDIER, cell)
            position.mark_progress()
            return


def _field_promotion(position: Position, seat: i64, cell: i64) -> None:
    """TC-61: Field Promotion: a Soldier becomes a Veteran on its tile, whatever other pieces are there."""
    unit: i64
    for unit in range(seat * UNITS, (seat + 1) * UNITS):
        if position.units[unit] == unit_at(cell, SOLDIER):
            position.promote(unit)
            if position.journal is not None:
                position.tell("promoted", (seat, cell, 1))
            return
