"""Whose turn is next: the other side, the same again by Charge!, or a lost turn (FA-22, FA-52, FA-A16)."""

from mypy_extensions import i64

from pawnstorm.games.fantasy_armies.rules.actions import has_action
from pawnstorm.games.fantasy_armies.rules.ending import BOTH_STUCK, NO_PROGRESS, NOTHING_TO_DO, REPETITION, end_drawn
from pawnstorm.games.fantasy_armies.state import NOWHERE, TURN, Position


def end_turn(position: Position, passed: i64 = NOWHERE) -> None:
    """FA-22, FA-52, FA-A75: the turn is over; `passed` is a P that may now be taken en passant."""
    position.clear_under_way()
    position.set_passed(passed)
    position.quiet += 1
    if position.turns_owed:
        position.set_turns_owed(position.turns_owed - 1)
        position.charging = 1
    else:
        position.charging = 0
        position.change_side()
    open_turn(position)


def end_charge(position: Position) -> None:
    """FA-A42, FA-A77: the turns still owed are declined; that is no action, so en passant stays possible."""
    position.set_turns_owed(0)
    end_turn(position, NOWHERE if position.laws.idling_ends_en_passant else position.passed)


def open_turn(position: Position) -> None:
    """FA-A16, FA-A17, FA-A73: a turn begins, unless the game ends here or the side can do nothing."""
    other_lost = False
    while True:
        position.ask(TURN)
        position.remember()
        if _third_time(position):
            end_drawn(position, REPETITION)
        elif position.quiet >= position.laws.quiet_limit:
            end_drawn(position, NO_PROGRESS)
        elif not has_action(position):
            if position.laws.stalemate_draws:
                end_drawn(position, NOTHING_TO_DO)
            elif other_lost:
                end_drawn(position, BOTH_STUCK)
            else:
                other_lost = True
                _lose_turn(position)
                continue
        return


def _lose_turn(position: Position) -> None:
    """FA-A16, FA-A77: with nothing to do the turn is lost, and so are the turns that Charge! still owed."""
    if position.journal is not None:
        position.journal.note("stuck", (position.side,))
    position.set_turns_owed(0)
    position.charging = 0
    position.quiet += 1
    if position.laws.idling_ends_en_passant:
        position.set_passed(NOWHERE)
    position.change_side()


def _third_time(position: Position) -> bool:
    """FA-A17, FA-A71: the present position has occurred twice before; any die clears the memory."""
    times: i64 = 0
    index: i64
    for index in range(position.seen_count):
        if position.seen[index] == position.hash:
            times += 1
    return times >= 3
