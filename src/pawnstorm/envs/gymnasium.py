"""The games as Gymnasium environments, registered as `pawnstorm/GAME-vN` (docs/gymnasium.md).

`SingleEnv` is one seat against any player; `BatchEnv` steps many games in one call of compiled code.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pawnstorm.ai.players import Player
from pawnstorm.core.batch import EVERY_SEAT, LONGEST, Batch
from pawnstorm.core.errors import Refused, UsageError
from pawnstorm.core.luck import Luck
from pawnstorm.core.view import SPECTATOR
from pawnstorm.envs.arrangement import Arrangement, check_render_mode, env_games, env_id, missing, number_of

try:
    import gymnasium
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium", "gymnasium") from None

import numpy as np

from pawnstorm.envs.picture import FRAMES, MODES, Renderer
from pawnstorm.lab.contestants import contestant

RANDOM = "random"
"""The opponent that plays inside the compiled code."""


class SingleEnv(gymnasium.Env):
    """One seat of a game; other players play the other seats, and all dice are thrown inside.

    The reward comes at the end: 1 for a win, -1 for a loss, 0 for a draw. `info["action_mask"]` and `action_masks()`
    say what is legal; an illegal action loses.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "render_fps": FRAMES}

    def __init__(
        self,
        game: str,
        opponent: str | Player = RANDOM,
        seat: int | str = 0,
        options: Mapping[str, str] | None = None,
        armies: tuple[str, ...] = (),
        map: str = "",
        position: str = "",
        max_orders: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        """`opponent` is a player as on the command line, or a `Player`; `seat` is a number or `random`.

        After `max_orders` orders, those of the opponents included, a game is truncated.
        """
        check_render_mode(render_mode, MODES)
        self.render_mode = render_mode
        self.arrangement = Arrangement(game, options, armies, map, position)
        seats = len(self.arrangement.seats)
        if seat != RANDOM and not (isinstance(seat, int) and 0 <= seat < seats):
            raise UsageError(f"there is no seat {seat!r}: the seats are 0 to {seats - 1}, or '{RANDOM}'")
        codec = self.arrangement.codec
        self._wanted_seat = seat
        self._opponent = contestant(self.arrangement.game, opponent) if isinstance(opponent, str) else opponent
        self._batch = Batch(codec, self.arrangement.start, 1, 0, longest=max_orders)
        self._seen = np.frombuffer(self._batch.observations.items, np.uint8).reshape(codec.shape)
        self._mask = np.frombuffer(self._batch.masks.items, np.int8)
        self.observation_space = Box(0, 255, codec.shape, np.uint8)
        self.action_space = Discrete(int(codec.actions))
        self._renderer = Renderer(self.arrangement.game, render_mode)
        self._luck = Luck(0)
        self._running = False
        self.seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game; the same seed gives the same dice and the same answers of opponents that do not use a clock."""
        super().reset(seed=seed)
        seats = len(self.arrangement.seats)
        self.seat = int(self.np_random.integers(seats)) if self._wanted_seat == RANDOM else int(self._wanted_seat)
        # A game may be over before this seat decides anything; then another one begins.
        for _ in range(100):
            self._batch.reset([int(self.np_random.integers(1 << 48))])
            self._luck = Luck(int(self.np_random.integers(1 << 48)))
            self._opponent.begin()
            self._answer()
            if self._batch.to_act[0] == self.seat:
                self._running = True
                self._show()
                return self._seen.copy(), self._info()
        raise UsageError("the games are over before this seat decides anything")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action, then let the others play until this seat must decide again."""
        if not self._running:
            raise ResetNeeded("the game has not begun or is over: call reset() first")
        number = number_of(action)
        if not 0 <= number < self.action_space.n:
            raise InvalidAction(f"the action {action!r} is not in the action space {self.action_space}")
        if not self._mask[number]:
            self._running = False
            why = f"action {number} is not legal here: choose one whose action_mask is 1"
            return self._seen.copy(), -1.0, True, False, self._info() | {"illegal_action": why}
        self._batch.step([number])
        self._answer()
        ended, cut_off = bool(self._batch.ended[0]), bool(self._batch.cut_off[0])
        self._running = not (ended or cut_off)
        self._show()
        return self._observation(), float(self._batch.rewards[self.seat]), ended, cut_off, self._info()

    def action_masks(self) -> Any:
        """The legal actions as truth values, as libraries for masked learning ask for them."""
        return self._mask.astype(bool)

    def render(self) -> Any:
        """The position as this seat sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._renderer.render(self._batch.state(0), self.seat)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _answer(self) -> None:
        """Let the others play."""
        batch, codec = self._batch, self.arrangement.codec
        while batch.to_act[0] >= 0 and batch.to_act[0] != self.seat:
            state = batch.state(0)
            order = self._opponent.decide(self.arrangement.game, state, self._luck)
            batch.step([int(codec.action_of(state, order))])

    def _observation(self) -> Any:
        if self._running:
            return self._seen.copy()
        codec = self.arrangement.codec
        return np.frombuffer(codec.observation(self._batch.state(0), self.seat), np.uint8).reshape(codec.shape)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "seat": self.seat}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class BatchEnv(VectorEnv):
    """Many games in one call of compiled code, for one seat against random players or for all seats in turn.

    `info` has `action_mask`, `to_act` (the seat that must decide) and `rewards` (of every seat). The reward of a step
    is that of the seat that acted. With `copy=False` observations and masks are the games' own memory, read-only.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seat: int | None = 0,
        opponent: str = RANDOM,
        options: Mapping[str, str] | None = None,
        armies: tuple[str, ...] = (),
        map: str = "",
        position: str = "",
        max_orders: int = LONGEST,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """`seat=None` lets the caller decide for every seat in turn (self-play)."""
        check_render_mode(render_mode, ["ansi", "rgb_array"])
        if opponent != RANDOM:
            raise UsageError(
                f"{type(self).__name__} plays against '{RANDOM}' or itself: for '{opponent}' use gymnasium.make_vec "
                "with vectorization_mode='sync' or 'async'"
            )
        self.arrangement = Arrangement(game, options, armies, map, position)
        codec = self.arrangement.codec
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        mode = AutoresetMode(autoreset_mode)
        if mode == AutoresetMode.DISABLED:
            raise UsageError("these games begin again by themselves: autoreset_mode is NextStep or SameStep")
        self.metadata = {"autoreset_mode": mode, "render_modes": ["ansi", "rgb_array"], "render_fps": FRAMES}
        self.single_observation_space = Box(0, 255, codec.shape, np.uint8)
        self.single_action_space = Discrete(int(codec.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([int(codec.actions)] * num_envs)
        self._same_step = mode == AutoresetMode.SAME_STEP
        self._batch = Batch(
            codec,
            self.arrangement.start,
            num_envs,
            0,
            seat=EVERY_SEAT if seat is None else seat,
            at_once=self._same_step,
            longest=max_orders,
        )
        self._share_memory()
        self._renderer = Renderer(self.arrangement.game, render_mode)
        self._began = False

    def _share_memory(self) -> None:
        batch, shape = self._batch, (self.num_envs, *self.arrangement.codec.shape)
        self._seen = np.frombuffer(batch.observations.items, np.uint8).reshape(shape)
        self._last_seen = np.frombuffer(batch.last_observations.items, np.uint8)
        self._masks = np.frombuffer(batch.masks.items, np.int8).reshape(self.num_envs, -1)
        self._rewards = np.frombuffer(batch.rewards, np.float64).reshape(self.num_envs, -1)
        self._to_act = np.frombuffer(batch.to_act, np.int64)
        self._ended = np.frombuffer(batch.ended, np.bool_)
        self._cut_off = np.frombuffer(batch.cut_off, np.bool_)
        self._rows = np.arange(self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin every game; a seed is for the first game, and the others get the next numbers, or each its own."""
        if isinstance(seed, list):
            given = list(seed)
            super().reset(seed=None)
        else:
            super().reset(seed=seed)
            given = [None] * self.num_envs if seed is None else [seed + number for number in range(self.num_envs)]
        self._batch.reset([int(self.np_random.integers(1 << 48)) if one is None else one for one in given])
        self._began = True
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carry out an action in every game. If one is illegal, nothing has changed in any game."""
        if not self._began:
            raise ResetNeeded("the games have not begun: call reset() first")
        actors = self._batch.seat if self._batch.seat >= 0 else np.maximum(self._to_act, 0)
        try:
            self._batch.step(np.asarray(actions).tolist())
        except (Refused, UsageError, TypeError) as error:
            raise InvalidAction(str(error)) from None
        info = self._info()
        if self._same_step and (over := self._ended | self._cut_off).any():
            last = self._last_seen.reshape(self._seen.shape)
            info |= {"final_obs": last.copy(), "_final_obs": over}
        rewards = self._rewards[self._rows, actors]
        return self._observations(), rewards, self._ended.copy(), self._cut_off.copy(), info

    def random_actions(self) -> Any:
        """A random legal action for every game."""
        return np.array(self._batch.random_actions())

    def render(self) -> Any:
        """The position of every game."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        viewer = max(int(self._batch.seat), SPECTATOR)
        return tuple(self._renderer.render(self._batch.state(number), viewer) for number in range(self.num_envs))

    def _observations(self) -> Any:
        return self._seen.copy() if self.copy else self._seen

    def _info(self) -> dict[str, Any]:
        if not self.copy:
            return {"action_mask": self._masks, "to_act": self._to_act, "rewards": self._rewards}
        return {
            "action_mask": self._masks.copy(),
            "to_act": self._to_act.copy(),
            "rewards": self._rewards.copy(),
        }


for _game in env_games():
    if env_id(_game) not in gymnasium.registry:
        gymnasium.register(
            env_id(_game),
            f"{__name__}:SingleEnv",
            vector_entry_point=f"{__name__}:BatchEnv",
            kwargs={"game": _game.key},
        )
