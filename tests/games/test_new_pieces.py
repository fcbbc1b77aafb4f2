"""A new piece is one TOML table: a copy of the project with one more table in its data loads and plays it.

Which games this holds for, and why not for the others, is explained in docs/rulebooks/.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from suite import ROOT

PLAY = '''
from importlib.resources import files
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.games import load


def play(game, setup, seed, most, state=None):
    """Random orders, each written and read back; returns them, and checks views and encoded lines on the way."""
    luck, agreed = Luck(seed), game.agree(setup)
    state = state or game.start(agreed)
    orders = []
    for step in range(most):
        if state.turn() == -2:
            break
        if state.turn() == -1:
            state.land(state.outcome_of([int(luck.below(die.sides)) + 1 for die in state.pool().dice]))
            continue
        legal = state.legal()
        move = legal[int(luck.below(len(legal)))]
        orders.append(game.write(state, move))
        assert game.read(state, orders[-1]) == move
        if step % 25 == 0:
            assert game.view(state, state.turn()).offers
            assert game.decode(state.encode(), agreed).encode() == state.encode()
        state.play(move)
    return orders


def board(pieces):
    return tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
'''

FALCONER = """
[[piece]]
name = "Falconer"
code = "FC"
m = "K"
hth = "2"
ra = "2/3"
d = "5+"
pv = "5"
starter = 0

[[piece.ability]]
verb = "strike"
name = "Falcon"
cast = 4
range = 5
rule = "FA-47"
"""

FALCONER_PLAYS = """
game = load("fantasy-armies")
setup = game.agree(Setup())
pieces = {"a1": "KM", "d4": "FC", "d7": "sk", "f5": "sk", "h8": "ll"}
state = game.place(Sketch(board(pieces), {}), setup)
found = [game.write(state, move) for move in state.legal()]
assert {"d4xf5", "d4 shoots d7", "d4 casts Falcon at d7"} <= set(found), found
play(game, setup, 1, 300, state)
chosen = game.start(setup)
chosen.play(game.read(chosen, "list man"))
chosen.play(game.read(chosen, "+Falconer"))
"""

FLAMES = """
[[card]]
key = "flames"
title = "Flamethrower"
copies = 6
effect = "napalm"
bonus = 3
moment = "before the dice, attacking or defending"
text = "Add three to your result in this combat."
rule = "TC-63"
"""

FLAMES_PLAY = """
game = load("trench-checkers")
field = files("pawnstorm.games.trench_checkers").joinpath("data", "field-short.toml").read_text("utf-8")
assert any("flames" in play(game, Setup({"field": "short"}), seed, 1500) for seed in range(1, 30))
state = game.start(game.agree(Setup()))
laws = state.laws
from pawnstorm.games.trench_checkers.rules.combat import napalm_of
from pawnstorm.games.trench_checkers.state import USED, of
state.own[of(0, USED)] = 1 << laws.deck.find("flames") | 1 << laws.deck.find("napalm")
assert napalm_of(state, 0) == 5
"""

ELEPHANT = """
[[unit]]
kind = "elephant"
letter = "E"
walk = "riding"
attack = "bow"
pushes = true
rule = "CC-30"
moves = [2, 3]
range = [2, 3]

"""

ELEPHANT_PLAYS = """
game = load("castle-chess")
text = files("pawnstorm.games.castle_chess").joinpath("data", "map-muster.toml").read_text("utf-8")
terrain, units, rest = text.partition("units =")
setup = Setup(map=terrain + units + rest.replace(" Q", " E", 1).replace(" q", " e", 1))
orders = [order for seed in range(1, 4) for order in play(game, setup, seed, 400)]
assert any(order.startswith("E") for order in orders), orders
"""

SNEAKING_ELEPHANT_PLAYS = """
game = load("castle-chess")
pieces = {"g1": "K", "g13": "k", "b5": "E", "d10": "w"}
rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefghijklm") for row in range(13, 0, -1))
state = game.place(Sketch(rows, {}), game.agree(Setup()))
found = [game.write(state, move) for move in state.legal() if game.write(state, move).startswith("E")]
assert {"Eb5-d6", "Eb5-c6", "Eb5-c7"} <= set(found), found
state.play(game.read(state, "Eb5-d6"))
assert {game.write(state, move) for move in state.legal()} == {"shoot d10", "hold"}, state.encode()
"""

STORM_RIDER_PLAYS = """
game = load("ch35s")
armies = game.armies()
sheet = armies.find("brite")
assert "Storm Rider" in [kind.name for kind in sheet.kinds]
orders = [order for seed in range(1, 4) for order in play(game, Setup(armies=("b1", "b2")), seed, 400)]
assert any("SR" in order for order in orders), orders
"""


def _copy(tmp_path: Path) -> Path:
    """The project's source as plain Python, so that it reads data of its own."""
    target = tmp_path / "pawnstorm"
    shutil.copytree(
        ROOT / "src" / "pawnstorm", target, ignore=shutil.ignore_patterns("*.so", "__pycache__", "static", "page")
    )
    return target


def _run(tmp_path: Path, code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY + code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.rule("FA-M2")
def test_fantasy_armies_a_new_profile_is_one_table(tmp_path: Path) -> None:
    path = _copy(tmp_path) / "games" / "fantasy_armies" / "data" / "man.toml"
    path.write_text(path.read_text("utf-8") + FALCONER, "utf-8")
    _run(tmp_path, FALCONER_PLAYS)


@pytest.mark.rule("TC-M2")
def test_trench_checkers_a_new_card_is_one_table(tmp_path: Path) -> None:
    path = _copy(tmp_path) / "games" / "trench_checkers" / "data" / "cards.toml"
    path.write_text(path.read_text("utf-8").replace("cards = 33", "cards = 39") + FLAMES, "utf-8")
    _run(tmp_path, FLAMES_PLAY)


@pytest.mark.rule("CC-M1")
def test_castle_chess_a_new_unit_is_one_table(tmp_path: Path) -> None:
    path = _copy(tmp_path) / "games" / "castle_chess" / "data" / "pieces.toml"
    path.write_text(path.read_text("utf-8").replace("[[machine]]", f"{ELEPHANT}[[machine]]", 1), "utf-8")
    _run(tmp_path, ELEPHANT_PLAYS)


@pytest.mark.rule("CC-M1")
def test_castle_chess_a_new_unit_moves_and_shoots_as_far_as_its_table_says(tmp_path: Path) -> None:
    path = _copy(tmp_path) / "games" / "castle_chess" / "data" / "pieces.toml"
    unit = ELEPHANT.replace("riding", "cornering").replace("moves = [2, 3]", "moves = [3, 4]")
    unit = unit.replace("range = [2, 3]", "range = [4, 5]")
    path.write_text(path.read_text("utf-8").replace("[[machine]]", f"{unit}[[machine]]", 1), "utf-8")
    _run(tmp_path, SNEAKING_ELEPHANT_PLAYS)


@pytest.mark.rule("CH-M1")
def test_ch35s_a_new_model_is_one_table(tmp_path: Path) -> None:
    """A sheet has six types, so a new model takes the place of another one of its type (CH-08)."""
    path = _copy(tmp_path) / "games" / "ch35s" / "data" / "brite.toml"
    text = path.read_text("utf-8").replace("Valkyr", "Storm Rider").replace('code = "VA"', 'code = "SR"')
    path.write_text(text.replace('verb = "teleportation"', 'verb = "force push"', 1), "utf-8")
    _run(tmp_path, STORM_RIDER_PLAYS.replace('"b1", "b2"', _starters(text)))


def _starters(text: str) -> str:
    """The sample armies of the sheet that have the new model, twice."""
    name = next(part for part in text.split("[[starter]]")[1:] if "Storm Rider" in part).partition('name = "')[2]
    return ", ".join([f'"{name.partition(chr(34))[0]}"'] * 2)


@pytest.mark.rule("CC-M1")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({'"E"': '"K"'}, "'letter' should be a capital of its own, not 'K'"),
        ({"riding": "flying"}, "'walk' should be one of straight, ahead, turning, riding, cornering"),
        ({"bow": "song"}, "'attack' should be one of landing, bow, blast, not 'song'"),
        ({"moves = [2": "moves = [1"}, "'moves' of a riding or cornering unit should be 2 or more"),
        ({"riding": "turning", "moves = [2": "moves = [1"}, "'moves' of a turning unit should be"),
        ({"bow": "blast", "range = [2": "range = [1"}, "'range' of a blast should be"),
    ],
)
def test_castle_chess_a_wrong_unit_is_refused(tmp_path: Path, changes: dict[str, str], sentence: str) -> None:
    path = _copy(tmp_path) / "games" / "castle_chess" / "data" / "pieces.toml"
    wrong = ELEPHANT
    for old, new in changes.items():
        wrong = wrong.replace(old, new)
    path.write_text(path.read_text("utf-8").replace("[[machine]]", f"{wrong}[[machine]]", 1), "utf-8")
    with pytest.raises(AssertionError, match="(?s)castle_chess/data/pieces.toml, unit 9: .*" + sentence.split(",")[0]):
        _run(tmp_path, 'load("castle-chess")')
