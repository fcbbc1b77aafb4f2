"""OpenSpiel: its own tests pass, and its algorithms run on games and on an endgame."""

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, get_all_states, ismcts, mcts
from open_spiel.python.observation import make_observation
from suite import opening

from pawnstorm.core.errors import BadOption
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER
from pawnstorm.envs.arrangement import env_games
from pawnstorm.envs.openspiel import load_game, short_name
from pawnstorm.games import load

GAMES = [game.key for game in env_games()]
HIDDEN = [game.key for game in env_games() if not game.open]
ENDGAME = """
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . k . . .
4 . . . K . . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . . . . .
  a b c d e f g h
"""
"""Two Kings of Chess Attack, side by side."""


def endgame(max_orders: int) -> pyspiel.Game:
    position = opening(load("chess-attack"), {"board": ENDGAME})
    return load_game("chess-attack", position=position.encode(), max_orders=max_orders)


@pytest.mark.parametrize("key", GAMES)
def test_its_own_simulations_pass(key: str) -> None:
    game = load_game(key, max_orders=25)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.skipif("castle-chess" not in GAMES, reason="the game with four seats has no encoding yet")
def test_four_players() -> None:
    game = load_game("castle-chess", map="emperor", max_orders=20)
    assert game.num_players() == 4
    assert game.min_utility() == pytest.approx(-1 / 3)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("key", GAMES)
def test_states_follow_our_own(key: str) -> None:
    """Legal actions, chances and results are those of the position, all the way."""
    game = load_game(key, max_orders=60)
    codec, state = game.arrangement.codec, game.new_initial_state()
    own, luck = game.arrangement.start.copy(), Luck(3)
    while not state.is_terminal():
        if state.is_chance_node():
            chances = state.chance_outcomes()
            assert sum(chance for _, chance in chances) == pytest.approx(1.0)
            assert len({number for number, _ in chances}) == len(chances)
            number = chances[luck.below(len(chances))][0]
            own.land(codec.outcome_of(own, number))
        else:
            actions = state.legal_actions()
            assert actions == codec.legal_actions(own)
            number = actions[luck.below(len(actions))]
            assert state.action_to_string(number) == game.arrangement.game.write(own, codec.order_of(own, number))
            own.play(codec.order_of(own, number))
        state.apply_action(number)
        assert str(state) == own.encode()
    assert own.turn() == OVER or state.returns() == [0.0] * game.num_players()


def test_a_clone_and_a_pickle_are_independent() -> None:
    game = load_game("chess-attack", options={"promotion": "chess"}, max_orders=12)
    state = game.new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert state.is_initial_state()
    assert str(twin) != str(state)
    again = pickle.loads(pickle.dumps(game))
    assert again.arrangement.setup == game.arrangement.setup
    assert str(game.deserialize_state(twin.serialize())) == str(twin)


def test_observations_and_memories() -> None:
    game = load_game("chess-attack")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert (
        seen.tensor.tobytes()
        == np.frombuffer(game.arrangement.codec.observation(state.held.state, 0), np.uint8).astype(np.float32).tobytes()
    )
    assert state.information_state_string(0) == f"0| 0:{state.history()[0]}"
    assert state.observation_string(0) != state.observation_string(1)
    with pytest.raises(ValueError, match="take no parameters"):
        make_observation(game, params={"size": 3})


@pytest.mark.parametrize("key", HIDDEN)
def test_what_is_resampled_has_the_same_information_state(key: str) -> None:
    game = load_game(key, max_orders=80)
    state, luck = game.new_initial_state(), np.random.RandomState(3)
    compared = 0
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choice(numbers, p=chances))
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, luck.rand)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        compared += str(other) != str(state)
        state.apply_action(luck.choice(state.legal_actions()))
    assert compared or key not in ("trench-checkers", "fantasy-armies"), "nothing was hidden"


def test_monte_carlo_tree_search_in_python_and_in_cpp() -> None:
    game = load_game("chess-attack", max_orders=12)
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 8, evaluator, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()
    native = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 8, 100, False, 1, False)
    assert native.mcts_search(state).best_child().action in state.legal_actions()


@pytest.mark.parametrize("key", HIDDEN)
def test_information_set_search(key: str) -> None:
    game = load_game(key, max_orders=40)
    state, luck = game.new_initial_state(), np.random.RandomState(5)
    for _ in range(20):
        while state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choice(numbers, p=chances))
        if state.is_terminal():
            break
        state.apply_action(luck.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        1.4,
        6,
        random_state=np.random.RandomState(3),
        allow_inconsistent_action_sets=True,
    )
    assert bot.step(state) in state.legal_actions()


def test_solvers_run_on_an_endgame() -> None:
    """Regret falls: the solution is better than playing at random, and no reply gains much against it."""
    game = endgame(2)
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(8):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert after < before / 2
    sampler = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(3):
        sampler.iteration()
    assert exploitability.nash_conv(game, sampler.average_policy()) >= 0.0
    assert len(get_all_states.get_all_states(endgame(1), include_chance_states=True)) > 3


def test_bad_input() -> None:
    state = load_game("chess-attack", max_orders=1).new_initial_state()
    with pytest.raises(ValueError, match="action 0 is not legal: the legal ones are"):
        state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    with pytest.raises(ValueError, match="after the end"):
        state.apply_action(34)
    with pytest.raises(BadOption, match="promotion"):
        load_game("chess-attack", options={"promotion": "never"})
    with pytest.raises(pyspiel.SpielError, match="pawnstorm_ludo"):
        load_game("ludo")
    assert short_name("chess-attack") in pyspiel.registered_names()
