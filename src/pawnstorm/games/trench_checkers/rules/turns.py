"""Orders and results of chance: each goes to the chapter that knows it, then on to the next decision (TC-17, TC-36)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import Pool
from pawnstorm.games.trench_checkers.rules import casualties, combat, movement, rounds, setup
from pawnstorm.games.trench_checkers.rules.cards import find_card_orders, play_card
from pawnstorm.games.trench_checkers.state import (
    AFTER_ATTACK,
    ATTACK,
    CHOOSE_FIRST,
    DEAL,
    DECLARE_ATTACK,
    END_MOVES,
    EXTRA_MOVES,
    HOLD_BACK,
    LAST_STAND,
    MOVE,
    MOVES_OVER,
    NAME_FIRST,
    NOWHERE,
    PASS,
    PLACE_TERRAIN,
    PLAY_CARD,
    REROLL,
    ROLL_OFF,
    STEP,
    TERRAIN,
    Position,
    landing_of,
    origin_of,
    pack,
    what_of,
    whom_of,
)


def find_legal(position: Position, moves: Moves) -> None:
    """Every order of the seat to act, in the order: moves or attacks, cards, then the order that ends the phase."""
    phase = position.phase
    if position.to_act < 0:
        return
    if phase in (MOVE, EXTRA_MOVES):
        _find_movement(position, moves)
    elif phase == CHOOSE_FIRST:
        setup.find_first_players(position, moves)
    elif phase == TERRAIN:
        setup.find_places(position, moves)
    elif phase == ATTACK:
        combat.find_attacks(position, moves)
        find_card_orders(position, position.side, moves)
        moves.add(pack(HOLD_BACK))
    elif phase == LAST_STAND:
        casualties.find_last_stand_choices(position, moves)
    elif is_window(position):
        find_card_orders(position, position.to_act, moves)
        moves.add(pack(PASS))


def _find_movement(position: Position, moves: Moves) -> None:
    """TC-22, TC-23, TC-X1: moves first; a player may stop only where no move must be made."""
    movement.find_steps(position, moves)
    if position.crossing != NOWHERE:
        return
    stuck = moves.count == 0
    if position.phase == MOVE:
        find_card_orders(position, position.side, moves)
    if stuck or position.phase == EXTRA_MOVES or not position.laws.forced_moves:
        moves.add(pack(END_MOVES))


def is_window(position: Position) -> bool:
    """TC-A36: whether the present phase is a window, which asks the seat to act for nothing but a card."""
    return position.phase > TERRAIN and position.phase not in (MOVE, EXTRA_MOVES, ATTACK, LAST_STAND)


def decline(position: Position) -> i64:
    """TC-31, TC-A10, TC-A36: the order that declines to play a card; -1 if there is more to decide.

    Besides the windows there are two such moments: without an enemy to attack only an Air Strike is possible, without a
    move only Back from Leave.
    """
    phase = position.phase
    if position.to_act < 0:
        return -1
    if phase == ATTACK:
        return -1 if combat.has_attack(position) else pack(HOLD_BACK)
    if phase == MOVE:
        forced = position.crossing != NOWHERE or movement.has_step(position)
        return -1 if forced else pack(END_MOVES)
    return pack(PASS) if is_window(position) else -1


def play(position: Position, move: i64) -> None:
    """Carry out one order and continue to the next decision."""
    what = what_of(move)
    landing = landing_of(move)
    if what == STEP:
        movement.step(position, origin_of(move), landing, whom_of(move))
    elif what == PASS:
        _pass(position)
    elif what == PLAY_CARD:
        play_card(position, move)
    elif what == DECLARE_ATTACK:
        combat.declare_attack(position, origin_of(move), landing)
    elif what == HOLD_BACK:
        rounds.end_attack(position)
    elif what == END_MOVES:
        rounds.give_up_moves(position)
    elif what == PLACE_TERRAIN:
        setup.place_terrain(position, landing)
    elif what == NAME_FIRST:
        setup.name_first(position, landing)
    else:
        casualties.pay_last_stand(position, position.asked, whom_of(move))
    rounds.proceed(position)


def _pass(position: Position) -> None:
    """TC-A36: decline in a window; if only one seat is asked, that closes the window."""
    if position.phase == MOVES_OVER:
        rounds.end_movement(position)
    elif position.phase == AFTER_ATTACK:
        position.passes = 1
    else:
        rounds.ask_other(position)


def is_card_draw(position: Position) -> bool:
    """TC-09, TC-49: whether chance draws a card and throws no dice."""
    return position.cards_owed > 0 or position.phase == DEAL


def pool(position: Position) -> Pool:
    """TC-06, TC-09, TC-14, TC-33: a card of the deck, a die each, or the dice of the stacks in combat."""
    if is_card_draw(position):
        return setup.draw_pool(position)
    if position.phase == ROLL_OFF:
        return setup.roll_off_pool(position)
    return combat.field_glasses_pool(position) if position.phase == REROLL else combat.pool(position)


def outcome_of(position: Position, faces: list[int]) -> i64:
    """The result for real faces: a card's place in the deck, two dice, or the best of each side's dice."""
    if is_card_draw(position):
        return setup.card_at(position, faces[0])
    if position.phase == ROLL_OFF:
        return setup.roll_off_winner(faces[0], faces[1])
    return combat.reroll_outcome_of(position, faces) if position.phase == REROLL else combat.outcome_of(position, faces)


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """Every distinct result of the present draw or dice."""
    if is_card_draw(position):
        setup.find_draws(position, outcomes)
    elif position.phase == ROLL_OFF:
        setup.find_roll_off_outcomes(outcomes)
    elif position.phase == REROLL:
        combat.find_reroll_outcomes(position, outcomes)
    else:
        combat.find_outcomes(position, outcomes)


def land(position: Position, outcome: i64) -> None:
    """Carry out a result of chance and continue to the next decision."""
    if is_card_draw(position):
        setup.draw(position, outcome)
    elif position.phase == ROLL_OFF:
        setup.land_roll_off(position, outcome)
    elif position.phase == REROLL:
        combat.land_reroll(position, outcome)
    else:
        combat.land(position, outcome)
    rounds.proceed(position)
