"""A session: seats, viewers, muted reactions, take-backs, proposals, resigning and hints, for two to four seats."""

import pytest

from pawnstorm.core.changes import Agreed, Change, Declined, Drawn, Played, ProposalKind, Proposed, TakenBack
from pawnstorm.core.dice import LoadedTower, SeededTower
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.match import Match
from pawnstorm.core.record import end_text
from pawnstorm.core.session import MOST_MUTED, SHARED_SCREEN, Seat, Session
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import load

CHESS, TRENCH, CASTLE = load("chess-attack"), load("trench-checkers"), load("castle-chess")
FIRST, SECOND, THIRD, FOURTH = range(4)
HOST, RIVAL, VISITOR, NEIGHBOUR, STRANGER = "host", "rival", "visitor", "neighbour", "stranger"
PEOPLE = (HOST, RIVAL, VISITOR, NEIGHBOUR)
PIECES = {"a1": "S", "c4": "S", "c5": "s", "h10": "s"}


def seated(match: Match, *players: str) -> Session:
    """A session of people, and of programs whose names end with '!'."""
    names = zip(match.seats, players, strict=True)
    seats = [Seat(name, program=player[:-1]) if player.endswith("!") else Seat(name, player) for name, player in names]
    session = Session(match.game, seats)
    session.begin(match)
    return session


def chess(*players: str, faces: tuple[int, ...] = ()) -> Session:
    return seated(Match(CHESS, Setup(), LoadedTower(faces)), *players or (HOST, RIVAL))


def castle(*players: str) -> Session:
    """Four seats; all machines are placed, and White has made a turn."""
    session = seated(Match(CASTLE, Setup(map="emperor"), LoadedTower([1])), *players or PEOPLE)
    return play(session, "rest", "rest", "rest", "rest", "Wg4-f5")


def trench(hands: dict[str, str], *players: str) -> Session:
    """Blue can attack, and both may react if their cards allow it."""
    rows = tuple(tuple(PIECES.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    state = TRENCH.place(Sketch(rows, {"phase": "attack", "hands": hands}), TRENCH.agree(Setup()))
    return seated(Match(TRENCH, Setup(), SeededTower(1), state.encode()), *players or (HOST, RIVAL))


def play(session: Session, *orders: str) -> Session:
    for order in orders:
        seat = session.turn
        holder = session.seats[seat].holder
        session.apply(session.order(holder, order) if holder else session.program_order(seat, order))
    return session


def propose(session: Session, seat: int, kind: ProposalKind) -> list[Change]:
    changes = session.propose(session.seats[seat].holder, seat, kind)
    session.apply(changes)
    return changes


def answer(session: Session, seat: int, accept: bool = True) -> list[Change]:
    changes = session.answer(session.seats[seat].holder, seat, accept)
    session.apply(changes)
    return changes


def resign(session: Session, seat: int) -> None:
    session.apply(session.resign(session.seats[seat].holder, seat))


def given(session: Session) -> list[str]:
    return [step.order for step in session.match.steps[1:]]


# ---- seats ----------------------------------------------------------------------------------------------------------


def test_a_session_waits_until_every_seat_is_taken() -> None:
    session = Session(CHESS, [Seat("White", HOST), Seat("Black")])
    assert (session.free_names(), session.over, session.has_say(HOST)) == ("Black", False, False)
    with pytest.raises(Refused, match="the game begins when Black has been taken") as refusal:
        session.order(HOST, "e2-e4")
    assert refusal.value.code is Refusal.WAITING
    assert not session.may_have_hints(agreed=False), "the other player may be a person"
    session.sit(SECOND, RIVAL)
    assert (session.held_by(RIVAL), session.free_names()) == ([SECOND], "")
    session.begin(Match(CHESS, Setup(), LoadedTower(())))
    assert given(play(session, "e2-e4")) == ["e2-e4"]


def test_only_the_player_to_act_gives_orders() -> None:
    session = chess()
    for holder, sentence, code in (
        (RIVAL, "it is White's turn", Refusal.NOT_YOUR_TURN),
        (STRANGER, "you have no seat", Refusal.NOT_YOUR_SEAT),
        ("", "you have no seat", Refusal.NOT_YOUR_SEAT),
    ):
        with pytest.raises(Refused, match=sentence) as refusal:
            session.order(holder, "e2-e4")
        assert refusal.value.code is code
    with pytest.raises(Refused, match="not the computer's turn"):
        session.program_order(FIRST, "e2-e4")
    assert given(session) == []


def test_a_program_plays_only_its_own_seat() -> None:
    session = chess(HOST, "random!")
    assert session.program_to_act() == -1
    play(session, "e2-e4")
    assert session.program_to_act() == SECOND
    with pytest.raises(Refused, match="it is Black's turn"):
        session.order(HOST, "e7-e5")
    play(session, "e7-e5")
    assert given(session) == ["e2-e4", "e7-e5"]


def test_nothing_changes_before_the_changes_are_applied() -> None:
    session = chess(faces=(6, 1))
    play(session, "e2-e4", "d7-d5")
    changes = session.order(HOST, "e4xd5")
    assert [type(change) for change in changes] == [Played]
    assert given(session) == ["e2-e4", "d7-d5"]
    session.apply(changes)
    assert given(session)[-1] == "e4xd5"


# ---- viewers --------------------------------------------------------------------------------------------------------


def test_a_person_without_a_seat_is_the_spectator() -> None:
    session = chess()
    assert [session.viewer_of(holder) for holder in (HOST, RIVAL, STRANGER, "")] == [
        FIRST,
        SECOND,
        SPECTATOR,
        SPECTATOR,
    ]
    assert session.viewer_of(STRANGER, FIRST) == SPECTATOR, "asking to look does not help"
    assert session.replay_viewer_of(STRANGER, FIRST) == SPECTATOR


def test_in_an_open_game_one_person_sees_both_seats_in_turn() -> None:
    session = chess(HOST, HOST)
    assert not session.shares_screen(HOST)
    assert (session.viewer_of(HOST), session.replay_viewer_of(HOST)) == (FIRST, FIRST)
    play(session, "e2-e4")
    assert (session.viewer_of(HOST), session.replay_viewer_of(HOST)) == (SECOND, FIRST)


def test_a_shared_screen_shows_secrets_only_to_the_seat_that_looks() -> None:
    session = trench({"Blue": "napalm", "Red": "medic"}, HOST, HOST)
    assert session.shares_screen(HOST)
    assert session.viewer_of(HOST) == SHARED_SCREEN
    assert [session.viewer_of(HOST, seat) for seat in (FIRST, SECOND)] == [FIRST, SECOND]
    assert session.replay_viewer_of(HOST) == SPECTATOR
    assert session.replay_viewer_of(HOST, SECOND) == SECOND
    resign(session, FIRST)
    assert not session.shares_screen(HOST), "nothing is secret after the end"


def test_a_shared_screen_is_a_spectator_while_a_program_thinks() -> None:
    session = seated(Match(CASTLE, Setup(map="emperor"), LoadedTower([1])), HOST, "random!", HOST, "random!")
    assert session.viewer_of(HOST) == SHARED_SCREEN
    play(session, "rest")
    assert session.viewer_of(HOST) == SPECTATOR
    assert session.viewer_of(HOST, FIRST) == FIRST
    assert session.viewer_of(HOST, SECOND) == SPECTATOR, "that seat is not Ann's"


@pytest.mark.parametrize(
    ("game", "players", "hides"),
    [
        (TRENCH, (HOST, RIVAL), True),
        (TRENCH, (HOST, HOST), True),
        (TRENCH, (HOST, "random!"), False),
        (CHESS, (HOST, HOST), False),
    ],
)
def test_timing_is_hidden_from_people_who_could_learn_from_it(
    game: Game, players: tuple[str, ...], hides: bool
) -> None:
    assert seated(Match(game, Setup(), SeededTower(1)), *players).hides_timing == hides


# ---- reactions ------------------------------------------------------------------------------------------------------


def test_a_player_who_cannot_react_need_not_be_asked() -> None:
    session = play(trench({"Blue": "promote", "Red": "napalm"}), "c4xc5")
    reaction = session.reaction()
    assert reaction is not None
    assert (reaction.seat, reaction.asked, reaction.muted) == (FIRST, False, False)
    session.apply(session.decline())
    reaction = session.reaction()
    assert reaction is not None
    assert (reaction.seat, reaction.asked) == (SECOND, True)
    assert session.is_decline("pass")
    assert not session.is_decline("nonsense")
    assert session.unasked == {2}


def test_nobody_is_asked_for_a_reaction_when_a_decision_is_due() -> None:
    session = trench({"Blue": "napalm", "Red": ""})
    assert session.reaction() is None
    with pytest.raises(Refused, match="nobody is asked for a reaction"):
        session.decline()


def test_a_muted_window_is_not_asked_for_until_it_is_unmuted() -> None:
    session = play(trench({"Blue": "napalm gun", "Red": ""}), "c4xc5")
    before = session.reaction()
    assert before is not None
    assert before.asked
    session.mute(HOST, FIRST, before.window)
    muted = session.reaction()
    assert muted is not None
    assert (muted.asked, muted.muted) == (False, True)
    assert (session.muted_by(HOST), session.muted_by(RIVAL)) == ([(FIRST, before.window)], [])
    session.unmute(RIVAL)
    assert session.reaction() == muted, "only the player's own wish counts"
    session.unmute(HOST)
    assert session.reaction() == before


def test_muting_has_its_limits() -> None:
    session = trench({"Blue": "napalm", "Red": ""})
    with pytest.raises(Refused, match="that seat is not yours"):
        session.mute(RIVAL, FIRST, "before the dice")
    with pytest.raises(Refused, match="this is a decision and not a reaction"):
        session.mute(HOST, FIRST, "")
    for number in range(MOST_MUTED):
        session.mute(HOST, FIRST, f"window {number}")
    with pytest.raises(Refused, match=f"may mute {MOST_MUTED} kinds"):
        session.mute(HOST, FIRST, "one more")


def test_stored_mutes_of_seats_that_do_not_exist_are_ignored() -> None:
    session = trench({"Blue": "napalm", "Red": ""})
    session.restore_mutes([(SECOND, "before the dice"), (7, "before the dice"), (-1, "before the dice")])
    assert session.muted == [set(), {"before the dice"}]


@pytest.mark.parametrize(
    ("players", "muted", "at_once"),
    [
        ((HOST, "random!"), False, True),
        ((HOST, "random!"), True, True),
        ((HOST, HOST), False, False),
        ((HOST, HOST), True, True),
        ((HOST, RIVAL), False, False),
        ((HOST, RIVAL), True, False),
    ],
)
def test_the_session_declines_at_once_only_where_nobody_learns_from_it(
    players: tuple[str, ...], muted: bool, at_once: bool
) -> None:
    session = trench({"Blue": "napalm gun" if muted else "promote", "Red": "napalm"}, *players)
    if muted:
        session.mute(HOST, FIRST, "before the dice")
    changes = session.order(HOST, "c4xc5")
    step = changes[0]
    assert isinstance(step, Played)
    declined = session.unasked_declines_after(step.step)
    assert [change.step.order for change in declined if isinstance(change, Played)] == (["pass"] if at_once else [])
    session.apply([*changes, *declined])
    assert session.unasked == ({2} if at_once else set())


# ---- taking back ----------------------------------------------------------------------------------------------------


def test_orders_are_taken_back_one_by_one_by_agreement() -> None:
    session = play(chess(), "e2-e4", "d7-d5")
    assert session.take_back_count(HOST) == 2, "with the answer to it"
    assert session.take_back_count(RIVAL) == 1
    assert propose(session, SECOND, "undo") == [Proposed(SECOND, "undo")]
    assert answer(session, FIRST) == [TakenBack(SECOND, 1)]
    assert (given(session), session.proposal) == (["e2-e4"], None)
    with pytest.raises(Refused, match="there is no order to take back"):
        propose(session, SECOND, "undo")


def test_alone_against_a_program_an_order_is_taken_back_with_its_reply() -> None:
    session = play(chess(HOST, "random!"), "e2-e4", "d7-d5")
    assert propose(session, FIRST, "undo") == [TakenBack(FIRST, 2)]
    assert given(session) == []


def test_a_die_is_never_taken_back() -> None:
    session = play(chess(HOST, HOST, faces=(6, 1)), "e2-e4", "d7-d5", "e4xd5")
    assert not session.can_take_back(HOST)
    with pytest.raises(Refused, match="the dice have been thrown"):
        propose(session, FIRST, "undo")
    play(session, "a7-a6")
    propose(session, FIRST, "undo")
    assert given(session)[-1] == "e4xd5"
    assert not session.can_take_back(HOST)


def test_nothing_is_taken_back_by_a_spectator_or_after_the_end() -> None:
    session = play(chess(HOST, HOST), "e2-e4")
    with pytest.raises(Refused, match="only a player who is still in the game"):
        session.take_back_count(STRANGER)
    resign(session, SECOND)
    with pytest.raises(Refused, match="the game is over") as refusal:
        session.take_back_count(HOST)
    assert refusal.value.code is Refusal.OVER


def test_what_the_table_declined_does_not_count_as_the_players_order() -> None:
    session = play(trench({"Blue": "promote", "Red": "napalm"}, HOST, HOST), "c4xc5")
    session.apply(session.decline())
    assert session.take_back_count(HOST) == 2
    assert propose(session, FIRST, "undo") == [TakenBack(FIRST, 2)]
    assert (given(session), session.unasked) == ([], set())


def test_a_player_who_declined_takes_only_that_back() -> None:
    session = play(trench({"Blue": "napalm gun", "Red": "napalm"}, HOST, HOST), "c4xc5", "pass")
    assert session.take_back_count(HOST) == 1
    propose(session, FIRST, "undo")
    assert given(session) == ["c4xc5"]


# ---- proposals ------------------------------------------------------------------------------------------------------


def test_two_people_agree_to_a_draw() -> None:
    session = play(chess(), "e2-e4")
    propose(session, FIRST, "draw")
    with pytest.raises(Refused, match="your own proposal is waiting"):
        answer(session, FIRST)
    with pytest.raises(Refused, match="another proposal is waiting"):
        propose(session, SECOND, "undo")
    assert answer(session, SECOND) == [Drawn(FIRST)]
    assert session.over
    assert end_text(session.match) == "draw between White and Black: draw agreed"


def test_a_declined_proposal_may_be_made_again_after_the_next_order() -> None:
    session = play(chess(), "e2-e4")
    propose(session, FIRST, "draw")
    assert answer(session, SECOND, accept=False) == [Declined(SECOND)]
    with pytest.raises(Refused, match="that has been declined"):
        propose(session, FIRST, "draw")
    propose(session, SECOND, "draw")
    answer(session, SECOND, accept=False)
    assert session.proposal is None, "a proposal may be withdrawn"
    play(session, "e7-e5")
    assert propose(session, FIRST, "draw") == [Proposed(FIRST, "draw")]
    play(session, "d2-d4")
    assert session.proposal is None, "an order ends it"
    with pytest.raises(Refused, match="there is no proposal to answer"):
        answer(session, SECOND)


def test_a_program_does_not_agree_to_a_draw() -> None:
    session = play(chess(HOST, "random!"), "e2-e4")
    assert not session.people_alone
    with pytest.raises(Refused, match="a computer does not agree to draws"):
        propose(session, FIRST, "draw")


def test_at_one_screen_a_proposal_needs_no_answer() -> None:
    session = play(chess(HOST, HOST), "e2-e4")
    assert propose(session, FIRST, "draw") == [Drawn(FIRST)]


def test_four_people_must_all_agree() -> None:
    session = castle()
    propose(session, FIRST, "draw")
    assert answer(session, SECOND) == [Agreed(SECOND)]
    with pytest.raises(Refused, match="you have agreed already"):
        answer(session, SECOND)
    assert answer(session, FOURTH) == [Agreed(FOURTH)]
    assert answer(session, THIRD) == [Drawn(FIRST)]
    assert end_text(session.match) == "draw between White and Red and Black and Blue: draw agreed"


def test_one_of_four_declines_for_all() -> None:
    session = castle()
    propose(session, FIRST, "undo")
    answer(session, SECOND)
    answer(session, THIRD, accept=False)
    assert session.proposal is None
    assert given(session)[-1] == "Wg4-f5"


def test_among_three_people_one_answer_counts_for_both_seats_of_a_person() -> None:
    session = castle(HOST, RIVAL, VISITOR, RIVAL)
    propose(session, FIRST, "undo")
    assert answer(session, FOURTH) == [Agreed(FOURTH)]
    with pytest.raises(Refused, match="you have agreed already"):
        answer(session, SECOND)
    assert answer(session, THIRD) == [TakenBack(FIRST, 1)]


def test_programs_are_not_asked_about_a_take_back() -> None:
    session = castle(HOST, "random!", VISITOR, "random!")
    assert propose(session, FIRST, "undo") == [Proposed(FIRST, "undo")]
    assert answer(session, THIRD) == [TakenBack(FIRST, 1)]


# ---- resigning ------------------------------------------------------------------------------------------------------


def test_of_two_the_other_wins() -> None:
    session = play(chess(), "e2-e4")
    with pytest.raises(Refused, match="that seat is not yours"):
        session.resign(HOST, SECOND)
    resign(session, FIRST)
    assert end_text(session.match) == "Black wins: White resigns"
    with pytest.raises(Refused, match="the game is over"):
        resign(session, SECOND)


def test_of_four_the_others_play_on_without_the_one_who_resigned() -> None:
    session = castle()
    resign(session, THIRD)
    assert (session.out, session.over, session.has_say(VISITOR)) == ([THIRD], False, False)
    for attempt in (
        lambda: resign(session, THIRD),
        lambda: propose(session, THIRD, "draw"),
        lambda: answer(session, THIRD),
    ):
        with pytest.raises(Refused, match="Black is out of the game"):
            attempt()
    propose(session, FIRST, "draw")
    assert answer(session, SECOND) == [Agreed(SECOND)]
    assert answer(session, FOURTH) == [Drawn(FIRST)]
    assert end_text(session.match) == "draw between White and Red and Blue: draw agreed"


def test_resigning_ends_a_proposal_and_is_never_taken_back() -> None:
    session = castle()
    propose(session, FIRST, "undo")
    resign(session, THIRD)
    assert session.proposal is None
    with pytest.raises(Refused, match="Black has resigned: that cannot be taken back"):
        propose(session, FIRST, "undo")


def test_the_last_of_four_wins() -> None:
    session = castle()
    for seat in (FIRST, THIRD, FOURTH):
        assert not session.over
        resign(session, seat)
    assert session.over
    assert end_text(session.match).startswith("Red wins: ")


def test_people_may_draw_once_the_programs_are_out() -> None:
    session = castle(HOST, RIVAL, "random!", NEIGHBOUR)
    assert not session.people_alone
    match = session.match
    match.add_resignation(THIRD, match.step_for_resigning(THIRD))
    assert session.people_alone


# ---- hints ----------------------------------------------------------------------------------------------------------


def test_against_a_program_the_player_to_act_may_ask() -> None:
    session = chess(HOST, "random!")
    assert session.may_have_hints(agreed=False)
    session.check_help(HOST, now=True, orders=True)
    session.check_help(STRANGER, now=False, orders=False)
    with pytest.raises(Refused, match="only the player to act"):
        session.check_help(STRANGER, now=True, orders=True)


@pytest.mark.parametrize(
    ("holder", "now", "agreed", "code"),
    [
        (HOST, True, False, Refusal.NO_HINTS),
        (STRANGER, True, True, Refusal.NOT_YOUR_SEAT),
        (RIVAL, True, True, Refusal.NOT_YOUR_TURN),
        (HOST, False, True, Refusal.NOT_YOUR_TURN),
    ],
)
def test_between_people_hints_must_be_agreed_on(holder: str, now: bool, agreed: bool, code: Refusal) -> None:
    session = chess()
    with pytest.raises(Refused) as refusal:
        session.check_help(holder, now=now, orders=False, agreed=agreed)
    assert refusal.value.code is code
    session.check_help(HOST, now=True, orders=True, agreed=True)


def test_between_people_the_computer_is_not_asked_about_a_reaction() -> None:
    session = play(trench({"Blue": "napalm gun", "Red": ""}), "c4xc5")
    with pytest.raises(Refused, match="cannot be asked about a reaction"):
        session.check_help(HOST, now=True, orders=True, agreed=True)
