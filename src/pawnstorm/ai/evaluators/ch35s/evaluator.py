"""What counts in CH35S: victory points and the time left to change them, objectives, models and threats.

A victory point is worth more when less of the game is left, so everything that is counted in points is multiplied by
the weight of a point. Models are described by their numbers and abilities, not by their names. So sheets that players
bring are evaluated like the built-in ones, and an army that is still being chosen like one in the field.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.ai.evaluators.ch35s.attack_odds import MOST_DICE, MOST_NEEDED, odds_of_attacks
from pawnstorm.ai.search.evaluator import NO_QUIESCENCE, Evaluator, Features
from pawnstorm.core.state import State
from pawnstorm.games.ch35s.game import Ch35sState
from pawnstorm.games.ch35s.pieces import EXTRA_ATTACK, KINDS, Forces
from pawnstorm.games.ch35s.rules.army import cost_of, force_of, sheet_of
from pawnstorm.games.ch35s.rules.attacking import dice_of, health_left
from pawnstorm.games.ch35s.rules.board import DISTANCE
from pawnstorm.games.ch35s.rules.rounds import actions_left
from pawnstorm.games.ch35s.rules.scoring import controls
from pawnstorm.games.ch35s.rules.setup import home_of
from pawnstorm.games.ch35s.state import (
    BOMBS,
    COMMANDING,
    COUNTS,
    DONE,
    DRAFT,
    DROPS,
    EXPLODES,
    FREE_STRIKE,
    GO,
    GONE,
    HAND,
    HOLD,
    MASKS,
    POINTS,
    PUSHES,
    RESERVE,
    SHOOT,
    STEP,
    STRIDE,
    TAKEN,
    TELEPORTS,
    UNITS,
    ZONE,
    ZONES,
    Position,
    actor_of,
    damage_of,
    side_of,
    target_of,
    what_of,
    where,
    zone_of,
)

TO_ACT: Final = 0
ACTIONS: Final = 1
LAST_WORD: Final = 2
SCORED: Final = 3
HELD_SAFELY: Final = 4
HELD_OPENLY: Final = 5
HELD_LATER: Final = 6
HELD_FIRMLY: Final = 7
NEAR: Final = 8
TAKEN_OUT: Final = 9
BLOODIEST_SAFELY: Final = 10
BLOODIEST_OPENLY: Final = 11
UNOPPOSED: Final = 12
MODELS: Final = 13
HEALTH: Final = 14
COST: Final = 15
WOUNDS: Final = 16
FIRE: Final = 17
BEST_FIRE: Final = 18
SPEED: Final = 19
RANGE: Final = 20
IN_RESERVE: Final = 21
THREAT_NOW: Final = 22
THREAT_NEXT: Final = 23
SHIELDED: Final = 24
GRANTED_ACTIONS: Final = 25
STRIKE_PENDING: Final = 26
UNSPENT: Final = 27
ABILITY: Final = 28
"""The first of the ten abilities, in the order of their bits."""

_NAMES: Final = (
    ("to_act", 20),
    ("actions", 150),
    ("last_word", 150),
    ("scored", 900),
    ("held_safely", 800),
    ("held_openly", 350),
    ("held_later", 200),
    ("held_firmly", 100),
    ("near", 200),
    ("taken_out", 100),
    ("bloodiest_safely", 1600),
    ("bloodiest_openly", 600),
    ("unopposed", 400),
    ("models", 60),
    ("health", 60),
    ("cost", 150),
    ("wounds", -120),
    ("fire", 60),
    ("best_fire", 150),
    ("speed", 20),
    ("range", 40),
    ("in_reserve", -20),
    ("threat_now", 300),
    ("threat_next", 200),
    ("shielded", 200),
    ("granted_actions", 150),
    ("strike_pending", 100),
    ("unspent", 330),
    ("visions", 30),
    ("extra_attack", 20),
    ("force_field", 60),
    ("force_push", 30),
    ("bomb", 60),
    ("command", 200),
    ("quick_strike", 60),
    ("reinforcement", 40),
    ("explosion", 20),
    ("teleportation", 40),
)

_PER_FIVE: Final = 0.2
"""Points of models are counted in fives, so that amounts are about 1."""
_WOUND: Final = 0.4
"""How much of its worth a model loses with all of its Health, by the part that is gone."""
_CAPTURE: Final = 22.0
"""What a point of models is worth in thousandths of a win: it only affects the order of moves."""
_CONTROL: Final = 70
_IDLE: Final = -40
_COMMAND: Final = 40
_BLAST: Final = 25
_FARTHEST: Final = 6


def _nearness() -> list[float]:
    """For a distance and a Move: 1 divided by the actions that the way takes, 1 for a model that is there."""
    table: list[float] = []
    for distance in range(_FARTHEST + 1):
        for move in range(_FARTHEST + 2):
            table.append(1.0 / max(1, -(-distance // max(move, 1))))
    return table


_NEARNESS: Final = vec[float](_nearness())
_WEIGHTS_OF_POINTS: Final = vec[float]([1.0 / (0.1 + step / 20.0) ** 0.5 for step in range(20 * 12)])
"""What a victory point weighs, by twentieths of rounds to come."""


@final
class Ch35sEvaluator(Evaluator):
    """Evaluates positions of CH35S."""

    def __init__(self) -> None:
        super().__init__(tuple(name for name, _ in _NAMES), tuple(first for _, first in _NAMES))
        # Some model is always in range of another: beyond the horizon threats are counted, not carried out.
        self.quiescence_threshold = NO_QUIESCENCE
        odds = odds_of_attacks()
        self._down: Final[vec[float]] = odds.down
        self._part: Final[vec[float]] = odds.part
        self._mean: Final[vec[float]] = odds.mean

    def phase(self, state: State) -> float:
        """The part of all rounds that is still to come."""
        assert isinstance(state, Ch35sState)
        return rounds_left(state) / float(state.laws.rounds)

    def fill(self, state: State, features: Features) -> None:
        """Armies first; in the field also points, objectives and threats."""
        assert isinstance(state, Ch35sState)
        features.add(state.side, TO_ACT, 1.0)
        side: i64
        if state.phase == DRAFT:
            for side in range(2):
                self._count_choices(state, side, features)
            return
        point = _WEIGHTS_OF_POINTS[min(i64(rounds_left(state) * 20.0), 239)]
        for side in range(2):
            self._count_models(state, side, features)
            _count_scores(state, side, point, features)
            self._look_for_targets(state, side, features)
        _count_objectives(state, point, features)
        if state.granted:
            features.add(state.side, GRANTED_ACTIONS, float(state.granted))
        if state.phase == FREE_STRIKE or state.phase == STRIDE:
            features.add(state.side, STRIKE_PENDING, 1.0)

    def expected_gain(self, state: State, move: i64) -> i64:
        """What an attack is expected to take out, and objectives that change hands."""
        assert isinstance(state, Ch35sState)
        what = what_of(move)
        if what == SHOOT:
            return i64(_CAPTURE * self._gain(state, actor_of(move), target_of(move))) + 1
        if what in (GO, STEP, DROPS):
            return _control_won(state, actor_of(move), zone_of(move))
        if what in (TELEPORTS, PUSHES):
            return _control_won(state, target_of(move), zone_of(move))
        if what == COMMANDING:
            return _COMMAND
        if what == BOMBS:
            return _BLAST * state.number_in(1 - state.side, zone_of(move))
        if what == EXPLODES:
            return _explosion(state, actor_of(move))
        return _IDLE if what in (HOLD, DONE) else 0

    def choosing(self, state: State) -> bool:
        """Whether armies are being chosen."""
        assert isinstance(state, Ch35sState)
        return state.phase == DRAFT

    def _count_choices(self, position: Position, side: i64, features: Features) -> None:
        """Count an army that is being chosen: what it has, and what it can still spend."""
        sheet = sheet_of(position, side)
        budget = float(position.laws.budget)
        if sheet is None:
            features.add(side, UNSPENT, budget * _PER_FIVE)
            return
        if position.side == side or side > position.side:
            spent = float(cost_of(sheet, force_of(position, side)))
            features.add(side, UNSPENT, (budget - spent) * _PER_FIVE)
        masks = position.armies[MASKS : MASKS + 2 * KINDS]
        forces = Forces(sheet, sheet, masks)
        best = 0.0
        place: i64
        for place in range(KINDS):
            count = position.armies[COUNTS + side * KINDS + place]
            if count:
                best = max(best, self._count_kind(forces, side * KINDS + place, side, float(count), features))
        features.add(side, BEST_FIRE, best)

    def _count_models(self, position: Position, side: i64, features: Features) -> None:
        """Count every model that is not out of action."""
        units, forces = position.units, position.forces
        best = 0.0
        unit: i64
        for unit in range(side * UNITS, position.end_of(side)):
            word = units[unit]
            if where(word) != GONE:
                kind = position.kind_of(unit)
                best = max(best, self._count_kind(forces, kind, side, 1.0, features))
                damage = damage_of(word)
                if damage:
                    features.add(side, HEALTH, -float(damage) * _PER_FIVE)
                    lost = float(damage) / float(forces.health[kind])
                    features.add(side, WOUNDS, lost * float(forces.cost[kind]) * _PER_FIVE)
                if where(word) == RESERVE:
                    features.add(side, IN_RESERVE, float(forces.cost[kind]) * _PER_FIVE)
        features.add(side, BEST_FIRE, best)

    def _count_kind(self, forces: Forces, kind: i64, side: i64, count: float, features: Features) -> float:
        """Count a number of healthy models of a type; returns the mean damage of one attack."""
        features.add(side, MODELS, count)
        features.add(side, HEALTH, count * float(forces.health[kind]) * _PER_FIVE)
        features.add(side, COST, count * float(forces.cost[kind]) * _PER_FIVE)
        features.add(side, SPEED, count * float(forces.move[kind] - 2))
        features.add(side, RANGE, count * float(forces.range[kind]))
        abilities = forces.abilities[kind]
        extra: i64 = 1 if abilities & EXTRA_ATTACK else 0
        fire = self._mean[min(forces.strength[kind], MOST_DICE) * 2 + extra] * float(forces.damage[kind])
        features.add(side, FIRE, count * fire)
        ability: i64 = ABILITY
        while abilities:
            if abilities & 1:
                features.add(side, ability, count)
            abilities >>= 1
            ability += 1
        return fire

    def _look_for_targets(self, position: Position, side: i64, features: Features) -> None:
        """Count the best attack that a side could make from where its models are, for each action it has left."""
        left = actions_left(position, side)
        units, forces = position.units, position.forces
        best = 0.0
        unit: i64
        enemy: i64
        first, last = (1 - side) * UNITS, position.end_of(1 - side)
        for unit in range(side * UNITS, position.end_of(side)):
            zone = units[unit] & ZONE
            if 1 <= zone <= ZONES:
                reach = forces.range[position.kind_of(unit)]
                row = zone << 5
                for enemy in range(first, last):
                    if DISTANCE[row | units[enemy] & ZONE] <= reach:
                        best = max(best, self._gain(position, unit, enemy))
        if best > 0.0:
            features.add(side, THREAT_NOW, best * _PER_FIVE * float(left) * 0.2)
            features.add(side, THREAT_NEXT, best * _PER_FIVE)

    def _gain(self, position: Position, unit: i64, enemy: i64) -> float:
        """The points that an attack takes out on average; a wound counts in part."""
        forces = position.forces
        kind = position.kind_of(unit)
        damage = forces.damage[kind]
        dice = min(dice_of(position, unit, enemy), MOST_DICE)
        needed = min((health_left(position, enemy) + damage - 1) // damage, MOST_NEEDED)
        extra: i64 = 1 if forces.abilities[kind] & EXTRA_ATTACK else 0
        seen: i64 = 1 if position.has_visions(side_of(enemy)) else 0
        at = ((dice * 2 + extra) * 2 + seen) * (MOST_NEEDED + 1) + needed
        cost = float(forces.cost[position.kind_of(enemy)])
        return cost * (self._down[at] + _WOUND * self._part[at])


def rounds_left(position: Position) -> float:
    """The rounds to come; the current one counts by its actions that are left."""
    open_ = float(actions_left(position, 0) + actions_left(position, 1))
    return float(position.laws.rounds - position.round) + open_ / float(2 * position.laws.actions)


def _count_scores(position: Position, side: i64, point: float, features: Features) -> None:
    """Count victory points, models taken out in this round, and actions to come."""
    tally, other = position.tally, 1 - side
    own_left, other_left = actions_left(position, side), actions_left(position, other)
    share = float(other_left) / float(position.laws.actions)
    features.add(side, ACTIONS, float(own_left) * 0.2)
    if own_left > other_left:
        features.add(side, LAST_WORD, point)
    features.add(side, SCORED, float(tally[POINTS + side]) * point)
    features.add(side, TAKEN_OUT, float(tally[TAKEN + side]) * _PER_FIVE * point)
    if tally[TAKEN + side] > tally[TAKEN + other]:
        features.add(side, BLOODIEST_SAFELY, (1.0 - share) * point)
        features.add(side, BLOODIEST_OPENLY, share * point)
    if position.has_visions(side):
        features.add(side, SHIELDED, share)


def _count_objectives(position: Position, point: float, features: Features) -> None:
    """Count which side holds which objectives, how firmly, and which side is near enough to change it."""
    later = float(position.laws.rounds - position.round)
    alone = _alone(position)
    zone: i64
    side: i64
    for zone in range(1, ZONES + 1):
        if position.objectives >> zone & 1:
            holder = controls(position, zone)
            if holder >= 0:
                _count_held(position, zone, holder, point, later, features)
            for side in range(2):
                if side != holder:
                    lack = position.number_in(1 - side, zone) - position.number_in(side, zone)
                    features.add(side, NEAR, _nearest(position, side, zone) * point / float(1 + max(lack, 0)))
            if alone >= 0:
                features.add(alone, UNOPPOSED, point * (later + 1.0))


def _count_held(position: Position, zone: i64, side: i64, point: float, later: float, features: Features) -> None:
    """Count an objective that a side controls; it is safer if the other side has fewer actions."""
    share = float(actions_left(position, 1 - side)) / float(position.laws.actions)
    features.add(side, HELD_SAFELY, (1.0 - share) * point)
    features.add(side, HELD_OPENLY, share * point)
    features.add(side, HELD_LATER, later * point)
    if position.number_in(side, zone) - position.number_in(1 - side, zone) > 1:
        features.add(side, HELD_FIRMLY, share * point)


def _alone(position: Position) -> i64:
    """The side whose enemy has nothing left, or -1."""
    white, black = _has_models(position, 0), _has_models(position, 1)
    if white == black:
        return -1
    return 0 if white else 1


def _has_models(position: Position, side: i64) -> bool:
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        if where(position.units[unit]) != GONE:
            return True
    return False


def _nearest(position: Position, side: i64, zone: i64) -> float:
    """How soon a side can have one more model in a zone: 1 for one action, half for two."""
    units, moves = position.units, position.forces.move
    best = 0.0
    unit: i64
    for unit in range(side * UNITS, position.end_of(side)):
        at = where(units[unit])
        if at == HAND:
            at = home_of(position, side)
        if at == RESERVE:
            best = 1.0
        elif at != GONE and at != zone:
            move = min(moves[position.kind_of(unit)], _FARTHEST + 1)
            best = max(best, _NEARNESS[DISTANCE[zone << 5 | at] * (_FARTHEST + 2) + move])
    return best


def _control_won(position: Position, unit: i64, zone: i64) -> i64:
    """Objectives that a model wins by coming to a zone, less those that it gives up where it is."""
    here = where(position.units[unit])
    side = side_of(unit)
    found: i64 = 0
    if position.objectives >> zone & 1:
        lead = position.number_in(side, zone) - position.number_in(1 - side, zone)
        if lead == 0 or lead == -1:
            found += _CONTROL
    if 1 <= here <= ZONES and position.objectives >> here & 1:
        lead = position.number_in(side, here) - position.number_in(1 - side, here)
        if lead == 0 or lead == 1:
            found -= _CONTROL
    return found if side == position.side else -found


def _explosion(position: Position, unit: i64) -> i64:
    """A blast is worth the enemies around, less the friends and the model itself."""
    zone = where(position.units[unit])
    enemies = position.number_in(1 - position.side, zone)
    return (
        _BLAST
        * position.forces.explosion_dice[position.kind_of(unit)]
        * (enemies - position.number_in(position.side, zone))
    )
