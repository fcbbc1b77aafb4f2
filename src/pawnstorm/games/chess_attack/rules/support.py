"""Support: which pieces bear on a square, and what they add to a fight (CA-11, CA-12, CA-24, CA-25)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.chess_attack.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from pawnstorm.games.chess_attack.state import EMPTY, NOWHERE, Position, face_of, kind_of
from pawnstorm.kit.chessboard import ALL_LINES, KNIGHT_JUMPS

_ROOM: Final = 8 * 16
"""Eight lines, two sides, eight kinds."""
# Where a piece on a line bears on the square.
_NEVER: Final = 0
_NEXT_TO: Final = 1
_ALONG: Final = 2


def _bearing() -> list[int]:
    """By line, side and kind: from where on the line such a piece bears on the square."""
    table = [_NEVER] * _ROOM
    for line, step in enumerate(ALL_LINES):
        slider = ROOK if line < 4 else BISHOP
        for side in (0, 1):
            row = line << 4 | side << 3
            table[row | slider] = table[row | QUEEN] = _ALONG
            table[row | KING] = _NEXT_TO
        # CA-A1: a pawn bears diagonally forward only, so a white one is below the square it bears on.
        if line >= 4:
            table[line << 4 | (0 if step < 0 else 1) << 3 | PAWN] = _NEXT_TO
    return table


_BEARING: Final = vec[i64](_bearing())


def find_bearers(position: Position, square: i64, side: i64, xray: bool, found: Moves) -> None:
    """CA-A1, CA-A2: the squares of a side's pieces that could capture on a square if an enemy were there."""
    board = position.board
    own = 2 - side
    line: i64 = 0
    for step in ALL_LINES:
        distance: i64 = _NEXT_TO
        at = square + step
        cell = board[at]
        while cell == EMPTY:
            distance = _ALONG
            at += step
            cell = board[at]
        # CA-A3: the first piece closes the line; with CA-A43 a friend that bears along the line does not.
        while cell & 3 == own and _BEARING[line << 4 | side << 3 | kind_of(cell)] >= distance:
            found.add(at)
            if not xray:
                break
            distance = _ALONG
            at += step
            cell = board[at]
            while cell == EMPTY:
                at += step
                cell = board[at]
        line += 1
    knight = KNIGHT << 2 | own
    for jump in KNIGHT_JUMPS:
        if board[square + jump] & 31 == knight:
            found.add(square + jump)


def is_attacked(position: Position, square: i64, side: i64, absent: i64) -> bool:
    """CA-40, CA-A37: whether a piece of a side bears on a square while the square `absent` counts as empty."""
    board = position.board
    own = 2 - side
    line: i64 = 0
    for step in ALL_LINES:
        distance: i64 = _NEXT_TO
        at = square + step
        while board[at] == EMPTY or at == absent:
            distance = _ALONG
            at += step
        if board[at] & 3 == own and _BEARING[line << 4 | side << 3 | kind_of(board[at])] >= distance:
            return True
        line += 1
    knight = KNIGHT << 2 | own
    for jump in KNIGHT_JUMPS:
        if board[square + jump] & 31 == knight:
            return True
    return False


def find_threats(position: Position, target: i64, side: i64, found: Moves) -> None:
    """CA-A1, CA-A21, CA-A38: pieces that threaten a target; a pawn that may take it en passant is one of them."""
    find_bearers(position, target, side, position.laws.xray_support, found)
    if target == position.passed and target != NOWHERE:
        pawn = PAWN << 2 | (2 - side)
        for neighbour in (target - 1, target + 1):
            if position.board[neighbour] & 31 == pawn:
                found.add(neighbour)


def find_protectors(position: Position, target: i64, side: i64, found: Moves) -> None:
    """CA-A2, CA-A36: pieces of the target's side that protect it, before the attacker leaves its square."""
    find_bearers(position, target, side, position.laws.xray_support, found)


def support_of(position: Position, helper: i64, helped: i64) -> i64:
    """CA-12, CA-A6: what one helper adds to the piece it helps; with CA-41 King and Queen do not help each other."""
    board = position.board
    if position.laws.remote_royals and kind_of(board[helper]) + kind_of(board[helped]) == KING + QUEEN:
        return 0
    return position.laws.support[face_of(board[helper])]


_SCRATCH: Final = Moves(64)


def attack_total(position: Position, attacker: i64, target: i64) -> i64:
    """CA-24: Attack plus the Support of every other piece that threatens the target, before the die."""
    found = _SCRATCH
    found.clear()
    find_threats(position, target, position.side, found)
    return position.laws.attack[face_of(position.board[attacker])] + _sum(position, found, attacker)


def defence_total(position: Position, target: i64) -> i64:
    """CA-25: Defence plus the Support of every other piece that protects the target, before the die."""
    found = _SCRATCH
    found.clear()
    find_protectors(position, target, 1 - position.side, found)
    return position.laws.defence[face_of(position.board[target])] + _sum(position, found, target)


def _sum(position: Position, helpers: Moves, helped: i64) -> i64:
    """CA-A4: every helper counts; nobody may leave one out."""
    total: i64 = 0
    index: i64
    for index in range(helpers.count):
        helper = helpers.items[index]
        if helper != helped:
            total += support_of(position, helper, helped)
    return total
