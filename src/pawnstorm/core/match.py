"""A match in progress: the steps so far, and how it closed.

Who may give an order, resign or take something back is decided in `core.session`.
"""

from dataclasses import dataclass

from pawnstorm.core.dice import EVERYONE, Tower, knows
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Ending, Game, Setup
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import RESIGNS, Step, advance, begin, resign
from pawnstorm.core.values import Value

DRAW_AGREED = "draw agreed"
"""The ending of a match that the players agreed to draw."""


@dataclass(frozen=True)
class Closing(Value):
    """An ending by a decision of the players, not by the rules."""

    winners: tuple[int, ...]
    text: str


def gives_secret_orders(game: Game, state: State) -> bool:
    """Whether the order that is due is a secret from somebody, as when an army is chosen."""
    return state.turn() >= 0 and any(game.audience(state, move) != EVERYONE for move in state.legal())


def is_counted_in_secret(step: Step, viewer: int) -> bool:
    """Whether a viewer may not even know that this order has been given: it is secret, and its seat gives another."""
    return step.audience != EVERYONE and not knows(step.audience, viewer) and int(step.state.turn()) == step.seat


class Match:
    """The steps of one game, each of them checked by `core.step`; a tower throws its dice.

    `start` is an encoded position if the match does not begin at the usual one.
    """

    def __init__(self, game: Game, setup: Setup, tower: Tower, start: str = "") -> None:
        self.game = game
        self.setup = game.agree(setup)
        self.tower = tower
        self.start = start
        self.closing: Closing | None = None
        first = game.decode(start, self.setup) if start else game.start(self.setup)
        self.steps: list[Step] = [begin(game, first, tower)]

    @property
    def state(self) -> State:
        """The present position."""
        return self.steps[-1].state

    @property
    def turn(self) -> int:
        """The seat that must decide, or OVER."""
        return OVER if self.closing else int(self.state.turn())

    @property
    def ending(self) -> Ending | None:
        """How the match ended, by the rules or by the players; None while it is running."""
        if self.closing:
            return Ending(self.closing.winners, self.closing.text, "")
        return self.game.ending(self.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.state.seat_names()

    @property
    def revealed(self) -> bool:
        """Whether everybody may know earlier secret orders: yes, as soon as no more are given."""
        return self.turn == OVER or not gives_secret_orders(self.game, self.state)

    @property
    def secrets_began(self) -> int:
        """The number of the step after which the secret orders began that are not revealed yet."""
        if self.revealed:
            return len(self.steps) - 1
        number = len(self.steps) - 1
        while number and gives_secret_orders(self.game, self.steps[number - 1].state):
            number -= 1
        return number

    def told(self, viewer: int) -> list[int]:
        """The numbers of the steps that a viewer is told of, so that nobody can count orders given in secret.

        Secret orders of one seat in a row are a single step, told when the seat has given the last of them.
        """
        began = self.secrets_began
        return [
            number
            for number, step in enumerate(self.steps)
            if number <= began or not is_counted_in_secret(step, viewer)
        ]

    def step_for(self, seat: int, text: str) -> Step:
        """The step that an order leads to. Dice are thrown, but the match does not change."""
        self._still_open()
        return self.step_from(self.state, seat, text)

    def step_from(self, state: State, seat: int, text: str) -> Step:
        """The step that an order leads to from a position that the match may reach."""
        return advance(self.game, state, seat, text, self.tower)

    def add(self, step: Step) -> Step:
        """Add a step that `step_for` has found."""
        self.steps.append(step)
        return step

    def step_for_resigning(self, seat: int) -> Step | None:
        """The step by which a seat resigns and the others play on; None where resigning ends the match."""
        self._still_open()
        return resign(self.game, self.state, seat, self.tower)

    def add_resignation(self, seat: int, step: Step | None) -> Step | None:
        """Add what `step_for_resigning` has found: the others play on from a step; without one they all win."""
        if step is not None:
            self.steps.append(step)
        else:
            others = tuple(other for other in range(len(self.seats)) if other != seat)
            self.closing = Closing(others, f"{self.seats[seat]} {RESIGNS}")
        return step

    def agree_draw(self) -> None:
        """The players agree on a draw, shared by the seats that are still in the game."""
        self._still_open()
        self.closing = Closing(self.in_game, DRAW_AGREED)

    @property
    def in_game(self) -> tuple[int, ...]:
        """The seats that are still in the game."""
        return self.state.seats_in_game()

    def take_back(self, count: int) -> None:
        """Remove the last steps; the opening stays."""
        if not 0 < count < len(self.steps):
            raise ValueError(f"{count} of {len(self.steps) - 1} orders cannot be taken back")
        del self.steps[-count:]

    def __reduce__(self) -> str:
        raise TypeError("a match cannot be pickled: keep its record (pawnstorm.record) or its position")

    def _still_open(self) -> None:
        if self.turn == OVER:
            raise Refused(Refusal.OVER, "the game is over")
