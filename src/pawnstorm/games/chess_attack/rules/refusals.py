"""Why an order is not legal, in one sentence. Nothing here decides; it only explains."""

from pawnstorm.core.buffers import Moves
from pawnstorm.games.chess_attack.pieces import KING, NAMES, PAWN, SIDES
from pawnstorm.games.chess_attack.rules.moving import find_unit_moves
from pawnstorm.games.chess_attack.state import (
    EMPTY,
    NOWHERE,
    UNITS,
    WALL,
    Position,
    forward,
    kind_of,
    landing_of,
    side_of,
)
from pawnstorm.kit.chessboard import GRID, line_step


def why_not(position: Position, origin: int, landing: int) -> str:
    """Why the side to act cannot go from one square to another."""
    board = position.board
    cell, there = board[origin], board[landing]
    if cell == EMPTY:
        return f"there is no piece on {GRID.name(origin)}"
    if side_of(cell) != position.side:
        return f"{GRID.name(origin)} holds {SIDES[side_of(cell)]}'s {NAMES[kind_of(cell)]}"
    if there != EMPTY and side_of(there) == position.side:
        return f"your own {NAMES[kind_of(there)]} stands on {GRID.name(landing)}"
    if kind_of(cell) == PAWN and landing - origin - forward(position.side) in (-1, 1):
        return _no_pawn_attack(position, landing)
    if _reaches_alone(position, origin, landing):
        return _what_stops(position, origin, landing)
    return f"a {NAMES[kind_of(cell)]} does not move that way"


def why_no_castling(position: Position, king: int, short: bool) -> str:
    """CA-A20: why the side to act cannot castle now."""
    side = SIDES[position.side]
    if not position.rights >> (2 * position.side + (0 if short else 1)) & 1:
        return f"{side} may not castle: the King or that rook has moved or is gone (CA-A20)"
    step, rook = (1, king + 3) if short else (-1, king - 4)
    for square in range(king + step, rook, step):
        if position.board[square] != EMPTY:
            return f"{side} may not castle: {GRID.name(square)} is occupied (CA-A20)"
    return f"{side} may not castle: King caution forbids it out of, through or into an attack (CA-A20)"


def _no_pawn_attack(position: Position, landing: int) -> str:
    neighbour = landing - forward(position.side)
    cell = position.board[neighbour]
    if cell not in (EMPTY, WALL) and side_of(cell) != position.side and kind_of(cell) == PAWN:
        return f"the Pawn on {GRID.name(neighbour)} cannot be taken en passant now (CA-A21)"
    return f"there is nobody to attack on {GRID.name(landing)}"


def _reaches_alone(position: Position, origin: int, landing: int) -> bool:
    """Whether the piece could make the move if it stood alone on the board."""
    alone = Position(position.laws)
    alone.side = position.side
    alone.put(position.board[origin], origin)
    moves = Moves()
    find_unit_moves(alone, origin, moves)
    return any(landing_of(move) == landing for move in moves.as_list())


def _what_stops(position: Position, origin: int, landing: int) -> str:
    kind = kind_of(position.board[origin])
    if kind == KING:
        return f"King caution: {GRID.name(landing)} is attacked (CA-40)"
    step = line_step(origin, landing)
    square = origin + step
    while position.board[square] == EMPTY and square != landing:
        square += step
    return f"the {NAMES[kind]} is blocked on {GRID.name(square)}"


def king_square(position: Position) -> int:
    """Where the King of the side to act stands."""
    first = position.side * UNITS
    for unit in range(first, first + UNITS):
        square = position.where[unit]
        if square != NOWHERE and kind_of(position.board[square]) == KING:
            return square
    return NOWHERE
