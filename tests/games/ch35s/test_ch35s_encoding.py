"""Encoded positions and drawings: a damaged one is refused as a whole."""

import pytest
from test_ch35s_odds import place

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import Setup
from pawnstorm.core.state import State
from pawnstorm.core.step import advance
from pawnstorm.games import load

GAME = load("ch35s")


def _line() -> str:
    """A position with a little of everything, before the dice of an attack."""
    state = place(
        {1: "UT+HU*1", 5: "tr+tr*1", 9: "lm"},
        upgrades={"UT": "Mental Command", "HU": "Reinforcement", "lm": "Force Field"},
        reserve={"White": "HU"},
        lost={"Black": "BW"},
        objectives="3 6",
        vp={"White": 4},
        visions="Black",
        commanders="UT1",
    )
    state.play(GAME.read(state, "UT1xTR5"))
    return state.encode()


LINE = _line()
"""side=White phase=10 round=1 attacker=White acted=1 visions=2 objectives=72,6 used=1,0 ... now=0,40,3,0,..."""


def _spoil(old: str, new: str) -> str:
    assert LINE.count(old) == 1, (old, LINE)
    return LINE.replace(old, new)


def test_the_line_reads_back() -> None:
    again = GAME.decode(LINE, Setup())
    assert again.encode() == LINE
    assert sum(weight for _, weight in again.outcomes()) == 6**3


REFUSED = {
    "nothing": "",
    "no fields": "hello",
    "a field missing": _spoil("acted=1 ", ""),
    "a field nobody knows": LINE + " junk=3",
    "an unknown side": _spoil("side=White", "side=Green"),
    "an unknown sheet": _spoil("knightmare:", "martians:"),
    "too few types": _spoil("knightmare:1.1,", "knightmare:"),
    "a model too many": _spoil("UT1m,", "UT1m,UT1,"),
    "a model of another sheet": _spoil("LM9", "DS9"),
    "an unknown zone": _spoil("LM9", "LM19"),
    "more damage than Health": _spoil("HU1*1", "HU1*2"),
    "acts where none are counted": _spoil("LM9", "LM9a1"),
    "kept back without Reinforcement": _spoil("LM9", "LM17"),
    "in hand though all are deployed": _spoil("LM9", "LM18"),
    "an unknown phase": _spoil("phase=10", "phase=99"),
    "an end without its phase": LINE + " over=1,1",
    "a round too many": _spoil("round=1", "round=5"),
    "more actions than there are": _spoil("used=1,0", "used=6,0"),
    "an objective in zone 0": _spoil("objectives=72,6", "objectives=73,6"),
    "another last objective": _spoil("objectives=72,6", "objectives=72,3"),
    "no attacker": _spoil("attacker=White", "attacker=-"),
    "an attack by nobody": _spoil("now=0,", "now=-1,"),
    "an attack on a friend": _spoil("now=0,40,", "now=0,1,"),
    "an attack without dice": _spoil("now=0,40,3,", "now=0,40,0,"),
    "too few numbers under way": LINE.rpartition(",")[0],
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_position_is_refused(name: str) -> None:
    with pytest.raises(BadPosition) as bad:
        GAME.decode(REFUSED[name], Setup())
    assert str(bad.value) == f"'{REFUSED[name]}' is not an encoded position of ch35s"


DRAWN = {
    "no model": ({1: "Husk"}, {}, "zone 1: 'Husk' is not a model"),
    "two sheets": ({1: "HU+TR"}, {}, "no sheet has all of White's models: HU TR"),
    "an unknown code": ({1: "ZZ"}, {}, "no sheet has all of White's models: ZZ"),
    "too much damage": ({1: "HU*2"}, {}, "HU has Health 2 and cannot bear 2 damage"),
    "too many": ({1: "41HU"}, {}, "White has more than 40 models"),
    "an unknown fact": ({1: "HU"}, {"mood": "bad"}, "has no fact 'mood'"),
    "an unknown seat": ({1: "HU"}, {"turn": "Red"}, "turn should be White or Black, not 'Red'"),
    "an unknown sheet": ({1: "HU"}, {"lists": {"White": "elves"}}, "there is no sheet 'elves'"),
    "an unknown upgrade": ({1: "HU"}, {"upgrades": {"HU": "Wings"}}, "a Husk cannot have 'Wings'"),
    "an upgrade of nobody": ({1: "HU"}, {"upgrades": {"LM": "Wings"}}, "Knightmare Empire has no model 'LM'"),
    "kept back without Reinforcement": ({1: "HU"}, {"reserve": {"White": "HU"}}, "HU has no Reinforcement"),
    "no action left": ({1: "HU"}, {"used": {"White": 5}}, "White has no action left"),
    "round 9": ({1: "HU"}, {"round": 9}, "round should be a number from 1 to 4"),
    "an objective beyond": ({1: "HU"}, {"objectives": "17"}, "objectives should be a number from 1 to 16"),
    "a command to nobody": ({1: "HU"}, {"commanded": "HU3"}, "there is no model 'HU3'"),
    "acts where none are counted": ({1: "HU"}, {"acts": "HU1:1"}, "acts should be a number from 0 to 0"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_an_impossible_drawing_is_refused(name: str) -> None:
    zones, facts, sentence = DRAWN[name]
    with pytest.raises(BadPosition, match=sentence):
        place(zones, **facts)  # type: ignore[arg-type]


ACTIONS: dict[str, tuple[State, list[tuple[str, list[int]]]]] = {
    "an attack": (place({1: "UT+bw"}), [("UT1xBW1", [5, 1, 1])]),
    "an attack that takes its target out": (place({1: "UT+tr"}), [("UT1xTR1", [5, 1, 1])]),
    "an attack with extra dice": (
        place({1: "DS+lm"}, upgrades={"DS": "Extra Attack"}),
        [("DS1xLM1", [6, 1, 1, 5])],
    ),
    "a bomb": (place({1: "PA", 5: "hu*1+hu"}, upgrades={"PA": "Hard Light Bomb 1"}), [("PA1 bombs 5", [4, 4])]),
    "an explosion": (place({1: "DS+HU*1+tr*1"}, upgrades={"DS": "Self Explosion 2"}), [("DS1 explodes", [4] * 4)]),
    "an explosion far from everybody": (
        place({1: "DS", 2: "tr"}, upgrades={"DS": "Self Explosion 2"}),
        [("DS1 explodes", [])],
    ),
    "a strike": (
        place({1: "HU", 5: "tr"}, upgrades={"HU": "Quick Strike"}),
        [("HU1-5", []), ("HU5xTR5", [5, 1])],
    ),
    "strides": (
        place({1: "VA", 6: "hu"}, {"quick_strike": "every-zone"}, upgrades={"VA": "Quick Strike"}),
        [("VA1-2", []), ("VA2xHU6", [1, 1, 1]), ("VA2-3", []), ("halt", [])],
    ),
    "a command": (
        place({1: "UT", 5: "HU", 6: "tr"}, upgrades={"UT": "Mental Command"}),
        [("UT1 commands HU5", []), ("HU5-6", []), ("HU6xTR6", [1, 5])],
    ),
    "a round": (place({1: "HU", 9: "tr"}, used={"White": 4, "Black": 5}), [("hold", [6, 6, 1, 1])]),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_nothing_is_left_over_from_an_action(name: str) -> None:
    state, orders = ACTIONS[name]
    for order, dice in orders:
        state = advance(GAME, state, int(state.turn()), order, LoadedTower(dice)).state
    assert "now=" not in state.encode()


@pytest.mark.rule("CH-A35")
def test_a_game_that_ended_early_reads_back() -> None:
    setup = GAME.agree(Setup({"early_end": "on"}))
    state = place({1: "UT+tr*1"}, dict(setup.options))
    state = advance(GAME, state, 0, "UT1xTR1*1", LoadedTower([5, 5, 5])).state
    assert GAME.decode(state.encode(), setup).encode() == state.encode()


@pytest.mark.rule("CH-A37")
def test_a_stride_remembers_its_steps_and_its_strike() -> None:
    state = place({1: "VA", 6: "hu"}, {"quick_strike": "every-zone"}, upgrades={"VA": "Quick Strike"})
    for order, dice in (("VA1-2", []), ("VA2xHU6", [1, 1, 1])):
        state = advance(GAME, state, 0, order, LoadedTower(dice)).state
    assert state.encode().endswith(" now=0,-1,0,0,3,1,0,-1,0,0,0,0,0")
