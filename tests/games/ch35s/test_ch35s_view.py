"""What the page gets: zones with many models, tracks, scores, choices that name a model, ways and terms."""

import pytest
from test_ch35s_odds import place

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import State
from pawnstorm.core.step import advance
from pawnstorm.core.view import Offer, leaves
from pawnstorm.games import load
from pawnstorm.games.ch35s.rules import army
from pawnstorm.games.ch35s.state import Position
from pawnstorm.testing.inspection import plain

GAME = load("ch35s")


def _find(offers: tuple[Offer, ...], order: str) -> Offer:
    return next(leaf for leaf in leaves(offers) if leaf.order == order)


@pytest.mark.rule("CH-14", "CH-15", "CH-17")
def test_zones_and_objectives() -> None:
    view = GAME.view(place({1: "HU"}, objectives="3 6"), -1)
    assert [(cell.id, cell.column, cell.row) for cell in view.cells[:6]] == [
        ("1", 0, 0), ("2", 1, 0), ("3", 2, 0), ("4", 3, 0), ("5", 0, 1), ("6", 1, 1),
    ]  # fmt: skip
    assert [cell.id for cell in view.cells if cell.ground == "objective"] == ["3", "6"]
    assert len(view.cells) == 16


@pytest.mark.rule("CH-28")
def test_marks_say_who_holds_an_objective() -> None:
    view = GAME.view(place({1: "2HU+tr", 2: "tr", 3: "HU+tr"}, objectives="1 2 3 4"), -1)
    assert view.marks == {"1": "held by White", "2": "held by Black", "3": "held by nobody", "4": "held by nobody"}


@pytest.mark.rule("CH-16", "CH-22", "CH-24", "CH-30")
def test_tracks_and_scores() -> None:
    state = place({1: "HU", 16: "tr"}, vp={"White": 23, "Black": 9}, used={"White": 2}, round=3, taken={"Black": 4})
    gauges = {gauge.id: (gauge.value, gauge.limit) for gauge in GAME.view(state, -1).gauges}
    assert gauges["round"] == (3, 4)
    assert gauges["vp-0"] == (23, 0)
    assert gauges["tens-0"] == (2, 0)
    assert "tens-1" not in gauges
    assert (gauges["actions-0"], gauges["actions-1"]) == ((2, 5), (0, 5))
    assert (gauges["taken-0"], gauges["taken-1"]) == ((0, 0), (4, 0))


@pytest.mark.rule("CH-44", "CH-A20", "CH-A21")
def test_points_on_the_field_are_those_of_the_models_in_zones() -> None:
    upgrades = {"HU": "Reinforcement", "tr": "Extra Attack"}
    state = place({1: "HU", 16: "HU+2tr"}, upgrades=upgrades, reserve={"White": "HU"}, lost={"Black": "BW"})
    gauges = {gauge.id: gauge.value for gauge in GAME.view(state, -1).gauges}
    assert (gauges["field-0"], gauges["field-1"]) == (2 * 3, 2 * 3)


@pytest.mark.rule("CH-09", "CH-11")
def test_a_model_shows_its_numbers_damage_and_upgrades() -> None:
    state = place(
        {1: "DF*1+DF", 16: "lm"}, upgrades={"DF": "+1 Range to Mind Barb", "lm": "Force Field"}, visions="White"
    )
    hurt, whole, marshal = GAME.view(state, -1).tokens
    assert {stat.name: (stat.value, stat.base) for stat in hurt.stats} == {
        "Health": (2, 3), "Move": (2, 2), "Range": (3, 2), "Strength": (2, 2), "Damage": (1, 1), "Points": (4, 3),
    }  # fmt: skip
    assert hurt.marks == ("wounded", "under visions", "+1 Range to Mind Barb")
    assert whole.marks == ("under visions", "+1 Range to Mind Barb")
    assert marshal.marks == ("covered", "Force Field")
    assert (marshal.kind, marshal.letter, marshal.cell) == ("king", "LM", "16")


@pytest.mark.rule("CH-31", "CH-34")
def test_offers_name_the_model_and_the_way() -> None:
    state = place({5: "2HU+HU*1", 6: "tr"})
    offers = GAME.view(state, 0).offers
    assert [(offer.text, offer.cell, offer.token) for offer in offers[:2]] == [
        ("Husk in zone 5", "5", "u0"),
        ("Husk in zone 5 (1 damage)", "5", "u2"),
    ]
    assert _find(offers, "HU5-11").path == ("9", "10", "11")
    assert _find(offers, "HU5-5").path in (("1", "5"), ("9", "5"))
    assert [leaf.kind for leaf in offers[2:]] == ["hold"]


@pytest.mark.rule("CH-37", "CH-47")
def test_attack_offers_have_target_terms_and_odds() -> None:
    state = place({5: "DS+lm+2tr"}, upgrades={"lm": "Force Field"})
    attack = _find(GAME.view(state, 0).offers, "DS5xTR5")
    assert attack.token == "u41"
    assert [(part.text, part.value, part.unit) for part in attack.parts] == [
        ("Strength", 3, "dice"),
        ("Force Field", -1, "dice"),
        ("each 5 or more hits for 1 damage", 0, "dice"),
    ]
    assert {chance.result for chance in attack.odds} == {"no damage", "1 damage", "target falls"}


@pytest.mark.rule("CH-39", "CH-45", "CH-46")
def test_attack_offers_say_what_hits() -> None:
    seen = place({5: "DS+tr"}, visions="Black", upgrades={"DS": "Extra Attack"})
    assert _find(GAME.view(seen, 0).offers, "DS5xTR5").parts[-1].text == (
        "each 6 hits for 1 damage, each 6 brings another die"
    )


@pytest.mark.rule("CH-25", "CH-A32")
def test_holding_and_stopping_are_explained() -> None:
    step = advance(GAME, place({5: "HU", 16: "tr"}), 0, "hold", LoadedTower([]))
    texts = {offer.order: offer.text for offer in GAME.view(step.state, 0).offers if offer.order}
    assert texts == {
        "hold": "Hold (spend an action on nothing)",
        "stop": "Stop (end the turn, keep the other actions)",
    }


@pytest.mark.rule("CH-48", "CH-52")
def test_abilities_ask_for_the_model_before_the_zone() -> None:
    state = place({1: "HE+HU", 2: "tr"}, upgrades={"HE": "Teleportation"})
    hag = next(offer for offer in GAME.view(state, 0).offers if offer.text.startswith("Hag"))
    teleport = next(offer for offer in hag.options if offer.kind == "teleport")
    assert [(offer.text, offer.token, len(offer.options)) for offer in teleport.options] == [
        ("Hag of Echoes in zone 1", "u0", 15),
        ("Husk in zone 1", "u1", 15),
    ]


@pytest.mark.rule("CH-52", "CH-A9", "CH-A36")
@pytest.mark.parametrize(("cap", "sent"), [("none", 0), ("2", 15)])
def test_sending_a_twin_is_a_choice_of_its_own_only_where_actions_are_counted(cap: str, sent: int) -> None:
    state = place({1: "3HE"}, {"model_action_cap": cap}, upgrades={"HE": "Teleportation"})
    orders = [GAME.write(state, move) for move in state.legal()]
    assert sum(order.startswith("HE1 teleports to") for order in orders) == 15
    assert sum(order.startswith("HE1 teleports HE1 to") for order in orders) == sent


def _drafting(*orders: str) -> Match:
    match = Match(GAME, Setup(), LoadedTower([6, 6, 6, 6, 6, 1, 1]))
    for order in orders:
        match.add(match.step_for(match.turn, order))
    return match


@pytest.mark.rule("CH-A43")
def test_views_orders_and_events_of_a_secret_choice_belong_to_its_seat() -> None:
    first, second = _drafting("list knightmare", "+Husk"), _drafting("list brite", "+Valkyr")
    for viewer in (1, -1):
        assert plain(GAME.view(first.state, viewer)) == plain(GAME.view(second.state, viewer))
    assert plain(GAME.view(first.state, 0)) != plain(GAME.view(second.state, 0))
    for step in first.steps[1:]:
        assert step.audience == 1
        assert all(event.audience == 1 for event in step.events)


@pytest.mark.rule("CH-A43")
def test_both_armies_are_revealed_together_before_the_objectives() -> None:
    match = _drafting("take k1")
    assert "Darque" not in str(plain(GAME.view(match.state, 1)))
    step = match.add(match.step_for(1, "take b1"))
    kinds = [event.kind for event in step.events]
    assert kinds[1:3] == ["army", "army"]
    assert kinds.index("army") < kinds.index("objective")
    assert step.events[1].text == (
        "White fields Knightmare Empire, 25 points: 1 Umbral Tyrant with Chaotic Visions; 1 Dream Flayer; "
        "3 Darque Steed with Extra Attack."
    )
    assert GAME.guess(match.state, 0, Luck(1)).encode() == match.state.encode()


def _choices(state: State, side: int) -> int:
    """How many choices a side has made: its sheet, its models, its upgrades."""
    assert isinstance(state, Position)
    sheet = army.sheet_of(state, side)
    force = army.force_of(state, side)
    assert sheet or not any(count or mask for count, mask in force), "without a sheet there is nothing of it"
    assert not sheet or army.cost_of(sheet, force) <= 25
    return bool(sheet) + sum(count + mask.bit_count() for count, mask in force)


@pytest.mark.rule("CH-A43")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_army_that_is_being_chosen_is_guessed_unfinished(seat: int) -> None:
    """A seat guesses any beginning of the other's choices, perhaps none, and keeps its own army."""
    orders = ("list brite", "+Trooper", "Trooper gets Extra Attack", "+Valkyr")
    state = _drafting(*(("take k1",) if seat == 0 else ()), *orders).state
    guesses = [GAME.guess(state, seat, Luck(seed)) for seed in range(120)]
    assert {guess.turn() for guess in guesses} == {1 - seat}
    assert {_choices(guess, seat) for guess in guesses} == {_choices(state, seat)}
    found = {_choices(guess, 1 - seat) for guess in guesses}
    assert {0, 1, 2} < found
    assert 8 <= max(found) <= 11


@pytest.mark.rule("CH-A43")
def test_an_army_that_has_been_chosen_is_guessed_whole() -> None:
    """Any legal army, a sample army or one that was built."""
    state = _drafting("take k1", "list brite", "+Trooper", "Trooper gets Extra Attack").state
    guesses = [GAME.guess(state, 1, Luck(seed)) for seed in range(120)]
    assert len({guess.encode() for guess in guesses}) > 30
    assert {_choices(guess, 1) for guess in guesses} == {3}
    assert min(_choices(guess, 0) for guess in guesses) >= 2, "a sheet and a model at least"
    forces = {army.force_of(guess, 0) for guess in guesses if isinstance(guess, Position)}
    assert {starter.force for sheet in state.laws.book.built_in for starter in sheet.starters} < forces


@pytest.mark.rule("CH-A43", "CH-51")
def test_models_kept_back_are_public() -> None:
    state = place({1: "HU"}, upgrades={"HU": "Reinforcement"}, reserve={"White": "HU HU"})
    for viewer in (0, 1, -1):
        trays = {tray.id: [token.name for token in tray.tokens] for tray in GAME.view(state, viewer).trays}
        assert trays["reserve-0"] == ["White Husk", "White Husk"]
