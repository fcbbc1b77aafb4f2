"""Everything a new player needs without leaving the table: how to play, rules, pieces, odds, an army at once."""

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Footer, OptionList, Static

from pawnstorm.cli.draw.board import draw
from pawnstorm.cli.play import dialogs, guide
from pawnstorm.cli.play.app import PlayApp
from pawnstorm.cli.play.sitting import open_sitting
from pawnstorm.core.game import Setup
from pawnstorm.games import howto, keys, load

from .conftest import Run
from .tables import arrive, drive, orders, settle, sit, text_of, type_line


def shown(app: PlayApp) -> str:
    """The text of the box on top."""
    console = Console(width=62, color_system=None)
    with console.capture() as caught:
        console.print(app.screen.query_one("#body", Static).content)
    return " ".join(caught.get().split())


@pytest.mark.parametrize("key", keys())
def test_help_tells_how_to_play_and_the_footer_names_the_keys(key: str) -> None:
    game = load(key)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        while len(app.screen_stack) > 1:
            await pilot.press("escape")
            await settle(app, pilot)
        keys_shown = {binding.action for _, binding, *_ in app.active_bindings.values() if binding.show}
        assert {"help", "orders", "hint", "piece", "rules", "undo", "save", "leave"} <= keys_shown
        assert app.query_one(Footer).size.width == 80
        await pilot.press("f1")
        await settle(app, pilot)
        text = shown(app)
        assert all(" ".join(step.split()) in text for step in howto(game))
        assert "Ctrl+R" in text
        await pilot.press("x")

    drive(script, open_sitting(game, Setup(), ("human", "random"), 3))


def test_rules_are_read_by_chapter_and_by_word() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+r")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Choose)
        assert app.screen.query_one(OptionList).option_count == 1 + len(guide.chapters(app.sitting.game))
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

    drive(script, sit())


def test_a_piece_tells_what_it_can_do() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.board.point("g1")
        await pilot.press("f4")
        await settle(app, pilot)
        assert "White Knight on g1" in shown(app)
        assert "It may do now: Ng1-h3 · Ng1-f3" in shown(app)
        await pilot.press("x")
        await settle(app, pilot)
        await type_line(app, pilot, "piece e8")
        assert "Black King on e8" in shown(app)
        assert "It can do nothing now." in shown(app)

    drive(script, sit())


@pytest.mark.parametrize(
    ("key", "setup", "cell", "expected"),
    [
        ("castle-chess", Setup(map="muster"), "e1", ["White Archer", "CC-15"]),
        ("fantasy-armies", Setup(armies=("orcs", "elves")), "", ["White"]),
        ("trench-checkers", Setup(), "b2", ["Commando", "asleep"]),
    ],
)
def test_pieces_of_other_games_name_their_rules(key: str, setup: Setup, cell: str, expected: list[str]) -> None:
    sitting = open_sitting(load(key), setup, ("human", "human"), 3)
    if key == "fantasy-armies":
        sitting.order("deploy")
    place = cell or next(token.cell for token in sitting.view(0).tokens if token.cell)
    card, rules = guide.piece_parts(sitting, 0, place, letters=True)
    console = Console(width=100, color_system=None)
    with console.capture() as caught:
        console.print(card, rules)
    assert all(word in caught.get() for word in expected)
    assert rules.row_count > 0


def test_odds_alone_explain_themselves(run: Run) -> None:
    ran = run("play", "chess-attack", "--plain", "--vs", "human", lines="odds\ne2e4\nd7d5\nodds\n")
    assert ran.code == 0
    assert "'odds ORDER' shows the exact chances of an order" in ran.out
    assert "With dice now: no order." in ran.out
    assert "With dice now: e4xd5." in ran.out
    ran = run("odds", "chess-attack")
    assert ran.code == 0
    assert "No order of this position needs dice; --order ORDER shows the exact chances" in ran.out
    assert "--order" in run("odds").out


def test_odds_alone_at_the_table_ask_for_an_order() -> None:
    said: list[str] = []

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.notify = lambda message, **_: said.append(message)  # type: ignore[method-assign]
        for line in ("odds", "e2e4", "d7d5", "odds"):
            await type_line(app, pilot, line)
        assert isinstance(app.screen, dialogs.Choose)
        line = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert line.count("e4xd5") == 1
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Ask)
        await pilot.press("escape")
        await settle(app, pilot)

    assert orders(drive(script, sit())) == ["e2-e4", "d7-d5"]
    assert said[0].startswith("'odds ORDER' shows the exact chances")


def test_line_mode_looks_things_up_too(run: Run) -> None:
    ran = run("play", "ch35s", "--plain", lines="howto\nrules CH-05\nrules gnu\npiece\npiece x9\n")
    assert "Two armies of 25 points" in ran.out
    assert "A game has four rounds" in ran.out
    assert "no rule of CH35S speaks of 'gnu'" in ran.err
    assert "say where the piece stands" in ran.err
    assert "there is no place 'x9' on this board" in ran.err


def test_line_mode_lists_the_armies_at_once(run: Run) -> None:
    ran = run("play", "fantasy-armies", "--plain", lines="take orcs\n")
    assert "take man; take orcs; take dwarfs" in ran.out
    assert "White takes the starter army of Orcs & Goblins." in ran.out


# ---- armies and zones ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "first", "unit"), [("fantasy-armies", "take man", "Wizard"), ("ch35s", "take k1", "1 Um")]
)
def test_an_army_is_chosen_at_once(key: str, first: str, unit: str) -> None:
    """Without --armies the first thing on the screen is the choice of an army, with what is in each."""

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Choose)
        await pilot.press("enter")
        await settle(app, pilot)
        await pilot.pause()
        assert unit in str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        # One step back and forth again.
        await pilot.press("escape")
        await settle(app, pilot)
        await pilot.pause()
        await pilot.press("enter")
        await settle(app, pilot)
        await pilot.pause()
        await pilot.press("enter")
        await arrive(app, pilot, 1)

    app = drive(script, open_sitting(load(key), Setup(), ("human", "random"), 3))
    assert orders(app)[0] == first


def test_ch35s_fits_into_a_small_terminal() -> None:
    """At 80x24 every zone shows its number, nothing is cut at the right, no gauge is torn, and the log has room."""
    sitting = open_sitting(load("ch35s"), Setup(armies=("k1", "b1")), ("human", "human"), 3)
    for _ in range(2):
        sitting.match.add(sitting.match.step_for(sitting.match.turn, "deploy"))

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        await pilot.pause()
        zones = draw(app.board.plan, app.board.look).plain
        for number in range(1, 17):
            assert f" {number} zone" in zones or f" {number} obj." in zones
        assert app.board.region.bottom <= 24 - 2
        seats = app.part("seats")
        assert seats.region.bottom <= 24 - 2
        for gauge in ("Victory points 0", "Points taken out this round 0", "Actions 0/5", "Round 1/4"):
            assert gauge in text_of(app, "seats")
        assert max(map(len, text_of(app, "seats").splitlines())) <= seats.size.width
        app.board.point(next(token.cell for token in app.view.tokens))
        await pilot.pause()
        assert app.query_one("#history").size.height >= 5
        for part in app.query(Static):
            assert part.region.right <= 80

    drive(script, sitting)
