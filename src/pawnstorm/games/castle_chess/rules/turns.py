"""Taking turns: one order after the other, and whose turn comes next (CC-05 to CC-09, CC-68)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.cells import MAY, NOWHERE, UNIT_BITS, side_of
from pawnstorm.games.castle_chess.rules.check import (
    find_all_orders,
    find_orders,
    has_order,
    has_safe_turn,
    is_safe_breach,
    is_safe_strike,
    keep_safe,
)
from pawnstorm.games.castle_chess.rules.deeds import carry_out
from pawnstorm.games.castle_chess.rules.ending import STALEMATE, is_drawn, is_stopped, mated, nobody_moves
from pawnstorm.games.castle_chess.rules.machines import break_gate, find_breaches
from pawnstorm.games.castle_chess.rules.shooting import find_strikes
from pawnstorm.games.castle_chess.rules.threats import in_check
from pawnstorm.games.castle_chess.state import (
    BREACH,
    BREAK,
    GO,
    OPENING,
    PUSH,
    STRIKE,
    TURN,
    Position,
    pack,
    target_of,
    what_of,
)

_STRIKES: Final = Moves(128)
_GATES: Final = Moves(32)


def find_turn_orders(position: Position, moves: Moves) -> None:
    """Every order of a turn under way: first a move, then perhaps an attack, then perhaps a gate."""
    begun = moves.count
    if position.phase == TURN:
        find_all_orders(position, moves)
        if position.laws.strict and position.kings[position.side] != NOWHERE:
            keep_safe(position, moves, begun)
    elif position.phase == STRIKE:
        find_strikes(position, position.actor, moves)
        if position.laws.strict and position.kings[position.side] != NOWHERE:
            _keep_safe_strikes(position, moves, begun)
    else:
        _find_gates(position, moves)


def orders_at(position: Position, square: i64) -> list[int]:
    """The legal orders of the unit on one space, which spares looking at all the others."""
    moves = Moves(256)
    cell = position.board[square]
    if position.phase == TURN and cell & UNIT_BITS and side_of(cell) == position.side:
        find_orders(position, square, moves)
        if position.laws.strict and position.kings[position.side] != NOWHERE:
            keep_safe(position, moves, 0)
    return moves.as_list()


def _keep_safe_strikes(position: Position, moves: Moves, begun: i64) -> None:
    kept = begun
    index: i64
    for index in range(begun, moves.count):
        if is_safe_strike(position, moves.items[index], position.side):
            moves.items[kept] = moves.items[index]
            kept += 1
    moves.count = kept


def _find_gates(position: Position, moves: Moves) -> None:
    """CC-A52: one of the gates beside the rams; under `strict` one that does not expose the King."""
    gates = _GATES
    gates.clear()
    find_breaches(position, position.side, gates)
    bound = position.laws.strict and position.phase == BREACH
    index: i64
    for index in range(gates.count):
        gate = gates.items[index]
        if not bound or is_safe_breach(position, gate, position.side):
            moves.add(pack(position.actor, gate, BREAK))


def play_turn_order(position: Position, move: i64) -> None:
    """CC-06, CC-09: carry an order of a turn out and see what is left to decide."""
    what = what_of(move)
    if what == BREAK:
        opening = position.phase == OPENING
        break_gate(position, target_of(move))
        if opening:
            position.quiet = 0
            _decide(position)
        else:
            end_turn(position)
        return
    carry_out(position, move)
    if position.to_act == OVER:
        return
    if (what in (GO, PUSH)) and not position.struck and position.lives(position.side):
        if _may_strike(position):
            position.ask(STRIKE)
            return
    _breach_or_end(position)


def _may_strike(position: Position) -> bool:
    strikes = _STRIKES
    strikes.clear()
    find_strikes(position, position.actor, strikes)
    return strikes.count > 0


def _breach_or_end(position: Position) -> None:
    """CC-A52: at the end of a turn without another attack a ram breaks one gate beside it."""
    if not position.struck and not position.laws.ram_delay and position.lives(position.side):
        gates = _GATES
        gates.clear()
        find_breaches(position, position.side, gates)
        if gates.count == 1:
            break_gate(position, gates.items[0])
        elif gates.count:
            position.ask(BREACH)
            return
    end_turn(position)


def end_turn(position: Position) -> None:
    """CC-05: the turn is over, and the next living side has its own."""
    position.first &= ~MAY[position.side]
    position.quiet += 1
    position.turns += 1
    position.passes = 0
    _next_side(position)
    open_turn(position)


def _next_side(position: Position) -> None:
    """CC-68: the next living side in the direction of the coin."""
    side = (position.side + position.turning + position.seats) % position.seats
    while not position.lives(side):
        side = (side + position.turning + position.seats) % position.seats
    position.set_side(side)
    position.actor = NOWHERE
    position.struck = False


def open_turn(position: Position) -> None:
    """CC-A31 to CC-A33, CC-A53, CC-A75: a side begins its turn, unless the game ends or the turn is lost."""
    if is_stopped(position):
        return
    if position.laws.ram_delay and _opens_with_gate(position):
        return
    _decide(position)


def _opens_with_gate(position: Position) -> bool:
    """CC-A53: gates beside the rams fall now, and the attack of the turn is not used up."""
    gates = _GATES
    gates.clear()
    find_breaches(position, position.side, gates)
    if gates.count == 1:
        break_gate(position, gates.items[0])
        position.quiet = 0
    if gates.count > 1:
        position.ask(OPENING)
        return True
    return False


def _decide(position: Position) -> None:
    """The side to act has a turn, is mated, is stalemated, or must let it go by."""
    position.ask(TURN)
    position.remember()
    side = position.side
    checked = position.laws.mates and in_check(position, side)
    if checked and not has_safe_turn(position):
        mated(position, side)
    elif is_drawn(position):
        return
    elif not _has_turn(position, checked):
        _stuck(position)


def _has_turn(position: Position, checked: bool) -> bool:
    """CC-A32: under `strict` only turns that end out of check count."""
    if position.laws.strict and position.kings[position.side] != NOWHERE:
        return checked or has_safe_turn(position)
    return has_order(position)


def _stuck(position: Position) -> None:
    """CC-A32, CC-A68, CC-A75: a draw between two players, elsewhere the turn is lost."""
    if not position.laws.map.quest and not position.laws.map.four:
        position.finish(position.living, STALEMATE)
        return
    if position.journal is not None:
        position.tell("passed", (position.side,))
    position.passes += 1
    if position.passes >= position.count_living():
        nobody_moves(position)
        return
    position.first &= ~MAY[position.side]
    position.quiet += 1
    position.turns += 1
    position.seen_count -= 1
    _next_side(position)
    open_turn(position)
