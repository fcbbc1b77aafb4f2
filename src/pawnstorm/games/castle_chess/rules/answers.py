"""Answers to check: which orders could undo a threat at all, so that the search for mate tries no others (CC-A31).

A threat has a way: the spaces its unit walks over, where it ends, and whom it passes. Whoever does not step onto that
way, strike the unit or the machine of the threat, or win at once leaves the threat as it is. The way is marked
generously: an order too many costs a trial, an order too few would be a wrong mate.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import MACHINE_BITS, NOWHERE, kind_of, machine_of
from pawnstorm.games.castle_chess.pieces.kinds import (
    ARCHER,
    CATAPULT,
    COLUMNS,
    GRID,
    KING,
    MAGE,
    QUEEN,
    ROWS,
    STRIDE,
    WARRIOR,
    apart,
    in_line,
)
from pawnstorm.games.castle_chess.rules.threats import AFTER_BREACH, LANDS, MANS, SHOOTS
from pawnstorm.games.castle_chess.state import PUSH, Position, origin_of, target_of, what_of

_SHOT: Final = 3
"""The farthest that anybody hits."""


@final
@mypyc_attr(acyclic=True)
class _Answers:
    """The spaces that matter, and the three whose occupants are worth a shot."""

    def __init__(self) -> None:
        self.marks: Final[vec[i64]] = vec[i64]([0] * GRID.size)
        self.victims: Final = Moves(4)
        self.now: i64 = 0
        self.all: bool = False


_ANSWERS: Final = _Answers()


def mark_answers(position: Position, threat: i64, king: i64) -> None:
    """Mark the way of a threat to a King, and the enemy King, whose death ends the game first (CC-A64)."""
    answers = _ANSWERS
    answers.now += 1
    answers.victims.clear()
    how = what_of(threat)
    # CC-A43, CC-A53: passages open to all, and gates that fall first, are rare enough to try everything.
    answers.all = how == AFTER_BREACH or (position.laws.map.quest and position.laws.any_passes)
    if answers.all:
        return
    _mark_way(position, origin_of(threat), target_of(threat), how, king)
    enemy = position.kings[position.rival(position.side)]
    if enemy != NOWHERE:
        _mark(enemy)
        answers.victims.add(enemy)


def _mark(square: i64) -> None:
    _ANSWERS.marks[square] = _ANSWERS.now


def _mark_way(position: Position, square: i64, to: i64, how: i64, king: i64) -> None:
    kind = kind_of(position.board[square])
    _ANSWERS.victims.add(square)
    _mark(square)
    straight = kind in (QUEEN, KING, WARRIOR) or how == SHOOTS
    if straight and (how in (LANDS, SHOOTS)):
        _mark_line(square, to)
    else:
        _mark_box(square, to)
    if how == MANS:
        _ANSWERS.victims.add(to)
    if position.laws.units_block and in_line(to, king):
        _mark_line(to, king)


def _mark_line(square: i64, to: i64) -> None:
    """Mark the spaces from one to another on a straight line."""
    distance = apart(square, to)
    if distance == 0:
        return
    step = (to - square) // distance
    at = square
    while at != to:
        at += step
        _mark(at)


def _mark_box(square: i64, to: i64) -> None:
    """Mark all that a bent way between two spaces could touch: the box around both, one space wider."""
    left, right = min(COLUMNS[square], COLUMNS[to]) - 1, max(COLUMNS[square], COLUMNS[to]) + 1
    low, high = min(ROWS[square], ROWS[to]) - 1, max(ROWS[square], ROWS[to]) + 1
    row: i64
    column: i64
    for row in range(low, high + 1):
        for column in range(left, right + 1):
            at = (row + 1) * STRIDE + column + 1
            if 0 <= at < GRID.size:
                _mark(at)


def may_answer(position: Position, move: i64) -> bool:
    """Whether an order could undo the threat: by its landing, or by an attack from there."""
    answers = _ANSWERS
    to = target_of(move)
    if answers.all or answers.marks[to] == answers.now:
        return True
    if not _could_strike(position, move):
        return False
    index: i64
    for index in range(answers.victims.count):
        if apart(to, answers.victims.items[index]) <= _SHOT:
            return True
    return False


def _could_strike(position: Position, move: i64) -> bool:
    """Whether a ranged attack may follow an order."""
    cell = position.board[origin_of(move)]
    kind = kind_of(cell)
    if kind in (ARCHER, MAGE):
        return True
    pushed = cell if what_of(move) == PUSH else position.board[target_of(move)]
    return pushed & MACHINE_BITS != 0 and machine_of(pushed) == CATAPULT
