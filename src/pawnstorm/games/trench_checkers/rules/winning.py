"""Winning: the last piece of an army (TC-54), or the more valuable army after too many quiet rounds (TC-A31)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.trench_checkers.pieces.field import UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO, VALUE
from pawnstorm.games.trench_checkers.state import (
    ALIVE,
    FINISHED,
    NOWHERE,
    SLEEPS,
    Position,
    cell_of,
    kind_of,
    of,
)

BOTH: Final = 3
"""Both seats, as winners of a draw."""

ARMY_GONE: Final = 1
BOTH_GONE: Final = 2
NO_PROGRESS: Final = 3

REASONS: Final = (
    ("", ""),
    ("the other army is off the board", "TC-54"),
    ("both armies fell together", "TC-A28"),
    ("too many rounds without progress", "TC-A31"),
)


def army_gone(position: Position) -> None:
    """TC-54, TC-X3, TC-A28: end the game if a side has no piece left."""
    blue_gone = position.per_seat[ALIVE] == 0
    red_gone = position.per_seat[of(1, ALIVE)] == 0
    if blue_gone and red_gone:
        _end(position, BOTH, BOTH_GONE)
    elif blue_gone or red_gone:
        _end(position, 2 if blue_gone else 1, ARMY_GONE)


def value_of(position: Position, seat: i64) -> i64:
    """TC-A31, TC-A61: what an army is worth when quiet rounds end the game."""
    value: i64 = 0
    unit: i64
    for unit in range(seat * UNITS, (seat + 1) * UNITS):
        value += worth_of(position, unit)
    return value


def worth_of(position: Position, unit: i64) -> i64:
    """TC-A31, TC-A61: the value of a piece; 0 once it is off the board, and for a Commando that sleeps."""
    packed = position.units[unit]
    asleep = kind_of(packed) == COMMANDO and position.per_seat[of(unit // UNITS, SLEEPS)] == 1
    if cell_of(packed) == NOWHERE or (asleep and not position.laws.sleepers_count):
        return 0
    return VALUE[kind_of(packed)]


def count_quiet_round(position: Position) -> None:
    """TC-A31, TC-A50: a round without progress counts towards the end; the attacks are over."""
    position.quiet = 0 if position.progress else position.quiet + 1
    position.progress = 0
    if position.quiet >= position.laws.quiet_limit:
        blue, red = value_of(position, 0), value_of(position, 1)
        _end(position, 1 if blue > red else 2 if red > blue else BOTH, NO_PROGRESS)


def _end(position: Position, winners: i64, reason: i64) -> None:
    position.phase = FINISHED
    position.cards_owed = 0
    position.finish(winners, reason)
