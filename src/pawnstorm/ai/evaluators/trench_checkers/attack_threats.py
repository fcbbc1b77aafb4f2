"""Which stack could attack which, when, and with what expected gain."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pawnstorm.ai.evaluators.trench_checkers.combat_odds import CombatOdds
from pawnstorm.ai.search.evaluator import Features
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
_NEVER: Final = -1

_MOST_STACKS: Final = 16
"""Room for the stacks of one side; there are at most 13."""
_LONG_WAY: Final = 6
_LONGEST_WAY: Final = 30


@final
@mypyc_attr(acyclic=True)
class AttackThreats:
    """The stacks of both sides, collected for every position."""

    def __init__(self, combat_odds: CombatOdds) -> None:
        self._combat_odds: Final = combat_odds
        self.counts: Final[vec[i64]] = vec[i64]([0, 0])
        self._cells: Final[vec[i64]] = vec[i64]([0] * (2 * _MOST_STACKS))
        self._stacks: Final[vec[i64]] = vec[i64]([0] * (2 * _MOST_STACKS))
        self._rows: Final[vec[i64]] = vec[i64]([0] * (2 * _MOST_STACKS))
        self._columns: Final[vec[i64]] = vec[i64]([0] * (2 * _MOST_STACKS))
        self._reach: i64 = 1

    def collect_stacks(self, position: Position) -> None:
        """Find all stacks of a position."""
        board, counts = position.board, self.counts
        stride = position.laws.stride
        counts[0] = 0
        counts[1] = 0
        for cell in position.laws.cells:
            stack = board[cell]
            if stack & COMPANY_BITS:
                seat = (stack >> 6) - 1
                place = seat * _MOST_STACKS + counts[seat]
                self._cells[place] = cell
                self._stacks[place] = stack
                self._rows[place] = cell // stride
                self._columns[place] = cell % stride
                counts[seat] += 1

    def company(self, seat: i64, place: i64) -> i64:
        """The company of a stack that is awake; none if it sleeps."""
        stack = self._stacks[seat * _MOST_STACKS + place]
        return 0 if stack & ASLEEP else stack & COMPANY_BITS

    def nearness(self, seat: i64, place: i64) -> float:
        """How near a stack is to the nearest enemy that is awake, from 0 (far away) to 1."""
        at = seat * _MOST_STACKS + place
        nearest: i64 = _LONG_WAY
        other: i64
        for other in range((1 - seat) * _MOST_STACKS, (1 - seat) * _MOST_STACKS + self.counts[1 - seat]):
            if not self._stacks[other] & ASLEEP:
                nearest = min(nearest, self._across(at, other) + self._along(at, other))
        return float(_LONG_WAY - nearest) / float(_LONG_WAY - 1)

    def nearest_enemy(self, seat: i64) -> i64:
        """Steps between the nearest two stacks of opposite sides that are awake."""
        nearest: i64 = _LONGEST_WAY
        place: i64
        other: i64
        enemies = (1 - seat) * _MOST_STACKS
        for place in range(seat * _MOST_STACKS, seat * _MOST_STACKS + self.counts[seat]):
            if self._stacks[place] & ASLEEP:
                continue
            for other in range(enemies, enemies + self.counts[1 - seat]):
                if not self._stacks[other] & ASLEEP:
                    nearest = min(nearest, self._across(place, other) + self._along(place, other))
        return nearest

    def _across(self, one: i64, other: i64) -> i64:
        away = self._columns[one] - self._columns[other]
        return away if away >= 0 else -away

    def _along(self, one: i64, other: i64) -> i64:
        away = self._rows[one] - self._rows[other]
        return away if away >= 0 else -away

    def gain(self, position: Position, attacker: i64, target: i64) -> float:
        """What an attack by a company gains on average, in Soldiers."""
        defender = position.board[target]
        covered: i64 = 1 << 10 if position.laws.cover[target] == defender >> 6 else 0
        return self._combat_odds.gains[covered | attacker << 5 | defender & COMPANY_BITS]

    def add_best_attack(self, position: Position, seat: i64, features: Features, first: i64) -> None:
        """Add the gain of a seat's best next attack, as the feature for its moment."""
        moment = self._moment(position, seat)
        if moment != _NEVER:
            best = self._best_gain(position, seat)
            if best > 0.0:
                features.add(seat, first + moment, best)

    def _moment(self, position: Position, seat: i64) -> i64:
        """When a seat attacks next; sets `_reach` to how far its pieces get before that."""
        phase, side, skip = position.phase, position.side, position.per_seat[seat << 4 | SKIP]
        self._reach = MOVES + 1
        if phase > BEFORE_ATTACKS:
            return self._moment_in_attacks(position, seat)
        if phase < ROUND_START:
            return _NEVER if skip == SKIPS_NEXT else NEXT_ROUND
        if skip == SKIPS_THIS:
            return NEXT_ROUND
        if phase == ROUND_START:
            return IF_MET if seat == position.first else ANSWER
        if phase == BEFORE_ATTACKS:
            self._reach = 1
            return ANSWER if seat != position.first else _NEVER if position.per_seat[seat << 4 | STUNNED] else NOW
        if seat == side:
            self._reach = position.moves_left + 1
        elif seat == position.first:
            self._reach = 1
            return IF_MET if position.moves_left else NOW
        return IF_MET if seat == position.first else ANSWER

    def _moment_in_attacks(self, position: Position, seat: i64) -> i64:
        side, per_seat = position.side, position.per_seat
        waits = side == position.first and seat != side
        if seat == side and position.phase == ATTACK:
            self._reach = 1
            return _NEVER if per_seat[seat << 4 | STUNNED] else NOW
        if waits and per_seat[seat << 4 | SKIP] != SKIPS_THIS and not per_seat[seat << 4 | STUNNED]:
            self._reach = 1
            return ANSWER if position.phase == ATTACK else NOW
        return _NEVER if per_seat[seat << 4 | SKIP] == SKIPS_NEXT else NEXT_ROUND

    def _best_gain(self, position: Position, seat: i64) -> float:
        """The greatest gain among all attacks within reach."""
        best = 0.0
        place: i64
        target: i64
        enemies = (1 - seat) * _MOST_STACKS
        for place in range(seat * _MOST_STACKS, seat * _MOST_STACKS + self.counts[seat]):
            stack = self._stacks[place]
            if stack & ASLEEP:
                continue
            for target in range(enemies, enemies + self.counts[1 - seat]):
                attacker = self._attacking_company(place, target)
                if attacker and (not self._stacks[target] & ASLEEP or position.laws.sleepers_attackable):
                    best = max(best, self.gain(position, attacker, self._cells[target]))
        return best

    def _attacking_company(self, place: i64, target: i64) -> i64:
        """The company with which a stack could attack another: Soldiers do not move together."""
        company = self._stacks[place] & COMPANY_BITS
        across, along = self._across(place, target), self._along(place, target)
        steps = across + along
        if company & VETERAN_BITS and across and along:
            steps -= 1
        if steps == 1:
            return company
        if steps > self._reach:
            return 0
        return company if company > SOLDIER_BITS else SOLDIER
