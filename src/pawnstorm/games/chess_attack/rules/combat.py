"""Fights: a declared attack, two dice, and what becomes of the two pieces (CA-21 to CA-33).

`declare_attack` adds up both sides, `pool` asks for dice, `outcome_of` reads them, and `land` carries the outcome out.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.dice import Die, Pool
from pawnstorm.core.state import CHANCE
from pawnstorm.games.chess_attack.rules.rescue import arrive
from pawnstorm.games.chess_attack.rules.support import attack_total, defence_total
from pawnstorm.games.chess_attack.rules.winning import end_turn, kings_fell
from pawnstorm.games.chess_attack.state import NOWHERE, WOUND_BIT, Position

# The fate of a piece in a fight.
UNHURT: Final = 0
WOUNDED: Final = 1
FALLS: Final = 2

_DIE: Final = 6
"""CA-23: the faces of each side's die."""
CLEAR_MARGIN: Final = 3
"""CA-26, CA-29: a win by at least this much leaves the winner unhurt."""
_OUTCOMES: Final = 9
_SURE_LEAD: Final = _DIE - 1 + CLEAR_MARGIN
"""A lead of this size, for either side, decides the fight whatever the dice show."""
_LEADS: Final = range(-_SURE_LEAD, _SURE_LEAD + 1)


def _outcome(fate_of_attacker: i64, fate_of_target: i64) -> i64:
    """An outcome of a fight as one number: the fates of the attacker and of the target."""
    return fate_of_attacker * 3 + fate_of_target


def fight_outcome(margin: i64, attacker_wounded: bool, target_wounded: bool) -> i64:
    """CA-26 to CA-32: the outcome for a margin, attack total minus defence total, and the wounds of both."""
    attacker: i64 = UNHURT
    target: i64 = UNHURT
    if margin > 0:
        target = FALLS
    elif margin < 0:
        attacker = FALLS
    # CA-27, CA-30, CA-31: a narrow winner is wounded, in a tie both are.
    if attacker != FALLS and margin < CLEAR_MARGIN:
        attacker = FALLS if attacker_wounded else WOUNDED
    if target != FALLS and margin > -CLEAR_MARGIN:
        target = FALLS if target_wounded else WOUNDED
    return _outcome(attacker, target)


def _throws_by_outcome(lead: int, attacker_wounded: bool, target_wounded: bool) -> list[int]:
    """CA-23: how many throws of two dice give each outcome."""
    weights = [0] * _OUTCOMES
    for attack_die in range(1, _DIE + 1):
        for defence_die in range(1, _DIE + 1):
            weights[fight_outcome(lead + attack_die - defence_die, attacker_wounded, target_wounded)] += 1
    return weights


def _all_throws() -> list[int]:
    """The same for every lead and every pair of wounds, as one flat table."""
    table: list[int] = []
    for lead in _LEADS:
        for wounds in range(4):
            table += _throws_by_outcome(lead, bool(wounds & 2), bool(wounds & 1))
    return table


_THROWS: Final = vec[i64](_all_throws())


def declare_attack(position: Position, attacker: i64, target: i64, landing: i64) -> None:
    """CA-22, CA-24, CA-25: name the two pieces and add up both sides; the dice come next."""
    position.attack = attack_total(position, attacker, target)
    position.defence = defence_total(position, target)
    position.attacker = attacker
    position.target = target
    position.landing = landing
    position.to_act = CHANCE
    if position.journal is not None:
        board = position.board
        position.journal.note("attack", (position.side, attacker, board[attacker], target, board[target]))


def pool(position: Position) -> Pool:
    """CA-23, CA-A35: one die for each side, thrown together."""
    attacker, defender = int(position.side), int(1 - position.side)
    return Pool((Die(_DIE, attacker, "attack"), Die(_DIE, defender, "defence")), "a fight", "CA-23")


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """CA-23: every outcome of the fight under way, with the number of its throws."""
    lead = min(max(position.attack - position.defence, -_SURE_LEAD), _SURE_LEAD)
    board = position.board
    wounds = (board[position.attacker] & WOUND_BIT) >> 4 | (board[position.target] & WOUND_BIT) >> 5
    row = ((lead + _SURE_LEAD) * 4 + wounds) * _OUTCOMES
    outcome: i64
    for outcome in range(_OUTCOMES):
        weight = _THROWS[row + outcome]
        if weight:
            outcomes.add(outcome, weight)


def outcome_of(position: Position, attack_die: i64, defence_die: i64) -> i64:
    """CA-24, CA-25: the outcome that two real dice give."""
    margin = position.attack + attack_die - position.defence - defence_die
    board = position.board
    return fight_outcome(margin, bool(board[position.attacker] & WOUND_BIT), bool(board[position.target] & WOUND_BIT))


def land(position: Position, outcome: i64) -> None:
    """CA-26 to CA-33: wounds, removals and the compulsory advance; then the turn ends (CA-A18)."""
    attacker, target, landing = position.attacker, position.target, position.landing
    fate_of_attacker, fate_of_target = outcome // 3, outcome % 3
    _forget_fight(position)
    if position.journal is not None:
        board = position.board
        numbers = (position.side, attacker, board[attacker], target, board[target], outcome)
        position.journal.note("fought", numbers)
    _apply_fate(position, target, fate_of_target)
    _apply_fate(position, attacker, fate_of_attacker)
    position.quiet = 0
    position.seen_count = 0
    position.set_passed(NOWHERE)
    advances = fate_of_target == FALLS and fate_of_attacker != FALLS
    if advances:
        position.put(position.lift(attacker), landing)
    if kings_fell(position):
        return
    if advances:
        arrive(position, landing)
    else:
        end_turn(position)


def _apply_fate(position: Position, square: i64, fate: i64) -> None:
    """CA-32: a piece stays as it is, turns to its wounded face, or leaves the board."""
    if fate == FALLS:
        position.lose(square)
    elif fate == WOUNDED:
        position.wound(square)


def _forget_fight(position: Position) -> None:
    position.attacker = position.target = position.landing = NOWHERE
