"""Taking turns: one order of the side to act (CA-19), from its choice to the end of the turn."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.chess_attack.pieces import PAWN
from pawnstorm.games.chess_attack.rules.combat import declare_attack
from pawnstorm.games.chess_attack.rules.moving import find_moves
from pawnstorm.games.chess_attack.rules.rescue import arrive, find_promotions, promote
from pawnstorm.games.chess_attack.rules.winning import end_turn
from pawnstorm.games.chess_attack.state import (
    CASTLE,
    EMPTY,
    EN_PASSANT,
    NOWHERE,
    PROMOTE,
    Position,
    forward,
    kind_of,
    landing_of,
    origin_of,
    side_of,
    what_of,
)


def find_legal(position: Position, moves: Moves) -> None:
    """Every order of the side to act: the promotion choice if one is due, else moves and attacks."""
    if position.arrived != NOWHERE:
        find_promotions(position, moves)
    else:
        find_moves(position, moves)


def play(position: Position, move: i64) -> None:
    """CA-19, CA-21: carry out one order; entering an enemy's square declares an attack."""
    what = what_of(move)
    origin = origin_of(move)
    landing = landing_of(move)
    if what == PROMOTE:
        promote(position, landing)
    elif what == CASTLE:
        _castle(position, origin, landing)
    elif what == EN_PASSANT:
        declare_attack(position, origin, position.passed, landing)
    elif position.board[landing] != EMPTY:
        declare_attack(position, origin, landing, landing)
    else:
        _step(position, origin, landing)


def _step(position: Position, origin: i64, landing: i64) -> None:
    """CA-18: a move to an empty square."""
    piece = position.lift(origin)
    position.put(piece, landing)
    position.set_passed(NOWHERE)
    if position.journal is not None:
        position.journal.note("moved", (position.side, origin, landing, piece))
    if kind_of(piece) == PAWN:
        position.quiet = 0
        position.seen_count = 0
        if landing - origin == 2 * forward(position.side):
            note_passed(position, landing)
        arrive(position, landing)
    else:
        position.quiet += 1
        end_turn(position)


def note_passed(position: Position, pawn: i64) -> None:
    """CA-A21, CA-A48: remember a double step, if an enemy pawn next to it could answer en passant."""
    if not position.laws.en_passant:
        return
    enemy_pawn = PAWN << 2 | (1 + side_of(position.board[pawn]))
    for neighbour in (pawn - 1, pawn + 1):
        if position.board[neighbour] & 31 == enemy_pawn:
            position.set_passed(pawn)


def _castle(position: Position, king: i64, landing: i64) -> None:
    """CA-A20: the King goes two squares towards the rook, the rook to the square he crossed."""
    short = landing == king + 2
    rook = king + 3 if short else king - 4
    if position.journal is not None:
        position.journal.note("castled", (position.side, king, landing, int(short)))
    position.put(position.lift(king), landing)
    position.put(position.lift(rook), king + 1 if short else king - 1)
    position.set_passed(NOWHERE)
    position.quiet += 1
    end_turn(position)
