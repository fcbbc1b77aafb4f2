"""Which stack could attack which, when, and with what expected gain."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.ai.evaluators.trench_checkers.combat_odds import CombatOdds
from pawnstorm.games.trench_checkers.pieces.field import BLOCKED
from pawnstorm.games.trench_checkers.pieces.kinds import COMPANY_BITS, MOVES, SOLDIER, SOLDIER_BITS, VETERAN_BITS
from pawnstorm.games.trench_checkers.state import (
    ASLEEP,
    ATTACK,
    BEFORE_ATTACKS,
    ROUND_START,
    SKIP,
    SKIPS_NEXT,
    SKIPS_THIS,
    STUNNED,
    Position,
)

# When a seat attacks next, counted from the first of the four strike features.
NOW: Final = 0
ANSWER: Final = 1
IF_MET: Final = 2
NEXT_ROUND: Final = 3
NEVER: Final = -1

_MOST_STACKS: Final = 16
"""Room for the stacks of one side; there are at most 13."""
_LONG_WAY: Final = 6
LONGEST_WAY: Final = 30
_COVERED: Final = 1 << 10
_TERRAIN_BASE: Final = 521
_TERRAIN_BITS: Final = (1 << 52) - 1
"""Cells below 512 become digits of one number, which fits into 62 bits before the upper ones are dropped."""


@final
@mypyc_attr(acyclic=True)
class AttackThreats:
    """The stacks of both sides, collected for every position."""

    def __init__(self, combat_odds: CombatOdds) -> None:
        self._combat_odds: Final = combat_odds
        self.counts: Final[vec[i64]] = vec[i64]([0, 0])
        self._stacks: Final[vec[i64]] = vec[i64]([0] * (2 * _MOST_STACKS))
        """By seat and place; a stack in the cover of its trench has one bit more."""
        self._rows: Final[vec[i64]] = vec[i64]([0] * (2 * _MOST_STACKS))
        self._columns: Final[vec[i64]] = vec[i64]([0] * (2 * _MOST_STACKS))
        self.nearest: i64 = LONGEST_WAY
        """Steps between the nearest two stacks of opposite sides that are awake."""
        self.hunt: float = 0.0
        """How near the strong stacks of the scanned seat are to an enemy that is awake, each from 0 to 1."""
        self.best: float = 0.0
        """What the best attack of the scanned seat gains, if it gains anything."""

    def collect_stacks(self, position: Position) -> i64:
        """Find all stacks of a position; returns a number for its terrain."""
        return _collect(
            position.board,
            position.laws.cells,
            position.laws.cover,
            position.laws.stride,
            self.counts,
            self._stacks,
            self._rows,
            self._columns,
        )

    def company(self, seat: i64, place: i64) -> i64:
        """The company of a stack that is awake; none if it sleeps."""
        stack = self._stacks[seat * _MOST_STACKS + place]
        return 0 if stack & ASLEEP else stack & COMPANY_BITS

    def gain(self, position: Position, attacker: i64, target: i64) -> float:
        """What an attack by a company gains on average, in Soldiers."""
        defender = position.board[target]
        covered: i64 = _COVERED if position.laws.cover[target] == defender >> 6 else 0
        return self._combat_odds.gains[covered | attacker << 5 | defender & COMPANY_BITS]

    def scan(self, position: Position, seat: i64, reach: i64) -> None:
        """Compare the stacks of a seat with the enemy's: the best attack within reach, the nearest enemies."""
        stacks, rows, columns = self._stacks, self._rows, self._columns
        gains, attackable = self._combat_odds.gains, position.laws.sleepers_attackable
        nearest: i64 = LONGEST_WAY
        best, hunt = 0.0, 0.0
        place: i64
        first = (1 - seat) * _MOST_STACKS
        for place in range(seat * _MOST_STACKS, seat * _MOST_STACKS + self.counts[seat]):
            stack = stacks[place]
            if stack & ASLEEP:
                continue
            near = _nearest(stacks, rows, columns, place, first, first + self.counts[1 - seat])
            nearest = min(nearest, near)
            if stack & COMPANY_BITS > SOLDIER_BITS and near < _LONG_WAY:
                hunt += float(_LONG_WAY - near) / float(_LONG_WAY - 1)
            if near <= reach + 1 or attackable:
                found = _best_gain(
                    stacks, rows, columns, gains, place, first, first + self.counts[1 - seat], reach, attackable
                )
                best = max(best, found)
        self.nearest = nearest
        self.best = best
        self.hunt = hunt


def moment_of_attack(position: Position, seat: i64) -> i64:
    """When a seat attacks next."""
    phase, side, skip = position.phase, position.side, position.per_seat[seat << 4 | SKIP]
    if phase > BEFORE_ATTACKS:
        return _moment_in_attacks(position, seat)
    if phase < ROUND_START:
        return NEVER if skip == SKIPS_NEXT else NEXT_ROUND
    if skip == SKIPS_THIS:
        return NEXT_ROUND
    if phase == ROUND_START:
        return IF_MET if seat == position.first else ANSWER
    if phase == BEFORE_ATTACKS:
        return ANSWER if seat != position.first else NEVER if position.per_seat[seat << 4 | STUNNED] else NOW
    if seat != side and seat == position.first:
        return IF_MET if position.moves_left else NOW
    return IF_MET if seat == position.first else ANSWER


def _moment_in_attacks(position: Position, seat: i64) -> i64:
    side, per_seat = position.side, position.per_seat
    if seat == side and position.phase == ATTACK:
        return NEVER if per_seat[seat << 4 | STUNNED] else NOW
    if _waits_to_attack(position, seat):
        return ANSWER if position.phase == ATTACK else NOW
    return NEVER if per_seat[seat << 4 | SKIP] == SKIPS_NEXT else NEXT_ROUND


def _waits_to_attack(position: Position, seat: i64) -> bool:
    """Whether a seat attacks in this round, after the attack of the other seat."""
    per_seat = position.per_seat
    waits: bool = position.side == position.first and seat != position.side
    return waits and per_seat[seat << 4 | SKIP] != SKIPS_THIS and not per_seat[seat << 4 | STUNNED]


def reach_before_attack(position: Position, seat: i64) -> i64:
    """How many steps away an enemy may be that a seat can attack at its next attack, counting the attack as one."""
    phase = position.phase
    if phase > BEFORE_ATTACKS:
        now: bool = (seat == position.side and phase == ATTACK) or _waits_to_attack(position, seat)
        return 1 if now else MOVES + 1
    if phase <= ROUND_START or position.per_seat[seat << 4 | SKIP] == SKIPS_THIS:
        return MOVES + 1
    if phase == BEFORE_ATTACKS:
        return 1
    if seat == position.side:
        return position.moves_left + 1
    return 1 if seat == position.first else MOVES + 1


def _collect(
    board: vec[i64],
    cells: vec[i64],
    cover: vec[i64],
    stride: i64,
    counts: vec[i64],
    stacks: vec[i64],
    rows: vec[i64],
    columns: vec[i64],
) -> i64:
    """A function of its own, because tables that are arguments are borrowed: no references are counted."""
    counts[0] = 0
    counts[1] = 0
    terrain: i64 = 0
    for cell in cells:
        stack = board[cell]
        if stack == BLOCKED:
            terrain = (terrain * _TERRAIN_BASE + cell) & _TERRAIN_BITS
        elif stack & COMPANY_BITS:
            seat = (stack >> 6) - 1
            place = seat * _MOST_STACKS + counts[seat]
            stacks[place] = stack & (ASLEEP | COMPANY_BITS) | (_COVERED if cover[cell] == stack >> 6 else 0)
            rows[place] = cell // stride
            columns[place] = cell % stride
            counts[seat] += 1
    return terrain


def _nearest(stacks: vec[i64], rows: vec[i64], columns: vec[i64], place: i64, first: i64, last: i64) -> i64:
    """Steps from a stack to the nearest enemy that is awake."""
    row, column = rows[place], columns[place]
    nearest: i64 = LONGEST_WAY
    other: i64
    for other in range(first, last):
        along, across = rows[other] - row, columns[other] - column
        steps = (along if along >= 0 else -along) + (across if across >= 0 else -across)
        if steps < nearest and not stacks[other] & ASLEEP:
            nearest = steps
    return nearest


def _best_gain(
    stacks: vec[i64],
    rows: vec[i64],
    columns: vec[i64],
    gains: vec[float],
    place: i64,
    first: i64,
    last: i64,
    reach: i64,
    attackable: bool,
) -> float:
    """The greatest gain among the attacks that a stack can make within its reach: Soldiers do not move together."""
    company = stacks[place] & COMPANY_BITS
    row, column = rows[place], columns[place]
    moving: i64 = company if company > SOLDIER_BITS else SOLDIER
    best = 0.0
    other: i64
    for other in range(first, last):
        along, across = rows[other] - row, columns[other] - column
        steps = (along if along >= 0 else -along) + (across if across >= 0 else -across)
        if along and across and company & VETERAN_BITS:
            steps -= 1
        stack = stacks[other]
        if (steps > reach and steps != 1) or (stack & ASLEEP and not attackable):
            continue
        attacker = company if steps == 1 else moving
        best = max(best, gains[stack & _COVERED | attacker << 5 | stack & COMPANY_BITS])
    return best
