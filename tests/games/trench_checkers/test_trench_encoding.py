"""Encoded and drawn positions: damaged ones are refused, never partly accepted."""

import re
from pathlib import Path

import pytest
from trench_positions import GAME, place

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import Setup
from pawnstorm.core.step import advance

STATE = place({"a1": "SS", "b2": "z", "g9": "Z", "c4": "S", "c5": "s"}, hands={"Blue": "medic", "Red": "gun"})
START = STATE.encode()


def spoil(old: str, new: str) -> str:
    assert START.count(old) >= 1, START
    return START.replace(old, new, 1)


FIGHT = place({"a1": "S", "c4": "S", "c5": "s", "h10": "s"}, phase="attack", hands={"Blue": "medic"})
FIGHT.play(GAME.read(FIGHT, "c4xc5"))

REFUSED = {
    "nothing": "",
    "no fields": "hello",
    "a field missing": spoil(" terrain=", " terrane="),
    "an unknown piece": spoil("blue=S", "blue=Q"),
    "an unknown tile": spoil("Sc4", "Sz4"),
    "two sides on one tile": spoil("Sc4", "Sc5"),
    "a Commando among the Soldiers": spoil("Sc4", "Cc4"),
    "four pieces on a tile": spoil("Sc4", "Sa1").replace("V,", "Sa1,", 1),
    "more cards than there are": spoil("cards=1", "cards=4"),
    "a pile too short": spoil("cards=1", "cards="),
    "a number that is none": spoil("round=5", "round=x"),
    "a number too few": START.rpartition(",")[0],
    "an unknown phase": spoil("round=5", "round=99"),
    "the wrong seat to act": START.replace(",0,0,0", ",1,0,0")[: len(START)] if START.endswith(",0,0,0") else "x",
    "a game that is over without a winner": START.rpartition(",")[0] + ",2",
    "more passes than seats": FIGHT.encode().replace("round=10,0,0,0,0,", "round=10,0,0,0,-9999999,"),
    "terrain on a piece": spoil("terrain=", "terrain=c4"),
    "a combat in the moves": FIGHT.encode().replace("round=10", "round=5"),
    "a combat without a target": FIGHT.encode().replace("sc5", "sc6").replace("Sc5", "Sc6"),
    "a field nobody knows": START + " junk=1",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_position_is_refused(name: str) -> None:
    assert REFUSED[name] != START
    with pytest.raises(BadPosition) as bad:
        GAME.decode(REFUSED[name], GAME.agree(Setup()))
    assert str(bad.value) == f"'{REFUSED[name]}' is not an encoded position of trench-checkers"


DRAWN = {
    "a phase nobody draws": ({"a1": "S", "a3": "s"}, {"phase": "dice"}, "not 'dice'"),
    "an unknown seat": ({"a1": "S", "a3": "s"}, {"turn": "Green"}, "turn should be Blue or Red, not 'Green'"),
    "an unknown stack": ({"a1": "Q", "a3": "s"}, {}, "a1: there is no stack 'Q'"),
    "two sides in one stack": ({"a1": "Ss"}, {}, "a1: there is no stack 'Ss'"),
    "four in a stack": ({"a1": "SSSS", "a3": "s"}, {}, "a1: no more than three pieces stand on a tile (TC-30)"),
    "two Commandos": ({"a1": "C", "a2": "C", "a3": "s"}, {}, "one Commando (TC-04)"),
    "nobody": ({"a1": "S"}, {}, "each side needs at least one piece"),
    "an unknown card": ({"a1": "S", "a3": "s"}, {"hands": {"Blue": "joker"}}, "there is no card 'joker' left"),
    "a fourth medic": (
        {"a1": "S", "a3": "s"},
        {"discards": "medic medic medic medic"},
        "there is no card 'medic' left",
    ),
    "no depot": ({"a1": "S", "a3": "s"}, {"emptied": "c3"}, "emptied: there is no depot on 'c3'"),
    "an unknown fact": ({"a1": "S", "a3": "s"}, {"weather": "fog"}, "has no fact 'weather'"),
    "too many moves": ({"a1": "S", "a3": "s"}, {"moves": 4}, "moves should be a number from 0 to 3, not 4"),
    "too many fallen": ({"a1": "S", "a3": "s"}, {"fallen": {"Blue": 12}}, "Blue cannot have lost 12 Soldiers"),
    "a fact of the wrong form": (
        {"a1": "S", "a3": "s"},
        {"hands": "medic"},
        "hands should be a table, not 'medic'",
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_an_impossible_drawing_is_refused_in_a_sentence(name: str) -> None:
    pieces, facts, sentence = DRAWN[name]
    with pytest.raises(BadPosition) as bad:
        place(pieces, **facts)  # type: ignore[arg-type]
    assert sentence in str(bad.value)


def test_a_drawing_is_read_back_as_it_was_drawn() -> None:
    sketch = GAME.sketch(STATE)
    assert sketch.rows[-1][0] == "SS"
    assert (sketch.rows[1][6], sketch.rows[-2][1]) == ("Z", "z")
    assert sketch.facts["hands"] == {"Blue": "medic", "Red": "gun"}
    assert (
        GAME.place(sketch.__class__(sketch.rows, {"hands": sketch.facts["hands"]}), GAME.agree(Setup())).encode()
        == START
    )


STORY = {"b8": "S", "g8": "S", "g9": "Z", "c4": "VS", "c5": "s", "d6": "ss", "b2": "z", "b3": "s", "h7": "s"}


def test_encoded_lines_stay_as_records_have_them() -> None:
    hands = {"Blue": "promote top strike arms glasses suicide", "Red": "leave stun napalm medic strike"}
    state = place(STORY, phase="muster", hands=hands, fallen={"Red": 1})
    text = (Path(__file__).parent / "lines.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for line in lines:
        order, faces, numbers = re.fullmatch(r"(.*) \[(.*)\]: (.*)", line).groups()  # type: ignore[union-attr]
        tower = LoadedTower([int(face) for face in faces.split(",") if face])
        state = advance(GAME, state, int(state.turn()), order, tower).state
        assert state.encode().partition(" seats=")[2] == numbers, f"after {order}"
    assert len(lines) == 49
