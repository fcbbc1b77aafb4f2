"""Taking turns: one order after the other, and which side has the next turn (CC-05 to CC-09, CC-68)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.core.state import OVER
from pawnstorm.games.castle_chess.pieces.cells import NOWHERE, SIDE_BIT, side_of
from pawnstorm.games.castle_chess.rules.actions import carry_out
from pawnstorm.games.castle_chess.rules.check import has_safe_turn, is_safe_breach, is_safe_strike, keep_safe
from pawnstorm.games.castle_chess.rules.ending import (
    STALEMATE,
    STUCK,
    checkmate,
    standstill,
    stop,
    stop_at_turn_limit,
    weakest_falls,
)
from pawnstorm.games.castle_chess.rules.machines import breach_gate, find_breaches
from pawnstorm.games.castle_chess.rules.orders import find_all_orders, find_orders, has_order
from pawnstorm.games.castle_chess.rules.shooting import find_strikes
from pawnstorm.games.castle_chess.rules.threats import in_check
from pawnstorm.games.castle_chess.state import (
    BREACH,
    CHOOSE_GATE,
    GO,
    OPENING_GATE,
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
    """Every order of the current turn: first a move, then perhaps an attack, then perhaps a gate."""
    begun = moves.count
    if position.phase == TURN:
        find_all_orders(position, moves)
        if position.is_bound():
            keep_safe(position, moves, begun)
        return
    _find_rest(position, moves)
    if (position.phase in (STRIKE, CHOOSE_GATE)) and position.is_bound():
        _keep_safe_rest(position, moves, begun)


def orders_at(position: Position, square: i64) -> list[int]:
    """The legal orders of the unit on one space, without a look at the other units."""
    moves = Moves(256)
    cell = position.board[square]
    if position.phase == TURN and side_of(cell) == position.side:
        find_orders(position, square, moves)
        if position.is_bound():
            keep_safe(position, moves, 0)
    return moves.as_list()


def rest_of_turn(position: Position) -> list[int]:
    """The attacks or gates to choose from, whether or not they leave the King in check."""
    moves = Moves(128)
    if position.phase in (STRIKE, CHOOSE_GATE):
        _find_rest(position, moves)
    return moves.as_list()


def _find_rest(position: Position, moves: Moves) -> None:
    """CC-06, CC-A52: what may follow a move: an attack, or the choice of a gate."""
    if position.phase == STRIKE:
        find_strikes(position, position.actor, moves)
    else:
        _find_gates(position, moves)


def _keep_safe_rest(position: Position, moves: Moves, begun: i64) -> None:
    """CC-A31, CC-A81: keep only strikes and gates that do not expose the King.

    All are kept if all expose him: then the turn began with more than two sides.
    """
    side = position.side
    kept = begun
    index: i64
    for index in range(begun, moves.count):
        move = moves.items[index]
        gate = what_of(move) == BREACH
        if is_safe_breach(position, target_of(move), side) if gate else is_safe_strike(position, move, side):
            moves.items[kept] = move
            kept += 1
    if kept > begun:
        moves.count = kept


def _find_gates(position: Position, moves: Moves) -> None:
    """CC-A52: one of the gates next to the rams."""
    gates = _GATES
    find_breaches(position, position.side, gates)
    index: i64
    for index in range(gates.count):
        moves.add(pack(position.actor, gates.items[index], BREACH))


def play_turn_order(position: Position, move: i64) -> None:
    """CC-06, CC-09: carry out an order of a turn and find what is left to decide."""
    what = what_of(move)
    if what == BREACH:
        opening = position.phase == OPENING_GATE
        breach_gate(position, target_of(move))
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
    return strikes.count != 0


def _breach_or_end(position: Position) -> None:
    """CC-A27, CC-A52: at the end of a turn without another attack a ram breaches one gate next to it."""
    if not position.struck and not position.laws.ram_delay and position.lives(position.side):
        gates = _GATES
        find_breaches(position, position.side, gates)
        if gates.count == 1:
            breach_gate(position, gates.items[0])
        elif gates.count:
            position.ask(CHOOSE_GATE)
            return
    end_turn(position)


def end_turn(position: Position) -> None:
    """CC-05: the turn is over, and the next living side begins its turn."""
    position.no_turn_yet &= ~SIDE_BIT[position.side]
    position.quiet += 1
    position.turns += 1
    position.passes = 0
    next_side(position)
    open_turn(position)


def continue_turn(position: Position) -> None:
    """CC-A79, CC-A80: a side has dropped out; the current turn continues, or the next one begins."""
    if position.to_act == OVER:
        return
    if position.lives(position.side) and position.phase == STRIKE and _may_strike(position):
        return
    if position.lives(position.side) and (position.phase in (STRIKE, CHOOSE_GATE)):
        _breach_or_end(position)
        return
    if position.lives(position.side) and position.phase == TURN:
        position.quiet = 0
        _decide(position)
    else:
        _open_after_fall(position)


def _open_after_fall(position: Position) -> None:
    """CC-A79, CC-A80: a turn begins, of the side to act or, if that has dropped out, of the next one."""
    position.quiet = 0
    if not position.lives(position.side):
        next_side(position)
    open_turn(position)


def next_side(position: Position) -> None:
    """CC-68: the next living side in the direction of play is to act."""
    side = (position.side + position.direction) % position.seats
    while not position.lives(side):
        side = (side + position.direction) % position.seats
    position.set_side(side)
    position.actor = NOWHERE
    position.struck = False


def open_turn(position: Position) -> None:
    """CC-A31 to CC-A33, CC-A53, CC-A75: a side begins its turn, unless the game ends or the turn is lost."""
    if stop_at_turn_limit(position):
        return
    if position.laws.ram_delay and _open_with_gate(position):
        return
    _decide(position)


def _open_with_gate(position: Position) -> bool:
    """CC-A53: the gate next to a slow ram falls, which is not an attack; returns whether one must be chosen first."""
    gates = _GATES
    find_breaches(position, position.side, gates)
    if gates.count == 1:
        breach_gate(position, gates.items[0])
        position.quiet = 0
    if gates.count > 1:
        position.ask(OPENING_GATE)
        return True
    return False


def _decide(position: Position) -> None:
    """The side to act has a turn, is mated, is stalemated, or must pass."""
    position.ask(TURN)
    if position.laws.remembers:
        position.remember()
    side = position.side
    checked = position.is_duel() and in_check(position, side)
    if checked and not has_safe_turn(position):
        checkmate(position, side)
        return
    ending = standstill(position)
    if ending:
        _stand_still(position, ending)
    elif not _has_turn(position, checked):
        _stuck(position)


def _stand_still(position: Position, ending: i64) -> None:
    """CC-A33, CC-A80: the game stands still: it is over, or with four sides the weakest falls."""
    if position.laws.last_king:
        weakest_falls(position)
        continue_turn(position)
    else:
        stop(position, ending)


def _has_turn(position: Position, checked: bool) -> bool:
    """CC-A32: under `strict` only turns that end out of check count."""
    if position.is_bound():
        return checked or has_safe_turn(position)
    return has_order(position)


def _stuck(position: Position) -> None:
    """CC-A32, CC-A68, CC-A75, CC-A80: the side to act cannot move: a draw between two players, else a lost turn."""
    if not position.laws.map.quest and not position.laws.map.four:
        position.finish(position.living, STALEMATE)
        return
    if position.journal is not None:
        position.note("passed", (position.side,))
    position.passes += 1
    if position.passes >= position.count_living() and not position.laws.last_king:
        stop(position, STUCK)
        return
    position.no_turn_yet &= ~SIDE_BIT[position.side]
    position.quiet += 1
    position.turns += 1
    if position.laws.remembers:
        position.seen_count -= 1
    next_side(position)
    if position.passes >= position.count_living():
        # CC-A80: all have passed, so the weakest falls before the first of them acts again.
        weakest_falls(position)
        if position.to_act != OVER:
            _open_after_fall(position)
    else:
        open_turn(position)
