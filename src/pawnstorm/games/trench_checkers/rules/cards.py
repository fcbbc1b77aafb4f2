"""Cards: who may be asked in which window, and what each card does (TC-55 to TC-66).

Whether a seat is asked follows from what everybody can see: its hand is not empty, and somewhere a fitting card may
still be hidden. So being asked betrays nothing. What a seat may then play depends on its hand.
"""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.trench_checkers.pieces.cards import (
    ARMS,
    GLASSES,
    GUN,
    KINDS,
    LEAVE,
    MEDIC,
    NAPALM,
    PROMOTION,
    STRIKE,
    STUN,
    SUICIDE,
    TOP,
)
from pawnstorm.games.trench_checkers.pieces.field import EMPTY, UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO, LEADER, SOLDIER
from pawnstorm.games.trench_checkers.pieces.kinds import SOLDIERS as SOLDIER_BITS
from pawnstorm.games.trench_checkers.rules.casualties import save
from pawnstorm.games.trench_checkers.rules.combat import call_strike, company_of, has_attack, may_review
from pawnstorm.games.trench_checkers.rules.movement import MOVES, has_step
from pawnstorm.games.trench_checkers.state import (
    ASLEEP,
    ATTACK,
    BRACE,
    DOOMED,
    FALLEN,
    FOLLOW,
    HELD,
    HOLD,
    LULL,
    MOVE,
    MUSTER,
    NAMED,
    NOWHERE,
    PLAY,
    PUSH,
    REGROUP,
    REROLL,
    RESCUE,
    REVIEW,
    SKIP,
    SOLDIERS,
    STUNNED,
    TABLED,
    USED,
    Position,
    card_of,
    landing_of,
    of,
    pack,
    takes,
    unit_at,
    whom_of,
)
from pawnstorm.kit.bits import bit

_IN_COMBAT: Final = 1 << GUN | 1 << NAPALM | 1 << SUICIDE | 1 << GLASSES | 1 << MEDIC
"""TC-A47: the kinds that a player plays at most once in a combat."""


def askable(position: Position, seat: i64) -> i64:
    """The kinds that, for all the table can see, a seat might play now, as bits."""
    own = position.own
    if own[of(seat, HELD)] == 0 or (position.laws.one_card and own[of(seat, TABLED)]):
        return 0
    return _window(position, seat) & position.live


def _window(position: Position, seat: i64) -> i64:
    """TC-A36, TC-A45: the kinds that fit the present moment and the board."""
    own = position.own
    phase = position.phase
    if phase == BRACE:
        kinds: i64 = 1 << NAPALM | 1 << SUICIDE
        if seat == position.side:
            kinds |= 1 << GUN
        return kinds & ~own[of(seat, USED)]
    if phase == REVIEW:
        return 1 << GLASSES if may_review(position, seat) else 0
    if phase == RESCUE:
        return bit(MEDIC) & ~own[of(seat, USED)] if own[of(seat, DOOMED)] else 0
    if own[of(seat, SKIP)] == 2:
        return 0
    if phase in (MOVE, REGROUP):
        return _movement_window(position, seat)
    if phase == MUSTER:
        return 1 << PROMOTION if own[of(seat, SOLDIERS)] else 0
    if phase == LULL:
        return 0 if own[of(1 - seat, STUNNED)] else 1 << STUN
    if phase == ATTACK:
        return _strike_window(position)
    if phase == FOLLOW:
        return 1 << ARMS if has_attack(position) or _strike_window(position) & position.live else 0
    return 0


def _movement_window(position: Position, seat: i64) -> i64:
    """TC-59, TC-66, TC-A43: Back from Leave at any time of one's moves, Over the Top once they are over."""
    kinds: i64 = 0
    if position.own[of(seat, FALLEN)] and position.crossing == NOWHERE and _free_rear(position, seat):
        kinds = 1 << LEAVE
    if position.phase == REGROUP and _can_push(position):
        kinds |= 1 << TOP
    return kinds


def _free_rear(position: Position, seat: i64) -> bool:
    """TC-M3: whether the rear trench has an empty tile."""
    for cell in position.laws.rear[seat]:
        if position.board[cell] == EMPTY:
            return True
    return False


def _can_push(position: Position) -> bool:
    """TC-A43: whether a piece that has not moved yet could."""
    position.phase = PUSH
    found = has_step(position)
    position.phase = REGROUP
    return found


def _strike_window(position: Position) -> i64:
    """TC-60, TC-A44: one Air Strike in a phase."""
    return 0 if position.struck else 1 << STRIKE


def find_cards(position: Position, seat: i64, moves: Moves) -> None:
    """Every way in which a seat may play a card of its hand now."""
    if position.own[of(seat, HELD)] == 0:
        return
    kinds = position.own[of(seat, HOLD)]
    if kinds == 0:
        return
    kinds &= askable(position, seat)
    card: i64
    for card in range(KINDS):
        if kinds >> card & 1:
            _find_uses(position, seat, card, moves)


def _find_uses(position: Position, seat: i64, card: i64, moves: Moves) -> None:
    if card == MEDIC:
        _find_kinds(position.own[of(seat, DOOMED)], MEDIC, moves)
    elif card == SUICIDE:
        company = company_of(position, seat)
        # TC-64: a Commando cannot be named while it has company.
        _find_kinds(company if company == LEADER else company & ~LEADER, SUICIDE, moves)
    elif card == LEAVE:
        for cell in position.laws.rear[seat]:
            if position.board[cell] == EMPTY:
                moves.add(pack(PLAY, landing=cell, card=LEAVE))
    elif card == PROMOTION:
        for cell in position.laws.cells:
            stack = position.board[cell]
            if stack >> 6 == seat + 1 and stack & SOLDIER_BITS:
                moves.add(pack(PLAY, landing=cell, card=PROMOTION))
    elif card == STRIKE:
        for cell in position.laws.cells:
            stack = position.board[cell]
            if stack >> 6 == 2 - seat and not stack & ASLEEP:
                moves.add(pack(PLAY, landing=cell, card=STRIKE))
    elif card != ARMS or has_attack(position) or position.own[of(seat, HOLD)] & _strike_window(position):
        moves.add(pack(PLAY, card=card))


def _find_kinds(company: i64, card: i64, moves: Moves) -> None:
    kind: i64
    for kind in range(SOLDIER, COMMANDO + 1):
        if takes(company, kind):
            moves.add(pack(PLAY, whom=kind, card=card))


def use(position: Position, move: i64) -> None:
    """TC-55, TC-A38: lay a card face up and do what it says."""
    seat = position.to_act
    card = card_of(move)
    position.spend_card(seat, card)
    position.own[of(seat, TABLED)] += 1
    position.passes = 0
    if position.journal is not None:
        position.tell("card", (seat, card, landing_of(move), whom_of(move)))
    if _IN_COMBAT >> card & 1:
        position.own[of(seat, USED)] |= bit(card)
        _use_in_combat(position, seat, card, whom_of(move))
    elif card == STRIKE:
        call_strike(position, landing_of(move))
    elif card == STUN:
        position.own[of(1 - seat, STUNNED)] = 1
    elif card == TOP:
        position.phase = PUSH
        position.moves_left = MOVES
    elif card == LEAVE:
        _return(position, seat, landing_of(move))
    elif card == PROMOTION:
        _promote(position, seat, landing_of(move))
    else:
        position.phase = ATTACK
        position.own[of(seat, TABLED)] = 0


def _use_in_combat(position: Position, seat: i64, card: i64, kind: i64) -> None:
    """TC-56, TC-62 to TC-65: Napalm and Machine-Gun Nest only need to lie there."""
    if card == MEDIC:
        save(position, seat, kind)
    elif card == SUICIDE:
        position.own[of(seat, NAMED)] = kind
    elif card == GLASSES:
        position.phase = REROLL


def _return(position: Position, seat: i64, cell: i64) -> None:
    """TC-66, TC-M3: a Soldier that died as a Soldier comes back, and counts as not having moved."""
    unit: i64
    for unit in range(UNITS):
        if position.units[seat * UNITS + unit] == SOLDIER:
            position.moved &= ~bit(unit)
            position.own[of(seat, FALLEN)] -= 1
            position.stand(seat * UNITS + unit, SOLDIER, cell)
            position.mark_progress()
            return


def _promote(position: Position, seat: i64, cell: i64) -> None:
    """TC-61: a Soldier becomes a Veteran where it stands, whoever stands beside it."""
    unit: i64
    for unit in range(seat * UNITS, (seat + 1) * UNITS):
        if position.units[unit] == unit_at(cell, SOLDIER):
            position.promote(unit)
            if position.journal is not None:
                position.tell("promoted", (seat, cell, 1))
            return
