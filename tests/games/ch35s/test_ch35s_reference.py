"""The rules compared with a second reading of them, in every turn of many random games under many options."""

from collections.abc import Mapping
from typing import Any

import pytest
from ch35s_reference import Model, Reference
from suite import scaled

from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("ch35s")
GAMES = scaled(60, 12)


EMPIRE = """
list = "knightmare"
[[piece]]
type = "Umbral Tyrant"
upgrades = ["Chaotic Visions", "Mental Command"]
[[piece]]
type = "Hag of Echoes"
upgrades = ["Teleportation"]
[[piece]]
type = "Dream Flayer"
count = 2
upgrades = ["Force Push"]
[[piece]]
type = "Husk"
count = 3
upgrades = ["Quick Strike", "Reinforcement"]
"""
BRITE = """
list = "brite"
[[piece]]
type = "Lightmarshal"
upgrades = ["Mental Command"]
[[piece]]
type = "Bastion Walker"
upgrades = ["Hard Light Bomb 2"]
[[piece]]
type = "Prism Adept"
count = 2
upgrades = ["Force Field", "Force Push"]
[[piece]]
type = "Trooper"
count = 3
upgrades = ["Extra Attack", "Reinforcement"]
"""
"""Armies with every ability that reaches beyond its own model, and with reserves."""


def _setup(seed: int) -> Setup:
    """Any options; every other game has the armies above."""
    luck = Luck(seed)
    options = {option.key: option.values[int(luck.below(len(option.values)))] for option in GAME.options}
    if seed % 2:
        return Setup(options)
    return Setup({**options, "points": "40", "chess_set_limits": "off"}, (EMPIRE, BRITE))


def _play(setup: Setup, seed: int) -> tuple[list[tuple[State, State]], State]:
    """The positions before and after every order in a turn of one random game, and its last position.

    Rounds end with `hold`, so that their score can be computed from the position before it.
    """
    luck, state, found = Luck(seed), GAME.start(setup), []
    while state.turn() != OVER:
        if state.turn() == CHANCE:
            outcomes = state.outcomes()
            state.land(outcomes[int(luck.below(len(outcomes)))][0])
            continue
        legal = state.legal()
        move = legal[int(luck.below(len(legal)))]
        facts = GAME.sketch(state).facts
        if facts["phase"] == "turn" and _ends_round(facts, setup):
            move = GAME.read(state, "hold")
        before = state.copy()
        state.play(move)
        if facts["phase"] == "turn":
            found.append((before, state.copy()))
    return found, state


def _ends_round(facts: Mapping[str, Any], setup: Setup) -> bool:
    """Whether the next action is the last one of its round."""
    return sum(facts["used"].values()) == 2 * int(setup.options["actions_per_round"]) - 1


def _read(state: State, setup: Setup) -> Reference:
    sketch = GAME.sketch(state)
    return Reference(sketch.rows, sketch.facts, setup.options)


@pytest.mark.rule(
    "CH-31", "CH-32", "CH-33", "CH-34", "CH-36", "CH-48", "CH-49", "CH-51", "CH-52", "CH-A11", "CH-A12", "CH-A36"
)
@pytest.mark.parametrize("seed", range(GAMES))
def test_orders_are_those_of_the_second_reading(seed: int) -> None:
    setup = GAME.agree(_setup(seed))
    for state, _ in _play(setup, seed)[0]:
        assert {GAME.write(state, move) for move in state.legal()} == _read(state, setup).orders()


@pytest.mark.rule("CH-37", "CH-38", "CH-45", "CH-47", "CH-A16", "CH-A29")
@pytest.mark.parametrize("seed", range(GAMES))
def test_dice_are_those_of_the_second_reading(seed: int) -> None:
    setup = GAME.agree(_setup(seed))
    attacks = 0
    for state, _ in _play(setup, seed)[0]:
        reading = _read(state, setup)
        for move in state.legal():
            model, sign, target = GAME.write(state, move).partition("x")
            if sign and " " not in model:
                _same_dice(state, move, reading, _named(reading, model, True), _named(reading, target, False))
                attacks += 1
    assert attacks > 0


def _named(reading: Reference, text: str, friend: bool) -> Model:
    return next(model for model in reading.models if model.text == text and reading.is_own(model) == friend)


def _same_dice(state: State, move: int, reading: Reference, model: Model, target: Model) -> None:
    after = state.copy()
    after.play(move)
    dice = len(after.pool().dice)
    assert dice == reading.dice(model, target)
    total = sum(weight for _, weight in after.outcomes())
    assert dict(after.outcomes())[0] * 6**dice == total * (reading.least(target) - 1) ** dice


@pytest.mark.rule("CH-05", "CH-27", "CH-28", "CH-29", "CH-A17", "CH-A18", "CH-A24", "CH-A35")
@pytest.mark.parametrize("seed", range(GAMES))
def test_rounds_score_what_the_second_reading_says(seed: int) -> None:
    setup = GAME.agree(_setup(seed))
    steps, last = _play(setup, seed)
    rounds = [(before, after) for before, after in steps if _ends_round(GAME.sketch(before).facts, setup)]
    for number, (before, after) in enumerate(rounds, 1):
        assert GAME.sketch(before).facts["round"] == number
        assert _points(after) == _read(before, setup).scores()
    assert sum(_points(last).values()) > 0, "something was scored"
    ending = GAME.ending(last)
    assert ending
    assert len(rounds) == int(setup.options["rounds"]) or ending.rule == "CH-A35"


def _points(state: State) -> Mapping[str, Any]:
    return GAME.sketch(state).facts["vp"]  # type: ignore[return-value]
