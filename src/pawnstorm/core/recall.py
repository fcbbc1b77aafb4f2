"""What a seat remembers of a match: all that it did and saw, as one text (docs/encodings.md).

Two histories that a seat cannot tell apart give it the same text; in solvers this is the information state.
"""

import hashlib

from pawnstorm.core.codec import Codec
from pawnstorm.core.dice import knows
from pawnstorm.core.game import Game
from pawnstorm.core.state import State


class Recall:
    """The memories of all seats. It plays orders and lands results itself, so that nothing is missed.

    A memory has a word for every order and result: `seat:action` or `*chance`, with `?` for what the seat may not know.
    Once something was hidden from a seat, every word ends with a short hash of what it sees then.
    """

    def __init__(self, game: Game, codec: Codec, seats: int) -> None:
        self.game = game
        self.codec = codec
        self._memories = [""] * seats
        self._kept_in_the_dark = [False] * seats

    def copy(self) -> "Recall":
        """An independent copy."""
        twin = Recall(self.game, self.codec, 0)
        twin._memories = list(self._memories)
        twin._kept_in_the_dark = list(self._kept_in_the_dark)
        return twin

    def parts(self) -> tuple[list[str], list[bool]]:
        """All that it holds, for `put_together`."""
        return list(self._memories), list(self._kept_in_the_dark)

    def put_together(self, memories: list[str], kept_in_the_dark: list[bool]) -> None:
        """Take what another one held."""
        self._memories, self._kept_in_the_dark = list(memories), list(kept_in_the_dark)

    def memory(self, seat: int) -> str:
        """All that a seat remembers."""
        return self._memories[seat]

    def play(self, state: State, order: int) -> None:
        """Carry out a legal order, and remember it."""
        actor, audience = int(state.turn()), self.game.audience(state, order)
        action = int(self.codec.action_of(state, order))
        state.play(order)
        for seat in range(len(self._memories)):
            self._add(state, seat, f"{actor}:", str(action) if knows(audience, seat) else "?")

    def land(self, state: State, outcome: int) -> None:
        """Carry out a result of the dice, and remember it. Each die has an audience, which knows what comes of it."""
        audiences = [die.audience for die in state.pool().dice]
        chance = int(self.codec.chance_of(state, outcome))
        state.land(outcome)
        for seat in range(len(self._memories)):
            known = all(knows(audience, seat) for audience in audiences)
            self._add(state, seat, "*", str(chance) if known else "?")

    def _add(self, state: State, seat: int, kind: str, number: str) -> None:
        if number == "?":
            self._kept_in_the_dark[seat] = True
        seen = f"/{_short(self.codec.observation(state, seat))}" if self._kept_in_the_dark[seat] else ""
        self._memories[seat] += f"{kind}{number}{seen} "


def _short(observation: bytes) -> str:
    return hashlib.blake2b(observation, digest_size=8).hexdigest()
