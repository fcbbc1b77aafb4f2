"""The present numbers of a piece: HTH and D with everything that changes them (FA-14, FA-17)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.games.fantasy_armies.pieces import BEST_SAVE
from pawnstorm.games.fantasy_armies.state import Position, growth_of, side_of, smash_of, type_of, unit_of, ward_of
from pawnstorm.kit.bits import bit
from pawnstorm.kit.chessboard import ALL_LINES

AROUND: Final = ALL_LINES
"""FA-A25: the steps to the eight squares next to a square."""


def aura(position: Position, bonuses: vec[i64], cell: i64, square: i64) -> i64:
    """FA-A23, FA-A24, FA-X5: what friends next to a square add for a piece there, each name once."""
    board = position.board
    total: i64 = 0
    named: i64 = 0
    for step in AROUND:
        neighbour = board[square + step]
        kind = neighbour >> 2 & 63
        if bonuses[kind] and side_of(neighbour) == side_of(cell) and unit_of(neighbour) != unit_of(cell):
            if position.laws.stack_auras or not named >> kind & 1:
                total += bonuses[kind]
            named |= bit(kind)
    return total


def lasting_hth(position: Position, cell: i64) -> i64:
    """FA-A63, FA-A27: the printed HTH with its lasting changes, never below zero."""
    return max(position.laws.book.hth[type_of(cell)] + growth_of(cell), 0)


def dice_of(position: Position, cell: i64, square: i64) -> i64:
    """FA-14, FA-A19, FA-54: the dice of a piece that fights on a square, without the extra one of the attacker."""
    dice = lasting_hth(position, cell) + smash_of(cell)
    if not position.laws.pip_auras:
        dice += aura(position, position.laws.book.aura_hth, cell, square)
    return dice


def pips_of(position: Position, cell: i64, square: i64) -> i64:
    """FA-15, FA-A64: what is added to the sum of the dice."""
    pips = position.laws.book.pips[type_of(cell)]
    if position.laws.pip_auras:
        pips += aura(position, position.laws.book.aura_hth, cell, square)
    return pips


def save_of(position: Position, cell: i64, square: i64) -> i64:
    """FA-17, FA-A28, FA-X2: the D of a piece on a square: printed or warded, then one step easier next to a Cleric."""
    save = position.laws.book.save[type_of(cell)]
    ward = ward_of(cell)
    if ward:
        save = min(save, ward)
    return max(save - aura(position, position.laws.book.aura_d, cell, square), BEST_SAVE)
