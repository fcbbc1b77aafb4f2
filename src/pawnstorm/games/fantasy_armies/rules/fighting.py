"""Fights for a square: dice against dice, the loser saves or falls (FA-27 to FA-34)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.buffers import Outcomes
from pawnstorm.games.fantasy_armies.pieces import PAWN
from pawnstorm.games.fantasy_armies.rules.ending import end_without_king, note_progress
from pawnstorm.games.fantasy_armies.rules.profile import dice_of, pips_of
from pawnstorm.games.fantasy_armies.rules.promotion import arrive
from pawnstorm.games.fantasy_armies.rules.turn_order import end_turn
from pawnstorm.games.fantasy_armies.state import FIGHT, FRESH, Position, side_of, type_of, unit_of
from pawnstorm.kit.bits import bit

MOST_DICE: Final = 22
"""The most dice of one throw: their combinations stay below 2**63. Extra dice are thrown ahead in batches."""
_BATCH: Final = 10
_SUMS: Final = 6 * MOST_DICE + 1
BATCH_SUM: Final = 100
"""Added to the sum of a batch, so that it is not taken for a victory."""


def _ways() -> list[int]:
    """In how many ways 0, 1, 2 ... dice show each sum, adding one die at a time."""
    row = [1] + [0] * (_SUMS - 1)
    table = list(row)
    for _ in range(MOST_DICE):
        row = [sum(row[total - face] for face in range(1, 7) if total >= face) for total in range(_SUMS)]
        table += row
    return table


_WAYS: Final = vec[i64](_ways())
_POWERS: Final = vec[i64]([6**dice for dice in range(MOST_DICE + 1)])
_WINS: Final[dict[tuple[i64, i64, i64], i64]] = {}


def _count_wins(attack: i64, defence: i64, edge: i64) -> i64:
    """FA-29, FA-A18: the throws in which the attacker's sum and edge reach the defender's sum."""
    wins: i64 = 0
    total: i64
    other: i64
    for total in range(_SUMS):
        ways = _WAYS[attack * _SUMS + total]
        if ways:
            for other in range(_SUMS):
                if other <= total + edge:
                    wins += ways * _WAYS[defence * _SUMS + other]
    return wins


def wins_of(attack: i64, defence: i64, edge: i64) -> i64:
    """The result of `_count_wins`, computed once for each kind of fight."""
    fight = (attack, defence, edge)
    if fight not in _WINS:
        _WINS[fight] = _count_wins(attack, defence, edge)
    return _WINS[fight]


def declare_attack(position: Position, attacker: i64, target: i64, landing: i64) -> None:
    """FA-27, FA-A57, FA-A58: name both pieces; the dice come next."""
    if position.journal is not None:
        board = position.board
        position.journal.note("attacks", (attacker, board[attacker], target, board[target]))
    position.end_ward(attacker)
    # FA-A11: an attack uses up the double step, even if the piece goes back.
    position.change(attacker, position.board[attacker] & ~FRESH)
    if position.laws.move[type_of(position.board[attacker])] == PAWN:
        note_progress(position)
    position.actor = attacker
    position.target = target
    position.landing = landing
    position.cause = FIGHT
    _count_dice(position)
    position.roll(FIGHT)


def _count_dice(position: Position) -> None:
    """FA-28: the dice of both sides of the fight that is under way."""
    attacker, target = position.board[position.actor], position.board[position.target]
    place = _aura_square(position, position.actor, position.landing)
    position.attack_dice = dice_of(position, attacker, place) + 1
    position.defence_dice = dice_of(position, target, position.target)
    pips = _pips_in_defence(position, target, position.target, position.defence_dice)
    lead = pips_of(position, attacker, place) - pips
    position.edge = _edge(position.attack_dice, position.defence_dice, lead)


def _aura_square(position: Position, attacker: i64, landing: i64) -> i64:
    """FA-A21, FA-A60: the square on which an attacker's auras count."""
    return attacker if position.laws.aura_at_origin else landing


def _edge(attack: i64, defence: i64, lead: i64) -> i64:
    """FA-30, FA-31, FA-A22: the attacker's lead without the dice; with fewer dice an equal sum is not enough."""
    return lead if attack >= defence else lead - 1


def _pips_in_defence(position: Position, target: i64, square: i64, dice: i64) -> i64:
    """FA-A76: what the defender adds; without dice, never less than zero."""
    pips = pips_of(position, target, square)
    return max(pips, 0) if dice == 0 else pips


def chance_to_win(position: Position, attacker: i64, target: i64, landing: i64) -> float:
    """How likely the piece on a square is to win a fight that is not declared yet."""
    board, place = position.board, _aura_square(position, attacker, landing)
    attack = dice_of(position, board[attacker], place) + 1
    defence = dice_of(position, board[target], target)
    lead = pips_of(position, board[attacker], place) - _pips_in_defence(position, board[target], target, defence)
    if attack + defence > MOST_DICE:
        # With so many dice their number decides.
        return 1.0 if attack >= defence else 0.0
    return float(wins_of(attack, defence, _edge(attack, defence, lead))) / float(_POWERS[attack + defence])


def batch_of(position: Position) -> i64:
    """FA-A29: how many dice the side with more dice must throw ahead; 0 if one throw is enough."""
    return _BATCH if position.attack_dice + position.defence_dice > MOST_DICE else 0


def attacker_throws(position: Position) -> bool:
    """FA-A29: whether the attacker throws the batch."""
    return position.attack_dice >= position.defence_dice


def find_outcomes(position: Position, outcomes: Outcomes) -> None:
    """FA-29: the attacker wins (1) or the defender (0); or the sum of a batch."""
    attack, defence = position.attack_dice, position.defence_dice
    count: i64
    if batch_of(position):
        for count in range(_BATCH, 6 * _BATCH + 1):
            outcomes.add(BATCH_SUM + count, _WAYS[_BATCH * _SUMS + count])
        return
    wins = wins_of(attack, defence, position.edge)
    total = _POWERS[attack + defence]
    if wins:
        outcomes.add(1, wins)
    if wins < total:
        outcomes.add(0, total - wins)


def outcome_of(position: Position, faces: list[int]) -> i64:
    """FA-29, FA-30, FA-31: who wins with real dice, the attacker's first."""
    if batch_of(position):
        return BATCH_SUM + sum(faces)
    attack = position.attack_dice
    return 1 if sum(faces[:attack]) + position.edge >= sum(faces[attack:]) else 0


def land(position: Position, outcome: i64) -> None:
    """FA-32: the loser is hit; a batch only changes the lead."""
    if batch_of(position):
        _land_batch(position, outcome - BATCH_SUM)
        return
    loser = position.target if outcome else position.actor
    winner = position.actor if outcome else position.target
    if position.journal is not None:
        board = position.board
        position.journal.note("won", (winner, board[winner], loser, board[loser]))
    position.pending = bit(unit_of(position.board[loser]))


def _land_batch(position: Position, total: i64) -> None:
    if attacker_throws(position):
        position.attack_dice -= _BATCH
        position.edge += total
    else:
        position.defence_dice -= _BATCH
        position.edge -= total


def finish_fight(position: Position) -> None:
    """FA-33, FA-34, FA-A20: carry out the result: removal, advance or going back."""
    attacker, target, landing = position.actor, position.target, position.landing
    board = position.board
    attacker_falls = bool(position.fallen >> unit_of(board[attacker]) & 1)
    target_falls = bool(position.fallen >> unit_of(board[target]) & 1)
    if not attacker_falls and not target_falls:
        if position.journal is not None:
            position.journal.note("back", (attacker, board[attacker]))
        end_turn(position)
        return
    note_progress(position)
    _remove_loser(position, target if attacker_falls else attacker, attacker if attacker_falls else target)
    if target_falls:
        position.put(position.lift(attacker), landing)
    if position.phase == 0:
        return
    if target_falls:
        arrive(position, landing)
    else:
        end_turn(position)


def _remove_loser(position: Position, winner: i64, loser: i64) -> None:
    """FA-33, FA-40, FA-64: the loser leaves; a Vampire or Ghoul gains HTH; a King's fall ends the game."""
    cell = position.board[loser]
    gain = position.laws.book.feast[type_of(position.board[winner])]
    position.lose(loser)
    if gain:
        position.grow(winner, gain)
        if position.journal is not None:
            position.journal.note("grows", (winner, position.board[winner]))
    if position.laws.book.king[type_of(cell)]:
        end_without_king(position, side_of(cell))
