"""What a position is: the one base class that tables, search, odds and self-play use."""

import hashlib
from itertools import product
from typing import Final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import Pool
from pawnstorm.core.events import Journal

CHANCE: Final = -1
"""`turn()` of a position in which dice or a deck must answer."""
OVER: Final = -2
"""`turn()` of a finished game."""

# Reused by `legal` and `outcomes`, which copy out of them before anything else can run.
_MOVES: Final = Moves()
_OUTCOMES: Final = Outcomes()


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A mutable position with a cheap copy. A game fills in the methods that raise here."""

    # Class-level defaults spare compiled code an "is it set" check at every read.
    seats: i64 = 2
    to_act: i64 = 0
    winners: i64 = 0
    ending_code: i64 = 0

    def __init__(self, model: "State | None" = None) -> None:
        """A fresh position, or one with the numbers of a model; a journal is never copied."""
        self.journal: Journal | None = None
        if model is not None:
            self.seats = model.seats
            self.to_act = model.to_act
            self.winners = model.winners
            self.ending_code = model.ending_code

    def turn(self) -> i64:
        """The seat that must decide, or CHANCE, or OVER."""
        return self.to_act

    def seat_names(self) -> tuple[str, ...]:
        """What the seats of this match are called, in order."""
        raise NotImplementedError

    def copy(self) -> "State":
        """An independent copy, without the journal."""
        raise NotImplementedError

    def find_legal(self, moves: Moves) -> None:
        """Append every legal order of the seat to act, in a stable order."""
        raise NotImplementedError

    def play(self, move: i64) -> None:
        """Carry out a legal order. It is not checked here: `core.step.advance` checks every order of a match."""
        raise NotImplementedError

    def decline(self) -> i64:
        """The order that declines a reaction, if the seat to act may only react; -1 otherwise."""
        return -1

    def pool(self) -> Pool:
        """The dice that must answer now."""
        raise NotImplementedError

    def find_outcomes(self, outcomes: Outcomes) -> None:
        """Append every distinct result of the pool with its exact weight; by default all faces are counted."""
        weights: dict[int, int] = {}
        for faces in product(*[range(1, die.sides + 1) for die in self.pool().dice]):
            outcome = int(self.outcome_of(list(faces)))
            weights[outcome] = weights.get(outcome, 0) + 1
        for outcome, weight in weights.items():
            outcomes.add(outcome, weight)

    def outcome_of(self, faces: list[int]) -> i64:
        """The result that these faces give."""
        raise NotImplementedError

    def outcome_name(self, outcome: i64) -> str:
        """A result in a few words, for odds."""
        raise NotImplementedError

    def odds_group(self) -> i64:
        """While dice are due: a number shared by positions that lead to the same results and chances; 0 for none.

        Where one action throws for many pieces, odds count such positions together instead of walking through every set
        of pieces. The last result of the action then names all of it. The numbers decrease during the action.
        """
        return 0

    def land(self, outcome: i64) -> None:
        """Carry out a result of the pool."""
        raise NotImplementedError

    def in_game(self, seat: i64) -> bool:
        """Whether a seat is still in the game; among more than two some may be out while the others play on."""
        return True

    def seats_in_game(self) -> tuple[int, ...]:
        """The seats that are still in the game; they share a draw by agreement."""
        return tuple(seat for seat in range(self.seats) if self.in_game(seat))

    def resign(self, seat: i64) -> bool:
        """Carry out a resignation, in anybody's turn; false, with nothing changed, where that ends the match."""
        return False

    def encode(self) -> str:
        """The whole position as one line of text, from which the game decodes an equal one."""
        raise NotImplementedError

    def key(self) -> i64:
        """A hash of the position, the same for positions that play the same; by default one of `encode`."""
        return int.from_bytes(hashlib.blake2b(self.encode().encode(), digest_size=8).digest(), "big") >> 2

    def legal(self) -> list[int]:
        """The legal orders as an ordinary list."""
        _MOVES.clear()
        self.find_legal(_MOVES)
        return _MOVES.as_list()

    def outcomes(self) -> list[tuple[int, int]]:
        """The results of the pool as (result, weight) pairs."""
        _OUTCOMES.clear()
        self.find_outcomes(_OUTCOMES)
        return _OUTCOMES.as_list()

    def finish(self, winners: i64, ending_code: i64) -> None:
        """End the game; `winners` is a bit mask of seats, all of them for a draw."""
        self.to_act = OVER
        self.winners = winners
        self.ending_code = ending_code

    def share(self, seat: i64) -> float:
        """What a finished game is worth to a seat: 1 for a win, 0 for a loss, an equal part of a draw."""
        if not self.winners >> seat & 1:
            return 0.0
        sharers: i64 = 0
        other: i64
        for other in range(self.seats):
            sharers += self.winners >> other & 1
        return 1.0 / float(sharers)
