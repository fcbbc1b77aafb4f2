"""Ends: Kings that fall, thrones, passages, draws, and what becomes of a fallen army (CC-10, CC-65, CC-69)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.castle_chess.pieces.cells import GATE, MAY, NOWHERE, kind_of, owner_of, side_of
from pawnstorm.games.castle_chess.pieces.kinds import KING
from pawnstorm.games.castle_chess.pieces.laws import JOINS, QUIET_TURNS, STATUES
from pawnstorm.games.castle_chess.state import Position
from pawnstorm.kit.bits import bit

KING_SLAIN: Final = 1
CHECKMATE: Final = 2
THRONE: Final = 3
STALEMATE: Final = 4
REPETITION: Final = 5
NO_PROGRESS: Final = 6
NOBODY_LEFT: Final = 7
ALL_GONE: Final = 8
PASSAGE: Final = 9
STOPPED: Final = 10
LAST_KING: Final = 11
STUCK: Final = 12

REASONS: Final = (
    ("", ""),
    ("the King is slain", "CC-10"),
    ("the King is checkmated", "CC-A31"),
    ("the King sits on the enemy throne", "CC-41"),
    ("there is no legal turn left", "CC-A32"),
    ("the position stood for the third time", "CC-A65"),
    ("too many turns without progress", "CC-A74"),
    ("the last Kings fell together", "CC-A67"),
    ("every enemy is gone", "CC-65"),
    ("the passage is reached", "CC-65"),
    ("time is up", "CC-A44"),
    ("the last King standing", "CC-69"),
    ("nobody can move any more", "CC-A75"),
)

BLUE: Final = 0
RED: Final = 1


def settle(position: Position, conqueror: i64, by_throne: bool) -> None:
    """CC-10, CC-69, CC-A39, CC-A42, CC-A67: sides have fallen in this turn; the game may be over."""
    fell = position.fell
    position.set_living(position.living & ~fell)
    if position.journal is not None:
        position.tell("fell", (fell, conqueror, 1 if by_throne else 0))
    if not position.living:
        position.finish(fell, NOBODY_LEFT)
    elif position.count_living() == 1:
        alone = LAST_KING if position.laws.map.four else THRONE if by_throne else KING_SLAIN
        position.finish(position.living, alone)
    else:
        side: i64
        for side in range(position.seats):
            if fell & MAY[side]:
                _disband(position, side, conqueror)
    position.fell = 0
    position.progress()


def _disband(position: Position, side: i64, conqueror: i64) -> None:
    """CC-A40, CC-A66: a fallen army leaves, turns to stone, or joins whoever felled its King."""
    joins = position.laws.fallen == JOINS and position.lives(conqueror)
    if position.laws.fallen != STATUES:
        for square in position.where:
            if square != NOWHERE and side_of(position.board[square]) == side:
                _leave_or_join(position, square, conqueror if joins else -1)
    for square in position.laws.map.signs:
        cell = position.board[square]
        if cell & GATE and owner_of(cell) == side:
            if joins:
                position.cede(square, conqueror)
            else:
                position.raze(square)
    if joins:
        position.mixed = True


def _leave_or_join(position: Position, square: i64, conqueror: i64) -> None:
    """CC-A66: a unit changes sides where it stands; a King without a throne leaves, as everybody does otherwise."""
    if conqueror < 0 or kind_of(position.board[square]) == KING:
        position.lose(square)
    else:
        unit = position.lift(square)
        position.put(unit & ~(3 << 8) | conqueror << 8, square)


def check_quest(position: Position) -> None:
    """CC-65, CC-A69: Blue has won if no Red unit is left."""
    if position.laws.map.quest and position.units_left(RED) == 0:
        position.finish(1, ALL_GONE)


def arrive(position: Position, square: i64) -> None:
    """CC-41, CC-65, CC-A34, CC-A43: what a unit wins by ending its move on a space."""
    cell = position.board[square]
    side, king = side_of(cell), kind_of(cell) == KING
    if position.laws.map.quest and side == BLUE and (king or position.laws.any_passes):
        if position.laws.map.passage[square] or square == position.laws.map.throne[RED]:
            position.finish(1, PASSAGE if position.laws.map.passage[square] or not king else THRONE)
            return
    if king:
        _sit(position, square, side)


def _sit(position: Position, square: i64, side: i64) -> None:
    """CC-41, CC-A34, CC-A39: a King on the throne of another living side fells it."""
    other: i64
    for other in range(position.seats):
        if other != side and position.lives(other) and position.laws.map.throne[other] == square:
            position.fell |= MAY[other]
            settle(position, side, True)
            return


def is_drawn(position: Position) -> bool:
    """CC-A33, CC-A65, CC-A74: the third time, or too many quiet turns; in quests Red has then stopped Blue."""
    if not position.laws.draws:
        return False
    if position.seen_count >= 5 and _third_time(position):
        position.finish(_stopped_or_drawn(position), REPETITION)
    elif position.quiet >= QUIET_TURNS * position.count_living():
        position.finish(_stopped_or_drawn(position), NO_PROGRESS)
    else:
        return False
    return True


def _stopped_or_drawn(position: Position) -> i64:
    return 2 if position.laws.map.quest else position.living


def _third_time(position: Position) -> bool:
    seen = position.seen
    times: i64 = 0
    index: i64
    for index in range(position.seen_count):
        if seen[index] == position.hash:
            times += 1
    return times >= 3


def is_stopped(position: Position) -> bool:
    """CC-A44, CC-A69: Red has stopped Blue when both have used up their turns."""
    map_ = position.laws.map
    if position.laws.limited and position.turns >= 2 * map_.limit:
        position.finish(2, STOPPED)
        return True
    return False


def nobody_moves(position: Position) -> None:
    """CC-A75: every side has lost its turn in a row, so nothing can ever happen again."""
    position.finish(_stopped_or_drawn(position), STUCK)


def mated(position: Position, side: i64) -> None:
    """CC-10, CC-A31, CC-A44: the other side has won."""
    position.finish(bit(1 - side), CHECKMATE)
