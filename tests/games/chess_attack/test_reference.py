"""The pinned counts of Chess Attack, counted again by the reference on top of python-chess."""

import tomllib
from collections import Counter

import chess
import pytest
from chess_attack_reference import Reference, reference_perft
from suite import TESTS

POSITIONS = {
    position["id"]: position
    for position in tomllib.loads((TESTS / "games" / "chess_attack" / "perft.toml").read_text("utf-8"))["position"]
    # The reference plays the default rules and counts neither repetitions nor moves without progress.
    if "options" not in position and "quiet" not in position
}
MOST = 20_000
"""Decisions that the slow reference is asked to count."""


def _reference(position: dict) -> Reference:  # type: ignore[type-arg]
    if "board" not in position:
        return Reference(chess.Board(), frozenset(), Counter())
    board, wounded = chess.Board(None), set()
    for row, line in zip(range(7, -1, -1), position["board"].strip().splitlines(), strict=False):
        for column, token in enumerate(line.split()[1:]):
            square = chess.square(column, row)
            if token != ".":
                board.set_piece_at(square, chess.Piece.from_symbol(token[0]))
                wounded |= {square} if token.endswith("*") else set()
    board.set_castling_fen(position.get("castling", "-"))
    board.ep_square = chess.parse_square(position["en_passant"]) if "en_passant" in position else None
    board.turn = position.get("turn", "White") == "White"
    lost: Counter[chess.Piece] = Counter()
    for side, letters in position.get("lost", {}).items():
        lost.update(
            chess.Piece.from_symbol(letter if side == "White" else letter.lower()) for letter in letters.split()
        )
    return Reference(board, frozenset(wounded), lost)


@pytest.mark.rule("CA-18", "CA-26", "CA-27", "CA-28", "CA-29", "CA-30", "CA-31", "CA-32", "CA-33", "CA-36", "CA-38")
@pytest.mark.parametrize("name", POSITIONS)
def test_the_reference_counts_the_same(name: str) -> None:
    position = POSITIONS[name]
    depth = sum(count <= MOST for count in position["decisions"])
    assert depth >= 2
    expected = list(zip(position["decisions"], position["rolls"], strict=True))[:depth]
    assert reference_perft(_reference(position), depth) == expected


def test_the_first_depths_are_those_of_chess() -> None:
    """Without check nothing is forbidden so early: decisions are chess moves until there are fights."""
    start = POSITIONS["start"]

    def count(board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    assert start["decisions"][:3] == [count(chess.Board(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]
