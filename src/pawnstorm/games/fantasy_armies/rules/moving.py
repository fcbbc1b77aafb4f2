"""Moving: every piece moves like its chessman (FA-23); entering an enemy's square is an attack (FA-27)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.fantasy_armies.pieces import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from pawnstorm.games.fantasy_armies.state import (
    EMPTY,
    EN_PASSANT,
    FRESH,
    GO,
    NOWHERE,
    TRY_MOVE,
    Position,
    entangled_of,
    forward,
    pack,
    side_of,
    type_of,
)
from pawnstorm.kit.chessboard import ALL_LINES, BISHOP_LINES, KNIGHT_JUMPS, ROOK_LINES

_NOBODY: Final = 4
"""The enemy of a piece that cannot fight: no cell has this mark."""
_SCRATCH: Final = Moves(256)


def find_moves(position: Position, square: i64, moves: Moves) -> None:
    """FA-23, FA-A74: the moves of a piece; an entangled one that could move may only try to."""
    if entangled_of(position.board[square]):
        if can_move(position, square):
            moves.add(pack(square, square, TRY_MOVE))
    else:
        find_free_moves(position, square, moves)


def can_move(position: Position, square: i64) -> bool:
    """FA-A74: whether a piece has any move or attack."""
    _SCRATCH.clear()
    find_free_moves(position, square, _SCRATCH)
    return _SCRATCH.count > 0


def find_free_moves(position: Position, square: i64, moves: Moves) -> None:
    """FA-13: moves and attacks by the piece's M, entangled or not."""
    laws = position.laws
    cell = position.board[square]
    kind = cell >> 2 & 63
    way = laws.move[kind]
    # FA-A26: a piece that cannot fight may enter empty squares only.
    enemy: i64 = cell & 3 ^ 3 if laws.melee[kind] else _NOBODY
    if way == PAWN:
        _pawn(position, square, forward(side_of(cell)), enemy, moves)
    elif way == KNIGHT:
        _stepper(position, square, KNIGHT_JUMPS, enemy, moves)
    elif way == BISHOP:
        _slider(position, square, BISHOP_LINES, enemy, moves)
    elif way == ROOK:
        _slider(position, square, ROOK_LINES, enemy, moves)
    elif way == QUEEN:
        _slider(position, square, ALL_LINES, enemy, moves)
    else:
        _stepper(position, square, ALL_LINES, enemy, moves)


def _slider(position: Position, square: i64, lines: vec[i64], enemy: i64, moves: Moves) -> None:
    board = position.board
    for step in lines:
        to = square + step
        cell = board[to]
        while cell == EMPTY:
            moves.add(pack(square, to, GO))
            to += step
            cell = board[to]
        if cell & 3 == enemy:
            moves.add(pack(square, to, GO))


def _stepper(position: Position, square: i64, steps: vec[i64], enemy: i64, moves: Moves) -> None:
    """FA-A15: Kings may step into danger like every other piece."""
    board = position.board
    for step in steps:
        cell = board[square + step]
        if cell == EMPTY or cell & 3 == enemy:
            moves.add(pack(square, square + step, GO))


def _pawn(position: Position, square: i64, step: i64, enemy: i64, moves: Moves) -> None:
    """FA-24, FA-A11, FA-A12, FA-A77: ahead to empty squares, diagonally and en passant against enemies."""
    board = position.board
    ahead = square + step
    if board[ahead] == EMPTY:
        moves.add(pack(square, ahead, GO))
        if board[square] & FRESH and board[ahead + step] == EMPTY:
            moves.add(pack(square, ahead + step, GO))
    if board[ahead - 1] & 3 == enemy:
        moves.add(pack(square, ahead - 1, GO))
    if board[ahead + 1] & 3 == enemy:
        moves.add(pack(square, ahead + 1, GO))
    passed = position.passed
    if passed == square - 1 or passed == square + 1:
        if board[passed] & 3 == enemy or (position.laws.own_en_passant and enemy != _NOBODY):
            moves.add(pack(square, passed + step, EN_PASSANT))


def passed_square(position: Position, pawn: i64) -> i64:
    """FA-A12: the square of a P after its double step, if an enemy P next to it may take it; else NOWHERE."""
    laws = position.laws
    if not laws.en_passant:
        return NOWHERE
    board = position.board
    enemy = board[pawn] & 3 ^ 3
    for neighbour in (board[pawn - 1], board[pawn + 1]):
        kind = type_of(neighbour)
        if neighbour & 3 == enemy and laws.move[kind] == PAWN and laws.melee[kind]:
            return pawn
    return NOWHERE
