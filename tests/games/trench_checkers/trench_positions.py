"""Helpers for the tests of Trench Checkers: positions by tile, and a field on which random play fights at once."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pawnstorm.core.game import FactValue, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("trench-checkers")
MELEE = (Path(__file__).parent / "maps" / "melee.toml").read_text("utf-8")


def place(pieces: Mapping[str, str], options: Mapping[str, str] | None = None, **facts: FactValue) -> State:
    """A position of the standard field with these stacks by tile."""
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    return GAME.place(Sketch(rows, facts), GAME.agree(Setup(options or {})))


def give(state: State, text: str, *faces: list[int]) -> State:
    """The position after an order and the faces of each pool that answers it."""
    after = state.copy()
    after.play(GAME.read(after, text))
    for group in faces:
        after.land(after.outcome_of(group))
    return after


def wander(seed: int, setup: Setup) -> Iterator[State]:
    """Every position of one random game, including those that wait for dice or a card."""
    luck, state = Luck(seed), GAME.start(GAME.agree(setup))
    while state.turn() != OVER:
        yield state
        if state.turn() == CHANCE:
            state.land(state.outcome_of([int(luck.below(die.sides)) + 1 for die in state.pool().dice]))
        else:
            legal = state.legal()
            state.play(legal[int(luck.below(len(legal)))])
    yield state
