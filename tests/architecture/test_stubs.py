"""A built package has type stubs with ordinary integers, and a strict type checker accepts a program that uses them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from suite import ROOT

from build_tools.stubs import ROOMS, plain_types

PROGRAM = '''
from fractions import Fraction
from typing import assert_type

from pawnstorm import CHANCE, OVER, Game, Luck, Match, Refused, SeededTower, Setup, State, keys, load
from pawnstorm import odds, player_for, record


class Countdown(State):
    """A position in plain Python."""

    left: int = 3

    def turn(self) -> int:
        return OVER if self.left == 0 else self.left % 2

    def play(self, move: int) -> None:
        self.left -= move


def play(game: Game, seed: int) -> State:
    state, luck = game.start(Setup()), Luck(seed)
    while state.turn() != OVER:
        if state.turn() == CHANCE:
            state.land(state.outcomes()[luck.below(len(state.outcomes()))][0])
        else:
            state.play_checked(state.legal()[0])
    return state


for key in keys():
    game = load(key)
    assert_type(game, Game)
    state = game.start(Setup({"promotion": "chess"}, rules=1))
    assert_type(state.turn(), int)
    assert_type(state.legal(), list[int])
    assert_type(state.copy(), State)
    assert_type(odds(state, state.legal()[0]), dict[str, Fraction])
    match = Match(game, Setup(), SeededTower(1))
    assert_type(match.game, Game)
    assert_type(match.setup, Setup)
    try:
        match.add(match.step_for(match.turn, player_for(game, "greedy").choose(game, match.state, Luck(1))))
    except Refused as refused:
        assert_type(str(refused), str)
        print(refused.code.value)
    text = record.write(record.of_match(match, {"White": "greedy"}))
    assert_type(record.replay(record.parse(text), game), Match)
'''


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a wheel without compiled modules would have it."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build", "--build-base", str(folder), "--build-lib", str(folder / "lib")],
        cwd=ROOT,
        env={**os.environ, "PAWNSTORM_PLAIN": "1"},
        check=True,
        capture_output=True,
    )
    return folder / "lib"


@pytest.mark.slow
def test_every_public_module_has_a_stub_with_ordinary_integers(built: Path) -> None:
    for room in ROOMS:
        modules = sorted((built / "pawnstorm" / room).glob("*.py"))
        assert modules
        for module in modules:
            stub = module.with_suffix(".pyi").read_text("utf-8")
            assert not {"i64", "vec[", "librt"} & set(stub.replace("[", "[ ").split()), module
    state = (built / "pawnstorm" / "core" / "state.pyi").read_text("utf-8")
    assert 'def legal(self) -> list[int]:\n        """The legal orders as an ordinary list."""' in state
    assert not list((ROOT / "src").rglob("*.pyi"))


@pytest.mark.slow
def test_a_strict_type_checker_accepts_a_program(built: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "program.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(built)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stdout == "Success: no issues found in 1 source file\n"


def test_a_stub_in_ordinary_types() -> None:
    written = plain_types(
        "from librt.vecs import vec\nfrom mypy_extensions import i64\n\n"
        "class Board:\n    size: Final[Incomplete]\n    other: Incomplete\n    cells: vec[i64]\n"
        "    def __init__(self, size: i64) -> None: ...\n"
    )
    assert written == (
        "\nclass Board:\n    size: Final[int]\n    other: Incomplete\n    cells: list[int]\n"
        "    def __init__(self, size: int) -> None: ...\n"
    )
