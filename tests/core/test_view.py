"""The leaves of a view, and who may know an event."""

import pytest

from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.events import Event, Journal
from pawnstorm.core.view import Offer, leaves


def test_leaves_are_found_in_order_at_every_depth() -> None:
    deep = Offer("into the town", "place", options=(Offer("with a cannon", "move", order="c1-d4 c"),))
    tree = (
        Offer("Pawn e2", "piece", "e2", options=(Offer("e2-e3", "move", order="e2-e3"), deep)),
        Offer("Pass", "pass", order="pass"),
        Offer("nothing", "piece"),
    )
    assert [leaf.order for leaf in leaves(tree)] == ["e2-e3", "c1-d4 c", "pass"]
    assert leaves(()) == []


@pytest.mark.parametrize(
    ("audience", "knowing"), [(EVERYONE, {-1, 0, 1, 2, 3}), (0b0001, {0}), (0b1010, {1, 3}), (0, set())]
)
def test_an_event_reaches_its_audience_only(audience: int, knowing: set[int]) -> None:
    event = Event("draw", "A card is drawn.", audience=audience)
    assert {seat for seat in range(-1, 4) if event.may_know(seat)} == knowing


def test_a_journal_keeps_facts_in_order() -> None:
    journal = Journal()
    journal.note("moved", (1, 2))
    journal.note("drew", (3,), 0b10)
    assert [(fact.kind, fact.numbers, fact.audience) for fact in journal.facts] == [
        ("moved", (1, 2), EVERYONE),
        ("drew", (3,), 0b10),
    ]
