"""Refusals: one true sentence for every illegal order, for both sides."""

import pytest
from suite import refusal
from trench_positions import GAME, place

from pawnstorm.core.game import FactValue

CORNER = "only a stack with a Veteran attacks across a corner, and c4 has none (TC-41)"
FULL = "no more than three pieces stand on c5 (TC-30)"
SLEEPER = "the sleeper on b2 may be crossed only with a move left and a way out (TC-A40)"
ATTACK: dict[str, FactValue] = {"phase": "attack"}
RED: dict[str, FactValue] = {"turn": "Red", "first": "Red"}
Case = tuple[dict[str, str], dict[str, FactValue], str, str]

CASES: dict[str, Case] = {
    "an empty tile": ({"c4": "S", "h9": "s"}, {}, "a1-a2", "there is no piece on a1"),
    "terrain": ({"c4": "S", "a1": "#", "h9": "s"}, {}, "a1-a2", "a1 is blocked (TC-29)"),
    "a Red piece": ({"c4": "S", "h9": "s"}, {}, "h9-h8", "h9 holds Red's pieces"),
    "a Blue piece": ({"c4": "S", "h9": "s"}, RED, "c4-c5", "c4 holds Blue's pieces"),
    "a sleeper": ({"c4": "S", "g9": "Z", "h1": "s"}, {}, "g9-g8", "your Commando on g9 is asleep (TC-46)"),
    "no moment for moves": (
        {"c4": "S", "c5": "s"}, ATTACK, "c4-b4", "nobody moves now: it is your attack, or 'hold' (TC-31)",
    ),
    "a group of Soldiers": (
        {"c4": "SS", "h9": "s"}, {}, "c4SS-c5", "SS cannot leave c4 together: it may be S (TC-26)",
    ),
    "too far": ({"c4": "S", "h9": "s"}, {}, "c4-c6", "c6 is not one straight step from c4 (TC-24)"),
    "a corner": ({"c4": "S", "h9": "s"}, {}, "c4-d5", "d5 is not one straight step from c4 (TC-24)"),
    "into terrain": ({"c4": "S", "c5": "#", "h9": "s"}, {}, "c4-c5", "terrain or rock bars the way on c5 (TC-29)"),
    "into an enemy": ({"c4": "S", "c5": "s"}, {}, "c4-c5", "an active enemy bars the way on c5 (TC-28)"),
    "Red into an enemy": ({"c4": "S", "c5": "s"}, RED, "c5-c4", "an active enemy bars the way on c4 (TC-28)"),
    "onto a sleeper with the last move": ({"b3": "S", "b2": "z", "h9": "s"}, {"moves": 1}, "b3-b2", SLEEPER),
    "onto a full stack": ({"c4": "S", "c5": "SSS", "h9": "s"}, {}, "c4-c5", FULL),
    "two onto two": ({"c4": "VV", "c5": "VV", "h9": "s"}, {}, "c4VV-c5", FULL),
    "a Veteran onto Soldiers": (
        {"c4": "V", "c5": "SS", "h9": "s"}, {}, "c4-c5",
        "Veterans and Soldiers of different stacks may not meet on c5 (TC-27)",
    ),
    "no moment for attacks": ({"c4": "S", "c5": "s"}, {}, "c4xc5", "nobody attacks now: it is your movement (TC-22)"),
    "an attack of nobody": ({"c4": "S", "c5": "s"}, ATTACK, "a1xc5", "there is no piece on a1"),
    "an attack on nobody": ({"c4": "S", "c5": "s"}, ATTACK, "c4xc3", "there is no enemy on c3"),
    "an attack on a friend": ({"c4": "S", "c3": "S", "c5": "s"}, ATTACK, "c4xc3", "there is no enemy on c3"),
    "an attack on a sleeper": (
        {"b3": "S", "b2": "z", "c3": "s"}, ATTACK, "b3xb2",
        "the Commando on b2 is asleep and cannot be attacked (TC-A8)",
    ),
    "across the upper corner": ({"c4": "S", "c5": "s", "d5": "s"}, ATTACK, "c4xd5", CORNER),
    "across the other upper corner": ({"c4": "S", "c5": "s", "b5": "s"}, ATTACK, "c4xb5", CORNER),
    "across a lower corner": ({"c4": "S", "c5": "s", "d3": "s"}, ATTACK, "c4xd3", CORNER),
    "a distant enemy": ({"c4": "S", "c5": "s", "h9": "s"}, ATTACK, "c4xh9", "h9 is not next to c4 (TC-32)"),
    "Red's distant enemy": (
        {"c4": "S", "c5": "s", "a1": "S"}, {**RED, **ATTACK}, "c5xa1", "a1 is not next to c5 (TC-32)",
    ),
    "a Veteran's distant enemy": ({"c4": "V", "c5": "s", "e6": "s"}, ATTACK, "c4xe6", "e6 is not next to c4 (TC-32)"),
    "a card that is not held": (
        {"c4": "S", "c5": "s"}, {"hands": {"Blue": "gun", "Red": "napalm"}}, "napalm", "you do not hold Napalm (TC-63)",
    ),
    "a card without its moment": (
        {"c4": "S", "h9": "s"}, {"hands": {"Blue": "gun"}}, "gun",
        "Machine-Gun Nest cannot be played now, but after naming your attack (TC-62)",
    ),
    "a card that lies in the wrong hands": (
        {"c4": "S", "h9": "s"}, {**RED, "hands": {"Blue": "leave"}}, "leave a10",
        "you do not hold Back from Leave (TC-66)",
    ),
    "Red has lost no Soldier": (
        {"c4": "S", "h9": "s"}, {**RED, "hands": {"Red": "leave"}, "fallen": {"Blue": 1}}, "leave a10",
        "Back from Leave cannot be played now: you have lost nobody who died as a Soldier (TC-66)",
    ),
    "Back from Leave at the attacks": (
        {"c4": "S", "c5": "s"}, {**ATTACK, "hands": {"Blue": "leave"}}, "leave a1",
        "Back from Leave cannot be played now, but during your movement (TC-66)",
    ),
    "an Air Strike in the moves": (
        {"c4": "S", "c5": "s"}, {"hands": {"Blue": "strike"}}, "strike c5",
        "Air Strike cannot be played now, but instead of your attack (TC-60)",
    ),
    "Over the Top before the moves are over": (
        {"c4": "S", "c5": "s"}, {"hands": {"Blue": "top"}}, "top",
        "Over the Top cannot be played now, but at the end of your movement (TC-59)",
    ),
    "a tile that is no target": (
        {"c4": "S", "c5": "s"}, {**ATTACK, "hands": {"Blue": "strike"}}, "strike c4",
        "Air Strike needs a suitable tile, not 'c4' (TC-60)",
    ),
    "a card without its tile": (
        {"c4": "S", "c5": "s"}, {**ATTACK, "hands": {"Blue": "strike"}}, "strike",
        "Air Strike needs a suitable tile (TC-60)",
    ),
    "a place that is no empty tile of the rear trench": (
        {"c4": "S", "h9": "s"}, {"hands": {"Blue": "leave"}, "fallen": {"Blue": 1}}, "leave c5",
        "Back from Leave needs an empty tile of your rear trench, not 'c5' (TC-66)",
    ),
    "a Soldier who is none": (
        {"c4": "S", "d4": "V", "c5": "s"}, {"phase": "muster", "hands": {"Blue": "promote"}}, "promote d4",
        "Field Promotion needs a suitable tile, not 'd4' (TC-61)",
    ),
    "more words than a card needs": (
        {"c4": "S", "c5": "s"}, {"phase": "lull", "hands": {"Blue": "stun"}}, "stun c5",
        "Stun Grenade is played by its name alone, without 'c5' (TC-58)",
    ),
    "stopping early": ({"c4": "S", "c5": "s"}, {}, "end", "moves that can be made must be made (TC-23)"),
    "holding in the moves": (
        {"c4": "S", "c5": "s"}, {}, "hold", "'hold' is not asked for: it is your movement (TC-22)",
    ),
    "a card while the first player is named": (
        {"c4": "S", "c5": "s"}, {"phase": "first", "hands": {"Blue": "medic"}}, "medic S",
        "Field Medic cannot be played now, but the instant a piece of yours would go (TC-56)",
    ),
    "naming the first player too soon": (
        {"c4": "S", "c5": "s"}, {}, "first Red", "'first red' is not asked for: it is your movement (TC-22)",
    ),
    "terrain on a trench": (
        {"c4": "S", "c5": "s"}, {"phase": "terrain", "terrain": 2}, "terrain a3",
        "terrain goes on empty grass of your own half, not on 'a3' (TC-A12)",
    ),
    "terrain in the moves": (
        {"c4": "S", "c5": "s"}, {}, "terrain a4", "'terrain a4' is not asked for: it is your movement (TC-22)",
    ),
    "an attack before the terrain stands": (
        {"c4": "S", "c5": "s"}, {"phase": "terrain", "terrain": 2}, "end",
        "'end' is not asked for: terrain is placed now: 'terrain' and a tile (TC-15)",
    ),
    "anything but a card in a window": (
        {"c4": "S", "c5": "s"}, {"phase": "lull", "hands": {"Blue": "stun"}}, "hold",
        "'hold' is not asked for: play a suitable card, or 'pass' (TC-A36)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_says_what_is_wrong(name: str) -> None:
    pieces, facts, order, sentence = CASES[name]
    assert refusal(GAME, place(pieces, None, **facts), order) == sentence


@pytest.mark.rule("TC-A51")
def test_if_sleepers_may_be_attacked_a_distant_one_is_too_far_away() -> None:
    state = place({"b5": "S", "b6": "s", "b2": "z"}, {"commando_attackable_asleep": "yes"}, phase="attack")
    assert refusal(GAME, state, "b5xb2") == "b2 is not next to b5 (TC-32)"


@pytest.mark.rule("TC-A35", "TC-A47")
def test_limits_of_cards_are_named() -> None:
    fight = {"c4": "S", "c5": "s", "h10": "s"}
    state = place(fight, phase="attack", hands={"Blue": "napalm napalm medic"})
    state.play(GAME.read(state, "c4xc5"))
    state.play(GAME.read(state, "napalm"))
    assert refusal(GAME, state, "napalm") == "you have played Napalm in this combat already (TC-A47)"
    late = "Field Medic cannot be played now, but the instant a piece of yours would go (TC-56)"
    assert refusal(GAME, state, "medic S") == late
    state = place(fight, {"card_limit": "one"}, hands={"Blue": "leave leave"}, fallen={"Blue": 2})
    state.play(GAME.read(state, "leave a1"))
    assert refusal(GAME, state, "leave b1") == "one card in each window is the limit here (TC-A35)"


@pytest.mark.rule("TC-A40", "TC-A43")
def test_crossing_and_over_the_top_have_sentences_of_their_own() -> None:
    state = place({"b3": "S", "b2": "z", "c4": "S", "h9": "s"})
    state.play(GAME.read(state, "b3-b2"))
    assert refusal(GAME, state, "c4-c5") == "the group on b2 must leave it with this move (TC-A40)"
    state = place({"b3": "S", "c4": "S", "h9": "s"}, phase="regroup", hands={"Blue": "top"})
    state.play(GAME.read(state, "top"))
    state.play(GAME.read(state, "c4-c5"))
    only = "Over the Top moves only pieces that have not moved yet, and never onto a sleeper (TC-A43)"
    assert refusal(GAME, state, "c5-c6") == only
    now = "'hold' is not asked for: these are the moves of Over the Top, or 'end' (TC-59)"
    assert refusal(GAME, state, "hold") == now


@pytest.mark.rule("TC-56", "TC-64")
def test_a_piece_that_the_stack_does_not_have_cannot_be_named() -> None:
    state = place({"c4": "S", "c5": "s", "h10": "s"}, phase="attack", hands={"Blue": "suicide medic"})
    state.play(GAME.read(state, "c4xc5"))
    assert refusal(GAME, state, "suicide V") == "Suicide Mission needs a suitable piece (S, V or C), not 'v' (TC-64)"
    assert refusal(GAME, state, "suicide C") == "Suicide Mission needs a suitable piece (S, V or C), not 'c' (TC-64)"
    state.play(GAME.read(state, "pass"))
    state.land(state.outcome_of([1, 3]))
    state.play(GAME.read(state, "pass"))
    assert refusal(GAME, state, "medic C") == "Field Medic needs a suitable piece (S, V or C), not 'c' (TC-56)"
    state = place({"c4": "CS", "c5": "s", "h10": "s"}, phase="attack", hands={"Blue": "suicide"})
    state.play(GAME.read(state, "c4xc5"))
    company = "a Commando is not sent on a Suicide Mission while it has company (TC-64)"
    assert refusal(GAME, state, "suicide C") == company
