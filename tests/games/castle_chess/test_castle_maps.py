"""Maps: ours have no faults, and a fault in a player's own map is reported in one sentence with its place."""

import re

import pytest
from suite import folder_of

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import BadData, BadOption
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.record import of_match, parse, replay, write
from pawnstorm.games import load

GAME = load("castle-chess")
MELEE = (folder_of(GAME) / "maps" / "melee.toml").read_text("utf-8")


@pytest.mark.rule("CC-M1")
@pytest.mark.parametrize("key", GAME.maps)
def test_our_maps_have_no_faults(key: str) -> None:
    survey = GAME.survey(key)
    assert survey.faults == ()
    assert survey.drawing.count("\n") > 10


NOTES = {
    "quest-4": (
        "11x11, quest, 2 sides",
        "Blue: 2 Archer, 7 Warrior, 1 Mage, 2 Cavalry, 1 King; machines: 1 ram, 1 catapult; throne f1",
        "Red: 4 Archer, 7 Warrior, 1 Mage; machines: none; no King",
        "passage: f11",
        "limit: 90 turns each",
    ),
    "muster": (
        "13x13, battle, 2 sides",
        "White: 4 Archer, 11 Warrior, 2 Mage, 2 Cavalry, 2 Assassin, 1 Queen, 1 King; "
        "machines: 1 ram, 2 catapult, 2 tower; throne g1",
        "Black: 4 Archer, 11 Warrior, 2 Mage, 2 Cavalry, 2 Assassin, 1 Queen, 1 King; "
        "machines: 1 ram, 2 catapult, 2 tower; throne g13",
    ),
}


@pytest.mark.rule("CC-M1")
@pytest.mark.rule("CC-M2")
@pytest.mark.parametrize("key", NOTES)
def test_a_map_is_described(key: str) -> None:
    assert GAME.survey(key).notes == NOTES[key]


@pytest.mark.rule("CC-A77")
def test_the_limits_of_the_quests() -> None:
    limits = [GAME.survey(key).notes[-1] for key in GAME.campaign]
    assert limits == [f"limit: {turns} turns each" for turns in (40, 50, 50, 90, 80, 80)]


DEADLY = "can kill in the first turn:"
PIT = """
title = "Pit"
kind = "quest"
terrain = '''
    a b c d e
 6  P % . . .  6
 5  % % . . .  5
 4  . . . . .  4
 3  . . . . .  3
 2  . . . . .  2
 1  . . . . .  1
    a b c d e
'''
units = '''
    a b c d e
 6  . . . . k  6
 5  . . . . .  5
 4  . . w . .  4
 3  . . . . .  3
 2  . . W . .  2
 1  K . . . .  1
    a b c d e
'''

[[side]]
name = "Blue"
forward = "north"
train = { ram = 0, catapult = 0, tower = 0 }

[[side]]
name = "Red"
forward = "south"
train = { ram = 0, catapult = 0, tower = 0 }
"""


def test_passages_are_goals_of_blue_alone() -> None:
    assert GAME.survey(PIT).faults == ("Blue cannot get to a6",)


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (("2  . . W . .", "2  . . M . ."), (f"Blue {DEADLY} c2 to c3",)),
        (("4  . . w . .", "4  . w . . ."), ()),
        (("4  . . w . .", "4  . m . . ."), (f"Red {DEADLY} b4 to c4",)),
        (
            ("4  . . w . .", "4  w . . . ."),
            ("Blue can kill in the first turn: c2 to a4", "Red can kill in the first turn: a4 to c2"),
        ),
        (("2  . . W . .", "2  . . . A ."), (f"Blue {DEADLY} d2 to d3",)),
    ],
)
def test_nobody_is_killed_in_the_first_turn(change: tuple[str, str], faults: tuple[str, ...]) -> None:
    """A Warrior that has not moved reaches two spaces; a Mage and an Archer move and strike."""
    text = PIT.replace("P %", ". %").replace("6  . % . . .", "6  . . P . .").replace("5  % %", "5  . .")
    before, after = text.rsplit(change[0], 1)
    assert GAME.survey(before + change[1] + after).faults == faults


def test_an_army_without_a_king_places_from_the_lower_left() -> None:
    text = PIT.replace("P %", ". %").replace("6  . % . . .", "6  . . P . .").replace("5  % %", "5  . .")
    text = text.replace("6  . . . . k", "6  . . w w .").replace(
        'forward = "south"\ntrain = { ram = 0', 'forward = "south"\ntrain = { ram = 1'
    )
    state = GAME.start(Setup(map=text))
    state.play(GAME.read(state, "rest"))
    assert [token.cell for token in GAME.view(state, 0).tokens if token.kind == "ram"] == ["c4"]


@pytest.mark.rule("CC-A46")
def test_a_player_may_refuse_the_knights() -> None:
    state = GAME.start(Setup({"campaign_carry": "on"}, ("knights 1",), "quest-1"))
    state.play(GAME.read(state, "done"))
    assert state.encode() == GAME.start(Setup(map="quest-1")).encode()


WRONG = [
    (("6  . . T . .  6", "6  . . T . T  6"), "line 6, column 13: there is a throne on e6, but no King stands on it"),
    (("3  . # # . .  3", "3  . # # .  3"), "line 9: the row has 4 spaces, the rows above have 5"),
    (("3  . # # . .  3", "3  . # ? . .  3"), "line 9, column 9: '?' is not a ground; the signs are .#Gs^TP%"),
    (("1  . M K A .  1", "1  . M X A .  1"), "line 21, column 9: 'X' is not a unit of this map"),
    (("1  . M K A .  1", "1  . M . A .  1"), "there is a throne on c1, but no King stands on it"),
    (("1  . M K A .  1", "1  K M K A .  1"), "line 21, column 9: White has a second King"),
    (("ram = 1, catapult = 1, tower = 1", "ram = 2, catapult = 1, tower = 1"), "White has 4 machines and only 3"),
    (("4  . . . . .  4", "4  . . W . .  4"), "line 18, column 9: no unit can stand on this wall"),
    (('kind = "battle"', 'kind = "war"'), "'kind' should be battle, expansion or quest, not 'war'"),
    (('forward = "south"', 'forward = "up"'), "'forward' should be north, east, south, west, not 'up'"),
    (('name = "Black"', 'name = "White"'), "needs 2 sides with different names"),
    (('title = "Melee"', 'titel = "Melee"'), "'title' is missing"),
    (('title = "Melee"', 'title = "Melee"\nsymmetry = ["round"]'), "not 'round'"),
    (("[[side]]", "[[side"), "line"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_a_wrong_map_is_refused_with_its_place(change: tuple[str, str], sentence: str) -> None:
    assert change[0] in MELEE
    # The last occurrence of a row belongs to the units, the first to the ground.
    text = MELEE.replace(*change, 1)
    with pytest.raises(BadData, match=re.escape(sentence)):
        GAME.agree(Setup(map=text))


def test_without_thrones_an_army_still_needs_its_king() -> None:
    text = MELEE.replace("T", ".", 2).replace("1  . M K A .  1", "1  . M . A .  1")
    with pytest.raises(BadData, match=re.escape("White has no King (CC-10)")):
        GAME.agree(Setup(map=text.replace(".itle", "title")))


def test_faults_of_a_readable_map_are_listed() -> None:
    text = MELEE.replace('kind = "battle"', 'kind = "battle"\nsealed = true\nsymmetry = ["left-right", "top-bottom"]')
    faults = GAME.survey(text).faults
    assert "the map claims left-right symmetry, but a1 differs" in faults or any("left-right" in one for one in faults)
    assert any("top-bottom" in one for one in faults)
    assert "White can walk to c6 past whole walls and gates" in faults
    assert any("White can kill in the first turn" in one for one in faults)


def test_a_goal_that_cannot_be_reached_is_a_fault() -> None:
    text = MELEE.replace("4  . . # # .  4", "4  # # # # #  4")
    assert "White cannot get to c6" in GAME.survey(text).faults


def test_a_players_own_map_is_played_and_recorded() -> None:
    match = Match(GAME, Setup(map=MELEE), SeededTower(1))
    for order in ("ram@b2", "rest", "rest"):
        match.add(match.step_for(match.turn, order))
    text = write(of_match(match, dict.fromkeys(match.seats, "human")))
    assert replay(parse(text), GAME).state.encode() == match.state.encode()


@pytest.mark.parametrize("name", ["atlantis", "own:", "own:zzz", "own:eJw="])
def test_an_unknown_map_is_refused(name: str) -> None:
    with pytest.raises((BadOption, BadData)):
        GAME.agree(Setup(map=name))


def test_knights_come_along_only_where_they_may() -> None:
    carry = {"campaign_carry": "on"}
    for options, armies, map_ in (({}, ("knights 1",), "quest-1"), (carry, ("knights 1",), "muster")):
        with pytest.raises(BadOption, match="CC-A46"):
            GAME.agree(Setup(options, armies, map_))
    for army in ("dragons 1", "knights ²"):
        with pytest.raises(BadOption, match="takes 'knights N'"):
            GAME.agree(Setup(carry, (army,), "quest-1"))
