"""Supply depots: one card each for the first enemy who enters or passes them (TC-49 to TC-51)."""

from mypy_extensions import i64

from pawnstorm.games.trench_checkers.state import Position
from pawnstorm.kit.bits import bit


def earn_cards(position: Position, seat: i64, cell: i64) -> None:
    """TC-49, TC-50, TC-A32: a piece of a seat has entered a cell; the cards that this earns are drawn at once."""
    laws = position.laws
    if laws.cards:
        _collect(position, seat, cell, laws.depot_on[cell])
        _collect(position, seat, cell, laws.depot_past[cell])


def _collect(position: Position, seat: i64, cell: i64, depot: i64) -> None:
    """TC-50: a depot, counted from 1, pays once, and only to the side that has it in the enemy's half."""
    if depot == 0 or position.emptied >> depot & 1:
        return
    at = position.laws.field.depots[depot - 1]
    if position.laws.half[at] == seat + 1:
        return
    position.emptied |= bit(depot)
    position.mark_progress()
    if position.deck_left > position.cards_owed:
        position.cards_owed += 1
    if position.journal is not None:
        position.tell("supplied", (seat, at, cell))
