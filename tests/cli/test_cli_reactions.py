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


def trench_session(hands: dict[str, str], *players: str) -> TerminalSession:
    rows = tuple(tuple(PIECES.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(10, 0, -1))
    state = TRENCH.place(Sketch(rows, {"phase": "attack", "hands": hands}), TRENCH.agree(Setup()))
    return TerminalSession(
        Match(TRENCH, Setup(), SeededTower(1), state.encode()), players or ("human", "human"), "seed 1"
    )


def catch_up(session: TerminalSession) -> list[str]:
    """The orders that the table and programs give before a person must be asked."""
    given = []
    while session.goes_on_alone():
        given.append(session.play_chosen(session.choose_order()).order)
    return given


def test_one_person_who_cannot_react_is_not_asked() -> None:
    session = trench_session({"Blue": "promote", "Red": "napalm"}, "human", "random")
    session.order("c4xc5")
    assert session.goes_on_alone(), "Blue has no card for this moment"
    assert session.play_chosen(session.choose_order()).order == "pass"
    assert session.declined_without_effect()
    assert session.match.turn == 1


def test_two_people_at_one_screen_are_both_asked() -> None:
    """Otherwise Red would see that Blue has no card for this moment."""
    session = trench_session({"Blue": "promote", "Red": "napalm"})
    session.order("c4xc5")
    assert catch_up(session) == []
    session.order("pass")
    assert catch_up(session) == []
    assert (session.match.turn, session.seats[session.viewer]) == (1, "Red")


def test_a_player_who_mutes_a_reaction_is_not_asked_again() -> None:
    session = trench_session({"Blue": "napalm gun", "Red": ""})
    with pytest.raises(Refused, match="this is a decision"):
        session.mute()
    session.order("c4xc5")
    assert catch_up(session) == []
    assert session.mute() == "before the dice"
    assert catch_up(session)[0] == "pass"
    assert not session.declined_without_effect() or session.match.steps[-1].faces == ()
    session.unmute()


def test_taking_back_goes_past_what_the_table_answered() -> None:
    session = trench_session({"Blue": "promote", "Red": "napalm"}, "human", "random")
    session.order("c4xc5")
    session.play_chosen(session.choose_order())
    assert session.take_back() == 2
    assert len(session.match.steps) == 1
    session.order("c4xc5")
    assert session.choose_order() == "pass"


def test_two_people_with_secrets_do_not_see_the_same_screen() -> None:
    assert trench_session({"Blue": "napalm", "Red": "medic"}).has_secrets()


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
