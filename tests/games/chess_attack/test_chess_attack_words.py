"""What the log says about every order, apart from the dice; and why an order is refused, in one sentence each."""

import pytest
from suite import Orders, refusal, told
from test_combat_odds import place

from pawnstorm.core.state import State
from pawnstorm.games import load

GAME = load("chess-attack")
KINGS = {"e1": "K", "e8": "k"}
ROOKS = {**KINGS, "a1": "R", "h1": "R", "a8": "r", "h8": "r"}
CASTLING = "KQkq"
CAUTION = {"king_caution": "on"}


@pytest.mark.rule("CA-18", "CA-22", "CA-26", "CA-31", "CA-A20")
def test_the_log_reports_moves_castling_attacks_and_fights() -> None:
    state = place({**ROOKS, "e4": "P", "d5": "p"}, castling=CASTLING)
    orders: Orders = [
        ("O-O", []),
        ("O-O-O", []),
        ("e4xd5", [4, 4]),
        ("Rd8-d6", []),
        ("e4xd5", [6, 1]),
        ("Rd6xd5", [1, 6]),
    ]
    assert told(GAME, state, orders) == [
        "White castles short.",
        "Black castles long.",
        "White's Pawn e4 attacks Black's Pawn d5.",
        "Black's Pawn is wounded, White's Pawn is wounded.",
        "Black's Rook moves d8 to d6.",
        "White's Pawn e4 attacks Black's Pawn d5.",
        "Black's Pawn falls, White's Pawn is unhurt.",
        "Black's Rook d6 attacks White's Pawn d5.",
        "White's Pawn is unhurt, Black's Rook falls.",
    ]


@pytest.mark.rule("CA-38", "CA-39")
def test_the_log_reports_a_rescue_but_not_a_pawn_that_stays() -> None:
    state = place({**KINGS, "a7": "P", "h2": "p"}, lost={"White": "Q", "Black": "R"})
    assert told(GAME, state, [("a7-a8", []), ("=Q", []), ("h2-h1", []), ("=stay", [])]) == [
        "White's Pawn moves a7 to a8.",
        "White's Pawn on a8 becomes a Queen.",
        "Black's Pawn moves h2 to h1.",
    ]


def _arrived() -> State:
    state = place({**KINGS, "a7": "P"}, lost={"White": "N P"})
    state.play(GAME.read(state, "a7-a8"))
    return state


REFUSED: dict[str, tuple[State, str, str]] = {
    "an empty square": (place(KINGS), "e3-e4", "there is no piece on e3"),
    "a piece of the other side": (place(KINGS), "Ke8-e7", "e8 holds Black's King"),
    "onto an own piece": (place({**KINGS, "e2": "P"}), "Ke1-e2", "your own Pawn stands on e2"),
    "onto an own piece of Black": (
        place({**KINGS, "e7": "p"}, turn="Black"),
        "Ke8-e7",
        "your own Pawn stands on e7",
    ),
    "a diagonal move to the left": (place({**KINGS, "e4": "P"}), "e4xd5", "there is nobody to attack on d5"),
    "a diagonal move to the right": (place({**KINGS, "e4": "P"}), "e4xf5", "there is nobody to attack on f5"),
    "a diagonal move of Black": (place({**KINGS, "e5": "p"}, turn="Black"), "e5xd4", "there is nobody to attack on d4"),
    "en passant too late": (
        place({**KINGS, "e5": "P", "d5": "p"}),
        "e5xd6",
        "the Pawn on d5 cannot be taken en passant now (CA-A21)",
    ),
    "en passant of an own Pawn": (
        place({**KINGS, "e5": "P", "d5": "P"}),
        "e5xd6",
        "there is nobody to attack on d6",
    ),
    "en passant of a Knight": (place({**KINGS, "e5": "P", "d5": "n"}), "e5xd6", "there is nobody to attack on d6"),
    "a Pawn backwards": (place({**KINGS, "e4": "P"}), "e4-e3", "a Pawn does not move that way"),
    "a double step over somebody": (
        place({**KINGS, "e2": "P", "e3": "n"}),
        "e2-e4",
        "the Pawn is blocked on e3",
    ),
    "a double step onto somebody": (
        place({**KINGS, "e2": "P", "e4": "n"}),
        "e2-e4",
        "the Pawn is blocked on e4",
    ),
    "a double step too late": (place({**KINGS, "e3": "P"}), "e3-e5", "a Pawn does not move that way"),
    "a Rook behind an own Pawn": (place({**KINGS, "a1": "R", "a3": "P"}), "Ra1-a5", "the Rook is blocked on a3"),
    "a Rook along a row": (place({**KINGS, "h8": "R", "g8": "n"}), "Rh8xe8", "the Rook is blocked on g8"),
    "a Bishop downwards": (place({**KINGS, "h8": "B", "f6": "n"}), "Bh8-d4", "the Bishop is blocked on f6"),
    "a Rook on a diagonal": (place({**KINGS, "a1": "R"}), "Ra1-b2", "a Rook does not move that way"),
    "a cautious King": (place({**KINGS, "a2": "r"}, CAUTION), "Ke1-e2", "King caution: e2 is attacked (CA-40)"),
    "a King too far": (place(KINGS), "Ke1-e3", "a King does not move that way"),
    "a rescue that is not due": (
        place({**KINGS, "a7": "P"}),
        "=Q",
        "no rescue is due: no Pawn has just reached the far rank",
    ),
    "a rescue of what was never lost": (
        _arrived(),
        "=Q",
        "a Queen cannot be rescued now: the choices are =N, =stay",
    ),
    "a rescue of a Pawn": (_arrived(), "=P", "a Pawn cannot be rescued now: the choices are =N, =stay"),
    "a move before the rescue": (_arrived(), "Ke1-e2", "first choose what the Pawn on a8 becomes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_says_why(name: str) -> None:
    state, order, sentence = REFUSED[name]
    assert refusal(GAME, state, order) == sentence


@pytest.mark.rule("CA-A20")
@pytest.mark.parametrize(("turn", "row"), [("White", "1"), ("Black", "8")])
@pytest.mark.parametrize(("order", "between", "letter"), [("O-O", "fg", "K"), ("O-O-O", "bcd", "Q")])
def test_a_refusal_says_what_prevents_castling(turn: str, row: str, order: str, between: str, letter: str) -> None:
    right = letter if turn == "White" else letter.lower()
    without = place(ROOKS, turn=turn, castling=CASTLING.replace(right, ""))
    assert _hindrance(without, order) == "the King or that rook has moved or is gone (CA-A20)"
    for column in between:
        square = f"{column}{row}"
        shut = place({**ROOKS, square: "N"}, turn=turn, castling=CASTLING)
        assert _hindrance(shut, order) == f"{square} is occupied (CA-A20)"
    rook = {f"{between[-1]}5": "r" if turn == "White" else "R"}
    attacked = place({**ROOKS, **rook}, CAUTION, turn=turn, castling=CASTLING)
    assert _hindrance(attacked, order) == "King caution forbids it out of, through or into an attack (CA-A20)"


def _hindrance(state: State, order: str) -> str:
    side, _, reason = refusal(GAME, state, order).partition(" may not castle: ")
    assert side == ("White", "Black")[state.turn()]
    return reason
