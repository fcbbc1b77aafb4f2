"""Single bits, also from bit 31 on, where compiled literals would overflow."""

from pawnstorm.kit.bits import bit


def test_every_bit_is_the_power_of_two() -> None:
    assert [bit(place) for place in range(63)] == [2**place for place in range(63)]
