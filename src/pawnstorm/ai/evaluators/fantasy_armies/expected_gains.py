"""What an attack, a shot or a spell is expected to win and to cost, from the rules' own tables."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Setup
from pawnstorm.games.fantasy_armies.game import FantasyArmies, FantasyArmiesState
from pawnstorm.games.fantasy_armies.pieces import (
    CHARGE,
    DRAIN,
    ENTANGLE,
    RAIN,
    RAISE,
    SLAY,
    SMASH,
    STORM,
    STRIKE,
    TYPE_COUNT,
    WARD,
    Book,
)
from pawnstorm.games.fantasy_armies.rules import casting, shooting
from pawnstorm.games.fantasy_armies.rules.fighting import chance_to_win
from pawnstorm.games.fantasy_armies.rules.profile import AROUND, save_of
from pawnstorm.games.fantasy_armies.state import (
    CAST,
    CAST_SPELL,
    EMPTY,
    EN_PASSANT,
    GO,
    NOWHERE,
    SHOOT,
    SHOT,
    UNITS,
    Position,
    entangled_of,
    link_of,
    number_of,
    origin_of,
    piece_of,
    side_of,
    smash_of,
    target_of,
    type_of,
    ward_of,
    what_of,
)
from pawnstorm.kit.chessboard import GRID

KING_WORTH: Final = 1000.0
"""What the loss of the King costs, in thousandths of a win; other pieces cost by their price."""
_HALF_POINT: Final = 6.0
_DRAINED: Final = 20.0
_ENTANGLED: Final = 15.0
_WARDED: Final = 20.0
_SMASHING: Final = 20.0
_CHARGED: Final = 90.0
_RAISED: Final = 25.0
_MOST_BONUS: Final = 6


@final
@mypyc_attr(acyclic=True)
class ExpectedGains:
    """Tables by type and spell, and the expected gain of single orders."""

    def __init__(self) -> None:
        game = FantasyArmies()
        book = game.book
        scratch = game.start(Setup(armies=("man", "man")))
        assert isinstance(scratch, FantasyArmiesState)
        self.worth: Final[vec[float]] = vec[float]([_worth(book, kind) for kind in range(TYPE_COUNT)])
        hits, mishaps = _shots(scratch)
        self._hit: Final[vec[float]] = vec[float](hits)
        self._mishap: Final[vec[float]] = vec[float](mishaps)
        self._works: Final[vec[float]] = vec[float](_casts(scratch))
        """By spell * _MOST_BONUS + what a Ritual adds."""
        self.felled: float = 0.0
        """The chance that the last order given to `expect` removes the piece it aims at."""

    def expect(self, position: Position, move: i64) -> float:
        """What an order is expected to win less its expected cost; 0 if it affects nobody."""
        self.felled = 0.0
        what, target = what_of(move), target_of(move)
        if what == GO:
            if position.board[target] == EMPTY:
                return 0.0
            return self._fight(position, origin_of(move), target, target)
        if what == SHOOT:
            return self._shot(position, origin_of(move), target)
        if what == CAST_SPELL:
            return self._spell(position, origin_of(move), target, number_of(move))
        if what == EN_PASSANT:
            return self._fight(position, origin_of(move), position.passed, target)
        return 0.0

    def _fight(self, position: Position, attacker: i64, target: i64, landing: i64) -> float:
        board = position.board
        wins = chance_to_win(position, attacker, target, landing)
        self.felled = wins * _falls(position, board[target], target)
        cost = (1.0 - wins) * _falls(position, board[attacker], attacker)
        return self.felled * self.worth[type_of(board[target])] - cost * self.worth[type_of(board[attacker])]

    def _shot(self, position: Position, shooter: i64, target: i64) -> float:
        board = position.board
        kind = type_of(board[shooter])
        self.felled = self._hit[kind] * _falls(position, board[target], target)
        found = self.felled * self.worth[type_of(board[target])]
        if self._mishap[kind] > 0.0:
            falls = 1.0 if position.laws.book.burst[kind] else _falls(position, board[shooter], shooter)
            found -= self._mishap[kind] * falls * self.worth[kind]
        return found

    def _spell(self, position: Position, caster: i64, target: i64, spell: i64) -> float:
        board, verb = position.board, position.laws.book.verb[spell]
        side = side_of(board[caster])
        works = self._works[spell * _MOST_BONUS + min(position.ritual_of(side), _MOST_BONUS - 1)]
        if verb in (STRIKE, STORM):
            self.felled = works * _falls(position, board[target], target)
            found = self.felled * self.worth[type_of(board[target])]
            return found if verb == STRIKE else found + works * self._gain_around(position, target)
        if verb == SLAY:
            self.felled = works
            return works * self.worth[type_of(board[target])]
        if verb == RAIN:
            return works * self._rain(position, 1 - side, spell)
        return works * _lasting(board[caster], board[target], verb)

    def _gain_around(self, position: Position, target: i64) -> float:
        """What Arrow Storm is expected to remove around its target."""
        board, found = position.board, 0.0
        for step in AROUND:
            neighbour = board[target + step]
            if neighbour != EMPTY and neighbour & 3 == board[target] & 3:
                found += _falls(position, neighbour, target + step) * self.worth[type_of(neighbour)]
        return found

    def _rain(self, position: Position, side: i64, spell: i64) -> float:
        """What a Rain of Blood is expected to remove of a side."""
        hit = float(7 - position.laws.book.amount[spell]) / 6.0
        found = 0.0
        first = side * UNITS
        unit: i64
        for unit in range(first, first + UNITS):
            square = position.where[unit]
            if square != NOWHERE:
                cell = position.board[square]
                found += hit * _falls(position, cell, square) * self.worth[type_of(cell)]
        return found


def _falls(position: Position, cell: i64, square: i64) -> float:
    """The chance that a piece that is hit on a square is removed."""
    return float(save_of(position, cell, square) - 1) / 6.0


def _lasting(caster: i64, target: i64, verb: i64) -> float:
    """A rough worth of spells that remove nobody; nothing for an effect that is already there."""
    if verb == CHARGE:
        return _CHARGED
    if verb == RAISE:
        return _RAISED
    if verb == DRAIN:
        return _DRAINED
    if verb == ENTANGLE:
        return 0.0 if entangled_of(target) else _ENTANGLED
    if verb == SMASH:
        return 0.0 if smash_of(caster) else _SMASHING
    if verb == WARD:
        return 0.0 if ward_of(target) or link_of(caster) else _WARDED
    return 0.0


def _worth(book: Book, kind: int) -> float:
    return KING_WORTH if book.king[kind] else _HALF_POINT * int(book.halves[kind])


def _shots(scratch: Position) -> tuple[list[float], list[float]]:
    """For every type: the chances that its shot hits, and that it harms the shooter."""
    square = GRID.cell(0, 0)
    hits, mishaps = [0.0] * TYPE_COUNT, [0.0] * TYPE_COUNT
    results = Outcomes(16)
    for kind in range(TYPE_COUNT):
        if not scratch.laws.shots[kind]:
            continue
        scratch.board[square] = piece_of(0, kind)
        scratch.actor, scratch.phase = square, SHOT
        results.clear()
        shooting.find_outcomes(scratch, results)
        for place in range(int(results.count)):
            chance = int(results.weights[place]) / int(results.total)
            if results.values[place] & shooting.HIT:
                hits[kind] += chance
            if results.values[place] & shooting.MISHAP:
                mishaps[kind] += chance
    return hits, mishaps


def _casts(scratch: Position) -> list[float]:
    """For every spell and every bonus on the die: the chance that it works."""
    works: list[float] = []
    results = Outcomes(16)
    scratch.cause, scratch.phase = CAST, CAST
    for spell in range(len(scratch.laws.book.verb)):
        for bonus in range(_MOST_BONUS):
            scratch.spell, scratch.bonus = spell, bonus
            results.clear()
            casting.find_outcomes(scratch, results)
            works.append(int(results.weights[0]) / int(results.total))
    return works
