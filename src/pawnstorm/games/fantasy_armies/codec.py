"""Fantasy Armies as arrays: orders as squares and directions, the board as planes (docs/encodings.md).

All armies share one numbering: a type is its place in the list of its side, a spell its place among its caster's.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import ByteRows
from pawnstorm.core.codec import Block, Codec, Plane, blocks
from pawnstorm.core.state import State
from pawnstorm.games.fantasy_armies.pieces import ENTANGLE, LIST_COUNT, LIST_KEYS, PAWN, TYPES_PER_LIST, place_of
from pawnstorm.games.fantasy_armies.rules.aiming import is_aimed
from pawnstorm.games.fantasy_armies.rules.army import is_secret
from pawnstorm.games.fantasy_armies.rules.shooting import first_in_sight
from pawnstorm.games.fantasy_armies.state import (
    ADD_PIECE,
    APPEAR_ON,
    BECOME,
    CAST,
    CAST_SPELL,
    CHOOSE_BODY,
    CHOOSE_GRAVE,
    CHOOSE_LIST,
    CHOOSE_PASSENGER,
    DECLINE,
    DONE,
    DRAFT,
    EMPTY,
    EN_PASSANT,
    FRESH,
    GO,
    LOST,
    NAME_FIRST,
    NOWHERE,
    PICK_PASSENGER,
    PLACE,
    PLACE_REST,
    RAISE_BODY,
    RESERVE,
    SHOOT,
    START_DIG,
    STOP,
    TAKE_STARTER,
    TRY_MOVE,
    Position,
    entangled_of,
    growth_of,
    link_of,
    number_of,
    origin_of,
    pack,
    side_of,
    smash_of,
    target_of,
    type_of,
    unit_of,
    ward_of,
    what_of,
)
from pawnstorm.kit.square_pairs import (
    CELLS,
    PAIRS,
    cell_of,
    direction_of,
    pair_of,
    pair_origin,
    pair_target,
    square_of,
    step_of,
)
from pawnstorm.kit.states import checked_position, times_before

_SPELLS: Final = 3
"""FA-41: the spells of one caster; `FantasyArmiesCodec` refuses data with more."""
_AIMS: Final = 9
"""A spell at its caster itself, or in one of eight directions."""
_ENTANGLE_REACH: Final = 2
_RESULTS: Final = 256

# The blocks of orders: where each begins.
_MOVES: Final = 0
_SHOTS: Final = _MOVES + PAIRS
_CASTS: Final = _SHOTS + 8 * CELLS
_FAR: Final = _CASTS + _SPELLS * _AIMS * CELLS
_DIGS: Final = _FAR + PAIRS
_TRIES: Final = _DIGS + CELLS
_SQUARES: Final = _TRIES + CELLS
_PLACES: Final = _SQUARES + CELLS
_TYPES: Final = _PLACES + TYPES_PER_LIST * CELLS
_LISTS: Final = _TYPES + TYPES_PER_LIST
_STARTERS: Final = _LISTS + LIST_COUNT
_BEGINNERS: Final = _STARTERS + LIST_COUNT
_WORDS: Final = _BEGINNERS + 2
_WORD_ORDERS: Final = vec[i64]([STOP, DECLINE, PLACE_REST, DONE])

# The planes that are not types of pieces.
_FRESH: Final = 2 * TYPES_PER_LIST
_ENTANGLED: Final = _FRESH + 1
_WARDED: Final = _FRESH + 2
_SMASHING: Final = _FRESH + 3
_GROWN: Final = _FRESH + 4
_SHRUNK: Final = _FRESH + 5
_WARDING: Final = _FRESH + 6
_PASSED: Final = _FRESH + 7
_ACTOR: Final = _FRESH + 8
_TARGET: Final = _FRESH + 9
_LANDING: Final = _FRESH + 10
_PENDING: Final = _FRESH + 11
_FALLEN: Final = _FRESH + 12
_RAIN: Final = _FRESH + 13
_MARKS: Final = (
    Plane("double step", "1 on a P that may still make one"),
    Plane("entangled", "what the piece must throw to move"),
    Plane("warded", "the D that a spell gives the piece"),
    Plane("Smash!", "the HTH that Smash! adds"),
    Plane("grown", "by how much its HTH has grown for good"),
    Plane("shrunk", "by how much its HTH has shrunk for good"),
    Plane("wards", "on a caster: 1 + the cell of the piece that its spell wards"),
    Plane("en passant", "1 on the P that may be attacked en passant"),
    Plane("actor", "1 on the piece whose action is under way"),
    Plane("target", "1 on what it aims at"),
    Plane("landing", "1 where it goes; on the passenger of a Teleport"),
    Plane("must save", "1 on pieces that were hit"),
    Plane("falls", "1 on pieces that failed to save"),
    Plane("rain", "1 on pieces that a Rain of Blood has still to reach"),
)

# The single numbers, after those of every game.
_PHASE: Final = 3
_CHARGING: Final = 4
_OWED: Final = 5
_QUIET: Final = 6
_STOOD: Final = 7
_FIRST: Final = 8
_SPELL: Final = 9
_BONUS: Final = 10
_ATTACK: Final = 11
_DEFENCE: Final = 12
_AHEAD: Final = 13
_BEHIND: Final = 14
_BODY: Final = 15
_CAUSE: Final = 16
_SIDES: Final = 17
_RITUAL: Final = LIST_COUNT
_RESERVE_AT: Final = LIST_COUNT + 1
_LOST_AT: Final = LIST_COUNT + 1 + TYPES_PER_LIST
_PER_SIDE: Final = LIST_COUNT + 1 + 2 * TYPES_PER_LIST


def _order_blocks() -> tuple[Block, ...]:
    return blocks(
        ("move", PAIRS, "a move or an attack: from a square to another, along a line or as a knight"),
        ("shoot", 8 * CELLS, "cell of the shooter x direction"),
        ("cast", _SPELLS * _AIMS * CELLS, "spell of the caster x (at itself, or a direction) x cell of the caster"),
        ("entangle", PAIRS, "from the caster to the piece to be entangled"),
        ("dig", CELLS, "cell of the Miner"),
        ("tear loose", CELLS, "cell of the entangled piece that tries to move"),
        ("choose square", CELLS, "cell of the piece to be teleported, or where it or the Miner appears"),
        ("place", TYPES_PER_LIST * CELLS, "type x cell: setting up, or the piece that is raised"),
        ("choose type", TYPES_PER_LIST, "for the army, as the body to be raised, or what a P becomes"),
        ("list", LIST_COUNT, "the list that an army is chosen from"),
        ("starter", LIST_COUNT, "the starter army of a list"),
        ("begins", 2, "who takes the first turn: this side, the other side"),
        ("words", len(_WORD_ORDERS), "stop (a Charge!), decline, place the rest, done (with the army)"),
    )


def _planes() -> list[Plane]:
    types = [
        Plane(f"{whose} type {place + 1}", "1 where such a piece stands; by its place in the list of its side")
        for whose in ("own", "enemy")
        for place in range(TYPES_PER_LIST)
    ]
    return [*types, *_MARKS]


def _numbers() -> list[Plane]:
    numbers = [
        Plane("phase", "what is to be decided or thrown: 1 draft, 2 and 3 roll-offs, 4 setting up, 5 who begins, "
              "6 a turn, 7 must move, 8 tear loose, 9 cast, 10 fight, 11 shot, 12 save, 13 rain, 14 dig, "
              "15 passenger, 16 square, 17 body, 18 grave, 19 promotion"),
        Plane("charging", "1 in a turn won by Charge!"),
        Plane("turns owed", "turns that Charge! still gives"),
        Plane("quiet", "turns without progress, at most 255"),
        Plane("stood before", "how often this position has occurred before, since the last progress"),
        Plane("first", "1 if this side chooses and sets up first"),
        Plane("spell", "1 + the place of the spell under way among those of its caster"),
        Plane("bonus", "what a Ritual adds to the casting die"),
        Plane("attack dice", "of the fight under way"),
        Plane("defence dice", "of the fight under way"),
        Plane("ahead", "what the attacker has on top of its dice"),
        Plane("behind", "what the attacker lacks, negative edges"),
        Plane("body", "1 + the place in its list of the piece to be raised"),
        Plane("cause", "why pieces must save: 9 a spell, 10 a fight, 11 a shot, 14 digging"),
    ]  # fmt: skip
    for whose in ("own", "enemy"):
        numbers += [Plane(f"{whose} list {key}", "1 if it is the list of this side") for key in LIST_KEYS]
        numbers.append(Plane(f"{whose} ritual", "what the side may add to its next casting die"))
        for what in ("reserve", "lost"):
            numbers += [Plane(f"{whose} {what} type {place + 1}", "how many") for place in range(TYPES_PER_LIST)]
    return numbers


@final
class FantasyArmiesCodec(Codec):
    """One numbering for all armies. Every seat sees its own side of the board in row 0."""

    def __init__(self) -> None:
        super().__init__(1, _order_blocks(), (8, 8), _planes(), _numbers(), _RESULTS)

    def action_of(self, state: State, order: i64) -> i64:
        """By what the order is."""
        position = _position(state)
        side, what, target = position.side, what_of(order), target_of(order)
        if what in (GO, EN_PASSANT):
            return pair_of(side, origin_of(order), target)
        if what == SHOOT:
            return _SHOTS + cell_of(side, origin_of(order)) * 8 + direction_of(side, origin_of(order), target)
        if what == CAST_SPELL:
            return _cast_action(position, order)
        if what == PLACE:
            return _PLACES + place_of(number_of(order)) * CELLS + cell_of(side, target)
        if what in (PICK_PASSENGER, APPEAR_ON):
            return _SQUARES + cell_of(side, target)
        if what == START_DIG:
            return _DIGS + cell_of(side, origin_of(order))
        if what == TRY_MOVE:
            return _TRIES + cell_of(side, origin_of(order))
        return _other_action(position, what, number_of(order))

    def order_of(self, state: State, action: i64) -> i64:
        """By the block of the action and, where it is shared, by what is to be decided."""
        position = _position(state)
        side = position.side
        if action < _SHOTS:
            return _move(position, pair_origin(side, action), pair_target(side, action))
        if action < _CASTS:
            origin, step = square_of(side, (action - _SHOTS) // 8), step_of(side, (action - _SHOTS) % 8)
            reach = position.laws.range[type_of(position.board[origin])]
            return pack(origin, first_in_sight(position, origin, step, reach), SHOOT)
        if action < _FAR:
            return _cast(position, action - _CASTS)
        if action < _DIGS:
            origin = pair_origin(side, action - _FAR)
            return pack(origin, pair_target(side, action - _FAR), CAST_SPELL, _entangling_spell(position, origin))
        if action < _TRIES:
            digger = square_of(side, action - _DIGS)
            return pack(digger, digger, START_DIG)
        if action < _SQUARES:
            held = square_of(side, action - _TRIES)
            return pack(held, held, TRY_MOVE)
        if action < _PLACES:
            what = PICK_PASSENGER if position.phase == CHOOSE_PASSENGER else APPEAR_ON
            return pack(0, square_of(side, action - _SQUARES), what)
        if action < _TYPES:
            kind = _own_type(position, (action - _PLACES) // CELLS)
            return pack(0, square_of(side, (action - _PLACES) % CELLS), PLACE, kind)
        return _other_order(position, action)

    def observe(self, state: State, seat: i64, rows: ByteRows) -> None:
        """All but an army that the other side chooses in secret (FA-A4)."""
        position = _position(state)
        _write_pieces(position, seat, rows)
        _write_marks(position, seat, rows)
        _write_numbers(position, seat, rows, self.first_number)
        _write_side(position, seat, rows, self.first_number + _SIDES)
        if not is_secret(position, seat, 1 - seat):
            _write_side(position, 1 - seat, rows, self.first_number + _SIDES + _PER_SIDE)


def _position(state: State) -> Position:
    """The check for a known class is much faster, and this is asked for every legal order."""
    return state if isinstance(state, Position) else checked_position(state, Position, "fantasy-armies")


def _own_type(position: Position, place: i64) -> i64:
    """The type at a place of the list of the side to act."""
    return position.list_of(position.side) * TYPES_PER_LIST + place + 1


def _move(position: Position, origin: i64, target: i64) -> i64:
    """FA-A11: a P that goes diagonally to an empty square attacks en passant."""
    is_pawn = position.laws.move[type_of(position.board[origin])] == PAWN
    if is_pawn and position.board[target] == EMPTY and (target - origin) % 10 != 0:
        return pack(origin, target, EN_PASSANT)
    return pack(origin, target, GO)


def _cast_action(position: Position, order: i64) -> i64:
    book, side = position.laws.book, position.side
    caster, target, spell = origin_of(order), target_of(order), number_of(order)
    if book.verb[spell] == ENTANGLE:
        return _FAR + pair_of(side, caster, target)
    slot = spell - book.first_spell[type_of(position.board[caster])]
    aim = 0 if target == caster else 1 + direction_of(side, caster, target)
    return _CASTS + (slot * _AIMS + aim) * CELLS + cell_of(side, caster)


def _cast(position: Position, number: i64) -> i64:
    """The spell with a number of the block of spells; an aimed one flies to the first piece in sight."""
    book = position.laws.book
    caster = square_of(position.side, number % CELLS)
    aim = number // CELLS % _AIMS
    spell = book.first_spell[type_of(position.board[caster])] + number // CELLS // _AIMS
    target = caster
    if aim:
        step = step_of(position.side, aim - 1)
        target = (
            first_in_sight(position, caster, step, book.reach[spell]) if is_aimed(book.verb[spell]) else caster + step
        )
    return pack(caster, target, CAST_SPELL, spell)


def _entangling_spell(position: Position, caster: i64) -> i64:
    book, kind = position.laws.book, type_of(position.board[caster])
    spell = book.first_spell[kind]
    while book.verb[spell] != ENTANGLE:
        spell += 1
    return spell


def _other_action(position: Position, what: i64, number: i64) -> i64:
    if what in (RAISE_BODY, BECOME, ADD_PIECE):
        return _TYPES + place_of(number)
    if what == CHOOSE_LIST:
        return _LISTS + number
    if what == TAKE_STARTER:
        return _STARTERS + number
    if what == NAME_FIRST:
        return _BEGINNERS + (0 if number == position.side else 1)
    word: i64 = 0
    while _WORD_ORDERS[word] != what:
        word += 1
    return _WORDS + word


def _other_order(position: Position, action: i64) -> i64:
    if action < _LISTS:
        kind = _own_type(position, action - _TYPES)
        if position.phase == DRAFT:
            return pack(0, 0, ADD_PIECE, kind)
        if position.phase == CHOOSE_BODY:
            return pack(0, 0, RAISE_BODY, kind)
        return pack(position.actor, position.actor, BECOME, kind)
    if action < _STARTERS:
        return pack(0, 0, CHOOSE_LIST, action - _LISTS)
    if action < _BEGINNERS:
        return pack(0, 0, TAKE_STARTER, action - _STARTERS)
    if action < _WORDS:
        return pack(0, 0, NAME_FIRST, position.side if action == _BEGINNERS else 1 - position.side)
    return pack(0, 0, _WORD_ORDERS[action - _WORDS])


def _write_pieces(position: Position, seat: i64, rows: ByteRows) -> None:
    board = position.board
    for square in position.where:
        if square == NOWHERE:
            continue
        cell, at = board[square], cell_of(seat, square)
        plane = place_of(type_of(cell))
        if side_of(cell) != seat:
            plane += TYPES_PER_LIST
        rows.write(plane * CELLS + at, 1)
        rows.write(_FRESH * CELLS + at, 1 if cell & FRESH else 0)
        rows.write(_ENTANGLED * CELLS + at, entangled_of(cell))
        rows.write(_WARDED * CELLS + at, ward_of(cell))
        rows.write(_SMASHING * CELLS + at, smash_of(cell))
        rows.write(_GROWN * CELLS + at, growth_of(cell))
        rows.write(_SHRUNK * CELLS + at, -growth_of(cell))
        link = link_of(cell)
        if link:
            rows.write(_WARDING * CELLS + at, 1 + cell_of(seat, position.where[link - 1]))
        units = unit_of(cell)
        rows.write(_PENDING * CELLS + at, position.pending >> units & 1)
        rows.write(_FALLEN * CELLS + at, position.fallen >> units & 1)
        rows.write(_RAIN * CELLS + at, position.rain >> units & 1)


def _write_marks(position: Position, seat: i64, rows: ByteRows) -> None:
    """What is under way."""
    if position.passed != NOWHERE:
        rows.write(_PASSED * CELLS + cell_of(seat, position.passed), 1)
    if position.actor != NOWHERE:
        rows.write(_ACTOR * CELLS + cell_of(seat, position.actor), 1)
    if position.target != NOWHERE:
        rows.write(_TARGET * CELLS + cell_of(seat, position.target), 1)
    if position.landing != NOWHERE and position.phase != CHOOSE_GRAVE:
        rows.write(_LANDING * CELLS + cell_of(seat, position.landing), 1)


def _write_numbers(position: Position, seat: i64, rows: ByteRows, first: i64) -> None:
    rows.write(first + _PHASE, position.phase)
    rows.write(first + _CHARGING, position.charging)
    rows.write(first + _OWED, position.turns_owed)
    rows.write(first + _QUIET, position.quiet)
    rows.write(first + _STOOD, times_before(position.seen, position.seen_count, position.hash))
    rows.write(first + _FIRST, 1 if position.first_side == seat else 0)
    if position.cause == CAST:
        kind = type_of(position.board[position.actor])
        rows.write(first + _SPELL, 1 + position.spell - position.laws.book.first_spell[kind])
    rows.write(first + _BONUS, position.bonus)
    rows.write(first + _ATTACK, position.attack_dice)
    rows.write(first + _DEFENCE, position.defence_dice)
    rows.write(first + _AHEAD, position.edge)
    rows.write(first + _BEHIND, -position.edge)
    if position.phase == CHOOSE_GRAVE:
        rows.write(first + _BODY, 1 + place_of(position.landing))
    rows.write(first + _CAUSE, position.cause)


def _write_side(position: Position, side: i64, rows: ByteRows, first: i64) -> None:
    """The list of a side, what it has in reserve and what it has lost."""
    army = position.list_of(side)
    if army >= 0:
        rows.write(first + army, 1)
    rows.write(first + _RITUAL, position.ritual_of(side))
    place: i64
    for place in range(TYPES_PER_LIST):
        rows.write(first + _RESERVE_AT + place, position.piles[RESERVE + side * TYPES_PER_LIST + place])
        rows.write(first + _LOST_AT + place, position.piles[LOST + side * TYPES_PER_LIST + place])
