"""The contenders of the self-play races: each plays whole random games and counts its plies.

A worker process plays one contender only, so no library slows another down:

    python -m bench.contenders NAME

It prints `ready`, then answers each line `SECONDS` on its input with the plies per second.
Seconds are processor time, so a busy machine does not change the result.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import cycle
from time import process_time
from typing import Any

from bench import environment_contenders
from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.search import playout
from pawnstorm.ai.search.alphabeta import AlphaBeta
from pawnstorm.ai.search.budget import Budget
from pawnstorm.ai.search.tree import Tree
from pawnstorm.core.batch import Batch
from pawnstorm.core.buffers import ByteRows, Moves, Outcomes
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.games import load
from pawnstorm.lab.openings import opening

PlayGame = Callable[[], int]
"""Plays one random game to its end and returns the number of plies."""

SEED = 35
SIMULATIONS = 1000
FACES = (1, 2, 3, 4, 5, 6)


def compiled() -> PlayGame:
    """Chess Attack, random self-play inside the compiled core."""
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    return _playouts()


def trench_checkers() -> PlayGame:
    """Trench Checkers with its default options, random self-play inside the compiled core; passes are plies too."""
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    return _playouts("trench-checkers")


def castle_chess() -> PlayGame:
    """Castle Chess on the two-player board, random self-play inside the compiled core."""
    return _castle_chess(Setup())


def castle_four() -> PlayGame:
    """Castle Chess with four players on 19x19."""
    return _castle_chess(Setup(map="emperor"))


def castle_strict() -> PlayGame:
    """Castle Chess under the strict rule, in which every order is tested for check."""
    return _castle_chess(Setup({"check_rule": "strict"}))


def _castle_chess(setup: Setup) -> PlayGame:
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    return _playouts("castle-chess", setup)


def uncompiled() -> PlayGame:
    """The same source, run by the interpreter."""
    if is_compiled():
        sys.exit("the plain copy of the source still contains compiled modules")
    return _playouts()


def is_compiled() -> bool:
    """Whether the playouts of this process are native code."""
    return not str(playout.__file__).endswith(".py")


def _playouts(key: str = "chess-attack", setup: Setup | None = None) -> PlayGame:
    start = load(key).start(setup or Setup())
    luck, moves, outcomes = Luck(SEED), Moves(), Outcomes()
    return lambda: int(playout.playout(start.copy(), luck, moves, outcomes))


def starters(key: str) -> PlayGame:
    """A game with armies, random self-play inside the compiled core: its starter armies in turn."""
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    game = load(key)
    armies = game.armies()
    assert armies
    names = [roster.name or roster.army for roster in armies.starters]
    starts = cycle([game.start(Setup(armies=pair)) for pair in zip(names, names[1:] + names[:1], strict=True)])
    luck, moves, outcomes = Luck(SEED), Moves(), Outcomes()
    return lambda: int(playout.playout(next(starts).copy(), luck, moves, outcomes))


def python_loop() -> PlayGame:
    """Chess Attack, the compiled core called order by order from interpreted Python."""
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    game, setup, choice = load("chess-attack"), Setup(), random.Random(SEED).choice

    def play() -> int:
        plies = 0
        state = game.start(setup)
        turn = state.turn()
        while turn != OVER:
            if turn == CHANCE:
                state.land(state.outcome_of([choice(FACES), choice(FACES)]))
            else:
                state.play(choice(state.legal()))
                plies += 1
            turn = state.turn()
        return plies

    return play


BATCH = 64
"""Games of a batch."""
STEPS = 20
"""Steps of a batch that count as one game, so that a slice of time ends soon."""


def batch() -> PlayGame:
    """Chess Attack, many games in one compiled call, with masks, observations and rewards in NumPy arrays."""
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    numpy, game = _library("numpy"), load("chess-attack")
    codec = game.codec(Setup())
    games = Batch(codec, game.start(Setup()), BATCH, SEED)
    arrays = [numpy.frombuffer(items, "uint8") for items in (games.masks.items, games.observations.items)]
    arrays.append(numpy.frombuffer(games.rewards))

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.random_actions())
        # The arrays share the memory of the batch, so they have changed.
        assert arrays[0].size == BATCH * codec.actions
        return BATCH * STEPS

    return play


def array_loop() -> PlayGame:
    """Chess Attack order by order from interpreted Python, with a mask and an observation as NumPy arrays for each."""
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    numpy, game, setup, choice = _library("numpy"), load("chess-attack"), Setup(), random.Random(SEED).choice
    codec = game.codec(setup)
    masks, pages = ByteRows(1, codec.actions), ByteRows(1, codec.size)
    mask, page = numpy.frombuffer(masks.items, "uint8"), numpy.frombuffer(pages.items, "uint8")

    def play() -> int:
        plies = 0
        state = game.start(setup)
        turn = state.turn()
        while turn != OVER:
            if turn == CHANCE:
                state.land(state.outcome_of([choice(FACES), choice(FACES)]))
            else:
                codec.mask(state, masks, 0)
                codec.observe_row(state, turn, pages, 0)
                action = masks.place(0, choice(range(masks.filled(0))))
                state.play(codec.order_of(state, action))
                plies += 1
            turn = state.turn()
        # The arrays share the memory of the rows, so they show the last decision.
        assert mask.any()
        assert page.any()
        return plies

    return play


def openspiel_loop() -> PlayGame:
    """OpenSpiel's chess, called order by order from interpreted Python."""
    game, choice = _library("pyspiel").load_game("chess"), random.Random(SEED).choice

    def play() -> int:
        plies = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
        return plies

    return play


def openspiel_bots() -> PlayGame:
    """OpenSpiel's chess, random bots evaluated entirely in C++."""
    pyspiel = _library("pyspiel")
    game = pyspiel.load_game("chess")
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in (0, 1)]

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, SEED)
        return int(state.move_number())

    return play


def python_chess() -> PlayGame:
    """python-chess, random pseudo-legal moves until a king is taken."""
    chess, choice = _library("chess"), random.Random(SEED).choice

    def play() -> int:
        plies = 0
        board = chess.Board()
        while board.king(chess.WHITE) is not None and board.king(chess.BLACK) is not None:
            moves = list(board.generate_pseudo_legal_moves())
            if not moves:
                break
            board.push(choice(moves))
            plies += 1
        return plies

    return play


def uct() -> PlayGame:
    """Plain UCT on Chess Attack inside the compiled core: the simulations of one decision."""
    if not is_compiled():
        sys.exit("the core is not compiled here: run `make setup` first")
    game = load("chess-attack")
    tree, start, luck = Tree(game, None), game.start(Setup()), Luck(SEED)
    return lambda: tree.think(start, Budget(SIMULATIONS), luck).nodes


def openspiel_uct() -> PlayGame:
    """OpenSpiel's MCTS with random roll-outs on its chess, all in C++."""
    pyspiel = _library("pyspiel")
    game = pyspiel.load_game("chess")
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, SEED, False)

    def play() -> int:
        bot.mcts_search(game.new_initial_state())
        return SIMULATIONS

    return play


def alpha_beta() -> PlayGame:
    """Alpha-beta on Chess Attack, one middle game position after another."""
    game = load("chess-attack")
    engine, luck = AlphaBeta(evaluator_for(game), 16), Luck(SEED)
    positions = cycle([opening(game, Setup(), luck, 30) for _ in range(8)])
    nodes = 100_000 if is_compiled() else 3000
    return lambda: engine.think(next(positions), Budget(nodes)).nodes


def _library(name: str) -> Any:
    """Another library, imported only in its own worker."""
    try:
        return import_module(name)
    except ImportError:
        sys.exit(f"the library '{name}' is not installed: run `make bench`, which installs it")


CONTENDERS: dict[str, Callable[[], PlayGame]] = {
    "compiled": compiled,
    "fantasy-armies": partial(starters, "fantasy-armies"),
    "ch35s": partial(starters, "ch35s"),
    "uncompiled": uncompiled,
    "trench-checkers": trench_checkers,
    "castle-chess": castle_chess,
    "castle-four": castle_four,
    "castle-strict": castle_strict,
    "python-loop": python_loop,
    "batch": batch,
    "array-loop": array_loop,
    "openspiel-loop": openspiel_loop,
    "openspiel-bots": openspiel_bots,
    "python-chess": python_chess,
    "uct": uct,
    "openspiel-uct": openspiel_uct,
    "aec": environment_contenders.our_aec,
    "chess-v6": environment_contenders.chess_v6,
    "openspiel-adapter": environment_contenders.our_openspiel,
    "bare-states": environment_contenders.bare_states,
    "alpha-beta": alpha_beta,
    "alpha-beta-source": alpha_beta,
}


def plies_per_second(play: PlayGame, seconds: float) -> float:
    """Play whole games for at least this long."""
    plies = 0
    begun = process_time()
    spent = 0.0
    while spent < seconds:
        plies += play()
        spent = process_time() - begun
    return plies / spent


def work(name: str) -> None:
    """Answer one line of input after another."""
    play = CONTENDERS[name]()
    play()
    print("ready", flush=True)
    for line in sys.stdin:
        print(plies_per_second(play, float(line)), flush=True)


if __name__ == "__main__":
    work(sys.argv[1])
