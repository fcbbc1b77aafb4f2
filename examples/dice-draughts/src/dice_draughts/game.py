"""The rules of Dice Draughts. Everything else comes from `pawnstorm.kit.board_game` and the data folder."""

from pawnstorm.core.buffers import Moves
from pawnstorm.core.dice import Die, Pool
from pawnstorm.core.game import Setup
from pawnstorm.kit.board_game import EMPTY, BoardGame, BoardState, order, origin_of, target_of

JUMPER_FALLS, JUMP_SUCCEEDS = 0, 1
NO_PIECES, NO_MOVES, NO_PROGRESS = 1, 2, 3
MOST_QUIET = 30
FORWARD = ((1, 1), (-1, 1)), ((1, -1), (-1, -1))
"""For each side: columns and rows of the steps of its Men."""


class DraughtsState(BoardState):
    """A position of Dice Draughts."""

    def find_legal(self, moves: Moves) -> None:
        """DD-2, DD-3: every step and every jump."""
        for origin in self.pieces(self.side):
            for step in self.steps(origin):
                near, far = origin + step, origin + 2 * step
                if self.board[near] == EMPTY:
                    moves.add(order(origin, near))
                elif self.owner(near) == 1 - self.side and self.board[far] == EMPTY:
                    moves.add(order(origin, far))

    def steps(self, cell: int) -> list[int]:
        """DD-2: a Man goes forwards, a King also backwards."""
        ways = FORWARD[self.owner(cell)] if self.kind(cell).letter == "M" else FORWARD[0] + FORWARD[1]
        return [column + row * self.game.grid.stride for column, row in ways]

    def strikes(self, move: int) -> bool:
        """DD-3: whether an order is a jump: then there is a square between its two squares."""
        grid = self.game.grid
        return abs(grid.row(target_of(move)) - grid.row(origin_of(move))) == 2

    def play(self, move: int) -> None:
        """DD-2, DD-4: a step is made at once, a jump waits for its dice."""
        if self.strikes(move):
            self.ask_dice(move)
            return
        is_man = self.kind(origin_of(move)).letter == "M"
        self.counts["quiet"] = 0 if is_man else self.counts["quiet"] + 1
        self._arrive(move)
        self.end_turn()

    def pool(self) -> Pool:
        """DD-4, DD-5: one die for the jumper, one for the piece below it."""
        jumper, below = self._fighters()
        dice = Die(jumper, self.side, "jumps"), Die(below, 1 - self.side, "defends")
        return Pool(dice, "the jump", "DD-4")

    def outcome_of(self, faces: list[int]) -> int:
        """DD-4: a tie is for the jumper."""
        return JUMP_SUCCEEDS if faces[0] >= faces[1] else JUMPER_FALLS

    def outcome_name(self, outcome: int) -> str:
        """What becomes of the jump."""
        return "the jump succeeds" if outcome == JUMP_SUCCEEDS else "the jumper falls"

    def land(self, outcome: int) -> None:
        """DD-4: remove the loser."""
        move = self.pending
        self.counts["quiet"] = 0
        if outcome == JUMP_SUCCEEDS:
            self._arrive(move)
        self.remove_piece(self._below(move) if outcome == JUMP_SUCCEEDS else origin_of(move))
        self.end_turn()

    def judge(self) -> None:
        """DD-7, DD-8, DD-9: the ways to end."""
        other = 1 << 1 - self.side
        if not self.pieces(self.side):
            self.finish(other, NO_PIECES)
        elif not self.legal():
            self.finish(other, NO_MOVES)
        elif self.counts["quiet"] >= MOST_QUIET:
            self.finish(3, NO_PROGRESS)

    def _fighters(self) -> tuple[int, int]:
        """The dice of the jumper and of the piece below it."""
        cells = origin_of(self.pending), self._below(self.pending)
        return self.kind(cells[0]).numbers["die"], self.kind(cells[1]).numbers["die"]

    def _below(self, move: int) -> int:
        """The square that a jump goes over."""
        return (origin_of(move) + target_of(move)) // 2

    def _arrive(self, move: int) -> None:
        """DD-6: a Man on the far row becomes a King."""
        target = target_of(move)
        self.move_piece(origin_of(move), target)
        far = self.game.grid.rows - 1 if self.side == 0 else 0
        if self.game.grid.row(target) == far and self.kind(target).letter == "M":
            self.change_kind(target, "K")


class DiceDraughts(BoardGame):
    """Draughts in which the dice decide every jump."""

    def __init__(self) -> None:
        super().__init__("dice-draughts", "dice_draughts")

    def blank(self, setup: Setup) -> DraughtsState:
        """An empty board."""
        return DraughtsState(self)
