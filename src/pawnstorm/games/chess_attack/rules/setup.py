"""Set-up: the pieces are placed as in chess (CA-17), and White begins (CA-19)."""

from typing import Final

from pawnstorm.games.chess_attack.pieces import LETTERS, PAWN
from pawnstorm.games.chess_attack.rules.winning import open_turn
from pawnstorm.games.chess_attack.state import BLACK, UNITS, WHITE, Position, piece_of
from pawnstorm.kit.chessboard import GRID

BACK_RANK: Final = "RNBQKBNR"
ALL_RIGHTS: Final = 15


def set_up(position: Position) -> None:
    """CA-04, CA-17: sixteen pieces a side on their usual squares."""
    for side, back, front in ((WHITE, 0, 1), (BLACK, 7, 6)):
        for column, letter in enumerate(BACK_RANK):
            unit = side * UNITS + column
            position.put(piece_of(unit, LETTERS.index(letter)), GRID.cell(column, back))
            position.put(piece_of(unit + 8, PAWN), GRID.cell(column, front))
    position.set_rights(ALL_RIGHTS)
    open_turn(position)
