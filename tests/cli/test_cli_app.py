"""The full-screen table, driven by keyboard and mouse without a terminal."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from pawnstorm.cli.draw.board import draw
from pawnstorm.cli.play import dialogs
from pawnstorm.cli.play.app import PlayApp
from pawnstorm.cli.play.resuming import resume
from pawnstorm.cli.play.sitting import Sitting, open_sitting
from pawnstorm.core import record
from pawnstorm.core.game import Setup
from pawnstorm.core.record import parse
from pawnstorm.core.state import OVER
from pawnstorm.games import load

from .tables import CHESS, arrive, drive, orders, settle, sit, text_of, type_line


def test_a_move_and_a_fight_with_the_keyboard() -> None:
    """Arrows and Enter move a pawn, Tab finds the target of an attack, Enter throws the dice."""

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.board.point("e2")
        await pilot.press("enter")
        assert app.picker.selected == "e2"
        assert app.board.look.moves == {"e3", "e4"}
        await pilot.press("up", "up", "enter")
        await settle(app, pilot)
        await type_line(app, pilot, "d7d5")
        assert orders(app) == ["e2-e4", "d7-d5"]
        app.board.point("e4")
        await pilot.press("enter", "tab", "tab")
        await settle(app, pilot)
        assert app.board.look.attacks == {"d5"}
        assert app.board.cursor == "d5"
        assert "15/36" in text_of(app, "card")
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Ask)
        await pilot.press("escape")
        await settle(app, pilot)
        assert len(orders(app)) == 2
        await pilot.press("enter", "enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Dice)
        assert orders(app) == ["e2-e4", "d7-d5", "e4xd5"]
        await pilot.press("x")
        await settle(app, pilot)
        assert len(app.screen_stack) == 1

    app = drive(script, sit())
    assert app.sitting.match.steps[-1].faces == ((3, 5),)
    assert "White's Pawn falls" in str(app.sitting.match.steps[-1].events[-1].text)


def test_clicking_plays_too_and_a_program_answers() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for cell in ("d2", "d4"):
            column, row = ord(cell[0]) - 97, 8 - int(cell[1])
            await pilot.click("#board", offset=(2 + 5 * column + 2, 2 * row + 1))
            await settle(app, pilot)
        await settle(app, pilot)

    app = drive(script, sit("human", "random"))
    assert orders(app)[0] == "d2-d4"
    assert len(orders(app)) == 2
    assert not app.busy


def test_undo_resign_and_a_new_game() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        await pilot.press("ctrl+z")
        assert orders(app) == []
        await pilot.press("ctrl+z")
        await type_line(app, pilot, "e2e4")
        await pilot.press("f9", "enter")
        await settle(app, pilot)
        assert app.sitting.match.turn == OVER
        assert isinstance(app.screen, dialogs.Choose)
        assert app.screen.query_one(OptionList).option_count == 4
        first = app.sitting
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.sitting is not first
        assert app.sitting.match.turn == 0

    drive(script, sit("human", "random"))


def test_saving_and_loading(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        line = app.screen.query_one(Input)
        assert line.value == "chess-attack-3.rec"
        line.value = str(path)
        await pilot.press("enter")
        await settle(app, pilot)
        assert [entry.order for entry in parse(path.read_text()).entries] == ["e2-e4"]
        await type_line(app, pilot, "d7d5")
        app._load_from(str(path))
        await settle(app, pilot)
        assert orders(app) == ["e2-e4"]
        app._load_from(str(tmp_path / "none.rec"))
        await settle(app, pilot)
        assert orders(app) == ["e2-e4"]

    drive(script, sit())


def test_a_refused_order_is_explained_and_changes_nothing() -> None:
    said: list[str] = []

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.notify = lambda message, **_: said.append(message)  # type: ignore[method-assign]
        for line in ("e2e5", "nonsense", "undo", "draw", "save"):
            await type_line(app, pilot, line)
        await pilot.press("escape")

    app = drive(script, sit("human", "random"))
    assert orders(app) == []
    assert said == [
        "a Pawn does not move that way",
        "'nonsense' is not an order: write e2-e4, Ng1-f3, e4xd5, O-O or =R",
        "there is no order to take back",
        "a program does not agree on draws",
    ]


def test_the_list_of_orders_leads_to_an_order() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("f2")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Choose)
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.picker.selected
        await pilot.press("down", "enter")
        await settle(app, pilot)

    app = drive(script, sit())
    assert orders(app) == [app_second_order()]


def app_second_order() -> str:
    """The second order of the first piece that is offered."""
    view = CHESS.view(CHESS.start(CHESS.agree(Setup())), 0)
    return view.offers[0].options[1].order


PROMOTION = (
    "side=White castling=- passed=- quiet=0 lost=Q/- "
    "units=Kh1,Pa7,-,-,-,-,-,-,-,-,-,-,-,-,-,-/Kh8,-,-,-,-,-,-,-,-,-,-,-,-,-,-,- seen="
)


def test_a_question_without_a_place_opens_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "promotion.rec"
    path.write_text(record.write(record.Record("chess-attack", Setup(rules=1), start=PROMOTION)))

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "a7a8")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Choose)
        await pilot.press("enter")
        await settle(app, pilot)

    app = drive(script, resume(path, CHESS))
    assert orders(app)[0] == "a7-a8"
    assert orders(app)[1] in ("=Q", "=stay")


@pytest.mark.parametrize(
    ("size", "square"), [((80, 24), (5, 2)), ((120, 40), (9, 4)), ((60, 20), (3, 1)), ((200, 60), (9, 4))]
)
def test_the_board_fits_the_window(size: tuple[int, int], square: tuple[int, int]) -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert app.board.look.size == square
        for part in (app.board, *app.query(Static)):
            assert part.region.right <= size[0]
        assert app.board.region.height == app.board.size.height

    drive(script, sit(), size)


def test_switches_help_and_leaving() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("f5", "f6", "f7")
        look = app.board.look
        assert (look.flipped, look.numbers, look.letters) == (True, True, True)
        await pilot.press("f1")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Told)
        await pilot.press("down", "f5")
        await settle(app, pilot)
        assert len(app.screen_stack) == 1
        assert app.board.look.flipped
        await type_line(app, pilot, "e2e4")
        await pilot.press("ctrl+q")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Ask)
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.is_running
        await pilot.press("ctrl+q", "enter")
        await settle(app, pilot)

    assert not drive(script, sit()).is_running


def test_in_a_game_with_secrets_a_curtain_falls_between_two_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "has_secrets", lambda self: True)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, dialogs.Curtain)
        await pilot.press("x")
        await settle(app, pilot)
        await type_line(app, pilot, "e2e4")
        assert isinstance(app.screen, dialogs.Curtain)
        await pilot.press("x")
        await settle(app, pilot)
        assert app.eyes == 1
        assert len(app.screen_stack) == 1

    drive(script, sit())


def test_the_second_seat_sits_below_and_two_people_never_turn_the_board() -> None:
    assert PlayApp(sit("random", "human", home=1)).flipped
    assert not PlayApp(sit()).flipped

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")

    assert not drive(script, sit()).flipped


def test_a_zone_with_several_models_asks_which_one_acts() -> None:
    """Enter on a zone asks for the model, Enter on another zone moves it."""
    sitting = open_sitting(load("ch35s"), Setup(armies=("k1", "b1")), ("human", "human"), 3, 0)
    for _ in range(2):
        sitting.match.add(sitting.match.step_for(sitting.match.turn, "deploy"))

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "DS" in draw_lines(app)
        app.board.point(app.picker.cells()[0])
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Choose)
        await pilot.press("enter")
        await settle(app, pilot)
        app.board.point(app.picker.cells()[-1])
        await pilot.press("enter")
        await arrive(app, pilot, 3)

    app = drive(script, sitting, (120, 40))
    assert orders(app)[:2] == ["deploy", "deploy"]
    assert "-" in orders(app)[2]


def draw_lines(app: PlayApp) -> str:
    """The board as text."""
    return draw(app.board.plan, app.board.look).plain
