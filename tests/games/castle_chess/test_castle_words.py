"""What happens is described: every fact of the rules in one sentence with its rule, and nothing else."""

import pytest

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.game import FactValue, Setup, Sketch
from pawnstorm.core.step import advance, resign
from pawnstorm.games import load
from pawnstorm.testing.scenario import board_size

GAME = load("castle-chess")
FOUR = {"map": "emperor"}
LAST_TWO = {"fallen": "Red Blue", "broken": "a7 s7 c10 q10 a13 s13"}

STORIES: dict[str, tuple[str, dict[str, FactValue], list[str], list[str]]] = {
    "a walk": ("K@g1 k@g13 A@b5", {}, ["Ab5-b6"], ["White's Archer goes b5 to b6. CC-12"]),
    "onto a machine": (
        "K@g1 k@g13 A:r@b5 :c@b6",
        {},
        ["Ab5-b6"],
        ["White's Archer goes b5 to b6 and mans a catapult, leaving a ram. CC-12"],
    ),
    "a blow": (
        "K@g1 k@g13 W@b5 a@c6",
        {},
        ["Wb5xc6"],
        [
            "White's Warrior b5 strikes Black's Archer on c6. CC-08",
            "Black's Archer falls on c6. CC-11",
            "White has a Knight on c6. CC-19",
        ],
    ),
    "a push": ("K@g1 k@g13 W:t@b5", {}, ["Wb5>b6"], ["White's Warrior pushes a tower b5 to b6. CC-43"]),
    "ramming": (
        "K@g1 k@g13 N:r@b5 q:c@b6",
        {},
        ["Nb5>xb6"],
        [
            "White's Knight pushes a ram b5 to b6. CC-43",
            "Black's Queen falls on b6. CC-11",
            "a catapult is destroyed on b6. CC-A55",
        ],
    ),
    "a crew taken without capture": (
        "K@g1 k@g13 Q@b5 a:c@b6",
        {"machine_capture": "off"},
        ["Qb5xb6"],
        [
            "White's Queen b5 strikes Black's Archer on b6. CC-08",
            "Black's Archer falls on b6. CC-11",
            "a catapult is destroyed on b6. CC-A55",
        ],
    ),
    "a crew taken on foot without capture": (
        "K@g1 k@g13 Q@b5 a@b6",
        {"machine_capture": "off"},
        ["Qb5xb6"],
        ["White's Queen b5 strikes Black's Archer on b6. CC-08", "Black's Archer falls on b6. CC-11"],
    ),
    "an arrow": (
        "K@g1 k@g13 A@b5 w@b8",
        {},
        ["Ab5-b6", "shoot b8"],
        ["White's Archer b6 shoots at b8. CC-15", "Black's Warrior falls on b8. CC-11"],
    ),
    "magic": (
        "K@g1 k@g13 M@b5 w@b8 :t@b7",
        {},
        ["Mb5-b6", "blast b7 b8"],
        [
            "White's Mage b6 blasts b7 and b8. CC-27",
            "a tower is destroyed on b7. CC-A55",
            "Black's Warrior falls on b8. CC-11",
        ],
    ),
    "magic from a hill": (
        "K@g1 k@g13 M@g6 w@g10",
        {},
        ["Mg6-g7", "blast g9 g10"],
        ["White's Mage g7 blasts g9 and g10. CC-27", "Black's Warrior falls on g10. CC-11"],
    ),
    "magic among friends": (
        "K@g1 k@g13 M@b5 w@b8 A@b7",
        {"mage_friendly_fire": "on"},
        ["Mb5-b6", "blast b7 b8"],
        [
            "White's Mage b6 blasts b7 and b8. CC-27",
            "White's Archer falls on b7. CC-11",
            "Black's Warrior falls on b8. CC-11",
        ],
    ),
    "a stone at a wall": (
        "K@g1 k@g13 W:c@d8",
        {},
        ["Wd8>d9", "fire d11"],
        ["White's Warrior d9 fires the catapult at d11. CC-52", "Black's wall on d11 is gone. CC-54"],
    ),
    "a stone at a gate": (
        "K@g1 k@f13 W:c@g8",
        {},
        ["Wg8>g9", "fire g11"],
        ["White's Warrior g9 fires the catapult at g11. CC-52", "Black's gate on g11 is gone. CC-55"],
    ),
    "no attack": (
        "K@g1 k@g13 A@b5 w@b8",
        {},
        ["Ab5-b6", "hold"],
        ["White does not attack from b6. CC-A15"],
    ),
    "a ram at a gate": (
        "K@g1 k@g13 N:r@g9",
        {},
        ["Ng9>g10"],
        ["White's Knight pushes a ram g9 to g10. CC-43", "White's ram breaks Black's gate on g11. CC-48"],
    ),
    "a slain King": (
        "K@g1 k@b9 Q@b5",
        {},
        ["Qb5xb9"],
        [
            "White's Queen b5 strikes Black's King on b9. CC-08",
            "Black's King falls on b9. CC-11",
            "The King of Black is slain. CC-10",
        ],
    ),
    "a throne": (
        "K@g12 k@b9",
        {"broken": "g11"},
        ["Kg12-g13"],
        ["White's King goes g12 to g13. CC-39", "White's King takes the throne of Black. CC-41"],
    ),
    "a lost turn": (
        "SK@j1 NK@a15 SW@a14 SQ@m14 SQ@d13 SQ@e12",
        {**FOUR, **LAST_TWO, "check_rule": "strict"},
        ["Qe12-e13"],
        ["White's Queen goes e12 to e13. CC-36", "Black cannot move and loses this turn. CC-A75"],
    ),
    "mate of the last two": (
        "SK@j1 NK@a15 SQ@j12 SQ@m14 SQ@a5",
        {**FOUR, **LAST_TWO},
        ["Qj12-m15"],
        ["White's Queen goes j12 to m15. CC-36", "Black is checkmated and out of the game. CC-A81"],
    ),
    "a standstill": (
        "SK@j1 WK@a10 NK@j19 EK@s10 SQ@g5 NQ@f15 EQ@p8",
        {**FOUR, "quiet": 79},
        ["Qg5-g6"],
        [
            "White's Queen goes g5 to g6. CC-36",
            "Red has the fewest units at a standstill and is, by our ruling, out of the game. CC-A80",
        ],
    ),
    "giving up": (
        "SK@j1 WK@a10 NK@j19 EK@s10",
        FOUR,
        ["Red resigns"],
        ["Red gives up and is out of the game. CC-A79"],
    ),
}


def _drawn(pieces: str, columns: int, rows: int) -> tuple[tuple[str, ...], ...]:
    tokens = {place: token for token, place in (word.split("@") for word in pieces.split())}
    names = "abcdefghijklmnopqrs"[:columns]
    return tuple(tuple(tokens.get(f"{name}{row}", ".") for name in names) for row in range(rows, 0, -1))


@pytest.mark.parametrize("name", STORIES)
def test_what_happens_is_described(name: str) -> None:
    pieces, given, orders, expected = STORIES[name]
    facts = dict(given)
    known = {option.key for option in GAME.options}
    options = {key: str(facts.pop(key)) for key in given if key in known}
    setup = GAME.agree(Setup(options, map=str(facts.pop("map", ""))))
    state = GAME.place(Sketch(_drawn(pieces, *board_size(GAME, setup)), facts), setup)
    for order in orders:
        seat, _, word = order.partition(" ")
        if word == "resigns":
            step = resign(GAME, state, state.seat_names().index(seat), LoadedTower([]))
        else:
            step = advance(GAME, state, int(state.turn()), order, LoadedTower([]))
        assert step is not None
        state = step.state
    assert [f"{event.text} {event.rule}" for event in step.events] == expected


def test_the_set_up_is_described() -> None:
    state = GAME.start(Setup())
    expected: list[str] = []
    for order in ("ram@c4", "rest", "rest"):
        step = advance(GAME, state, int(state.turn()), order, LoadedTower([2]))
        state = step.state
        expected += [f"{event.text} {event.rule}" for event in step.events]
    assert expected[0] == "White puts a ram under the Warrior on c4. CC-03"
    assert len([text for text in expected if "under the Warrior" in text]) == 10
    assert expected[-3:] == [
        "All machines are placed and shown. CC-A37",
        "A coin for who begins: tails. CC-04",
        "The coin says that Black begins. CC-04",
    ]


def test_a_knight_that_comes_along_is_described() -> None:
    state = GAME.start(Setup({"campaign_carry": "on"}, ("knights 2",), "quest-1"))
    step = advance(GAME, state, 0, "knight@c3", LoadedTower([]))
    assert [event.text for event in step.events] == ["Blue has a Knight on c3."]


def test_with_four_sides_the_coin_names_the_direction() -> None:
    state = GAME.start(Setup({"machine_placing": "alternating"}, map="emperor"))
    for order in ("rest",) * 4:
        step = advance(GAME, state, int(state.turn()), order, LoadedTower([1]))
        state = step.state
    assert [event.text for event in step.events][-2:] == [
        "A coin for the direction of play: heads.",
        "The coin says clockwise.",
    ]
    assert not [event for event in step.events if event.kind == "reveal"]


def test_play_without_a_journal_notes_nothing() -> None:
    """Search plays without a journal, and nothing may depend on one."""
    state = GAME.start(Setup())
    state.play(state.legal()[0])
    assert state.journal is None
