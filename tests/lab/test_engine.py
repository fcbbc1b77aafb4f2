"""The engine protocol: what the engine answers, what it refuses, and that it can be stopped."""

import json
from collections.abc import Iterator
from threading import Event

import pytest

from pawnstorm.ai.players import player
from pawnstorm.ai.search import budget
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, State
from pawnstorm.games import load
from pawnstorm.lab.engine import Engine, seconds_for
from pawnstorm.lab.engine_player import setup_text
from pawnstorm.lab.openings import opening, throw_dice


def talk(game: Game, *commands: str, kind: str = "") -> list[str]:
    """What an engine says to some commands."""
    said: list[str] = []
    Engine(game, "tested", said.append, kind).serve(commands)
    return said


def middle(game: Game, seed: int = 5) -> State:
    """A position some random orders after the start."""
    return opening(game, game.agree(Setup()), Luck(seed), 12)


def test_the_engine_says_what_it_is() -> None:
    game = load("trench-checkers")
    said = talk(game, "pawnstorm", "ping")
    rules = f"rules {game.rules_version}"
    assert said == ["engine 1", "name tested", "game trench-checkers", rules, "ready", "pong"]


def test_every_game_is_played_and_the_same_seed_gives_the_same_answer(game: Game) -> None:
    state = middle(game)
    commands = [f"setup {setup_text(state)}", f"position {state.encode()}", "go nodes=60 seed=3"]
    said = talk(game, *commands)
    order = said[-1].removeprefix("bestorder ")
    engine = "tree" if game.key in ("ch35s", "fantasy-armies") else "ab"
    assert order == player(f"{engine}:nodes=60").choose(game, state, Luck(3))
    assert talk(game, *commands) == said
    chances = [float(word) for word in said[-2].removeprefix("chances ").split()]
    assert (len(chances), sum(chances)) == (state.seats, pytest.approx(1.0, abs=1e-3))
    last = json.loads(said[-3].removeprefix("info "))
    assert last["chance"] == pytest.approx(chances[state.turn()], abs=1e-3)
    assert last["line"][0] == last["orders"][0][0] == order


def test_a_seed_of_the_set_up_decides_all_searches() -> None:
    game = load("chess-attack")
    commands = ['setup {"seed": 4}', "go level=2", "go level=2"]
    assert talk(game, *commands) == talk(game, *commands)
    orders = {talk(game, f'setup {{"seed": {seed}}}', "go sims=40", kind="uct")[-1] for seed in range(12)}
    assert len(orders) > 1


def test_orders_and_dice_lead_to_the_same_position_as_its_line() -> None:
    game = load("chess-attack")
    state = game.start(game.agree(Setup()))
    commands = ["position start"]
    for order in ("e2-e4", "d7-d5", "e4xd5"):
        state.play(game.read(state, order))
        commands.append(f"play {order}")
    assert state.turn() == CHANCE
    while state.turn() == CHANCE:
        faces = [1] * len(state.pool().dice)
        commands.append(f"dice {' '.join(map(str, faces))}")
        state.land(state.outcome_of(faces))
    assert talk(game, *commands, "show") == [f"position {state.encode()}"]


def test_stop_ends_an_endless_search_while_it_thinks() -> None:
    said: list[str] = []
    thinks = Event()

    def commands() -> Iterator[str]:
        yield "go endless"
        thinks.wait()
        yield "stop"
        yield "ping"

    def say(line: str) -> None:
        said.append(line)
        thinks.set()

    Engine(load("chess-attack"), "tested", say).serve(commands())
    assert said[0].startswith("info ")
    assert said[-2].startswith("bestorder ")
    assert said[-1] == "pong"


@pytest.mark.parametrize("ending", [["go endless", "stop"], ["go endless"], ["go endless", "quit", "ping"]])
def test_a_search_that_was_stopped_before_it_began_is_answered(ending: list[str]) -> None:
    said = talk(load("chess-attack"), *ending)
    assert [line.split()[0] for line in said][-2:] == ["chances", "bestorder"]


def test_a_stop_without_a_search_changes_nothing() -> None:
    game = load("chess-attack")
    assert talk(game, "stop", "go nodes=300 seed=1") == talk(game, "go nodes=300 seed=1")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("fly", "there is no command 'fly'"),
        ("setup", "a set-up is an object in JSON"),
        ("setup [1]", "a set-up is an object in JSON"),
        ('setup {"colour": 1}', "a set-up has no 'colour'"),
        ('setup {"map": 3}', "'map' of a set-up should be of the kind str"),
        ('setup {"options": {"promotion": 1}}', "the options and armies of a set-up are texts"),
        ('setup {"options": {"promotion": "never"}}', "promotion"),
        ('setup {"rules": 99}', "has no rules version 99"),
        ('setup {"seed": -1}', "the seed of a set-up should be from 0"),
        ("position nowhere", "is not an encoded position"),
        ("play e2-e5", "a Pawn does not move that way"),
        ("dice 3", "no dice are due"),
        ("go", "'go' needs a budget"),
        ("go endless nodes=3", "an endless search has no budget"),
        ("go nodes=3 nodes=4", "each only once"),
        ("go nodes=0", "nodes should be a whole number of at least 1"),
        ("go nodes=3 seed=x", "seed should be a whole number"),
        ("go bonus=3", "'bonus' needs 'clock'"),
        ("go clock=soon", "clock should be a number of seconds"),
        ("go level=9", "there is no level '9'"),
    ],
)
def test_a_bad_command_gets_one_sentence_and_changes_nothing(command: str, sentence: str) -> None:
    game = load("chess-attack")
    before, *said, after = talk(game, "show", command, "show")
    assert len(said) == 1
    assert said[0].startswith("error ")
    assert sentence in said[0]
    assert before == after


def test_dice_are_due_before_the_next_order() -> None:
    game = load("chess-attack")
    opened = ["play e2-e4", "play d7-d5", "play e4xd5"]
    said = talk(game, *opened, "play a7-a6", "go nodes=9", "dice 9 9", "dice x")
    assert [line.split()[0] for line in said] == ["error"] * 4
    assert "dice are due" in said[0]


def test_a_clock_never_runs_out() -> None:
    for bonus in (0.0, 0.1, 2.0):
        left = 60.0
        for _ in range(500):
            spent = seconds_for(left, bonus)
            assert 0.0 < spent < left
            left += bonus - spent
    said = talk(load("chess-attack"), "go clock=0.2")
    assert said[-1].startswith("bestorder ")


class SimulatedClock:
    """A clock that goes on by 4 ms whenever somebody looks at it: a thousand positions of a slow machine."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.004
        return self.now


@pytest.mark.parametrize(("left", "bonus", "kind"), [(1.0, 0.0, "ab"), (0.2, 0.05, "ab"), (1.0, 0.05, "tree")])
def test_no_decision_of_a_whole_game_exceeds_the_clock(
    left: float, bonus: float, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, luck, clock = load("chess-attack"), Luck(6), SimulatedClock()
    state, engine = middle(game), Engine(game, "tested", lambda line: None, kind)
    monkeypatch.setattr(budget, "perf_counter", clock)
    decisions = 0
    while state.turn() >= 0 and decisions < 30:
        before = clock.now
        engine.carry_out(f"position {state.encode()}")
        engine.carry_out(f"go clock={left} bonus={bonus} seed=1")
        assert before < clock.now < before + left
        left += bonus - (clock.now - before)
        state.play(luck_order(state, luck))
        throw_dice(state, luck, Outcomes())
        decisions += 1
    assert decisions == 30


def luck_order(state: State, luck: Luck) -> int:
    """Any legal order."""
    moves = state.legal()
    return moves[luck.below(len(moves))]
