"""Encoded lines: they can be read back, and every mistake gives one sentence."""

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.state import State
from pawnstorm.kit.encoding import (
    EncodedLine,
    demand,
    read_square,
    write_line,
    write_list,
    write_numbers,
    write_seen,
    write_sides,
    write_square,
)
from pawnstorm.kit.grid import Grid

GRID = Grid(8, 8, 2)
TEXT = "side=1 units=Ka1,-/Kh8 reserve=1,0,-3 seen=ff,0 at=e4"


def test_fields_are_written_in_their_order_and_the_ending_last() -> None:
    state = State()
    fields = {"side": "1", "units": write_sides((write_list(("Ka1", "-")), "Kh8"))}
    assert write_line(state, fields) == "side=1 units=Ka1,-/Kh8"
    state.finish(3, 2)
    assert write_line(state, fields) == "side=1 units=Ka1,-/Kh8 over=3,2"
    assert write_numbers(state, ("winners", "ending_code", "to_act")) == "3,2,-2"
    assert write_seen(vec[i64]([255, 0, 7]), 2) == "ff,0"
    assert (write_square(GRID, GRID.find("e4")), write_square(GRID, 0)) == ("e4", "-")


def test_a_line_is_read_field_by_field() -> None:
    table = vec[i64]([0, 0, 0])
    with EncodedLine("chess", TEXT) as line:
        assert line.names() == ["side", "units", "reserve", "seen", "at"]
        assert line.number("side", 0, 1) == 1
        assert not line.has("side")
        assert line.sides("units") == ("Ka1,-", "Kh8")
        line.table_into(table, "reserve")
        assert list(line.seen("seen")) == [255, 0]
        assert read_square(GRID, line.text("at")) == GRID.find("e4")
    assert list(table) == [1, 0, -3]


def test_numbers_and_the_ending_are_read_into_a_position() -> None:
    state = State()
    with EncodedLine("chess", "now=1,2 over=1,3") as line:
        line.numbers_into(state, "now", ("to_act", "seats"), 0, 9)
        assert (state.to_act, state.seats) == (1, 2)
        assert line.ending_into(state, 3, 4)
    assert (state.turn(), state.winners, state.ending_code) == (-2, 1, 3)
    with EncodedLine("chess", "side=1") as line:
        assert line.text("side") == "1"
        assert not line.ending_into(state, 3, 4)


READERS: dict[str, tuple[str, Callable[[EncodedLine], object]]] = {
    "no field": ("hello", lambda line: None),
    "nothing": ("", lambda line: None),
    "a field nobody reads": ("a=1 b=2", lambda line: line.text("a")),
    "a field that is missing": ("a=1", lambda line: (line.text("a"), line.text("b"))),
    "a number in words": ("a=one", lambda line: line.number("a", 0, 9)),
    "a number too high": ("a=10", lambda line: line.number("a", 0, 9)),
    "a number too low": ("a=-1", lambda line: line.number("a", 0, 9)),
    "too few numbers": ("a=1,2", lambda line: line.numbers("a", 3, 0, 9)),
    "three sides": ("a=1/2/3", lambda line: line.sides("a")),
    "a hash too big": ("a=ffffffffffffffffffff", lambda line: line.seen("a")),
    "a hash below nothing": ("a=-1", lambda line: line.seen("a")),
    "no such square": ("a=e9", lambda line: read_square(GRID, line.text("a"))),
    "nobody won": ("over=0,1", lambda line: line.ending_into(State(), 3, 4)),
    "an unknown end": ("over=1,4", lambda line: line.ending_into(State(), 3, 4)),
    "parts that do not fit": ("a=1", lambda line: demand(line.text("a") == "2")),
}


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_line_is_refused_in_one_sentence(name: str) -> None:
    text, read = READERS[name]
    with pytest.raises(BadPosition) as bad, EncodedLine("chess", text) as line:
        read(line)
    assert str(bad.value) == f"'{text}' is not an encoded position of chess"


def test_only_the_beginning_of_a_long_line_is_quoted() -> None:
    with pytest.raises(BadPosition, match="'aaa' is not"), EncodedLine("chess", "a" * 100, 3):
        pass


def _mistaken(line: EncodedLine) -> None:
    line.text("a")
    raise TypeError


def test_a_programming_error_is_not_reported_as_a_damaged_line() -> None:
    with pytest.raises(TypeError), EncodedLine("chess", "a=1") as line:
        _mistaken(line)
