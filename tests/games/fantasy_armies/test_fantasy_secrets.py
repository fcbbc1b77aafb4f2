"""The secret choice of armies: nothing leaks to the other seat before both are done."""

import pytest

from pawnstorm.core.dice import LoadedTower, SeededTower
from pawnstorm.core.errors import Refused
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.view import leaves
from pawnstorm.games import load
from pawnstorm.testing import check
from pawnstorm.testing.inspection import plain

GAME = load("fantasy-armies")


def _drafting(*orders: str) -> Match:
    match = Match(GAME, Setup(), LoadedTower([2, 5]))
    for order in orders:
        match.add(match.step_for(match.turn, order))
    return match


@pytest.mark.rule("FA-A4")
def test_views_orders_and_events_of_a_secret_choice_belong_to_its_seat() -> None:
    first = _drafting("list orcs", "+Goblin")
    second = _drafting("list elves", "+Ranger")
    for viewer in (1, -1):
        assert plain(GAME.view(first.state, viewer)) == plain(GAME.view(second.state, viewer))
    assert plain(GAME.view(first.state, 0)) != plain(GAME.view(second.state, 0))
    for step in first.steps[1:]:
        assert step.audience == 1
        assert all(event.audience == 1 for event in step.events)


@pytest.mark.rule("FA-A4")
def test_both_armies_are_revealed_together() -> None:
    match = _drafting("take orcs")
    assert "Hobgoblin" not in str(plain(GAME.view(match.state, 1)))
    step = match.add(match.step_for(1, "take elves"))
    told = [event.text for event in step.events if event.kind == "army"]
    assert [text.split(" (")[0] for text in told] == ["White fields Orcs & Goblins", "Black fields Elves"]
    assert "Hobgoblin" in str(plain(GAME.view(match.state, 1)))


@pytest.mark.rule("FA-A4")
def test_an_open_choice_is_seen_by_all() -> None:
    match = Match(GAME, Setup({"draft": "open"}), LoadedTower([1, 2]))
    step = match.add(match.step_for(0, "list orcs"))
    assert step.audience == -1
    assert "Chieftain" in str(plain(GAME.view(match.state, 1)))


def test_a_guess_is_another_army() -> None:
    state = _drafting("take orcs", "list man", "+Archer").state
    luck = Luck(3)
    guesses = {GAME.guess(state, 1, luck).encode() for _ in range(20)}
    assert len(guesses) > 5
    own = GAME.guess(state, 0, luck)
    assert plain(GAME.view(own, 0)) == plain(GAME.view(state, 0))


def test_after_the_reveal_there_is_nothing_to_guess() -> None:
    state = _drafting("take orcs", "take elves").state
    assert GAME.guess(state, 0, Luck(1)).encode() == state.encode()


def test_an_army_cannot_be_chosen_for_the_other_seat() -> None:
    with pytest.raises(Refused, match="it is not Black's turn but White's"):
        _drafting().step_for(1, "take orcs")


@pytest.mark.slow
def test_armies_of_a_set_up_skip_the_choice_and_keep_the_contract() -> None:
    report = check(GAME, games=6, seed=4, setups=[Setup(armies=_small())])
    assert report.hidden_from == set(), "nothing is secret when the table has agreed on the armies"
    assert report.rolls > 0


def _small() -> tuple[str, str]:
    """Two armies that every budget allows."""
    orcs = 'list = "orcs"\n' + _pieces(Chieftain=1, Shaman=1, Great_Orc=1, Hobgoblin=3, Goblin=6)
    elves = 'list = "elves"\n' + _pieces(Clan_Lord=1, Druid=1, Bowmaster=1, Ranger=1, Archer=4)
    agreed = GAME.agree(Setup({"points": "40"}, (orcs, elves)))
    return agreed.armies[0], agreed.armies[1]


def _pieces(**counts: int) -> str:
    return "".join(f'[[piece]]\ntype = "{name.replace("_", " ")}"\ncount = {n}\n' for name, n in counts.items())


@pytest.mark.rule("FA-28", "FA-14", "FA-16", "FA-17")
def test_a_view_shows_numbers_marks_lines_of_fire_and_odds() -> None:
    match = Match(GAME, Setup(armies=("elves", "dwarfs")), SeededTower(1))
    while match.state.turn() >= 0 and "set" in GAME.view(match.state, -1).prompt:
        match.add(match.step_for(match.turn, "deploy"))
    match.add(match.step_for(match.turn, "White begins"))
    shown = GAME.view(match.state, 0)
    lord = next(token for token in shown.tokens if token.name == "White Clan Lord")
    assert [(stat.name, stat.value) for stat in lord.stats] == [("HTH", 2), ("D", 4), ("RA", 1), ("Range", 3)]
    neighbour = next(token for token in shown.tokens if token.name == "White Druid")
    assert "inspired" in neighbour.marks
    assert neighbour.stats[0].value == 2
    assert neighbour.stats[0].base == 1
    kinds = {leaf.kind for leaf in leaves(shown.offers)}
    assert {"move", "spell"} <= kinds
