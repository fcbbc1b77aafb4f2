"""Asking the computer: who may, from whose knowledge it answers, and what a person learns of a reaction."""

import pytest
from test_session import FIRST, HOST, RIVAL, SECOND, STRANGER, chess, play, trench

from pawnstorm.core.asking import answering_seat, counts_questions, may_ask
from pawnstorm.core.errors import Refusal, Refused

HANDS = {"Blue": "napalm gun", "Red": "gun"}


def test_hints_between_people_need_agreement_and_are_counted() -> None:
    alone, people = chess(HOST, "random!"), chess()
    assert may_ask(alone, HOST, agreed=False)
    assert may_ask(alone, STRANGER, agreed=False)
    assert not counts_questions(alone)
    assert not may_ask(people, HOST, agreed=False)
    assert may_ask(people, HOST, agreed=True)
    assert not may_ask(people, STRANGER, agreed=True), "spectators ask when the game is over"
    assert counts_questions(people)
    people.apply(people.resign(HOST, FIRST))
    assert not counts_questions(people)


def test_without_secrets_a_spectator_asks_as_the_seat_to_act() -> None:
    session = chess(HOST, "random!")
    state = session.match.state
    assert answering_seat(session, HOST, state, orders=True, seed=1) == FIRST
    assert answering_seat(session, STRANGER, state, orders=False, seed=1) == FIRST


def test_with_secrets_only_a_player_may_ask() -> None:
    session = trench(HANDS, HOST, "random!")
    state = session.match.state
    assert answering_seat(session, HOST, state, orders=True, seed=1) == FIRST
    with pytest.raises(Refused, match="only its players may ask") as refusal:
        answering_seat(session, STRANGER, state, orders=False, seed=1)
    assert refusal.value.code is Refusal.NOT_YOUR_SEAT


def test_on_a_shared_screen_the_seat_that_asks_has_to_look() -> None:
    session = trench(HANDS, HOST, HOST)
    state = session.match.state
    with pytest.raises(Refused, match="has to look first"):
        answering_seat(session, HOST, state, orders=True, seed=1)
    assert answering_seat(session, HOST, state, orders=True, seed=1, look=FIRST) == FIRST
    with pytest.raises(Refused, match="only the player to act"):
        answering_seat(session, HOST, state, orders=True, seed=1, look=SECOND)


def test_others_learn_only_the_seat_and_the_window_of_a_reaction() -> None:
    session = play(trench({"Blue": "napalm gun", "Red": ""}), "c4xc5")
    own = session.reaction_for(HOST)
    assert own is not None
    assert (own.seat, own.asked, own.order) == (FIRST, True, "pass")
    seen = [session.reaction_for(holder) for holder in (RIVAL, STRANGER, "")]
    session.mute(HOST, FIRST, own.window)
    seen += [session.reaction_for(holder) for holder in (RIVAL, STRANGER, "")]
    for other in seen:
        assert other is not None
        assert (other.seat, other.window) == (own.seat, own.window)
        assert (other.order, other.muted, other.asked) == ("", False, False)


@pytest.mark.parametrize(("hand", "chooses"), [("napalm gun", True), ("promote", False)])
def test_a_covered_screen_is_asked_whatever_the_hand_is(hand: str, chooses: bool) -> None:
    session = play(trench({"Blue": hand, "Red": ""}, HOST, HOST), "c4xc5")
    covered, looking = session.reaction_for(HOST), session.reaction_for(HOST, FIRST)
    assert covered is not None
    assert looking is not None
    assert (covered.asked, looking.asked) == (True, chooses)
