"""Answers to check: which orders could undo a threat at all, so that the search for mate tries no others (CC-A31).

A threat has a way: the spaces that its unit walks over, where it ends, and what it passes. An order that neither
steps onto that way nor lets a unit shoot nor wins at once does not change the threat. The way is measured generously:
an order too many costs a trial, an order too few would be a wrong mate.
"""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.castle_chess.pieces.cells import kind_of, machine_of
from pawnstorm.games.castle_chess.pieces.kinds import CATAPULT, LANDING, NUMBERS, apart
from pawnstorm.games.castle_chess.rules.threats import AFTER_BREACH
from pawnstorm.games.castle_chess.state import PUSH, Position, origin_of, target_of, what_of

_LEEWAY: Final = 2
"""How many steps a turn can add to the shortest way; spaces next to its ends are no farther away."""


def may_answer(position: Position, threat: i64, move: i64) -> bool:
    """Whether an order could undo a threat: by its landing, by an attack from there, or by winning first (CC-A64)."""
    # CC-A43, CC-A53: passages open to every unit, and gates that fall first, are rare, so everything is tried there.
    if what_of(threat) == AFTER_BREACH or position.laws.any_passes:
        return True
    to = target_of(move)
    if _is_on_way(origin_of(threat), to, target_of(threat)) or _could_strike(position, move):
        return True
    return to == position.kings[position.rival(position.side)]


def _is_on_way(start: i64, at: i64, end: i64) -> bool:
    """Whether a space lies on any way between two others, or next to its ends, where a tower or an arrow may matter."""
    return apart(start, at) + apart(at, end) <= apart(start, end) + _LEEWAY


def _could_strike(position: Position, move: i64) -> bool:
    """Whether a ranged attack may follow an order."""
    cell = position.board[origin_of(move)]
    if NUMBERS.attack[kind_of(cell)] != LANDING:
        return True
    pushed = cell if what_of(move) == PUSH else position.board[target_of(move)]
    return machine_of(pushed) == CATAPULT
