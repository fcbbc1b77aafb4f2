"""Check and mate: which turns keep the King safe (CC-10, CC-A31, CC-A64)."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves
from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.cells import NOWHERE, SIDE_BIT, machine_of
from pawnstorm.games.castle_chess.pieces.kinds import RAM
from pawnstorm.games.castle_chess.rules.actions import carry_out
from pawnstorm.games.castle_chess.rules.answers import may_answer
from pawnstorm.games.castle_chess.rules.machines import find_breaches
from pawnstorm.games.castle_chess.rules.orders import find_all_orders, find_orders
from pawnstorm.games.castle_chess.rules.shooting import find_strikes
from pawnstorm.games.castle_chess.rules.threats import find_check, in_check
from pawnstorm.games.castle_chess.state import GO, Position, origin_of, target_of, what_of

_STRIKES: Final = Moves(128)
_GATES: Final = Moves(32)
_TURNS: Final = Moves()


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
    # Holding comes last in the list and is the most likely to do no harm.
    while index > 0:
        index -= 1
        if is_safe_strike(after, strikes.items[index], side):
            return True
    return False


def is_safe_strike(position: Position, move: i64, side: i64) -> bool:
    """CC-A31: whether this attack, or holding, ends the turn with the King out of check."""
    after = Position(position.laws, position)
    carry_out(after, move)
    return _ends_safely(after, side)


def is_safe_breach(position: Position, gate: i64, side: i64) -> bool:
    """CC-A31, CC-A52: whether the King is out of check once this gate is broken."""
    after = Position(position.laws, position)
    after.raze(gate)
    return not in_check(after, side)


def _ends_safely(after: Position, side: i64) -> bool:
    """Whether the King is safe after a turn in which only the ram's gate may still fall (CC-A52)."""
    if after.to_act == OVER:
        return after.winners & SIDE_BIT[side] != 0
    # CC-A73: the side that has had this turn may fire from now on, but that threatens only its enemy.
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


def has_safe_turn(position: Position) -> bool:
    """CC-A31, CC-A64: whether any turn ends with the King out of check, or wins; his own steps are tried first."""
    moves = _TURNS
    moves.clear()
    find_orders(position, position.kings[position.side], moves)
    find_all_orders(position, moves)
    safety = _KingSafety(position)
    index: i64
    for index in range(moves.count):
        if safety.allows(position, moves.items[index]):
            return True
    return False


def keep_safe(position: Position, moves: Moves, begun: i64) -> None:
    """CC-A31 with `strict`: remove every order that cannot end with the King out of check."""
    safety = _KingSafety(position)
    kept = begun
    index: i64
    for index in range(begun, moves.count):
        if safety.allows(position, moves.items[index]):
            moves.items[kept] = moves.items[index]
            kept += 1
    moves.count = kept


@final
@mypyc_attr(acyclic=True)
class _KingSafety:
    """Whether orders keep the King safe; only those whose answer is not plain are tried out.

    In check, an order that does not touch the threat leaves it. Out of check, only a unit that leaves its space can
    open a way to the King, so one look at the board without it answers for all its walks.
    """

    def __init__(self, position: Position) -> None:
        side = position.side
        self.king: i64 = position.kings[side]
        self.check: i64 = find_check(position, side)
        self.lifted: i64 = NOWHERE
        self.pinned: bool = False
        self.trial: Position | None = None
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
            self.pinned = self._is_pinned(position, square)
        plain = what_of(move) == GO and machine_of(position.board[target_of(move)]) != RAM
        return (plain and not self.pinned) or is_safe(position, move)

    def _is_pinned(self, position: Position, square: i64) -> bool:
        """Whether the King would be in check if the unit on a space were not there; asked of a copy."""
        trial = self.trial
        if trial is None:
            trial = Position(position.laws, position)
            self.trial = trial
        unit = trial.lift(square)
        pinned = in_check(trial, trial.side)
        trial.put(unit, square)
        return pinned
