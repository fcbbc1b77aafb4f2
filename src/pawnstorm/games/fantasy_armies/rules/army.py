"""Picking armies: what a legal army is, and choosing one in small decisions (FA-07 to FA-12, FA-A4)."""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from pawnstorm.core.armies import Violation
from pawnstorm.core.buffers import Moves
from pawnstorm.games.fantasy_armies.pieces import LIST_COUNT, PAWN, TYPES_PER_LIST, Book, Laws, halves_text, place_of
from pawnstorm.games.fantasy_armies.rules.deploying import roll_off
from pawnstorm.games.fantasy_armies.state import (
    ADD_PIECE,
    BLACK,
    CHOOSE_LIST,
    DONE,
    DRAFT,
    RESERVE,
    ROLL_DEPLOY,
    ROLL_DRAFT,
    TAKE_STARTER,
    WHITE,
    Position,
    number_of,
    pack,
    what_of,
)
from pawnstorm.kit.bits import bit

FEWEST: Final = 8
MOST: Final = 16
"""FA-09: the size of an army."""
COPIES: Final = 3
PAWN_COPIES: Final = 8
"""FA-A69: copies of one type, if the table limits them."""


def violations(laws: Laws, army: int, counts: Mapping[int, int], pieces: int) -> list[Violation]:
    """FA-08, FA-11, FA-A3, FA-A69, FA-A80: what is wrong with these pieces of a list, in an army of `pieces` pieces."""
    book = laws.book
    wrong: list[Violation] = []
    king = book.kings[army]
    kings = counts.get(king, 0)
    if kings == 0:
        wrong.append(Violation(f"the army needs its King, one {book.names[king]}", "FA-11"))
    if kings > 1:
        wrong.append(Violation(f"an army has one {book.names[king]}, not {kings}", "FA-A3"))
    wrong += wrong_size(pieces)
    halves = sum(int(book.halves[kind]) * count for kind, count in counts.items())
    if halves > laws.budget:
        cost, budget = halves_text(halves), halves_text(laws.budget)
        wrong.append(Violation(f"the army costs {cost} points, and {budget} may be spent", "FA-08"))
    if laws.few_copies:
        for kind, count in counts.items():
            if kind != king and count > copies_of(laws, kind):
                text = f"an army has at most {copies_of(laws, kind)} of {book.names[kind]}, not {count}"
                wrong.append(Violation(text, "FA-A69"))
    return wrong


def wrong_size(pieces: int) -> list[Violation]:
    """FA-09, FA-A80: too few or too many pieces, whatever their list."""
    if pieces < FEWEST:
        return [Violation(f"an army has at least {FEWEST} pieces, not {pieces}", "FA-09")]
    if pieces > MOST:
        return [Violation(f"an army has at most {MOST} pieces, not {pieces}", "FA-09")]
    return []


def copies_of(laws: Laws, kind: i64) -> i64:
    """FA-A2, FA-A69: how many copies of a type other than the King an army may have."""
    if not laws.few_copies:
        return MOST
    return PAWN_COPIES if laws.move[kind] == PAWN else COPIES


def starter_counts(book: Book, army: int) -> dict[int, int]:
    """FA-M3: the starter army of a list."""
    return {
        kind: book.starters[army][place_of(kind)] for kind in book.types[army] if book.starters[army][place_of(kind)]
    }


def starter_is_legal(laws: Laws, army: int) -> bool:
    """Whether the starter army of a list keeps to the table's limits."""
    counts = starter_counts(laws.book, army)
    return not violations(laws, army, counts, sum(counts.values()))


def is_secret(position: Position, viewer: i64, side: i64) -> bool:
    """FA-A4: whether the army of a side is hidden from a viewer now."""
    return position.phase == DRAFT and not position.laws.open_draft and viewer != side


def start_draft(position: Position) -> None:
    """FA-A4: in secret White chooses first, which betrays nothing; openly the lower die does."""
    if position.laws.open_draft:
        roll_off(position, ROLL_DRAFT)
    else:
        position.first_side = WHITE
        position.ask(DRAFT)


def land_roll(position: Position, outcome: i64) -> None:
    """FA-A4, FA-A6: who chooses first; after a tie both throw again."""
    if position.journal is not None:
        position.journal.note("rolled off", (outcome, 0))
    if outcome in (WHITE, BLACK):
        position.first_side = outcome
        position.set_side(outcome)
        position.ask(DRAFT)


def give_army(position: Position, side: int, army: int, counts: Mapping[int, int]) -> None:
    """FA-07: put an army into the reserve of a side."""
    position.set_list(side, army)
    for kind, count in counts.items():
        position.piles[RESERVE + side * TYPES_PER_LIST + place_of(kind)] = count


def size_of(position: Position, side: i64) -> i64:
    """How many pieces a side has in reserve."""
    total: i64 = 0
    place: i64
    for place in range(TYPES_PER_LIST):
        total += position.piles[RESERVE + side * TYPES_PER_LIST + place]
    return total


def spent_by(position: Position, side: i64) -> i64:
    """FA-08: half points that the pieces in a side's reserve cost."""
    total: i64 = 0
    if position.list_of(side) >= 0:
        for kind in position.laws.book.types[position.list_of(side)]:
            total += position.pile(RESERVE, side, kind) * position.laws.book.halves[kind]
    return total


def find_choices(position: Position, moves: Moves) -> None:
    """FA-07, FA-10: first a starter army or a list, then piece by piece, and `done` once the army is legal."""
    side = position.side
    army: i64
    if position.list_of(side) < 0:
        for army in range(LIST_COUNT):
            if starter_is_legal(position.laws, army):
                moves.add(pack(0, 0, TAKE_STARTER, army))
        for army in range(LIST_COUNT):
            moves.add(pack(0, 0, CHOOSE_LIST, army))
        return
    for kind in position.laws.book.types[position.list_of(side)]:
        if may_add(position, kind):
            moves.add(pack(0, 0, ADD_PIECE, kind))
    if size_of(position, side) >= FEWEST:
        moves.add(pack(0, 0, DONE))


def may_add(position: Position, kind: i64) -> bool:
    """FA-08, FA-09, FA-A3, FA-A69: one more of a type leaves an army that can still become legal."""
    laws, side = position.laws, position.side
    size = size_of(position, side) + 1
    if laws.book.king[kind] or size > MOST or position.pile(RESERVE, side, kind) >= copies_of(laws, kind):
        return False
    missing = max(FEWEST - size, 0)
    return spent_by(position, side) + laws.book.halves[kind] + missing * cheapest(position) <= laws.budget


def cheapest(position: Position) -> i64:
    """The lowest price in the list of the side to act."""
    book = position.laws.book
    return min([book.halves[kind] for kind in book.types[position.list_of(position.side)]])


def choose(position: Position, move: i64) -> None:
    """FA-07, FA-11: one choice; with a starter army or `done` the side has chosen."""
    what, number = what_of(move), number_of(move)
    audience = -1 if position.laws.open_draft else bit(position.side)
    if position.journal is not None:
        position.journal.note("chose", (position.side, what, number), int(audience))
    carry_out(position, what, number)
    if what in (TAKE_STARTER, DONE):
        _finish_choosing(position)


def carry_out(position: Position, what: i64, number: i64) -> None:
    """FA-07, FA-11: what one choice puts into the reserve of the side to act."""
    side = position.side
    if what == TAKE_STARTER:
        give_army(position, side, number, starter_counts(position.laws.book, number))
    elif what == CHOOSE_LIST:
        give_army(position, side, number, {int(position.laws.book.kings[number]): 1})
    elif what == ADD_PIECE:
        position.piles[RESERVE + side * TYPES_PER_LIST + place_of(number)] += 1


def _finish_choosing(position: Position) -> None:
    """FA-A4, FA-18: the other side chooses next; after that both armies are shown and dice decide who sets up first."""
    if position.side == position.first_side:
        position.change_side()
        position.ask(DRAFT)
    else:
        if position.journal is not None:
            for side in (WHITE, BLACK):
                first = RESERVE + side * TYPES_PER_LIST
                counts = position.piles[first : first + TYPES_PER_LIST]
                position.journal.note("fields", (side, position.list_of(side), *counts))
        roll_off(position, ROLL_DEPLOY)
