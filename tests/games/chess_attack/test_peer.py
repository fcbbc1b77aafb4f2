"""Chess Attack compared with python-chess: an independent program must find the same moves, attacks and supporters.

Every piece moves as in chess (CA-18), so the moves and attacks of a position are the *pseudo-legal* moves of chess:
there is no check (CA-34). What the rules change on purpose is stated here and tested one by one:

* a promotion is one move to the far rank; what the pawn becomes is a decision of its own (CA-38);
* castling in the basic game has no condition about attacks (CA-A20); with King caution it has those of chess;
* King caution takes away the King's steps onto attacked squares (CA-40, CA-A28, CA-A37);
* en passant can be switched off (CA-A21); it is a fight for the square where the passing pawn really stands, and a
  pawn that could take it en passant supports every attack on it (CA-A38).

The peer is told nothing that Chess Attack has computed: castling rights and the skipped square are worked out here
from the drawn boards alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import chess
import pytest
from chess_attack_reference import Moves, castling_without_attacks, chances, lead_of, pseudo_legal, target_of
from suite import scaled

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.odds import odds
from pawnstorm.core.state import OVER, State
from pawnstorm.games import load

GAME = load("chess-attack")
HOMES = {chess.A1: "R", chess.E1: "K", chess.H1: "R", chess.A8: "r", chess.E8: "k", chess.H8: "r"}

BOARDS = 10_500
"""Positions for the main comparison, in both builds."""


@dataclass
class Seen:
    """A position of a match as the peer sees it."""

    state: State
    board: chess.Board
    wounded: frozenset[int]


@dataclass
class Watcher:
    """Follows a match by its drawings: which pieces have never moved, which square was just skipped."""

    untouched: set[int] = field(default_factory=lambda: set(HOMES))
    pawns: dict[int, chess.Piece] = field(default_factory=dict)

    def look(self, state: State) -> Seen:
        sketch = GAME.sketch(state)
        tokens = [token for row in reversed(sketch.rows) for token in row]
        board = chess.Board(None)
        board.set_piece_map(
            {square: chess.Piece.from_symbol(token[0]) for square, token in enumerate(tokens) if token != "."}
        )
        board.turn = sketch.facts["turn"] == "White"
        self.untouched = {square for square in self.untouched if tokens[square] in (HOMES[square], HOMES[square] + "*")}
        board.castling_rights = chess.BB_EMPTY
        for king, rook in ((chess.E1, {chess.A1, chess.H1}), (chess.E8, {chess.A8, chess.H8})):
            if king in self.untouched:
                board.castling_rights |= int(chess.SquareSet(self.untouched & rook))
        board.ep_square = self._skipped(board)
        return Seen(state, board, frozenset(square for square, token in enumerate(tokens) if token.endswith("*")))

    def _skipped(self, board: chess.Board) -> int | None:
        """The square behind a pawn of the side that just moved, if that pawn was on its home row before."""
        pawns = {square: piece for square, piece in board.piece_map().items() if piece.piece_type == chess.PAWN}
        before, self.pawns = self.pawns, pawns
        back = -8 if board.turn == chess.BLACK else 8
        mover = chess.Piece(chess.PAWN, not board.turn)
        for square in pawns.keys() - before.keys():
            home = square + 2 * back
            if pawns[square] == mover and before.get(home) == mover and home not in pawns:
                return square + back
        return None


def watch(options: dict[str, str], count: int, seed: int) -> Iterator[Seen]:
    """Distinct positions of random games in which a seat is to act."""
    luck, keys, number = Luck(seed), set(), seed
    while True:
        number += 1
        match, watcher = Match(GAME, Setup(options), SeededTower(number)), Watcher()
        while match.turn != OVER:
            seen = watcher.look(match.state)
            key = match.state.key()
            if key not in keys and not _choosing(match.state):
                keys.add(key)
                yield seen
                if len(keys) == count:
                    return
            legal = match.state.legal()
            match.add(match.step_for(match.turn, GAME.write(match.state, legal[luck.below(len(legal))])))


def _choosing(state: State) -> bool:
    """Whether a promotion is due instead of a move."""
    return GAME.write(state, state.legal()[0]).startswith("=")


def found_moves(state: State) -> tuple[Moves, Moves]:
    """Moves and attacks as (origin, target), read from the notation, without castling."""
    moves, castling = set(), set()
    for move in state.legal():
        text = GAME.write(state, move)
        if text.startswith("O-O"):
            king = chess.E1 if state.turn() == 0 else chess.E8
            castling.add((king, king + 2 if text == "O-O" else king - 2))
        else:
            origin, target = text.lstrip("NBRQK").replace("x", "-").split("-")
            moves.add((chess.parse_square(origin), chess.parse_square(target)))
    return moves, castling


@pytest.mark.rule("CA-18", "CA-21", "CA-34", "CA-A20", "CA-A21")
def test_moves_and_attacks_are_those_of_chess() -> None:
    castled = skipped = 0
    for seen in watch({}, BOARDS, 1):
        moves, castling = found_moves(seen.state)
        expected, _ = pseudo_legal(seen.board)
        assert moves == expected, seen.board.fen()
        assert castling == castling_without_attacks(seen.board), seen.board.fen()
        castled += bool(castling)
        skipped += seen.board.has_pseudo_legal_en_passant()
    assert castled > 100, "castling was on offer often enough to mean something"
    assert skipped > 20, "so was en passant"


@pytest.mark.rule("CA-40", "CA-A28", "CA-A37", "CA-A20", "CA-A29", "CA-A7")
def test_king_caution_takes_away_exactly_the_attacked_steps() -> None:
    forbidden = 0
    for seen in watch({"king_caution": "on"}, scaled(2_500, 1_000), 2):
        moves, castling = found_moves(seen.state)
        expected, expected_castling = pseudo_legal(seen.board)
        king = seen.board.king(seen.board.turn)
        assert king is not None
        attacked = {
            (king, target) for origin, target in expected if origin == king and _attacked(seen.board, king, target)
        }
        assert moves == expected - attacked, seen.board.fen()
        assert castling == expected_castling, seen.board.fen()
        forbidden += len(attacked)
    assert forbidden > 150


def _attacked(board: chess.Board, king: int, target: int) -> bool:
    """CA-A37: judged with the King's own square empty and the target removed."""
    bare = board.copy(stack=False)
    bare.remove_piece_at(king)
    bare.remove_piece_at(target)
    return bare.is_attacked_by(not board.turn, target)


def scattered(options: dict[str, str], count: int, seed: int) -> Iterator[tuple[State, chess.Board]]:
    """Positions that play seldom reaches: Kings and rooks at home, and a few enemies anywhere."""
    luck, setup = Luck(seed), GAME.agree(Setup(options))
    while count:
        board = chess.Board(None)
        for square, symbol in HOMES.items():
            if symbol in "Kk" or luck.below(4):
                board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        for _ in range(3 + luck.below(5)):
            square = int(luck.below(64))
            symbol = "QRBNPqrbnp"[luck.below(10)]
            if not board.piece_at(square) and not (symbol in "Pp" and chess.square_rank(square) in (0, 7)):
                board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = bool(luck.below(2))
        tokens = [str(board.piece_at(square) or ".") for square in range(64)]
        homes = {"K": chess.H1, "Q": chess.A1, "k": chess.H8, "q": chess.A8}
        rights = "".join(letter for letter, square in homes.items() if tokens[square] == HOMES[square]) or "-"
        board.set_castling_fen(rights)
        rows = tuple(tuple(tokens[row * 8 : row * 8 + 8]) for row in range(7, -1, -1))
        state = GAME.place(Sketch(rows, {"turn": "White" if board.turn else "Black", "castling": rights}), setup)
        if state.turn() != OVER:
            count -= 1
            yield state, board


@pytest.mark.rule("CA-18", "CA-40", "CA-A20", "CA-A28", "CA-A37")
@pytest.mark.parametrize("caution", ["off", "on"])
def test_castling_and_king_steps_among_scattered_enemies(caution: str) -> None:
    hindered = 0
    for state, board in scattered({"king_caution": caution}, 1_500, 7):
        moves, castling = found_moves(state)
        expected, safe = pseudo_legal(board)
        king = board.king(board.turn)
        assert king is not None
        attacked = {(king, target) for origin, target in expected if origin == king and _attacked(board, king, target)}
        free = castling_without_attacks(board)
        assert moves == (expected - attacked if caution == "on" else expected), board.fen()
        assert castling == (safe if caution == "on" else free), board.fen()
        hindered += len(free - safe)
    assert hindered > 100


@pytest.mark.rule("CA-A21")
def test_en_passant_can_be_switched_off() -> None:
    skipped = 0
    for seen in watch({"en_passant": "off"}, 2_500, 3):
        skipped += seen.board.has_pseudo_legal_en_passant()
        seen.board.ep_square = None
        assert found_moves(seen.state)[0] == pseudo_legal(seen.board)[0], seen.board.fen()
    assert skipped > 3


@pytest.mark.rule("CA-A22", "CA-38")
@pytest.mark.parametrize("promotion", ["none", "chess"])
def test_the_fate_of_a_pawn_changes_no_other_move(promotion: str) -> None:
    """Pawns that stay on the far rank have no move there, and promoted pieces move like any other."""
    far = 0
    for seen in watch({"promotion": promotion}, 1_500, 4):
        assert found_moves(seen.state)[0] == pseudo_legal(seen.board)[0], seen.board.fen()
        far += bool(seen.board.pawns & chess.BB_BACKRANKS)
    assert (far > 0) == (promotion == "none")


@pytest.mark.rule("CA-38", "CA-A24", "CA-A40", "CA-A46", "CA-A25")
def test_a_rescue_offers_what_is_missing_from_the_board() -> None:
    """The choices are the kinds that have lost a piece, and to stay a pawn."""
    full, due, luck = {"Q": 1, "R": 2, "B": 2, "N": 2}, 0, Luck(5)
    for number in range(scaled(150, 40)):
        match = Match(GAME, Setup(), SeededTower(number))
        while match.turn != OVER:
            state = match.state
            legal = state.legal()
            if _choosing(state):
                due += 1
                symbols = [token[0] for row in GAME.sketch(state).rows for token in row]
                own = [symbol.upper() for symbol in symbols if symbol.isupper() == (state.turn() == 0)]
                expected = [f"={kind}" for kind, count in full.items() if own.count(kind) < count] + ["=stay"]
                assert [GAME.write(state, move) for move in legal] == expected
            match.add(match.step_for(match.turn, GAME.write(state, legal[luck.below(len(legal))])))
    assert due > scaled(30, 5)


@pytest.mark.rule(
    "CA-09",
    "CA-10",
    "CA-11",
    "CA-12",
    "CA-16",
    "CA-24",
    "CA-25",
    "CA-A1",
    "CA-A2",
    "CA-A3",
    "CA-A4",
    "CA-A21",
    "CA-A36",
    "CA-A38",
)
@pytest.mark.parametrize("remote", ["off", pytest.param("on", marks=pytest.mark.rule("CA-41", "CA-A9"))])
def test_both_sums_of_every_attack_follow_from_the_attackers_of_chess(remote: str) -> None:
    """The lead before the dice, from python-chess's attack sets and the numbers typed above."""
    fights = 0
    for seen in watch({"remote_royals": remote}, scaled(1_500, 400), 6):
        for text, move in ((GAME.write(seen.state, move), move) for move in seen.state.legal()):
            if "x" not in text:
                continue
            fights += 1
            origin, landing = (chess.parse_square(name) for name in text.lstrip("NBRQK").split("x"))
            target = target_of(seen.board, origin, landing)
            lead = lead_of(seen.board, seen.wounded, origin, target, remote == "on")
            expected = chances(lead, origin in seen.wounded, target in seen.wounded)
            assert odds(seen.state, move) == expected, f"{text}, lead {lead}, in {seen.board.fen()}"
    assert fights > scaled(1_500, 400)
