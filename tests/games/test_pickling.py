"""Positions come back equal from a pickle: in the middle of everything, in another process, in the other build."""

import copy
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from suite import ROOT, lively, scaled

from pawnstorm.core.armies import Armies
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.events import Journal
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import keys, load
from pawnstorm.kit import roster as rosters


def _own_list(armies: Armies) -> list[Setup]:
    """A set-up with a list that a player brings, where a game takes one."""
    first = armies.starters[0]
    lines = rosters.sheet_lines(armies, first.army)
    pieces = rosters.write_file(armies, first).replace(f'list = "{first.army}"', "")
    return [Setup(armies=("\n".join([pieces, *lines]), armies.starters[-1].name))] if lines else []


def _setups(game: Game) -> Iterator[Setup]:
    """Every version of the rules, every preset, every map, built armies, a player's map and list."""
    yield from (Setup(rules=version) for version in range(1, game.rules_version + 1))
    yield from (Setup(preset.options) for preset in game.presets)
    yield from (Setup(map=map_) for map_ in game.maps)
    yield lively(game)
    armies = game.armies()
    if armies is not None:
        yield Setup(armies=(armies.starters[0].name, armies.starters[-1].name))
        yield from _own_list(armies)
    if game.campaign:
        yield Setup({"campaign_carry": "on"}, ("knights 2",), game.campaign[1])


def _random_play(game: Game, setup: Setup, luck: Luck, length: int) -> Iterator[State]:
    """Every position of a random match, those that wait for dice included."""
    state = game.start(setup)
    for _ in range(length):
        yield state
        if state.turn() == OVER:
            return
        state = state.copy()
        if state.turn() == CHANCE:
            results = state.outcomes()
            state.land(results[luck.below(len(results))][0])
        else:
            moves = state.legal()
            state.play(moves[luck.below(len(moves))])


def _choices(state: State) -> object:
    return None if state.turn() == OVER else state.outcomes() if state.turn() == CHANCE else state.legal()


def test_every_position_comes_back_equal(game: Game) -> None:
    found, luck = 0, Luck(7)
    for setup in _setups(game):
        for state in _random_play(game, setup, luck, scaled(300, 40)):
            again = pickle.loads(pickle.dumps(state))
            assert again == state
            assert again is not state
            assert hash(again) == hash(state)
            assert (again.key(), _choices(again)) == (state.key(), _choices(state))
            found += 1
    assert found > scaled(500, 60)


def test_positions_of_other_set_ups_are_not_equal(game: Game) -> None:
    """Where every option has its own set-up, the same line means another position."""
    usual = game.start(Setup())
    for option in game.options:
        other = game.agree(Setup({option.key: option.values[1]}))
        try:
            state = game.decode(usual.encode(), other)
        except PawnstormError:
            continue
        assert state != usual, option.key
        assert state == game.decode(usual.encode(), other)
    elsewhere = type(game)()
    assert elsewhere is not game
    assert elsewhere.start(Setup()) == usual


def test_a_copy_is_equal_and_independent(game: Game) -> None:
    for state in _random_play(game, lively(game), Luck(2), 30):
        for twin in (copy.copy(state), copy.deepcopy(state), state.copy()):
            assert (twin == state, twin is state) == (True, False)
            if twin.turn() == CHANCE:
                twin.land(twin.outcomes()[0][0])
            elif twin.turn() != OVER:
                twin.play(twin.legal()[0])
        assert state.turn() == OVER or twin != state


def test_the_journal_is_not_kept(game: Game) -> None:
    state = game.start(Setup())
    state.journal = Journal()
    again = pickle.loads(pickle.dumps(state))
    assert again.journal is None
    assert again == state


def test_a_game_comes_back_as_the_one_that_is_loaded(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    agreed = game.agree(Setup())
    assert copy.deepcopy({"game": game, "setup": agreed}) == {"game": game, "setup": agreed}


def test_views_and_events_can_be_pickled(game: Game) -> None:
    state = game.start(lively(game))
    for value in (
        game.view(state, 0),
        game.rules,
        game.options,
        game.presets,
        game.armies() and game.armies().starters,
    ):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == value


ELSEWHERE = """
import pickle, sys
import pawnstorm.core.state
positions = pickle.load(sys.stdin.buffer)
for position in positions:
    if position.turn() == -1:
        position.land(position.outcomes()[-1][0])
    elif position.turn() >= 0:
        position.play(position.legal()[-1])
pickle.dump((pawnstorm.core.state.__file__, positions, list(map(repr, positions))), sys.stdout.buffer)
"""
"""Carries out one order or result in every position, in a process of its own."""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources without compiled modules."""
    folder = tmp_path_factory.mktemp("plain")
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "static"))
    return folder / "src"


def test_positions_travel_to_plain_python_in_another_process_and_back(plain: Path) -> None:
    sent = [
        state
        for key in keys()
        for number, setup in enumerate(_setups(load(key)))
        for place, state in enumerate(_random_play(load(key), setup, Luck(number), 40))
        if place % 8 == number % 8
    ]
    assert len(sent) > 100
    assert {int(state.turn()) for state in sent} > {CHANCE, 0, 1}
    environment = {**os.environ, "PYTHONPATH": str(plain)}
    answer = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=pickle.dumps(sent), env=environment, capture_output=True, check=True
    )
    file, received, shown = pickle.loads(answer.stdout)
    assert Path(file).is_relative_to(plain)
    for state in sent:
        if state.turn() == CHANCE:
            state.land(state.outcomes()[-1][0])
        elif state.turn() != OVER:
            state.play(state.legal()[-1])
    assert received == sent
    assert shown == list(map(repr, sent))


def test_a_set_up_with_options_in_another_order_is_the_same(game: Game) -> None:
    agreed = game.agree(Setup())
    turned = replace(agreed, options=dict(reversed(list(agreed.options.items()))))
    assert (turned == agreed, hash(turned) == hash(agreed)) == (True, True)
    assert len({agreed, turned, Setup()}) == 2
    assert game.start(turned) == game.start(agreed)
