"""Single bits, also beyond the 31st, where compiled literals would break."""

from pawnstorm.kit.bits import bit


def test_every_bit_is_the_power_of_two() -> None:
    assert [bit(place) for place in range(63)] == [2**place for place in range(63)]
