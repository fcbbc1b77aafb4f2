"""Hits and saves: a piece that is hit throws against its D, and all that fail leave together (FA-32, FA-33, FA-A72).

No piece leaves the board before the last save, so every D is that of the moment of the hits.
"""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Outcomes
from pawnstorm.games.fantasy_armies.rules.ending import end_without_king
from pawnstorm.games.fantasy_armies.rules.profile import save_of
from pawnstorm.games.fantasy_armies.rules.turn_order import end_turn
from pawnstorm.games.fantasy_armies.state import (
    EMPTY,
    FIGHT,
    NOWHERE,
    RAIN_DROP,
    SAVE,
    SQUARES,
    Position,
    side_of,
    type_of,
    unit_of,
)
from pawnstorm.kit.bits import bit

_NOBODY: Final = -1


def more_dice(position: Position) -> bool:
    """FA-32, FA-72: ask for the next save, or the next die of a Rain of Blood; False if there is none."""
    if position.pending:
        position.roll(SAVE)
    elif position.rain:
        position.roll(RAIN_DROP)
    else:
        return False
    return True


def next_unit(position: Position, waiting: i64) -> i64:
    """FA-A59: the next of the waiting units: the target first, then in the order of squares."""
    if position.target != NOWHERE:
        aimed = unit_of(position.board[position.target])
        if waiting >> aimed & 1:
            return aimed
    for square in SQUARES:
        cell = position.board[square]
        if cell > EMPTY and waiting >> unit_of(cell) & 1:
            return unit_of(cell)
    raise IndexError("nobody waits for dice")


def current_save(position: Position) -> i64:
    """FA-17, FA-A21, FA-A65: the D of the unit that saves next; an attacker may save on the square fought for."""
    unit = next_unit(position, position.pending)
    square = position.where[unit]
    cell = position.board[square]
    if position.cause == FIGHT and square == position.actor and not position.laws.aura_at_origin:
        return save_of(position, cell, position.landing)
    return save_of(position, cell, square)


def find_saves(position: Position, outcomes: Outcomes) -> None:
    """FA-33, FA-34: the unit falls (1) or holds (0)."""
    save = current_save(position)
    outcomes.add(1, save - 1)
    outcomes.add(0, 7 - save)


def land_save(position: Position, falls: i64) -> None:
    """FA-33, FA-A70: note who falls; after a King's fall the action throws no more dice."""
    unit = next_unit(position, position.pending)
    square = position.where[unit]
    if position.journal is not None:
        position.journal.note("falls" if falls else "saves", (square, position.board[square], current_save(position)))
    position.pending &= ~bit(unit)
    if falls:
        position.fallen |= bit(unit)
        if position.laws.book.king[type_of(position.board[square])]:
            position.pending = position.rain = 0


def find_drops(position: Position, outcomes: Outcomes) -> None:
    """FA-72: the die of a Rain of Blood misses (0) or hits (1) the next enemy piece."""
    hit = position.laws.book.amount[position.spell]
    outcomes.add(0, hit - 1)
    outcomes.add(1, 7 - hit)


def land_drop(position: Position, hits: i64) -> None:
    """FA-72, FA-A51: the next enemy piece is hit or spared."""
    unit = next_unit(position, position.rain)
    position.rain &= ~bit(unit)
    if hits:
        position.pending |= bit(unit)
        if position.journal is not None:
            square = position.where[unit]
            position.journal.note("hit", (square, position.board[square]))


def remove_fallen(position: Position) -> bool:
    """FA-33, FA-40, FA-A72: all that fell leave at once; True if the game continues.

    Their shot or spell has already counted as progress (FA-A61).
    """
    beaten: i64 = _NOBODY
    unit: i64
    for unit in range(len(position.where)):
        if position.fallen >> unit & 1:
            square = position.where[unit]
            cell = position.board[square]
            if position.laws.book.king[type_of(cell)]:
                beaten = side_of(cell)
            position.lose(square)
    if beaten != _NOBODY:
        end_without_king(position, beaten)
    return beaten == _NOBODY


def finish_action(position: Position) -> None:
    """FA-22: the last die of a shot or a spell has been thrown."""
    if remove_fallen(position):
        end_turn(position)
