"""What a position is: the one base class that tables, search, odds and self-play use."""

import hashlib
from itertools import product
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import Pool
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.events import Journal

CHANCE: Final = -1
"""`turn()` of a position in which dice or a deck must answer."""
OVER: Final = -2
"""`turn()` of a finished game."""

# Reused by `legal` and `outcomes`, which copy out of them before anything else can run.
_MOVES: Final = Moves()
_OUTCOMES: Final = Outcomes()


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """What a position belongs to: a game and a set-up. `core.game.SetupSource` is the one that games use."""

    key: str
    """The key of the game."""

    def decode(self, line: str) -> "State":
        """The position that `State.encode` wrote."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A mutable position with a cheap copy. A game fills in the methods that raise here.

    Two positions are equal if they have the same source and encode alike. Do not change a position while it is in a set
    or a key of a dictionary. A pickled position is its source and its line, so its game fills in `source`.
    """

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

    def source(self) -> Source | None:
        """The game and set-up that the position belongs to; without it a position compares, but cannot be pickled."""
        return None

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
        """Carry out a legal order. It is not checked: `play_checked` and, in a match, `core.step.advance` check it."""
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
        """Carry out a result of the pool. It is not checked: `land_checked` checks it."""
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

    def play_checked(self, move: int) -> None:
        """Carry out an order if it is legal; otherwise a `Refused` says why, and nothing has changed."""
        refuse_unless_deciding(self)
        if move not in self.legal():
            raise Refused(Refusal.ILLEGAL, f"{move} is not a legal order in this position")
        self.play(move)

    def land_checked(self, outcome: int) -> None:
        """Carry out a result if the dice can give it; otherwise a `Refused` says why, and nothing has changed."""
        if self.turn() != CHANCE:
            raise Refused(Refusal.OVER if self.turn() == OVER else Refusal.ILLEGAL, "no dice are due")
        if all(outcome != possible for possible, _ in self.outcomes()):
            raise Refused(Refusal.ILLEGAL, f"{outcome} is not a result that the dice for {self.pool().reason} can give")
        self.land(outcome)

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self is other:
            return True
        return type(self) is type(other) and self.source() == other.source() and self.encode() == other.encode()

    def __hash__(self) -> int:
        return hash(self.encode())

    def __repr__(self) -> str:
        source, turn = self.source(), self.turn()
        name = type(self).__name__ if source is None else source.key
        next_ = "dice due" if turn == CHANCE else "over" if turn == OVER else f"{self.seat_names()[turn]} to act"
        return f"<{name} position, {next_}: {self.encode()}>"

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        source = self.source()
        if source is None:
            raise TypeError(f"{type(self).__name__} cannot be pickled: it does not fill in State.source")
        return _decode, (source, self.encode())


def refuse_unless_deciding(state: State) -> None:
    """Refuse an order while no seat must decide."""
    if state.turn() == OVER:
        raise Refused(Refusal.OVER, "the game is over")
    if state.turn() == CHANCE:
        raise Refused(Refusal.NOT_YOUR_TURN, "the dice must be thrown first")


def _decode(source: Source, line: str) -> State:
    """How a pickled position comes back."""
    return source.decode(line)
