"""How games end: slain Kings, thrones, passages, draws; and what happens to a fallen army (CC-10, CC-65, CC-69)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.castle_chess.pieces.cells import GATE, NOWHERE, SIDE_BIT, kind_of, owner_of, side_of
from pawnstorm.games.castle_chess.pieces.kinds import KING, NUMBERS
from pawnstorm.games.castle_chess.pieces.laws import JOINS, STATUES
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
NOBODY: Final = -1
"""The conqueror of a side that no other side has defeated."""


def conquer(position: Position, conqueror: i64, by_throne: bool) -> None:
    """CC-10, CC-69, CC-A39: a side has defeated others in this turn, by slaying Kings or taking a throne."""
    if position.journal is not None:
        position.note("fell", (position.newly_fallen, conqueror, int(by_throne)))
    eliminate(position, conqueror, LAST_KING if position.laws.map.four else THRONE if by_throne else KING_SLAIN)


def eliminate(position: Position, conqueror: i64, ending: i64) -> None:
    """CC-A39, CC-A42, CC-A67, CC-A84: the fallen sides are out; with one King left, or none, the game is over."""
    fallen = position.newly_fallen
    position.newly_fallen = 0
    position.set_living(position.living & ~fallen)
    left = position.count_living()
    if left > 1 or position.laws.clears_last_army:
        side: i64
        for side in range(position.seats):
            if fallen & SIDE_BIT[side]:
                _disband(position, side, conqueror)
    if left == 0:
        position.finish(fallen, NOBODY_LEFT)
    elif left == 1:
        position.finish(position.living, ending)
    position.progress()


def drop_out(position: Position, side: i64, fact: str) -> None:
    """CC-A79, CC-A80: a side is out although no other defeated it; no side gets its army."""
    if position.journal is not None:
        position.note(fact, (side,))
    _depose(position, side, NOBODY, LAST_KING)


def _depose(position: Position, side: i64, conqueror: i64, ending: i64) -> None:
    """CC-A66, CC-A80: a King leaves the board although no unit killed him, and his side is out."""
    position.lose(position.kings[side])
    position.newly_fallen = SIDE_BIT[side]
    position.passes = 0
    eliminate(position, conqueror, ending)


def _disband(position: Position, side: i64, conqueror: i64) -> None:
    """CC-A40, CC-A66: a fallen army leaves, turns to stone, or joins the side that defeated it."""
    joins = position.laws.fallen == JOINS and conqueror != NOBODY and position.lives(conqueror)
    if position.laws.fallen != STATUES:
        for square in position.where:
            if square != NOWHERE and side_of(position.board[square]) == side:
                _leave_or_join(position, square, conqueror if joins else NOBODY)
    for square in position.laws.map.signs:
        cell = position.board[square]
        if cell & GATE and owner_of(cell) == side:
            if joins:
                position.hand_over(square, conqueror)
            else:
                position.raze(square)
    if joins:
        position.has_joined_armies = True


def _leave_or_join(position: Position, square: i64, conqueror: i64) -> None:
    """CC-A66: a unit changes sides on its space; a King leaves the board, and without a conqueror every unit does."""
    if conqueror == NOBODY or kind_of(position.board[square]) == KING:
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
        _take_throne(position, square, side)


def _take_throne(position: Position, square: i64, side: i64) -> None:
    """CC-41, CC-A34, CC-A39: a King on the throne of another living side defeats it."""
    other: i64
    for other in range(position.seats):
        if other != side and position.lives(other) and position.laws.map.throne[other] == square:
            position.newly_fallen |= SIDE_BIT[other]
            conquer(position, side, True)
            return


def standstill(position: Position) -> i64:
    """CC-A33, CC-A65, CC-A74: the ending by repetition or quiet turns; 0 if neither is due."""
    if not position.laws.draws:
        return 0
    if _is_repetition(position):
        return REPETITION
    return NO_PROGRESS if position.quiet >= quiet_limit(position) else 0


def quiet_limit(position: Position) -> i64:
    """CC-A33, CC-A80: after how many turns without progress the game stands still; fewer while more than two live."""
    living = position.count_living()
    many = position.laws.last_king and living > 2
    return (NUMBERS.quiet_turns_of_many if many else NUMBERS.quiet_turns) * living


def stop(position: Position, ending: i64) -> None:
    """CC-A33, CC-A74, CC-A75: the living share the game; in quests Red has stopped Blue."""
    position.finish(2 if position.laws.map.quest else position.living, ending)


def weakest_falls(position: Position) -> None:
    """CC-69, CC-A80: the living side with the fewest units is out; of several the one that acts last."""
    weakest = side = position.side
    fewest = position.units_left(side)
    for _ in range(position.seats):
        if position.lives(side) and position.units_left(side) <= fewest:
            weakest, fewest = side, position.units_left(side)
        side = (side + position.direction) % position.seats
    drop_out(position, weakest, "outlasted")


def _is_repetition(position: Position) -> bool:
    """CC-A65: whether the position has been seen too often."""
    seen = position.seen
    times: i64 = 0
    index: i64
    for index in range(position.seen_count):
        if seen[index] == position.hash:
            times += 1
    return times >= NUMBERS.repetitions


def stop_at_turn_limit(position: Position) -> bool:
    """CC-A44, CC-A69: end the game for Red when both have used up their turns; returns whether they have."""
    map_ = position.laws.map
    if position.laws.limited and position.turns >= 2 * map_.limit:
        position.finish(2, STOPPED)
        return True
    return False


def checkmate(position: Position, side: i64) -> None:
    """CC-10, CC-A31, CC-A44, CC-A81: the other side has won; with four sides the mated one is out (CC-A84)."""
    if position.laws.map.four:
        if position.journal is not None:
            position.note("mated", (side,))
        _depose(position, side, position.rival(side), CHECKMATE)
    else:
        position.finish(bit(1 - side), CHECKMATE)
