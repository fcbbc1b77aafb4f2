"""Scoring and the end of the game (CH-28, CH-29, CH-43, CH-44, CH-A17 to CH-A24, CH-A35)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.ch35s.pieces import NUMBERS
from pawnstorm.games.ch35s.state import (
    AFTER_ZONES,
    BLACK,
    FIRST_ZONE,
    GONE,
    NOBODY,
    POINTS,
    TAKEN,
    UNITS,
    WHITE,
    Position,
    on_board,
    where,
)
from pawnstorm.kit.bits import bit

BOTH: Final = 3
"""Both seats, as winners of a draw."""

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


def leader(white: i64, black: i64) -> i64:
    """The side that has more, or NOBODY."""
    if white > black:
        return WHITE
    return BLACK if black > white else NOBODY


def controls(position: Position, zone: i64) -> i64:
    """CH-28, CH-A17: the side that controls a zone, or NOBODY."""
    return leader(position.number_in(WHITE, zone), position.number_in(BLACK, zone))


def score_objectives(position: Position) -> None:
    """CH-28, CH-A24: points for each objective that a side controls."""
    zone: i64
    for zone in range(FIRST_ZONE, AFTER_ZONES):
        if position.objectives & bit(zone):
            owner = controls(position, zone)
            if position.journal is not None:
                position.journal.note("objective scored", (owner, zone))
            if owner != NOBODY:
                position.tally[POINTS + owner] += NUMBERS.objective_points


def score_taken(position: Position) -> None:
    """CH-29, CH-A18: points for the side that took out more in this round."""
    white, black = position.tally[TAKEN], position.tally[TAKEN + BLACK]
    winner = leader(white, black)
    if position.journal is not None:
        position.journal.note("taken scored", (winner, white, black))
    if winner != NOBODY:
        position.tally[POINTS + winner] += NUMBERS.taken_points
    position.tally[TAKEN] = position.tally[TAKEN + BLACK] = 0


def on_field(position: Position, side: i64) -> i64:
    """CH-44, CH-A20, CH-A21: the points of a side's models on the field."""
    total: i64 = 0
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if on_board(position.units[unit]):
            total += position.forces.cost[position.kind_of(unit)]
    return total


def decide(position: Position) -> None:
    """CH-43, CH-44, CH-A23: victory points, then points on the field, then a draw."""
    by_points = leader(position.tally[POINTS], position.tally[POINTS + BLACK])
    by_field = leader(on_field(position, WHITE), on_field(position, BLACK))
    if by_points != NOBODY:
        position.finish(bit(by_points), BY_POINTS)
    elif by_field != NOBODY:
        position.finish(bit(by_field), BY_FIELD)
    else:
        position.finish(BOTH, EVEN)


def is_wiped_out(position: Position, side: i64) -> bool:
    """CH-A35: no model on the field and none in reserve."""
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if where(position.units[unit]) != GONE:
            return False
    return True


def end_early(position: Position) -> bool:
    """CH-A22, CH-A35: end the game if a side has nothing left, with the early end; returns whether it has ended."""
    gone_white, gone_black = is_wiped_out(position, WHITE), is_wiped_out(position, BLACK)
    if not gone_white and not gone_black:
        return False
    survivor: i64 = NOBODY if gone_white and gone_black else BLACK if gone_white else WHITE
    if survivor != NOBODY:
        _credit(position, survivor)
    score_taken(position)
    decide(position)
    position.ending_code = WIPED_OUT
    if position.journal is not None:
        position.journal.note("wiped out", (survivor,))
    return True


def _credit(position: Position, side: i64) -> None:
    """CH-A35: points for every objective, in this round and each one that is left."""
    rounds = position.laws.rounds - position.round + 1
    zone: i64
    for zone in range(FIRST_ZONE, AFTER_ZONES):
        if position.objectives & bit(zone):
            position.tally[POINTS + side] += rounds * NUMBERS.objective_points
