"""Spells and digging: the throw, what works at once, and what is chosen after it (FA-41, FA-42, FA-A67)."""

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.fantasy_armies.pieces import (
    CHARGE,
    DRAIN,
    ENTANGLE,
    RAIN,
    RAISE,
    RITUAL,
    SLAY,
    SMASH,
    STORM,
    STRIKE,
    TELEPORT,
    TYPES_PER_LIST,
    WARD,
    place_of,
)
from pawnstorm.games.fantasy_armies.rules.aiming import is_aimed
from pawnstorm.games.fantasy_armies.rules.ending import note_progress
from pawnstorm.games.fantasy_armies.rules.entangling import entangle
from pawnstorm.games.fantasy_armies.rules.profile import AROUND
from pawnstorm.games.fantasy_armies.rules.turn_order import end_turn
from pawnstorm.games.fantasy_armies.state import (
    APPEAR_ON,
    CAST,
    CHOOSE_BODY,
    CHOOSE_GRAVE,
    CHOOSE_PASSENGER,
    CHOOSE_SQUARE,
    DECLINE,
    DIG,
    EMPTY,
    FRESH,
    LINK_SHIFT,
    LOST,
    NOWHERE,
    PICK_PASSENGER,
    PLACE,
    RAISE_BODY,
    SMASH_BITS,
    SMASH_SHIFT,
    SQUARES,
    UNITS,
    WARD_BITS,
    WARD_SHIFT,
    Position,
    pack,
    piece_of,
    type_of,
    unit_of,
)
from pawnstorm.kit.bits import bit


def announce_spell(position: Position, caster: i64, target: i64, spell: i64) -> None:
    """FA-41, FA-A50, FA-A57: name caster, spell and target; the attempt uses up a Ritual."""
    position.actor = caster
    position.target = target
    position.spell = spell
    position.cause = CAST
    position.bonus = position.ritual_of(position.side)
    position.set_ritual(position.side, 0)
    position.roll(CAST)
    if position.journal is not None:
        board = position.board
        position.journal.note("casts", (caster, board[caster], target, board[target], spell))


def start_dig(position: Position, miner: i64) -> None:
    """FA-57: a Miner begins to dig."""
    position.actor = miner
    position.cause = DIG
    position.roll(DIG)
    if position.journal is not None:
        position.journal.note("digs", (miner, position.board[miner]))


def needed(position: Position) -> i64:
    """FA-42, FA-57, FA-70: what the die must show."""
    book = position.laws.book
    if position.cause == DIG:
        return book.dig[type_of(position.board[position.actor])]
    return max(book.cast[position.spell] - position.bonus, 1)


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """FA-42: it works (1) or fails (0)."""
    need = needed(position)
    outcomes.add(1, 7 - need)
    if need > 1:
        outcomes.add(0, need - 1)


def land_dig(position: Position, works: i64) -> None:
    """FA-57, FA-A52: the Miner comes up anywhere, or the turn is lost."""
    if position.journal is not None:
        position.journal.note("tunnels" if works else "stays", (position.actor, position.board[position.actor]))
    if works:
        position.landing = position.actor
        position.ask(CHOOSE_SQUARE)
    else:
        end_turn(position)


def land_cast(position: Position, works: i64) -> None:
    """FA-42, FA-A35: a spell that works ends the caster's lasting spells; one that fails does nothing."""
    if position.journal is not None:
        position.journal.note("works" if works else "fails", (position.actor, position.spell))
    if not works:
        return
    caster = position.actor
    position.end_ward(caster)
    position.change(caster, position.board[caster] & ~SMASH_BITS)
    verb = position.laws.book.verb[position.spell]
    if is_aimed(verb) or verb == RAIN:
        note_progress(position)
    if verb == TELEPORT:
        position.ask(CHOOSE_PASSENGER)
    elif verb == RAISE:
        position.ask(CHOOSE_BODY)
    elif is_aimed(verb):
        _strike(position, verb)
    elif verb == RAIN:
        _rain(position)
    else:
        _cast_lasting(position, verb)


def _strike(position: Position, verb: i64) -> None:
    """FA-47, FA-53, FA-61, FA-63, FA-67, FA-71: what an aimed spell does to its target."""
    target = position.board[position.target]
    if verb in (STRIKE, STORM):
        position.pending = bit(unit_of(target))
    if verb == STORM:
        for step in AROUND:
            neighbour = position.board[position.target + step]
            # FA-A47: friends of the caster are spared.
            if neighbour != EMPTY and neighbour & 3 == target & 3:
                position.pending |= bit(unit_of(neighbour))
    elif verb == SLAY:
        position.fallen = bit(unit_of(target))
    elif verb == DRAIN:
        amount = position.laws.book.amount[position.spell]
        position.grow(position.target, -amount)
        position.grow(position.actor, amount)


def _rain(position: Position) -> None:
    """FA-72, FA-A51: Rain of Blood: a die for every enemy piece."""
    first = (1 - position.side) * UNITS
    position.target = NOWHERE
    unit: i64
    for unit in range(first, first + UNITS):
        if position.where[unit] != NOWHERE:
            position.rain |= bit(unit)


def _cast_lasting(position: Position, verb: i64) -> None:
    """Spells whose effect lasts after the turn."""
    amount = position.laws.book.amount[position.spell]
    if verb == WARD:
        _ward(position, amount)
    elif verb == SMASH:
        _smash(position, amount)
    elif verb == ENTANGLE:
        entangle(position, amount)
    elif verb == RITUAL:
        # FA-70, FA-A50: never more than one.
        position.set_ritual(position.side, amount)
    elif verb == CHARGE:
        # FA-52, FA-A42: two more turns, and two more again from within them.
        position.set_turns_owed(position.turns_owed + amount)


def _ward(position: Position, save: i64) -> None:
    """FA-46, FA-66, FA-A36: each caster has one ward, on one bearer."""
    caster, target = position.actor, position.target
    position.change(target, position.board[target] & ~WARD_BITS | save << WARD_SHIFT)
    bearer = unit_of(position.board[target])
    position.change(caster, position.board[caster] | (bearer + 1) << LINK_SHIFT)


def _smash(position: Position, dice: i64) -> None:
    """FA-54, FA-A36: Smash! gives its caster HTH; a second one adds nothing."""
    position.change(position.actor, position.board[position.actor] | dice << SMASH_SHIFT)


def find_choices(position: Position, moves: Moves) -> None:
    """FA-A67: what the player may choose after a success, or decline."""
    if position.phase == CHOOSE_PASSENGER:
        _find_passengers(position, moves)
    elif position.phase == CHOOSE_SQUARE:
        for square in SQUARES:
            if position.board[square] == EMPTY:
                moves.add(pack(0, square, APPEAR_ON))
    elif position.phase == CHOOSE_BODY:
        for kind in position.laws.book.types[position.list_of(position.side)]:
            if not position.laws.book.king[kind] and position.pile(LOST, position.side, kind):
                moves.add(pack(0, 0, RAISE_BODY, kind))
    else:
        _find_graves(position, moves)
    moves.add(pack(0, 0, DECLINE))


def _find_passengers(position: Position, moves: Moves) -> None:
    """FA-48: the Wizard, or a friend next to it."""
    moves.add(pack(0, position.actor, PICK_PASSENGER))
    for step in AROUND:
        if position.board[position.actor + step] & 3 == 2 - position.side:
            moves.add(pack(0, position.actor + step, PICK_PASSENGER))


def _find_graves(position: Position, moves: Moves) -> None:
    """FA-62: what the piece comes back as, on an empty square next to the Necromancer."""
    for kind in position.laws.book.raised_types:
        for step in AROUND:
            if position.board[position.actor + step] == EMPTY:
                moves.add(pack(0, position.actor + step, PLACE, kind))


def pick_passenger(position: Position, square: i64) -> None:
    """FA-48: choose the piece to be teleported."""
    position.landing = square
    position.ask(CHOOSE_SQUARE)


def appear(position: Position, square: i64) -> None:
    """FA-48, FA-57, FA-A37, FA-A41: a piece comes up or appears on an empty square; this promotes no P."""
    origin = position.landing
    position.end_ward(origin)
    cell = position.lift(origin) & ~FRESH
    position.put(cell, square)
    if position.journal is not None:
        position.journal.note("appears", (origin, square, cell, position.cause == DIG))
    end_turn(position)


def choose_body(position: Position, kind: i64) -> None:
    """FA-62: choose the lost piece to be raised."""
    position.landing = kind
    position.ask(CHOOSE_GRAVE)


def raise_dead(position: Position, kind: i64, square: i64) -> None:
    """FA-62, FA-A45: a lost piece comes back as a plain Zombie or Skeleton."""
    position.piles[LOST + position.side * TYPES_PER_LIST + place_of(position.landing)] -= 1
    position.put(piece_of(position.free_unit(position.side), kind), square)
    note_progress(position)
    if position.journal is not None:
        position.journal.note("rises", (square, position.board[square], position.landing))
    end_turn(position)


def decline(position: Position) -> None:
    """FA-A67: make no use of a success."""
    if position.journal is not None:
        position.journal.note("declines", (position.side,))
    end_turn(position)
