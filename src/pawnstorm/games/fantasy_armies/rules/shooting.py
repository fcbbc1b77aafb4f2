"""Shooting: line of sight, range, and dice that hit on 5 or 6 (FA-35 to FA-39)."""

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.fantasy_armies.rules.ending import note_progress
from pawnstorm.games.fantasy_armies.state import EMPTY, SHOOT, SHOT, Position, pack, type_of, unit_of
from pawnstorm.kit.bits import bit
from pawnstorm.kit.chessboard import ALL_LINES

GOOD_FACE: Final = 5
"""FA-37: this face and higher ones hit."""
HIT: Final = 1
MISHAP: Final = 2
_SHOWN_ORDER: Final = vec[i64]([HIT, HIT | MISHAP, 0, MISHAP])
"""The order in which odds show the results of a shot."""
_WEIGHTS: Final[dict[tuple[int, int], list[int]]] = {}


def _count_weights(dice: int, ones: int) -> list[int]:
    """FA-37, FA-58, FA-59: how many throws miss or hit, with and without a mishap, which takes `ones` 1s (0: never)."""
    weights = [0, 0, 0, 0]
    for others in range(dice + 1):
        shown = dice - others
        wrong = MISHAP if 0 < ones <= shown else 0
        weights[wrong] += comb(dice, shown) * 3**others
        weights[wrong | HIT] += comb(dice, shown) * (5**others - 3**others)
    return weights


def weights_of(dice: int, ones: int) -> list[int]:
    """The result of `_count_weights`, computed once for each kind of shot."""
    shot = (dice, ones)
    if shot not in _WEIGHTS:
        _WEIGHTS[shot] = _count_weights(dice, ones)
    return _WEIGHTS[shot]


def first_in_sight(position: Position, square: i64, step: i64, reach: i64) -> i64:
    """FA-35, FA-36, FA-A30, FA-A31: the first occupied square of a line within range, else the last one or the wall."""
    board = position.board
    to = square + step
    left = reach - 1
    while left > 0 and board[to] == EMPTY:
        to += step
        left -= 1
    return to


def find_shots(position: Position, square: i64, moves: Moves) -> None:
    """FA-25, FA-A33, FA-A68: the enemies that the piece on a square can shoot at."""
    board = position.board
    cell = board[square]
    reach = position.laws.range[cell >> 2 & 63]
    enemy = cell & 3 ^ 3
    for step in ALL_LINES:
        to = first_in_sight(position, square, step, reach)
        if board[to] & 3 == enemy:
            moves.add(pack(square, to, SHOOT))


def shoot(position: Position, shooter: i64, target: i64) -> None:
    """FA-37, FA-A57: name shooter and target; the dice come next."""
    position.actor = shooter
    position.target = target
    position.cause = SHOT
    position.roll(SHOT)
    note_progress(position)
    if position.journal is not None:
        board = position.board
        position.journal.note("shoots", (shooter, board[shooter], target, board[target]))


def ones_that_harm(position: Position) -> i64:
    """FA-58, FA-59: how many 1s harm the shooter; 0 if they never do."""
    book, kind = position.laws.book, type_of(position.board[position.actor])
    return book.burst[kind] or book.backfire[kind]


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """FA-37: hit or miss, with or without a mishap."""
    weights = weights_of(position.laws.shots[type_of(position.board[position.actor])], ones_that_harm(position))
    for outcome in _SHOWN_ORDER:
        weight = weights[outcome]
        if weight:
            outcomes.add(outcome, weight)


def outcome_of(position: Position, faces: list[int]) -> i64:
    """FA-37, FA-A32: the result of real dice; several good ones are one hit."""
    harm = ones_that_harm(position)
    hit = HIT if max(faces) >= GOOD_FACE else 0
    return hit | (MISHAP if 0 < harm <= faces.count(1) else 0)


def land(position: Position, outcome: i64) -> None:
    """FA-38, FA-A53, FA-A54: the target is hit or not; a Cannon bursts, a Gunner is hit itself."""
    board = position.board
    shooter, target = position.actor, position.target
    if position.journal is not None:
        position.journal.note("hit" if outcome & HIT else "missed", (target, board[target]))
    if outcome & HIT:
        position.pending |= bit(unit_of(board[target]))
    if outcome & MISHAP:
        if position.journal is not None:
            burst = position.laws.book.burst[type_of(board[shooter])]
            position.journal.note("burst" if burst else "backfired", (shooter, board[shooter]))
        if position.laws.book.burst[type_of(board[shooter])]:
            position.lose(shooter)
        else:
            position.pending |= bit(unit_of(board[shooter]))
