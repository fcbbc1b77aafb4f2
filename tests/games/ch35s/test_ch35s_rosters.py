"""Sheets and rosters: the printed card, every violation at once, codes, and sheets that players bring."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_ch35s_odds import _weak_sheet

from pawnstorm.core import record
from pawnstorm.core.armies import Armies, Kind, Roster, Unit
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import BadData, BadOption
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.games import load
from pawnstorm.games.ch35s.rules.lists import roster_force
from pawnstorm.kit import roster as rosters
from pawnstorm.kit.datafile import load as load_data
from pawnstorm.testing import check_game

GAME = load("ch35s")

SHEETS = """
knightmare: Umbral Tyrant 2 7 1 3 2 8 | Hag of Echoes 3 5 2 3 1 5 | Gravemaw 2 8 0 3 2 7 | Dream Flayer 2 3 2 2 1 3
knightmare: Darque Steed 5 3 0 3 1 3 | Husk 3 2 0 2 1 2
brite: Lightmarshal 2 6 2 3 1 5 | Valkyr 4 5 1 3 2 7 | Bastion Walker 2 7 3 2 2 7 | Prism Adept 2 3 2 2 1 3
brite: Jet Lancer 4 3 0 3 1 3 | Trooper 2 2 1 2 1 2
"""
UPGRADES = """
Umbral Tyrant: Mental Command +3, Chaotic Visions +2, +2 Health +2
Hag of Echoes: Teleportation +1, Extra Attack +1, Chaotic Visions +2
Gravemaw: Reinforcement +2, Self Explosion 3 +1, Force Push +1
Dream Flayer: Force Push +1, +1 Range to Mind Barb +1, +1 Strength to Mind Barb +2
Darque Steed: Extra Attack +1, +1 Range to Web Strike +1, Self Explosion 2 +1
Husk: Quick Strike +1, Reinforcement +1, Self Explosion 1 +1
Lightmarshal: Mental Command +4, Force Field +2, +1 Strength to Sun Pistol +1
Valkyr: Quick Strike +3, Teleportation +1, +1 Range to Photon Blade +2
Bastion Walker: Force Field +2, Hard Light Bomb 2 +2, +2 Health +1
Prism Adept: Force Push +1, Force Field +1, Hard Light Bomb 1 +1
Jet Lancer: Quick Strike +2, Extra Attack +1, +1 Health +1
Trooper: +1 Range to Pulse Carbine +1, Reinforcement +1, Extra Attack +1
"""


def _armies() -> Armies:
    found = GAME.armies()
    assert found is not None
    return found


ARMIES = _armies()
KINDS = {kind.name: kind for found in ARMIES.lists for kind in found.kinds}


def roster(army: str, *units: tuple[str, int] | tuple[str, int, tuple[str, ...]]) -> Roster:
    return Roster(army, tuple(Unit(*unit) for unit in units))


def wrong(found: Roster, **options: str) -> list[str]:
    """The rules that a roster breaks, in order."""
    return [violation.rule for violation in ARMIES.violations(found, GAME.agree(Setup(options)).options)]


@pytest.mark.rule("CH-08", "CH-09", "CH-M1", "CH-M4", "CH-X8")
def test_both_sheets_are_the_agreed_ones() -> None:
    for line in SHEETS.strip().splitlines():
        army, _, models = line.partition(": ")
        for model in models.split(" | "):
            *name, move, health, reach, strength, damage, cost = model.split()
            found = ARMIES.find(army)
            assert found is not None
            kind = found.find(" ".join(name))
            assert isinstance(kind, Kind)
            stats = dict(kind.stats)
            assert [stats[key] for key in ("Move", "Health", "R", "S", "D")] == [move, health, reach, strength, damage]
            assert kind.cost == int(cost)


@pytest.mark.rule("CH-09", "CH-A42", "CH-M2", "CH-X9")
@pytest.mark.parametrize("line", UPGRADES.strip().splitlines(), ids=lambda line: line.split(":")[0])
def test_upgrades_are_the_agreed_ones(line: str) -> None:
    name, _, upgrades = line.partition(": ")
    assert ", ".join(KINDS[name].notes) == upgrades


@pytest.mark.rule("CH-M1", "CH-M4")
def test_what_is_printed_is_marked() -> None:
    marked: dict[str, Any] = {}
    for key in ("knightmare", "brite"):
        for model in load_data("pawnstorm.games.ch35s", f"{key}.toml").entries("model"):
            if model.has("printed"):
                marked[model.text("name")] = model.texts("printed")
                marked["upgrades"] = [upgrade.texts("printed") for upgrade in model.entries("upgrade")]
    assert marked == {
        "Darque Steed": ("type", "name", "move", "attack", "range", "strength", "damage", "cost"),
        "upgrades": [("verb", "cost"), ("verb", "amount"), ("verb", "amount")],
    }


@pytest.mark.rule("CH-07", "CH-12", "CH-A42")
def test_the_sample_armies_are_legal() -> None:
    costs = {starter.name: rosters.cost(ARMIES, starter) for starter in ARMIES.starters}
    assert costs == {"k1": 25, "k2": 24, "b1": 24, "b2": 25}
    assert all(wrong(starter) == [] for starter in ARMIES.starters)
    assert [wrong(starter, chess_set_limits="on") for starter in ARMIES.starters] == [["CH-A2"], [], [], []]


@pytest.mark.rule("CH-12", "CH-13")
def test_three_darque_steeds_with_extra_attack_cost_twelve() -> None:
    assert rosters.cost(ARMIES, roster("knightmare", ("Darque Steed", 1, ("Extra Attack",)))) == 4
    assert rosters.cost(ARMIES, roster("knightmare", ("Darque Steed", 3, ("Extra Attack",)))) == Fraction(12)


@pytest.mark.rule("CH-07", "CH-09", "CH-A2", "CH-A4")
def test_every_violation_is_reported_at_once() -> None:
    found = roster(
        "knightmare", ("Umbral Tyrant", 4, ("Jet Pack",)), ("Husk", 1), ("Husk", 2, ("Quick Strike",)), ("Trooper", 1)
    )
    assert wrong(found, chess_set_limits="on") == ["CH-09", "CH-09", "CH-A4", "CH-07", "CH-A2"]
    assert wrong(roster("knightmare")) == ["CH-A2"]
    assert wrong(roster("elves", ("Archer", 1))) == ["CH-09"]


@pytest.mark.rule("CH-10", "CH-A1", "CH-A2")
@pytest.mark.parametrize(
    ("found", "options", "rules"),
    [
        (roster("brite", ("Trooper", 1)), {}, []),
        (roster("brite", ("Trooper", 12)), {}, []),
        (roster("brite", ("Trooper", 13)), {}, ["CH-07"]),
        (roster("brite", ("Lightmarshal", 5)), {}, []),
        (roster("brite", ("Lightmarshal", 2)), {"chess_set_limits": "on"}, ["CH-A2"]),
        (roster("brite", ("Trooper", 9)), {"chess_set_limits": "on"}, ["CH-A2"]),
        (roster("brite", ("Trooper", 8)), {"chess_set_limits": "on"}, []),
        (roster("brite", ("Trooper", 8)), {"points": "15"}, ["CH-07"]),
        (roster("brite", ("Trooper", 20)), {"points": "40"}, []),
    ],
)
def test_what_an_army_may_be(found: Roster, options: dict[str, str], rules: list[str]) -> None:
    assert wrong(found, **options) == rules


def test_an_illegal_army_is_refused_with_all_its_faults() -> None:
    text = 'list = "brite"\n[[piece]]\ntype = "Trooper"\ncount = 13\nupgrades = ["Wings"]\n'
    with pytest.raises(BadOption, match=r"'Wings' \(CH-09\); the army costs 26 points, and 25 may be spent \(CH-07\)"):
        GAME.agree(Setup(armies=(text, "k1")))
    with pytest.raises(BadOption, match="an army for each of two seats, not 1"):
        GAME.agree(Setup(armies=("k1",)))
    with pytest.raises(BadData, match=r"neither a code of ch35s nor one of its starter armies \(k1, k2, b1, b2\)"):
        GAME.agree(Setup(armies=("zebra", "k1")))


@pytest.mark.rule("CH-11")
def test_an_army_has_the_models_and_upgrades_of_its_roster() -> None:
    found = roster(
        "brite",
        ("Lightmarshal", 1, ("Force Field",)),
        ("Trooper", 3, ("Reinforcement",)),
        ("Trooper", 3, ("Extra Attack", "Reinforcement")),
        ("Husk", 4),
    )
    assert roster_force(GAME.book.find("brite"), found) == ((1, 0b010), (0, 0), (0, 0), (0, 0), (0, 0), (6, 0b110))


@pytest.mark.rule("CH-A43")
def test_a_roster_is_chosen_by_orders() -> None:
    found = roster("brite", ("Trooper", 2, ("Reinforcement",)), ("Valkyr", 1))
    assert sorted(ARMIES.orders(found)[1:-1]) == ["+Trooper", "+Trooper", "+Valkyr", "Trooper gets Reinforcement"]
    assert (ARMIES.orders(found)[0], ARMIES.orders(found)[-1]) == ("list brite", "done")
    assert ARMIES.orders(rosters.understand(ARMIES, _weak_sheet())) == ()
    assert ARMIES.orders(roster("elves", ("Archer", 1))) == ()


@pytest.mark.rule("CH-M1")
@pytest.mark.parametrize("key", ["knightmare", "brite"])
def test_a_sheet_is_written_as_a_player_enters_one(key: str) -> None:
    built_in = ARMIES.find(key)
    assert built_in is not None
    text = "\n".join([f'[[piece]]\ntype = "{built_in.kinds[0].name}"', *rosters.sheet_lines(ARMIES, key)])
    entered = ARMIES.find(rosters.understand(ARMIES, text).army)
    assert entered is not None
    assert entered.key != key
    assert (entered.title, entered.kinds) == (built_in.title, built_in.kinds)
    assert rosters.sheet_lines(ARMIES, "elves") == []


UNITS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 12), st.sets(st.integers(0, 2))), max_size=6, unique_by=lambda u: u[0]
)


@given(st.integers(0, 1), UNITS)
def test_codes_and_files_read_back(place: int, units: list[tuple[int, int, set[int]]]) -> None:
    found = ARMIES.lists[place]
    made = [
        Unit(kind.name, count, tuple(sorted(kind.upgrades[index].name for index in chosen)))
        for kind, count, chosen in (
            (found.kinds[at], count, chosen) for at, count, chosen in sorted(units, key=lambda u: u[0])
        )
    ]
    mine = Roster(found.key, tuple(made))
    assert rosters.read_code(ARMIES, rosters.write_code(ARMIES, mine)) == mine
    assert rosters.read_file(ARMIES, rosters.write_file(ARMIES, mine), "mine") == mine


# Sheets that players bring.


@pytest.mark.rule("CH-M1")
def test_a_players_own_sheet_is_played_and_recorded() -> None:
    agreed = GAME.agree(Setup(armies=(_weak_sheet(), "k1")))
    assert agreed.armies[0].count("~") == 1
    assert GAME.agree(agreed) == agreed, "a code holds the whole sheet"
    match = Match(GAME, agreed, SeededTower(5))
    while match.turn == 1:
        match.add(match.step_for(1, "deploy"))
    step = match.add(match.step_for(0, GAME.write(match.state, match.state.legal()[0])))
    assert "White deploys Feeble Pawn in zone" in step.events[0].text
    text = record.write(record.of_match(match, {}))
    again = record.replay(record.parse(text), GAME)
    assert again.state.encode() == match.state.encode()
    assert "Feeble Pawn" in str(GAME.view(again.state, 0).tokens + GAME.view(again.state, 0).trays[0].tokens)


@pytest.mark.rule("CH-M1")
def test_a_game_continues_after_its_sheet_is_forgotten() -> None:
    match = Match(GAME, GAME.agree(Setup(armies=(_weak_sheet(), "k1"))), SeededTower(5))
    key = rosters.understand(ARMIES, _weak_sheet()).army
    number = next(number for number, sheet in GAME.book.sheets.items() if sheet.key == key)
    before = match.state.encode()
    forgotten = GAME.book.sheets.pop(number)
    try:
        assert match.state.encode() == before
        assert GAME.view(match.state, 0).trays
        match.add(match.step_for(match.turn, "deploy"))
    finally:
        GAME.book.sheets[number] = forgotten


@pytest.mark.rule("CH-M1")
def test_a_game_with_a_players_sheet_conforms() -> None:
    report = check_game(GAME, Setup(armies=(_weak_sheet(), "k1")), 3, "fighter")
    assert report.games == 1


BAD = {
    "a stat is missing": ("health = 40\n", "", "'health' is missing"),
    "a stat is too high": ("move = 1", "move = 9", "'move' should be a number from 1 to 6, not 9"),
    "an unknown upgrade": ('verb = "force field"', 'verb = "wings"', "there is no upgrade 'wings'"),
    "an upgrade without its number": ("amount = 5\n", "", "'amount' is missing"),
    "an upgrade twice": ('verb = "force field"', 'verb = "extra attack"', "a model has 3 different upgrades"),
    "an unknown key": ("range = 0", "range = 0\nspeed = 3", "unknown key 'speed'"),
    "another type": ('type = "queen"', 'type = "duke"', "'type' should be 'queen'"),
    "a code twice": ('code = "FQ"', 'code = "FK"', "two models of the sheet have the same code"),
    "a bad code": ('code = "FQ"', 'code = "Queen"', "'code' should be two capitals"),
    "a name with strange signs": ('name = "Feeble Queen"', 'name = "<b>"', "'name' should be up to 30 letters"),
    "no title": ('title = "Weaklings"\n', "", "'title' is missing"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_sheet_is_refused_with_its_place(name: str) -> None:
    old, new, sentence = BAD[name]
    text = _weak_sheet()
    assert old in text
    with pytest.raises(BadData, match=sentence) as bad:
        rosters.understand(ARMIES, text.replace(old, new, 1))
    assert str(bad.value).startswith("this roster, sheet")


def test_a_sheet_lists_six_models() -> None:
    with pytest.raises(BadData, match=r"a sheet lists 6 models, not 5 \(CH-08\)"):
        rosters.understand(ARMIES, _weak_sheet().rpartition("[[sheet.model]]")[0])


def test_a_bad_model_is_named_by_its_line() -> None:
    text = _weak_sheet().replace('type = "queen"', 'type = "duke"')
    line = text[: text.index('type = "duke"')].count("\n")
    with pytest.raises(BadData, match=rf"this roster, sheet, model 2 \(line {line}\): 'type' should be 'queen'"):
        rosters.understand(ARMIES, text)


@pytest.mark.parametrize("spoil", [lambda code: code[:-9], lambda code: code + "!", lambda code: code.split("~")[0]])
def test_a_damaged_code_of_a_players_sheet_is_refused(spoil: Any) -> None:
    code = rosters.write_code(ARMIES, rosters.understand(ARMIES, _weak_sheet()))
    with pytest.raises(BadData, match=r"damaged|neither a code"):
        rosters.understand(ARMIES, spoil(code))


def test_a_game_that_takes_no_sheets_says_so() -> None:
    other = load("fantasy-armies").armies()
    assert other is not None
    with pytest.raises(BadData, match="fantasy-armies has only its own lists"):
        rosters.understand(other, _weak_sheet())
    code = rosters.write_code(ARMIES, rosters.understand(ARMIES, _weak_sheet()))
    with pytest.raises(BadData, match="is neither a code of fantasy-armies"):
        rosters.understand(other, code)
