"""Orders and results of dice: each goes to the chapter that knows it (FA-22, FA-A57)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.fantasy_armies.pieces import PAWN
from pawnstorm.games.fantasy_armies.rules import army, casting, deploying, entangling, fighting, hits, shooting
from pawnstorm.games.fantasy_armies.rules.actions import find_actions
from pawnstorm.games.fantasy_armies.rules.ending import note_progress
from pawnstorm.games.fantasy_armies.rules.moving import find_free_moves, passed_square
from pawnstorm.games.fantasy_armies.rules.promotion import arrive, become, find_promotions
from pawnstorm.games.fantasy_armies.rules.turn_order import end_charge, end_turn
from pawnstorm.games.fantasy_armies.state import (
    APPEAR_ON,
    BECOME,
    BEGIN,
    CAST,
    CAST_SPELL,
    CHOOSE_GRAVE,
    CHOOSE_PASSENGER,
    DECLINE,
    DEPLOY,
    DIG,
    DRAFT,
    EMPTY,
    EN_PASSANT,
    FIGHT,
    FRESH,
    GO,
    MUST_MOVE,
    NAME_FIRST,
    NOWHERE,
    PICK_PASSENGER,
    PLACE,
    PLACE_REST,
    PROMOTION,
    RAIN_DROP,
    RAISE_BODY,
    ROLL_DEPLOY,
    ROLL_DRAFT,
    SAVE,
    SHOOT,
    SHOT,
    START_DIG,
    STOP,
    TEAR_LOOSE,
    TRY_MOVE,
    TURN,
    Position,
    forward,
    number_of,
    origin_of,
    target_of,
    type_of,
    what_of,
)


def find_legal(position: Position, moves: Moves) -> None:
    """Every order that the present moment allows."""
    phase = position.phase
    if position.to_act < 0:
        return
    if phase == TURN:
        find_actions(position, moves)
    elif phase == DEPLOY:
        deploying.find_places(position, moves)
    elif phase == DRAFT:
        army.find_choices(position, moves)
    elif phase == MUST_MOVE:
        find_free_moves(position, position.actor, moves)
    elif phase == PROMOTION:
        find_promotions(position, moves)
    elif phase == BEGIN:
        deploying.find_beginners(moves)
    elif CHOOSE_PASSENGER <= phase <= CHOOSE_GRAVE:
        casting.find_choices(position, moves)


def play(position: Position, move: i64) -> None:
    """FA-22: carry out one order."""
    what, origin, target = what_of(move), origin_of(move), target_of(move)
    if what == GO:
        if position.board[target] == EMPTY:
            _step(position, origin, target)
        else:
            fighting.declare_attack(position, origin, target, target)
    elif what == EN_PASSANT:
        fighting.declare_attack(position, origin, position.passed, target)
    elif what == SHOOT:
        shooting.shoot(position, origin, target)
    elif what == CAST_SPELL:
        casting.announce_spell(position, origin, target, number_of(move))
    elif what == PLACE and position.phase == DEPLOY:
        deploying.place(position, number_of(move), target)
    else:
        _play_other(position, move)


def _play_other(position: Position, move: i64) -> None:
    what, number = what_of(move), number_of(move)
    if what == START_DIG:
        casting.start_dig(position, origin_of(move))
    elif what == TRY_MOVE:
        entangling.try_to_move(position, origin_of(move))
    elif what == STOP:
        _stop(position)
    elif what == DECLINE:
        casting.decline(position)
    elif what == PICK_PASSENGER:
        casting.pick_passenger(position, target_of(move))
    elif what == APPEAR_ON:
        casting.appear(position, target_of(move))
    elif what == RAISE_BODY:
        casting.choose_body(position, number)
    elif what == PLACE:
        casting.raise_dead(position, number, target_of(move))
    elif what == BECOME:
        become(position, number)
    elif what == PLACE_REST:
        deploying.place_rest(position)
    elif what == NAME_FIRST:
        deploying.begin(position, number)
    else:
        army.choose(position, move)


def _step(position: Position, origin: i64, landing: i64) -> None:
    """FA-23, FA-24: a move to an empty square; it ends what the mover's own spell wards (FA-A37)."""
    position.end_ward(origin)
    cell = position.lift(origin) & ~FRESH
    position.put(cell, landing)
    if position.journal is not None:
        position.journal.note("moved", (origin, landing, cell))
    if position.laws.move[type_of(cell)] != PAWN:
        end_turn(position)
        return
    note_progress(position)
    position.seen_count = 0
    doubled = landing - origin == 2 * forward(position.side)
    arrive(position, landing, passed_square(position, landing) if doubled else NOWHERE)


def _stop(position: Position) -> None:
    """FA-A42: the turns of a Charge! are declined."""
    if position.journal is not None:
        position.journal.note("stops", (position.side,))
    end_charge(position)


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """Every distinct result of the present dice."""
    phase = position.phase
    if phase == FIGHT:
        fighting.find_outcomes(position, outcomes)
    elif phase == SAVE:
        hits.find_saves(position, outcomes)
    elif phase == SHOT:
        shooting.find_outcomes(position, outcomes)
    elif phase in (CAST, DIG):
        casting.find_outcomes(position, outcomes)
    elif phase == RAIN_DROP:
        hits.find_drops(position, outcomes)
    elif phase == TEAR_LOOSE:
        entangling.find_outcomes(position, outcomes)
    else:
        deploying.find_outcomes(outcomes)


def outcome_of(position: Position, faces: list[int]) -> i64:
    """The result that real dice give."""
    phase = position.phase
    if phase == FIGHT:
        return fighting.outcome_of(position, faces)
    if phase == SHOT:
        return shooting.outcome_of(position, faces)
    if phase in (ROLL_DRAFT, ROLL_DEPLOY):
        return deploying.outcome_of(faces[0], faces[1])
    if phase == SAVE:
        return 0 if faces[0] >= hits.current_save(position) else 1
    return 1 if faces[0] >= threshold(position) else 0


def threshold(position: Position) -> i64:
    """FA-42, FA-57, FA-68, FA-72: what a single die must show for something to happen."""
    if position.phase == TEAR_LOOSE:
        return entangling.needed(position)
    if position.phase == RAIN_DROP:
        return position.laws.book.amount[position.spell]
    return casting.needed(position)


def land(position: Position, outcome: i64) -> None:
    """Carry out a result; positions before a die cannot be repeated (FA-A71)."""
    phase = position.phase
    position.seen_count = 0
    if phase == FIGHT:
        fighting.land(position, outcome)
    elif phase == SAVE:
        hits.land_save(position, outcome)
    elif phase == SHOT:
        shooting.land(position, outcome)
    elif phase == CAST:
        casting.land_cast(position, outcome)
    elif phase == RAIN_DROP:
        hits.land_drop(position, outcome)
    else:
        _land_other(position, phase, outcome)
        return
    if position.phase == phase or position.phase == SAVE or position.phase == RAIN_DROP:
        _continue_action(position)


def _land_other(position: Position, phase: i64, outcome: i64) -> None:
    if phase == TEAR_LOOSE:
        entangling.land(position, outcome)
    elif phase == DIG:
        casting.land_dig(position, outcome)
    elif phase == ROLL_DRAFT:
        army.land_roll(position, outcome)
    else:
        deploying.land(position, outcome)


def _continue_action(position: Position) -> None:
    """FA-32, FA-72: more dice of the same action, or its end."""
    if position.phase == FIGHT and position.pending == 0:
        return
    if not hits.more_dice(position):
        if position.cause == FIGHT:
            fighting.finish_fight(position)
        else:
            hits.finish_action(position)
