"""OpenSpiel's own searches as players of ours, through the adapter: `bench.openspiel_players:Search` in any contest.

MCTS where nothing is hidden, IS-MCTS elsewhere, both in Python and with random games at the leaves.
"""

import os
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game, SetupSource
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.envs.openspiel import PawnstormState, load_game

SIMULATIONS = int(os.environ.get("OPENSPIEL_SIMULATIONS", "1000"))
"""Walks for each decision; the environment variable reaches the workers of a contest too."""
LONGEST = 100
"""Orders after which a random game counts as drawn; whole games would take minutes for each decision."""
_CURIOSITY = 1.4
_SEEDS = 1 << 31


class Search:
    """OpenSpiel's search for every position anew."""

    def choose(self, game: Game, state: State, luck: Luck) -> int:
        """The action that it finds best, as an order."""
        source = state.source()
        if not isinstance(source, SetupSource):
            raise UsageError("positions of this game do not say which set-up they belong to")
        setup = source.setup
        spiel = load_game(game.key, setup.options, setup.armies, setup.map, state.encode(), LONGEST)
        seed = np.random.RandomState(luck.below(_SEEDS))
        found = _bot(game, spiel, seed).step(_root(spiel))
        return int(spiel.arrangement.codec.order_of(state, found))


def _root(spiel: Any) -> PawnstormState:
    root: PawnstormState = spiel.new_initial_state()
    return root


def _bot(game: Game, spiel: Any, seed: np.random.RandomState) -> Any:
    evaluator = mcts.RandomRolloutEvaluator(1, seed)
    if game.open:
        return mcts.MCTSBot(spiel, _CURIOSITY, SIMULATIONS, evaluator, random_state=seed)
    return ismcts.ISMCTSBot(
        spiel, evaluator, _CURIOSITY, SIMULATIONS, random_state=seed, allow_inconsistent_action_sets=True
    )
