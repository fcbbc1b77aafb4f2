"""The odds of a fight: the printed table of results by lead, and brute force over 36 throws."""

from fractions import Fraction

import pytest
from chess_attack_reference import NAMES, chances, throws

from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.odds import odds
from pawnstorm.core.state import State
from pawnstorm.games import load
from pawnstorm.kit.drawing import read_board

GAME = load("chess-attack")
FORKS = ("b4", "b6", "c3", "c7", "e3", "e7", "f4", "f6")
"""The squares from which a knight bears on d5."""

RESULTS = (
    "target falls",
    "target falls, attacker wounded",
    "both wounded",
    "attacker falls, target wounded",
    "attacker falls",
)
# Lead before the dice: how many of the 36 throws give each result, in the order of RESULTS.
TABLE = {
    -6: (0, 0, 0, 3, 33),
    -5: (0, 0, 1, 5, 30),
    -4: (0, 1, 2, 7, 26),
    -3: (0, 3, 3, 9, 21),
    -2: (1, 5, 4, 11, 15),
    -1: (3, 7, 5, 11, 10),
    0: (6, 9, 6, 9, 6),
    1: (10, 11, 5, 7, 3),
    2: (15, 11, 4, 5, 1),
    3: (21, 9, 3, 3, 0),
    4: (26, 7, 2, 1, 0),
    5: (30, 5, 1, 0, 0),
    6: (33, 3, 0, 0, 0),
}


def place(
    pieces: dict[str, str], options: dict[str, str] | None = None, turn: str = "White", **facts: str | dict[str, str]
) -> State:
    """A position with these pieces by square."""
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
    return GAME.place(Sketch(rows, {"turn": turn, **facts}), GAME.agree(Setup(options or {})))


def pawn_fight(lead: int, attacker: str = "P", target: str = "p") -> State:
    """Pawn e4 against pawn d5 with as many knights around as the lead needs; a wounded pawn attacks with 1."""
    wanted = lead - (1 if attacker == "P" else 0)
    knight = "N" if wanted > 0 else "n"
    helpers = dict.fromkeys(FORKS[: abs(wanted)], knight)
    return place({"e4": attacker, "d5": target, "a1": "K", "h8": "k", **helpers})


@pytest.mark.rule("CA-23", "CA-24", "CA-25", "CA-26", "CA-27", "CA-29", "CA-30", "CA-31", "CA-12")
@pytest.mark.parametrize("lead", sorted(TABLE))
def test_the_table_of_results_by_lead(lead: int) -> None:
    expected = {result: Fraction(count, 36) for result, count in zip(RESULTS, TABLE[lead], strict=True) if count}
    state = pawn_fight(lead)
    assert odds(state, GAME.read(state, "e4xd5")) == expected
    state.play(GAME.read(state, "e4xd5"))
    assert sorted(weight for _, weight in state.outcomes()) == sorted(count for count in TABLE[lead] if count)


@pytest.mark.parametrize("lead", sorted(TABLE))
def test_the_table_is_what_brute_force_gives(lead: int) -> None:
    expected = {result: count for result, count in zip(RESULTS, TABLE[lead], strict=True) if count}
    assert {NAMES[pair]: count for pair, count in throws(lead).items()} == expected


@pytest.mark.rule("CA-32", "CA-33", "CA-A10", "CA-A11", "CA-A12", "CA-A13", "CA-A14")
@pytest.mark.parametrize("target", ["p", "p*"])
@pytest.mark.parametrize("attacker", ["P", "P*"])
@pytest.mark.parametrize("lead", range(-7, 8))
def test_second_wounds_kill_at_every_lead(lead: int, attacker: str, target: str) -> None:
    state = pawn_fight(lead, attacker, target)
    assert odds(state, GAME.read(state, "e4xd5")) == chances(lead, attacker == "P*", target == "p*")


@pytest.mark.rule("CA-23")
def test_a_lead_beyond_the_dice_is_certain() -> None:
    state = pawn_fight(9)
    assert odds(state, GAME.read(state, "e4xd5")) == {"target falls": Fraction(1)}
    queens = dict.fromkeys(("d8", "a8", "g8"), "q")
    state = place({"e4": "P", "d5": "p", "a1": "K", "h8": "k", "c6": "p", "e6": "p", **queens})
    assert odds(state, GAME.read(state, "e4xd5")) == chances(2 - (1 + 1 + 1 + 3)), "queens a8 and g8 stand behind pawns"


@pytest.mark.rule("CA-43", "CA-M4")
def test_the_worked_example_has_a_lead_of_one() -> None:
    drawing = """
    8 . . . . k . . .
    7 . . . . . . . .
    6 . . . . . n b .
    5 . . . p . . . .
    4 . . . . P . . .
    3 . . N B . . . .
    2 . . . . . . . .
    1 . . . . K . . .
    """
    state = GAME.place(Sketch(read_board(drawing, 8, 8), {"turn": "Black"}), GAME.agree(Setup()))
    assert odds(state, GAME.read(state, "d5xe4")) == chances(1)
    state.play(GAME.read(state, "d5xe4"))
    assert "fight=d5,e4,e4,4,3" in state.encode(), "4 against 3 before the dice"


@pytest.mark.rule("CA-35", "CA-41")
@pytest.mark.parametrize(("remote", "lead"), [("off", -6), ("on", -3)])
def test_a_pawn_against_a_king_guarded_by_his_queen(remote: str, lead: int) -> None:
    state = place({"e4": "P", "d5": "k", "d6": "q", "a1": "K"}, {"remote_royals": remote})
    assert odds(state, GAME.read(state, "e4xd5")) == chances(lead)


@pytest.mark.rule("CA-16", "CA-35")
def test_a_queen_against_a_wounded_king() -> None:
    state = place({"d1": "Q", "d5": "k*", "a1": "K"})
    assert odds(state, GAME.read(state, "Qd1xd5")) == chances(1, target_wounded=True)


@pytest.mark.rule("CA-A44", "CA-35")
def test_king_against_king() -> None:
    state = place({"e4": "K", "d5": "k", "a2": "P"})
    found = odds(state, GAME.read(state, "Ke4xd5"))
    assert found == chances(-1)
    assert found["target falls"] + found["target falls, attacker wounded"] == Fraction(10, 36)
