"""The random stream: fixed, fair, and the same in both builds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from suite import scaled

from pawnstorm.core.luck import Luck

# An independent model of multiply-with-carry, in unbounded integers.
MULTIPLIER = 2147470590


def model(seed: int, count: int) -> list[int]:
    word, carry = (seed & 0xFFFFFFFF) ^ 0x5DEECE66, (seed >> 32) % 0x3FFFFFFF + 1
    words = []
    for _ in range(16 + count):
        carry, word = divmod(word * MULTIPLIER + carry, 2**32)
        words.append(word)
    return words[16:]


def test_the_first_numbers_never_change() -> None:
    luck = Luck(0)
    assert [luck.next() for _ in range(5)] == [2985057313, 164095461, 4070154195, 81373273, 2467271649]
    luck = Luck(35)
    dice = [1, 6, 2, 2, 6, 5, 4, 2, 4, 2, 5, 4, 1, 5, 2, 4, 1, 3, 4, 3, 3, 1, 4, 2]
    assert [luck.below(6) + 1 for _ in range(24)] == dice


@pytest.mark.parametrize("power", [31, 32])
def test_the_multiplier_gives_the_full_period(power: int) -> None:
    """Both numbers must be prime; these twelve bases decide it for everything below 2**64."""
    number = MULTIPLIER * 2**power - 1
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        chain = [pow(base, odd << step, number) for step in range(twos)]
        assert chain[0] == 1 or number - 1 in chain


@given(st.integers(-(2**100), 2**100))
def test_every_seed_follows_the_model_even_if_huge_or_negative(seed: int) -> None:
    luck = Luck(seed)
    assert [luck.next() for _ in range(20)] == model(seed, 20)


def test_neighbouring_seeds_give_very_different_streams() -> None:
    assert len({_rolls(seed, 12) for seed in range(-50, 50)}) == 100


def _rolls(seed: int, count: int) -> tuple[int, ...]:
    luck = Luck(seed)
    return tuple(int(luck.below(6)) for _ in range(count))


@given(st.integers(0, 2**64), st.integers(1, 2**31))
def test_below_stays_below(seed: int, bound: int) -> None:
    luck = Luck(seed)
    assert all(0 <= luck.below(bound) < bound for _ in range(20))


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 10, 12, 20])
def test_dice_are_fair(sides: int) -> None:
    """Chi-square, computed exactly: below the value that a fair die exceeds once in a thousand runs."""
    critical = {2: 10.83, 3: 13.82, 6: 20.52, 8: 24.33, 10: 27.88, 12: 31.27, 20: 43.82}
    throws = scaled(120_000, 12_000)
    luck, counts = Luck(7), [0] * sides
    for _ in range(throws):
        counts[luck.below(sides)] += 1
    expected = Fraction(throws, sides)
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert float(chi_square) < critical[sides]


def test_two_dice_in_a_row_are_independent() -> None:
    throws = scaled(72_000, 18_000)
    luck, counts = Luck(11), [0] * 36
    for _ in range(throws):
        counts[luck.below(6) * 6 + luck.below(6)] += 1
    expected = Fraction(throws, 36)
    assert float(sum((count - expected) ** 2 / expected for count in counts)) < 66.62


def test_lemires_rejection_removes_exactly_the_unfair_words() -> None:
    """Just above a third of the range every third word is unfair; the model says which, and some occur."""
    bound = 2**32 // 3 + 1
    luck, words, rejected = Luck(3), iter(model(3, 400)), 0
    for _ in range(200):
        product = next(words) * bound
        while product % 2**32 < 2**32 % bound:
            product, rejected = next(words) * bound, rejected + 1
        assert luck.below(bound) == product >> 32
    assert rejected > 50


def test_word63_is_made_of_two_words() -> None:
    first, second = model(9, 2)
    assert Luck(9).word63() == (first >> 1) << 32 | second
    assert all(0 <= Luck(seed).word63() < 2**63 for seed in range(100))


def test_wide_numbers_are_fair_and_within_bounds() -> None:
    luck, bound = Luck(4), 3 * 2**40
    drawn = [int(luck.wide(bound)) for _ in range(3000)]
    assert all(0 <= number < bound for number in drawn)
    thirds = [sum(number // 2**40 == third for number in drawn) for third in range(3)]
    assert all(900 < count < 1100 for count in thirds)
    assert {int(luck.wide(2)) for _ in range(50)} == {0, 1}
