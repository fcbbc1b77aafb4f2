"""The smallest game: White calls, a coin decides. Everything that a game may leave out is left out."""

from pawnstorm.core.dice import Die, Pool
from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.odds import odds
from pawnstorm.core.rules import Rule
from pawnstorm.core.state import CHANCE, State
from pawnstorm.core.view import Cell, Chance, Offer, View

SEATS = ("White", "Black")
CALLS = {1: "heads", 2: "tails"}


class Toss(State):
    """What White has called, if anything."""

    called = 0

    def seat_names(self) -> tuple[str, ...]:
        return SEATS

    def copy(self) -> "Toss":
        twin = Toss(self)
        twin.called = self.called
        return twin

    def find_legal(self, moves) -> None:
        for call in CALLS:
            moves.add(call)

    def play(self, move: int) -> None:
        self.called, self.to_act = move, CHANCE

    def pool(self) -> Pool:
        return Pool((Die(2, 0, "coin"),), "the toss", "CT-1")

    def outcome_of(self, faces: list[int]) -> int:
        return int(faces[0] == self.called)

    def outcome_name(self, outcome: int) -> str:
        return "called right" if outcome else "called wrong"

    def land(self, outcome: int) -> None:
        self.finish(1 if outcome else 2, 1)

    def encode(self) -> str:
        return f"{self.called} {self.to_act} {self.winners} {self.ending_code}"


class CoinToss(Game):
    """A game with the least that a game must have."""

    def __init__(self) -> None:
        self.key, self.title, self.summary = "coin-toss", "Coin Toss", "One call, one coin."
        self.seats = SEATS
        self.rules = (Rule("CT-1", "the toss", "White calls heads or tails and wins if the call was right."),)
        self.reasons = (("", ""), ("the coin has fallen", "CT-1"))

    def start(self, setup: Setup) -> State:
        return Toss()

    def decode(self, text: str, setup: Setup) -> State:
        state = Toss()
        try:
            state.called, state.to_act, state.winners, state.ending_code = map(int, text.split())
        except ValueError:
            raise BadPosition(f"'{text}' is no position of {self.key}") from None
        return state

    def write(self, state: State, move: int) -> str:
        return CALLS[move]

    def view(self, state: State, viewer: int) -> View:
        ending = self.ending(state)
        winners, text = (ending.winners, ending.text) if ending else ((), "")
        offers = self._offers(state) if viewer == state.turn() else ()
        cells = (Cell("a1", 0, 0, "table"),)
        return View(
            self.key, viewer, state.turn(), "Call", 1, 1, cells, (), offers=offers, winners=winners, ending=text
        )  # fmt: skip

    def _offers(self, state: State) -> tuple[Offer, ...]:
        chances = {call: [Chance(*one) for one in odds(state, call).items()] for call in CALLS}
        return tuple(Offer(CALLS[call], "call", "a1", CALLS[call], tuple(chances[call])) for call in CALLS)
