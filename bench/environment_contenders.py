"""The environments as contenders: whole random games through the door of another library, step by step in Python."""

import random
from collections.abc import Callable
from typing import Any

from pawnstorm.core.game import Setup
from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.games import load

SEED = 35
PlayGame = Callable[[], int]


def our_aec() -> PlayGame:
    """Chess Attack as a PettingZoo environment."""
    from pawnstorm.envs.pettingzoo import env

    return aec_games(env("chess-attack"))


def chess_v6() -> PlayGame:
    """PettingZoo's own chess, as its users make it."""
    import pettingzoo

    return aec_games(pettingzoo.make("aec", "classic/chess-v6"))


def aec_games(made: Any) -> PlayGame:
    """Random games by the loop of PettingZoo's docs; the choice itself must cost next to nothing."""
    luck = random.Random(SEED)

    def play() -> int:
        plies = 0
        made.reset(seed=luck.getrandbits(30))
        for _ in made.agent_iter():
            seen, _, ended, cut_off, _ = made.last()
            if ended or cut_off:
                made.step(None)
                continue
            mask = seen["action_mask"].tobytes()
            action = mask.find(1, luck.randrange(len(mask)))
            made.step(action if action >= 0 else mask.find(1))
            plies += 1
        return plies

    return play


def our_openspiel() -> PlayGame:
    """Chess Attack as an OpenSpiel game, by the loop of its docs."""
    from pawnstorm.envs.openspiel import load_game

    game, choice = load_game("chess-attack"), random.Random(SEED).choice

    def play() -> int:
        plies = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice(state.chance_outcomes())[0])
            else:
                state.apply_action(choice(state.legal_actions()))
                plies += 1
        return plies

    return play


def bare_states() -> PlayGame:
    """The same loop over our own states."""
    game, setup, choice = load("chess-attack"), Setup(), random.Random(SEED).choice

    def play() -> int:
        plies = 0
        state = game.start(setup)
        turn = state.turn()
        while turn != OVER:
            if turn == CHANCE:
                state.land(choice(state.outcomes())[0])
            else:
                state.play(choice(state.legal()))
                plies += 1
            turn = state.turn()
        return plies

    return play
