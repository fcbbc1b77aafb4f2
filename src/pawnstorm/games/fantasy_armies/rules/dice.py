"""The dice of each phase, and which positions odds may count together (FA-18, FA-28, FA-37, FA-A72)."""

from pawnstorm.core.dice import Die, Pool
from pawnstorm.games.fantasy_armies.pieces import RAIN, STORM
from pawnstorm.games.fantasy_armies.rules import fighting, hits
from pawnstorm.games.fantasy_armies.state import (
    CAST,
    DIG,
    FIGHT,
    RAIN_DROP,
    ROLL_DEPLOY,
    ROLL_DRAFT,
    SAVE,
    SHOT,
    TEAR_LOOSE,
    Position,
    side_of,
    type_of,
)


def pool(position: Position) -> Pool:
    """The dice that must be thrown now: whose they are, for what, and by which rule."""
    phase, side = position.phase, int(position.side)
    if phase in (ROLL_DRAFT, ROLL_DEPLOY):
        rule = "FA-18" if phase == ROLL_DEPLOY else "FA-A4"
        return Pool((Die(6, 0, "roll-off"), Die(6, 1, "roll-off")), "the roll-off", rule)
    if phase == FIGHT:
        return _fight_pool(position)
    if phase == SHOT:
        dice = int(position.laws.shots[type_of(position.board[position.actor])])
        return Pool((Die(6, side, "shot"),) * dice, "a shot", "FA-37")
    if phase == SAVE:
        unit = hits.next_unit(position, position.pending)
        owner = int(side_of(position.board[position.where[unit]]))
        return Pool((Die(6, owner, "save"),), "a save", "FA-32")
    reason, rule = {
        CAST: ("a spell", "FA-42"),
        DIG: ("digging", "FA-57"),
        TEAR_LOOSE: ("an entangled piece", "FA-68"),
        RAIN_DROP: ("a drop of the Rain of Blood", "FA-72"),
    }[int(phase)]
    return Pool((Die(6, side, reason),), reason, rule)


def _fight_pool(position: Position) -> Pool:
    attacker, defender = int(position.side), int(1 - position.side)
    batch = int(fighting.batch_of(position))
    if batch:
        thrower = attacker if fighting.attacker_throws(position) else defender
        return Pool((Die(6, thrower, "fight"),) * batch, "a fight with very many dice", "FA-28")
    dice = (Die(6, attacker, "attack"),) * int(position.attack_dice)
    return Pool(dice + (Die(6, defender, "defence"),) * int(position.defence_dice), "a fight", "FA-28")


def counts_together(position: Position) -> bool:
    """FA-A72: whether the present dice belong to an action that hits many pieces."""
    return position.cause == CAST and position.laws.book.verb[position.spell] in (STORM, RAIN)


def odds_group(position: Position) -> int:
    """FA-A72: while an action throws for many pieces, only who still waits and how many have fallen counts."""
    if position.phase not in (SAVE, RAIN_DROP) or not counts_together(position):
        return 0
    shift = 16 * (1 - int(position.side))
    waiting = (int(position.rain) >> shift & 0xFFFF) << 16 | int(position.pending) >> shift & 0xFFFF
    return 1 + (waiting << 6 | int(position.fallen).bit_count())
