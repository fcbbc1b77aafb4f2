"""Before the first round: the deal, the roll for the first player, and the terrain (TC-08 to TC-16)."""

from typing import Final

from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import Die, Pool
from pawnstorm.core.luck import Luck
from pawnstorm.games.trench_checkers.pieces.field import BLOCKED, EMPTY, UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import FIRST_PLAYER_DIE
from pawnstorm.games.trench_checkers.state import (
    ASLEEP,
    CHOOSE_FIRST,
    DEAL,
    HAND_KINDS,
    HAND_SIZE,
    IN_HAND,
    NAME_FIRST,
    PLACE_TERRAIN,
    SLEEPS,
    TERRAIN,
    Position,
    cell_of,
    commando_of,
    kind_of,
    of,
    pack,
)
from pawnstorm.kit.bits import bit

TIED: Final = 2
"""The outcome of a roll-off that must be repeated."""


def set_up(position: Position) -> None:
    """TC-08, TC-13: the pieces of the field, both Commandos asleep, and all terrain still to be placed."""
    unit: i64
    for unit in range(2 * UNITS):
        packed = position.laws.field.units[unit]
        position.stand(unit, kind_of(packed), cell_of(packed))
    for seat in (0, 1):
        put_to_sleep(position, seat)
    position.terrain_left = 2 * position.laws.field.terrain
    position.phase = DEAL


def put_to_sleep(position: Position, seat: i64) -> None:
    """TC-13: a Commando that nobody has woken yet."""
    cell = cell_of(position.units[commando_of(seat)])
    position.board[cell] |= ASLEEP
    position.per_seat[of(seat, SLEEPS)] = 1


def to_be_dealt(position: Position) -> bool:
    """TC-09: whether a hand still needs cards."""
    return position.laws.cards and position.per_seat[of(1, HAND_SIZE)] < position.laws.hand


def drawing_seat(position: Position) -> i64:
    """TC-09, TC-49: the seat that draws: Blue and Red in turn in the deal, later the seat that earned the card."""
    if position.phase == DEAL:
        return 0 if position.per_seat[HAND_SIZE] == position.per_seat[of(1, HAND_SIZE)] else 1
    return position.side


def find_draws(position: Position, outcomes: Outcomes) -> None:
    """TC-09, TC-49: every kind of card that is left in the deck."""
    kind: i64
    for kind in range(position.laws.kinds):
        if position.cards[kind]:
            outcomes.add(kind, position.cards[kind])


def card_at(position: Position, place: i64) -> i64:
    """The kind of the card at a place of the deck, counted from 1; kinds lie in their printed order."""
    left = place
    kind: i64 = 0
    while left > position.cards[kind]:
        left -= position.cards[kind]
        kind += 1
    return kind


def draw_pool(position: Position) -> Pool:
    """TC-09, TC-49: a card of the deck, whose place in it stays secret."""
    seat = int(drawing_seat(position))
    rule, why = ("TC-09", "the deal") if position.phase == DEAL else ("TC-49", "a card from a depot")
    return Pool((Die(int(position.deck_left), seat, "card", int(bit(seat)), sealed=True),), why, rule, aside=True)


def draw(position: Position, kind: i64) -> None:
    """TC-09, TC-49: a card goes into a hand; only its owner learns which."""
    seat = drawing_seat(position)
    position.take_card(seat, kind)
    if position.phase != DEAL:
        position.cards_owed -= 1
    if position.journal is not None:
        position.tell("drew", (seat, kind), bit(seat))


def redeal(position: Position, seat: i64, luck: Luck) -> None:
    """TC-09: put a seat's hand back into the deck and deal as many cards again."""
    count, pile = position.per_seat[of(seat, HAND_SIZE)], (IN_HAND + seat) << 4
    kind: i64
    for kind in range(position.laws.kinds):
        position.cards[kind] += position.cards[pile | kind]
        position.cards[pile | kind] = 0
    position.deck_left += count
    position.per_seat[of(seat, HAND_SIZE)] = position.per_seat[of(seat, HAND_KINDS)] = 0
    for _ in range(count):
        position.take_card(seat, card_at(position, luck.below(position.deck_left) + 1))


def roll_off_pool(position: Position) -> Pool:
    """TC-14, TC-20: both sides roll for the first player."""
    die = int(FIRST_PLAYER_DIE)
    rule = "TC-20" if position.round else "TC-14"
    return Pool((Die(die, 0, "roll-off"), Die(die, 1, "roll-off")), "the roll for the first player", rule, True)


def find_roll_off_outcomes(outcomes: Outcomes) -> None:
    """TC-14: in how many throws Blue is higher, Red is higher, or both are equal."""
    higher = FIRST_PLAYER_DIE * (FIRST_PLAYER_DIE - 1) // 2
    outcomes.add(0, higher)
    outcomes.add(1, higher)
    outcomes.add(TIED, FIRST_PLAYER_DIE)


def roll_off_winner(blue: int, red: int) -> i64:
    """TC-14: the seat with the higher die, or TIED."""
    return 0 if blue > red else 1 if red > blue else TIED


def land_roll_off(position: Position, winner: i64) -> None:
    """TC-14, TC-20, TC-A39: the higher number decides who goes first; a tie is rolled again."""
    if winner != TIED:
        position.phase = CHOOSE_FIRST
        position.asked = winner


def find_first_players(position: Position, moves: Moves) -> None:
    """TC-14, TC-X2: either player may go first."""
    moves.add(pack(NAME_FIRST))
    moves.add(pack(NAME_FIRST, landing=1))


def name_first(position: Position, seat: i64) -> None:
    """TC-14, TC-19: a seat goes first; before the first round terrain is placed (TC-15)."""
    position.first = seat
    position.side = seat
    position.phase = TERRAIN
    if position.journal is not None:
        position.tell("first", (position.asked, seat))


def find_places(position: Position, moves: Moves) -> None:
    """TC-10, TC-11, TC-A12: empty grass of one's own half."""
    laws = position.laws
    for cell in laws.cells:
        if laws.grass[cell] and laws.half[cell] == position.side + 1 and position.board[cell] == EMPTY:
            moves.add(pack(PLACE_TERRAIN, landing=cell))


def place_terrain(position: Position, cell: i64) -> None:
    """TC-15: one piece of terrain; then the other player places."""
    position.board[cell] = BLOCKED
    position.terrain_left -= 1
    if position.journal is not None:
        position.tell("terrain", (position.side, cell))
    position.side = 1 - position.side
