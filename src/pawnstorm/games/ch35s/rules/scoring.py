"""Scoring and the end of the game (CH-28, CH-29, CH-43, CH-44, CH-A17 to CH-A24, CH-A35)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.ch35s.state import (
    POINTS,
    TAKEN,
    UNITS,
    ZONES,
    Position,
    where,
)

BLOODIEST: Final = 2
"""CH-29: what the more destructive side of a round scores."""

BY_POINTS: Final = 1
BY_FIELD: Final = 2
EVEN: Final = 3
WIPED_OUT: Final = 4
REASONS: Final = (
    ("", ""),
    ("more victory points", "CH-43"),
    ("equal victory points, more points on the field", "CH-44"),
    ("equal victory points and equal points on the field", "CH-A23"),
    ("an army is wiped out", "CH-A35"),
)
"""How a game ends, in words, and by which rule."""


def controls(position: Position, zone: i64) -> i64:
    """CH-28, CH-A17: who controls a zone, or -1 if nobody does."""
    lead = position.number_in(0, zone) - position.number_in(1, zone)
    return -1 if lead == 0 else 0 if lead > 0 else 1


def score_objectives(position: Position) -> None:
    """CH-28, CH-A24: one point for each objective that a side controls."""
    zone: i64
    for zone in range(1, ZONES + 1):
        if position.objectives >> zone & 1:
            owner = controls(position, zone)
            if position.journal is not None:
                position.journal.note("objective scored", (owner, zone))
            if owner >= 0:
                position.tally[POINTS + owner] += 1


def score_taken(position: Position) -> None:
    """CH-29, CH-A18: two points for whoever took out more in this round."""
    lead = position.tally[TAKEN] - position.tally[TAKEN + 1]
    if position.journal is not None:
        position.journal.note("taken scored", (lead, position.tally[TAKEN], position.tally[TAKEN + 1]))
    if lead:
        position.tally[POINTS + (0 if lead > 0 else 1)] += BLOODIEST
    position.tally[TAKEN] = position.tally[TAKEN + 1] = 0


def on_field(position: Position, side: i64) -> i64:
    """CH-44, CH-A20, CH-A21: the points of a side's models on the field."""
    total: i64 = 0
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if 1 <= where(position.units[unit]) <= ZONES:
            total += position.forces.cost[position.kind_of(unit)]
    return total


def decide(position: Position) -> None:
    """CH-43, CH-44, CH-A23: victory points, then points on the field, then a draw."""
    lead = position.tally[POINTS] - position.tally[POINTS + 1]
    if lead:
        position.finish(1 if lead > 0 else 2, BY_POINTS)
        return
    lead = on_field(position, 0) - on_field(position, 1)
    if lead:
        position.finish(1 if lead > 0 else 2, BY_FIELD)
    else:
        position.finish(3, EVEN)


def is_wiped_out(position: Position, side: i64) -> bool:
    """CH-A35: no model on the field and none in reserve."""
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if where(position.units[unit]):
            return False
    return True


def ends_early(position: Position) -> bool:
    """CH-A22, CH-A35: with the early end the game is over as soon as a side has nothing left."""
    gone_white, gone_black = is_wiped_out(position, 0), is_wiped_out(position, 1)
    if not gone_white and not gone_black:
        return False
    survivor: i64 = -1 if gone_white and gone_black else 1 if gone_white else 0
    if survivor >= 0:
        _credit(position, survivor)
    score_taken(position)
    decide(position)
    position.ending_code = WIPED_OUT
    if position.journal is not None:
        position.journal.note("wiped out", (survivor,))
    return True


def _credit(position: Position, side: i64) -> None:
    """CH-A35: every objective, for this round and each one that is left."""
    objectives: i64 = 0
    zone: i64
    for zone in range(1, ZONES + 1):
        objectives += position.objectives >> zone & 1
    position.tally[POINTS + side] += objectives * (position.laws.rounds - position.round + 1)
