"""Reactions at the terminal: only players who can react are asked, they may mute it, and secrets stay secret."""

import asyncio

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from pawnstorm.cli.play.screen.app import PlayApp
from pawnstorm.cli.play.terminal_session import TerminalSession, new_session
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.errors import Refused
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.match import Match
from pawnstorm.games import load

TRENCH = load("trench-checkers")
PIECES = {"a1": "S", "c4": "S", "c5": "s", "h10": "s"}


def sit(hands: dict[str, str], *players: str) -> TerminalSession:
    rows = tuple(tuple(PIECES.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    state = TRENCH.place(Sketch(rows, {"phase": "attack", "hands": hands}), TRENCH.agree(Setup()))
    return TerminalSession(
        Match(TRENCH, Setup(), SeededTower(1), state.encode()), players or ("human", "human"), "seed 1"
    )


def catch_up(session: TerminalSession) -> list[str]:
    """The orders that the table and programs give before a person must be asked."""
    given = []
    while session.program_to_act():
        given.append(session.answer(session.think()).order)
    return given


def test_a_player_who_cannot_react_is_not_asked() -> None:
    session = sit({"Blue": "promote", "Red": "napalm"})
    session.order("c4xc5")
    assert catch_up(session) == ["pass"], "Blue has nothing for this moment; Red has"
    assert session.declined_without_effect()
    assert (session.match.turn, session.seats[session.viewer]) == (1, "Red")


def test_a_player_who_mutes_a_reaction_is_not_asked_again() -> None:
    session = sit({"Blue": "napalm gun", "Red": ""})
    with pytest.raises(Refused, match="this is a decision"):
        session.mute()
    session.order("c4xc5")
    assert catch_up(session) == []
    assert session.mute() == "before the dice"
    assert catch_up(session)[0] == "pass"
    assert not session.declined_without_effect() or session.match.steps[-1].faces == ()
    session.unmute()


def test_taking_back_goes_past_what_the_table_answered() -> None:
    session = sit({"Blue": "promote", "Red": "napalm"})
    session.order("c4xc5")
    catch_up(session)
    assert session.take_back() == 2
    assert len(session.match.steps) == 1
    session.order("c4xc5")
    assert catch_up(session) == ["pass"]


def test_two_people_with_secrets_do_not_see_the_same_screen() -> None:
    assert sit({"Blue": "napalm", "Red": "medic"}).has_secrets()


def test_the_full_screen_table_places_terrain_and_moves() -> None:
    app = PlayApp(new_session(TRENCH, Setup(), ("human", "human"), 5), pace=0)

    async def line(pilot: Pilot[None], text: str) -> None:
        for _ in range(3):
            # A curtain hides the cards whenever the keyboard is passed on.
            if len(app.screen_stack) > 1:
                await pilot.press("enter")
            await pilot.pause()
        await pilot.press(text[0])
        app.screen.query_one(Input).value += text[1:]
        await pilot.press("enter")
        await pilot.pause()

    async def run_script() -> None:
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

    asyncio.run(run_script())
    given = [step.order for step in app.session.match.steps[1:]]
    assert given[:3] == ["first Blue", "terrain c4", "terrain c7"]
    assert "terrain e7" in given
