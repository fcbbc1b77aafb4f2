"""Chess Attack a second time, on top of python-chess: slow, short, and sharing nothing with the rules' code.

The tests hold the game against it: its moves, both sums of every fight, the results of the dice, and how positions
follow from one another.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import chess

Moves = set[tuple[int, int]]

# The numbers of the printed tiles, typed from the rulebook digest: attack, defence, support; healthy, then wounded.
TILES = {
    chess.PAWN: ((2, 1, 1), (1, 1, 1)),
    chess.KNIGHT: ((2, 2, 1), (1, 1, 1)),
    chess.BISHOP: ((3, 2, 1), (2, 1, 1)),
    chess.ROOK: ((3, 2, 1), (2, 1, 1)),
    chess.QUEEN: ((4, 3, 3), (2, 2, 3)),
    chess.KING: ((4, 5, 3), (2, 3, 3)),
}
CASTLES = {
    (chess.E1, chess.G1): (chess.H1, chess.F1, (chess.F1, chess.G1)),
    (chess.E1, chess.C1): (chess.A1, chess.D1, (chess.B1, chess.C1, chess.D1)),
    (chess.E8, chess.G8): (chess.H8, chess.F8, (chess.F8, chess.G8)),
    (chess.E8, chess.C8): (chess.A8, chess.D8, (chess.B8, chess.C8, chess.D8)),
}
NAMES = {
    ("unhurt", "falls"): "target falls",
    ("wounded", "falls"): "target falls, attacker wounded",
    ("falls", "falls"): "both fall",
    ("falls", "unhurt"): "attacker falls",
    ("falls", "wounded"): "attacker falls, target wounded",
    ("wounded", "wounded"): "both wounded",
}


def fates(margin: int, attacker_wounded: bool, target_wounded: bool) -> tuple[str, str]:
    """CA-26 to CA-32 for one margin (attack total minus defence total): what becomes of attacker and target."""
    hurt_attacker = "falls" if attacker_wounded else "wounded"
    hurt_target = "falls" if target_wounded else "wounded"
    if margin >= 3:
        return "unhurt", "falls"
    if margin >= 1:
        return hurt_attacker, "falls"
    if margin == 0:
        return hurt_attacker, hurt_target
    if margin >= -2:
        return "falls", hurt_target
    return "falls", "unhurt"


def throws(lead: int, attacker_wounded: bool = False, target_wounded: bool = False) -> Counter[tuple[str, str]]:
    """How many of the 36 throws give each pair of fates, for a lead before the dice."""
    dice = range(1, 7)
    margins = (lead + attack - defence for attack in dice for defence in dice)
    return Counter(fates(margin, attacker_wounded, target_wounded) for margin in margins)


def chances(lead: int, attacker_wounded: bool = False, target_wounded: bool = False) -> dict[str, Fraction]:
    """The same as exact chances, in the words of the odds."""
    weights = throws(lead, attacker_wounded, target_wounded)
    return {NAMES[pair]: Fraction(count, 36) for pair, count in weights.items()}


def pseudo_legal(board: chess.Board) -> tuple[Moves, Moves]:
    """Moves and attacks as python-chess has them, without castling; four promotions count as one move."""
    every = list(board.generate_pseudo_legal_moves())
    castling = {(move.from_square, move.to_square) for move in every if board.is_castling(move)}
    return {(move.from_square, move.to_square) for move in every} - castling, castling


def castling_without_attacks(board: chess.Board) -> Moves:
    """CA-A20 in the basic game: unmoved King and rook with nothing between them."""
    row = 0 if board.turn == chess.WHITE else 7
    return {
        ends
        for ends, (rook, _, between) in CASTLES.items()
        if chess.square_rank(ends[0]) == row
        and board.castling_rights & chess.BB_SQUARES[rook]
        and not any(board.piece_at(square) for square in between)
    }


def target_of(board: chess.Board, origin: int, landing: int) -> int:
    """The square of the piece that an attack is aimed at: next to the attacker if it is en passant."""
    if board.piece_at(landing):
        return landing
    return chess.square(chess.square_file(landing), chess.square_rank(origin))


def lead_of(board: chess.Board, wounded: frozenset[int], origin: int, target: int, remote: bool = False) -> int:
    """CA-24 and CA-25 before the dice: attack total minus defence total."""
    threats = set(board.attackers(board.turn, target)) | _passed_by(board, target)
    protectors = set(board.attackers(not board.turn, target))
    attack = _tile(board, wounded, origin)[0] + _support(board, wounded, threats, origin, remote)
    return attack - _tile(board, wounded, target)[1] - _support(board, wounded, protectors, target, remote)


def _support(board: chess.Board, wounded: frozenset[int], helpers: set[int], principal: int, remote: bool) -> int:
    royals = {chess.KING, chess.QUEEN}
    return sum(
        _tile(board, wounded, helper)[2]
        for helper in helpers - {principal}
        if not (remote and {board.piece_type_at(helper), board.piece_type_at(principal)} == royals)
    )


def _passed_by(board: chess.Board, target: int) -> set[int]:
    """CA-A38: the pawns that could take the target en passant."""
    if board.ep_square is None or board.ep_square != target + (8 if board.turn == chess.WHITE else -8):
        return set()
    return {move.from_square for move in board.generate_pseudo_legal_ep()}


def _tile(board: chess.Board, wounded: frozenset[int], square: int) -> tuple[int, int, int]:
    kind = board.piece_type_at(square)
    assert kind is not None
    return TILES[kind][square in wounded]


@dataclass
class Reference:
    """A position with the default options, without the counts of repetition and progress."""

    board: chess.Board
    wounded: frozenset[int]
    lost: Counter[chess.Piece]
    arrived: int | None = None

    def over(self) -> bool:
        """CA-36: a King is gone; or CA-A30: nobody can move."""
        return self.board.king(True) is None or self.board.king(False) is None or not self.decisions()

    def decisions(self) -> list[tuple[int, int]]:
        """Every order: (origin, landing), or (arrived, kind) for a rescue."""
        if self.arrived is not None:
            return [(self.arrived, kind) for kind in self._rescues()] + [(self.arrived, chess.PAWN)]
        return sorted(pseudo_legal(self.board)[0] | castling_without_attacks(self.board))

    def _rescues(self) -> list[int]:
        kinds = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
        return [kind for kind in kinds if self.lost[chess.Piece(kind, self.board.turn)]]

    def after(self, decision: tuple[int, int]) -> tuple[list["Reference"], bool]:
        """The positions that may follow an order, and whether the dice choose among them."""
        origin, landing = decision
        if self.arrived is not None:
            return [self._rescue(origin, landing)], False
        target = target_of(self.board, origin, landing)
        pawn_diagonal = self.board.piece_type_at(origin) == chess.PAWN and chess.square_file(
            origin
        ) != chess.square_file(landing)
        if not self.board.piece_at(landing) and not pawn_diagonal:
            return [self._move(origin, landing)], False
        lead = lead_of(self.board, self.wounded, origin, target)
        pairs = throws(lead, origin in self.wounded, target in self.wounded)
        return [self._fight(origin, target, landing, *pair) for pair in pairs], True

    def _copy(self) -> "Reference":
        board = self.board.copy(stack=False)
        board.ep_square = None
        return Reference(board, self.wounded, self.lost.copy())

    def _rescue(self, square: int, kind: int) -> "Reference":
        after = self._copy()
        if kind != chess.PAWN:
            piece = chess.Piece(kind, self.board.turn)
            after.board.set_piece_at(square, piece)
            after.wounded -= {square}
            after.lost[piece] -= 1
        after.board.turn = not self.board.turn
        return after

    def _move(self, origin: int, landing: int) -> "Reference":
        after = self._copy()
        after._carry(origin, landing)
        if self.board.piece_type_at(origin) == chess.KING and (origin, landing) in castling_without_attacks(self.board):
            rook, neighbour, _ = CASTLES[origin, landing]
            after._carry(rook, neighbour)
        if self.board.piece_type_at(origin) == chess.PAWN and abs(landing - origin) == 16:
            after.board.ep_square = (origin + landing) // 2
        return after._end(landing)

    def _fight(self, origin: int, target: int, landing: int, attacker: str, defender: str) -> "Reference":
        after = self._copy()
        for square, fate in ((target, defender), (origin, attacker)):
            if fate == "falls":
                piece = after.board.remove_piece_at(square)
                assert piece is not None
                after.lost[piece] += 1
                after._leave(square)
            elif fate == "wounded":
                after.wounded |= {square}
        if defender == "falls" and attacker != "falls":
            after._carry(origin, landing)
            return after._end(landing)
        return after._end(None)

    def _carry(self, origin: int, landing: int) -> None:
        piece = self.board.remove_piece_at(origin)
        assert piece is not None
        self.board.set_piece_at(landing, piece)
        hurt = origin in self.wounded
        self._leave(origin)
        if hurt:
            self.wounded |= {landing}

    def _leave(self, square: int) -> None:
        """The piece here is gone, with its wound and the castling rights that needed it."""
        self.wounded -= {square}
        rows = {chess.E1: chess.BB_RANK_1, chess.E8: chess.BB_RANK_8}
        self.board.castling_rights &= ~(chess.BB_SQUARES[square] | rows.get(square, 0))

    def _end(self, landing: int | None) -> "Reference":
        """A pawn that has arrived may rescue (CA-38); otherwise the turn passes."""
        mover = self.board.turn
        pawn = landing is not None and self.board.piece_at(landing) == chess.Piece(chess.PAWN, mover)
        kings = self.board.king(True) is not None and self.board.king(False) is not None
        if pawn and kings and chess.BB_SQUARES[landing or 0] & chess.BB_BACKRANKS and self._rescues():
            self.arrived = landing
        else:
            self.board.turn = not mover
        return self


def reference_perft(position: Reference, depth: int) -> list[tuple[int, int]]:
    """Decisions and dice results for each depth, counted as the kit's perft counts them."""
    counts = [[0, 0] for _ in range(depth)]
    _walk(position, counts, 0)
    return [(decisions, rolls) for decisions, rolls in counts]


def _walk(position: Reference, counts: list[list[int]], level: int) -> None:
    if position.over():
        return
    for decision in position.decisions():
        after, dice = position.after(decision)
        counts[level][0] += 1
        counts[level][1] += len(after) if dice else 0
        if level + 1 < len(counts):
            for following in after:
                _walk(following, counts, level + 1)
