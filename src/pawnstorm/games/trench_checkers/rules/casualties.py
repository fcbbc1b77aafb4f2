"""After the dice: losses, Field Medic, Last Stand, and the advance (TC-35 to TC-37, TC-48, TC-52, TC-56)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves
from pawnstorm.games.trench_checkers.pieces.field import EMPTY
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMPANY_BITS,
    COMPANY_OF,
    HEIGHT,
    LOST_WHEN_BEATEN,
    SOLDIER,
    SOLDIER_BITS,
    VETERAN,
    VETERAN_BITS,
)
from pawnstorm.games.trench_checkers.rules.combat import (
    LOSS,
    LOSS_STAND,
    TIE,
    WIN,
    WIN_STAND,
    clear_combat,
    company_of,
    result_for,
)
from pawnstorm.games.trench_checkers.rules.units import arrive, march, vengeance
from pawnstorm.games.trench_checkers.rules.winning import army_gone
from pawnstorm.games.trench_checkers.state import (
    AFTER_ATTACK,
    ASLEEP,
    BEFORE_REMOVAL,
    DOOMED,
    KEPT_DIE,
    LAST_STAND,
    LOSE_PIECE,
    NOWHERE,
    PLAYED_IN_WINDOW,
    SUICIDE_KIND,
    Position,
    of,
    pack,
)


def resolve(position: Position) -> None:
    """TC-34: the dice are final; mark the pieces that will be removed."""
    seat = position.side
    per_seat = position.per_seat
    if position.result == 0:
        position.result = result_for(position, per_seat[of(seat, KEPT_DIE)], per_seat[of(1 - seat, KEPT_DIE)])
    result = position.result
    if position.journal is not None:
        position.tell("fought", (seat, position.origin, position.target, result))
    if result in (TIE, LOSS, LOSS_STAND):
        _doom(position, seat)
    if result in (TIE, WIN, WIN_STAND):
        _doom(position, 1 - seat)
    _open_removal_window(position)
    if result in (WIN_STAND, LOSS_STAND):
        _last_stand(position, seat if result == WIN_STAND else 1 - seat)


def _doom(position: Position, seat: i64) -> None:
    """TC-36, TC-48, TC-A17: mark a beaten stack; a piece on a Suicide Mission is counted separately."""
    lost = LOST_WHEN_BEATEN[company_of(position, seat)]
    named = position.per_seat[of(seat, SUICIDE_KIND)]
    position.per_seat[of(seat, DOOMED)] = lost - COMPANY_OF[named]


def _open_removal_window(position: Position) -> None:
    """TC-56: before pieces are removed, Field Medic may be played."""
    position.open_window(BEFORE_REMOVAL, position.side)


def _last_stand(position: Position, winner: i64) -> None:
    """TC-52, TC-A21: the winner chooses which piece Last Stand takes, if there is a choice; never the Commando."""
    company = company_of(position, winner)
    if company & SOLDIER_BITS and company & VETERAN_BITS:
        position.phase = LAST_STAND
        position.asked = winner
    else:
        pay_last_stand(position, winner, SOLDIER if company & SOLDIER_BITS else VETERAN)


def find_last_stand_choices(position: Position, moves: Moves) -> None:
    """TC-A21: a Soldier or a Veteran of the winning stack."""
    moves.add(pack(LOSE_PIECE, whom=SOLDIER))
    moves.add(pack(LOSE_PIECE, whom=VETERAN))


def pay_last_stand(position: Position, winner: i64, kind: i64) -> None:
    """TC-52: the winner loses one piece too; a piece on a Suicide Mission is enough, because it is lost anyway."""
    if position.per_seat[of(winner, SUICIDE_KIND)] != kind:
        position.per_seat[of(winner, DOOMED)] = COMPANY_OF[kind]
    if position.journal is not None:
        position.tell("stand", (winner, kind))
    _open_removal_window(position)


def field_medic(position: Position, seat: i64, kind: i64) -> None:
    """TC-56, TC-A46: Field Medic saves one piece, but never one on a Suicide Mission."""
    position.per_seat[of(seat, DOOMED)] -= COMPANY_OF[kind]


def finish_combat(position: Position) -> None:
    """TC-35, TC-36, TC-A46: removals, then the advance; after that the game may be over."""
    seat = position.side
    origin, target, result = position.origin, position.target, position.result
    _remove(position, 1 - seat, target)
    if origin != NOWHERE:
        _remove(position, seat, origin)
    _wake_survivor(position, target)
    vengeance(position)
    won = result in (WIN, WIN_STAND)
    advances = won and origin != NOWHERE and position.board[target] == EMPTY and position.board[origin] != EMPTY
    clear_combat(position)
    if advances:
        _advance(position, seat, origin, target)
    position.phase = AFTER_ATTACK
    position.asked = seat
    position.passes = 0
    position.per_seat[of(seat, PLAYED_IN_WINDOW)] = 0
    army_gone(position)


def _remove(position: Position, seat: i64, cell: i64) -> None:
    """TC-A27: remove the doomed pieces and a piece on a Suicide Mission; each counts as a loss."""
    gone = position.per_seat[of(seat, DOOMED)] + COMPANY_OF[position.per_seat[of(seat, SUICIDE_KIND)]]
    if gone:
        position.kill(seat, cell, gone)
        position.mark_progress()
        if position.journal is not None:
            position.tell("removed", (seat, cell, gone, HEIGHT[gone]))


def _wake_survivor(position: Position, target: i64) -> None:
    """TC-A51: a sleeper that survives an attack wakes."""
    if position.board[target] & ASLEEP:
        position.wake(1 - position.side)


def _advance(position: Position, seat: i64, origin: i64, target: i64) -> None:
    """TC-35, TC-X7, TC-A24: the whole winning stack moves in, and what follows from arriving follows."""
    group = position.board[origin] & COMPANY_BITS
    if position.journal is not None:
        position.tell("advanced", (seat, origin, target, group))
    march(position, seat, origin, target, group)
    arrive(position, seat, target)
    position.moved = 0
