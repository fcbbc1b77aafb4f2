"""The compiled rules beside a second reading of them, in every turn of many random games under many options."""

import pytest
from fantasy_armies_reference import Reference, name, place
from suite import scaled

from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("fantasy-armies")
GAMES = scaled(40, 8)


def _positions(setup: Setup, seed: int) -> list[State]:
    """Every beginning of a turn in one random game."""
    luck, state, found = Luck(seed), GAME.start(setup), []
    while state.turn() != OVER:
        if state.turn() == CHANCE:
            outcomes = state.outcomes()
            state.land(outcomes[int(luck.below(len(outcomes)))][0])
            continue
        if GAME.sketch(state).facts["phase"] == "turn":
            found.append(state.copy())
        legal = state.legal()
        state.play(legal[int(luck.below(len(legal)))])
    return found


def _setup(seed: int) -> Setup:
    luck = Luck(seed)
    return Setup({option.key: option.values[int(luck.below(len(option.values)))] for option in GAME.options})


@pytest.mark.rule("FA-23", "FA-24", "FA-25", "FA-26", "FA-35", "FA-36", "FA-A30", "FA-A31", "FA-A48", "FA-A74")
@pytest.mark.parametrize("seed", range(GAMES))
def test_orders_are_those_of_the_second_reading(seed: int) -> None:
    setup = GAME.agree(_setup(seed))
    for state in _positions(setup, seed):
        sketch = GAME.sketch(state)
        expected = Reference(sketch.rows, sketch.facts, setup.options).orders()
        assert {GAME.write(state, move) for move in state.legal()} == expected


@pytest.mark.rule("FA-14", "FA-28", "FA-17", "FA-A21", "FA-A23", "FA-A24", "FA-A28", "FA-A63", "FA-X5")
@pytest.mark.parametrize("seed", range(GAMES))
def test_dice_and_saves_are_those_of_the_second_reading(seed: int) -> None:
    setup = GAME.agree(_setup(seed))
    for state in _positions(setup, seed):
        sketch = GAME.sketch(state)
        reading = Reference(sketch.rows, sketch.facts, setup.options)
        for token in GAME.view(state, -1).tokens:
            stats = {stat.name: stat.value for stat in token.stats}
            at = place(token.cell)
            assert stats["HTH"] == reading.dice(at, at)
            assert stats["D"] == reading.save(at)
        for text in reading.orders():
            if "x" in text and text[2] == "x":
                _same_dice(GAME, state, reading, text)


def _same_dice(game: Game, state: State, reading: Reference, text: str) -> None:
    attacker, landing = place(text[:2]), place(text[3:])
    target = landing if landing in reading.board else (landing[0], attacker[1])
    where = attacker if reading.options["attacker_aura_square"] == "origin" else landing
    after = state.copy()
    after.play(game.read(state, text))
    dice = after.pool().dice
    if len(dice) > 20:
        return
    seats = [die.seat for die in dice]
    own = seats.count(int(state.turn()))
    assert (own, len(dice) - own) == (reading.dice(attacker, where) + 1, reading.dice(target, target)), name(target)
