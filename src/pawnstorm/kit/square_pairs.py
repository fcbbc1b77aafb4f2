"""Squares and moves of the chessboard as numbers, from the side of the board where a seat sits (docs/encodings.md).

A cell is the number of a square, row by row: for White 0 is a1, for Black it is a8. A pair is the number of a line or
a knight's jump from one cell to another: 1,792 on 64 squares. A ray is a cell and one of the eight directions.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.kit.chessboard import ALL_LINES, GRID, KNIGHT_JUMPS

CELLS: Final = 64
_FAR: Final = 7
_SQUARES: Final = 128
"""More than the greatest square."""


def _turned(cell: int) -> int:
    """The cell of a square as the other side sees it."""
    return cell ^ _FAR * 8


def _cells() -> list[int]:
    seen = [0] * (2 * _SQUARES)
    for cell, square in enumerate(GRID.cells()):
        seen[square] = cell
        seen[_SQUARES + square] = _turned(cell)
    return seen


def _targets(square: int) -> list[int]:
    """The squares that a queen or a knight reaches from a square of an empty board."""
    found = [square + jump for jump in KNIGHT_JUMPS if GRID.name(square + jump)]
    for step in ALL_LINES:
        target = square + step
        while GRID.name(target):
            found.append(target)
            target += step
    return sorted(found)


_CELL: Final = vec[i64](_cells())
_SQUARE: Final = vec[i64](GRID.cells())
_PAIRS: Final = [(origin, target) for origin in GRID.cells() for target in _targets(origin)]
PAIRS: Final = len(_PAIRS)


def _numbers() -> list[int]:
    numbers = [-1] * (CELLS * CELLS)
    for number, (origin, target) in enumerate(_PAIRS):
        numbers[int(_CELL[origin] * CELLS + _CELL[target])] = number
    return numbers


def _directions() -> list[int]:
    """By step + 11: the number of a direction for White; -1 if it is none."""
    numbers = [-1] * 23
    for direction, step in enumerate(ALL_LINES):
        numbers[step + 11] = direction
    return numbers


_NUMBER: Final = vec[i64](_numbers())
_DIRECTION: Final = vec[i64](_directions())
_ORIGIN: Final = vec[i64]([_CELL[origin] for origin, _ in _PAIRS])
_TARGET: Final = vec[i64]([_CELL[target] for _, target in _PAIRS])


def cell_of(seat: i64, square: i64) -> i64:
    """The cell of a square, as a seat sees it."""
    return _CELL[seat << 7 | square]


def square_of(seat: i64, cell: i64) -> i64:
    """The square of a cell that a seat sees."""
    return _SQUARE[cell ^ 56 if seat else cell]


def pair_of(seat: i64, origin: i64, target: i64) -> i64:
    """The number of a line or jump between two squares, or -1 if there is none."""
    return _NUMBER[_CELL[seat << 7 | origin] << 6 | _CELL[seat << 7 | target]]


def pair_origin(seat: i64, pair: i64) -> i64:
    """The square where a pair begins."""
    return square_of(seat, _ORIGIN[pair])


def pair_target(seat: i64, pair: i64) -> i64:
    """The square where a pair ends."""
    return square_of(seat, _TARGET[pair])


def direction_of(seat: i64, origin: i64, target: i64) -> i64:
    """The direction of a line as a seat sees it: ahead, right, left, back, then diagonally."""
    return _DIRECTION[_unit_step(cell_of(seat, target), cell_of(seat, origin)) + 11]


def _unit_step(target: i64, origin: i64) -> i64:
    columns, rows = (target & 7) - (origin & 7), (target >> 3) - (origin >> 3)
    across = 1 if columns > 0 else -1 if columns < 0 else 0
    up = 1 if rows > 0 else -1 if rows < 0 else 0
    return 10 * up + across


def step_of(seat: i64, direction: i64) -> i64:
    """The step of a direction on the board."""
    step = ALL_LINES[direction]
    if seat == 0:
        return step
    # The rows are turned, the columns are not.
    up = 1 if step > 1 else -1 if step < -1 else 0
    return step - 20 * up


def mirrored_cell(cell: i64) -> i64:
    """The cell on the other side of the line between the middle columns."""
    return cell ^ _FAR


def mirrored_pair(pair: i64) -> i64:
    """The pair on the other side of that line."""
    return _NUMBER[mirrored_cell(_ORIGIN[pair]) << 6 | mirrored_cell(_TARGET[pair])]
