"""Gymnasium: `check_env` passes, opponents play, and a batch does exactly what single games do."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, NameNotFound, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from pawnstorm.core.errors import UsageError
from pawnstorm.envs.arrangement import env_games, env_id
from pawnstorm.envs.gymnasium import BatchEnv, SingleEnv

GAMES = {game.key: env_id(game) for game in env_games()}
CHESS_ATTACK = GAMES["chess-attack"]


@pytest.mark.parametrize("key", GAMES)
def test_its_checker_passes(key: str) -> None:
    check_env(gymnasium.make(GAMES[key]).unwrapped)


@pytest.mark.parametrize("opponent", ["greedy", "1", "ab:nodes=50"])
def test_any_player_is_an_opponent(opponent: str) -> None:
    made = gymnasium.make(CHESS_ATTACK, opponent=opponent, seat=1, max_orders=30).unwrapped
    check_env(made, skip_render_check=True)
    assert trajectory(made, 3) == trajectory(made, 3)


def trajectory(made: SingleEnv, seed: int) -> list[tuple[bytes, float]]:
    """What is seen when random legal actions are played to the end."""
    chooser = np.random.default_rng(seed)
    seen, info = made.reset(seed=seed)
    found, over = [(seen.tobytes(), 0.0)], False
    while not over:
        seen, reward, ended, cut_off, info = made.step(chooser.choice(np.flatnonzero(info["action_mask"])))
        found.append((seen.tobytes(), reward))
        over = ended or cut_off
    return found


def test_a_game_of_a_random_seat_ends_with_its_reward() -> None:
    made = SingleEnv("chess-attack", seat="random")
    seats, rewards = set(), set()
    for seed in range(6):
        found = trajectory(made, seed)
        seats.add(made.seat)
        rewards.add(found[-1][1])
        assert all(reward == 0.0 for _, reward in found[:-1])
    assert seats == {0, 1}
    assert rewards <= {-1.0, 0.0, 1.0}
    assert len(rewards) > 1


def test_bad_actions() -> None:
    made = SingleEnv("chess-attack")
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        made.step(0)
    _, info = made.reset(seed=1)
    assert (made.action_masks() == info["action_mask"].astype(bool)).all()
    for action in (-1, 1797, "e2", 2.5):
        with pytest.raises(InvalidAction, match="is not in the action space"):
            made.step(action)
    _, reward, ended, _, info = made.step(np.flatnonzero(info["action_mask"] == 0)[0])
    assert (reward, ended) == (-1.0, True)
    assert "is not legal here" in info["illegal_action"]
    with pytest.raises(ResetNeeded):
        made.step(0)


def test_wrong_settings_are_named() -> None:
    for settings, sentence in (
        ({"seat": 2}, "there is no seat 2"),
        ({"opponent": "nobody"}, "there is no player 'nobody'"),
        ({"render_mode": "svg"}, "there is no render mode 'svg'"),
    ):
        with pytest.raises(UsageError, match=sentence):
            SingleEnv("chess-attack", **settings)
    with pytest.raises(UsageError, match="for 'greedy' use"):
        BatchEnv("chess-attack", opponent="greedy")
    with pytest.raises(UsageError, match="NextStep or SameStep"):
        BatchEnv("chess-attack", autoreset_mode="Disabled")
    with pytest.raises(NameNotFound):
        gymnasium.make("pawnstorm/ludo-v1")


def test_a_batch_is_made_by_its_id_and_checked_like_a_vector_environment() -> None:
    made = gymnasium.make_vec(CHESS_ATTACK, num_envs=4, vectorization_mode="vector_entry_point")
    seen, info = made.reset(seed=7)
    again, _ = made.reset(seed=7)
    assert (seen == again).all()
    assert made.observation_space.contains(seen)
    assert info["action_mask"].shape == (4, made.single_action_space.n)
    assert made.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, rewards, ended, cut_off, _ = made.step(np.argmax(info["action_mask"], axis=1))
    assert made.observation_space.contains(seen)
    assert (rewards.dtype, ended.dtype, cut_off.dtype) == (np.float64, np.bool_, np.bool_)


def test_a_game_does_not_depend_on_its_neighbours() -> None:
    many, one = BatchEnv("chess-attack", 3), BatchEnv("chess-attack", 1)
    seen, info = many.reset(seed=[4, 5, 6])
    alone, _ = one.reset(seed=[5])
    for _ in range(40):
        assert (seen[1] == alone[0]).all()
        actions = np.argmax(info["action_mask"], axis=1)
        seen, rewards, *_, info = many.step(actions)
        alone, reward, *_ = one.step(actions[1:2])
        assert rewards[1] == reward[0]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_games_begin_again_as_the_convention_says(mode: AutoresetMode) -> None:
    made = BatchEnv("chess-attack", 2, seat=None, max_orders=3, autoreset_mode=mode)
    first, _ = made.reset(seed=1)
    for _ in range(2):
        seen, _, _, cut_off, _ = made.step(made.random_actions())
        assert not cut_off.any()
    seen, _, _, cut_off, info = made.step(made.random_actions())
    assert cut_off.all()
    if mode == AutoresetMode.SAME_STEP:
        assert (seen == first).all()
        assert info["_final_obs"].all()
        assert (info["final_obs"] != first).any()
    else:
        assert (seen != first).any()
        assert (info["to_act"] < 0).all()
        seen, rewards, _, cut_off, _ = made.step([0, 0])
        assert (seen == first).all()
        assert not cut_off.any()
        assert not rewards.any()


def test_every_seat_in_turn_gets_its_reward() -> None:
    made = BatchEnv("chess-attack", 8, seat=None)
    _, info = made.reset(seed=3)
    results = []
    for _ in range(400):
        actors = info["to_act"]
        _, rewards, ended, _, info = made.step(made.random_actions())
        results += [(rewards[game], *info["rewards"][game], actors[game]) for game in np.flatnonzero(ended)]
    assert len(results) > 5
    for reward, white, black, actor in results:
        assert reward == (white, black)[actor]
        assert white + black == 0.0


def test_a_bad_action_in_a_batch_changes_nothing() -> None:
    made = BatchEnv("chess-attack", 2, seat=None)
    with pytest.raises(ResetNeeded):
        made.step([0, 0])
    seen, info = made.reset(seed=1)
    legal = int(np.argmax(info["action_mask"][0]))
    for actions, sentence in (([legal, 0], "action 0 is not legal in game 1"), ([legal], "1 actions for 2 games")):
        with pytest.raises(InvalidAction, match=sentence):
            made.step(actions)
    after, *_ = made.step([legal, legal])
    assert (after != seen).any()


def test_memory_is_shared_only_if_asked() -> None:
    shared, copied = BatchEnv("chess-attack", 1, copy=False), BatchEnv("chess-attack", 1)
    for made, same in ((shared, True), (copied, False)):
        seen, info = made.reset(seed=1)
        before = seen.copy()
        made.step(np.argmax(info["action_mask"], axis=1))
        assert (seen == before).all() != same
        if same:
            assert not seen.flags.writeable


def test_a_batch_is_drawn() -> None:
    made = BatchEnv("chess-attack", 2, render_mode="ansi")
    made.reset(seed=1)
    assert ["White to move" in text for text in made.render()] == [True, True]
