"""Reactions at the terminal: who cannot react is not bothered, who does not want to can say so, secrets stay secret."""

import asyncio

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from pawnstorm.cli.play.app import PlayApp
from pawnstorm.cli.play.sitting import Sitting, open_sitting
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import Refused
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.match import Match
from pawnstorm.games import load

TRENCH = load("trench-checkers")
PIECES = {"a1": "S", "c4": "S", "c5": "s", "h10": "s"}


def sit(hands: dict[str, str], *players: str) -> Sitting:
    rows = tuple(tuple(PIECES.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    state = TRENCH.place(Sketch(rows, {"phase": "attack", "hands": hands}), TRENCH.agree(Setup()))
    return Sitting(Match(TRENCH, Setup(), SeededTower(1), state.encode()), players or ("human", "human"), "seed 1")


def catch_up(sitting: Sitting) -> list[str]:
    """The orders that the table and programs give before a person must be asked."""
    given = []
    while sitting.program_to_act():
        given.append(sitting.answer(sitting.think()).order)
    return given


def test_who_cannot_react_is_not_asked() -> None:
    sitting = sit({"Blue": "promote", "Red": "napalm"})
    sitting.order("c4xc5")
    assert catch_up(sitting) == ["pass"], "Blue has nothing for this moment; Red has"
    assert sitting.was_silent()
    assert (sitting.match.turn, sitting.seats[sitting.viewer]) == (1, "Red")


def test_who_wants_to_be_left_alone_says_so_once() -> None:
    sitting = sit({"Blue": "napalm gun", "Red": ""})
    with pytest.raises(Refused, match="this is a decision"):
        sitting.mute()
    sitting.order("c4xc5")
    assert catch_up(sitting) == []
    assert sitting.mute() == "before the dice"
    assert catch_up(sitting)[0] == "pass"
    assert not sitting.was_silent() or sitting.match.steps[-1].faces == ()
    sitting.unmute()


def test_taking_back_goes_past_what_the_table_answered() -> None:
    sitting = sit({"Blue": "promote", "Red": "napalm"})
    sitting.order("c4xc5")
    catch_up(sitting)
    assert sitting.take_back() == 2
    assert len(sitting.match.steps) == 1
    sitting.order("c4xc5")
    assert catch_up(sitting) == ["pass"]


def test_two_people_with_secrets_do_not_look_at_one_screen() -> None:
    assert sit({"Blue": "napalm", "Red": "medic"}).has_secrets()


def test_the_full_screen_table_places_terrain_and_moves() -> None:
    app = PlayApp(open_sitting(TRENCH, Setup(), ("human", "human"), 5), pace=0)

    async def line(pilot: Pilot[None], text: str) -> None:
        for _ in range(3):
            # A curtain hides the hands whenever the keyboard changes hands.
            if len(app.screen_stack) > 1:
                await pilot.press("enter")
            await pilot.pause()
        await pilot.press(text[0])
        app.screen.query_one(Input).value += text[1:]
        await pilot.press("enter")
        await pilot.pause()

    async def session() -> None:
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            for text in (
                "first Blue",
                "terrain c4",
                "terrain c7",
                "terrain d4",
                "terrain d7",
                "terrain e4",
                "terrain e7",
            ):
                await line(pilot, text)

    asyncio.run(session())
    given = [step.order for step in app.sitting.match.steps[1:]]
    assert given[:3] == ["first Blue", "terrain c4", "terrain c7"]
    assert "terrain e7" in given
