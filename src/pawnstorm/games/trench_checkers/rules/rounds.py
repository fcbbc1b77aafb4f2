"""The round: from one decision to the next, phase by phase (TC-17 to TC-23, TC-31)."""

from mypy_extensions import i64

from pawnstorm.core.state import CHANCE
from pawnstorm.games.trench_checkers.pieces.kinds import MOVES
from pawnstorm.games.trench_checkers.rules.cards import publicly_playable
from pawnstorm.games.trench_checkers.rules.casualties import finish_combat, resolve
from pawnstorm.games.trench_checkers.rules.combat import has_attack
from pawnstorm.games.trench_checkers.rules.movement import has_step
from pawnstorm.games.trench_checkers.rules.setup import to_be_dealt
from pawnstorm.games.trench_checkers.rules.winning import count_quiet_round
from pawnstorm.games.trench_checkers.state import (
    AFTER_ATTACK,
    AFTER_DICE,
    ATTACK,
    BEFORE_ATTACKS,
    BEFORE_DICE,
    CHOOSE_FIRST,
    DEAL,
    DICE,
    EXTRA_MOVES,
    FINISHED,
    LAST_STAND,
    LOSSES,
    MOVE,
    MOVES_OVER,
    NOWHERE,
    PLAYED_IN_WINDOW,
    REROLL,
    ROLL_OFF,
    ROUND_START,
    SKIP,
    SKIPS_NEXT,
    SKIPS_THIS,
    STUNNED,
    TERRAIN,
    Position,
    of,
)


def proceed(position: Position) -> None:
    """Continue until a seat must decide, dice or the deck must answer, or the game is over."""
    while not _proceed_once(position):
        pass


def _proceed_once(position: Position) -> bool:
    """One step of the round; True if a seat, the dice or the deck must answer now, or the game is over."""
    phase = position.phase
    if phase == FINISHED:
        return True
    if position.cards_owed:
        position.to_act = CHANCE
        return True
    if phase == MOVE:
        return _movement(position)
    if phase == MOVES_OVER:
        return _after_moves(position)
    if phase == EXTRA_MOVES:
        return _extra_moves(position)
    if phase == ATTACK:
        return _attack(position)
    if phase == AFTER_ATTACK:
        return _after_attack(position)
    if phase in (DICE, REROLL, ROLL_OFF):
        position.to_act = CHANCE
        return True
    if phase in (CHOOSE_FIRST, LAST_STAND):
        position.to_act = position.asked
        return True
    if phase in (DEAL, TERRAIN):
        return _opening(position)
    return _ask_both(position)


def _opening(position: Position) -> bool:
    """TC-09, TC-15, TC-16, TC-21: cards until both hands are full, terrain until none is left."""
    if position.phase == DEAL:
        if to_be_dealt(position):
            position.to_act = CHANCE
            return True
        position.phase = ROLL_OFF
        return False
    if position.terrain_left:
        position.to_act = position.side
        return True
    _begin_round(position)
    return False


def _begin_round(position: Position) -> None:
    """TC-17, TC-A45: a new round; a seat that called an Air Strike in the last one sits it out."""
    position.round += 1
    seat: i64
    for seat in range(2):
        skip = position.per_seat[of(seat, SKIP)]
        position.per_seat[of(seat, SKIP)] = SKIPS_THIS if skip == SKIPS_NEXT else 0
    if position.journal is not None:
        position.tell("round", (position.round, position.first))
    position.open_window(ROUND_START, position.first)


def _ask_both(position: Position) -> bool:
    """TC-A36: ask one seat and then the other until both decline; a seat without any possible card is skipped."""
    while position.passes < 2:
        if publicly_playable(position, position.asked):
            position.to_act = position.asked
            return True
        ask_other(position)
    _close_window(position)
    return False


def ask_other(position: Position) -> None:
    """TC-A36: the seat that was asked has declined or is skipped; the other one is next."""
    position.passes += 1
    position.asked = 1 - position.asked


def _close_window(position: Position) -> None:
    phase = position.phase
    if phase == ROUND_START:
        begin_movement(position, position.first)
    elif phase == BEFORE_ATTACKS:
        _begin_attacks(position, position.first)
    elif phase == BEFORE_DICE:
        position.phase = DICE
    elif phase == AFTER_DICE:
        resolve(position)
    else:
        finish_combat(position)


def begin_movement(position: Position, seat: i64) -> None:
    """TC-17, TC-22, TC-A45: a seat's turn to move, unless it sits the round out."""
    position.side = seat
    position.asked = seat
    position.passes = 0
    position.moved = 0
    position.per_seat[of(seat, PLAYED_IN_WINDOW)] = 0
    if position.per_seat[of(seat, SKIP)] == SKIPS_THIS:
        if position.journal is not None:
            position.tell("skips", (seat,))
        end_movement(position)
    else:
        position.phase = MOVE
        position.moves_left = MOVES


def _movement(position: Position) -> bool:
    """TC-23, TC-A10: moves that cannot be made are lost, unless Back from Leave may be played."""
    position.to_act = position.side
    if position.crossing != NOWHERE:
        return True
    if position.moves_left:
        if has_step(position) or publicly_playable(position, position.side):
            return True
        if position.journal is not None:
            position.tell("stuck", (position.side, position.moves_left))
    give_up_moves(position)
    return False


def give_up_moves(position: Position) -> None:
    """TC-A10, TC-A43: the moves are over, made or not."""
    position.moves_left = 0
    position.phase = MOVES_OVER


def _after_moves(position: Position) -> bool:
    """TC-59, TC-66: the end of one's movement is the moment for Over the Top."""
    if publicly_playable(position, position.side):
        position.to_act = position.side
        return True
    end_movement(position)
    return False


def _extra_moves(position: Position) -> bool:
    """TC-A43: the moves of Over the Top, while any are left and possible."""
    if position.moves_left and has_step(position):
        position.to_act = position.side
        return True
    give_up_moves(position)
    return False


def end_movement(position: Position) -> None:
    """TC-17, TC-18: the other player moves, or the attacks come next."""
    position.moved = 0
    if position.side == position.first:
        begin_movement(position, 1 - position.first)
    else:
        position.open_window(BEFORE_ATTACKS, position.first)


def _begin_attacks(position: Position, seat: i64) -> None:
    """TC-18, TC-31: a seat's turn to attack."""
    position.side = seat
    position.asked = seat
    position.passes = 0
    position.per_seat[of(seat, PLAYED_IN_WINDOW)] = 0
    position.phase = ATTACK


def _attack(position: Position) -> bool:
    """TC-31, TC-A45: ask for an attack where one is possible."""
    sits_out = position.per_seat[of(position.side, SKIP)] == SKIPS_THIS
    if not sits_out and (has_attack(position) or publicly_playable(position, position.side)):
        position.to_act = position.side
        return True
    end_attack(position)
    return False


def _after_attack(position: Position) -> bool:
    """TC-57, TC-A49: right after an attack Captured Arms may be played."""
    if position.passes == 0 and publicly_playable(position, position.side):
        position.to_act = position.side
        return True
    end_attack(position)
    return False


def end_attack(position: Position) -> None:
    """TC-18: the other player attacks, or the round is over."""
    position.air_strike_made = 0
    position.passes = 0
    position.per_seat[of(position.side, PLAYED_IN_WINDOW)] = 0
    if position.side == position.first:
        _begin_attacks(position, 1 - position.first)
    else:
        _end_round(position)


def _end_round(position: Position) -> None:
    """TC-19, TC-20, TC-58: count progress and losses; Stun Grenades that stopped no attack are used up."""
    per_seat = position.per_seat
    per_seat[STUNNED] = per_seat[of(1, STUNNED)] = 0
    blue, red = per_seat[LOSSES], per_seat[of(1, LOSSES)]
    per_seat[LOSSES] = per_seat[of(1, LOSSES)] = 0
    count_quiet_round(position)
    if position.phase == FINISHED:
        return
    if blue == red:
        position.phase = ROLL_OFF
    else:
        position.phase = CHOOSE_FIRST
        position.asked = 0 if blue > red else 1
