"""Resigning among four (CC-A79), in a match and in its record."""

import pytest

from pawnstorm.ai.search.playout import share_of
from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import BadRecord, Refusal, Refused
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.record import end_text, of_match, parse, replay, seen_by, write
from pawnstorm.core.session import Seat, Session
from pawnstorm.core.state import OVER, State
from pawnstorm.games import load

GAME = load("castle-chess")
WHITE, RED, BLACK, BLUE = range(4)
PLAYERS = {"White": "human", "Red": "human", "Black": "human", "Blue": "human"}


def four(version: int = 0, **options: str) -> Match:
    return Match(GAME, Setup(options, map="emperor", rules=version), LoadedTower([1]))


def begun(version: int = 0) -> Match:
    """All machines are placed, and White has made a turn."""
    match = four(version)
    for order in ("rest", "rest", "rest", "rest", "Wg4-f5"):
        match.add(match.step_for(match.turn, order))
    return match


def replayed(match: Match) -> Match:
    """The match, replayed from the text of its record."""
    return replay(parse(write(of_match(match, PLAYERS))), GAME)


@pytest.mark.rule("CC-A79")
def test_the_others_play_on_and_the_record_has_a_line_for_it() -> None:
    match = begun()
    step = match.add_resignation(BLACK, match.step_for_resigning(BLACK))
    assert step is not None
    assert (step.seat, step.order, match.turn, match.ending) == (BLACK, "resigns", RED, None)
    assert [event.text for event in step.events] == ["Black gives up and is out of the game."]
    match.add(match.step_for(RED, "Wd7-e6"))
    assert match.turn == BLUE
    text = write(of_match(match, PLAYERS))
    assert f"6. Black: resigns #{step.digest}\n" in text
    assert replayed(match).state.encode() == match.state.encode()


@pytest.mark.rule("CC-A79")
def test_a_side_that_is_out_has_no_say() -> None:
    match = begun()
    match.add_resignation(BLACK, match.step_for_resigning(BLACK))
    with pytest.raises(Refused, match="Black is out of the game") as refusal:
        match.add_resignation(BLACK, match.step_for_resigning(BLACK))
    assert refusal.value.code is Refusal.ILLEGAL
    assert match.in_game == (WHITE, RED, BLUE)
    assert len(match.steps) == 7


@pytest.mark.rule("CC-A79")
def test_the_living_alone_share_an_agreed_draw() -> None:
    match = begun()
    match.add_resignation(BLACK, match.step_for_resigning(BLACK))
    match.agree_draw()
    assert match.ending is not None
    assert match.ending.winners == (WHITE, RED, BLUE)
    assert end_text(match) == "draw between White and Red and Blue: draw agreed"
    assert end_text(replayed(match)) == end_text(match)


@pytest.mark.rule("CC-A79")
def test_the_last_side_wins_by_the_rules() -> None:
    match = begun()
    for seat in (BLACK, RED, WHITE):
        match.add_resignation(seat, match.step_for_resigning(seat))
    assert match.turn == OVER
    assert end_text(match) == "Blue wins: the last King standing (CC-69)"
    assert end_text(replayed(match)) == end_text(match)


@pytest.mark.rule("CC-A79")
def test_giving_up_is_not_taken_back() -> None:
    match = begun()
    session = Session(GAME, [Seat(name, "screen") for name in match.seats])
    session.begin(match)
    assert session.can_take_back("screen")
    session.apply(session.resign("screen", BLACK))
    assert not session.can_take_back("screen")
    with pytest.raises(Refused, match="Black has resigned: that cannot be taken back"):
        session.propose("screen", WHITE, "undo")
    session.apply(session.order("screen", "Wd7-e6"))
    session.apply(session.propose("screen", RED, "undo"))
    assert match.steps[-1].order == "resigns"
    with pytest.raises(Refused, match="Black has resigned"):
        session.propose("screen", WHITE, "undo")


@pytest.mark.rule("CC-A79")
def test_giving_up_while_placing_gives_nothing_away() -> None:
    match = four()
    match.add(match.step_for(WHITE, "rest"))
    match.add(match.step_for(RED, "tower@d9"))
    step = match.add_resignation(RED, match.step_for_resigning(RED))
    assert step is not None
    assert [event.audience for event in step.events] == [-1]
    assert not any("tower" in event.text for event in step.events)
    for viewer in (-1, WHITE, BLACK, BLUE):
        shown = seen_by(match, PLAYERS, viewer).entries
        assert (shown[-1].order, shown[-1].digest) == ("resigns", "?")
        assert "d9" not in "".join(entry.order for entry in shown)
        assert not [token for token in GAME.view(match.state, viewer).tokens if token.cell == "d9"]
        guess = GAME.guess(match.state, viewer, Luck(3)) if viewer >= 0 else match.state
        assert GAME.view(guess, viewer) == GAME.view(match.state, viewer)
        assert guess.legal() == match.state.legal()
    assert match.turn == BLACK


@pytest.mark.rule("CC-A79")
def test_the_coin_that_follows_belongs_to_the_line() -> None:
    match = four()
    for order in ("rest", "rest", "rest"):
        match.add(match.step_for(match.turn, order))
    step = match.add_resignation(BLUE, match.step_for_resigning(BLUE))
    assert step is not None
    assert step.faces == ((1,),)
    assert f"4. Blue: resigns [1/2] #{step.digest}\n" in write(of_match(match, PLAYERS))
    assert replayed(match).turn == WHITE


def test_an_impossible_line_is_refused() -> None:
    match = begun()
    match.add_resignation(BLACK, match.step_for_resigning(BLACK))
    text = write(of_match(match, PLAYERS))
    for wrong in (text.replace("6. Black", "6. Red"), text.replace("5. White: Wg4-f5", "5. Black: resigns")):
        with pytest.raises(BadRecord, match="line"):
            replay(parse(wrong), GAME)
    duel = Match(GAME, Setup(), LoadedTower([1]))
    duel.add(duel.step_for(0, "ram@c4"))
    text = write(of_match(duel, {}))
    with pytest.raises(BadRecord, match="resigning ends this game, so nobody plays on"):
        replay(parse(text.replace("1. White: ram@c4", "1. White: resigns")), GAME)
    with pytest.raises(BadRecord, match="line"):
        replay(
            parse(write(of_match(match, {})).replace("end: open", "end: a win shared by White: Black resigns")), GAME
        )


@pytest.mark.rule("CC-A79")
def test_a_match_of_the_first_rules_ends_as_it_did_then() -> None:
    match = begun(1)
    assert match.add_resignation(BLACK, match.step_for_resigning(BLACK)) is None
    assert end_text(match) == "a win shared by White and Red and Blue: Black resigns"
    assert end_text(replayed(match)) == end_text(match)
    assert match.setup.options["last_king"] == "off"


@pytest.mark.rule("CC-A80")
def test_the_fall_of_the_weakest_is_announced_as_our_ruling() -> None:
    match = begun()
    kings = [("Ka10-a9", "Ka9-a10"), ("Kj19-i19", "Ki19-j19"), ("Ks10-s9", "Ks9-s10"), ("Kj1-i1", "Ki1-j1")]
    for number in range(100):
        step = match.add(match.step_for(match.turn, kings[number % 4][number // 4 % 2]))
        if len(match.in_game) < 4:
            break
    said = "White has the fewest units at a standstill and is, by our ruling, out of the game."
    assert [(event.text, event.rule) for event in step.events][-1] == (said, "CC-A80")
    assert match.in_game == (RED, BLACK, BLUE)


def drawn(pieces: str, turn: str, **facts: str) -> State:
    """A position of four, after the options among the facts are taken out."""
    stands = {place: token for token, place in (word.split("@") for word in pieces.split())}
    rows = [[stands.get(f"{name}{row}", ".") for name in "abcdefghijklmnopqrs"] for row in range(19, 0, -1)]
    options = {"fallen_army": facts.pop("fallen_army", "removed")}
    sketch = Sketch(tuple(tuple(row) for row in rows), {"turn": turn, **facts})
    return GAME.place(sketch, Setup(options, map="emperor"))


@pytest.mark.rule("CC-A66")
def test_the_side_to_act_orders_its_own_units_and_those_that_joined() -> None:
    state = drawn("SK@f9 WK@a10 NK@j19 EK@s10 SQ@h5 WQ@f12 NQ@o16", "Red", fallen_army="joins")
    state.play(GAME.read(state, "Qf12xf9"))
    for orders in ("Kj19-i19", "Ks10-s9"):
        state.play(GAME.read(state, orders))
    assert state.turn() == RED
    cells = {GAME.write(state, move)[1:].split("-")[0].split("x")[0] for move in state.legal()}
    assert cells == {"f9", "a10", "h5"}


@pytest.mark.rule("CC-A52")
def test_the_gates_to_choose_from_are_those_of_the_position() -> None:
    state = drawn("SK@j1 WK@a10 NK@j19 EK@s10 SW:r@j15 SW:r@d10", "White")
    state.play(GAME.read(state, "Wj15>j16"))
    other = drawn("SK@j1 WK@a10 NK@j19 EK@s10", "White")
    other.play(GAME.read(other, "Kj1-i1"))
    assert [GAME.write(state, move) for move in state.legal()] == ["breach j17", "breach c10"]


@pytest.mark.rule("CC-A79")
def test_an_unfinished_game_is_shared_by_the_living() -> None:
    match = begun()
    match.add_resignation(BLACK, match.step_for_resigning(BLACK))
    assert [share_of(match.state, seat) for seat in (WHITE, RED, BLACK, BLUE)] == [1 / 3, 1 / 3, 0.0, 1 / 3]
    assert match.state.seats_in_game() == (WHITE, RED, BLUE)


@pytest.mark.rule("CC-A80")
def test_a_new_game_after_one_of_earlier_rules_has_the_present_rules() -> None:
    played = four(version=1, fallen_army="statues").setup
    assert (played.rules, played.options["last_king"]) == (1, "off")
    renewed = GAME.renewed(played)
    assert renewed.rules == GAME.rules_version
    assert (renewed.options["last_king"], renewed.options["fallen_army"], renewed.map) == ("on", "statues", "emperor")
    assert GAME.renewed(four(last_king="off").setup).options["last_king"] == "off"
