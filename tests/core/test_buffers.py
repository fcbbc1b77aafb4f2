"""The reused buffers: filled, read, cleared, never overrun."""

from collections import Counter
from fractions import Fraction

import pytest

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.luck import Luck


def test_moves_keep_their_order_and_can_be_cleared() -> None:
    moves = Moves(4)
    for move in (7, 3, 2**62, 3):
        moves.add(move)
    assert (moves.count, moves.as_list()) == (4, [7, 3, 2**62, 3])
    moves.clear()
    assert (moves.count, moves.as_list()) == (0, [])
    moves.add(9)
    assert moves.as_list() == [9]


def test_one_order_too_many_is_an_error() -> None:
    moves = Moves(2)
    moves.add(1)
    moves.add(2)
    with pytest.raises(IndexError):
        moves.add(3)
    assert moves.as_list() == [1, 2]


def test_outcomes_add_up_their_weights() -> None:
    outcomes = Outcomes(3)
    outcomes.add(5, 10)
    outcomes.add(0, 26)
    assert (outcomes.count, outcomes.total, outcomes.as_list()) == (2, 36, [(5, 10), (0, 26)])
    outcomes.clear()
    assert (outcomes.count, outcomes.total, outcomes.as_list()) == (0, 0, [])


def test_one_result_too_many_is_an_error() -> None:
    outcomes = Outcomes(1)
    outcomes.add(5, 10)
    with pytest.raises(IndexError):
        outcomes.add(6, 10)
    assert (outcomes.total, outcomes.as_list()) == (10, [(5, 10)])


def test_picking_follows_the_weights() -> None:
    outcomes, luck = Outcomes(), Luck(1)
    weights = {3: 1, 1: 2, 4: 33}
    for value, weight in weights.items():
        outcomes.add(value, weight)
    throws = 7_200
    picked = Counter(outcomes.pick(luck) for _ in range(throws))
    expected = {value: Fraction(weight * throws, 36) for value, weight in weights.items()}
    # Chi-square with two degrees of freedom exceeds 13.82 once in a thousand runs.
    assert float(sum((picked[value] - want) ** 2 / want for value, want in expected.items())) < 13.82


def test_a_single_result_is_always_picked() -> None:
    outcomes = Outcomes()
    outcomes.add(42, 1)
    assert {outcomes.pick(Luck(seed)) for seed in range(20)} == {42}
