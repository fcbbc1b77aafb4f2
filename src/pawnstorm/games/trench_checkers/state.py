"""The position: stacks on a board with a wall around it, units, cards, and the phase of the round.

A cell of the board is one integer: nothing, BLOCKED, or a stack as owner << 6 | asleep << 5 | company, where the
owner is 1 for Blue and 2 for Red. A unit is cell << 2 | kind; cell 0 is off the board, so a fallen unit keeps its kind.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import Source, State
from pawnstorm.games.trench_checkers.pieces.field import EMPTY, UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import COMMANDO, COMPANY_BITS, COMPANY_OF, SOLDIER, VETERAN
from pawnstorm.games.trench_checkers.pieces.laws import Laws
from pawnstorm.kit.bits import bit, mix_hash

NOWHERE: Final = 0
ASLEEP: Final = 32

# The phases. A window asks a seat for nothing but a card (TC-A36); `rules/cards.py` says which cards each allows.
DEAL: Final = 0
ROLL_OFF: Final = 1
CHOOSE_FIRST: Final = 2
TERRAIN: Final = 3
ROUND_START: Final = 4  # a window for both seats
MOVE: Final = 5
MOVES_OVER: Final = 6  # a window for the side that has moved
EXTRA_MOVES: Final = 7  # the moves of Over the Top
BEFORE_ATTACKS: Final = 8  # a window for both seats
ATTACK: Final = 9
BEFORE_DICE: Final = 10  # a window for both seats
DICE: Final = 11
AFTER_DICE: Final = 12  # a window for both seats
REROLL: Final = 13  # the dice of Field Glasses
LAST_STAND: Final = 14  # which piece Last Stand takes
BEFORE_REMOVAL: Final = 15  # a window for both seats
AFTER_ATTACK: Final = 16  # a window for the attacker
FINISHED: Final = 17
PHASES: Final = [
    "deal", "roll", "first", "terrain", "muster", "move", "regroup", "push", "lull",
    "attack", "brace", "dice", "review", "reroll", "toll", "rescue", "follow", "over",
]  # fmt: skip
"""What a drawn position calls the phases; stored drawings use these words, so they never change."""

# The numbers of each seat: `per_seat[of(seat, NAME)]`.
HAND_SIZE: Final = 0  # cards in hand
HAND_KINDS: Final = 1  # the kinds among them, as bits
PLAYED_IN_WINDOW: Final = 2  # cards played in the present window
PLAYED_IN_COMBAT: Final = 3  # kinds played in the present combat, as bits
STUNNED: Final = 4  # the next attack of this phase is cancelled
SKIP: Final = 5  # SKIPS_NEXT, SKIPS_THIS or 0
LOSSES: Final = 6  # pieces lost in this attack phase
ALIVE: Final = 7  # pieces on the board
SOLDIERS: Final = 8  # Soldiers on the board
FALLEN_SOLDIERS: Final = 9  # Soldiers that died as Soldiers
SLEEPS: Final = 10  # the Commando sleeps
HEIGHT_BEFORE: Final = 11  # of the stack in combat, before the dice
KEPT_DIE: Final = 12  # the natural die that counts in this combat
SUICIDE_KIND: Final = 13  # the kind of the piece on a Suicide Mission
DOOMED: Final = 14  # the company that is about to be removed
_PER_SEAT: Final = 32

# TC-A45: which round a seat sits out.
SKIPS_NEXT: Final = 1
SKIPS_THIS: Final = 2

# How many cards of each kind are in a pile: `cards[PILE << 4 | kind]`.
IN_DECK: Final = 0
IN_HAND: Final = 1  # Blue's; Red's is the next
FACE_UP: Final = 3
_PILES: Final = 64

# An order is one integer: what it is, origin << 4, landing << 13, company or kind << 22, card << 27.
NAME_FIRST: Final = 0
PLACE_TERRAIN: Final = 1
STEP: Final = 2
END_MOVES: Final = 3
DECLARE_ATTACK: Final = 4
HOLD_BACK: Final = 5
PASS: Final = 6
LOSE_PIECE: Final = 7
PLAY_CARD: Final = 8

_HASH: Final = Luck(1917)
_CELL_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(1024)])
_CARD_KEYS: Final = vec[i64]([_HASH.word63() for _ in range(1024)])
_MOVED_PLACE: Final = 11
"""The place of `moved` in `numbers`, counted from 1."""


def pack(what: i64, origin: i64 = 0, landing: i64 = 0, whom: i64 = 0, card: i64 = 0) -> i64:
    """An order as one integer."""
    return what | origin << 4 | landing << 13 | whom << 22 | card << 27


def what_of(move: i64) -> i64:
    """What an order is: STEP, PLAY_CARD and so on."""
    return move & 15


def origin_of(move: i64) -> i64:
    """The cell an order starts from."""
    return move >> 4 & 511


def landing_of(move: i64) -> i64:
    """The cell an order leads to; the seat if it names the first player."""
    return move >> 13 & 511


def whom_of(move: i64) -> i64:
    """The company that moves, or the kind of the piece that an order names."""
    return move >> 22 & 31


def card_of(move: i64) -> i64:
    """The card that an order plays."""
    return move >> 27 & 15


def of(seat: i64, name: i64) -> i64:
    """The place of a seat's number in `per_seat`."""
    return seat << 4 | name


def unit_at(cell: i64, kind: i64) -> i64:
    """A unit as one integer: its cell and its kind."""
    return cell << 2 | kind


def cell_of(unit: i64) -> i64:
    """The cell of a unit; NOWHERE once it has fallen."""
    return unit >> 2


def kind_of(unit: i64) -> i64:
    """The kind of a unit; a fallen one keeps the kind that it had."""
    return unit & 3


def commando_of(seat: i64) -> i64:
    """The number of a seat's Commando among the units."""
    return seat * UNITS + UNITS - 1


def owner_of(stack: i64) -> i64:
    """Whose stack it is: 1 Blue's, 2 Red's; 0 for an empty cell, 4 for a blocked one."""
    return stack >> 6


@mypyc_attr(acyclic=True)
class Position(State):
    """Stacks, units, cards, and what is under way."""

    phase: i64 = 0
    first: i64 = 0  # the seat that goes first in this round
    side: i64 = 0  # the seat whose moves or attack it is
    asked: i64 = 0  # the seat that a window asks
    passes: i64 = 0  # seats that have declined one after the other in this window
    round: i64 = 0
    quiet: i64 = 0  # rounds in a row without progress
    progress: i64 = 0  # whether this round has had any
    terrain_left: i64 = 0
    moves_left: i64 = 0
    moved: i64 = 0  # the units of `side` that have moved in this turn, as bits
    crossing: i64 = 0  # the cell of the enemy sleeper that a group is crossing (TC-A7)
    crossers: i64 = 0  # the company of that group
    emptied: i64 = 0  # the depots that have paid, as bits counted from 1
    cards_owed: i64 = 0  # cards that must be drawn before anything else
    deck_left: i64 = 0
    hidden_kinds: i64 = 0  # the kinds of cards that do not all lie face up yet, as bits
    # The combat that is under way.
    origin: i64 = 0
    target: i64 = 0
    strike: i64 = 0  # which kind of Air Strike it is, counted from 1; 0 for an attack
    air_strike_made: i64 = 0  # whether this attack phase has had its Air Strike (TC-A44)
    result: i64 = 0  # how it ends, once that is known

    def __init__(self, laws: Laws, model: "Position | None" = None) -> None:
        """An empty field with the whole deck, or everything of a model but its journal."""
        super().__init__(model)
        self.laws: Final = laws
        self.board: Final[vec[i64]] = laws.field.passable() if model is None else model.board[:]
        self.units: Final[vec[i64]] = vec[i64]([0] * (2 * UNITS)) if model is None else model.units[:]
        self.cards: Final[vec[i64]] = vec[i64]([0] * _PILES) if model is None else model.cards[:]
        self.per_seat: Final[vec[i64]] = vec[i64]([0] * _PER_SEAT) if model is None else model.per_seat[:]
        if model is None:
            self._fill_deck()
        else:
            self._copy_numbers(model)

    def _fill_deck(self) -> None:
        kind: i64
        for kind in range(self.laws.kinds if self.laws.cards else 0):
            copies = self.laws.copies[kind]
            self.cards[kind] = copies
            self.deck_left += copies
            if copies:
                self.hidden_kinds |= bit(kind)

    def _copy_numbers(self, other: "Position") -> None:
        self.phase = other.phase
        self.first = other.first
        self.side = other.side
        self.asked = other.asked
        self.passes = other.passes
        self.round = other.round
        self.quiet = other.quiet
        self.progress = other.progress
        self.terrain_left = other.terrain_left
        self.moves_left = other.moves_left
        self.moved = other.moved
        self.crossing = other.crossing
        self.crossers = other.crossers
        self.emptied = other.emptied
        self.cards_owed = other.cards_owed
        self.deck_left = other.deck_left
        self.hidden_kinds = other.hidden_kinds
        self.origin = other.origin
        self.target = other.target
        self.strike = other.strike
        self.air_strike_made = other.air_strike_made
        self.result = other.result

    def tell(self, kind: str, numbers: tuple[int, ...], audience: int = EVERYONE) -> None:
        """Note a fact, if there is a journal; the stride goes first, so that its cells can be named."""
        if self.journal is not None:
            self.journal.note(kind, (self.laws.stride, *numbers), audience)

    def numbers(self) -> list[int]:
        """All single numbers, in the order in which `set_numbers` takes them."""
        return [
            self.phase, self.first, self.side, self.asked, self.passes, self.round, self.quiet, self.progress,
            self.terrain_left, self.moves_left, self.moved, self.crossing, self.crossers, self.emptied, self.cards_owed,
            self.origin, self.target, self.strike, self.air_strike_made, self.result, self.to_act, self.winners,
            self.ending_code,
        ]  # fmt: skip

    def set_numbers(self, numbers: list[int]) -> None:
        """Put back what `numbers` gave."""
        (
            self.phase, self.first, self.side, self.asked, self.passes, self.round, self.quiet, self.progress,
            self.terrain_left, self.moves_left, self.moved, self.crossing, self.crossers, self.emptied, self.cards_owed,
            self.origin, self.target, self.strike, self.air_strike_made, self.result, self.to_act, self.winners,
            self.ending_code,
        ) = numbers  # fmt: skip

    def stand(self, unit: i64, kind: i64, cell: i64) -> None:
        """Put a unit that is off the board onto a cell, awake."""
        seat: i64 = 0 if unit < UNITS else 1
        self.units[unit] = unit_at(cell, kind)
        if self.board[cell] == EMPTY:
            self.board[cell] = (seat + 1) << 6
        self.board[cell] += COMPANY_OF[kind]
        self.per_seat[of(seat, ALIVE)] += 1
        if kind == SOLDIER:
            self.per_seat[of(seat, SOLDIERS)] += 1

    def leave_cell(self, cell: i64, group: i64) -> None:
        """Take a company off a cell; the caller moves the units themselves."""
        rest = self.board[cell] - group
        self.board[cell] = rest if rest & COMPANY_BITS else EMPTY

    def enter_cell(self, seat: i64, cell: i64, group: i64) -> None:
        """Add a company to a cell that is empty or holds its own side."""
        there = self.board[cell]
        self.board[cell] = ((seat + 1) << 6) + group if there == EMPTY else there + group

    def kill(self, seat: i64, cell: i64, group: i64) -> None:
        """Remove a company from a cell for good and count it as lost."""
        units, per_seat = self.units, self.per_seat
        left = group
        self.leave_cell(cell, group)
        unit: i64
        for unit in range(seat * UNITS, (seat + 1) * UNITS):
            kind = kind_of(units[unit])
            if cell_of(units[unit]) == cell and includes(left, kind):
                left -= COMPANY_OF[kind]
                units[unit] = unit_at(NOWHERE, kind)
                per_seat[of(seat, ALIVE)] -= 1
                per_seat[of(seat, LOSSES)] += 1
                if kind == SOLDIER:
                    per_seat[of(seat, SOLDIERS)] -= 1
                    per_seat[of(seat, FALLEN_SOLDIERS)] += 1
                elif kind == COMMANDO:
                    per_seat[of(seat, SLEEPS)] = 0

    def promote(self, unit: i64) -> None:
        """Turn a Soldier that stands on the board into a Veteran."""
        seat: i64 = 0 if unit < UNITS else 1
        cell = cell_of(self.units[unit])
        self.units[unit] = unit_at(cell, VETERAN)
        self.board[cell] += COMPANY_OF[VETERAN] - COMPANY_OF[SOLDIER]
        self.per_seat[of(seat, SOLDIERS)] -= 1
        self.mark_progress()

    def wake(self, seat: i64) -> None:
        """Wake a seat's Commando."""
        cell = cell_of(self.units[commando_of(seat)])
        self.board[cell] &= ~ASLEEP
        self.per_seat[of(seat, SLEEPS)] = 0
        self.mark_progress()
        if self.journal is not None:
            self.tell("woke", (seat, cell))

    def mark_progress(self) -> None:
        """TC-A50: this round is not a quiet one."""
        self.progress = 1

    def open_window(self, phase: i64, asked: i64) -> None:
        """TC-A35, TC-A36: a window for both seats opens; nobody has played a card in it yet."""
        self.phase = phase
        self.asked = asked
        self.passes = 0
        self.per_seat[of(0, PLAYED_IN_WINDOW)] = self.per_seat[of(1, PLAYED_IN_WINDOW)] = 0

    def take_card(self, seat: i64, kind: i64) -> None:
        """A card goes from the deck to a hand."""
        self.cards[kind] -= 1
        self.deck_left -= 1
        self.hold_card(seat, kind)

    def hold_card(self, seat: i64, kind: i64) -> None:
        """Count a card into a hand."""
        self.cards[(IN_HAND + seat) << 4 | kind] += 1
        self.per_seat[of(seat, HAND_SIZE)] += 1
        self.per_seat[of(seat, HAND_KINDS)] |= bit(kind)

    def spend_card(self, seat: i64, kind: i64) -> None:
        """TC-A38: lay a card of a hand face up."""
        hand = (IN_HAND + seat) << 4 | kind
        self.cards[hand] -= 1
        self.per_seat[of(seat, HAND_SIZE)] -= 1
        if self.cards[hand] == 0:
            self.per_seat[of(seat, HAND_KINDS)] &= ~bit(kind)
        self.lay_face_up(kind)

    def lay_face_up(self, kind: i64) -> None:
        """Lay a card face up; once all cards of a kind are, nobody can hold one."""
        self.cards[FACE_UP << 4 | kind] += 1
        if self.cards[FACE_UP << 4 | kind] == self.laws.copies[kind]:
            self.hidden_kinds &= ~bit(kind)

    def source(self) -> Source:
        """The game and set-up of its laws."""
        return self.laws.source

    def key(self) -> i64:
        """A hash of stacks, cards and the phase of the round; equal for positions that play the same."""
        found: i64 = 1
        board = self.board
        for cell in self.laws.cells:
            if board[cell] != EMPTY:
                found = mix_hash(found ^ _CELL_KEYS[cell & 1023], board[cell])
        index: i64
        for index in range(_PILES):
            if self.cards[index]:
                found = mix_hash(found ^ _CARD_KEYS[index], self.cards[index])
        for index in range(_PER_SEAT):
            if self.per_seat[index]:
                found = mix_hash(found ^ _CARD_KEYS[_PILES + index], self.per_seat[index])
        place: i64 = 0
        for number in self.numbers():
            place += 1
            if place != _MOVED_PLACE:
                found = mix_hash(found ^ _CARD_KEYS[512 + place], number)
        return self._key_of_moved(found)

    def _key_of_moved(self, found: i64) -> i64:
        """Add which companies have moved, not which units: units of one kind on one cell are interchangeable."""
        unit: i64
        total: i64 = 0
        for unit in range(UNITS):
            if self.moved >> unit & 1:
                total += mix_hash(_CELL_KEYS[511], self.units[self.side * UNITS + unit]) & 0xFFFFFF
        return mix_hash(found, total)


def includes(group: i64, kind: i64) -> bool:
    """Whether a company has a piece of a kind."""
    if kind == SOLDIER:
        return group & 3 != 0
    return group & 12 != 0 if kind == VETERAN else group & 16 != 0
