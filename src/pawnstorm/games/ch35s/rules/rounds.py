"""Rounds and turns: who goes first, who has the turn, and when a round is over (CH-21 to CH-27, CH-A8, CH-A10)."""

from mypy_extensions import i64

from pawnstorm.games.ch35s.pieces import NUMBERS
from pawnstorm.games.ch35s.rules.scoring import decide, end_early, score_objectives, score_taken
from pawnstorm.games.ch35s.state import (
    GONE,
    GRANTED,
    INITIATIVE,
    LASTING,
    NOBODY,
    TURN,
    UNITS,
    USED,
    WHITE,
    Position,
    acts_of,
    where,
)
from pawnstorm.kit.bits import bit


def open_round(position: Position) -> None:
    """CH-21, CH-22: both sides have all their actions again, and dice decide who goes first."""
    position.side = WHITE
    position.acted = 0
    position.tally[USED] = position.tally[USED + 1] = 0
    position.roll(INITIATIVE)


def lead_of(position: Position) -> i64:
    """CH-21: how far White is ahead before the roll for the first turn."""
    if position.round > 1:
        return 0
    return NUMBERS.attacker_bonus if position.attacker == WHITE else -NUMBERS.attacker_bonus


def land_initiative(position: Position, outcome: i64) -> None:
    """CH-21, CH-A5: the higher sum has the first turn; equal sums are thrown again."""
    if position.journal is not None:
        position.journal.note("initiative", (outcome, position.round))
    if outcome < 2:
        position.side = outcome
        position.ask(TURN)


def spend(position: Position) -> None:
    """CH-24, CH-A34: an action is used up; visions that last until the next turn end with its first action."""
    if position.acted == 0 and position.laws.short_visions:
        position.visions &= ~bit(position.side)
    position.tally[USED + position.side] += 1
    position.acted += 1


def actions_left(position: Position, side: i64) -> i64:
    """CH-X1, CH-X6: actions that a side still has in this round."""
    return position.laws.actions - position.tally[USED + side]


def end_action(position: Position) -> None:
    """CH-25, CH-49: an action is over; a granted action, the same turn, or the next turn follows."""
    position.actor = position.target = NOBODY
    position.steps = position.struck = 0
    if position.laws.early_end and end_early(position):
        position.phase = 0
        return
    if position.granted:
        if can_act(position, position.commanded):
            position.ask(GRANTED)
            return
        position.granted = 0
    position.commanded = NOBODY
    if actions_left(position, position.side):
        position.ask(TURN)
    else:
        next_turn(position)


def can_act(position: Position, unit: i64) -> bool:
    """CH-49, CH-A9: whether a commanded model is still there and may still act."""
    word = position.units[unit]
    return where(word) != GONE and (position.laws.cap == 0 or acts_of(word) < position.laws.cap)


def next_turn(position: Position) -> None:
    """CH-23, CH-25, CH-26, CH-A10: the other player's turn, the end of the round, or a new turn of the same player."""
    position.acted = 0
    if actions_left(position, 1 - position.side):
        position.side = 1 - position.side
        position.ask(TURN)
    elif not actions_left(position, position.side):
        _end_round(position)


def _end_round(position: Position) -> None:
    """CH-27, CH-43, CH-A28: score; then the next round, or the end."""
    score_objectives(position)
    score_taken(position)
    if not position.laws.short_visions:
        position.visions = 0
    unit: i64
    for unit in range(2 * UNITS):
        position.units[unit] &= LASTING
    if position.round == position.laws.rounds:
        position.phase = 0
        decide(position)
    else:
        position.round += 1
        open_round(position)
