"""What counts in Chess Attack: pieces and their wounds, space, and above all the odds of an attack on a King."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.ai.search.evaluator import Evaluator, Features
from pawnstorm.core.buffers import Moves
from pawnstorm.core.state import State
from pawnstorm.games.chess_attack.game import ChessAttackState
from pawnstorm.games.chess_attack.pieces import KING, PAWN, QUEEN
from pawnstorm.games.chess_attack.rules.combat import FALLS, WOUNDED, fight_outcome
from pawnstorm.games.chess_attack.rules.support import attack_total, defence_total, find_bearers, support_of
from pawnstorm.games.chess_attack.rules.winning import points_taken
from pawnstorm.games.chess_attack.state import (
    BLACK,
    EMPTY,
    NOWHERE,
    PROMOTE,
    UNITS,
    WHITE,
    WOUND_BIT,
    Position,
    face_of,
    kind_of,
    landing_of,
    origin_of,
    what_of,
)
from pawnstorm.kit.chessboard import ALL_LINES, GRID, NEAR_CENTRE

# Features 1 to 5 are healthy pieces by kind, 6 to 10 wounded ones.
TO_ACT: Final = 0
WOUNDED_PIECE: Final = 5
WOUNDED_KING: Final = 11
ADVANCE: Final = 12
NEAR_RESCUE: Final = 13
CENTRE: Final = 14
DEVELOPED: Final = 15
KING_STRUCK: Final = 16
KING_THREATENED: Final = 17
KING_GUARD: Final = 18
KING_PRESSED: Final = 19
AHEAD: Final = 20
AHEAD_QUIET: Final = 21
AHEAD_REPEATED: Final = 22

_NAMES: Final = (
    ("to_act", 50),
    ("pawn", 250),
    ("knight", 500),
    ("bishop", 600),
    ("rook", 700),
    ("queen", 1500),
    ("wounded_pawn", 150),
    ("wounded_knight", 350),
    ("wounded_bishop", 400),
    ("wounded_rook", 500),
    ("wounded_queen", 1100),
    ("wounded_king", -800),
    ("advance", 20),
    ("near_rescue", 200),
    ("centre", 20),
    ("developed", 50),
    ("king_struck", -2500),
    ("king_threatened", -800),
    ("king_guard", 50),
    ("king_pressed", -100),
    ("ahead", 300),
    ("ahead_quiet", 1000),
    ("ahead_repeated", 500),
)

_MOST_LEAD: Final = 8
"""A lead of this size, for either side, decides the fight whatever the dice show."""
_KING_WORTH: Final = 1000.0
_WORTH: Final = vec[float]([0.0, 50.0, 100.0, 120.0, 140.0, 300.0, _KING_WORTH, 0.0])
"""What the loss of a piece costs, in thousandths of a win; it only affects the order of moves."""
_WOUND_SHARE: Final = 0.35
_RESCUE: Final = 150
_FULL_ARMY: Final = 30.0


def _fates(of_attacker: bool) -> list[float]:
    """For every lead and pair of wounds: the chance that the attacker, or the target, falls, and that it is wounded."""
    table: list[float] = []
    for lead in range(-_MOST_LEAD, _MOST_LEAD + 1):
        for wounds in range(4):
            fates = [_fate(lead + margin, wounds, of_attacker) for margin in _margins()]
            table += [fates.count(FALLS) / 36.0, fates.count(WOUNDED) / 36.0]
    return table


def _margins() -> list[int]:
    return [attack - defence for attack in range(6) for defence in range(6)]


def _fate(margin: int, wounds: int, of_attacker: bool) -> int:
    outcome = fight_outcome(margin, bool(wounds & 2), bool(wounds & 1))
    return int(outcome // 3 if of_attacker else outcome % 3)


_ATTACKER_FATES: Final = vec[float](_fates(True))
_TARGET_FATES: Final = vec[float](_fates(False))
_FOUND: Final = Moves(64)


_ROWS: Final = vec[i64]([GRID.row(cell) if cell in GRID.cells() else 0 for cell in range(GRID.size)])


def _row_of(lead: i64, attacker: i64, target: i64) -> i64:
    """The row of a fight in the tables of fates; attacker and target are cells."""
    wounds = (attacker & WOUND_BIT) >> 4 | (target & WOUND_BIT) >> 5
    return ((min(max(lead, -_MOST_LEAD), _MOST_LEAD) + _MOST_LEAD) * 4 + wounds) * 2


@final
class ChessAttackEvaluator(Evaluator):
    """Evaluates positions of Chess Attack."""

    def __init__(self) -> None:
        super().__init__(tuple(name for name, _ in _NAMES), tuple(first for _, first in _NAMES))

    def phase(self, state: State) -> float:
        """The pieces that are left, as a share of a full army."""
        assert isinstance(state, ChessAttackState)
        left = -2.0
        unit: i64
        for unit in range(2 * UNITS):
            if state.where[unit] != NOWHERE:
                left += 1.0
        return left / _FULL_ARMY

    def fill(self, state: State, features: Features) -> None:
        """Walk over all units, then look at both Kings."""
        assert isinstance(state, ChessAttackState)
        features.add(state.side, TO_ACT, 1.0)
        side: i64
        for side in range(2):
            _count_units(state, side, features)
        _compare_points(state, features)

    def expected_gain(self, state: State, move: i64) -> i64:
        """What a fight is expected to win and lose, and something for a rescue."""
        assert isinstance(state, ChessAttackState)
        what = what_of(move)
        landing = landing_of(move)
        if what == PROMOTE:
            return _RESCUE if landing != PAWN else 0
        if what or state.board[landing] == EMPTY:
            return 0
        return _expected(state, origin_of(move), landing)


def _compare_points(position: Position, features: Features) -> None:
    """CA-37, CA-A41: the side with more points wins if nothing happens, so time works for it."""
    lead = points_taken(position, WHITE) - points_taken(position, BLACK)
    if lead == 0 or not position.laws.points_decide:
        return
    ahead: i64 = WHITE if lead > 0 else BLACK
    features.add(ahead, AHEAD, 1.0)
    if position.quiet:
        features.add(ahead, AHEAD_QUIET, min(1.0, float(position.quiet) / float(position.laws.quiet_limit)))
        if _occurred_before(position):
            features.add(ahead, AHEAD_REPEATED, 1.0)


def _occurred_before(position: Position) -> bool:
    """Whether the present position has occurred before: the third time ends the game."""
    seen = position.seen
    index = position.seen_count - 5
    while index >= 0:
        if seen[index] == position.hash:
            return True
        index -= 2
    return False


def _count_units(position: Position, side: i64, features: Features) -> None:
    where = position.where
    king: i64 = NOWHERE
    unit: i64
    for unit in range(side * UNITS, side * UNITS + UNITS):
        square = where[unit]
        if square != NOWHERE:
            if kind_of(position.board[square]) == KING:
                king = square
            else:
                _count_unit(position, side, square, features)
    if king != NOWHERE:
        _look_at_king(position, side, king, features)


def _count_unit(position: Position, side: i64, square: i64, features: Features) -> None:
    cell = position.board[square]
    kind = kind_of(cell)
    features.add(side, kind + WOUNDED_PIECE if cell & WOUND_BIT else kind, 1.0)
    row = _ROWS[square] if side == WHITE else 7 - _ROWS[square]
    if kind == PAWN:
        features.add(side, ADVANCE, float(row - 1))
        if row >= 5 and row < 7:
            features.add(side, NEAR_RESCUE, 1.0)
    elif kind != QUEEN and row > 0:
        features.add(side, DEVELOPED, 1.0)
    features.add(side, CENTRE, NEAR_CENTRE[square])


def _look_at_king(position: Position, side: i64, king: i64, features: Features) -> None:
    """The guards of a King, its attackers, and the chance that it falls."""
    board = position.board
    if board[king] & WOUND_BIT:
        features.add(side, WOUNDED_KING, 1.0)
    own = 2 - side
    for step in ALL_LINES:
        if board[king + step] & 3 == own:
            features.add(side, KING_GUARD, 1.0)
    found = _FOUND
    found.clear()
    find_bearers(position, king, 1 - side, False, found)
    if found.count:
        features.add(side, KING_PRESSED, float(found.count))
        features.add(side, KING_THREATENED if position.side == side else KING_STRUCK, _king_falls(position, king, side))


def _king_falls(position: Position, king: i64, side: i64) -> float:
    """The chance that a King falls to the best of the attackers that have just been found."""
    found, board, laws = _FOUND, position.board, position.laws
    support: i64 = 0
    index: i64
    for index in range(found.count):
        support += support_of(position, found.items[index], king)
    best: i64 = -99
    attacker: i64 = 0
    for index in range(found.count):
        square = found.items[index]
        attack = laws.attack[face_of(board[square])] - support_of(position, square, king)
        if attack > best:
            best = attack
            attacker = board[square]
    lead = best + support - _defence(position, king, side)
    return _TARGET_FATES[_row_of(lead, attacker, board[king])]


def _defence(position: Position, target: i64, side: i64) -> i64:
    """The total that a piece defends with before the die."""
    found = _FOUND
    found.clear()
    find_bearers(position, target, side, position.laws.xray_support, found)
    total = position.laws.defence[face_of(position.board[target])]
    index: i64
    for index in range(found.count):
        total += support_of(position, found.items[index], target)
    return total


def _expected(position: Position, attacker: i64, target: i64) -> i64:
    """What an attack is expected to win less its expected cost; never 0, which would mean a quiet order."""
    board = position.board
    lead = attack_total(position, attacker, target) - defence_total(position, target)
    row = _row_of(lead, board[attacker], board[target])
    gain = _TARGET_FATES[row] + _WOUND_SHARE * _TARGET_FATES[row + 1]
    cost = _ATTACKER_FATES[row] + _WOUND_SHARE * _ATTACKER_FATES[row + 1]
    worth = gain * _WORTH[kind_of(board[target])] - cost * _WORTH[kind_of(board[attacker])]
    found = i64(worth)
    return found if found else -1
