"""What tests share besides fixtures: which build is under test, how much work to give it, and where files are.

This is not in conftest.py, because some folders have their own conftest and `import conftest` would find that one.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import pawnstorm.core.state
from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import Refused
from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.state import CHANCE, State
from pawnstorm.core.step import advance
from pawnstorm.kit.drawing import read_board
from pawnstorm.testing.scenario import board_size

COMPILED = pawnstorm.core.state.__file__.endswith((".so", ".pyd"))
"""Whether the rules core under test is the compiled one."""

TESTS = Path(__file__).parent
ROOT = TESTS.parent
EXAMPLE = ROOT / "examples" / "dice-draughts"
"""A game in its own package."""
EARLIER = TESTS / "earlier"
"""A folder for each earlier build, with its records and a database."""


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat something: plain Python is about twenty times slower than the compiled core."""
    return compiled if COMPILED else plain


def folder_of(game: Game) -> Path:
    """The test folder of a game."""
    return TESTS / "games" / game.key.replace("-", "_")


def lively(game: Game) -> Setup:
    """A set-up with early fights: the map `melee` in the game's test folder if there is one, or the usual start."""
    path = folder_of(game) / "maps" / "melee.toml"
    return Setup(map=path.read_text("utf-8")) if path.exists() else Setup()


def settled(state: State) -> State:
    """The position after its dice, if it waits for any, have given their first result."""
    while state.turn() == CHANCE:
        state.land(state.outcomes()[0][0])
    return state


def refusal(game: Game, state: State, order: str) -> str:
    """The sentence with which a game refuses an order."""
    with pytest.raises(Refused) as refused:
        game.read(state, order)
    return str(refused.value)


Orders = Sequence[tuple[str, Sequence[int]]]
"""Orders with their dice."""


def told(game: Game, state: State, orders: Orders) -> list[str]:
    """What the log says when these orders are given, without the dice."""
    texts: list[str] = []
    for order, dice in orders:
        tower = LoadedTower(dice)
        step = advance(game, state, int(state.turn()), order, tower)
        assert not tower.left_over(), order
        texts += [event.text for event in step.events if event.kind != "roll"]
        state = step.state
    return texts


PerftPosition = dict[str, Any]
"""A position of a game's perft.toml."""
_NOT_FACTS = {"id", "note", "options", "armies", "map", "board", "decisions", "rolls"}


def opening(game: Game, position: PerftPosition) -> State:
    """The position that a table of perft.toml describes."""
    setup = game.agree(Setup(position.get("options", {}), tuple(position.get("armies", ())), position.get("map", "")))
    if "board" not in position:
        return game.start(setup)
    facts = {key: value for key, value in position.items() if key not in _NOT_FACTS}
    return game.place(Sketch(read_board(position["board"], *board_size(game, setup)), facts), setup)


def install_example(folder: Path) -> Path:
    """Install the example into a folder; `seeing` lets another process find it there."""
    source, site = folder / "source", folder / "site"
    # Building leaves files in the source.
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(site), str(source)], check=True)
    return site


def seeing(site: Path) -> dict[str, str]:
    """The environment of a process that finds the packages in a folder, besides those that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, sys.path)])}
