"""Set-up: armies on their spaces, Knights from earlier quests, machines, the coin (CC-02 to CC-04, CC-A37)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import EVERYONE, Die, Pool
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE
from pawnstorm.games.castle_chess.pieces.cells import (
    MACHINE_BITS,
    NOWHERE,
    UNITS,
    kind_of,
    machine_bits,
    machine_of,
    side_of,
    unit_bits,
)
from pawnstorm.games.castle_chess.pieces.kinds import CATAPULT, NUMBERS, RAM, TOWER, WARRIOR, apart
from pawnstorm.games.castle_chess.rules.turns import next_side, open_turn
from pawnstorm.games.castle_chess.state import (
    COIN,
    DONE,
    KNIGHTED,
    PLACE,
    PROMOTE,
    PUT,
    REST,
    Position,
    number_of,
    pack,
    target_of,
    what_of,
)
from pawnstorm.kit.bits import bit

HEADS: Final = 0
TAILS: Final = 1
_KINDS: Final = (RAM, CATAPULT, TOWER)


def set_up(position: Position) -> None:
    """CC-02: put all units on the spaces of the map; machines and the coin follow."""
    numbers = [side * UNITS for side in range(position.seats)]
    for side, kind, square in position.laws.map.armies:
        position.put(unit_bits(numbers[side], kind, side, kind == WARRIOR), square)
        numbers[side] += 1
    position.promotions = min(position.laws.knights, len(_carriers(position, 0)) - machines_left(position, 0))
    if position.promotions > 0:
        position.ask(PROMOTE)
    else:
        begin_placing(position)


def begin_placing(position: Position) -> None:
    """CC-03, CC-A37, CC-A70: White or Blue places first."""
    if machines_left(position, 0):
        position.ask(PLACE)
    else:
        next_placer(position)


def machines_left(position: Position, side: i64) -> i64:
    """CC-03: how many machines a side still has to place."""
    return sum(position.reserve[4 * side + kind] for kind in _KINDS)


def may_place(position: Position, side: i64, kind: i64) -> bool:
    """CC-M3: whether a side may place a machine of a kind: one left in its train, or one more of a free train."""
    if not chooses_train(position, side):
        return position.reserve[4 * side + kind] > 0
    placed: i64 = 0
    for square in placed_machines(position, side):
        if machine_of(position.board[square]) == kind:
            placed += 1
    return placed < NUMBERS.most_of_a_kind


def chooses_train(position: Position, side: i64) -> bool:
    """CC-M3: whether a side chooses its train freely: by option, and only a train of full size."""
    return position.laws.free_train and position.laws.map.machine_count(int(side)) == NUMBERS.free_train


def placed_machines(position: Position, side: i64) -> list[int]:
    """Where the machines are that a side has placed during the set-up."""
    board = position.board
    return [int(square) for square in position.machine_squares if square != NOWHERE and side_of(board[square]) == side]


def find_placings(position: Position, moves: Moves) -> None:
    """CC-03: each kind of machine under each Warrior without one, or all that are left at once."""
    side = position.side
    if position.phase == PROMOTE:
        for square in _carriers(position, side):
            moves.add(pack(square, square, KNIGHTED))
        moves.add(pack(NOWHERE, NOWHERE, DONE))
        return
    for kind in _KINDS:
        if may_place(position, side, kind):
            for square in _carriers(position, side):
                moves.add(pack(square, square, PUT, kind))
    moves.add(pack(NOWHERE, NOWHERE, REST))


def _carriers(position: Position, side: i64) -> list[i64]:
    """CC-03: the Warriors of a side that have no machine yet, from the lower left."""
    found: list[i64] = []
    unit: i64
    for unit in range(side * UNITS, (side + 1) * UNITS):
        square = position.where[unit]
        if square != NOWHERE and not position.board[square] & MACHINE_BITS:
            if kind_of(position.board[square]) == WARRIOR:
                found.append(square)
    return found


def play_placing(position: Position, move: i64) -> None:
    """CC-03, CC-A46, CC-A70: one machine, or one Knight, or all the rest."""
    what = what_of(move)
    if what == KNIGHTED:
        position.upgrade(target_of(move))
        position.promotions -= 1
        if position.journal is not None:
            position.note("knighted", (position.board[target_of(move)], target_of(move)))
    if what in (KNIGHTED, DONE):
        if what == DONE or position.promotions == 0:
            position.promotions = 0
            begin_placing(position)
        return
    if what == PUT:
        place(position, position.side, number_of(move), target_of(move))
    else:
        place_rest(position)
    next_placer(position)


def place(position: Position, side: i64, kind: i64, square: i64) -> None:
    """CC-03: put a machine under a Warrior; only its own side sees it until all have placed (CC-A37)."""
    number: i64 = 0
    while position.machine_squares[number] != NOWHERE:
        number += 1
    position.put_machine(machine_bits(number, kind, side), square)
    _take_from_train(position, side, kind)
    if position.journal is not None:
        audience = int(bit(side)) if position.laws.secret else EVERYONE
        position.note("placed", (side, kind, square), audience)


def _take_from_train(position: Position, side: i64, kind: i64) -> None:
    """CC-M3: one machine fewer waits; in a free train it may stand for one of another kind."""
    taken = kind if position.reserve[4 * side + kind] else 0
    if not taken:
        for other in _KINDS:
            if position.reserve[4 * side + other]:
                taken = other
    position.reserve[4 * side + taken] -= 1


def place_rest(position: Position) -> None:
    """CC-03: rams go to the middle, then catapults and towers on either side."""
    side = position.side
    while machines_left(position, side):
        kind = next(kind for kind in _KINDS if may_place(position, side, kind))
        place(position, side, kind, _middle(position, side))


def _middle(position: Position, side: i64) -> i64:
    """The free Warrior nearest to the side's King; without a King the first one."""
    free = _carriers(position, side)
    king = position.kings[side]
    return min(free, key=lambda square: (apart(square, king), square)) if king != NOWHERE else free[0]


def next_placer(position: Position) -> None:
    """CC-A37, CC-A70: in secret placing the same side continues, in alternating placing the next one."""
    side = position.side
    if position.laws.secret and machines_left(position, side):
        return
    other: i64
    for other in range(position.seats):
        following = (side + other + 1) % position.seats
        if machines_left(position, following):
            position.set_side(following)
            position.ask(PLACE)
            return
    if position.journal is not None and position.laws.secret:
        position.note("revealed", ())
    toss_coin(position)


def toss_coin(position: Position) -> None:
    """CC-04, CC-68, CC-A45: the coin says who begins, or with four sides in which direction; Blue begins quests."""
    position.set_side(0)
    if position.laws.map.quest:
        begin_first_turn(position)
    else:
        position.phase = COIN
        position.to_act = CHANCE


def pool(position: Position) -> Pool:
    """CC-04, CC-68: the coin."""
    reason = "the direction of play" if position.laws.map.four else "who begins"
    return Pool((Die(2, 0, "coin"),), reason, "CC-68" if position.laws.map.four else "CC-04")


def find_outcomes(outcomes: Outcomes) -> None:
    """CC-04: both faces have the same chance."""
    outcomes.add(HEADS, 1)
    outcomes.add(TAILS, 1)


def land(position: Position, outcome: i64) -> None:
    """CC-04, CC-68, CC-X11: heads for White, or for clockwise order."""
    if position.journal is not None:
        position.note("tossed", (outcome, int(position.laws.map.four)))
    if position.laws.map.four:
        position.direction = 1 if outcome == HEADS else -1
    else:
        position.set_side(outcome)
    begin_first_turn(position)


def begin_first_turn(position: Position) -> None:
    """Begin the first turn; a side that resigned before it has none (CC-A79)."""
    position.quiet = 0
    if not position.lives(position.side):
        next_side(position)
    open_turn(position)


def guess_machines(position: Position, side: i64, luck: Luck) -> None:
    """CC-A37: guess which machines a side has placed, and where, for a seat that cannot see them."""
    squares = placed_machines(position, side)
    count = len(squares)
    for square in squares:
        position.lift_machine(square)
    kinds = _possible_train(position, side)
    rest = _train(position, side)
    for kind in _KINDS:
        position.reserve[4 * side + kind] = rest.count(kind)
    for _ in range(count):
        free = _carriers(position, side)
        place(position, side, kinds.pop(int(luck.below(len(kinds)))), free[int(luck.below(len(free)))])


def _possible_train(position: Position, side: i64) -> list[int]:
    """The machines that a side may have placed, as far as the others know."""
    if not chooses_train(position, side):
        return _train(position, side)
    return [int(kind) for kind in _KINDS for _ in range(NUMBERS.most_of_a_kind)]


def _train(position: Position, side: i64) -> list[int]:
    """The machines that the map gives a side."""
    return [int(kind) for kind in _KINDS for _ in range(position.laws.map.train[4 * side + kind])]
