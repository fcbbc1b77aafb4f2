"""What counts in Trench Checkers: pieces, the way to the sleeping Commando, the next attack, and the hand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.ai.evaluators.trench_checkers.attack_threats import (
    NEVER,
    AttackThreats,
    moment_of_attack,
    reach_before_attack,
)
from pawnstorm.ai.evaluators.trench_checkers.combat_odds import CombatOdds
from pawnstorm.ai.evaluators.trench_checkers.distances import FARTHEST, Distances
from pawnstorm.ai.search.evaluator import Evaluator, Features
from pawnstorm.core.state import State
from pawnstorm.games.trench_checkers.game import TrenchCheckersState
from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    BACK_FROM_LEAVE,
    CAPTURED_ARMS,
    FIELD_GLASSES,
    FIELD_MEDIC,
    FIELD_PROMOTION,
    KEYS,
    PRINTED,
)
from pawnstorm.games.trench_checkers.pieces.field import UNITS
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMMANDO,
    COMMANDO_BIT,
    COMPANY_BITS,
    COMPANY_OF,
    SOLDIER,
    SOLDIER_BITS,
    VALUE,
    VETERAN,
    VETERAN_BITS,
)
from pawnstorm.games.trench_checkers.rules import combat
from pawnstorm.games.trench_checkers.rules.stacking import promotes
from pawnstorm.games.trench_checkers.rules.winning import value_of
from pawnstorm.games.trench_checkers.state import (
    AFTER_ATTACK,
    ALIVE,
    BEFORE_DICE,
    DECLARE_ATTACK,
    EXTRA_MOVES,
    IN_HAND,
    KEPT_DIE,
    MOVE,
    NOWHERE,
    PLAY_CARD,
    SKIP,
    SLEEPS,
    SOLDIERS,
    STEP,
    STUNNED,
    Position,
    card_of,
    commando_of,
    landing_of,
    origin_of,
    what_of,
    whom_of,
)

# Features 1 to 3 are Soldiers, Veterans and the Commando, less what the present combat is expected to cost.
TO_ACT: Final = 0
ASLEEP_COMMANDO: Final = 4
LED_SOLDIERS: Final = 5
LED_VETERANS: Final = 6
PAIR: Final = 7
TRIPLE: Final = 8
FIRST: Final = 9
MOVES_LEFT: Final = 10
FAR_FROM_COMMANDO: Final = 11
NEAR_COMMANDO: Final = 12
ADVANCE: Final = 13
NEAR_TRENCH: Final = 14
NEAR_DEPOT: Final = 15
HUNT: Final = 16
STRIKE_NOW: Final = 17
"""Strikes are four features: now, as an answer, if the enemy stays within reach, and in the next round."""
AHEAD_IN_QUIET: Final = 21
SITS_OUT: Final = 22
STUNNED_NOW: Final = 23
AHEAD: Final = 24
LATE_BEHIND: Final = 25
VALUE_SHARE: Final = 26
CARD: Final = 27
"""Features from here on are cards in hand, by kind."""

_NAMES: Final = [
    ("to_act", 30),
    ("soldier", 200),
    ("veteran", 500),
    ("commando", 900),
    ("asleep_commando", -250),
    ("led_soldiers", 400),
    ("led_veterans", 600),
    ("pair", -80),
    ("triple", -200),
    ("first", 20),
    ("moves_left", 30),
    ("far_from_commando", -400),
    ("near_commando", 150),
    ("advance", 100),
    ("near_trench", 150),
    ("near_depot", 60),
    ("hunt", 100),
    ("strike_now", 300),
    ("strike_answer", 200),
    ("strike_if_met", 100),
    ("strike_next_round", 60),
    ("ahead_in_quiet", 1500),
    ("sits_out", -300),
    ("stunned", -100),
    ("ahead", 200),
    ("late_behind", -4000),
    ("value_share", 4000),
    *[(f"card_{key}", 120) for key in KEYS],
]

_BOTH_ARMIES: Final = 24.0
"""The pieces of both sides, without the Commandos."""
_ALL_MOVES: Final = 3.0
"""The moves of a turn. A literal, because a whole number would be boxed on its way to a fraction."""
_NOBODY: Final = -1
_IMPATIENCE: Final = 0.25
"""Who is ahead, or level, and seeks a decision minds quiet rounds by this part of what they cost a side behind."""
_NEAR: Final = 4
"""A goal at this distance can be reached with the moves of one turn, or almost."""
_FAR: Final = 10.0
_NEAR_DEPOT_STEPS: Final = 8
_SOLDIER_WORTH: Final = 60.0
"""The worth of a Soldier in thousandths of a win. This and the next numbers only affect the order of moves."""
_WAKES: Final = 150
_RAISES: Final = 70
_SUPPLIES: Final = 30
_SURE_CARD: Final = 40
_TACTICAL: Final = 20
"""Gains from here on are followed beyond the horizon; smaller ones are promises, which only sort."""
_NEARER: Final = 4
"""What a step towards the nearest enemy promises."""
_MEETS: Final = 10
"""What a step next to an enemy promises."""


@final
class TrenchCheckersEvaluator(Evaluator):
    """Evaluates positions of Trench Checkers."""

    def __init__(self) -> None:
        super().__init__(tuple([name for name, _ in _NAMES]), tuple([first for _, first in _NAMES]))
        self.quiescence_threshold = _TACTICAL
        # Before quiet rounds end a match, only a quiet order to the front helps who is behind.
        self.selective = False
        self._combat_odds: Final = CombatOdds()
        self._threats: Final = AttackThreats(self._combat_odds)
        self._distances: Final = Distances()
        self._seeker: i64 = _NOBODY
        """The seat that thinks and seeks a decision."""

    def phase(self, state: State) -> float:
        """The pieces that are left, as a share of both armies."""
        assert isinstance(state, TrenchCheckersState)
        left = _men(state, 0) + _men(state, 1)
        return float(left) / _BOTH_ARMIES

    def win(self, state: State, seat: i64) -> float:
        """The chance of a seat to win, as it sees it: one that seeks a decision does not count on quiet rounds."""
        self._seeker = seat if self.seeks_decision else _NOBODY
        found = self.win_chances(state)[seat]
        self._seeker = _NOBODY
        return found

    def fill(self, state: State, features: Features) -> None:
        """Pieces, stacks, distances, strikes and cards of both sides, and the combat that is under way."""
        assert isinstance(state, TrenchCheckersState)
        features.add(state.to_act, TO_ACT, 1.0)
        features.add(state.first, FIRST, 1.0)
        if state.phase in (MOVE, EXTRA_MOVES):
            features.add(state.side, MOVES_LEFT, float(state.moves_left) / _ALL_MOVES)
        self._distances.prepare(state, self._threats.collect_stacks(state))
        behind = _count_quiet(state, self._seeker, features)
        hurried = behind if behind == self._seeker or self._seeker == _NOBODY else self._seeker
        seat: i64
        for seat in range(2):
            _count_pieces(state, seat, features)
            self._count_stacks(seat, features)
            nearest = self._add_distances(state, seat, features)
            self._scan_attacks(state, seat, features)
            if seat == hurried:
                part = 1.0 if seat == behind else _IMPATIENCE
                _count_lateness(state, seat, min(nearest, self._threats.nearest - 1), part, features)
            _count_cards(state, seat, features)
        if state.phase >= BEFORE_DICE and state.phase < AFTER_ATTACK:
            self._subtract_expected_losses(state, features)
        _share_value(features)

    def _subtract_expected_losses(self, position: Position, features: Features) -> None:
        """Subtract the pieces that the present combat is expected to cost."""
        combat_odds = self._combat_odds
        combat_odds.expect(position)
        seat: i64
        kind: i64
        for seat in range(2):
            for kind in range(SOLDIER, COMMANDO + 1):
                features.add(seat, kind, -combat_odds.expected[seat << 2 | kind])

    def _count_stacks(self, seat: i64, features: Features) -> None:
        """What shares a tile."""
        threats = self._threats
        place: i64
        for place in range(threats.counts[seat]):
            company = threats.company(seat, place)
            if company & COMMANDO_BIT:
                if company & VETERAN_BITS:
                    features.add(seat, LED_VETERANS, 1.0)
                elif company & SOLDIER_BITS:
                    features.add(seat, LED_SOLDIERS, 1.0)
            elif company == 2:
                features.add(seat, PAIR, 1.0)
            elif company == 3:
                features.add(seat, TRIPLE, 1.0)

    def _scan_attacks(self, position: Position, seat: i64, features: Features) -> None:
        """What a seat's best next attack gains, as the feature for its moment, and how near its strong stacks are."""
        threats = self._threats
        threats.scan(position, seat, reach_before_attack(position, seat))
        features.add(seat, HUNT, threats.hunt)
        moment = moment_of_attack(position, seat)
        if moment != NEVER and threats.best > 0.0:
            features.add(seat, STRIKE_NOW + moment, threats.best)

    def _add_distances(self, position: Position, seat: i64, features: Features) -> i64:
        """How far it is to the Commando, the enemy's rear trench and a card; returns the shortest way."""
        distances = self._distances
        least: i64 = FARTHEST
        if position.per_seat[seat << 4 | SLEEPS]:
            nearest = _nearest(position.units, seat * UNITS, distances.to_bed[seat])
            least = nearest - 1
            features.add(seat, FAR_FROM_COMMANDO, float(nearest) / _FAR)
            if nearest <= _NEAR:
                features.add(seat, NEAR_COMMANDO, 1.0)
        least = min(least, _count_advance(position, seat, distances.to_trench[seat], features))
        if position.laws.cards:
            self._add_nearest_depot(position, seat, features)
        return least

    def expected_gain(self, state: State, move: i64) -> i64:
        """What an attack is expected to gain, and something for goals reached and for cards that surely help."""
        assert isinstance(state, TrenchCheckersState)
        what = what_of(move)
        if what == STEP:
            prize = _gain_of_step(state, landing_of(move), whom_of(move))
            return prize if prize else self._promise_of_step(state, origin_of(move), landing_of(move))
        if what == DECLARE_ATTACK:
            return self._gain_of_attack(state, state.board[origin_of(move)] & COMPANY_BITS, landing_of(move))
        if what == PLAY_CARD:
            return self._gain_of_card(state, move)
        return 0

    def _promise_of_step(self, position: Position, origin: i64, landing: i64) -> i64:
        """What a step towards the enemy may lead to; less than a tactical order gains."""
        distances, other = self._distances, 1 - position.side
        distances.know(position.laws)
        first = other * UNITS
        last = first + UNITS - position.per_seat[other << 4 | SLEEPS]
        after = distances.nearest(position.units, first, last, landing)
        if after >= distances.nearest(position.units, first, last, origin):
            return 0
        return _MEETS if after == 1 else _NEARER

    def _add_nearest_depot(self, position: Position, seat: i64, features: Features) -> None:
        """How near the nearest piece is to a depot that still has a card, in a straight line."""
        nearest: i64 = FARTHEST
        depot: i64
        for depot in range(1, len(position.laws.field.depots) + 1):
            if _is_open(position, seat, depot):
                at: i64 = position.laws.field.depots[depot - 1]
                last = (seat + 1) * UNITS - 1
                nearest = min(nearest, self._distances.nearest(position.units, seat * UNITS, last, at))
        if nearest < _NEAR_DEPOT_STEPS:
            features.add(seat, NEAR_DEPOT, 1.0 - float(nearest) / float(_NEAR_DEPOT_STEPS))

    def _gain_of_attack(self, position: Position, attacker: i64, target: i64) -> i64:
        """The expected gain of an attack; never 0, which would mean a quiet order."""
        found = i64(_SOLDIER_WORTH * self._threats.gain(position, attacker, target))
        return found if found else 1

    def _gain_of_card(self, position: Position, move: i64) -> i64:
        card = card_of(move)
        if card == FIELD_MEDIC:
            return i64(_SOLDIER_WORTH * self._combat_odds.worth[COMPANY_OF[whom_of(move)]])
        if card == AIR_STRIKE:
            return self._gain_of_attack(position, 0, landing_of(move))
        if card in (FIELD_PROMOTION, BACK_FROM_LEAVE, CAPTURED_ARMS):
            return _SURE_CARD
        if card == FIELD_GLASSES:
            return -_SURE_CARD if _wins_already(position) else _SURE_CARD
        return 0


def _wins_already(position: Position) -> bool:
    """Whether the seat that is asked wins the combat with the present dice."""
    side = position.side
    result = combat.result_for(
        position, position.per_seat[side << 4 | KEPT_DIE], position.per_seat[(1 - side) << 4 | KEPT_DIE]
    )
    won: bool = result in (combat.WIN, combat.WIN_STAND)
    lost: bool = result in (combat.LOSS, combat.LOSS_STAND, combat.MISSED)
    return won if position.asked == side else lost


def _gain_of_step(position: Position, landing: i64, group: i64) -> i64:
    """What a step reaches on its cell or next to it: promotion, the sleeping Commando, a depot."""
    laws, seat = position.laws, position.side
    found: i64 = 0
    if group & SOLDIER_BITS and promotes(position, seat, landing):
        found = _RAISES
    if position.per_seat[seat << 4 | SLEEPS]:
        bed = laws.bed[seat]
        if landing == bed:
            found += _WAKES
        else:
            for step in laws.steps:
                if landing + step == bed:
                    found += _WAKES
    if laws.cards:
        found += _supplies(position, seat, laws.depot_on[landing]) + _supplies(position, seat, laws.depot_past[landing])
    return found


def _supplies(position: Position, seat: i64, depot: i64) -> i64:
    return _SUPPLIES if depot and _is_open(position, seat, depot) else 0


def _is_open(position: Position, seat: i64, depot: i64) -> bool:
    """Whether a depot, counted from 1, still has a card for a seat."""
    at = position.laws.field.depots[depot - 1]
    return not position.emptied >> depot & 1 and position.laws.half[at] != seat + 1


def _has_commando(position: Position, seat: i64) -> i64:
    return 0 if position.units[commando_of(seat)] >> 2 == NOWHERE else 1


def _men(position: Position, seat: i64) -> i64:
    """The Soldiers and Veterans of a seat."""
    return position.per_seat[seat << 4 | ALIVE] - _has_commando(position, seat)


def _count_pieces(position: Position, seat: i64, features: Features) -> None:
    soldiers = position.per_seat[seat << 4 | SOLDIERS]
    features.add(seat, SOLDIER, float(soldiers))
    features.add(seat, VETERAN, float(_men(position, seat) - soldiers))
    features.add(seat, COMMANDO, float(_has_commando(position, seat)))
    if position.per_seat[seat << 4 | SLEEPS]:
        features.add(seat, ASLEEP_COMMANDO, 1.0)


def _nearest(units: vec[i64], first: i64, steps: vec[i64]) -> i64:
    """Steps of the nearest piece other than the Commando."""
    found: i64 = FARTHEST
    unit: i64
    for unit in range(first, first + UNITS - 1):
        cell = units[unit] >> 2
        if cell != NOWHERE:
            found = min(found, steps[cell])
    return found


def _count_advance(position: Position, seat: i64, steps: vec[i64], features: Features) -> i64:
    """How far the Soldiers are on their way to the enemy's rear trench; returns the steps left to the first one."""
    units = position.units
    advance, near = 0.0, 0.0
    least: i64 = FARTHEST
    unit: i64
    for unit in range(seat * UNITS, seat * UNITS + UNITS - 1):
        packed = units[unit]
        if packed >> 2 != NOWHERE and packed & 3 == SOLDIER:
            left = steps[packed >> 2]
            least = min(least, left)
            if left < 10:
                advance += 1.0 - 0.1 * float(left)
            if left <= _NEAR:
                near += 1.0
    features.add(seat, ADVANCE, advance)
    features.add(seat, NEAR_TRENCH, near)
    return least


def _count_cards(position: Position, seat: i64, features: Features) -> None:
    cards, per_seat = position.cards, position.per_seat
    base = (IN_HAND + seat) << 4
    kind: i64
    for kind in range(PRINTED):
        if cards[base | kind]:
            features.add(seat, CARD + kind, float(cards[base | kind]))
    if per_seat[seat << 4 | SKIP]:
        features.add(seat, SITS_OUT, 1.0)
    if per_seat[seat << 4 | STUNNED]:
        features.add(seat, STUNNED_NOW, 1.0)


def _count_quiet(position: Position, seeker: i64, features: Features) -> i64:
    """TC-A31: the more valuable army wins if nothing happens, but who seeks a decision does not count on that.

    Returns the side that is behind, if any.
    """
    blue, red = value_of(position, 0), value_of(position, 1)
    if blue == red:
        return _NOBODY
    ahead: i64 = 0 if blue > red else 1
    features.add(ahead, AHEAD, 1.0)
    if ahead != seeker and position.quiet and not position.progress:
        features.add(ahead, AHEAD_IN_QUIET, float(position.quiet) / float(position.laws.quiet_limit))
    return 1 - ahead


def _count_lateness(position: Position, seat: i64, way: i64, part: float, features: Features) -> None:
    """TC-A31: when the next progress of a side that needs it can come, as a cubed share of the quiet rounds allowed.

    So every step towards a goal or an enemy is worth more in every quiet round, and at last more than any risk.
    """
    quiet = 0.0 if position.progress else float(position.quiet)
    late = min(1.0, (quiet + float(max(way, 0)) / _ALL_MOVES) / float(position.laws.quiet_limit))
    features.add(seat, LATE_BEHIND, part * late * late * late)


def _share_value(features: Features) -> None:
    """A seat's share of the value on the field: a lead counts more when fewer are left, so even exchanges help it."""
    blue, red = _value(features, 0), _value(features, 1)
    if blue + red > 0.0:
        features.add(0, VALUE_SHARE, blue / (blue + red))
        features.add(1, VALUE_SHARE, red / (blue + red))


def _value(features: Features, seat: i64) -> float:
    """What is expected to be left of an army after the present combat, valued as the rules do (TC-A31)."""
    found = 0.0
    kind: i64
    for kind in range(SOLDIER, COMMANDO + 1):
        found += features.get(seat, kind) * float(VALUE[kind])
    return max(found, 0.0)
