"""What counts in Castle Chess: units, machines and how near they are to a breach, and the danger to every King.

There are three sheets of weights: two castles, four castles, quests. In a quest Blue attacks and Red only has to hold
out, so the time that has passed counts for Red.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.ai.evaluators.castle_chess.gains import is_breach, landing_gain, strike_gain
from pawnstorm.ai.evaluators.castle_chess.terrain import (
    FAR,
    STRAIGHT_STEP,
    TO_GATE,
    TO_GOAL,
    TO_SHOT,
    TO_STONE,
    Terrain,
)
from pawnstorm.ai.search.evaluator import Evaluator, Features
from pawnstorm.core.state import State
from pawnstorm.games.castle_chess.game import CastleChessState
from pawnstorm.games.castle_chess.pieces.cells import (
    NOWHERE,
    SIDE_BIT,
    SIDES,
    STONE,
    UNIT_BITS,
    crew_of,
    home_of,
    kind_of,
    machine_of,
    side_of,
)
from pawnstorm.games.castle_chess.pieces.kinds import (
    ARCHER,
    CATAPULT,
    GRID,
    KING,
    MAGE,
    NUMBERS,
    QUEEN,
    RAM,
    STEPS,
    WARRIOR,
    apart,
    in_line,
)
from pawnstorm.games.castle_chess.rules.ending import quiet_limit
from pawnstorm.games.castle_chess.rules.shooting import has_long_range
from pawnstorm.games.castle_chess.rules.threats import find_threat
from pawnstorm.games.castle_chess.state import (
    BLAST,
    FIRE,
    GO,
    PUSH,
    SHOOT,
    STRIKE,
    Position,
    what_of,
)
from pawnstorm.kit.bits import bit

# Features 1 to 7 are units by kind, 8 to 10 manned machines by kind.
TO_ACT: Final = 0
MANNED: Final = 7
LEFT_MACHINE: Final = 11
NEAR_BREACH: Final = 11
"""With the kind of a machine added: how near it is to what it can break or climb."""
GATES_LOST: Final = 15
WALLS_LOST: Final = 16
HIGH_SHOOTERS: Final = 17
WARRIORS_NEAR: Final = 18
FIGHTERS_NEAR: Final = 19
SHOOTERS_NEAR: Final = 20
INSIDE: Final = 21
KING_PRESSED: Final = 22
KING_GUARD: Final = 23
KING_STRUCK: Final = 24
KING_CHECKED: Final = 25
KING_NEAR_GOAL: Final = 26
KING_AWAY: Final = 27
STRIKE_PENDING: Final = 28
ASSAULT: Final = 29
HELD_OUT: Final = 30
TIME_SHORT: Final = 31
HOLDERS: Final = 32
QUEEN_NEAR: Final = 33
UPGRADE_NEAR: Final = 34
CREW_NEAR: Final = 35
KING_ROOM: Final = 36
OUTLASTED: Final = 37

_NAMES: Final = (
    ("to_act", 80),
    ("archer", 500),
    ("warrior", 250),
    ("knight", 800),
    ("mage", 700),
    ("cavalry", 800),
    ("assassin", 500),
    ("queen", 1600),
    ("ram", 120),
    ("catapult", 250),
    ("tower", 80),
    ("left_machine", 40),
    ("ram_near_gate", 200),
    ("catapult_near_stone", 200),
    ("tower_near_wall", 100),
    ("gates_lost", -150),
    ("walls_lost", -60),
    ("high_shooters", 60),
    ("warriors_near", 120),
    ("fighters_near", 100),
    ("shooters_near", 100),
    ("inside", 200),
    ("king_pressed", -250),
    ("king_guard", 60),
    ("king_struck", -4000),
    ("king_checked", -400),
    ("king_near_goal", 600),
    ("king_away", -100),
    ("strike_pending", 150),
    ("assault", 0),
    ("held_out", 500),
    ("time_short", 500),
    ("holders", 100),
    ("queen_near", 100),
    ("upgrade_near", 150),
    ("crew_near", 60),
    ("king_room", 30),
    ("outlasted", -200),
)

TWO: Final = 0
FOUR: Final = 1
QUEST: Final = 2
_SHEETS: Final = ("two", "four", "quest")
_NEAR: Final = vec[float]([1.0 / (1.0 + 0.5 * float(way) / float(STRAIGHT_STEP)) for way in range(FAR + 1)])
"""How much a distance counts: 1 at the goal, half at two steps."""
_BREACH: Final = 40
_AWAY: Final = 3
_PLAIN: Final = 5
"""A way that is not longer than this for every step leads over open ground."""
_SHRINKS: Final = 0.8
"""How much of a lead is lost when a standstill is due."""
NOBODY: Final = -1
_COVERED: Final = vec[i64]([0] * SIDES)
"""The spaces around each King that other sides cover, as bits."""


@final
class CastleChessEvaluator(Evaluator):
    """Evaluates positions of Castle Chess."""

    def __init__(self) -> None:
        names, first = tuple(name for name, _ in _NAMES), tuple(first for _, first in _NAMES)
        super().__init__(names, first, SIDES, _SHEETS)
        self._terrain: Terrain | None = None

    def sheet(self, state: State) -> i64:
        """Quests, four castles, two castles."""
        assert isinstance(state, CastleChessState)
        return QUEST if state.laws.map.quest else FOUR if state.laws.map.four else TWO

    def phase(self, state: State) -> float:
        """The units that are left, as a share of all at the start."""
        assert isinstance(state, CastleChessState)
        left = 0.0
        for square in state.where:
            if square != NOWHERE:
                left += 1.0
        return left / self._terrain_of(state).units

    def fill(self, state: State, features: Features) -> None:
        """Count units, machines and stones, then look at every King."""
        assert isinstance(state, CastleChessState)
        terrain = self._terrain_of(state)
        features.out = bit(state.seats) - 1 - state.living
        features.add(state.side, TO_ACT, 1.0)
        if state.phase == STRIKE:
            features.add(state.side, STRIKE_PENDING, 1.0)
        standing = terrain.standing(state.board)
        side: i64
        for side in range(state.seats):
            _COVERED[side] = 0
        for side in range(state.seats):
            if state.lives(side):
                _count_units(state, terrain, standing, side, features)
        for square in state.machine_squares:
            if square != NOWHERE:
                _count_machine(state, terrain, standing, square, features)
        _count_stones(state, terrain, features)
        for side in range(state.seats):
            if state.kings[side] != NOWHERE:
                _look_at_king(state, terrain, standing, side, features)
        if state.laws.map.quest:
            _count_time(state, features)
        if state.laws.draws:
            _count_quiet(state, features)

    def expected_gain(self, state: State, move: i64) -> i64:
        """Units that fall at once, the best target of the next shot, and walls and gates in reach."""
        assert isinstance(state, CastleChessState)
        what = what_of(move)
        if what == GO:
            return landing_gain(state, move)
        if what == PUSH:
            return landing_gain(state, move) + (_BREACH if is_breach(state, move) else 0)
        if what in (SHOOT, BLAST, FIRE):
            return strike_gain(state, move)
        return 0

    def _terrain_of(self, position: Position) -> Terrain:
        """The terrain of a position's map, kept until a position of another match is evaluated."""
        known = self._terrain
        if known is None or known.laws is not position.laws:
            known = Terrain(position.laws)
            self._terrain = known
        return known


def _count_units(position: Position, terrain: Terrain, standing: i64, side: i64, features: Features) -> None:
    """Count the units of a side, and how near they are to the Kings of others."""
    board, within, upgrades = position.board, terrain.within, terrain.upgrades
    at = side * GRID.size
    unit: i64
    for unit in range(position.first_unit(side), position.last_unit(side)):
        square = position.square_of(unit, side)
        if square == NOWHERE:
            continue
        kind = kind_of(board[square])
        # Units that data adds after the printed ones have no weight of their own.
        if kind < KING:
            features.add(side, kind, 1.0)
            if within[at + square]:
                features.add(side, INSIDE, 1.0)
        if kind == WARRIOR:
            features.add(side, UPGRADE_NEAR, _NEAR[upgrades[home_of(board[square]) * GRID.size + square]])
        elif (kind in (ARCHER, MAGE)) and has_long_range(board[square]):
            features.add(side, HIGH_SHOOTERS, 1.0)
    hunted = False
    other: i64
    for other in range(position.seats):
        if other != side and position.lives(other) and position.kings[other] != NOWHERE:
            hunted = True
            _approach(position, terrain, standing, side, other, features)
    if not hunted:
        _approach(position, terrain, standing, side, NOBODY, features)


def _approach(position: Position, terrain: Terrain, standing: i64, side: i64, other: i64, features: Features) -> None:
    """Count how near a side's units are to a King, or to the goal, and the spaces next to him that they cover."""
    board = position.board
    king = position.kings[other] if other >= 0 else NOWHERE
    ways = terrain.ways(board, standing, side, king if king != NOWHERE else TO_GOAL)
    unit: i64
    for unit in range(position.first_unit(side), position.last_unit(side)):
        square = position.square_of(unit, side)
        if square == NOWHERE:
            continue
        kind = kind_of(board[square])
        if kind == KING:
            continue
        way = ways[square]
        if kind == WARRIOR:
            features.add(side, WARRIORS_NEAR, _NEAR[way])
        elif kind in (ARCHER, MAGE):
            features.add(side, SHOOTERS_NEAR, _NEAR[way])
        elif kind == QUEEN:
            features.add(side, QUEEN_NEAR, _NEAR[way])
        else:
            features.add(side, FIGHTERS_NEAR, _NEAR[way])
        if king != NOWHERE:
            far = apart(square, king)
            # A way that is much longer than the distance leads around or over stones.
            if far <= NUMBERS.reach[kind] + 1 and way <= far * _PLAIN:
                _press(square, king, kind, far, other, features)


def _press(square: i64, king: i64, kind: i64, far: i64, other: i64, features: Features) -> None:
    """Count a unit that could kill a King if no unit were in its way, and the spaces next to him that it covers."""
    reach = NUMBERS.reach[kind]
    if far <= reach and (kind != QUEEN or in_line(square, king)):
        features.add(other, KING_PRESSED, 1.0)
    covered = _COVERED[other]
    place: i64
    for place in range(8):
        to = king + STEPS[place]
        if apart(square, to) <= reach and (kind != QUEEN or in_line(square, to)):
            covered |= bit(place)
    _COVERED[other] = covered


def _count_machine(position: Position, terrain: Terrain, standing: i64, square: i64, features: Features) -> None:
    cell = position.board[square]
    kind, side = machine_of(cell), crew_of(cell)
    if side < 0 or not position.lives(side):
        return
    if not cell & UNIT_BITS:
        features.add(side, LEFT_MACHINE, 1.0)
        features.add(side, CREW_NEAR, _NEAR[_way_of_crew(position, square, side)])
        return
    features.add(side, MANNED + kind, 1.0)
    target = TO_GATE if kind == RAM else TO_SHOT if kind == CATAPULT else TO_STONE
    ways = terrain.ways(position.board, standing, side, target)
    features.add(side, NEAR_BREACH + kind, _NEAR[ways[square]])


def _way_of_crew(position: Position, square: i64, side: i64) -> i64:
    """The way to a machine from the nearest unit of a side that could push it."""
    nearest: i64 = FAR // STRAIGHT_STEP
    unit: i64
    for unit in range(position.first_unit(side), position.last_unit(side)):
        at = position.square_of(unit, side)
        if at != NOWHERE and NUMBERS.pushes[kind_of(position.board[at])]:
            nearest = min(nearest, apart(at, square))
    return nearest * STRAIGHT_STEP


def _count_stones(position: Position, terrain: Terrain, features: Features) -> None:
    """Count what every castle has lost."""
    board, stones = position.board, terrain.stones
    index: i64
    for index in range(len(stones)):
        if not board[stones[index]] & STONE:
            features.add(terrain.owners[index], GATES_LOST if terrain.gates[index] else WALLS_LOST, 1.0)


def _look_at_king(position: Position, terrain: Terrain, standing: i64, side: i64, features: Features) -> None:
    """Whether a King can be slain, how near he is to winning, what room he has, and whether he has left his throne."""
    king = position.kings[side]
    if position.side == side:
        if _is_threatened(position, king, side):
            features.add(side, KING_CHECKED, 1.0)
    elif find_threat(position, king, position.side):
        features.add(side, KING_STRUCK, 1.0)
    elif position.seats > 2 and _is_threatened(position, king, side):
        features.add(side, KING_CHECKED, 1.0)
    features.add(side, KING_NEAR_GOAL, _NEAR[terrain.ways(position.board, standing, side, TO_GOAL)[king]])
    throne = position.laws.map.throne[side]
    if throne != NOWHERE and apart(king, throne) > _AWAY:
        features.add(side, KING_AWAY, 1.0)
    _look_around_king(position, king, side, features)


def _look_around_king(position: Position, king: i64, side: i64, features: Features) -> None:
    """Count the guards next to a King, and the free spaces that no enemy covers."""
    board, covered = position.board, _COVERED[side]
    place: i64
    for place in range(8):
        cell = board[king + STEPS[place]]
        if cell & UNIT_BITS and side_of(cell) == side:
            features.add(side, KING_GUARD, 1.0)
        elif cell & SIDE_BIT[side] and not covered & bit(place):
            features.add(side, KING_ROOM, 1.0)


def _is_threatened(position: Position, king: i64, side: i64) -> bool:
    """Whether any other living side could slay a King if it had the turn."""
    other: i64
    for other in range(position.seats):
        if other != side and position.lives(other) and find_threat(position, king, other):
            return True
    return False


def _count_time(position: Position, features: Features) -> None:
    """Count the time that Blue has left, and Red's units near Blue's King."""
    features.add(0, ASSAULT, 1.0)
    if position.laws.limited:
        gone = float(position.turns) / float(2 * position.laws.map.limit)
        features.add(1, HELD_OUT, gone)
        features.add(1, TIME_SHORT, gone * gone * gone)
    king = position.kings[0]
    if king == NOWHERE:
        return
    for square in position.where:
        if square != NOWHERE and side_of(position.board[square]) == 1 and apart(square, king) <= _AWAY:
            features.add(1, HOLDERS, 1.0)


def _count_quiet(position: Position, features: Features) -> None:
    """Where a standstill is near, leads shrink, or the weakest side fears for its place (CC-A33, CC-A80)."""
    gone = float(position.quiet) / float(quiet_limit(position))
    if gone <= 0.0:
        return
    if position.laws.last_king:
        features.add(_weakest(position), OUTLASTED, gone * gone)
        return
    left = 1.0 - _SHRINKS * gone
    values = features.values
    index: i64
    for index in range(len(values)):
        if values[index] != 0.0:
            _scale(values, index, left)


def _scale(values: vec[float], index: i64, factor: float) -> None:
    """Multiply one item. As an argument the vec is borrowed, so that no references are counted."""
    values[index] *= factor


def _weakest(position: Position) -> i64:
    """The living side with the fewest units."""
    weakest: i64 = position.side
    fewest: i64 = 1000
    side: i64
    for side in range(position.seats):
        if position.lives(side):
            units = position.units_left(side)
            if units < fewest:
                weakest, fewest = side, units
    return weakest
