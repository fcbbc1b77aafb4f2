"""The games as PettingZoo AEC environments, registered as `pawnstorm/GAME-vN` (docs/pettingzoo.md).

It follows PettingZoo's classic games: observations with an action mask, a reward only at the end, and an illegal
action loses. The checks of PettingZoo's wrappers are built in, because each wrapper costs more than a step.
"""

import random
from collections.abc import Mapping
from typing import Any

from pawnstorm.core.batch import LONGEST, Batch
from pawnstorm.core.view import SPECTATOR
from pawnstorm.envs.arrangement import Arrangement, check_render_mode, env_games, env_id, missing, number_of

try:
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    raise missing("PettingZoo", "pettingzoo") from None

import numpy as np

from pawnstorm.envs.picture import FRAMES, MODES, Renderer


class PawnstormAEC(AECEnv, EzPickle):
    """One game as an AEC environment, with an agent for each seat: `player_0`, `player_1` and so on.

    A pickled environment is its arguments, as in PettingZoo's own games.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        armies: tuple[str, ...] = (),
        map: str = "",
        position: str = "",
        max_cycles: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        """After `max_cycles` orders a game is truncated. `position` is a line of `State.encode` to begin with."""
        EzPickle.__init__(self, game, options, armies, map, position, max_cycles, render_mode)
        super().__init__()
        check_render_mode(render_mode, MODES)
        self.render_mode = render_mode
        self.arrangement = Arrangement(game, options, armies, map, position)
        codec, name = self.arrangement.codec, env_id(self.arrangement.game).partition("/")[2]
        self.metadata = {
            "name": name.replace("-", "_"),
            "render_modes": MODES,
            "render_fps": FRAMES,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.arrangement.seats))]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(int(codec.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space(codec) for agent in self.possible_agents}
        self.state_space = Box(0, 255, (len(self.possible_agents), *codec.shape), np.uint8)
        self._batch = Batch(codec, self.arrangement.start, 1, 0, longest=max_cycles)
        # These arrays share the memory of the batch.
        self._seen = np.frombuffer(self._batch.observations.items, np.uint8).reshape(codec.shape)
        self._mask = np.frombuffer(self._batch.masks.items, np.int8)
        self._to_act = np.frombuffer(self._batch.to_act, np.int64)
        self._renderer = Renderer(self.arrangement.game, render_mode)
        self._seeds = random.Random()
        self._began = False

    def observation_space(self, agent: str) -> Any:
        """The planes that a seat sees, and the mask of its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions, of which the mask shows the legal ones."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed throws the same dice. Without a seed the stream of seeds goes on."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self._batch.reset([self._seeds.getrandbits(48)])
        self._began = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._dead = False
        self.agent_selection = self.possible_agents[self._to_act[0]]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask is empty unless it must decide."""
        if not self._began:
            EnvLogger.error_observe_before_reset()
        if agent == self.agent_selection and not self._dead:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._observation(self.seat_of[agent]), "action_mask": np.zeros_like(self._mask)}

    def state(self) -> Any:
        """What every seat sees, one after the other."""
        if not self._began:
            EnvLogger.error_state_before_reset()
        return np.stack([self._observation(seat) for seat in range(len(self.possible_agents))])

    def step(self, action: Any) -> None:
        """Carry out an action of the selected agent; all dice that follow are thrown."""
        if not self._began:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if self._dead:
            self._was_dead_step(action)
            return
        number = self._number(action)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        if not self._mask[number]:
            self._end_illegally(agent)
            return
        self._batch.step([number])
        turn = self._to_act[0]
        if turn >= 0:
            self.agent_selection = self.possible_agents[turn]
        else:
            self._end(agent)
        if self.render_mode == "human":
            self._show()

    def render(self) -> Any:
        """The position as everybody may see it."""
        if not self._began:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            EnvLogger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._renderer.render(self._batch.state(0), SPECTATOR)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self, seat: int) -> Any:
        codec = self.arrangement.codec
        return np.frombuffer(codec.observation(self._batch.state(0), seat), np.uint8).reshape(codec.shape)

    def _number(self, action: Any) -> int:
        number, space = number_of(action), self.action_spaces[self.agent_selection]
        if not 0 <= number < space.n:
            raise AssertionError(f"the action {action!r} is not in the action space {space}")
        return number

    def _end(self, actor: str) -> None:
        """The game is over or was cut off; agents leave in the order of their turns, beginning after the last one."""
        ended = bool(self._batch.ended[0])
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(self._batch.rewards[seat])
        self._leave(actor, ended, not ended)

    def _end_illegally(self, actor: str) -> None:
        """As PettingZoo's TerminateIllegalWrapper does it."""
        EnvLogger.warn_on_illegal_move()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[actor] = -1.0
        self._leave(actor, True, True)

    def _leave(self, actor: str, ended: bool, cut_off: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, cut_off)
        self._accumulate_rewards()
        self._dead = True
        self.agent_selection = self.possible_agents[(self.seat_of[actor] + 1) % len(self.possible_agents)]
        self._deads_step_first()


def _observation_space(codec: Any) -> Any:
    planes = Box(0, 255, codec.shape, np.uint8)
    return Dict({"observation": planes, "action_mask": Box(0, 1, (int(codec.actions),), np.int8)})


def env(game: str, **settings: Any) -> PawnstormAEC:
    """An environment of a game by its key."""
    return PawnstormAEC(game, **settings)


for _game in env_games():
    if env_id(_game) not in pettingzoo.aec_registry:
        pettingzoo.register("aec", env_id(_game), f"{__name__}:env", kwargs={"game": _game.key})
