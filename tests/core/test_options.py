"""Options: completed with their defaults, refused by name."""

import pytest

from pawnstorm.core.errors import BadOption
from pawnstorm.core.options import Option, complete

OPTIONS = (
    Option("flood", "Flood", ("off", "on"), "on: the river rises.", ("XX-1",)),
    Option("rounds", "Rounds", ("5", "7", "none"), "How long it takes.", ("XX-2",)),
)


def test_the_first_value_is_the_default() -> None:
    assert [option.default for option in OPTIONS] == ["off", "5"]
    assert complete("toy", OPTIONS, {}) == {"flood": "off", "rounds": "5"}


def test_chosen_values_win_and_keep_the_order_of_the_game() -> None:
    chosen = complete("toy", OPTIONS, {"rounds": "none", "flood": "on"})
    assert list(chosen.items()) == [("flood", "on"), ("rounds", "none")]


def test_the_choice_itself_is_not_changed() -> None:
    chosen = {"flood": "on"}
    complete("toy", OPTIONS, chosen)["flood"] = "off"
    assert chosen == {"flood": "on"}


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"fire": "on"}, "toy has no option 'fire'; its options are flood, rounds"),
        ({"": "on"}, "toy has no option ''; its options are flood, rounds"),
        ({"flood": "maybe"}, "option 'flood' of toy cannot be 'maybe'; it takes off or on"),
        ({"flood": "ON"}, "option 'flood' of toy cannot be 'ON'; it takes off or on"),
        ({"flood": "on", "rounds": "6"}, "option 'rounds' of toy cannot be '6'; it takes 5 or 7 or none"),
    ],
)
def test_what_a_game_does_not_know_is_refused(chosen: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        complete("toy", OPTIONS, chosen)
    assert str(refused.value) == sentence


def test_a_later_option_does_not_change_earlier_versions() -> None:
    later = (Option("ice", "Ice", ("on", "off"), "on: the river freezes.", ("XX-3",), since=3, before="off"),)
    assert [complete("toy", later, {}, version)["ice"] for version in (0, 1, 2, 3, 4)] == [
        "on",
        "off",
        "off",
        "on",
        "on",
    ]
    assert complete("toy", later, {"ice": "on"}, 1) == {"ice": "on"}


def test_a_game_without_options_refuses_any() -> None:
    assert complete("toy", (), {}) == {}
    with pytest.raises(BadOption, match="toy has no option 'flood'"):
        complete("toy", (), {"flood": "on"})
