"""Building an army: what a legal one is, and choosing one step by step (CH-06 to CH-13, CH-A1 to CH-A4, CH-A43)."""

from mypy_extensions import i64

from pawnstorm.core.armies import Violation
from pawnstorm.core.buffers import Moves
from pawnstorm.core.luck import Luck
from pawnstorm.games.ch35s.pieces import KINDS, NUMBERS, STARTERS_OF, UPGRADES, Force, Laws, Sheet
from pawnstorm.games.ch35s.rules.setup import start_objectives
from pawnstorm.games.ch35s.state import (
    ADD,
    BLACK,
    CHOOSE,
    COUNTS,
    DONE,
    DRAFT,
    GIVE,
    HAND,
    MASKS,
    NOBODY,
    SHEETS,
    TAKE,
    WHITE,
    Position,
    choice,
    number_of,
    pack,
    what_of,
)
from pawnstorm.kit.bits import bit
from pawnstorm.kit.draft import guess_orders


def cost_of(sheet: Sheet, force: Force) -> int:
    """CH-12: what an army costs."""
    return sum(count * _each(sheet, place, mask) for place, (count, mask) in enumerate(force))


def _each(sheet: Sheet, place: i64, mask: i64) -> i64:
    """CH-12: what one model of a type costs with these upgrades."""
    total: i64 = sheet.models[place].cost
    index: i64 = 0
    for upgrade in sheet.models[place].upgrades:
        if mask >> index & 1:
            total += upgrade.cost
        index += 1
    return total


def violations(laws: Laws, sheet: Sheet, force: Force, cost: int) -> list[Violation]:
    """CH-07, CH-A1, CH-A2: everything that is wrong with an army of this cost."""
    wrong: list[Violation] = []
    if not any(count for count, _ in force):
        wrong.append(Violation("an army has at least one model", "CH-A2"))
    if cost > laws.budget:
        wrong.append(Violation(f"the army costs {cost} points, and {laws.budget} may be spent", "CH-07"))
    if laws.chess_set:
        for place, (count, _) in enumerate(force):
            most = NUMBERS.chess_set[place]
            if count > most:
                text = f"a chess set has {most} for {sheet.models[place].name}, not {count}"
                wrong.append(Violation(text, "CH-A2"))
    return wrong


def set_army(position: Position, side: i64, sheet: Sheet, force: Force) -> None:
    """CH-06: give an army to a side."""
    position.armies[SHEETS + side] = sheet.number
    for place, (count, mask) in enumerate(force):
        position.armies[COUNTS + side * KINDS + place] = count
        position.armies[MASKS + side * KINDS + place] = mask


def start_draft(position: Position) -> None:
    """CH-A43: White chooses first, in secret."""
    position.side = WHITE
    position.ask(DRAFT)


def sheet_of(position: Position, side: i64) -> Sheet | None:
    """CH-06: the sheet of a side, or None if it has not chosen yet."""
    number = position.armies[SHEETS + side]
    if number == NOBODY:
        return None
    # The book may have forgotten a player's sheet; the position has not.
    known = position.laws.book.sheets.get(int(number))
    return known if known is not None else position.forces.sheets[side]


def force_of(position: Position, side: i64) -> Force:
    """What a side has chosen so far."""
    armies = position.armies
    first = side * KINDS
    return tuple((int(armies[COUNTS + first + at]), int(armies[MASKS + first + at])) for at in range(KINDS))


def find_choices(position: Position, moves: Moves) -> None:
    """CH-06, CH-10, CH-11: a sample army or a sheet first, then models and upgrades, and an end at any time."""
    sheet = sheet_of(position, position.side)
    if sheet is None:
        _find_sheets(position, moves)
        return
    force = force_of(position, position.side)
    spent = cost_of(sheet, force)
    for place in range(KINDS):
        if may_add(position.laws, sheet, force, place, spent):
            moves.add(choice(ADD, place))
    for place in range(KINDS):
        count, mask = force[place]
        for index in range(UPGRADES):
            price = count * sheet.models[place].upgrades[index].cost
            if count and not mask >> index & 1 and spent + price <= position.laws.budget:
                moves.add(choice(GIVE, place * UPGRADES + index))
    if any(count for count, _ in force):
        moves.add(pack(DONE))


def _find_sheets(position: Position, moves: Moves) -> None:
    laws = position.laws
    for sheet in laws.book.built_in:
        for number in range(len(sheet.starters)):
            force = sheet.starters[number].force
            if not violations(laws, sheet, force, cost_of(sheet, force)):
                moves.add(choice(TAKE, sheet.number * STARTERS_OF + number))
    for sheet in laws.book.built_in:
        moves.add(choice(CHOOSE, sheet.number))


def may_add(laws: Laws, sheet: Sheet, force: Force, place: int, spent: int) -> bool:
    """CH-07, CH-10, CH-A2: whether one more of a type is allowed and can be paid for."""
    count, mask = force[place]
    if laws.chess_set and count >= NUMBERS.chess_set[place]:
        return False
    return bool(spent + _each(sheet, place, mask) <= laws.budget)


def choose(position: Position, move: i64) -> None:
    """CH-06, CH-11: carry out one choice; after a sample army or `done` a side has chosen."""
    what, number = what_of(move), number_of(move)
    if position.journal is not None:
        sheet = position.armies[SHEETS + position.side]
        position.journal.note("chose", (position.side, what, number, sheet), int(bit(position.side)))
    _carry_out(position, what, number)
    if what in (TAKE, DONE):
        _end_choice(position)


def _carry_out(position: Position, what: i64, number: i64) -> None:
    side, book = position.side, position.laws.book
    if what == TAKE:
        sheet = book.built_in[number // STARTERS_OF]
        set_army(position, side, sheet, sheet.starters[number % STARTERS_OF].force)
    elif what == CHOOSE:
        set_army(position, side, book.built_in[number], ((0, 0),) * KINDS)
    elif what == ADD:
        position.armies[COUNTS + side * KINDS + number] += 1
    elif what == GIVE:
        position.armies[MASKS + side * KINDS + number // UPGRADES] |= bit(number % UPGRADES)


def _end_choice(position: Position) -> None:
    """CH-A43: the other side chooses next; after it both armies are shown, and the objectives follow."""
    if position.side == WHITE:
        position.side = BLACK
        position.ask(DRAFT)
        return
    if position.journal is not None:
        for side in (WHITE, BLACK):
            pairs = [number for pair in force_of(position, side) for number in pair]
            position.journal.note("fields", (side, position.armies[SHEETS + side], *pairs))
    create_models(position)
    start_objectives(position)


def create_models(position: Position) -> None:
    """CH-11: the models of both armies, none of them on the field yet."""
    position.update_forces()
    for side in (WHITE, BLACK):
        for place, (count, _) in enumerate(force_of(position, side)):
            for _ in range(count):
                position.add_model(side, place, HAND)


def guess_army(position: Position, side: i64, finished: bool, luck: Luck) -> None:
    """CH-A43: choose an army for a side at random, for a seat that cannot see the real one; perhaps only a part."""
    position.armies[SHEETS + side] = NOBODY
    for place in range(KINDS):
        position.armies[COUNTS + side * KINDS + place] = 0
        position.armies[MASKS + side * KINDS + place] = 0
    to_move = position.side
    position.side = side
    guess_orders(
        position,
        lambda move: _carry_out(position, what_of(move), number_of(move)),
        lambda move: what_of(move) in (TAKE, DONE),
        finished,
        luck,
    )
    position.side = to_move
