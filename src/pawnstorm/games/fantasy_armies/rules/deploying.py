"""Deployment: the roll-off, setting up, and who begins (FA-18 to FA-21)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.fantasy_armies.pieces import PAWN, TYPES_PER_LIST, place_of
from pawnstorm.games.fantasy_armies.rules.turn_order import open_turn
from pawnstorm.games.fantasy_armies.state import (
    BEGIN,
    BLACK,
    DEPLOY,
    EMPTY,
    FRESH,
    NAME_FIRST,
    PLACE,
    PLACE_REST,
    RESERVE,
    ROLL_DEPLOY,
    SQUARES,
    WHITE,
    Position,
    pack,
    piece_of,
)
from pawnstorm.kit.chessboard import GRID, NORTH

ROWS: Final = 2
"""FA-19: rows in which every piece may be set up."""
TIE: Final = 2

_COLUMNS: Final = (4, 3, 5, 2, 6, 1, 7, 0)
"""The columns in the order in which the automatic set-up fills a row."""


def row_of(square: i64, side: i64) -> i64:
    """The row of a square as a side counts rows; its own back row is 0."""
    row = square // NORTH - 2
    return row if side == WHITE else 7 - row


def roll_off(position: Position, phase: i64) -> None:
    """FA-18, FA-A4: both throw a die to decide who comes first."""
    position.set_side(WHITE)
    position.roll(phase)


def find_outcomes(outcomes: Outcomes) -> None:
    """FA-18, FA-A6: White is lower (0), Black is lower (1), or both throw again."""
    outcomes.add(WHITE, 15)
    outcomes.add(BLACK, 15)
    outcomes.add(TIE, 6)


def outcome_of(white: int, black: int) -> i64:
    """FA-18: the side that threw lower, or TIE."""
    return WHITE if white < black else BLACK if black < white else TIE


def land(position: Position, outcome: i64) -> None:
    """FA-18, FA-A6: the side that threw lower sets up first; after a tie both throw again."""
    if position.journal is not None:
        position.journal.note("rolled off", (outcome, position.phase == ROLL_DEPLOY))
    if outcome != TIE:
        position.first_side = outcome
        position.set_side(outcome)
        position.ask(DEPLOY)


def rows_of(position: Position, kind: i64) -> i64:
    """FA-19, FA-21: how many rows a type may be set up in."""
    return max(position.laws.book.rows[kind], ROWS)


def find_places(position: Position, moves: Moves) -> None:
    """FA-19, FA-21, FA-A9, FA-A10: every type in reserve on every empty square allowed, or all the rest at once."""
    board, side = position.board, position.side
    for kind in position.laws.book.types[position.list_of(side)]:
        if position.pile(RESERVE, side, kind):
            rows = rows_of(position, kind)
            for square in SQUARES:
                if row_of(square, side) < rows and board[square] == EMPTY:
                    moves.add(pack(0, square, PLACE, kind))
    moves.add(pack(0, 0, PLACE_REST))


def place(position: Position, kind: i64, square: i64) -> None:
    """FA-19: one piece is set up."""
    put_from_reserve(position, kind, square)
    if position.journal is not None:
        position.journal.note("placed", (square, position.board[square]))
    _when_done(position)


def put_from_reserve(position: Position, kind: i64, square: i64) -> None:
    """FA-A11: a piece goes from the reserve to its square; a P still has its double step."""
    fresh: i64 = FRESH if position.laws.move[kind] == PAWN else 0
    position.piles[RESERVE + position.side * TYPES_PER_LIST + place_of(kind)] -= 1
    position.put(piece_of(position.free_unit(position.side), kind) | fresh, square)


def _when_done(position: Position) -> None:
    """FA-18, FA-20: after the last piece the other side sets up; then the first side says who begins."""
    side = position.side
    place_: i64
    for place_ in range(TYPES_PER_LIST):
        if position.piles[RESERVE + side * TYPES_PER_LIST + place_]:
            return
    if side == position.first_side:
        position.change_side()
        position.ask(DEPLOY)
    else:
        position.set_side(position.first_side)
        position.ask(BEGIN)


def place_rest(position: Position) -> None:
    """FA-19: set up the rest: P in front, the King in the middle of the back row, strong pieces next to him.

    Every list names its pieces in that order, the King first and P last.
    """
    if position.journal is not None:
        position.journal.note("placed rest", (position.side,))
    for kind in position.laws.book.types[position.list_of(position.side)]:
        while position.pile(RESERVE, position.side, kind):
            put_from_reserve(position, kind, _best_square(position, kind))
    _when_done(position)


def _best_square(position: Position, kind: i64) -> i64:
    """The first empty square from the middle outwards, in the row that suits the type, else in the other."""
    front = position.laws.move[kind] == PAWN
    for row in (1, 0) if front else (0, 1):
        for column in _COLUMNS:
            square = GRID.cell(column, row if position.side == WHITE else 7 - row)
            if position.board[square] == EMPTY:
                return square
    # Two rows have room for all sixteen pieces, wherever Rangers are.
    raise IndexError("no room to deploy")


def find_beginners(moves: Moves) -> None:
    """FA-20: either side may begin."""
    moves.add(pack(0, 0, NAME_FIRST, WHITE))
    moves.add(pack(0, 0, NAME_FIRST, BLACK))


def begin(position: Position, side: i64) -> None:
    """FA-20: the first turn."""
    if position.journal is not None:
        position.journal.note("begins", (side,))
    position.set_side(side)
    open_turn(position)
