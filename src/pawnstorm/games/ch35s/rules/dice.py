"""The dice that each moment needs, and which positions odds may count together (CH-17 to CH-21, CH-37, CH-53)."""

from pawnstorm.core.dice import Die, Pool
from pawnstorm.games.ch35s.rules import attacking, blasts
from pawnstorm.games.ch35s.rules.refusals import SIDES, called
from pawnstorm.games.ch35s.state import ATTACK, BLAST, INITIATIVE, OBJECTIVE, ZONES, Position, side_of


def pool(position: Position) -> Pool:
    """The dice that must be thrown now: whose dice, for what, and by which rule."""
    phase, side, dice = position.phase, int(position.side), int(position.dice)
    if phase == ATTACK:
        extra = position.dealt > 0
        return Pool((Die(6, side, "attack"),) * dice, "extra dice" if extra else "an attack", _attack_rule(position))
    if phase == BLAST:
        return Pool(
            (Die(6, side, "blast"),) * dice, _blast_reason(position), "CH-A40" if is_explosion(position) else "CH-53"
        )
    if phase == OBJECTIVE:
        rule = "CH-18" if position.last_objective else "CH-17"
        return Pool((Die(6, 0, "objective"),), "the next objective", rule, aside=True)
    reason, rule = ("the first turn", "CH-21") if phase == INITIATIVE else ("who attacks", "CH-19")
    return Pool(tuple(Die(6, seat, reason) for seat in (0, 0, 1, 1)), reason, rule, aside=True)


def _attack_rule(position: Position) -> str:
    return "CH-46" if position.dealt else "CH-37"


def is_explosion(position: Position) -> bool:
    """CH-53, CH-A40: whether the blast is a Self Explosion, which leaves no acting model."""
    return position.actor < 0


def _blast_reason(position: Position) -> str:
    victim = int(blasts.next_victim(position))
    return f"the blast at {SIDES[side_of(victim)]}'s {called(position, victim)}"


def odds_group(position: Position) -> int:
    """While one action throws again and again: a number shared by positions whose results and chances are the same."""
    if position.phase == ATTACK:
        return 1 + (int(attacking.health_left(position, position.target)) << 4 | int(position.dice))
    if position.phase == OBJECTIVE:
        # Where the next objective may lie depends on the last one only.
        return 1 + ZONES - int(position.last_objective)
    if position.phase != BLAST:
        return 0
    waiting = int(position.white_blast).bit_count() + int(position.black_blast).bit_count()
    # Odds of an explosion name only the fallen: with all damage to both sides there would be too many results.
    hurt = 0 if is_explosion(position) else int(position.hurt)
    return 1 + (waiting << 24 | hurt << 12 | int(position.fallen) << 6 | int(position.own_fallen))
