"""After the dice: which pieces go, Field Medic, Last Stand, and the advance (TC-35 to TC-37, TC-48, TC-52, TC-56)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.trench_checkers.pieces.field import EMPTY
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMPANY,
    HEIGHT,
    LOST,
    ONE,
    SOLDIER,
    SOLDIERS,
    VETERAN,
    VETERANS,
)
from pawnstorm.games.trench_checkers.rules.combat import (
    LOSS,
    LOSS_STAND,
    TIE,
    WIN,
    WIN_STAND,
    close,
    company_of,
    result_for,
)
from pawnstorm.games.trench_checkers.rules.units import arrive, march, vengeance
from pawnstorm.games.trench_checkers.rules.winning import army_gone
from pawnstorm.games.trench_checkers.state import (
    ASLEEP,
    DOOMED,
    FOLLOW,
    KEPT,
    LOSE,
    NAMED,
    NOWHERE,
    RESCUE,
    TABLED,
    TOLL,
    Position,
    of,
    pack,
)


def resolve(position: Position) -> None:
    """TC-34: the dice count now; mark the pieces that go."""
    seat = position.side
    own = position.own
    if position.result == 0:
        position.result = result_for(position, own[of(seat, KEPT)], own[of(1 - seat, KEPT)])
    result = position.result
    if position.journal is not None:
        position.tell("fought", (seat, position.origin, position.target, result))
    if result in (TIE, LOSS, LOSS_STAND):
        _doom(position, seat)
    if result in (TIE, WIN, WIN_STAND):
        _doom(position, 1 - seat)
    open_rescue(position)
    if result in (WIN_STAND, LOSS_STAND):
        _last_stand(position, seat if result == WIN_STAND else 1 - seat)


def _doom(position: Position, seat: i64) -> None:
    """TC-36, TC-48, TC-A17: a beaten stack; the piece on a Suicide Mission is counted apart."""
    lost = LOST[company_of(position, seat)]
    named = position.own[of(seat, NAMED)]
    position.own[of(seat, DOOMED)] = lost - ONE[named]


def open_rescue(position: Position) -> None:
    """TC-56: before pieces are removed, Field Medic may be played."""
    position.phase = RESCUE
    position.asked = position.side
    position.passes = 0
    position.clear_table()


def _last_stand(position: Position, winner: i64) -> None:
    """TC-52, TC-A21: the winner's owner says which piece Last Stand takes, if there is a choice; never the Commando."""
    company = company_of(position, winner)
    if company & SOLDIERS and company & VETERANS:
        position.phase = TOLL
        position.asked = winner
    else:
        pay(position, winner, SOLDIER if company & SOLDIERS else VETERAN)


def find_tolls(position: Position, moves: Moves) -> None:
    """TC-A21: one piece of the winning stack."""
    moves.add(pack(LOSE, whom=SOLDIER))
    moves.add(pack(LOSE, whom=VETERAN))


def pay(position: Position, winner: i64, kind: i64) -> None:
    """TC-52: one piece goes with the loser; a piece on a Suicide Mission is enough, because it goes anyway."""
    if position.own[of(winner, NAMED)] != kind:
        position.own[of(winner, DOOMED)] = ONE[kind]
    if position.journal is not None:
        position.tell("stand", (winner, kind))
    open_rescue(position)


def field_medic(position: Position, seat: i64, kind: i64) -> None:
    """TC-56, TC-A46: Field Medic keeps one piece; a piece on a Suicide Mission is not among those it can keep."""
    position.own[of(seat, DOOMED)] -= ONE[kind]


def aftermath(position: Position) -> None:
    """TC-35, TC-36, TC-A46: removals, then the advance; then the game may be over."""
    seat = position.side
    origin, target, result = position.origin, position.target, position.result
    _remove(position, 1 - seat, target)
    if origin != NOWHERE:
        _remove(position, seat, origin)
    _startle(position, target)
    vengeance(position)
    won = result in (WIN, WIN_STAND)
    advances = won and origin != NOWHERE and position.board[target] == EMPTY and position.board[origin] != EMPTY
    close(position)
    if advances:
        _advance(position, seat, origin, target)
    position.phase = FOLLOW
    position.asked = seat
    position.passes = 0
    position.own[of(seat, TABLED)] = 0
    army_gone(position)


def _remove(position: Position, seat: i64, cell: i64) -> None:
    """TC-A27: remove the doomed pieces and a piece on a Suicide Mission; each counts as a loss."""
    gone = position.own[of(seat, DOOMED)] + ONE[position.own[of(seat, NAMED)]]
    if gone:
        position.kill(seat, cell, gone)
        position.mark_progress()
        if position.journal is not None:
            position.tell("removed", (seat, cell, gone, HEIGHT[gone]))


def _startle(position: Position, target: i64) -> None:
    """TC-A51: a sleeper that has lived through an attack is awake."""
    if position.board[target] & ASLEEP:
        position.wake(1 - position.side)


def _advance(position: Position, seat: i64, origin: i64, target: i64) -> None:
    """TC-35, TC-X7, TC-A24: the whole winning stack moves in, with everything that follows from arriving."""
    group = position.board[origin] & COMPANY
    if position.journal is not None:
        position.tell("advanced", (seat, origin, target, group))
    march(position, seat, origin, target, group)
    arrive(position, seat, target)
    position.moved = 0
