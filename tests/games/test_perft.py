"""Perft of every game: the counts in its perft.toml, depth by depth, in both builds."""

import tomllib

import pytest
from suite import PerftPosition, folder_of, opening, scaled, settled

from pawnstorm.core.game import Game, Setup
from pawnstorm.core.odds import land_all
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import keys, load
from pawnstorm.testing import perft

MOST = scaled(300_000, 100_000)
"""The most decisions of one depth that are counted here; deeper counts are long tests."""


def _pinned(game: Game) -> list[PerftPosition]:
    table = tomllib.loads((folder_of(game) / "perft.toml").read_text("utf-8"))
    assert table.keys() == {"game", "position"}
    assert table["game"] == game.key
    found: list[PerftPosition] = table["position"]
    return found


CASES = [(key, position) for key in keys() for position in _pinned(load(key))]


@pytest.mark.parametrize(("key", "position"), CASES, ids=[f"{key}: {position['id']}" for key, position in CASES])
def test_the_counts_are_as_pinned(key: str, position: PerftPosition) -> None:
    depth = sum(count <= MOST for count in position["decisions"])
    assert depth >= 2
    _compare(key, position, depth)


DEEP = [(key, position) for key, position in CASES if position["decisions"][-1] > MOST]


@pytest.mark.long
@pytest.mark.parametrize(("key", "position"), DEEP, ids=[f"{key}: {position['id']}" for key, position in DEEP])
def test_the_deepest_counts_are_as_pinned(key: str, position: PerftPosition) -> None:
    _compare(key, position, len(position["decisions"]))


def _compare(key: str, position: PerftPosition, depth: int) -> None:
    state = opening(load(key), position)
    before = state.encode()
    found = perft(state, depth)
    assert [count.decisions for count in found] == position["decisions"][:depth]
    assert [count.rolls for count in found] == position["rolls"][:depth]
    assert state.encode() == before


def test_every_game_pins_several_positions_with_dice(game: Game) -> None:
    positions = _pinned(game)
    assert len({position["id"] for position in positions}) == len(positions) >= 5
    assert all(len(position["decisions"]) == len(position["rolls"]) >= 3 for position in positions)
    assert sum(any(position["rolls"]) for position in positions) >= 3


def test_no_depth_counts_nothing(game: Game, setup: Setup) -> None:
    assert perft(game.start(setup), 0) == []


def test_dice_that_open_a_position_count_with_its_first_depth(game: Game, setup: Setup) -> None:
    """A position that waits for dice has the decisions of all its results together."""
    state = settled(game.start(setup))
    while True:
        rolling = next((move for move in state.legal() if _asks(state, move)), None)
        if rolling is not None:
            break
        state.play(state.legal()[len(state.legal()) // 2])
        state = settled(state)
    state.play(rolling)
    (count,) = perft(state, 1)
    assert count.decisions == _orders_below(state)
    assert count.rolls >= len(land_all(state))


def _orders_below(state: State) -> int:
    if state.turn() == OVER:
        return 0
    if state.turn() != CHANCE:
        return len(state.legal())
    return sum(_orders_below(after) for _, _, after in land_all(state))


def _asks(state: State, move: int) -> bool:
    after = state.copy()
    after.play(move)
    # Results that odds count together, such as a whole set-up by dice, may be too many to walk one by one.
    return after.turn() == CHANCE and after.odds_group() == 0
