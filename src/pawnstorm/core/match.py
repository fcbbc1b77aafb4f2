"""A match in progress: the steps so far, how it closed, and what may be taken back."""

from dataclasses import dataclass

from pawnstorm.core.dice import EVERYONE, Tower
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Ending, Game, Setup
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import RESIGNS, Step, advance, begin, give_up

DRAW_AGREED = "draw agreed"
"""How a match ends that the players have agreed to draw."""


@dataclass(frozen=True)
class Closing:
    """An end that the players made themselves, not the rules."""

    winners: tuple[int, ...]
    text: str


def gives_secret_orders(game: Game, state: State) -> bool:
    """Whether what the seat to act does now is not for everybody's eyes, as when it chooses an army in secret."""
    return state.turn() >= 0 and any(game.audience(state, move) != EVERYONE for move in state.legal())


class Match:
    """The steps of one game, each made through the checked door."""

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
        """How the match ended, by the rules or by the players; None while it goes on."""
        if self.closing:
            return Ending(self.closing.winners, self.closing.text, "")
        return self.game.ending(self.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.state.seat_names()

    @property
    def revealed(self) -> bool:
        """Whether orders that were given in secret are known by now: all of them are, as soon as no more are given."""
        return self.turn == OVER or not gives_secret_orders(self.game, self.state)

    def order(self, seat: int, text: str) -> Step:
        """Carry out an order; a refusal changes nothing."""
        step = self.step_for(seat, text)
        self.add(step)
        return step

    def step_for(self, seat: int, text: str) -> Step:
        """The step that an order leads to. The dice are thrown, the match does not change."""
        self._still_open()
        return self.step_from(self.state, seat, text)

    def step_from(self, state: State, seat: int, text: str) -> Step:
        """The step that an order leads to from a position that the match may come to."""
        return advance(self.game, state, seat, text, self.tower)

    def add(self, step: Step) -> None:
        """Add a step that `step_for` has found."""
        self.steps.append(step)

    def resign(self, seat: int) -> Step | None:
        """The seat gives up: the others play on where the game can, by the step returned; elsewhere they all win."""
        step = self.step_for_resigning(seat)
        if step:
            self.add(step)
        else:
            self.close_by_resigning(seat)
        return step

    def step_for_resigning(self, seat: int) -> Step | None:
        """The step by which a seat gives up and the others play on; None where giving up ends the match."""
        self._still_open()
        return give_up(self.game, self.state, seat, self.tower)

    def close_by_resigning(self, seat: int) -> None:
        """The match ends because a seat gives up; all the others win."""
        others = tuple(other for other in range(len(self.seats)) if other != seat)
        self.closing = Closing(others, f"{self.seats[seat]} {RESIGNS}")

    def agree_draw(self) -> None:
        """The players agree on a draw, which those share who are still in the game."""
        self._still_open()
        self.closing = Closing(self.in_game, DRAW_AGREED)

    @property
    def in_game(self) -> tuple[int, ...]:
        """The seats that still have a say."""
        return self.state.seats_in_game()

    def can_undo(self) -> bool:
        """Whether the last order may be taken back: there is one, no die has answered it, and nobody gave up by it."""
        last = self.steps[-1]
        return len(self.steps) > 1 and not last.faces and last.order != RESIGNS and not self.closing

    def undo(self) -> Step:
        """Take the last order back, up to the last die."""
        self._still_open()
        if len(self.steps) == 1:
            raise Refused(Refusal.ILLEGAL, "there is no order to take back")
        if self.steps[-1].order == RESIGNS:
            raise Refused(Refusal.ILLEGAL, f"{self.seats[self.steps[-1].seat]} has given up: that is not taken back")
        if not self.can_undo():
            raise Refused(Refusal.ILLEGAL, "the dice have been thrown: the last order cannot be taken back")
        return self.steps.pop()

    def _still_open(self) -> None:
        if self.turn == OVER:
            raise Refused(Refusal.OVER, "the game is over")
