"""The full-screen table, driven by keyboard and mouse without a terminal."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from pawnstorm.cli.draw.board import draw
from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.app import PlayApp
from pawnstorm.cli.play.session_file import resume
from pawnstorm.cli.play.terminal_session import TerminalSession, new_session
from pawnstorm.core import record
from pawnstorm.core.game import Setup
from pawnstorm.core.record import parse
from pawnstorm.core.state import OVER
from pawnstorm.games import load

from .screen_driver import CHESS, chess_session, drive, orders, settle, text_of, type_line, wait_for_orders


def test_a_move_and_a_fight_with_the_keyboard() -> None:
    """Arrows and Enter move a pawn, Tab finds the target of an attack, Enter throws the dice."""

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.table.board.point("e2")
        await pilot.press("enter")
        assert app.table.picker.selected == "e2"
        assert app.table.board.board_style.moves == {"e3", "e4"}
        await pilot.press("up", "up", "enter")
        await settle(app, pilot)
        await type_line(app, pilot, "d7d5")
        assert orders(app) == ["e2-e4", "d7-d5"]
        app.table.board.point("e4")
        await pilot.press("enter", "tab", "tab")
        await settle(app, pilot)
        assert app.table.board.board_style.attacks == {"d5"}
        assert app.table.board.cursor == "d5"
        assert "15/36" in text_of(app, "card")
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ConfirmDialog)
        await pilot.press("escape")
        await settle(app, pilot)
        assert len(orders(app)) == 2
        await pilot.press("enter", "enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.DiceDialog)
        assert orders(app) == ["e2-e4", "d7-d5", "e4xd5"]
        await pilot.press("x")
        await settle(app, pilot)
        assert len(app.screen_stack) == 1

    app = drive(script, chess_session())
    assert app.session.match.steps[-1].faces == ((3, 5),)
    assert "White's Pawn falls" in str(app.session.match.steps[-1].events[-1].text)


def test_clicking_plays_too_and_a_program_answers() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for cell in ("d2", "d4"):
            column, row = ord(cell[0]) - 97, 8 - int(cell[1])
            await pilot.click("#board", offset=(2 + 5 * column + 2, 2 * row + 1))
            await settle(app, pilot)
        await settle(app, pilot)

    app = drive(script, chess_session("human", "random"))
    assert orders(app)[0] == "d2-d4"
    assert len(orders(app)) == 2
    assert not app.tasks.busy


def test_undo_resign_and_a_new_game() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        await pilot.press("ctrl+z")
        assert orders(app) == []
        await pilot.press("ctrl+z")
        await type_line(app, pilot, "e2e4")
        await pilot.press("f9", "enter")
        await settle(app, pilot)
        assert app.session.match.turn == OVER
        assert isinstance(app.screen, dialogs.ChoiceDialog)
        assert app.screen.query_one(OptionList).option_count == 4
        first = app.session
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session is not first
        assert app.session.match.turn == 0

    drive(script, chess_session("human", "random"))


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
        app.files.load(str(path))
        await settle(app, pilot)
        assert orders(app) == ["e2-e4"]
        app.files.load(str(tmp_path / "none.rec"))
        await settle(app, pilot)
        assert orders(app) == ["e2-e4"]

    drive(script, chess_session())


def test_a_refused_order_is_explained_and_changes_nothing() -> None:
    said: list[str] = []

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        app.notify = lambda message, **_: said.append(message)  # type: ignore[method-assign]
        for line in ("e2e5", "nonsense", "undo", "draw", "save"):
            await type_line(app, pilot, line)
        await pilot.press("escape")

    app = drive(script, chess_session("human", "random"))
    assert orders(app) == []
    assert said == [
        "a Pawn does not move that way",
        "'nonsense' is not an order: write e2-e4, Ng1-f3, e4xd5, O-O or =R",
        "there is no order to take back",
        "a computer does not agree to draws",
    ]


def test_the_list_of_orders_leads_to_an_order() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("f2")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ChoiceDialog)
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.table.picker.selected
        await pilot.press("down", "enter")
        await settle(app, pilot)

    app = drive(script, chess_session())
    assert orders(app) == [second_order()]


def second_order() -> str:
    """The second order of the first piece that is offered."""
    view = CHESS.view(CHESS.start(CHESS.agree(Setup())), 0)
    return view.offers[0].options[1].order


PROMOTION = (
    "side=White castling=- passed=- quiet=0 lost=Q/- "
    "units=Kh1,Pa7,-,-,-,-,-,-,-,-,-,-,-,-,-,-/Kh8,-,-,-,-,-,-,-,-,-,-,-,-,-,-,- seen="
)


def test_a_choice_without_a_place_opens_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "promotion.rec"
    path.write_text(
        record.write(record.Record("chess-attack", Setup(rules=1), start=PROMOTION, data=CHESS.data_hash()))
    )

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "a7a8")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ChoiceDialog)
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
        assert app.table.board.board_style.size == square
        for part in (app.table.board, *app.query(Static)):
            assert part.region.right <= size[0]
        assert app.table.board.region.height == app.table.board.size.height

    drive(script, chess_session(), size)


def test_switches_help_and_leaving() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("f5", "f6", "f7")
        style = app.table.board.board_style
        assert (style.flipped, style.numbers, style.letters) == (True, True, True)
        await pilot.press("f1")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.InfoDialog)
        await pilot.press("down", "f5")
        await settle(app, pilot)
        assert len(app.screen_stack) == 1
        assert app.table.board.board_style.flipped
        await type_line(app, pilot, "e2e4")
        await pilot.press("ctrl+q")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ConfirmDialog)
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.is_running
        await pilot.press("ctrl+q", "enter")
        await settle(app, pilot)

    assert not drive(script, chess_session()).is_running


def test_in_a_game_with_secrets_a_curtain_hides_the_board_between_two_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TerminalSession, "has_secrets", lambda self: True)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, dialogs.Curtain)
        await pilot.press("x")
        await settle(app, pilot)
        await type_line(app, pilot, "e2e4")
        assert isinstance(app.screen, dialogs.Curtain)
        await pilot.press("x")
        await settle(app, pilot)
        assert app.table.viewer == 1
        assert len(app.screen_stack) == 1

    drive(script, chess_session())


def test_the_second_seat_sits_below_and_two_people_never_turn_the_board() -> None:
    assert PlayApp(chess_session("random", "human", home=1)).table.flipped
    assert not PlayApp(chess_session()).table.flipped

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")

    assert not drive(script, chess_session()).table.flipped


def test_a_zone_with_several_models_asks_which_one_acts() -> None:
    """Enter on a zone asks for the model, Enter on another zone moves it."""
    session = new_session(load("ch35s"), Setup(armies=("k1", "b1")), ("human", "human"), 3, 0)
    for _ in range(2):
        session.order("deploy")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "DS" in board_text(app)
        app.table.board.point(app.table.picker.cells()[0])
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ChoiceDialog)
        await pilot.press("enter")
        await settle(app, pilot)
        app.table.board.point(app.table.picker.cells()[-1])
        await pilot.press("enter")
        await wait_for_orders(app, pilot, 3)

    app = drive(script, session, (120, 40))
    assert orders(app)[:2] == ["deploy", "deploy"]
    assert "-" in orders(app)[2]


def board_text(app: PlayApp) -> str:
    """The board as text."""
    return draw(app.table.board.board_layout, app.table.board.board_style).plain
