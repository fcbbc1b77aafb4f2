"""A new piece is one TOML table: a copy of the project with one more table in its data loads and plays it.

Pages in docs/rulebooks say why Chess Attack and the pieces of Trench Checkers are different. There the numbers of the
printed pieces are data: `chess_attack/test_data.py` changes each of them, and so does a test below for Trench Checkers.
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
from pawnstorm.games.trench_checkers.state import PLAYED_IN_COMBAT, of
state.per_seat[of(0, PLAYED_IN_COMBAT)] = 1 << laws.deck.find("flames") | 1 << laws.deck.find("napalm")
assert napalm_of(state, 0) == 5
"""

EXTRA_CARD = """
[[card]]
key = "extra{number}"
title = "Extra {number}"
copies = 9
effect = "{effect}"
{amount}
moment = "now and then"
text = "Like the printed card."
rule = "TC-55"
"""

EFFECTS = {
    "field medic": "",
    "captured arms": "",
    "stun grenade": "",
    "over the top": "moves = 2",
    "air strike": "die = 8",
    "field promotion": "",
    "machine-gun nest": "rolls = 4",
    "napalm": "bonus = 1",
    "suicide mission": "die = 12",
    "field glasses": "",
    "back from leave": "",
}
ROOM_FOR_CARDS = 5

EXTRA_CARDS_PLAY = """
game, missing = load("trench-checkers"), set(EXTRA)
for seed in range(1, 60):
    if missing:
        orders = play(game, Setup({"field": "short"}), seed, 1500)
        missing -= {order.split()[0] for order in orders}
assert not missing, missing
"""

TRENCH_NUMBERS = {
    "pieces.toml": {
        "moves = 3": "moves = 4",
        "trench_cover = 1": "trench_cover = 2",
        "first_player_die = 6": "first_player_die = 8",
        "one = 4": "one = 5",
        "two = 6": "two = 7",
        "three = 8": "three = 9",
        "rolls = 2\nvalue = 2": "rolls = 3\nvalue = 20",
        "die = 10\nrolls = 1\nvalue = 3": "die = 12\nrolls = 2\nvalue = 30",
        "rolls = 1\nvalue = 1": "rolls = 1\nvalue = 10",
    },
    "cards.toml": {
        "moves = 3": "moves = 5",
        "die = 6": "die = 9",
        "rolls = 5": "rolls = 6",
        "bonus = 2": "bonus = 4",
        "die = 10": "die = 11",
    },
}
"""Every number of the pieces and cards of Trench Checkers, with another one."""

TRENCH_NUMBERS_PLAY = """
game = load("trench-checkers")


def place(pieces, options={}, **facts):
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    return game.place(Sketch(rows, facts), game.agree(Setup(options)))


def after(state, *orders):
    for order in orders:
        state.play(game.read(state, order))
    return state


def dice(stack, *cards):
    hands = {"Blue": " ".join(cards)}
    state = place({"c4": stack, "c5": "s", "a1": "S", "h10": "s"}, phase="attack", hands=hands)
    state = after(state, "c4xc5", *[card + (" S" if card == "suicide" else "") for card in cards])
    while state.turn() == 0:
        state.play(state.decline())
    return [die.sides for die in state.pool().dice if die.seat == 0]


assert [dice(stack) for stack in ("S", "SS", "SSS", "V", "C")] == [[5], [7], [9], [5] * 3, [12] * 2]
assert dice("SS", "gun") == [7] * 6
assert dice("SS", "suicide") == [11]


def gauges(state):
    return {gauge.id: gauge.value for gauge in game.view(state, -1).gauges}


state = place({"c3": "S", "e3": "V", "g3": "C", "h10": "s"}, hands={"Blue": "top"})
assert (gauges(state)["moves-0"], gauges(state)["value-0"], gauges(state)["value-1"]) == (4, 60, 10)
state = after(state, "c3-c4", "c4-c3", "c3-c4", "c4-c3", "top")
assert gauges(state)["moves-0"] == 5
state = place({"a1": "S", "h10": "s"}, {"cards": "off"}, phase="roll")
assert [die.sides for die in state.pool().dice] == [8, 8]
state = place({"c4": "S", "c8": "s", "h10": "s"}, phase="attack", hands={"Blue": "strike"})
assert after(state, "strike c8").pool().dice[0].sides == 9


def sums(options, *cards):
    pieces = {"a1": "S", "c7": "S", "c8": "s", "h10": "s"}
    state = after(place(pieces, options, phase="attack", hands={"Blue": " ".join(cards)}), "c7xc8", *cards)
    while state.turn() == 0:
        state.play(state.decline())
    roll = game.tell_roll(state, [1, 1]).numbers
    return roll["attack_bonus"], roll["defence_bonus"]


assert sums({"trench_cover": "on"}, "napalm") == (4, 2)
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
    """A copy of the project's source as plain Python, so that its data can be changed."""
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


@pytest.mark.rule("TC-55", "TC-M2")
@pytest.mark.parametrize("first", range(0, len(EFFECTS), ROOM_FOR_CARDS))
def test_trench_checkers_a_new_card_may_have_any_effect(tmp_path: Path, first: int) -> None:
    effects = list(EFFECTS.items())[first : first + ROOM_FOR_CARDS]
    cards = [
        EXTRA_CARD.format(number=number, effect=effect, amount=amount)
        for number, (effect, amount) in enumerate(effects, 1)
    ]
    path = _copy(tmp_path) / "games" / "trench_checkers" / "data" / "cards.toml"
    total = f"cards = {33 + 9 * len(cards)}"
    path.write_text(path.read_text("utf-8").replace("cards = 33", total) + "".join(cards), "utf-8")
    keys = [f"extra{number}" for number in range(1, len(cards) + 1)]
    _run(tmp_path, f"EXTRA = {keys}\n{EXTRA_CARDS_PLAY}")


@pytest.mark.rule("TC-22", "TC-33", "TC-42", "TC-45", "TC-A31", "TC-A52")
def test_trench_checkers_the_numbers_of_pieces_and_cards_are_data(tmp_path: Path) -> None:
    folder = _copy(tmp_path) / "games" / "trench_checkers" / "data"
    for name, changes in TRENCH_NUMBERS.items():
        text = (folder / name).read_text("utf-8")
        for old, new in changes.items():
            assert text.count(f"{old}\n") + text.count(f"{old} ") == 1, old
            text = text.replace(old, new)
        (folder / name).write_text(text, "utf-8")
    _run(tmp_path, TRENCH_NUMBERS_PLAY)


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
