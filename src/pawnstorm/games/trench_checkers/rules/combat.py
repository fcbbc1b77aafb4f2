"""Combat: naming an attack, the dice of both stacks, and who wins (TC-31 to TC-37, TC-52)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import Die, Pool
from pawnstorm.games.trench_checkers.pieces.cards import FIELD_GLASSES, MACHINE_GUN_NEST, NAPALM, SUICIDE_MISSION
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMPANY_BITS,
    DIE,
    HEIGHT,
    LARGEST_DIE,
    MOST_ROLLS,
    ROLLS,
    TRENCH_COVER,
    VETERAN_BITS,
)
from pawnstorm.games.trench_checkers.state import (
    AFTER_ATTACK,
    AFTER_DICE,
    ASLEEP,
    BEFORE_DICE,
    DECLARE_ATTACK,
    DICE,
    DOOMED,
    HAND_SIZE,
    HEIGHT_BEFORE,
    KEPT_DIE,
    NOWHERE,
    PLAYED_IN_COMBAT,
    PLAYED_IN_WINDOW,
    SKIP,
    SKIPS_NEXT,
    STUNNED,
    SUICIDE_KIND,
    Position,
    of,
    pack,
)

# How a combat ends for the attacker; STAND means that the loser makes a Last Stand.
WIN: Final = 1
WIN_STAND: Final = 2
TIE: Final = 3
LOSS: Final = 4
LOSS_STAND: Final = 5
MISSED: Final = 6

RESULT_NAMES: Final = (
    "",
    "attacker wins",
    "attacker wins, Last Stand",
    "tie",
    "defender wins",
    "defender wins, Last Stand",
    "no effect",
)
_FIRST_PAIR: Final = 16
"""Outcomes from here on are two kept dice, attacker << 4 | defender; smaller ones are results."""
_BEST: Final = vec[i64](
    [face**rolls - (face - 1) ** rolls for rolls in range(MOST_ROLLS + 1) for face in range(LARGEST_DIE + 1)]
)
"""TC-42, TC-62: in how many throws each face is the best one, by rolls << 4 | face."""


def find_attacks(position: Position, moves: Moves) -> None:
    """TC-32, TC-A14, TC-A15: every stack against every enemy next to it."""
    for cell in position.laws.cells:
        stack = position.board[cell]
        if stack >> 6 == position.side + 1 and not stack & ASLEEP:
            _find_targets(position, cell, position.laws.steps, moves)
            if stack & VETERAN_BITS:
                _find_targets(position, cell, position.laws.corners, moves)


def _find_targets(position: Position, cell: i64, steps: vec[i64], moves: Moves) -> None:
    for step in steps:
        if is_target(position, position.board[cell + step]):
            moves.add(pack(DECLARE_ATTACK, cell, cell + step))


def is_target(position: Position, there: i64) -> bool:
    """TC-32, TC-A8, TC-A51: an enemy stack that is awake, or asleep if the table allows it."""
    return there >> 6 == 2 - position.side and (not there & ASLEEP or position.laws.sleepers_attackable)


_SCRATCH: Final = Moves(512)


def has_attack(position: Position) -> bool:
    """TC-31: whether the side can attack anything."""
    moves = _SCRATCH
    moves.clear()
    find_attacks(position, moves)
    return moves.count > 0


def declare_attack(position: Position, origin: i64, target: i64) -> None:
    """TC-32, TC-A48: name an attack; a Stun Grenade stops it before anything else."""
    _note(position, "attack", origin, target)
    if not _stopped_by_grenade(position):
        _begin_combat(position, origin, target, 0)
        position.phase = BEFORE_DICE


def air_strike(position: Position, target: i64, strike: i64 = 1) -> None:
    """TC-60, TC-A44: an Air Strike instead of an attack; the attacker sits out the next round.

    `strike` says which of the kinds of Air Strike it is, counted from 1.
    """
    _note(position, "strike", NOWHERE, target)
    position.air_strike_made = 1
    if not _stopped_by_grenade(position):
        position.per_seat[of(position.side, SKIP)] = SKIPS_NEXT
        _begin_combat(position, NOWHERE, target, strike)
        position.phase = DICE


def _note(position: Position, kind: str, origin: i64, target: i64) -> None:
    if position.journal is not None:
        position.tell(kind, (position.side, origin, target, position.board[target] & COMPANY_BITS))


def _stopped_by_grenade(position: Position) -> bool:
    """TC-58, TC-A48: a Stun Grenade cancels the first attack, which counts as made; says whether it did."""
    if not position.per_seat[of(position.side, STUNNED)]:
        return False
    position.per_seat[of(position.side, STUNNED)] = 0
    # Captured Arms needs a completed attack, so the turn continues as if it had been declined.
    position.phase = AFTER_ATTACK
    position.passes = 1
    if position.journal is not None:
        position.tell("stunned", (position.side,))
    return True


def _begin_combat(position: Position, origin: i64, target: i64, strike: i64) -> None:
    position.origin = origin
    position.target = target
    position.strike = strike
    position.asked = position.side
    position.passes = 0
    seat: i64
    for seat in range(2):
        cell = origin if seat == position.side else target
        position.per_seat[of(seat, PLAYED_IN_COMBAT)] = position.per_seat[of(seat, PLAYED_IN_WINDOW)] = 0
        position.per_seat[of(seat, HEIGHT_BEFORE)] = HEIGHT[position.board[cell] & COMPANY_BITS]


def clear_combat(position: Position) -> None:
    """Clear everything about the combat that is over."""
    position.origin = position.target = position.strike = position.result = 0
    seat: i64
    for seat in range(2):
        position.per_seat[of(seat, PLAYED_IN_COMBAT)] = position.per_seat[of(seat, HEIGHT_BEFORE)] = position.per_seat[
            of(seat, KEPT_DIE)
        ] = 0
        position.per_seat[of(seat, SUICIDE_KIND)] = position.per_seat[of(seat, DOOMED)] = 0


def company_of(position: Position, seat: i64) -> i64:
    """The company with which a seat takes part in the combat; an Air Strike comes from NOWHERE, which holds none."""
    cell = position.origin if seat == position.side else position.target
    return position.board[cell] & COMPANY_BITS


def die_of(position: Position, seat: i64) -> i64:
    """TC-33, TC-60, TC-64, TC-A58: the faces of the die that a seat rolls in this combat."""
    if position.per_seat[of(seat, SUICIDE_KIND)]:
        return _best_number(position, seat, SUICIDE_MISSION)
    if position.strike and seat == position.side:
        return position.laws.strike_die[position.strike]
    return DIE[company_of(position, seat)]


def rolls_of(position: Position, seat: i64) -> i64:
    """TC-42, TC-62, TC-A58: how often a seat rolls its die; Machine-Gun Nest replaces a Veteran's two."""
    if position.per_seat[of(seat, PLAYED_IN_COMBAT)] & position.laws.with_effect[MACHINE_GUN_NEST]:
        return _best_number(position, seat, MACHINE_GUN_NEST)
    return ROLLS[company_of(position, seat)]


def _best_number(position: Position, seat: i64, effect: i64) -> i64:
    """The highest number among the cards with an effect that a seat has played in this combat."""
    played = position.per_seat[of(seat, PLAYED_IN_COMBAT)] & position.laws.with_effect[effect]
    best: i64 = 0
    card: i64 = 0
    while played >> card:
        if played >> card & 1:
            best = max(best, position.laws.number[card])
        card += 1
    return best


def napalm_of(position: Position, seat: i64) -> i64:
    """TC-63: what Napalm adds for a seat in this combat."""
    played = position.per_seat[of(seat, PLAYED_IN_COMBAT)] & position.laws.with_effect[NAPALM]
    bonus: i64 = 0
    card: i64 = 0
    while played >> card:
        if played >> card & 1:
            bonus += position.laws.number[card]
        card += 1
    return bonus


def bonus_of(position: Position, seat: i64) -> i64:
    """TC-63, TC-A52: what a seat adds to its die: Napalm, and cover for a defender."""
    bonus: i64 = 0
    if position.per_seat[of(seat, PLAYED_IN_COMBAT)]:
        bonus = napalm_of(position, seat)
    if seat != position.side and position.laws.cover[position.target] == seat + 1:
        bonus += TRENCH_COVER
    return bonus


def result_for(position: Position, attack: i64, defence: i64) -> i64:
    """TC-34, TC-37, TC-60: how the combat ends for two kept dice."""
    seat = position.side
    margin = attack + bonus_of(position, seat) - defence - bonus_of(position, 1 - seat)
    if position.strike:
        return WIN if margin >= 0 else MISSED
    if margin > 0:
        return WIN_STAND if _stands(position, 1 - seat, defence) else WIN
    if margin < 0:
        return LOSS_STAND if _stands(position, seat, attack) else LOSS
    return TIE


def _stands(position: Position, loser: i64, die: i64) -> bool:
    """TC-52, TC-A21, TC-A22, TC-A54: the loser is the lower stack and shows the top face of its die."""
    lower = position.per_seat[of(loser, HEIGHT_BEFORE)] < position.per_seat[of(1 - loser, HEIGHT_BEFORE)]
    return lower and die == die_of(position, loser)


def field_glasses_kinds(position: Position, seat: i64) -> i64:
    """TC-65, TC-A47: the kinds of Field Glasses that a seat might still use, as far as everybody can see."""
    per_seat = position.per_seat
    if per_seat[of(seat, HAND_SIZE)] == 0:
        return 0
    return position.laws.with_effect[FIELD_GLASSES] & position.hidden_kinds & ~per_seat[of(seat, PLAYED_IN_COMBAT)]


def _may_roll_again(position: Position) -> bool:
    """TC-65: whether either seat might use Field Glasses after the dice."""
    return field_glasses_kinds(position, 0) != 0 or field_glasses_kinds(position, 1) != 0


_TALLY: Final = vec[i64]([0] * (MISSED + 1))


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """TC-33, TC-A58: both kept dice while they may be rolled again, else only how the combat ends."""
    seat = position.side
    attack_row = rolls_of(position, seat) << 4
    defence_row = rolls_of(position, 1 - seat) << 4
    keep = _may_roll_again(position)
    tally = _TALLY
    result: i64
    for result in range(len(tally)):
        tally[result] = 0
    attack: i64
    defence: i64
    for attack in range(1, die_of(position, seat) + 1):
        for defence in range(1, die_of(position, 1 - seat) + 1):
            weight = _BEST[attack_row | attack] * _BEST[defence_row | defence]
            if keep:
                outcomes.add(attack << 4 | defence, weight)
            else:
                tally[result_for(position, attack, defence)] += weight
    for result in range(len(tally)):
        if tally[result]:
            outcomes.add(result, tally[result])


def pool(position: Position) -> Pool:
    """TC-33, TC-60: the dice of both stacks, or of an Air Strike and its target."""
    side = int(position.side)
    why, rule = ("an Air Strike", "TC-60") if position.strike else ("a combat", "TC-33")
    return Pool(_dice(position, side) + _dice(position, 1 - side), why, rule)


def field_glasses_pool(position: Position) -> Pool:
    """TC-65: the dice that the seat with Field Glasses rolls again."""
    return Pool(_dice(position, int(position.asked)), "a second look through Field Glasses", "TC-65")


def _dice(position: Position, seat: int) -> tuple[Die, ...]:
    purpose = "attack" if seat == position.side else "defence"
    return tuple(Die(int(die_of(position, seat)), seat, purpose) for _ in range(int(rolls_of(position, seat))))


def outcome_of(position: Position, faces: list[int]) -> i64:
    """TC-33, TC-42: the outcome for real dice, the attacker's first; the best die of each side counts."""
    rolls = int(rolls_of(position, position.side))
    attack, defence = max(faces[:rolls]), max(faces[rolls:])
    return attack << 4 | defence if _may_roll_again(position) else result_for(position, attack, defence)


def result_of(position: Position, outcome: i64) -> i64:
    """How the combat ends for an outcome."""
    return outcome if outcome < _FIRST_PAIR else result_for(position, outcome >> 4, outcome & 15)


def land(position: Position, outcome: i64) -> None:
    """TC-33, TC-65: the dice are known; a seat that may roll again is asked before they count."""
    position.open_window(AFTER_DICE, position.side)
    if outcome < _FIRST_PAIR:
        position.result = outcome
    else:
        position.per_seat[of(position.side, KEPT_DIE)] = outcome >> 4
        position.per_seat[of(1 - position.side, KEPT_DIE)] = outcome & 15


def find_reroll_outcomes(position: Position, outcomes: Outcomes) -> None:
    """TC-65: what the seat with Field Glasses keeps after rolling its dice again."""
    seat = position.asked
    row = rolls_of(position, seat) << 4
    kept = position.per_seat[of(seat, KEPT_DIE)]
    worse: i64 = 0
    face: i64
    for face in range(1, kept + 1):
        worse += _BEST[row | face]
    outcomes.add(kept, worse)
    for face in range(kept + 1, die_of(position, seat) + 1):
        outcomes.add(face, _BEST[row | face])


def reroll_outcome_of(position: Position, faces: list[int]) -> i64:
    """TC-65: the die that the seat with Field Glasses keeps after rolling again."""
    return max(*faces, int(position.per_seat[of(position.asked, KEPT_DIE)]))


def result_of_reroll(position: Position, kept: i64) -> i64:
    """TC-65: how the combat ends if the seat with Field Glasses keeps this die."""
    seat = position.asked
    other = position.per_seat[of(1 - seat, KEPT_DIE)]
    return result_for(position, kept, other) if seat == position.side else result_for(position, other, kept)


def land_reroll(position: Position, kept: i64) -> None:
    """TC-65: keep the better die; the window after the dice stays open."""
    position.per_seat[of(position.asked, KEPT_DIE)] = kept
    position.phase = AFTER_DICE
