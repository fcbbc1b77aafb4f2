"""Hidden hands: what a seat sees or is told, and what a program guesses, never depends on the other's cards."""

from collections.abc import Collection

import pytest
from suite import scaled
from trench_positions import GAME, MELEE, give, place, wander

from pawnstorm.core import record
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.reactions import find_reaction
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.core.view_json import view_json
from pawnstorm.games.trench_checkers.pieces.cards import KEYS
from pawnstorm.testing import check

SETUPS = (Setup(map=MELEE), Setup(), Setup(map=MELEE, options={"card_limit": "one"}), Setup({"field": "short"}))


def seen(state: State, seat: int) -> str:
    view = GAME.view(state, seat)
    return view_json(view, view.cells, list(view.tokens))


def believed(state: State, seat: int) -> str:
    """The position that a program in this seat gets to think about."""
    return GAME.guess(state, seat, Luck(7)).encode()


def unasked(state: State, muted: Collection[str] = ()) -> str:
    """The order by which a reaction is declined without asking its player; empty if the player decides."""
    reaction = find_reaction(GAME, state, muted)
    return reaction.order if reaction and not reaction.asked else ""


def look_alike(state: State, other: State, seat: int) -> None:
    assert other.turn() == state.turn(), "somebody else is asked because of a hidden card"
    assert other.decline() == state.decline()
    assert GAME.window(other) == GAME.window(state)
    assert seen(other, seat) == seen(state, seat)
    assert seen(other, -1) == seen(state, -1)
    assert believed(other, seat) == believed(state, seat)
    if state.turn() == seat:
        assert other.legal() == state.legal()
    if state.turn() == CHANCE:
        assert other.pool() == state.pool()


@pytest.mark.rule("TC-09")
@pytest.mark.parametrize("setup", SETUPS, ids=["melee", "standard", "one card", "short"])
def test_positions_that_differ_in_a_hidden_hand_look_the_same_to_the_other_seat(setup: Setup) -> None:
    """Ten thousand random positions in all, and the positions after every order that both seats know."""
    wanted, positions, hidden, seed = scaled(2500, 100), 0, 0, 0
    luck = Luck(2)
    while positions < wanted:
        for state in wander(seed, setup):
            if positions >= wanted or state.turn() == OVER:
                break
            positions += 1
            seat = int(luck.below(2))
            other = GAME.guess(state, seat, luck)
            hidden += other.encode() != state.encode()
            look_alike(state, other, seat)
            _same_answer(state, other, seat, luck)
        seed += 1
    assert hidden > positions // 5, f"only {hidden} guesses differ, so little was tested"


def _same_answer(state: State, other: State, seat: int, luck: Luck) -> None:
    """The same order or the same faces lead to positions that look the same again, unless a card was shown."""
    after, twin = state.copy(), other.copy()
    if state.turn() == CHANCE:
        pool = state.pool()
        if any(die.sealed for die in pool.dice):
            return
        faces = [int(luck.below(die.sides)) + 1 for die in pool.dice]
        after.land(after.outcome_of(faces))
        twin.land(twin.outcome_of(faces))
    else:
        shared = [move for move in state.legal() if move in other.legal()]
        move = shared[int(luck.below(len(shared)))]
        text = GAME.write(state, move)
        after.play(move)
        twin.play(move)
        if text.split()[0] in KEYS and state.turn() != seat:
            return
    if after.turn() != OVER:
        look_alike(after, twin, seat)


@pytest.mark.slow
@pytest.mark.rule("TC-09", "TC-A36")
def test_the_conformance_kit_on_the_melee() -> None:
    report = check(GAME, games=6, seed=4, setups=[Setup(map=MELEE)])
    assert report.hidden_from == report.guess_differs == {0, 1}
    assert set(report.endings) >= {"TC-54"}
    assert {text for text in report.shapes if text.split()[0] in KEYS}


@pytest.mark.rule("TC-A36")
@pytest.mark.parametrize("hand", ["medic", "napalm"])
def test_being_asked_does_not_depend_on_the_hand(hand: str) -> None:
    """With or without a medic Red is asked at the same moments, and Blue and the public read the same words."""
    state = place({"a1": "S", "c4": "S", "c5": "s", "h10": "s"}, phase="attack", hands={"Red": hand})
    turns, prompts = [], []
    for text, faces in (("c4xc5", []), ("pass", [[4, 1]]), ("pass", [])):
        state = give(state, text, *faces)
        turns.append((state.turn(), GAME.window(state)))
        prompts.append((GAME.view(state, 0).prompt, GAME.view(state, 0).turn))
    assert turns == [(1, "before the dice"), (1, "after the dice"), (1, "before removals")]
    assert prompts[-1] == ("Red: a card before the fallen are removed?", 1)
    assert unasked(state) == ("" if hand == "medic" else "pass")


@pytest.mark.rule("TC-A36")
def test_a_seat_that_mutes_a_window_is_answered_for() -> None:
    state = place({"a1": "S", "c4": "S", "c5": "s", "h10": "s"}, phase="attack", hands={"Red": "napalm"})
    asked = give(state, "c4xc5")
    assert unasked(asked) == ""
    assert unasked(asked, {"after the dice"}) == ""
    assert unasked(asked, {"before the dice"}) == "pass"
    assert unasked(state, {"before the dice"}) == "", "an attack is a decision, not a reaction"
    assert unasked(GAME.start(GAME.agree(Setup()))) == "", "chance is not asked"


@pytest.mark.rule("TC-A10", "TC-31")
def test_a_seat_is_not_bothered_if_it_lacks_the_only_card_that_could_help() -> None:
    nobody_near = {"a1": "S", "h10": "s"}
    state = place(nobody_near, phase="attack", hands={"Blue": "napalm"})
    assert (state.turn(), unasked(state), GAME.window(state)) == (0, "hold", "instead of an attack")
    assert unasked(place(nobody_near, phase="attack", hands={"Blue": "strike"})) == ""
    walled = {"a1": "S", "a2": "#", "b1": "#", "h10": "s"}
    state = place(walled, hands={"Blue": "napalm"}, fallen={"Blue": 1})
    assert (state.turn(), unasked(state), GAME.window(state)) == (0, "end", "before moves are lost")
    assert unasked(place(walled, hands={"Blue": "leave"}, fallen={"Blue": 1})) == ""
    assert unasked(place(nobody_near, hands={"Blue": "napalm"})) == "", "a move is a decision"


@pytest.mark.rule("TC-09", "TC-A38")
def test_a_hand_is_open_to_its_owner_only_until_the_end() -> None:
    state = place(
        {"c4": "S", "c5": "s"}, phase="attack", hands={"Blue": "napalm", "Red": "medic medic"}, discards="gun"
    )
    trays = {viewer: {tray.id: tray for tray in GAME.view(state, viewer).trays} for viewer in (-1, 0, 1)}
    assert [token.name for token in trays[0]["hand-0"].tokens] == ["Napalm"]
    assert [token.kind for token in trays[0]["hand-1"].tokens] == ["card-back", "card-back"]
    assert [token.kind for token in trays[1]["hand-0"].tokens] == ["card-back"]
    assert [token.name for token in trays[1]["hand-1"].tokens] == ["Field Medic", "Field Medic"]
    assert {token.kind for name in ("hand-0", "hand-1") for token in trays[-1][name].tokens} == {"card-back"}
    assert [token.name for token in trays[-1]["discards"].tokens] == ["Machine-Gun Nest"]
    (napalm,) = trays[0]["hand-0"].tokens
    assert napalm.marks == ("before the dice, attacking or defending", "Add two to your result in this combat.")


@pytest.mark.rule("TC-09", "TC-49")
def test_the_place_of_a_card_in_the_deck_is_shown_to_nobody() -> None:
    """Which of 27 cards it was would tell the seat that draws how many of the lower kinds the other hand holds."""
    match = Match(GAME, Setup(), SeededTower(3))
    opening = match.steps[0]
    deals = [pool for pool in opening.pools if pool.rule == "TC-09"]
    assert len(deals) == 12
    assert not any(die.shown_to(seat) for pool in deals for die in pool.dice for seat in (-1, 0, 1))
    for seat in (0, 1):
        told = [event.text for event in opening.events if event.may_know(seat) and event.text.startswith("You draw")]
        assert len(told) == 6
    assert not any(event.text.startswith("You draw") for event in opening.events if event.may_know(-1))


@pytest.mark.rule("TC-09")
def test_a_record_written_for_a_seat_hides_every_draw_and_digest() -> None:
    match = Match(GAME, Setup(map=MELEE), SeededTower(5))
    luck = Luck(5)
    while len(match.steps) < 60 and match.turn != OVER:
        legal = match.state.legal()
        match.add(match.step_for(match.turn, GAME.write(match.state, legal[int(luck.below(len(legal)))])))
    for viewer in (-1, 0, 1):
        text = record.write(record.seen_by(match, {"Blue": "guest", "Red": "guest"}, viewer))
        assert "1. table: start" + " [?]" * 12 in text
        assert "dice:" not in text
        assert all(line.endswith("#?") for line in text.splitlines() if line[:1].isdigit())
        with pytest.raises(record.BadRecord, match=r"line \d+: this record was written for one viewer"):
            record.replay(record.parse(text), GAME)
    assert record.write(record.parse(text)) == text


@pytest.mark.rule("TC-09")
def test_a_guess_uses_public_cards_only() -> None:
    state = place(
        {"a1": "S", "h10": "s"}, hands={"Blue": "napalm napalm napalm", "Red": "medic medic"}, discards="gun gun"
    )
    hands: set[str] = set()
    for seed in range(200):
        facts = GAME.sketch(GAME.guess(state, 0, Luck(seed))).facts
        dealt = facts["hands"]
        assert isinstance(dealt, dict)
        assert dealt["Blue"] == "napalm napalm napalm"
        hands |= set(str(dealt["Red"]).split())
    assert hands == set(KEYS) - {"napalm"}
