"""What a side can do in its turn: move, attack, shoot, or a special action (FA-22, FA-25, FA-26)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.fantasy_armies.rules.aiming import find_specials
from pawnstorm.games.fantasy_armies.rules.moving import find_moves
from pawnstorm.games.fantasy_armies.rules.shooting import find_shots
from pawnstorm.games.fantasy_armies.state import NOWHERE, STOP, UNITS, Position, pack

_SCRATCH: Final = Moves(512)


def find_actions(position: Position, moves: Moves) -> None:
    """FA-22: every action of the side to act, unit by unit; in a turn won by Charge! it may also stop (FA-A42)."""
    first = position.side * UNITS
    unit: i64
    for unit in range(first, first + UNITS):
        square = position.where[unit]
        if square != NOWHERE:
            find_unit_actions(position, square, moves)
    if position.charging:
        moves.add(pack(0, 0, STOP))


def find_unit_actions(position: Position, square: i64, moves: Moves) -> None:
    """FA-X4: the moves of one piece of either side, its shots and its special actions."""
    laws = position.laws
    kind = position.board[square] >> 2 & 63
    find_moves(position, square, moves)
    if laws.shots[kind]:
        find_shots(position, square, moves)
    if laws.has_special[kind]:
        find_specials(position, square, moves)


def has_action(position: Position) -> bool:
    """FA-A16: whether the side to act can do anything at all."""
    moves = _SCRATCH
    moves.clear()
    first = position.side * UNITS
    unit: i64
    for unit in range(first, first + UNITS):
        square = position.where[unit]
        if square != NOWHERE:
            find_unit_actions(position, square, moves)
            if moves.count:
                return True
    return False
