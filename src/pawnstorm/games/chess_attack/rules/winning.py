"""Winning: the King off the board (CA-36), or Points where no side can continue (CA-37)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.games.chess_attack.pieces import KING, PAWN
from pawnstorm.games.chess_attack.rules.moving import has_move
from pawnstorm.games.chess_attack.state import BLACK, NOWHERE, UNITS, WHITE, Position

BOTH: Final = 3
"""Both seats, as winners of a draw."""

KING_TAKEN: Final = 1
BOTH_KINGS: Final = 2
STALEMATE: Final = 3
REPETITION: Final = 4
NO_PROGRESS: Final = 5
BARE_KINGS: Final = 6

_SOONEST: Final = 9
"""CA-A41: no position can occur for the third time before this many; coming back takes four half-moves."""

REASONS: Final = (
    ("", ""),
    ("the King is off the board", "CA-36"),
    ("both Kings fell in one fight", "CA-A17"),
    ("no move or attack is left", "CA-A30"),
    ("the position stood for the third time", "CA-A41"),
    ("too many moves without a pawn move or a fight", "CA-A41"),
    ("only the Kings are left, and they may not meet", "CA-A44"),
)


def points_taken(position: Position, side: i64) -> i64:
    """CA-37, CA-A32: Points of the enemy pieces off the board, however they were lost; Kings do not count."""
    enemy = (1 - side) << 3
    total: i64 = 0
    kind: i64
    for kind in range(PAWN, KING):
        total += position.lost[enemy | kind] * position.laws.points[kind]
    return total


def kings_fell(position: Position) -> bool:
    """CA-36, CA-A16, CA-A17: end the game if a King is gone; True if it has ended."""
    white_gone, black_gone = position.king_gone(WHITE), position.king_gone(BLACK)
    if white_gone and black_gone:
        _by_points(position, BOTH_KINGS)
    elif white_gone or black_gone:
        position.finish(2 if white_gone else 1, KING_TAKEN)
    return white_gone or black_gone


def end_turn(position: Position) -> None:
    """CA-19: hand the turn over."""
    position.change_side()
    open_turn(position)


def open_turn(position: Position) -> None:
    """CA-A30, CA-A41, CA-A44: the side to act begins its turn, unless the game ends here."""
    position.remember()
    if not has_move(position):
        _by_points(position, STALEMATE)
    elif position.seen_count >= _SOONEST and _third_time(position):
        _drawn(position, REPETITION)
    elif position.quiet >= position.laws.quiet_limit:
        _drawn(position, NO_PROGRESS)
    elif position.laws.king_caution and _bare_kings(position):
        _drawn(position, BARE_KINGS)


def _third_time(position: Position) -> bool:
    """CA-A41: the present position has occurred twice before with the same side to move."""
    seen = position.seen
    times: i64 = 1
    index = position.seen_count - 3
    while index >= 0:
        if seen[index] == position.hash:
            times += 1
        index -= 2
    return times >= 3


def _bare_kings(position: Position) -> bool:
    """CA-A44: neither side has anything but its King."""
    alive: i64 = 0
    unit: i64
    for unit in range(2 * UNITS):
        if position.where[unit] != NOWHERE:
            alive += 1
    return alive == 2


def _drawn(position: Position, reason: i64) -> None:
    """CA-A31: these endings are decided by Points like a stalemate, or are draws by option."""
    if position.laws.points_decide:
        _by_points(position, reason)
    else:
        position.finish(BOTH, reason)


def _by_points(position: Position, reason: i64) -> None:
    """CA-37: the larger sum of Points wins; equal sums are a draw."""
    white, black = points_taken(position, WHITE), points_taken(position, BLACK)
    position.finish(1 if white > black else 2 if black > white else BOTH, reason)
