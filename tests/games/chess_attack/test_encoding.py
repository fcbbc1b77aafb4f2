"""Encoded positions: they come from records and files, so a damaged one is refused, never partly accepted."""

import pytest
from test_combat_odds import place

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import Setup
from pawnstorm.core.step import advance
from pawnstorm.games import load

GAME = load("chess-attack")
START = GAME.start(GAME.agree(Setup())).encode()
"""side=White castling=KQkq passed=- quiet=0 lost=-/- units=Ra1,Nb1,... seen=..."""


def _spoil(old: str, new: str) -> str:
    assert START.count(old) == 1
    return START.replace(old, new)


REFUSED = {
    "nothing": "",
    "blanks": "  ",
    "no fields": "hello",
    "a field missing": _spoil("passed=- ", ""),
    "an unknown side": _spoil("side=White", "side=Green"),
    "an unknown square": _spoil("passed=-", "passed=e9"),
    "two pieces on one square": _spoil("Ke1", "Kh8"),
    "an unknown piece": _spoil("Ke1", "Xe1"),
    "a unit too many": _spoil("Ke1", "Ke1,Ka3"),
    "a unit too few": _spoil("Ke1,", ""),
    "an unknown right": _spoil("castling=KQkq", "castling=Z"),
    "a quiet that is no number": _spoil("quiet=0", "quiet=many"),
    "a mark that is no number": _spoil("seen=", "seen=zz,"),
    "three sides with losses": _spoil("lost=-/-", "lost=-/-/P"),
    "half a fight": START + " fight=e2,e4",
    "an end in words": START + " over=White",
}
BELIEVED = {
    "a mark too big": _spoil("seen=", "seen=ffffffffffffffffffffffff,"),
    "a negative quiet": _spoil("quiet=0", "quiet=-4"),
    "one right four times": _spoil("castling=KQkq", "castling=KKKK"),
    "a right without its rook": _spoil("Rh1", "Rh3"),
    "no King": _spoil("Ke1", "-"),
    "a lost King in a game that goes on": _spoil("lost=-/-", "lost=K/-"),
    "a pawn passed where none stands": _spoil("passed=-", "passed=e4"),
    "a fight between empty squares": START + " fight=e4,e5,e5,1,1",
    "a fight with wrong sums": START + " fight=e2,e7,e7,99,1",
    "a rescue where no pawn stands": START + " arrived=e5",
    "an end for an unknown reason": START + " over=1,99",
    "an end without winners": START + " over=0,1",
    "an end with winners nobody knows": START + " over=12,1",
    "a field nobody knows": START + " junk=3",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_position_is_refused(name: str) -> None:
    with pytest.raises(BadPosition) as bad:
        GAME.decode(REFUSED[name], Setup())
    assert str(bad.value) == f"'{REFUSED[name]}' is not an encoded position of chess-attack"


@pytest.mark.parametrize("name", BELIEVED)
def test_an_impossible_position_is_refused(name: str) -> None:
    with pytest.raises(BadPosition):
        GAME.decode(BELIEVED[name], Setup())


KINGS = {"a1": "K", "h8": "k"}
NOT_PASSED = {
    "nobody stands there": ({}, "e6"),
    "an own pawn stands there": ({"e5": "P", "d5": "P"}, "e6"),
    "a knight stands there": ({"e5": "n", "d5": "P"}, "e6"),
    "the skipped square is taken": ({"e5": "p", "d5": "P", "e6": "n"}, "e6"),
    "its home is taken": ({"e5": "p", "d5": "P", "e7": "n"}, "e6"),
    "it stands too far up": ({"e4": "p", "d4": "P"}, "e5"),
    "there is no such square": ({"e5": "p", "d5": "P"}, "e9"),
}


@pytest.mark.rule("CA-A48")
@pytest.mark.parametrize("name", NOT_PASSED)
def test_an_impossible_double_step_is_refused(name: str) -> None:
    pieces, skipped = NOT_PASSED[name]
    with pytest.raises(BadPosition, match=f"no enemy pawn has just stepped past '{skipped}'"):
        place({**KINGS, **pieces}, en_passant=skipped)


@pytest.mark.rule("CA-A48")
@pytest.mark.parametrize(
    ("turn", "pawn", "taker", "skipped"), [("White", "e5", "d5", "e6"), ("Black", "e4", "f4", "e3")]
)
def test_a_double_step_may_be_drawn(turn: str, pawn: str, taker: str, skipped: str) -> None:
    enemy, own = ("p", "P") if turn == "White" else ("P", "p")
    state = place({**KINGS, pawn: enemy, taker: own}, turn=turn, en_passant=skipped)
    assert GAME.sketch(state).facts["en_passant"] == skipped
    assert GAME.decode(state.encode(), Setup()).encode() == state.encode()
    spoiled = state.encode().replace(f"passed={pawn}", f"passed={taker}")
    with pytest.raises(BadPosition):
        GAME.decode(spoiled, Setup())


ORDERS = {
    "a tie": ("e4xd5", [3, 4]),
    "a win": ("e4xd5", [6, 1]),
    "a loss": ("e4xd5", [1, 6]),
    "a pawn move": ("e4-e5", []),
}


@pytest.mark.rule("CA-A41")
@pytest.mark.parametrize("name", ORDERS)
def test_nothing_is_left_over_from_an_order(name: str) -> None:
    """Neither the two pieces that fought nor earlier positions, which cannot occur again."""
    order, dice = ORDERS[name]
    state = place({**KINGS, "e4": "P", "d5": "p"})
    for text in ("Ka1-a2", "Kh8-h7"):
        state = advance(GAME, state, int(state.turn()), text, LoadedTower([])).state
    state = advance(GAME, state, 0, order, LoadedTower(dice)).state
    again = GAME.decode(state.encode(), Setup())
    assert again.key() == state.key()
    assert "," not in state.encode().rpartition("seen=")[2]
