"""A match: its steps, how it closes, and that nothing is accepted after the end."""

import pytest

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.record import end_text
from pawnstorm.core.state import OVER
from pawnstorm.games import load

WHITE, BLACK = 0, 1


def new_match(*faces: int, **options: str) -> Match:
    return Match(load("chess-attack"), Setup(options), LoadedTower(faces))


def play(match: Match, *orders: str) -> Match:
    for order in orders:
        match.add(match.step_for(match.turn, order))
    return match


def resign(match: Match, seat: int) -> None:
    match.add_resignation(seat, match.step_for_resigning(seat))


def fought() -> Match:
    """After three orders, the last of them a fight that the dice decided."""
    return play(new_match(6, 1), "e2-e4", "d7-d5", "e4xd5")


def test_a_match_keeps_every_step_with_its_position() -> None:
    match = play(new_match(), "e2-e4", "e7-e5")
    assert [(step.seat, step.order) for step in match.steps[1:]] == [(WHITE, "e2-e4"), (BLACK, "e7-e5")]
    assert match.state is match.steps[-1].state
    assert (match.turn, match.ending, match.seats) == (WHITE, None, ("White", "Black"))


def test_the_agreed_options_are_spelled_out() -> None:
    match = new_match(king_caution="on")
    assert match.setup.options["king_caution"] == "on"
    assert match.setup.options["promotion"] == "rescue"


def test_a_refused_order_changes_nothing() -> None:
    match = play(new_match(), "e2-e4")
    before = match.state.encode()
    with pytest.raises(Refused) as refusal:
        match.add(match.step_for(BLACK, "e7-e4"))
    assert refusal.value.code is Refusal.ILLEGAL
    with pytest.raises(Refused) as out_of_turn:
        match.add(match.step_for(WHITE, "d2-d4"))
    assert out_of_turn.value.code is Refusal.NOT_YOUR_TURN
    assert (len(match.steps), match.state.encode()) == (2, before)


@pytest.mark.rule("CA-A45", "CA-A47")
def test_players_may_agree_on_a_draw_at_any_time() -> None:
    match = fought()
    match.agree_draw()
    assert match.turn == OVER
    assert match.ending is not None
    assert (match.ending.winners, match.ending.text) == ((WHITE, BLACK), "draw agreed")
    assert end_text(match) == "draw between White and Black: draw agreed"


@pytest.mark.parametrize(("seat", "winner", "end"), [(WHITE, BLACK, "Black wins"), (BLACK, WHITE, "White wins")])
def test_a_player_who_resigns_gives_the_game_to_the_other(seat: int, winner: int, end: str) -> None:
    match = play(new_match(), "e2-e4")
    resign(match, seat)
    assert match.ending is not None
    assert match.ending.winners == (winner,)
    assert end_text(match) == f"{end}: {match.seats[seat]} resigns"


def test_a_closed_match_accepts_nothing_more() -> None:
    match = play(new_match(), "e2-e4")
    resign(match, BLACK)
    closing = match.closing
    for attempt in (lambda: play(match, "e7-e5"), lambda: resign(match, WHITE), match.agree_draw):
        with pytest.raises(Refused) as refusal:
            attempt()
        assert refusal.value.code is Refusal.OVER
    assert (match.closing, len(match.steps)) == (closing, 2)


def test_a_match_that_the_rules_ended_accepts_nothing_more() -> None:
    match = new_match()
    for _ in range(2):
        play(match, "Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8")
    assert match.turn == OVER
    assert match.ending is not None
    assert match.ending.rule == "CA-A41"
    with pytest.raises(Refused) as refusal:
        match.add(match.step_for(WHITE, "a2-a3"))
    assert refusal.value.code is Refusal.OVER
    with pytest.raises(Refused):
        match.agree_draw()


def test_the_last_steps_can_be_removed_but_never_the_opening() -> None:
    match = new_match()
    start = match.state.encode()
    play(match, "e2-e4", "d7-d5", "d2-d4")
    match.take_back(1)
    assert (match.steps[-1].order, match.turn) == ("d7-d5", WHITE)
    with pytest.raises(ValueError, match="3 of 2 orders"):
        match.take_back(3)
    match.take_back(2)
    assert (match.state.encode(), match.turn) == (start, WHITE)
    with pytest.raises(ValueError, match="0 of 0 orders"):
        match.take_back(0)


def test_a_match_can_begin_from_an_encoded_position() -> None:
    middle = play(new_match(), "e2-e4", "d7-d5")
    match = Match(load("chess-attack"), Setup(), LoadedTower((6, 1)), middle.state.encode())
    assert match.turn == WHITE
    assert play(match, "e4xd5").steps[-1].faces == ((6, 1),)
