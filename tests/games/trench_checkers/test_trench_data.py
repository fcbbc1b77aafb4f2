"""Fields and decks as data: the printed ones, and the supplied ones that are refused."""

import pytest
from suite import ROOT
from trench_positions import GAME, MELEE

from pawnstorm.core import record
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.games.trench_checkers.pieces.cards import KEYS

DECK = "\n[deck]\nhand = 6\ncards = {cards}\ncopies = {{ {copies} }}\n"


def start(text: str) -> str:
    try:
        GAME.start(GAME.agree(Setup(map=text)))
    except UsageError as error:
        return str(error)
    return ""


def changed(old: str, new: str) -> str:
    assert old in MELEE
    return MELEE.replace(old, new)


WALLED_IN = "6 T T T T T T # T\n5 . D . . . # C #\n4 . . . . . . # ."
NO_GRASS = "T T T T T T T T\n3 T T T T T T T T\n2 T C T T T T D T"

WRONG = {
    "eleven Soldiers": (
        changed("1 . . S S S S . .", "1 . . S S S . . ."),
        "Blue has 11 Soldiers instead of 12 (TC-04)",
    ),
    "thirteen Soldiers": (
        changed("6 . . s s s s . .", "6 s . s s s s . ."),
        "Red has 13 Soldiers instead of 12 (TC-04)",
    ),
    "no Commando": (
        changed("2 . c . . . . . .\n", "2 . . . . . . . .\n"),
        "Red has 0 Commandos instead of one (TC-04)",
    ),
    "a Commando nobody can reach": (
        changed("6 T T T T T T T T\n5 . D . . . . C .\n4 . . . . . . . .", WALLED_IN)
        .replace("4 s s s s s s s s", "4 s s s s s s . s")
        .replace("6 . . s s s s . .", "6 s . s s s s . ."),
        "Blue's army can never reach its Commando on g5 (TC-46)",
    ),
    "a Commando at home": (
        changed("2 . c . . . . . .\n", "2 . . . . . . . .\n").replace("5 . . . . . . C .", "5 . c . . . . C ."),
        "Red's Commando on b5 should sleep on a C tile of the enemy's half (TC-13)",
    ),
    "no trench": (changed("1 T T T T T T T T", "1 . . . . . . . ."), "Blue has no trench in its half (TC-A25)"),
    "two pieces on a tile": (changed("1 . . S S S S . .", "1 . . SS S S . . ."), "two pieces stand on c1 (TC-08)"),
    "a Soldier abroad": (
        changed("4 s s s s s s s s\n3 S S S S S S S S", "4 S s s s s s s s\n3 s S S S S S S S"),
        "does not stand in",
    ),
    "no grass": (
        changed(". . . . . . . .\n3 . . . . . . . .\n2 . C . . . . D .", NO_GRASS),
        "Blue's half has too little empty grass for its terrain (TC-15)",
    ),
    "an unknown tile": (changed("6 T T", "6 Q T"), "a6 is 'Q', but a tile is one of . T D C #"),
    "an unknown piece": (changed("6 . . s", "6 . . q"), "c6 holds 'q', but an army is Soldiers and a Commando"),
    "an odd number of rows": (
        "[field]\ntitle = 'x'\nterrain = 1\ntiles = '''\n1 T T\n'''\npieces = ''\n",
        "even number of rows",
    ),
    "a row too short": (changed("5 . D . . . . C .", "5 . D . . . . C"), "row 5 of the drawing has 7 tokens"),
    "an unknown key": (MELEE + "\ncolour = 3\n", "unknown key 'colour'"),
    "no TOML": ("[field\n", "the supplied map: "),
    "neither field nor deck": ("title = 'x'\n", "needs a table 'field', a table 'deck' or both"),
    "a wrong count": (DECK.format(cards=33, copies="medic = 2"), "the deck says 33 cards and holds 32 (TC-05)"),
    "an unknown card": (DECK.format(cards=33, copies="mdeic = 3"), "there is no card 'mdeic'"),
    "too many of a kind": (
        DECK.format(cards=33, copies="medic = 10"),
        "'medic' should be a number from 0 to 9, not 10",
    ),
    "a deck too small": (
        DECK.format(cards=15, copies=", ".join(f"{key} = {3 if key in KEYS[:5] else 0}" for key in KEYS)),
        "15 cards cannot serve two hands of 6 and 4 depots (TC-A34)",
    ),
}


@pytest.mark.rule("TC-04", "TC-05", "TC-08", "TC-13", "TC-A34", "TC-M1")
@pytest.mark.parametrize("name", WRONG)
def test_an_impossible_map_is_refused_in_a_sentence(name: str) -> None:
    text, sentence = WRONG[name]
    found = start(text)
    assert sentence in found
    assert "\n" not in found


@pytest.mark.rule("TC-M1", "TC-05")
def test_a_supplied_field_and_deck_are_played_and_recorded() -> None:
    text = MELEE + DECK.format(cards=35, copies="napalm = 5")
    match = Match(GAME, Setup(map=text), SeededTower(1))
    assert (match.game.view(match.state, 0).rows, len(match.game.view(match.state, 0).cells)) == (6, 48)
    assert [gauge.value for gauge in GAME.view(match.state, 0).gauges if gauge.id == "deck"] == [35 - 12]
    kept = record.write(record.of_match(match, {}))
    assert record.write(record.of_match(record.replay(record.parse(kept), GAME), {})) == kept


def test_the_example_of_the_documentation_can_be_played() -> None:
    page = (ROOT / "docs" / "rulebooks" / "trench-checkers.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert "[field]" in example
    assert start(example) == ""


def test_a_map_that_is_too_long_or_damaged_is_refused() -> None:
    assert "at most 8000 characters, not 9001" in start("{" + "x" * 9000)
    assert "not a folded data file" in start("standard")
    assert "not a folded data file" in start("[1, 2]")


@pytest.mark.rule("TC-05", "TC-55", "TC-M2")
def test_every_card_says_its_name_moment_and_effect() -> None:
    laws = GAME.start(GAME.agree(Setup())).laws  # type: ignore[attr-defined]
    assert [card.key for card in laws.deck.cards] == list(KEYS)
    assert sum(card.copies for card in laws.deck.cards) == 33
    assert {card.copies for card in laws.deck.cards} == {3}
    ids = {rule.id for rule in GAME.rules}
    for card in laws.deck.cards:
        assert card.title
        assert card.moment
        assert card.text.endswith(".")
        assert card.rule in ids


@pytest.mark.rule("TC-M1", "TC-M4", "TC-12", "TC-A56")
@pytest.mark.parametrize("field", ["standard", "short"])
def test_the_fields_are_the_same_from_both_sides(field: str) -> None:
    state = GAME.start(GAME.agree(Setup({"field": field})))
    view = GAME.view(state, -1)
    grounds = {(cell.column, cell.row): cell.ground for cell in view.cells}
    assert all(grounds[7 - x, view.rows - 1 - y] == ground for (x, y), ground in grounds.items())
    places = {cell.id: (cell.column, cell.row) for cell in view.cells}
    pieces = {(places[token.cell], token.kind, token.owner) for token in view.tokens if token.owner >= 0}
    assert {((7 - x, view.rows - 1 - y), kind, 1 - owner) for (x, y), kind, owner in pieces} == pieces
    assert sum(cell.ground == "depot" for cell in view.cells) == 4
