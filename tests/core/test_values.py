"""Values, streams and positions of plain Python: compared, put in sets, pickled; and play that is checked."""

import copy
import pickle
from typing import Any

import pytest

import pawnstorm
from pawnstorm.core.buffers import Moves
from pawnstorm.core.dice import Die, LoadedTower, Pool, SeededTower
from pawnstorm.core.errors import BadRecord, Refusal, Refused
from pawnstorm.core.game import Game, Setup, SetupSource
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.record import Record, of_match, parse, write
from pawnstorm.core.state import Source, State
from pawnstorm.games import load

CHESS = load("chess-attack")


class CountState(State):
    """Two seats count down in turns; who takes the last one wins."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left

    def copy(self) -> "CountState":
        twin = type(self)(self.left)
        twin.to_act = self.to_act
        return twin

    def seat_names(self) -> tuple[str, ...]:
        return ("White", "Blue")

    def find_legal(self, moves: Moves) -> None:
        for number in range(1, min(self.left, 2) + 1):
            moves.add(number)

    def play(self, move: int) -> None:
        self.left -= move
        self.to_act = 1 - self.to_act
        if not self.left:
            self.finish(1 << 1 - self.to_act, 0)

    def encode(self) -> str:
        return f"{self.left} {self.to_act}"


class SourcedState(CountState):
    """The same, and it says where it comes from."""

    def source(self) -> Source:
        return SetupSource(Countdown(), Setup())


class Countdown(Game):
    """A game in plain Python, made without arguments."""

    def __init__(self) -> None:
        self.key = "countdown"

    def decode(self, text: str, setup: Setup) -> State:
        left, to_act = map(int, text.split())
        state = SourcedState(left)
        state.to_act = to_act
        return state


class Variant(Countdown):
    """A game whose class takes an argument."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first


def test_a_position_without_a_source_compares_but_is_not_pickled() -> None:
    state = CountState(5)
    assert state == CountState(5)
    assert state != CountState(4)
    assert state != SourcedState(5)
    assert state != "5 0"
    assert len({state, CountState(5), CountState(4)}) == 2
    assert repr(state) == "<CountState position, White to act: 5 0>"
    assert copy.deepcopy(state) == state
    with pytest.raises(TypeError, match=r"^CountState cannot be pickled: it does not fill in State\.source$"):
        pickle.dumps(state)


def test_a_game_in_plain_python_gets_pickling_by_one_method() -> None:
    state = SourcedState(5)
    state.play(2)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert repr(again) == "<countdown position, Blue to act: 3 1>"
    again.play(2)
    again.play(1)
    assert repr(again) == "<countdown position, over: 0 -2>"


def test_a_game_that_takes_arguments_says_that_it_cannot_be_pickled() -> None:
    assert type(pickle.loads(pickle.dumps(Countdown()))) is Countdown
    game = Variant(2)
    assert copy.deepcopy(game) is game
    with pytest.raises(TypeError, match=r"^Variant takes arguments, so it must write its own __reduce__"):
        pickle.dumps(game)


def _refused(act: Any, number: int) -> tuple[Refusal, str]:
    with pytest.raises(Refused) as refused:
        act(number)
    return refused.value.code, str(refused.value)


def test_checked_play_changes_nothing_when_it_refuses() -> None:
    state = SourcedState(2)
    assert _refused(state.play_checked, 3) == (Refusal.ILLEGAL, "3 is not a legal order in this position")
    assert _refused(state.play_checked, 1 << 80)[0] == Refusal.ILLEGAL
    assert _refused(state.land_checked, 1) == (Refusal.ILLEGAL, "no dice are due")
    assert state == SourcedState(2)
    state.play_checked(2)
    assert _refused(state.play_checked, 1) == (Refusal.OVER, "the game is over")
    assert _refused(state.land_checked, 1) == (Refusal.OVER, "no dice are due")


def test_checked_play_of_a_fight() -> None:
    match = Match(CHESS, Setup(), SeededTower(1))
    for seat, order in enumerate(("e2-e4", "d7-d5")):
        match.add(match.step_for(seat, order))
    state = match.state.copy()
    before = state.encode()
    assert _refused(state.play_checked, 0)[0] == Refusal.ILLEGAL
    assert state.encode() == before
    state.play_checked(CHESS.read(state, "e4xd5"))
    waiting = state.encode()
    assert _refused(state.play_checked, state.copy().outcomes()[0][0]) == (
        Refusal.NOT_YOUR_TURN,
        "the dice must be thrown first",
    )
    assert _refused(state.land_checked, 99) == (
        Refusal.ILLEGAL,
        f"99 is not a result that the dice for {state.pool().reason} can give",
    )
    assert state.encode() == waiting
    assert "dice due" in repr(state)
    state.land_checked(state.outcomes()[0][0])
    assert state.turn() == 1


def _record() -> Record:
    match = Match(CHESS, Setup(), SeededTower(1))
    match.add(match.step_for(0, "e2-e4"))
    return parse(write(of_match(match, {"White": "human", "Black": "random"})))


def test_records_are_values() -> None:
    record = _record()
    assert record == _record()
    assert len({record, _record()}) == 1
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    assert write(pickle.loads(pickle.dumps(record))) == write(record)


def test_steps_are_values_and_a_match_is_kept_as_its_record() -> None:
    match = Match(CHESS, Setup(), SeededTower(1))
    step = match.add(match.step_for(0, "e2-e4"))
    assert pickle.loads(pickle.dumps(step)) == step
    assert copy.deepcopy(step).digest == step.digest
    for keep in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="keep its record"):
            keep(match)


def test_streams_and_towers_go_on_where_they_were() -> None:
    luck = Luck(3)
    luck.next()
    twins = [pickle.loads(pickle.dumps(luck)), copy.deepcopy(luck)]
    expected = [int(luck.next()) for _ in range(5)]
    assert [[int(twin.next()) for _ in range(5)] for twin in twins] == [expected, expected]
    pool = Pool((Die(6, 0, "attack"), Die(6, 1, "defence")), "the fight", "CA-23")
    for tower in (SeededTower(3), LoadedTower([1, 2, 3, 4])):
        tower.roll(pool)
        assert pickle.loads(pickle.dumps(tower)).roll(pool) == tower.roll(pool)


def test_errors_come_back_from_other_processes() -> None:
    refused = pickle.loads(pickle.dumps(Refused(Refusal.OVER, "the game is over")))
    assert (type(refused), refused.code, str(refused)) == (Refused, Refusal.OVER, "the game is over")
    bad = pickle.loads(pickle.dumps(BadRecord(3, "this is wrong")))
    assert (type(bad), bad.line, str(bad)) == (BadRecord, 3, "line 3: this is wrong")


def test_the_face_of_the_package_is_the_same_objects() -> None:
    assert pawnstorm.State is State
    assert pawnstorm.record.parse is parse
