"""Entangle: an entangled piece throws a die before it may move (FA-68, FA-A48, FA-A49).

`aiming` finds the targets of the spell. An entangled piece may only try to move (FA-A74, `moving.find_moves`).
"""

from mypy_extensions import i64

from pawnstorm.core.buffers import Outcomes
from pawnstorm.games.fantasy_armies.rules.turn_order import end_turn
from pawnstorm.games.fantasy_armies.state import (
    ENTANGLE_BITS,
    ENTANGLE_SHIFT,
    MUST_MOVE,
    TEAR_LOOSE,
    Position,
    entangled_of,
)


def entangle(position: Position, number: i64) -> None:
    """FA-68, FA-A48: the target of the spell must throw this number to move; several Entangles make one check."""
    target = position.target
    position.change(target, position.board[target] & ~ENTANGLE_BITS | number << ENTANGLE_SHIFT)


def try_to_move(position: Position, square: i64) -> None:
    """FA-68, FA-A67: an entangled piece tries to move; the die comes first."""
    position.actor = square
    position.roll(TEAR_LOOSE)
    if position.journal is not None:
        position.journal.note("tries", (square, position.board[square]))


def needed(position: Position) -> i64:
    """FA-68: what the die of the piece that tries to move must show."""
    return entangled_of(position.board[position.actor])


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """FA-68: the piece tears loose (1) or is held (0)."""
    outcomes.add(1, 7 - needed(position))
    outcomes.add(0, needed(position) - 1)


def land(position: Position, free: i64) -> None:
    """FA-68, FA-A43, FA-A48, FA-A49: the piece must move, or the turn is lost; either way it is no longer entangled."""
    square = position.actor
    position.change(square, position.board[square] & ~ENTANGLE_BITS)
    if position.journal is not None:
        position.journal.note("tears loose" if free else "is held", (square, position.board[square]))
    if free:
        position.ask(MUST_MOVE)
    else:
        end_turn(position)
