"""Answers to check: which orders could undo a threat at all, so that the search for mate tries no others (CC-A31).

A threat has a way: the spaces its unit walks over, where it ends, and whom it passes. An order that neither steps onto
that way nor lets somebody shoot nor wins at once leaves the threat as it is. The way is marked generously: an order
too many costs a trial, an order too few would be a wrong mate.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.games.castle_chess.pieces.cells import NOWHERE, kind_of, machine_of
from pawnstorm.games.castle_chess.pieces.kinds import ARCHER, CATAPULT, GRID, MAGE, apart
from pawnstorm.games.castle_chess.rules.threats import AFTER_BREACH
from pawnstorm.games.castle_chess.state import PUSH, Position, origin_of, target_of, what_of

_LEEWAY: Final = 2
"""How many steps longer than the shortest way a turn can make it; what lies beside its ends is no farther off."""


@final
@mypyc_attr(acyclic=True)
class _Answers:
    """The spaces that matter: those that carry the mark of now."""

    def __init__(self) -> None:
        self.marks: Final[vec[i64]] = vec[i64]([0] * GRID.size)
        self.now: i64 = 0
        self.all: bool = False


_ANSWERS: Final = _Answers()


def mark_answers(position: Position, threat: i64) -> None:
    """Mark the way of a threat, and the enemy King, whose death ends the game first (CC-A64)."""
    _ANSWERS.now += 1
    # CC-A43, CC-A53: passages open to all, and gates that fall first, are rare enough to try everything.
    _ANSWERS.all = what_of(threat) == AFTER_BREACH or position.laws.any_passes
    _mark_way(origin_of(threat), target_of(threat))
    enemy = position.kings[position.rival(position.side)]
    if enemy != NOWHERE:
        _mark(enemy)


def _mark(square: i64) -> None:
    _ANSWERS.marks[square] = _ANSWERS.now


def _mark_way(square: i64, to: i64) -> None:
    """Mark what lies on any way between two spaces, and beside its ends: a tower there, or an arrow's flight."""
    most = apart(square, to) + _LEEWAY
    at: i64
    for at in range(GRID.size):
        if apart(square, at) + apart(at, to) <= most:
            _mark(at)


def may_answer(position: Position, move: i64) -> bool:
    """Whether an order could undo the threat: by its landing, or by an attack from there."""
    return _ANSWERS.all or _ANSWERS.marks[target_of(move)] == _ANSWERS.now or _could_strike(position, move)


def _could_strike(position: Position, move: i64) -> bool:
    """Whether a ranged attack may follow an order."""
    cell = position.board[origin_of(move)]
    if kind_of(cell) in (ARCHER, MAGE):
        return True
    pushed = cell if what_of(move) == PUSH else position.board[target_of(move)]
    return machine_of(pushed) == CATAPULT
