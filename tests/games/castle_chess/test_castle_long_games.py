"""Long games: a position does not carry all positions before it where repetition does not count (CC-A33)."""

import pytest

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.games import load

GAME = load("castle-chess")
THERE_AND_BACK = ("Ae1-f1", "Ae13-f13", "Af1-e1", "Af13-e13")


def _shuffled(rounds: int, rules: int = 0) -> Match:
    """Two Assassins go to and fro."""
    match = Match(GAME, Setup({"draw_rules": "off", "siege_train": "standard"}, rules=rules), SeededTower(1))
    for order in ("rest", "rest"):
        match.add(match.step_for(match.turn, order))
    first = match.turn
    orders = (
        THERE_AND_BACK
        if first == 0
        else THERE_AND_BACK[1:2] + THERE_AND_BACK[:1] + THERE_AND_BACK[3:] + THERE_AND_BACK[2:3]
    )
    for _ in range(rounds):
        for order in orders:
            match.add(match.step_for(match.turn, order))
    return match


def _seen(match: Match) -> str:
    return match.state.encode().split(" seen=")[1]


@pytest.mark.rule("CC-A33")
def test_without_draw_rules_a_long_game_has_no_longer_positions() -> None:
    assert _seen(_shuffled(60)) == ""
    assert abs(len(_shuffled(60).state.encode()) - len(_shuffled(10).state.encode())) < 8


@pytest.mark.rule("CC-A33")
def test_a_match_of_version_2_remembers_as_it_did() -> None:
    """Its digests contain the positions before."""
    assert _seen(_shuffled(5, rules=2)).count(",") == 20
