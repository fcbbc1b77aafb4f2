"""Notation: orders as long algebraic text, and the sentences that refuse them."""

import re
from typing import Final

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.games.chess_attack.pieces import LETTERS, NAMES, PAWN
from pawnstorm.games.chess_attack.rules.refusals import king_square, why_no_castling, why_not
from pawnstorm.games.chess_attack.state import (
    CASTLE,
    EMPTY,
    EN_PASSANT,
    NOWHERE,
    PROMOTE,
    Position,
    kind_of,
    landing_of,
    origin_of,
    what_of,
)
from pawnstorm.kit.chessboard import GRID

_ORDER: Final = re.compile(r"([KQRBNP]?)([a-h]?)([1-8]?)([x:-]?)([a-h][1-8])")


def write(position: Position, move: int) -> str:
    """An order as text: `Ng1-f3`, `e4xd5`, `O-O`, `=R`, `=stay`."""
    what, origin, landing = what_of(move), origin_of(move), landing_of(move)
    if what == PROMOTE:
        return "=stay" if landing == PAWN else f"={LETTERS[landing]}"
    if what == CASTLE:
        return "O-O" if landing > origin else "O-O-O"
    letter = LETTERS[kind_of(position.board[origin])].replace("P", "")
    return f"{letter}{GRID.name(origin)}{'x' if attacks(position, move) else '-'}{GRID.name(landing)}"


def attacks(position: Position, move: int) -> bool:
    """Whether an order starts a fight."""
    what = what_of(move)
    if what in (PROMOTE, CASTLE):
        return False
    return what == EN_PASSANT or position.board[landing_of(move)] != EMPTY


def read(position: Position, legal: list[int], text: str) -> int:
    """The legal order a text means; also reads `e2e4`, `Nf3` and `exd5` if only one order matches."""
    order = text.strip().rstrip("+#!?").replace("0", "O")
    if order.startswith("="):
        return _read_promotion(position, legal, order)
    if position.arrived != NOWHERE:
        raise Refused(Refusal.ILLEGAL, f"first choose what the Pawn on {GRID.name(position.arrived)} becomes")
    if order in ("O-O", "O-O-O"):
        return _read_castling(position, legal, order == "O-O")
    shape = _ORDER.fullmatch(order)
    if not shape:
        raise Refused(Refusal.UNREADABLE, f"'{text.strip()}' is not an order: write e2-e4, Ng1-f3, e4xd5, O-O or =R")
    return _read_move(position, legal, shape)


def _read_promotion(position: Position, legal: list[int], order: str) -> int:
    if position.arrived == NOWHERE:
        raise Refused(Refusal.ILLEGAL, "no rescue is due: no Pawn has just reached the far rank")
    for move in legal:
        if write(position, move) == order:
            return move
    kind = LETTERS.find(order[1:]) if len(order) == 2 else -1
    if kind < PAWN:
        raise Refused(Refusal.UNREADABLE, f"'{order}' is not a choice: write one of {_choices(position, legal)}")
    raise Refused(
        Refusal.ILLEGAL, f"a {NAMES[kind]} cannot be rescued now: the choices are {_choices(position, legal)}"
    )


def _choices(position: Position, legal: list[int]) -> str:
    return ", ".join(write(position, move) for move in legal)


def _read_castling(position: Position, legal: list[int], short: bool) -> int:
    for move in legal:
        if what_of(move) == CASTLE and (landing_of(move) > origin_of(move)) == short:
            return move
    raise Refused(Refusal.ILLEGAL, why_no_castling(position, king_square(position), short))


def _read_move(position: Position, legal: list[int], shape: re.Match[str]) -> int:
    letter, column, row, sign, target = shape.groups()
    landing = GRID.find(target)
    fitting = [move for move in legal if landing_of(move) == landing and _fits(position, move, letter, column, row)]
    if not fitting:
        raise Refused(Refusal.ILLEGAL, _why_none(position, letter, column, row, landing))
    if len(fitting) > 1:
        several = " or ".join(write(position, move) for move in fitting)
        raise Refused(Refusal.ILLEGAL, f"'{shape[0]}' could be {several}")
    if sign in ("x", ":") and not attacks(position, fitting[0]):
        raise Refused(Refusal.ILLEGAL, f"there is nobody to attack on {target}")
    if sign == "-" and attacks(position, fitting[0]):
        raise Refused(
            Refusal.ILLEGAL, f"there is an enemy on {target}: write {write(position, fitting[0])} to attack it"
        )
    return fitting[0]


def _fits(position: Position, move: int, letter: str, column: str, row: str) -> bool:
    if what_of(move) == PROMOTE:
        return False
    origin = origin_of(move)
    kind = LETTERS[kind_of(position.board[origin])]
    # A whole square names its piece. Otherwise a missing letter means a pawn, as chess players write.
    named = kind == letter if letter else bool(column and row) or kind == "P"
    return named and GRID.name(origin).startswith(column) and GRID.name(origin).endswith(row)


def _why_none(position: Position, letter: str, column: str, row: str, landing: int) -> str:
    kind = NAMES[LETTERS.index(letter or "P")]
    if not (column and row):
        return f"no {kind} of yours can go to {GRID.name(landing)}"
    origin = GRID.find(column + row)
    cell = position.board[origin]
    if letter and cell != EMPTY and LETTERS[kind_of(cell)] != letter:
        return f"{column + row} holds a {NAMES[kind_of(cell)]}, not a {kind}"
    return why_not(position, origin, landing)
