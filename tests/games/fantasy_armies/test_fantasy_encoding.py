"""Encoded positions: they come from records and files, so a damaged one is refused, never partly accepted."""

import pytest

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.games import load
from pawnstorm.games.fantasy_armies.state import Position

GAME = load("fantasy-armies")


def _line() -> str:
    """A position with a little of everything, waiting for dice."""
    rows = [["." for _ in range(8)] for _ in range(8)]
    for square, code in {"a1": "LL", "d4": "NE", "b2": "ZO", "d6": "dr", "e7": "ra", "h8": "el"}.items():
        rows[8 - int(square[1])]["abcdefgh".index(square[0])] = code
    facts = {"hth": {"d4": 2}, "wards": {"d6": "e7"}, "lost": {"White": "SK"}, "entangled": "b2", "owed": 1}
    state = GAME.place(Sketch(tuple(map(tuple, rows)), facts), GAME.agree(Setup()))  # type: ignore[arg-type]
    state.play(GAME.read(state, "d4 casts Slay at d6"))
    return state.encode()


LINE = _line()
"""side=White phase=9 first=White lists=undead/elves passed=- quiet=0 charge=1,0 ... now=..."""


def _spoil(old: str, new: str) -> str:
    assert LINE.count(old) == 1, (old, LINE)
    return LINE.replace(old, new)


def test_the_line_reads_back() -> None:
    again = GAME.decode(LINE, Setup())
    assert again.encode() == LINE
    assert again.outcomes() == [(1, 1), (0, 5)]


REFUSED = {
    "nothing": "",
    "no fields": "hello",
    "a field missing": _spoil("passed=- ", ""),
    "a field nobody knows": LINE + " junk=3",
    "an unknown side": _spoil("side=White", "side=Green"),
    "an unknown list": _spoil("lists=undead/elves", "lists=undead/gnomes"),
    "a piece of another list": _spoil("lists=undead/elves", "lists=undead/orcs"),
    "an unknown phase": _spoil("phase=9", "phase=99"),
    "an end without its phase": LINE + " over=1,1",
    "an unknown square": _spoil("passed=-", "passed=e9"),
    "two pieces on one square": _spoil("LLa1", "LLd4"),
    "an unknown piece": _spoil("LLa1", "XXa1"),
    "no King": _spoil("LLa1", "-"),
    "a unit too many": _spoil("LLa1", "LLa1,ZOa4"),
    "an unknown mark": _spoil(".g2", ".q2"),
    "a growth beyond measure": _spoil(".g2", ".g99999999"),
    "a quiet that is no number": _spoil("quiet=0", "quiet=many"),
    "a ritual beyond measure": _spoil("ritual=0,0", "ritual=9,0"),
    "a pile too short": _spoil("lost=0,", "lost="),
    "a pile below none": _spoil("lost=0,", "lost=-1,"),
    "a mark too big": LINE.replace("seen=", "seen=" + "f" * 30 + ","),
    "a cast by nobody": _spoil(" now=", " now=7"),
    "too few numbers under way": LINE.rpartition(",")[0],
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_position_is_refused(name: str) -> None:
    with pytest.raises(BadPosition) as bad:
        GAME.decode(REFUSED[name], Setup())
    assert str(bad.value) == f"'{REFUSED[name]}' is not an encoded position of fantasy-armies"


DRAWN = {
    "no King": ({"a1": "MA", "h8": "ll"}, {}, "White should have its King piece"),
    "two Kings": ({"a1": "KM", "a2": "KM", "h8": "ll"}, {}, "has a King piece already"),
    "two lists": ({"a1": "KM", "a2": "GB", "h8": "ll"}, {}, "King of Men is not of Orcs & Goblins"),
    "an unknown piece": ({"a1": "KM", "a2": "Zz", "h8": "ll"}, {}, "a2: there is no piece 'Zz'"),
    "an unknown fact": ({"a1": "KM", "h8": "ll"}, {"mood": "bad"}, "has no fact 'mood'"),
    "an unknown seat": ({"a1": "KM", "h8": "ll"}, {"turn": "Red"}, "turn should be White or Black, not 'Red'"),
    "a growth on nobody": ({"a1": "KM", "h8": "ll"}, {"hth": {"c3": 1}}, "hth: there is no piece on 'c3'"),
    "a ward by nobody": ({"a1": "KM", "h8": "ll"}, {"wards": {"a1": "a1"}}, "casts no spells"),
    "a stranger lost": ({"a1": "KM", "h8": "ll"}, {"lost": {"White": "GB"}}, "lost: White has no piece 'GB'"),
    "no P stepped past": ({"a1": "KM", "h8": "ll"}, {"en_passant": "d6"}, "no enemy P has just stepped past 'd6'"),
    "no such square to step past": ({"a1": "KM", "h8": "ll"}, {"en_passant": "d9"}, "just stepped past 'd9'"),
    "a Knight that stepped past": ({"a1": "KM", "d5": "sp", "h8": "ll"}, {"en_passant": "d6"}, "no enemy P has just"),
    "an own P outside a charge": ({"a1": "KM", "d4": "MA", "h8": "ll"}, {"en_passant": "d3"}, "no enemy P has just"),
    "an enemy's P inside a charge": (
        {"a1": "KM", "d5": "sk", "h8": "ll"},
        {"en_passant": "d6", "won_turn": "yes"},
        "no own P has just stepped past 'd6'",
    ),
    "a number in words": ({"a1": "KM", "h8": "ll"}, {"quiet": "ten"}, "quiet should be a number"),
    "seventeen pieces": (
        {"a1": "KM", "h8": "ll", **{f"{c}{r}": "MA" for r in (2, 3) for c in "abcdefgh"}},
        {},
        "White has more than 16 pieces",
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_an_impossible_drawing_is_refused(name: str) -> None:
    pieces, facts, sentence = DRAWN[name]
    rows = tuple(tuple(pieces.get(f"{c}{r}", ".") for c in "abcdefgh") for r in range(8, 0, -1))
    with pytest.raises(BadPosition, match=sentence):
        GAME.place(Sketch(rows, facts), GAME.agree(Setup()))  # type: ignore[arg-type]


PLAIN = {"a1": "KM", "d4": "WZ", "e5": "MA", "d5": "sk", "h8": "ll"}
ON_THEM = {
    "side to move": {"turn": "Black"},
    "changed HTH": {"hth": {"d5": -1}},
    "Armour": {"wards": {"d4": "d4"}},
    "Smash!": {"smash": "d4"},
    "Entangle": {"entangled": "d5"},
    "Ritual": {"ritual": {"White": 1}},
    "the other side's Ritual": {"ritual": {"Black": 1}},
    "double steps": {"fresh": "e5"},
    "turns owed": {"owed": 1},
    "en passant": {"en_passant": "d6"},
}


@pytest.mark.rule("FA-A71")
@pytest.mark.parametrize("name", ON_THEM)
def test_a_position_includes_spells_and_piles(name: str) -> None:
    with_it, without = _placed(ON_THEM[name]), _placed({})
    assert with_it.seen[0] != without.seen[0], "what the count of repetitions remembers"
    assert with_it.key() != without.key()


def _placed(facts: dict[str, object]) -> Position:
    rows = tuple(tuple(PLAIN.get(f"{c}{r}", ".") for c in "abcdefgh") for r in range(8, 0, -1))
    state = GAME.place(Sketch(rows, facts), GAME.agree(Setup()))  # type: ignore[arg-type]
    assert isinstance(state, Position)
    return state


@pytest.mark.rule("FA-A77")
def test_en_passant_survives_drawing_and_encoding_within_a_charge() -> None:
    pieces = {"a1": "CF", "d2": "GB", "e4": "ma", "h8": "km"}
    rows = tuple(tuple(pieces.get(f"{c}{r}", ".") for c in "abcdefgh") for r in range(8, 0, -1))
    setup = GAME.agree(Setup())
    state = GAME.place(Sketch(rows, {"owed": 1, "won_turn": "yes"}), setup)
    state.play(GAME.read(state, "d2-d4"))
    sketch = GAME.sketch(state)
    facts = {key: value for key, value in sketch.facts.items() if key not in ("phase", "lists", "reserve")}
    for again in (GAME.decode(state.encode(), setup), GAME.place(Sketch(sketch.rows, facts), setup)):
        assert again.key() == state.key()
        again.play(GAME.read(again, "stop"))
        assert "e4xd3" in {GAME.write(again, move) for move in again.legal()}


@pytest.mark.rule("FA-A71")
def test_positions_before_a_p_moved_are_forgotten() -> None:
    state = _placed({})
    for text in ("a1-a2", "h8-h7", "e5-e6"):
        state.play(GAME.read(state, text))
    assert state.seen_count == 1
