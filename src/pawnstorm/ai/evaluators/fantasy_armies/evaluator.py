"""What counts in Fantasy Armies: points and ways to move, auras and spells, threats, and the King."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.ai.evaluators.fantasy_armies.expected_gains import ExpectedGains
from pawnstorm.ai.search.evaluator import Evaluator, Features
from pawnstorm.core.buffers import Moves
from pawnstorm.core.state import State
from pawnstorm.games.fantasy_armies.game import FantasyArmies, FantasyArmiesState
from pawnstorm.games.fantasy_armies.pieces import (
    KING,
    LIST_KEYS,
    PAWN,
    QUEEN,
    TYPE_COUNT,
    TYPES_PER_LIST,
    Book,
    list_of,
    place_of,
)
from pawnstorm.games.fantasy_armies.rules.actions import find_unit_actions
from pawnstorm.games.fantasy_armies.rules.deploying import row_of
from pawnstorm.games.fantasy_armies.rules.profile import AROUND, aura
from pawnstorm.games.fantasy_armies.state import (
    BECOME,
    BEGIN,
    DEPLOY,
    DRAFT,
    EMPTY,
    FRESH,
    GO,
    MUST_MOVE,
    NOWHERE,
    RESERVE,
    UNITS,
    WALL,
    Position,
    entangled_of,
    forward,
    growth_of,
    number_of,
    origin_of,
    smash_of,
    target_of,
    type_of,
    ward_of,
    what_of,
)
from pawnstorm.kit.chessboard import NEAR_CENTRE

TO_ACT: Final = 0
RESERVED: Final = 1
POINTS: Final = 2
"""The price of all pieces but the King, on the board or in reserve, and most of what may still be spent."""
MOBILITY: Final = 3
CENTRE: Final = 4
ADVANCE: Final = 5
NEAR_PROMOTION: Final = 6
LED: Final = 7
SHELTERED: Final = 8
GROWTH: Final = 9
WARDED: Final = 10
SMASHING: Final = 11
ENTANGLED: Final = 12
RITUAL: Final = 13
OWED: Final = 14
THREAT_NOW: Final = 15
THREAT_NEXT: Final = 16
THREATS: Final = 17
SIGHTS: Final = 18
KING_STRUCK: Final = 19
KING_THREATENED: Final = 20
KING_GUARD: Final = 21
KING_CHASED: Final = 22
KING_OUT: Final = 23
SHOOTER_PAIRS: Final = 24
FIRST_PAIRS: Final = 24
"""The features after this one are pairs of pieces with one way to move, P, R, K, B and Q: a second one adds less."""
FIRST_TYPE: Final = 30
"""Features from here on are the types of all lists: how much better or worse than its price each is."""

_NAMES: Final = [
    ("to_act", 80),
    ("reserved", 0),
    ("points", 220),
    ("mobility", 100),
    ("centre", 15),
    ("advance", 15),
    ("near_promotion", 150),
    ("led", 40),
    ("sheltered", 40),
    ("growth", 100),
    ("warded", 60),
    ("smashing", 60),
    ("entangled", -80),
    ("ritual", 60),
    ("owed", 300),
    ("threat_now", 300),
    ("threat_next", 100),
    ("threats", 50),
    ("sights", 20),
    ("king_struck", -3000),
    ("king_threatened", -800),
    ("king_guard", 60),
    ("king_chased", -100),
    ("king_out", -40),
    ("shooter_pairs", 0),
    ("pawn_pairs", 0),
    ("rook_pairs", 0),
    ("knight_pairs", 0),
    ("bishop_pairs", 0),
    ("queen_pairs", 0),
]
_GOOD_PRICE: Final = 12.0
"""Prices in half points are divided by this, the price of a good piece."""
_UNFINISHED: Final = 2.0
"""What an unfinished army lacks, so that a starter army is taken at once where that is allowed."""
_CHOSEN_WELL: Final = 0.05
"""How much of that each point of the usual pieces makes up for.

Weights learned from starter armies would mislead here: they know nothing about eight Shamans.
"""
_MOST_PIECES: Final = 28.0
_FEWEST_PIECES: Final = 12.0
"""Pieces of both sides together: between these numbers the opening becomes the endgame."""
_MANY_MOVES: Final = 20.0
_BIG_THREAT: Final = 100.0
_PROMOTES: Final = 60
_MANY_PAIRS: Final = 10.0
_SHOOTERS: Final = 0
"""Where shooters are counted, beside the ways to move."""
_FOUND: Final = Moves(512)


@final
class FantasyArmiesEvaluator(Evaluator):
    """Evaluates positions of Fantasy Armies."""

    def __init__(self) -> None:
        book = FantasyArmies().book
        kinds = [kind for types in book.types for kind in types]
        names = [*_NAMES, *[(_type_name(book, kind), 0) for kind in kinds]]
        super().__init__(tuple([name for name, _ in names]), tuple([first for _, first in names]))
        self._gains: Final = ExpectedGains()
        features = [0] * TYPE_COUNT
        for index, kind in enumerate(kinds):
            features[kind] = FIRST_TYPE + index
        self._feature_of: Final[vec[i64]] = vec[i64](features)
        """By type: the number of its feature."""
        self._numbers: Final[vec[i64]] = vec[i64]([0] * (KING + 1))
        """Pieces of the seat that is being counted, by their way to move; shooters in the first place."""

    def phase(self, state: State) -> float:
        """How many pieces are left, on the board and in reserve."""
        assert isinstance(state, FantasyArmiesState)
        if state.phase == DRAFT:
            return 1.0
        left: i64 = 0
        unit: i64
        for unit in range(2 * UNITS):
            if state.where[unit] != NOWHERE:
                left += 1
        if state.phase == DEPLOY:
            place: i64
            for place in range(RESERVE, RESERVE + 2 * TYPES_PER_LIST):
                left += state.piles[place]
        share = (float(left) - _FEWEST_PIECES) / (_MOST_PIECES - _FEWEST_PIECES)
        return min(max(share, 0.0), 1.0)

    def fill(self, state: State, features: Features) -> None:
        """Pieces, and what both sides could do to each other."""
        assert isinstance(state, FantasyArmiesState)
        mover = _mover(state)
        features.add(mover, TO_ACT, 1.0)
        if state.turns_owed:
            features.add(state.side, OWED, float(min(state.turns_owed, 4)))
        seat: i64
        for seat in range(2):
            self._clear_numbers()
            if state.phase <= BEGIN:
                self._count_reserve(state, seat, features)
            if state.ritual_of(seat):
                features.add(seat, RITUAL, 1.0)
            self._count_units(state, seat, features)
            self._count_pairs(seat, features)
            self._count_actions(state, seat, seat == mover, features)

    def _count_units(self, position: Position, seat: i64, features: Features) -> None:
        where, board = position.where, position.board
        unit: i64
        for unit in range(seat * UNITS, (seat + 1) * UNITS):
            square = where[unit]
            if square != NOWHERE:
                cell = board[square]
                self._count_type(position, seat, type_of(cell), 1, features)
                _count_unit(position, seat, cell, square, features)

    def _clear_numbers(self) -> None:
        way: i64
        for way in range(KING + 1):
            self._numbers[way] = 0

    def _count_type(self, position: Position, seat: i64, kind: i64, count: i64, features: Features) -> None:
        """What pieces of a type are worth on any square."""
        laws = position.laws
        features.add(seat, self._feature_of[kind], float(count))
        if laws.book.king[kind]:
            return
        features.add(seat, POINTS, float(count * laws.book.halves[kind]) / _GOOD_PRICE)
        self._numbers[laws.move[kind]] += count
        if laws.shots[kind]:
            self._numbers[_SHOOTERS] += count

    def _count_pairs(self, seat: i64, features: Features) -> None:
        """Equal pieces get in each other's way: one action a turn is all they share."""
        numbers = self._numbers
        way: i64
        for way in range(QUEEN + 1):
            number = numbers[way]
            if number > 1:
                features.add(seat, FIRST_PAIRS + way, float(number * (number - 1)) / _MANY_PAIRS)

    def _count_reserve(self, position: Position, seat: i64, features: Features) -> None:
        """Pieces chosen but not set up yet; an army that is not chosen yet counts as the starter army of a list.

        A seat without a list might take the same one as the other, so nobody is ahead by choosing first.
        """
        army = position.list_of(seat)
        if army < 0:
            if position.list_of(1 - seat) >= 0:
                self._count_starter(position, seat, position.list_of(1 - seat), features)
            return
        if position.phase == DRAFT and seat == position.side:
            self._count_starter(position, seat, army, features)
            features.add(seat, POINTS, _CHOSEN_WELL * _well_chosen(position, seat, army) - _UNFINISHED)
            return
        for kind in position.laws.book.types[army]:
            count = position.pile(RESERVE, seat, kind)
            if count:
                self._count_type(position, seat, kind, count, features)
                if position.phase == DEPLOY:
                    features.add(seat, RESERVED, float(count))

    def _count_starter(self, position: Position, seat: i64, army: i64, features: Features) -> None:
        for kind in position.laws.book.types[army]:
            starters: i64 = position.laws.book.starters[army][place_of(kind)]
            if starters:
                self._count_type(position, seat, kind, starters, features)

    def _count_actions(self, position: Position, seat: i64, moves_next: bool, features: Features) -> None:
        """Everything a side could do if it were its turn: mobility, threats, and danger for the enemy's King."""
        found, gains = _FOUND, self._gains
        found.clear()
        unit: i64
        for unit in range(seat * UNITS, (seat + 1) * UNITS):
            if position.where[unit] != NOWHERE:
                find_unit_actions(position, position.where[unit], found)
        best, total, sights, spared = 0.0, 0.0, 0.0, 1.0
        index: i64
        for index in range(found.count):
            move = found.items[index]
            if what_of(move) == GO and position.board[target_of(move)] == EMPTY:
                continue
            gain = gains.expect(position, move)
            if gains.felled > 0.0 and position.laws.book.king[type_of(position.board[target_of(move)])]:
                spared *= 1.0 - gains.felled
                features.add(1 - seat, KING_CHASED, 1.0)
            elif gain > 0.0:
                best = max(best, gain)
                total += gain
            sights += 1.0
        features.add(seat, MOBILITY, float(found.count) / _MANY_MOVES)
        features.add(seat, THREAT_NOW if moves_next else THREAT_NEXT, best / _BIG_THREAT)
        features.add(seat, THREATS, total / _BIG_THREAT)
        features.add(seat, SIGHTS, sights)
        if spared < 1.0:
            features.add(1 - seat, KING_STRUCK if moves_next else KING_THREATENED, 1.0 - spared)

    def expected_gain(self, state: State, move: i64) -> i64:
        """What a fight, a shot or a spell is expected to gain, and something for the far row."""
        assert isinstance(state, FantasyArmiesState)
        what = what_of(move)
        if what == GO and state.board[target_of(move)] == EMPTY:
            return _PROMOTES if _promotes(state, origin_of(move), target_of(move)) else 0
        if what == BECOME:
            return i64(self._gains.worth[number_of(move)])
        found = self._gains.expect(state, move)
        if found == 0.0:
            return 0
        return i64(found) if found >= 1.0 or found <= -1.0 else 1 if found > 0.0 else -1

    def choosing(self, state: State) -> bool:
        """Whether armies are being chosen."""
        assert isinstance(state, FantasyArmiesState)
        return state.phase == DRAFT


def _type_name(book: Book, kind: int) -> str:
    return f"{LIST_KEYS[int(list_of(kind))]}_{book.names[kind].lower().replace(' ', '_').replace('-', '_')}"


_CARRIES_NOTHING: Final = ~(0x7FF << 8) | FRESH
"""All bits of a cell but those of Entangle, wards and Smash!."""


def _mover(position: Position) -> i64:
    """The seat that acts next: a seat that is finishing an action has had its turn."""
    if position.phase <= MUST_MOVE or position.turns_owed:
        return position.side
    return 1 - position.side


def _promotes(position: Position, origin: i64, landing: i64) -> bool:
    is_pawn = position.laws.move[type_of(position.board[origin])] == PAWN
    return is_pawn and position.board[landing + forward(position.side)] == WALL


def _count_spells(seat: i64, cell: i64, features: Features) -> None:
    """Spells on a piece."""
    if ward_of(cell):
        features.add(seat, WARDED, 1.0)
    if smash_of(cell):
        features.add(seat, SMASHING, 1.0)
    if entangled_of(cell):
        features.add(seat, ENTANGLED, 1.0)


def _look_at_king(position: Position, seat: i64, king: i64, features: Features) -> None:
    """The guards of a King, and how far it is from its back row."""
    own = 2 - seat
    for step in AROUND:
        if position.board[king + step] & 3 == own:
            features.add(seat, KING_GUARD, 1.0)
    features.add(seat, KING_OUT, float(row_of(king, seat)))


def _count_unit(position: Position, seat: i64, cell: i64, square: i64, features: Features) -> None:
    """What a piece is worth on its square, with its spells and changes."""
    laws = position.laws
    kind = type_of(cell)
    if laws.book.king[kind]:
        _look_at_king(position, seat, square, features)
    else:
        features.add(seat, CENTRE, NEAR_CENTRE[square])
        if aura(position, laws.book.aura_hth, cell, square):
            features.add(seat, LED, 1.0)
    if laws.move[kind] == PAWN:
        row = row_of(square, seat)
        features.add(seat, ADVANCE, float(row))
        if row >= 5:
            features.add(seat, NEAR_PROMOTION, 1.0 if row > 5 else 0.5)
    if aura(position, laws.book.aura_d, cell, square):
        features.add(seat, SHELTERED, 1.0)
    if cell & ~_CARRIES_NOTHING:
        _count_spells(seat, cell, features)
    if growth_of(cell):
        features.add(seat, GROWTH, float(growth_of(cell)))


def _well_chosen(position: Position, seat: i64, army: i64) -> float:
    """The price of the chosen pieces that the starter army of the list has too."""
    found: i64 = 0
    for kind in position.laws.book.types[army]:
        starters: i64 = position.laws.book.starters[army][place_of(kind)]
        found += min(position.pile(RESERVE, seat, kind), starters) * position.laws.book.halves[kind]
    return float(found) / _GOOD_PRICE
