"""Perft, extended to dice: how many orders and how many dice results a position has, depth by depth.

Depth counts decisions. A path of depth `d` is `d` orders in a row with every distinct result of the dice in between;
equal counts in two builds, or before and after a change, mean that nothing was lost.
"""

from dataclasses import dataclass

from pawnstorm.core.odds import land_all
from pawnstorm.core.state import CHANCE, OVER, State


@dataclass(frozen=True)
class Count:
    """What one depth has: the orders of its decisions, and the distinct results of their dice."""

    decisions: int
    rolls: int


def perft(state: State, depth: int) -> list[Count]:
    """One count for each depth from 1 to `depth`; dice that open the position count with depth 1."""
    decisions, rolls = [0] * depth, [0] * depth
    if depth:
        for opened in _settled(state.copy(), rolls, 0):
            _walk(opened, decisions, rolls, 0)
    return [Count(*pair) for pair in zip(decisions, rolls, strict=True)]


def _walk(state: State, decisions: list[int], rolls: list[int], level: int) -> None:
    if state.turn() == OVER:
        return
    moves = state.legal()
    decisions[level] += len(moves)
    last = level + 1 == len(decisions)
    for move in moves:
        after = state.copy()
        after.play(move)
        for settled in _settled(after, rolls, level):
            if not last:
                _walk(settled, decisions, rolls, level + 1)


def _settled(state: State, rolls: list[int], level: int) -> list[State]:
    """The positions that wait for a decision, or are over, after every distinct result of the dice."""
    if state.turn() != CHANCE:
        return [state]
    settled: list[State] = []
    for _, _, after in land_all(state):
        rolls[level] += 1
        settled += _settled(after, rolls, level)
    return settled
