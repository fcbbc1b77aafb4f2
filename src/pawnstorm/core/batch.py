"""Many games stepped in one call, with masks, observations and rewards in arrays that other programs share.

`numpy.frombuffer(batch.masks.items, dtype="uint8")` and the like need no copy: a step shows in the array at once.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from pawnstorm.core.buffers import ByteRows, Moves, Outcomes
from pawnstorm.core.codec import Codec, reward_of
from pawnstorm.core.errors import Refusal, Refused, UsageError
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State

EVERY_SEAT: Final = -1
"""The caller decides for all seats, in turn."""
LONGEST: Final = 20_000
"""Orders after which a game is cut off: with some options a game may never end."""
_ATTEMPTS: Final = 100
"""Games that may be over before the caller's first decision, one after the other."""

_MOVES: Final = Moves()
_OUTCOMES: Final = Outcomes()


@final
@mypyc_attr(acyclic=True)
class Batch:
    """Games from one starting position, each with its own stream of dice.

    Before `step`, `to_act[game]` says who must decide, `masks` what is legal, and `observations` what that seat sees.
    After it, `rewards` has a number for every game and seat, and `ended` or `cut_off` is 1 where a game is over. Such
    a game begins again in the next step, which ignores its action; with `at_once` it begins again in the same step,
    and `last_observations` keeps what was seen at its end.

    With a `seat`, the caller decides for that seat only, and the others give random orders.
    """

    def __init__(
        self,
        codec: Codec,
        start: State,
        count: int,
        seed: int,
        *,
        seat: int = EVERY_SEAT,
        at_once: bool = False,
        longest: int = LONGEST,
    ) -> None:
        if count < 1 or longest < 1:
            raise UsageError("a batch has at least one game, and a game at least one order")
        seats = len(start.seat_names())
        if not EVERY_SEAT <= seat < seats:
            raise UsageError(f"there is no seat {seat}: the seats are 0 to {seats - 1}, or {EVERY_SEAT} for all")
        self.codec: Final = codec
        self.start: Final = start.copy()
        self.count: Final[i64] = count
        self.seats: Final[i64] = seats
        self.seat: Final[i64] = seat
        self.at_once: Final = at_once
        self.longest: Final[i64] = longest
        self.masks: Final = ByteRows(count, codec.actions)
        self.observations: Final = ByteRows(count, codec.size)
        self.last_observations: Final = ByteRows(count if at_once else 1, codec.size)
        self.to_act: Final[vec[i64]] = vec[i64]([0] * count)
        self.orders: Final[vec[i64]] = vec[i64]([0] * count)
        self.rewards: Final[vec[float]] = vec[float]([0.0] * (count * seats))
        self.ended: Final[vec[u8]] = vec[u8]([0] * count)
        self.cut_off: Final[vec[u8]] = vec[u8]([0] * count)
        self._games: Final = [start.copy() for _ in range(count)]
        self._lucks: Final = [Luck(seed + number) for number in range(count)]
        self._chooser: Final = Luck(seed + count)
        for number in range(count):
            self._begin(number)

    def reset(self, seeds: list[int]) -> None:
        """Begin every game again, each with the dice of its seed."""
        if len(seeds) != self.count:
            raise UsageError(f"{len(seeds)} seeds for {self.count} games")
        number: i64
        for number in range(self.count):
            self._lucks[number] = Luck(seeds[number])
            self._clear(number)
            self._begin(number)

    def step(self, actions: list[int]) -> None:
        """Carry out one action in every game. If one is illegal, a `Refused` says so and nothing has changed."""
        self._check(actions)
        number: i64
        for number in range(self.count):
            if self.ended[number] | self.cut_off[number]:
                self._clear(number)
                if not self.at_once:
                    self._begin(number)
                    continue
            self._act(number, actions[number])

    def state(self, number: int) -> State:
        """A copy of the position of one game."""
        return self._games[number].copy()

    def random_actions(self) -> list[int]:
        """A random legal action for every game; 0 for one that is over."""
        masks, chooser = self.masks, self._chooser
        chosen: list[int] = []
        number: i64
        for number in range(self.count):
            legal = masks.filled(number)
            chosen.append(masks.place(number, chooser.below(legal)) if legal else 0)
        return chosen

    def _check(self, actions: list[int]) -> None:
        if len(actions) != self.count:
            raise UsageError(f"{len(actions)} actions for {self.count} games")
        width = self.codec.actions
        masks = self.masks.items
        number: i64
        for number in range(self.count):
            action: i64 = actions[number]
            waits = not self.at_once and self.ended[number] | self.cut_off[number]
            if not waits and not (0 <= action < width and masks[number * width + action]):
                raise Refused(Refusal.ILLEGAL, f"action {action} is not legal in game {number}")

    def _act(self, number: i64, action: i64) -> None:
        state = self._games[number]
        actor = state.turn()
        state.play(self.codec.order_of(state, action))
        self.orders[number] += 1
        self._settle(number, state)
        if state.turn() == OVER:
            self._finish(number, state)
        elif self.orders[number] >= self.longest:
            self.cut_off[number] = u8(1)
        if self.ended[number] | self.cut_off[number]:
            viewer = self.seat if self.seat >= 0 else actor
            if self.at_once:
                self.codec.observe_row(state, viewer, self.last_observations, number)
                self._begin(number)
            else:
                self.to_act[number] = OVER
                self.masks.open(number)
                self.masks.close()
                self.codec.observe_row(state, viewer, self.observations, number)
        else:
            self._show(number, state)

    def _begin(self, number: i64) -> None:
        """A new game, up to the first decision of the caller."""
        for _ in range(_ATTEMPTS):
            state = self.start.copy()
            self._games[number] = state
            self.orders[number] = 0
            self._settle(number, state)
            if state.turn() >= 0 and (self.seat < 0 or state.turn() == self.seat):
                self._show(number, state)
                return
        raise UsageError("the games are over before the caller decides anything")

    def _settle(self, number: i64, state: State) -> None:
        """Throw the dice that are due, and let the other seats play where the caller has only one."""
        luck = self._lucks[number]
        turn = state.turn()
        while turn == CHANCE or (turn >= 0 and self.seat >= 0 and turn != self.seat):
            if turn == CHANCE:
                _OUTCOMES.clear()
                state.find_outcomes(_OUTCOMES)
                state.land(_OUTCOMES.pick(luck))
            elif self.orders[number] < self.longest:
                _MOVES.clear()
                state.find_legal(_MOVES)
                state.play(_MOVES.items[luck.below(_MOVES.count)])
                self.orders[number] += 1
            else:
                return
            turn = state.turn()

    def _show(self, number: i64, state: State) -> None:
        turn = state.turn()
        self.to_act[number] = turn
        self.codec.mask(state, self.masks, number)
        self.codec.observe_row(state, turn, self.observations, number)

    def _finish(self, number: i64, state: State) -> None:
        self.ended[number] = u8(1)
        seat: i64
        for seat in range(self.seats):
            self.rewards[number * self.seats + seat] = reward_of(state, seat)

    def _clear(self, number: i64) -> None:
        self.ended[number] = u8(0)
        self.cut_off[number] = u8(0)
        seat: i64
        for seat in range(self.seats):
            self.rewards[number * self.seats + seat] = 0.0
