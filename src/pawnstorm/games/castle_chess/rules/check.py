"""Check and mate: does any turn save this King (CC-10, CC-A31, CC-A64)?"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves
from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.cells import MAY, NOWHERE, machine_of, side_of
from pawnstorm.games.castle_chess.pieces.kinds import RAM
from pawnstorm.games.castle_chess.rules.answers import may_answer
from pawnstorm.games.castle_chess.rules.deeds import carry_out
from pawnstorm.games.castle_chess.rules.machines import can_push, find_breaches, find_pushes
from pawnstorm.games.castle_chess.rules.shooting import find_strikes
from pawnstorm.games.castle_chess.rules.threats import find_check, in_check
from pawnstorm.games.castle_chess.rules.walking import find_walks
from pawnstorm.games.castle_chess.state import GO, Position, origin_of, target_of, what_of

_WALKS: Final = Moves(256)
_STRIKES: Final = Moves(128)
_GATES: Final = Moves(32)
_TURNS: Final = Moves()


def find_orders(position: Position, square: i64, moves: Moves) -> None:
    """CC-05: every way in which the unit on a space may begin a turn."""
    find_walks(position, square, moves)
    if can_push(position.board[square]):
        find_pushes(position, square, moves)


def find_all_orders(position: Position, moves: Moves) -> None:
    """Every way to begin a turn, unit by unit; the armies that joined a side come where they began."""
    side, where, board = position.side, position.where, position.board
    unit: i64
    for unit in range(position.first_unit(side), position.last_unit(side)):
        square = where[unit]
        if square != NOWHERE and side_of(board[square]) == side:
            find_orders(position, square, moves)


def is_safe(position: Position, move: i64) -> bool:
    """CC-A31, CC-A64: whether an order is, or can be continued to, a turn that saves the King or wins."""
    side = position.side
    after = Position(position.laws, position)
    carry_out(after, move)
    if after.to_act == OVER or after.struck:
        return _ends_safely(after, side)
    strikes = _STRIKES
    strikes.clear()
    find_strikes(after, after.actor, strikes)
    if strikes.count == 0:
        return _ends_safely(after, side)
    index = strikes.count
    # Holding comes last in the list and is the likeliest to do no harm.
    while index > 0:
        index -= 1
        if is_safe_strike(after, strikes.items[index], side):
            return True
    return False


def is_safe_strike(position: Position, move: i64, side: i64) -> bool:
    """CC-A31: whether this attack, or doing without one, ends the turn with the King out of check."""
    after = Position(position.laws, position)
    carry_out(after, move)
    return _ends_safely(after, side)


def is_safe_breach(position: Position, gate: i64, side: i64) -> bool:
    """CC-A31, CC-A52: whether the King is out of check once this gate is broken."""
    after = Position(position.laws, position)
    after.raze(gate)
    return not in_check(after, side)


def _ends_safely(after: Position, side: i64) -> bool:
    """The turn is over but for the ram's gate (CC-A52)."""
    if after.to_act == OVER:
        return after.winners & MAY[side] != 0
    # CC-A73: a side that has had this turn may fire from now on, but that is the side itself, not its enemy.
    if after.struck or after.laws.ram_delay:
        return not in_check(after, side)
    gates = _GATES
    find_breaches(after, side, gates)
    if gates.count == 0:
        return not in_check(after, side)
    index: i64
    for index in range(gates.count):
        if is_safe_breach(after, gates.items[index], side):
            return True
    return False


def has_order(position: Position) -> bool:
    """CC-A32: whether the side to act has any turn at all, safe or not."""
    side, walks = position.side, _WALKS
    walks.clear()
    unit: i64
    for unit in range(position.first_unit(side), position.last_unit(side)):
        square = position.square_of(unit, side)
        if square != NOWHERE:
            find_orders(position, square, walks)
            if walks.count:
                return True
    return False


def has_safe_turn(position: Position) -> bool:
    """CC-A31, CC-A64: whether any turn ends with the King out of check, or wins; his own steps are tried first."""
    moves = _TURNS
    moves.clear()
    find_orders(position, position.kings[position.side], moves)
    find_all_orders(position, moves)
    judge = _Judge(position)
    index: i64
    for index in range(moves.count):
        if judge.allows(position, moves.items[index]):
            return True
    return False


def keep_safe(position: Position, moves: Moves, begun: i64) -> None:
    """CC-A31 with `strict`: strike out every order that cannot end with the King out of check."""
    judge = _Judge(position)
    kept = begun
    index: i64
    for index in range(begun, moves.count):
        if judge.allows(position, moves.items[index]):
            moves.items[kept] = moves.items[index]
            kept += 1
    moves.count = kept


@final
@mypyc_attr(acyclic=True)
class _Judge:
    """Tells orders that save the King from others, and tries out only those whose answer is not plain.

    In check, an order that does not touch the threat leaves it. Out of check, only lifting a unit off its space can
    open a way to the King, so one look at the board without it answers for all its walks.
    """

    def __init__(self, position: Position) -> None:
        side = position.side
        self.king: i64 = position.kings[side]
        self.check: i64 = find_check(position, side)
        self.lifted: i64 = NOWHERE
        self.pinned: bool = False
        gates = Moves(32)
        find_breaches(position, side, gates)
        # CC-A52: a gate that falls at the end of every turn may itself open a way.
        self.breaching: bool = gates.count > 0 and not position.laws.ram_delay

    def allows(self, position: Position, move: i64) -> bool:
        """Whether an order is, or can be continued to, a safe turn."""
        square = origin_of(move)
        if square == self.king or self.breaching:
            return is_safe(position, move)
        if self.check:
            return may_answer(position, self.check, move) and is_safe(position, move)
        if square != self.lifted:
            self.lifted = square
            self.pinned = _opens(position, square)
        plain = what_of(move) == GO and machine_of(position.board[target_of(move)]) != RAM
        return (plain and not self.pinned) or is_safe(position, move)


def _opens(position: Position, square: i64) -> bool:
    """Whether the King would be in check if the unit on a space were not there."""
    unit = position.lift(square)
    opens = in_check(position, position.side)
    position.put(unit, square)
    return opens
