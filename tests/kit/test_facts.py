"""The facts of drawn positions: each is read once, and a wrong one is named."""

from collections.abc import Callable

import pytest

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue
from pawnstorm.kit.facts import Facts, write_words


def facts_of(**facts: FactValue) -> Facts:
    return Facts("chess", ("White", "Black"), facts)


def test_facts_are_read_one_by_one() -> None:
    facts = facts_of(turn="Black", quiet=3, fresh="a2 b2", lost={"Black": "P P"}, vp={"White": 4}, way="left")
    assert facts.has("turn")
    assert (facts.seat("turn"), facts.seat("first")) == (1, 0)
    assert not facts.has("turn")
    assert (facts.number("quiet"), facts.number("round", 1, 1, 4)) == (3, 1)
    assert (facts.words("fresh"), facts.words("broken")) == (["a2", "b2"], [])
    assert facts.texts_by_seat("lost") == [(1, "P P")]
    assert facts.numbers_by_seat("vp", 9) == [(0, 4)]
    assert facts.choice("way", "right", ("left", "right")) == "left"
    assert facts.seats("visions") == []
    facts.close()


def test_words_can_be_written_and_read_back() -> None:
    assert (write_words(["a2", "b2"]), write_words([])) == ("a2 b2", "-")
    assert facts_of(both="White Black").seats("both") == [0, 1]


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "not text": (lambda: facts_of(turn=1).seat("turn"), "turn should be text, not 1"),
    "no seat": (lambda: facts_of(turn="Red").seat("turn"), "turn should be White or Black, not 'Red'"),
    "no seats": (lambda: facts_of(out="Red").seats("out"), "out should be White or Black, not 'Red'"),
    "no number": (lambda: facts_of(quiet="ten").number("quiet"), "quiet should be a number from 0, not 'ten'"),
    "a truth": (lambda: facts_of(quiet=True).number("quiet"), "quiet should be a number from 0, not True"),
    "too many": (lambda: facts_of(a=5).number("a", 0, 1, 4), "a should be a number from 1 to 4, not 5"),
    "no table": (lambda: facts_of(lost="P").table("lost"), "lost should be a table, not 'P'"),
    "a stranger's": (lambda: facts_of(lost={"Red": "P"}).texts_by_seat("lost"), "lost should be White or Black, not"),
    "a bad count": (lambda: facts_of(vp={"White": 9}).numbers_by_seat("vp", 5), "vp should be a number from 0 to 5"),
    "an unknown fact": (lambda: facts_of(mood="bad").close(), "a position of chess has no fact 'mood'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_fact_is_named(name: str) -> None:
    read, sentence = WRONG[name]
    with pytest.raises(BadPosition, match=sentence):
        read()
