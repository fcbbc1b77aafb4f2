"""What a new player can look up at the table: how to play, rules, pieces, odds; and the choice of an army."""

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Footer, OptionList, Static

from pawnstorm.cli.draw.board import draw
from pawnstorm.cli.play import guide
from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.app import PlayApp
from pawnstorm.cli.play.terminal_session import new_session
from pawnstorm.core.game import Setup
from pawnstorm.games import keys, load

from .conftest import Run
from .screen_driver import chess_session, drive, orders, settle, text_of, type_line, wait_for_orders


def shown(app: PlayApp) -> str:
    """The text of the dialog on top."""
    console = Console(width=62, color_system=None)
    with console.capture() as caught:
        console.print(app.screen.query_one("#body", Static).content)
    return " ".join(caught.get().split())


@pytest.mark.parametrize("key", keys())
def test_help_says_how_to_play_and_the_footer_names_the_keys(key: str) -> None:
    game = load(key)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        while len(app.screen_stack) > 1:
            await pilot.press("escape")
            await settle(app, pilot)
        words = ("help", "moves", "hint", "piece", "rules", "undo", "save", "quit")
        keys_shown = {binding.action for _, binding, *_ in app.active_bindings.values() if binding.show}
        assert {f"command('{word}')" for word in words} <= keys_shown
        assert app.query_one(Footer).size.width == 80
        await pilot.press("f1")
        await settle(app, pilot)
        text = shown(app)
        assert all(" ".join(step.split()) in text for step in game.howto)
        assert "Ctrl+R" in text
        await pilot.press("x")

    drive(script, new_session(game, Setup(), ("human", "random"), 3))


def test_rules_are_read_by_chapter_and_by_word() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+r")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ChoiceDialog)
        assert app.screen.query_one(OptionList).option_count == 1 + len(guide.chapters(app.session.game))
        await pilot.press("down", "enter")
        await settle(app, pilot)
        assert "CA-01" in shown(app)
        await pilot.press("x")
        await settle(app, pilot)
        assert app.screen.query_one(OptionList).highlighted == 1
        await pilot.press("escape")
        await settle(app, pilot)
        await type_line(app, pilot, "rules support")
        assert "CA-24" in shown(app)
        await pilot.press("x")
        await settle(app, pilot)
        await type_line(app, pilot, "howto")
        assert "Pieces start and move as in chess" in shown(app)

    drive(script, chess_session())


def test_a_piece_shows_what_it_can_do() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.table.board.point("g1")
        await pilot.press("f4")
        await settle(app, pilot)
        assert "White Knight on g1" in shown(app)
        assert "It may do now: Ng1-h3 · Ng1-f3" in shown(app)
        await pilot.press("x")
        await settle(app, pilot)
        await type_line(app, pilot, "piece e8")
        assert "Black King on e8" in shown(app)
        assert "It can do nothing now." in shown(app)

    drive(script, chess_session())


@pytest.mark.parametrize(
    ("key", "setup", "cell", "expected"),
    [
        ("castle-chess", Setup(map="muster"), "e1", ["White Archer", "CC-15"]),
        ("fantasy-armies", Setup(armies=("orcs", "elves")), "", ["White"]),
        ("trench-checkers", Setup(), "b2", ["Commando", "asleep"]),
    ],
)
def test_pieces_of_other_games_name_their_rules(key: str, setup: Setup, cell: str, expected: list[str]) -> None:
    session = new_session(load(key), setup, ("human", "human"), 3)
    if key == "fantasy-armies":
        session.order("deploy")
    place = cell or next(token.cell for token in session.view(0).tokens if token.cell)
    card, rules = guide.piece_parts(session, 0, place, letters=True)
    console = Console(width=100, color_system=None)
    with console.capture() as caught:
        console.print(card, rules)
    assert all(word in caught.get() for word in expected)
    assert rules.row_count > 0


def test_odds_without_an_order_list_the_orders_with_dice(run: Run) -> None:
    ran = run("play", "chess-attack", "--plain", "--vs", "human", lines="odds\ne2e4\nd7d5\nodds\n")
    assert ran.code == 0
    assert "'odds ORDER' shows the exact chances of an order" in ran.out
    assert "With dice now: no order." in ran.out
    assert "With dice now: e4xd5." in ran.out
    ran = run("odds", "chess-attack")
    assert ran.code == 0
    assert "No order of this position needs dice; --order ORDER shows the exact chances" in ran.out
    assert "--order" in run("odds").out


def test_odds_without_an_order_ask_for_one_at_the_table() -> None:
    said: list[str] = []

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.notify = lambda message, **_: said.append(message)  # type: ignore[method-assign]
        for line in ("odds", "e2e4", "d7d5", "odds"):
            await type_line(app, pilot, line)
        assert isinstance(app.screen, dialogs.ChoiceDialog)
        line = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert line.count("e4xd5") == 1
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ConfirmDialog)
        await pilot.press("escape")
        await settle(app, pilot)

    assert orders(drive(script, chess_session())) == ["e2-e4", "d7-d5"]
    assert said[0].startswith("'odds ORDER' shows the exact chances")


def test_line_mode_looks_things_up_too(run: Run) -> None:
    ran = run("play", "ch35s", "--plain", lines="howto\nrules CH-05\nrules gnu\npiece\npiece x9\n")
    assert "Two armies of 25 points" in ran.out
    assert "A game has four rounds" in ran.out
    assert "no rule of CH35S mentions 'gnu'" in ran.err
    assert "say where the piece is" in ran.err
    assert "there is no place 'x9' on this board" in ran.err


def test_line_mode_lists_the_armies_first(run: Run) -> None:
    ran = run("play", "fantasy-armies", "--plain", lines="take orcs\n")
    assert "take man; take orcs; take dwarfs" in ran.out
    assert "White takes the starter army of Orcs & Goblins." in ran.out


# ---- armies and zones ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "first", "unit"), [("fantasy-armies", "take man", "Wizard"), ("ch35s", "take k1", "1 Um")]
)
def test_an_army_is_chosen_first(key: str, first: str, unit: str) -> None:
    """Without --armies the screen begins with the choice of an army, with what is in each."""

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ChoiceDialog)
        await pilot.press("enter")
        await settle(app, pilot)
        await pilot.pause()
        assert unit in str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        # One step back and forward again.
        await pilot.press("escape")
        await settle(app, pilot)
        await pilot.pause()
        await pilot.press("enter")
        await settle(app, pilot)
        await pilot.pause()
        await pilot.press("enter")
        await wait_for_orders(app, pilot, 1)

    app = drive(script, new_session(load(key), Setup(), ("human", "random"), 3))
    assert orders(app)[0] == first


def test_ch35s_fits_into_a_small_terminal() -> None:
    """At 80x24 every zone shows its number, nothing is cut off, no gauge is broken, and the log has room."""
    session = new_session(load("ch35s"), Setup(armies=("k1", "b1")), ("human", "human"), 3)
    for _ in range(2):
        session.order("deploy")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        await pilot.pause()
        zones = draw(app.table.board.board_layout, app.table.board.board_style).plain
        for number in range(1, 17):
            assert f" {number} zone" in zones or f" {number} obj." in zones
        assert app.table.board.region.bottom <= 24 - 2
        seats = app.table.panel("seats")
        assert seats.region.bottom <= 24 - 2
        for gauge in ("Victory points 0", "Points taken out this round 0", "Actions 0/5", "Round 1/4"):
            assert gauge in text_of(app, "seats")
        assert max(map(len, text_of(app, "seats").splitlines())) <= seats.size.width
        app.table.board.point(next(token.cell for token in app.table.view.tokens))
        await pilot.pause()
        assert app.query_one("#history").size.height >= 5
        for part in app.query(Static):
            assert part.region.right <= 80

    drive(script, session)
