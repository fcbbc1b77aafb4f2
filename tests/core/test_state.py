"""What the base class of positions does by itself: turns, endings and shares."""

import pytest

from pawnstorm.core.state import CHANCE, OVER, State


@pytest.mark.parametrize(
    ("seats", "winners", "shares"),
    [
        (2, 0b01, [1.0, 0.0]),
        (2, 0b10, [0.0, 1.0]),
        (2, 0b11, [0.5, 0.5]),
        (4, 0b0100, [0.0, 0.0, 1.0, 0.0]),
        (4, 0b1001, [0.5, 0.0, 0.0, 0.5]),
        (4, 0b1111, [0.25, 0.25, 0.25, 0.25]),
        (3, 0b111, [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_winners_share_one_point(seats: int, winners: int, shares: list[float]) -> None:
    state = State()
    state.seats = seats
    state.finish(winners, 3)
    assert (state.turn(), state.winners, state.ending_code) == (OVER, winners, 3)
    assert [state.share(seat) for seat in range(seats)] == shares


def test_the_base_class_of_positions_has_no_rules() -> None:
    state = State()
    assert (state.turn(), state.journal) == (0, None)
    assert len({CHANCE, OVER, 0}) == 3
    for promised in (state.copy, state.legal, state.pool, state.outcomes, state.encode, state.key, state.seat_names):
        with pytest.raises(NotImplementedError):
            promised()
