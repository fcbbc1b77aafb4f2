"""Armies as rosters: every violation at once, files and codes that round-trip, and hostile ones refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnstorm.core.armies import Armies, Roster, Unit
from pawnstorm.core.errors import BadData, BadOption, UsageError
from pawnstorm.core.game import Setup
from pawnstorm.games import load
from pawnstorm.kit import roster as rosters

GAME = load("fantasy-armies")


def _armies() -> Armies:
    found = GAME.armies()
    assert found is not None
    return found


ARMIES = _armies()


def roster(army: str, **counts: int) -> Roster:
    return Roster(army, tuple(Unit(name.replace("_", " "), count) for name, count in counts.items()))


def wrong(found: Roster, **options: str) -> list[str]:
    """The rules that a roster breaks, in order."""
    return [violation.rule for violation in ARMIES.violations(found, GAME.agree(Setup(options)).options)]


@pytest.mark.rule("FA-08", "FA-09", "FA-M3")
@pytest.mark.parametrize("starter", ARMIES.starters, ids=lambda starter: starter.army)
def test_every_starter_army_is_legal_and_costs_sixty(starter: Roster) -> None:
    assert wrong(starter) == wrong(starter, max_copies="3") == wrong(starter, points="80") == []
    assert wrong(starter, points="40") == ["FA-08"]
    assert rosters.cost(ARMIES, starter) == 60


@pytest.mark.rule("FA-07", "FA-08", "FA-09", "FA-11", "FA-A80")
def test_every_violation_is_reported_at_once() -> None:
    assert wrong(roster("dwarfs", Cannon=16, Ghoul=1)) == ["FA-07", "FA-11", "FA-09", "FA-08"]
    assert wrong(roster("dwarfs", Cannon=17), max_copies="3") == ["FA-11", "FA-09", "FA-08", "FA-A69"]
    assert wrong(roster("dwarfs", High_King=2, Ghoul=1, Imp=1)) == ["FA-07", "FA-07", "FA-A3", "FA-09"]


@pytest.mark.rule("FA-09", "FA-A80")
@pytest.mark.parametrize(
    ("found", "rules"),
    [
        (roster("dwarfs", High_King=1, Warrior=7, Ghoul=8), ["FA-07"]),
        (roster("dwarfs", High_King=1, Warrior=7, Ghoul=9), ["FA-07", "FA-09"]),
        (roster("dwarfs", High_King=1, Ghoul=7), ["FA-07"]),
        (roster("dwarfs", High_King=1, Ghoul=6), ["FA-07", "FA-09"]),
        (roster("elfs", Archer=8), ["FA-07"]),
        (roster("elfs", Archer=7), ["FA-07", "FA-09"]),
        (roster("elfs", Archer=17), ["FA-07", "FA-09"]),
    ],
)
def test_pieces_of_other_lists_count_for_the_size_of_an_army(found: Roster, rules: list[str]) -> None:
    assert wrong(found) == rules


@pytest.mark.rule("FA-09", "FA-10", "FA-A1", "FA-A2", "FA-A3", "FA-A8", "FA-A69", "FA-X6")
@pytest.mark.parametrize(
    ("found", "options", "rules"),
    [
        (roster("orcs", Chieftain=1, Goblin=7), {}, []),
        (roster("orcs", Chieftain=1, Goblin=6), {}, ["FA-09"]),
        (roster("orcs", Chieftain=1, Goblin=16), {}, ["FA-09"]),
        (roster("orcs", Chieftain=2, Goblin=8), {}, ["FA-A3"]),
        (roster("orcs", Goblin=8), {}, ["FA-11"]),
        (roster("elves", Clan_Lord=1, Ranger=7, Archer=9), {}, ["FA-09", "FA-08"]),
        (roster("man", King_of_Men=1, Knight=7), {}, []),
        (roster("man", King_of_Men=1, Knight=9), {}, []),
        (roster("man", King_of_Men=1, Knight=7), {"max_copies": "3"}, ["FA-A69"]),
        (roster("man", King_of_Men=1, Archer=9), {"max_copies": "3"}, ["FA-A69"]),
        (roster("man", King_of_Men=1, Archer=8), {"max_copies": "3"}, []),
    ],
)
def test_what_an_army_may_be(found: Roster, options: dict[str, str], rules: list[str]) -> None:
    assert wrong(found, **options) == rules


@pytest.mark.rule("FA-08", "FA-12")
def test_costs_add_up_in_halves() -> None:
    found = roster("man", King_of_Men=1, Archer=7)
    assert rosters.cost(ARMIES, found) == Fraction(47, 2)
    assert rosters.points(rosters.cost(ARMIES, found)) == "23.5"


@pytest.mark.rule("FA-09")
@pytest.mark.parametrize("army", ARMIES.lists, ids=lambda army: army.key)
def test_sixteen_pieces_are_affordable_in_every_list(army: object) -> None:
    kinds = army.kinds  # type: ignore[attr-defined]
    cheapest = min(kinds[1:], key=lambda kind: kind.cost)
    found = Roster(army.key, (Unit(kinds[0].name), Unit(cheapest.name, 15)))  # type: ignore[attr-defined]
    assert wrong(found) == []


counts = st.lists(st.integers(0, 16), min_size=7, max_size=7)


@given(st.sampled_from(ARMIES.lists), counts)
def test_files_and_codes_round_trip(army: object, numbers: list[int]) -> None:
    units = zip(army.kinds, numbers, strict=True)  # type: ignore[attr-defined]
    found = Roster(army.key, tuple(Unit(kind.name, count) for kind, count in units if count))  # type: ignore[attr-defined]
    assert rosters.read_file(ARMIES, rosters.write_file(ARMIES, found), "x") == found
    code = rosters.write_code(ARMIES, found)
    assert rosters.read_code(ARMIES, code) == found
    assert rosters.understand(ARMIES, code.lower().replace("-", " ")) == found
    assert len(code) <= 34


@given(st.text(max_size=60))
def test_no_text_is_a_code_by_accident(text: str) -> None:
    if text.strip().lower() in {starter.army for starter in ARMIES.starters}:
        return
    with pytest.raises(BadData) as bad:
        rosters.understand(ARMIES, text)
    assert len(str(bad.value)) < 300
    assert "\n" not in str(bad.value)


def test_a_mistyped_code_is_noticed() -> None:
    code = rosters.write_code(ARMIES, ARMIES.starters[0])
    for place, letter in enumerate(code):
        if letter != "-":
            other = "7" if letter != "7" else "8"
            with pytest.raises(BadData, match="is neither a code of fantasy-armies nor one of its starter armies"):
                rosters.read_code(ARMIES, code[:place] + other + code[place + 1 :])


HOSTILE = {
    "huge": ("x = 1\n" * 10_000, "at most 20000 characters long"),
    "deep": ("list = " + "[" * 5_000, "nested too deeply|Invalid value|line 1"),
    "binary": ("\x00\x01=\x02\n", "line 1"),
    "a list in a list": ('list = ["orcs"]', "'list' should be text"),
    "no list": ('name = "x"', "'list' is missing"),
    "another game": ('game = "ch35s"\nlist = "orcs"', "this is a roster of ch35s, not of fantasy-armies"),
    "a wrong key": ('list = "orcs"\nmotto = "waagh"', "unknown key 'motto'"),
    "a wrong key in a piece": (
        'list = "orcs"\n[[piece]]\ntype = "Orc"\nmood = "bad"',
        r"this roster, piece 1 \(line 2\): unknown key 'mood'",
    ),
    "no pieces": (
        'list = "orcs"\n[[piece]]\ntype = "Orc"\ncount = 0',
        "'count' should be a number from 1 to 99, not 0",
    ),
    "a million": ('list = "orcs"\n[[piece]]\ntype = "Orc"\ncount = 1000000', "not 1000000"),
    "half a piece": ('list = "orcs"\n[[piece]]\ntype = "Orc"\ncount = 1.5', "not 1.5"),
    "a code that is too long": ("A" * 5_000, "is neither a code"),
    "nothing": ("", "is neither a code"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_malformed_army_gets_one_sentence(name: str) -> None:
    text, sentence = HOSTILE[name]
    with pytest.raises(BadData, match=sentence) as bad:
        rosters.understand(ARMIES, text)
    assert len(str(bad.value)) < 300


@pytest.mark.rule("FA-07", "FA-08")
@pytest.mark.parametrize(
    ("armies", "sentence"),
    [
        (("orcs",), "needs an army for each of two seats, not 1"),
        (("orcs", "elves", "man"), "not 3"),
        (("orcs", "hobbits"), "is neither a code of fantasy-armies"),
        (('list = "orcs"\n[[piece]]\ntype = "Orc"\n', "elves"), r"needs its King, one Chieftain \(FA-11\); .*FA-09"),
    ],
)
def test_a_table_refuses_armies_that_break_its_rules(armies: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        GAME.agree(Setup(armies=armies))
    with pytest.raises(BadOption, match="costs 60 points, and 40 may be spent"):
        GAME.agree(Setup({"points": "40"}, ("orcs", "elves")))
    with pytest.raises(BadOption, match="no maps"):
        GAME.agree(Setup(map="hills"))


def test_an_agreed_army_is_a_name_or_a_code() -> None:
    starter, own = ARMIES.starters[1], roster("orcs", Chieftain=1, Goblin=7)
    texts = (rosters.write_file(ARMIES, starter), rosters.write_file(ARMIES, own))
    agreed = GAME.agree(Setup(armies=texts))
    assert agreed.armies == ("orcs", rosters.write_code(ARMIES, own))
    assert GAME.agree(agreed) == agreed
