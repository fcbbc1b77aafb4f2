"""Moves in groups, for choices that are made step by step."""

from collections.abc import Callable


def group_moves(moves: list[int], by: Callable[[int], int]) -> dict[int, list[int]]:
    """Moves by a number that each of them has, such as its piece; in the order in which the numbers first appear."""
    groups: dict[int, list[int]] = {}
    for move in moves:
        groups.setdefault(by(move), []).append(move)
    return groups
