"""Special actions that may be announced: spells with their targets, and digging (FA-26, FA-41, FA-A34, FA-A67)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.fantasy_armies.pieces import (
    CHARGE,
    DRAIN,
    ENTANGLE,
    RAISE,
    SLAY,
    STORM,
    STRIKE,
    WARD,
)
from pawnstorm.games.fantasy_armies.rules.profile import AROUND, lasting_hth
from pawnstorm.games.fantasy_armies.rules.shooting import first_in_sight
from pawnstorm.games.fantasy_armies.state import (
    CAST_SPELL,
    EMPTY,
    LOST,
    SQUARES,
    START_DIG,
    Position,
    pack,
    side_of,
    type_of,
)
from pawnstorm.kit.chessboard import ALL_LINES, NORTH


def find_specials(position: Position, square: i64, moves: Moves) -> None:
    """FA-26: the spells and the digging of the piece on a square."""
    book = position.laws.book
    kind = type_of(position.board[square])
    if book.dig[kind]:
        moves.add(pack(square, square, START_DIG))
    first = book.first_spell[kind]
    spell: i64
    for spell in range(first, first + book.spells[kind]):
        _find_targets(position, square, spell, moves)


def is_aimed(verb: i64) -> bool:
    """FA-43: whether a spell is used like a shot."""
    return verb in (STRIKE, DRAIN, SLAY, STORM)


def _find_targets(position: Position, square: i64, spell: i64, moves: Moves) -> None:
    """FA-A67: a spell with every target or bearer it may be announced with."""
    book = position.laws.book
    verb = book.verb[spell]
    if is_aimed(verb):
        _find_aimed(position, square, spell, moves)
    elif verb == ENTANGLE:
        _find_entangle_targets(position, square, spell, moves)
    elif verb == WARD:
        _find_bearers(position, square, spell, moves)
    elif may_cast(position, square, verb):
        moves.add(pack(square, square, CAST_SPELL, spell))


def may_cast(position: Position, square: i64, verb: i64) -> bool:
    """FA-A62, FA-A45: an option forbids nested Charge!; Raise Dead needs a lost piece and an empty square."""
    if verb == CHARGE:
        return position.laws.nested_charge or not position.charging
    if verb == RAISE:
        return has_lost_piece(position, side_of(position.board[square])) and has_empty_neighbour(position, square)
    return True


def has_lost_piece(position: Position, side: i64) -> bool:
    """FA-A45: whether a side has lost any piece other than its King."""
    for kind in position.laws.book.types[position.list_of(side)]:
        if not position.laws.book.king[kind] and position.pile(LOST, side, kind):
            return True
    return False


def has_empty_neighbour(position: Position, square: i64) -> bool:
    """FA-A45: whether a square next to this one is empty."""
    for step in AROUND:
        if position.board[square + step] == EMPTY:
            return True
    return False


def _find_aimed(position: Position, square: i64, spell: i64, moves: Moves) -> None:
    """FA-A34, FA-A44: enemies in line, in sight and in range; Drain Life needs some HTH to take."""
    book = position.laws.book
    enemy = position.board[square] & 3 ^ 3
    drains = book.verb[spell] == DRAIN
    for step in ALL_LINES:
        to = first_in_sight(position, square, step, book.reach[spell])
        if position.board[to] & 3 == enemy and not (drains and lasting_hth(position, position.board[to]) == 0):
            moves.add(pack(square, to, CAST_SPELL, spell))


def _find_entangle_targets(position: Position, square: i64, spell: i64, moves: Moves) -> None:
    """FA-A48: Entangle: enemies within its reach in any direction, in sight or not."""
    reach = position.laws.book.reach[spell]
    enemy = position.board[square] & 3 ^ 3
    for to in SQUARES:
        if position.board[to] & 3 == enemy and _distance(square, to) <= reach:
            moves.add(pack(square, to, CAST_SPELL, spell))


def _distance(square: i64, other: i64) -> i64:
    """FA-A25: how many steps of a king lie between two squares."""
    columns, rows = square % NORTH - other % NORTH, square // NORTH - other // NORTH
    return max(columns, -columns, rows, -rows)


def _find_bearers(position: Position, square: i64, spell: i64, moves: Moves) -> None:
    """FA-46, FA-66: the caster itself and, if the spell allows, friends next to it."""
    moves.add(pack(square, square, CAST_SPELL, spell))
    if position.laws.book.wards_friends[spell]:
        for step in AROUND:
            if position.board[square + step] & 3 == position.board[square] & 3:
                moves.add(pack(square, square + step, CAST_SPELL, spell))
