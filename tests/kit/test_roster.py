"""Rosters of a toy game with upgrades: what files and codes can contain in any game."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from pawnstorm.core.armies import Armies, ArmyList, Kind, Roster, Unit, Upgrade, Violation
from pawnstorm.core.errors import BadData
from pawnstorm.kit import roster as rosters

BANNER, SHIELD = Upgrade("Banner", Fraction(3)), Upgrade("Shield", Fraction(1, 2))
KNIGHT = Kind("Knight", Fraction(4), upgrades=(BANNER, SHIELD))
LIST = ArmyList("blue", "The Blues", (KNIGHT, Kind("Squire", Fraction(1))))


def toy() -> Armies:
    armies = Armies()
    armies.game = "toy"
    armies.lists = (ArmyList("red", "The Reds", (Kind("Page", Fraction(1)),)), LIST)
    armies.starters = (Roster("red", (Unit("Page", 3),), "pages"),)
    return armies


TOY = toy()
ARMY = Roster("blue", (Unit("Knight", 1), Unit("Knight", 2, ("Banner", "Shield")), Unit("Squire", 40)), "Mine")


def test_upgrades_cost_and_round_trip() -> None:
    assert rosters.cost(TOY, ARMY) == 4 + 2 * Fraction(15, 2) + 40
    assert rosters.read_file(TOY, rosters.write_file(TOY, ARMY), "x") == ARMY
    shared = rosters.read_code(TOY, rosters.write_code(TOY, ARMY))
    assert (shared.army, shared.units, shared.name) == (ARMY.army, ARMY.units, "")


def test_units_are_sorted_and_combined() -> None:
    loose = Roster("blue", (Unit("squire", 2), Unit("Knight"), Unit("SQUIRE")))
    assert rosters.tidy(TOY, loose).units == (Unit("Knight"), Unit("Squire", 3))
    assert rosters.counts(TOY, loose) == {"Knight": 1, "Squire": 3}


def test_unknown_kinds_and_upgrades_are_named() -> None:
    odd = Roster("blue", (Unit("Dragon"), Unit("Squire", 1, ("Banner",))))
    assert [str(found) for found in rosters.unknown_parts(TOY, odd, "T-1")] == [
        "The Blues has no piece 'Dragon' (T-1)",
        "Squire cannot have the upgrade 'Banner' (T-1)",
    ]
    assert str(rosters.unknown_parts(TOY, Roster("green", ()), "T-1")[0]).startswith("there is no list 'green'")
    with pytest.raises(BadData, match="has no piece 'Dragon', so the roster has no code"):
        rosters.write_code(TOY, odd)
    with pytest.raises(BadData, match="unknown list 'green'"):
        rosters.write_code(TOY, Roster("green", ()))


def test_a_starter_army_has_its_name_or_the_name_of_its_list() -> None:
    assert rosters.understand(TOY, "pages") == rosters.understand(TOY, " RED ") == TOY.starters[0]


def test_a_code_of_another_game_is_refused() -> None:
    code = rosters.write_code(TOY, ARMY)
    other = toy()
    other.game = "tale"
    with pytest.raises(BadData, match="is neither a code of tale"):
        rosters.read_code(other, code)


def test_names_with_unusual_letters_can_be_read_back() -> None:
    named = Roster("blue", (), 'a "quoted"\\ name\nwith a line')
    again = rosters.read_file(TOY, rosters.write_file(TOY, named), "x")
    assert again.name == 'a "quoted"\\ name with a line'


def test_a_game_names_its_own_violations() -> None:
    options: Mapping[str, str] = {}
    with pytest.raises(NotImplementedError):
        TOY.violations(ARMY, options)
    assert str(Violation("too many", "T-2")) == "too many (T-2)"
