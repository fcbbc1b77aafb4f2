"""How units move, and strike by landing (CC-12 to CC-41)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves
from pawnstorm.games.castle_chess.pieces.cells import (
    BOARD,
    FRESH,
    HILL,
    SIDE,
    SIDE_BIT,
    TAKEN,
    UNIT_BITS,
    home_of,
    kind_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    AHEAD,
    CORNERING,
    DIAGONAL,
    EAST,
    GRID,
    LANDING,
    NORTH,
    NUMBERS,
    RIDING,
    SOUTH,
    STEPS,
    STRAIGHT,
    TURNING,
    WEST,
)
from pawnstorm.games.castle_chess.rules.ground import can_enter, is_raised, is_tower_or_stone
from pawnstorm.games.castle_chess.state import GO, Position, pack


@final
@mypyc_attr(acyclic=True)
class _Marks:
    """Which landings of the current unit are listed already: several ways may lead to one space."""

    def __init__(self) -> None:
        self.marks: Final[vec[i64]] = vec[i64]([0] * GRID.size)
        self.now: i64 = 0


_MARKS: Final = _Marks()


def find_walks(position: Position, square: i64, moves: Moves) -> None:
    """CC-05, CC-06, CC-08: every space that the unit on a space may walk to or strike by landing."""
    cell = position.board[square]
    kind = kind_of(cell)
    # A step needs more than a look at its end only from a tower or from stone.
    special = is_tower_or_stone(cell, cell >> SIDE & 3)
    way = NUMBERS.walk[kind]
    if way == AHEAD:
        _ahead(position, square, cell, special, moves)
    elif way == TURNING:
        _turning(position, square, cell, special, moves)
    elif way == RIDING:
        _riding(position, square, cell, special, moves)
    elif way == CORNERING:
        _cornering(position, square, cell, special, moves)
    else:
        # CC-A15: Archers and Mages never strike by landing. CC-A8: King and Queen go straight.
        most = NUMBERS.move_high[kind] if cell & HILL else NUMBERS.move[kind]
        lands = NUMBERS.attack[kind] == LANDING
        for step in STEPS:
            _line(position, square, step, most, lands, special, moves)


def _line(position: Position, square: i64, step: i64, most: i64, lands: bool, special: bool, moves: Moves) -> None:
    """CC-A6, CC-A9: up to `most` spaces on one line; the first unit or machine ends the way."""
    board = position.board
    side = board[square] >> SIDE & 3
    side_bit = SIDE_BIT[side]
    to = square
    while most > 0:
        to += step
        cell = board[to]
        if not can_enter(position, to - step, to, side) if special else not cell & side_bit:
            return
        if not cell & UNIT_BITS or lands:
            moves.add(pack(square, to, GO))
        if cell & TAKEN:
            return
        most -= 1


def _ahead(position: Position, square: i64, cell: i64, special: bool, moves: Moves) -> None:
    """CC-16 to CC-18, CC-A5: straight or diagonally ahead, striking diagonally only."""
    kind = kind_of(cell)
    most = NUMBERS.move_high[kind] if cell & (FRESH | HILL) else NUMBERS.move[kind]
    forward = position.laws.map.forward[home_of(cell)]
    aside: i64 = 1 if forward in (NORTH, SOUTH) else NORTH
    _line(position, square, forward, most, False, special, moves)
    _line(position, square, forward - aside, most, True, special, moves)
    _line(position, square, forward + aside, most, True, special, moves)


def _start(square: i64) -> None:
    """Forget the landings of the previous unit; no unit ends where it began (CC-A35)."""
    _MARKS.now += 1
    _MARKS.marks[square] = _MARKS.now


def _land(square: i64, to: i64, moves: Moves) -> None:
    """List a landing once."""
    if _MARKS.marks[to] != _MARKS.now:
        _MARKS.marks[to] = _MARKS.now
        moves.add(pack(square, to, GO))


def _can_step(position: Position, square: i64, at: i64, to: i64, side: i64) -> bool:
    """Whether a unit that began on a tower or on stone may make a step, to stop, to strike or to continue."""
    board = position.board
    # CC-A54: only the tower that a move began on can be climbed from.
    if is_tower_or_stone(board[at], side) if at == square else is_raised(board[at], side):
        return can_enter(position, at, to, side)
    return board[to] & SIDE_BIT[side] != 0


def _turning(position: Position, square: i64, cell: i64, special: bool, moves: Moves) -> None:
    """CC-21, CC-22, CC-A10: a Knight may turn on the way; three spaces from elevation are straight."""
    board, side = position.board, cell >> SIDE & 3
    side_bit = SIDE_BIT[side]
    _start(square)
    for step in STEPS:
        to = square + step
        if not _can_step(position, square, square, to, side) if special else not board[to] & side_bit:
            continue
        if _may_strike(position, cell, board[to], step):
            _land(square, to, moves)
        if board[to] & TAKEN:
            continue
        for turn in STEPS:
            end = to + turn
            if _can_step(position, square, to, end, side) if special else board[end] & side_bit:
                if _may_strike(position, cell, board[end], turn):
                    _land(square, end, moves)
        if cell & HILL:
            _third(position, square, to, step, cell, moves)


def _third(position: Position, square: i64, at: i64, step: i64, cell: i64, moves: Moves) -> None:
    """CC-22: the third space of a Knight that goes straight from elevation."""
    board, side = position.board, cell >> SIDE & 3
    second = at + step
    if _can_step(position, square, at, second, side) and not board[second] & TAKEN:
        end = second + step
        if _can_step(position, square, second, end, side) and _may_strike(position, cell, board[end], step):
            _land(square, end, moves)


def _may_strike(position: Position, knight: i64, target: i64, step: i64) -> bool:
    """CC-X4, CC-A60: whether a Knight may strike; by option not with a last step straight ahead or back."""
    if not position.laws.no_vertical or not target & UNIT_BITS:
        return True
    forward = position.laws.map.forward[home_of(knight)]
    return step != forward and step != -forward


def _riding(position: Position, square: i64, cell: i64, special: bool, moves: Moves) -> None:
    """CC-30 to CC-32, CC-A3, CC-A4: two spaces straight, three from elevation, then perhaps one diagonally."""
    board, side = position.board, cell >> SIDE & 3
    side_bit = SIDE_BIT[side]
    _start(square)
    most = NUMBERS.move_high[kind_of(cell)] if cell & HILL else NUMBERS.move[kind_of(cell)]
    jumps = position.laws.cavalry_jumps
    for step in STEPS:
        at = square
        gone: i64 = 0
        jumped = False
        climbs = jumps and _bars_jump(position, cell, side)
        while gone < most:
            to = at + step
            open_ = _can_step(position, square, at, to, side) if special else board[to] & side_bit != 0
            climbs = climbs or (jumps and _bars_jump(position, board[to], side))
            if jumped and climbs:
                break
            gone += 1
            if open_ and gone >= 2:
                _land(square, to, moves)
            if not open_ or board[to] & TAKEN:
                if climbs or not _jumps(position, board[to], side):
                    break
                jumped = True
            if gone >= 2:
                _swerve(position, square, to, jumped, special, moves)
            at = to


def _swerve(position: Position, square: i64, at: i64, jumped: bool, special: bool, moves: Moves) -> None:
    """CC-30, CC-A83: the diagonal step after the straight ones; after a jump never onto a wall."""
    board = position.board
    side = board[square] >> SIDE & 3
    side_bit = SIDE_BIT[side]
    for turn in DIAGONAL:
        to = at + turn
        if jumped and _bars_jump(position, board[to], side):
            continue
        if _can_step(position, square, at, to, side) if special else board[to] & side_bit:
            _land(square, to, moves)


def _jumps(position: Position, cell: i64, side: i64) -> bool:
    """CC-A9, CC-A62: whether a rider may jump: units and machines if agreed, never walls, enemy gates or rocks."""
    return position.laws.cavalry_jumps and cell & BOARD != 0 and not is_raised(cell, side)


def _bars_jump(position: Position, cell: i64, side: i64) -> bool:
    """CC-A83: whether a move that touches this space contains no jump."""
    return is_raised(cell, side) and not position.laws.wall_jumps


def _cornering(position: Position, square: i64, cell: i64, special: bool, moves: Moves) -> None:
    """CC-33, CC-34, CC-A7: one space up or down and one aside; from elevation also two and one."""
    _start(square)
    if not cell & HILL and NUMBERS.move[kind_of(cell)] == 2 and not special and not position.laws.assassin_free:
        _corners(position, square, SIDE_BIT[cell >> SIDE & 3], moves)
        return
    most = NUMBERS.move_high[kind_of(cell)] if cell & HILL else NUMBERS.move[kind_of(cell)]
    for step in STRAIGHT:
        _sneak(position, square, square, step, 1, 0, most, cell >> SIDE & 3, moves)


def _corners(position: Position, square: i64, side_bit: i64, moves: Moves) -> None:
    """CC-A7: the two steps on flat ground, by far the most common case."""
    board = position.board
    for step in STRAIGHT:
        to = square + step
        if board[to] & side_bit and not board[to] & TAKEN:
            aside: i64 = NORTH if step in (EAST, WEST) else EAST
            if board[to + aside] & side_bit:
                _land(square, to + aside, moves)
            if board[to - aside] & side_bit:
                _land(square, to - aside, moves)


def _sneak(
    position: Position, square: i64, at: i64, step: i64, gone: i64, turns: i64, most: i64, side: i64, moves: Moves
) -> None:
    """CC-A7, CC-A61: one more straight step of an Assassin, and all that may follow it."""
    to = at + step
    free = position.laws.assassin_free
    if to == square or not _can_step(position, square, at, to, side):
        return
    if gone >= 2 and (free or turns == 1):
        _land(square, to, moves)
    if gone == most or position.board[to] & TAKEN:
        return
    for turn in STRAIGHT:
        if turn == -step and not free:
            continue
        after = turns if turn == step else turns + 1
        if free or after <= 1:
            _sneak(position, square, to, turn, gone + 1, after, most, side, moves)
