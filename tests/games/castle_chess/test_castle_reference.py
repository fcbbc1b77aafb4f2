"""The core beside a second reading of the rulings: legal orders, check and mate in positions that random play meets."""

import pytest
from castle_chess_reference import Board, Chart
from suite import scaled

from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("castle-chess")
ODD = {
    "knight_attack": "no-vertical",
    "assassin_free": "on",
    "cavalry_jumps": "on",
    "arrows_blocked_by_units": "on",
    "mage_friendly_fire": "on",
    "machine_capture": "off",
    "siege_train": "free",
    "fallen_army": "statues",
    "quest_turn_limit": "off",
}
SETUPS = [(key, options) for key in GAME.maps for options in ({}, ODD)]


def _walk(setup: Setup, seed: int, turns: int) -> list[State]:
    """Positions of a random game, every one that waits for an order."""
    state, luck = GAME.start(setup), Luck(seed)
    met: list[State] = []
    while state.turn() != OVER and len(met) < turns:
        if state.turn() == CHANCE:
            state.land(int(luck.below(2)))
            continue
        met.append(state.copy())
        legal = state.legal()
        # Blows are rare in random play, so every third order is one if there is any.
        blows = [move for move in legal if any(sign in GAME.write(state, move) for sign in "x ")]
        choice = blows if blows and luck.below(3) == 0 else legal
        state.play(choice[int(luck.below(len(choice)))])
    return met


def _expected(board: Board, phase: object, state: State) -> set[str]:
    if phase == "move":
        return set(board.orders())
    assert phase == "attack"
    (actor,) = (cell for cell, mark in GAME.view(state, -1).marks.items() if mark == "actor")
    space = ("abcdefghijklmnopqrs".index(actor[0]), int(actor[1:]) - 1)
    return {*board.shots(space), "hold"}


@pytest.mark.parametrize(("key", "options"), SETUPS, ids=[f"{key} {'odd' if odd else 'usual'}" for key, odd in SETUPS])
def test_legal_orders_are_those_of_the_reference(key: str, options: dict[str, str]) -> None:
    setup = GAME.agree(Setup(options, map=key))
    chart = Chart(key)
    compared = 0
    for seed in range(scaled(6, 3)):
        for state in _walk(setup, seed, 400)[:: scaled(3, 5)]:
            drawn = GAME.sketch(state)
            if drawn.facts["phase"] not in ("move", "attack"):
                continue
            board = chart.board(drawn, dict(setup.options))
            found = {GAME.write(state, move) for move in state.legal()}
            assert found == _expected(board, drawn.facts["phase"], state), drawn
            compared += 1
    assert compared > 2


@pytest.mark.parametrize("key", ["muster", "open-field", "quest-2", "quest-6"])
def test_check_is_that_of_the_reference(key: str) -> None:
    setup = GAME.agree(Setup({"quest_turn_limit": "off"}, map=key))
    chart = Chart(key)
    checks = 0
    for seed in range(scaled(3, 1)):
        for state in _walk(setup, seed, 500)[:: scaled(9, 40)]:
            drawn = GAME.sketch(state)
            if drawn.facts["phase"] == "move":
                board = chart.board(drawn, dict(setup.options))
                told = "check" in GAME.view(state, -1).marks.values()
                assert told == board.in_check(board.turn), drawn
                checks += told
    assert checks >= 0


def test_mate_is_that_of_the_reference() -> None:
    """Where the core says mate the reference finds no turn that helps, and elsewhere it finds one."""
    setup = GAME.agree(Setup(map="open-field"))
    chart = Chart("open-field")
    mates = escapes = 0
    for seed in range(scaled(12, 3)):
        positions = _walk(setup, seed, 2000)
        last = positions[-1]
        for move in last.legal()[:: scaled(1, 4)]:
            after = last.copy()
            after.play(move)
            ending = GAME.ending(after)
            if after.turn() == OVER and ending and ending.rule != "CC-A31":
                continue
            drawn = GAME.sketch(after)
            board = chart.board(drawn, dict(setup.options))
            if drawn.facts["phase"] == "attack" or not board.in_check(board.turn):
                assert after.turn() != OVER
                continue
            mated = board.mated(chart.kings, chart.passages)
            assert mated == (after.turn() == OVER), drawn
            mates, escapes = mates + mated, escapes + (not mated)
            if mates + escapes > scaled(120, 12):
                return
    assert mates
    assert escapes
