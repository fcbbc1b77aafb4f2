"""A toy game with secrets, to show that the conformance kit finds leaks: each seat holds a card the other may not know.

Both draw a card from 1 to 3. Red raises or passes, Blue calls or folds; after a call the cards are compared.
The flaws are leaks on purpose. The game needs base classes that take interpreted subclasses.
"""

from dataclasses import replace

from pawnstorm.core.buffers import Moves
from pawnstorm.core.dice import EVERYONE, Die, Pool
from pawnstorm.core.errors import BadPosition
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.rules import Rule
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.core.view import Cell, Offer, Token, Tray, View

SEATS = ("Red", "Blue")
WORDS = {1: "raise", 2: "pass", 3: "call", 4: "fold"}


class DuelState(State):
    """Two cards, and whose decision it is."""

    def __init__(self) -> None:
        super().__init__()
        self.cards = [0, 0]
        self.raised = 0
        self.flaw = ""
        self.to_act = CHANCE

    def seat_names(self) -> tuple[str, ...]:
        return SEATS

    def copy(self) -> "DuelState":
        twin = DuelState()
        twin.cards = self.cards if self.flaw == "shared cards" else list(self.cards)
        twin.raised, twin.flaw = self.raised, self.flaw
        twin.to_act, twin.winners, twin.ending_code = self.to_act, self.winners, self.ending_code
        return twin

    def find_legal(self, moves: Moves) -> None:
        for move in (1, 2) if self.to_act == 0 else (3, 4):
            moves.add(move)

    def play(self, move: int) -> None:
        if self.to_act == 0:
            self.raised, self.to_act = int(move == 1), 1
            if self.journal is not None:
                self.journal.note("spoke", (self.cards[0],) if self.flaw == "event" else (0,))
        elif move == 4:
            self.finish(1, 1)
        else:
            red, blue = self.cards
            self.finish(1 if red > blue else 2 if blue > red else 3, 1)

    def pool(self) -> Pool:
        audiences = (EVERYONE, EVERYONE) if self.flaw == "public dice" else (1, 2)
        return Pool(tuple(Die(3, seat, "card", audiences[seat]) for seat in (0, 1)), "the deal", "HD-1")

    def outcome_of(self, faces: list[int]) -> int:
        return faces[0] * 4 + faces[1]

    def outcome_name(self, outcome: int) -> str:
        return f"cards {outcome // 4} and {outcome % 4}"

    def land(self, outcome: int) -> None:
        self.cards[:] = int(outcome) // 4, int(outcome) % 4
        self.to_act = 0

    def encode(self) -> str:
        return f"{self.cards[0]} {self.cards[1]} {self.raised} {self.to_act} {self.winners} {self.ending_code}"


class HiddenDuel(Game):
    """The toy, sound or with one flaw."""

    def __init__(self, flaw: str = "") -> None:
        self.key, self.title, self.summary = "hidden-duel", "Hidden Duel", "Two cards, one raise."
        self.seats = SEATS
        self.rules = (Rule("HD-1", "The deal", "Both draw."), Rule("HD-2", "The end", "The higher card wins."))
        self.reasons = (("", ""), ("the duel is over", "HD-2"))
        self.flaw = flaw

    def start(self, setup: Setup) -> State:
        state = DuelState()
        state.flaw = self.flaw
        return state

    def decode(self, text: str, setup: Setup) -> State:
        state = DuelState()
        try:
            red, blue, state.raised, state.to_act, state.winners, state.ending_code = map(int, text.split())
        except ValueError:
            raise BadPosition(f"'{text}' is no position of hidden-duel") from None
        state.cards, state.flaw = [red, blue], self.flaw
        return state

    def write(self, state: State, move: int) -> str:
        return WORDS[move]

    def view(self, state: State, viewer: int) -> View:
        assert isinstance(state, DuelState)
        over = state.turn() == OVER
        trays = []
        for seat, card in enumerate(state.cards):
            open_to_viewer = over or seat == viewer or (self.flaw == "view" and seat == 0)
            face = str(card) if open_to_viewer else "?"
            trays.append(Tray(f"hand-{seat}", "Hand", seat, (Token(f"card-{seat}", "card", face, face, seat),)))
        ending = self.ending(state)
        return View(
            "hidden-duel", viewer, int(state.turn()), "Speak", 1, 1, (Cell("a1", 0, 0, "table"),), (), tuple(trays),
            offers=self._offers(state) if viewer == state.turn() else (),
            winners=ending.winners if ending else (), ending="over" if ending else "",
        )  # fmt: skip

    def _offers(self, state: State) -> tuple[Offer, ...]:
        assert isinstance(state, DuelState)
        hint = f" against {state.cards[0]}" if self.flaw == "offers" and state.turn() == 1 else ""
        return tuple(Offer(WORDS[move] + hint, "word", order=WORDS[move]) for move in state.legal())

    def tell(self, fact: Fact) -> Event:
        return Event("spoke", f"Red speaks{' with ' + str(fact.numbers[0]) if fact.numbers[0] else ''}.", "HD-2")

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        told = Event("deal", "Both draw a card.", "HD-1")
        return replace(told, text=f"Cards {faces}.") if self.flaw == "die" else told

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        guess = state.copy()
        assert isinstance(guess, DuelState)
        if guess.turn() >= 0 and self.flaw != "frozen guess":
            other = seat if self.flaw == "wrong guess" else 1 - seat
            guess.cards[other] = int(luck.below(3)) + 1
        return guess
