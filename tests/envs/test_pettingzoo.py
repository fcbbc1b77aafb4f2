"""PettingZoo: its own tests pass for every game, bad input is answered as its classic games do."""

import contextlib
import pickle
import warnings
from collections.abc import Iterator

import numpy as np
import pettingzoo
import pytest

from pawnstorm.core.errors import BadOption, UnknownGame, UsageError
from pawnstorm.envs.arrangement import env_games, env_id
from pawnstorm.envs.pettingzoo import PawnstormAEC, env

with warnings.catch_warnings():
    # It warns of an import of its own.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

GAMES = [game.key for game in env_games()]
# Its test warns of masks in observations, but not where the game is one of its own, which have them too.
MASKED = ("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be")
CYCLES = 12


def random_game(made: PawnstormAEC, seed: int) -> Iterator[tuple[str, int]]:
    """Who acted, and how; whoever is out acts no more."""
    chooser = np.random.default_rng(seed)
    made.reset(seed=seed)
    for agent in made.agent_iter():
        seen, _, ended, cut_off, _ = made.last()
        assert seen is not None
        action = None if ended or cut_off else int(chooser.choice(np.flatnonzero(seen["action_mask"])))
        made.step(action)
        if action is not None:
            yield agent, action


@pytest.mark.filterwarnings(MASKED[0], MASKED[1])
@pytest.mark.parametrize("key", GAMES)
def test_its_own_tests_pass(key: str) -> None:
    api_test(env(key), num_cycles=CYCLES)
    seed_test(lambda: env(key), CYCLES)
    render_test(lambda **more: env(key, **more))


@pytest.mark.filterwarnings(MASKED[0], MASKED[1])
@pytest.mark.skipif("castle-chess" not in GAMES, reason="the game with four seats has no encoding yet")
def test_four_seats() -> None:
    made = env("castle-chess", map="emperor", max_cycles=30)
    api_test(made, num_cycles=10)
    assert made.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert len({agent for agent, _ in random_game(made, 1)}) == 4


@pytest.mark.parametrize("key", GAMES)
def test_registered_and_pickled(key: str) -> None:
    game = next(game for game in env_games() if game.key == key)
    made = pettingzoo.make("aec", env_id(game), max_cycles=40)
    twin = pickle.loads(pickle.dumps(made))
    assert list(random_game(made, 5)) == list(random_game(twin, 5))
    assert str(made) == env_id(game).partition("/")[2].replace("-", "_")


def test_a_whole_game_pays_at_its_end() -> None:
    made = env("chess-attack")
    made.reset(seed=2)
    chooser, total, ended = np.random.default_rng(2), dict.fromkeys(made.possible_agents, 0.0), False
    for agent in made.agent_iter():
        seen, reward, terminated, truncated, _ = made.last()
        total[agent] += reward
        ended = ended or terminated
        assert seen is not None
        assert not truncated
        made.step(None if terminated else int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
    assert ended
    assert sum(total.values()) == 0.0
    assert made.agents == []


def test_cut_off_games_are_truncated() -> None:
    made = env("chess-attack", max_cycles=3)
    assert len(list(random_game(made, 1))) == 3
    made.reset(seed=1)
    for _ in range(3):
        seen = made.last()[0]
        assert seen is not None
        made.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert made.truncations == {"player_0": True, "player_1": True}
    assert made.terminations == {"player_0": False, "player_1": False}


def test_an_illegal_action_loses_and_one_out_of_the_space_is_an_error() -> None:
    made = env("chess-attack")
    made.reset(seed=1)
    seen = made.last()[0]
    assert seen is not None
    with pytest.raises(AssertionError, match=r"99999 is not in the action space Discrete\(1797\)"):
        made.step(99999)
    with pytest.raises(AssertionError, match=r"'e2' is not in the action space"):
        made.step("e2")
    made.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert made.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(made.terminations.values())
    with pytest.raises(ValueError, match="only valid action is None"):
        made.step(0)
    made.step(None)
    made.step(None)
    assert made.agents == []
    made.step(None)


def test_everything_before_a_reset_is_an_error() -> None:
    made = env("chess-attack", render_mode="ansi")
    for call in (lambda: made.step(0), made.render, lambda: made.observe("player_0"), made.state):
        with pytest.raises(AssertionError, match="reset"):
            call()


def test_wrong_settings_are_named() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'ludo'"):
        env("ludo")
    with pytest.raises(BadOption, match="promotion"):
        env("chess-attack", options={"promotion": "never"})
    with pytest.raises(UsageError, match="there is no render mode 'svg'; the modes are human, ansi, rgb_array"):
        env("chess-attack", render_mode="svg")
    with pytest.raises(Exception, match="ludo"), contextlib.suppress(SystemExit):
        pettingzoo.make("aec", "pawnstorm/ludo-v1")


def test_pictures_and_texts() -> None:
    made = env("chess-attack", render_mode="ansi")
    made.reset(seed=1)
    assert "R N B Q K B N R" in made.render()
    assert "White to move" in made.render()
    drawn = env("chess-attack", render_mode="rgb_array")
    drawn.reset(seed=1)
    before = drawn.render()
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 4
    drawn.step(int(np.flatnonzero(drawn.last()[0]["action_mask"])[0]))
    assert (drawn.render() != before).any()


def test_state_is_what_every_seat_sees() -> None:
    made = env("chess-attack")
    made.reset(seed=1)
    assert made.state().shape == made.state_space.shape
    for seat, agent in enumerate(made.agents):
        assert (made.state()[seat] == made.observe(agent)["observation"]).all()
