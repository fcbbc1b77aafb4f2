"""Set-up: objectives, the Attacker, and deployment (CH-14 to CH-20, CH-A5, CH-A6, CH-A38)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.games.ch35s.pieces import REINFORCE
from pawnstorm.games.ch35s.rules.rounds import open_round
from pawnstorm.games.ch35s.state import (
    AUTO,
    BLACK,
    DEPLOY,
    HAND,
    KEEP,
    OBJECTIVE,
    PUT,
    ROLL_ATTACKER,
    UNITS,
    WHITE,
    ZONES,
    Position,
    pack,
    where,
)
from pawnstorm.kit.bits import bit

TIE: Final = 2
NO_MORE: Final = 0
"""CH-18: the result of a die that would leave the board."""
_TWO_DICE: Final = vec[i64]([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
"""Ways to throw a sum with two dice."""
FIRST_ZONES: Final = vec[i64]([1, 15])
"""CH-A6: the lower of the two zones of the Attacker and of the Defender."""


def start_objectives(position: Position) -> None:
    """CH-17: the first objective die."""
    position.side = WHITE
    position.roll(OBJECTIVE)


def find_objectives(position: Position, outcomes: Outcomes) -> None:
    """CH-17, CH-18: the zone of the next objective, or 0 if it would lie beyond the board."""
    beyond: i64 = 0
    face: i64
    for face in range(1, 7):
        zone = objective_of(position, face)
        if zone == NO_MORE:
            beyond += 1
        else:
            outcomes.add(zone, 1)
    if beyond:
        outcomes.add(NO_MORE, beyond)


def objective_of(position: Position, face: i64) -> i64:
    """CH-18: where a face puts the next objective."""
    zone = position.last_objective + face
    return zone if zone <= ZONES else NO_MORE


def land_objective(position: Position, zone: i64) -> None:
    """CH-17, CH-18, CH-A38: an objective is placed; beyond zone 16 there are no more."""
    if zone != NO_MORE:
        position.objectives |= bit(zone)
        position.last_objective = zone
    if position.journal is not None:
        position.journal.note("objective", (zone,))
    if zone in (NO_MORE, ZONES):
        position.roll(ROLL_ATTACKER)


def find_higher(outcomes: Outcomes, lead: i64) -> None:
    """CH-19, CH-21, CH-A5: White is higher (0), Black is higher (1), or equal; `lead` is added for White."""
    white: i64 = 0
    black: i64 = 0
    one: i64
    other: i64
    for one in range(len(_TWO_DICE)):
        for other in range(len(_TWO_DICE)):
            ways = _TWO_DICE[one] * _TWO_DICE[other]
            if one + lead > other:
                white += ways
            elif one + lead < other:
                black += ways
    outcomes.add(WHITE, white)
    outcomes.add(BLACK, black)
    outcomes.add(TIE, 36 * 36 - white - black)


def higher_of(faces: list[int], lead: i64) -> i64:
    """CH-19: the side whose two dice are higher."""
    white, black = faces[0] + faces[1] + lead, faces[2] + faces[3]
    if white > black:
        return WHITE
    return BLACK if black > white else TIE


def land_attacker(position: Position, outcome: i64) -> None:
    """CH-19, CH-A5: the higher sum is the Attacker and deploys first; equal sums are thrown again."""
    if position.journal is not None:
        position.journal.note("attacker", (outcome,))
    if outcome != TIE:
        position.attacker = outcome
        position.side = outcome
        position.ask(DEPLOY)


def home_of(position: Position, side: i64) -> i64:
    """CH-20, CH-A6: the lower zone of the pair in which a side deploys."""
    return FIRST_ZONES[0 if side == position.attacker else 1]


def find_places(position: Position, moves: Moves) -> None:
    """CH-20, CH-A7: every type in hand into either zone, or kept back if it can reinforce; or all at once."""
    home = home_of(position, position.side)
    unit: i64
    for unit in range(position.side * UNITS, position.end_of(position.side)):
        if where(position.units[unit]) == HAND and not position.is_twin(unit):
            moves.add(pack(PUT, unit, zone=home))
            moves.add(pack(PUT, unit, zone=home + 1))
            if position.forces.abilities[position.kind_of(unit)] & REINFORCE:
                moves.add(pack(KEEP, unit))
    moves.add(pack(AUTO))


def deploy(position: Position, unit: i64, zone: i64) -> None:
    """CH-20, CH-A43: one model is deployed, or openly kept back."""
    position.put(unit, zone)
    if position.journal is not None:
        position.journal.note("deployed", position.as_fact(unit))
    _after_deployment(position)


def deploy_rest(position: Position) -> None:
    """CH-20: the rest is deployed in both zones in turn."""
    if position.journal is not None:
        position.journal.note("deployed rest", (position.side,))
    zone = home_of(position, position.side)
    other = zone + 1
    unit: i64
    for unit in range(position.side * UNITS, position.end_of(position.side)):
        if where(position.units[unit]) == HAND:
            position.put(unit, zone)
            zone, other = other, zone
    _after_deployment(position)


def _after_deployment(position: Position) -> None:
    """CH-20: after the Attacker the Defender deploys, then the first round begins."""
    if position.number_in(position.side, HAND):
        return
    if position.side == position.attacker:
        position.side = 1 - position.side
        position.ask(DEPLOY)
    else:
        open_round(position)
