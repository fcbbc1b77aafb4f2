"""Unfinished games: every order is on disk before it is shown, and every game goes on exactly where it stopped."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from pawnstorm.cli.commands.play import _with_players
from pawnstorm.cli.draw.board import board_size
from pawnstorm.cli.play.autosave import FileAutosave, unfinished_folder
from pawnstorm.cli.play.campaign_file import read_progress
from pawnstorm.cli.play.screen import dialogs
from pawnstorm.cli.play.screen.app import PlayApp
from pawnstorm.cli.play.session_file import record_text, resume, resume_text, save_as, session_text
from pawnstorm.cli.play.terminal_session import TerminalSession, new_session
from pawnstorm.cli.play.unfinished import delete_unfinished, resume_unfinished, unfinished_games
from pawnstorm.cli.support.files import lock_file
from pawnstorm.core.errors import BadRecord, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import OVER
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import keys, load

from .conftest import Run
from .screen_driver import CHESS, chess_session, drive, orders, settle, type_line, wait_for_orders

SETUPS = {
    "chess-attack": Setup({"promotion": "rescue"}),
    "fantasy-armies": Setup(armies=("orcs", "elves")),
    "castle-chess": Setup(map="quest-1"),
    "trench-checkers": Setup(),
    "ch35s": Setup(armies=("k1", "b1")),
}


def autosaved(session: TerminalSession) -> TerminalSession:
    session.saving.autosave = FileAutosave()
    return session


def play_on(session: TerminalSession, count: int) -> None:
    """Play some orders: programs choose, people take one of their orders by a fixed pattern."""
    for number in range(count):
        if session.match.turn == OVER:
            return
        if session.goes_on_alone():
            session.play_chosen(session.choose_order())
        else:
            moves = session.match.state.legal()
            session.order(session.game.write(session.match.state, moves[(7 * number + 3) % len(moves)]))


def files() -> list[str]:
    return sorted(path.name for path in unfinished_folder().glob("*"))


def abandon(session: TerminalSession) -> None:
    """Leave what a killed process leaves: the file as it is, and a lock file that no process has."""
    autosave = session.saving.autosave
    assert isinstance(autosave, FileAutosave)
    assert autosave._lock
    os.close(autosave._lock._handle)


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("players", [("human", "human"), ("human", "greedy")])
def test_every_game_goes_on_as_if_it_had_never_stopped(key: str, players: tuple[str, str]) -> None:
    """The same orders, dice, answers of the program and secrets, whether or not the process was killed."""
    game = load(key)
    whole = new_session(game, SETUPS[key], players, 5)
    killed = autosaved(new_session(game, SETUPS[key], players, 5))
    for session in (whole, killed):
        play_on(session, 25)
    abandon(killed)
    (found,) = unfinished_games(key)
    again = resume_unfinished(found.path)
    assert (again.players, again.dice, again.home) == (killed.players, killed.dice, killed.home)
    assert again.core.unasked == killed.core.unasked
    for session in (whole, again):
        play_on(session, 25)
    assert record_text(again) == record_text(whole)
    for viewer in (SPECTATOR, 0, 1):
        assert again.view(viewer) == whole.view(viewer)
    again.leave()


@pytest.mark.parametrize("key", keys())
def test_every_order_is_on_disk_at_once(key: str) -> None:
    session = autosaved(new_session(load(key), SETUPS[key], ("human", "human"), 5))
    for _ in range(6):
        play_on(session, 1)
        (path,) = unfinished_folder().glob("*.rec")
        assert path.read_text("utf-8") == session_text(session)
    session.leave()
    assert files() == [f"{key}-1.rec"]


def test_dice_that_began_in_the_middle_go_on_too() -> None:
    """In a match whose first dice came from elsewhere, leaving does not change the next dice."""
    stranger = chess_session(seed=3)
    for order in ("e2-e4", "d7-d5", "e4xd5"):
        stranger.order(order)
    stranger.dice = "by hand"
    begun = resume_text(record_text(stranger), CHESS)
    again = resume_text(record_text(begun), CHESS)
    for session in (begun, again):
        play_on(session, 40)
    assert any(step.faces for step in begun.match.steps[4:])
    assert record_text(begun) == record_text(again)
    assert resume_text(record_text(again), CHESS).dice == begun.dice


def test_nothing_is_saved_before_a_person_has_acted() -> None:
    session = autosaved(new_session(CHESS, Setup(), ("random", "human"), 3, home=1))
    session.play_chosen(session.choose_order())
    assert (files(), session.saving.autosaved, session.saving.unsaved) == ([], False, True)
    play_on(session, 1)
    assert (session.saving.autosaved, session.saving.unsaved) == (True, False)


def test_taking_back_works_after_resuming_and_is_saved() -> None:
    session = autosaved(chess_session("human", "random"))
    session.order("e2-e4")
    session.play_chosen("d7-d5")
    abandon(session)
    again = resume_unfinished(unfinished_games()[0].path)
    assert again.take_back() == 2
    assert "e2-e4" not in saved_text(again)
    again.leave()
    assert files() == []


def saved_text(session: TerminalSession) -> str:
    (path,) = unfinished_folder().glob("*.rec")
    assert session_text(session) == path.read_text("utf-8")
    return path.read_text("utf-8")


def test_muted_and_unasked_reactions_are_saved() -> None:
    """Muted windows and orders given by the table are saved, so taking back goes as far as before."""
    game = load("trench-checkers")
    session = new_session(game, Setup(), ("human", "human"), 4)
    play_on(session, 30)
    session.core.unasked = {3, 5}
    session.core.muted[1].add("end of movement")
    again = resume_text(session_text(session), game)
    assert (again.core.unasked, again.core.muted) == ({3, 5}, [set(), {"end of movement"}])


def resign(session: TerminalSession) -> None:
    session.resign()


def draw(session: TerminalSession) -> None:
    session.agree_draw()


@pytest.mark.parametrize("close", [resign, draw])
def test_a_finished_game_is_kept_until_its_players_leave(close: Callable[[TerminalSession], None]) -> None:
    session = autosaved(chess_session())
    session.order("e2-e4")
    close(session)
    abandon(session)
    (found,) = unfinished_games()
    again = resume_unfinished(found.path)
    assert again.match.turn == OVER
    again.leave()
    assert files() == []


def test_two_terminals_use_two_files() -> None:
    first, second = autosaved(chess_session()), autosaved(chess_session())
    first.order("e2-e4")
    second.order("d2-d4")
    assert files()[::2] == ["chess-attack-1.rec", "chess-attack-2.rec"]
    assert unfinished_games() == []
    path = unfinished_folder() / "chess-attack-1.rec"
    with pytest.raises(UsageError, match="is being played in another window"):
        resume_unfinished(path)
    delete_unfinished(path)
    assert path.exists()
    first.leave()
    assert [found.path for found in unfinished_games("chess-attack")] == [path]
    assert unfinished_games("ch35s") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("my diary", "this is not a record"),
        ("pawnstorm sitting 1\nhome: White\n\npawnstorm record 1\n", "line 4: the record breaks off here"),
        ("pawnstorm sitting 1\nhello\n\npawnstorm record 1\n", "line 2: 'hello' is not a line of a saved session"),
    ],
)
def test_a_broken_file_is_named_and_stays(run: Run, text: str, sentence: str) -> None:
    unfinished_folder().mkdir(parents=True)
    path = unfinished_folder() / "chess-attack-1.rec"
    path.write_text(text)
    (found,) = unfinished_games("chess-attack")
    assert found.fault.startswith(f"{path} cannot be read and is kept as it is: ")
    assert sentence in found.fault
    with pytest.raises(UsageError, match="cannot be resumed and is kept as it is"):
        resume_unfinished(path)
    ran = run("play", "--resume", "--plain")
    assert ran.code == 2
    assert ran.err.splitlines()[-1] == "pawnstorm: there is no unfinished game to go on with"
    assert sentence in ran.err.splitlines()[0]
    assert path.read_text() == text
    ran = run("play", "chess-attack", "--plain", "--vs", "human", lines="e2-e4\n")
    assert (ran.code, path.read_text()) == (0, text)
    assert (unfinished_folder() / "chess-attack-2.rec").exists()


def test_an_edited_file_is_noticed_when_it_is_resumed() -> None:
    session = autosaved(chess_session())
    session.order("e2-e4")
    session.leave()
    path = unfinished_folder() / "chess-attack-1.rec"
    path.write_text(path.read_text().replace("e2-e4", "e2-e3"))
    with pytest.raises(UsageError, match="line 12: 'e2-e3' with these dice does not lead"):
        resume_unfinished(path)


def test_a_game_that_cannot_be_saved_goes_on_and_says_so(run: Run, state_home: Path) -> None:
    state_home.parent.mkdir(exist_ok=True)
    state_home.write_text("a file where the folder should be")
    ran = run("play", "chess-attack", "--plain", "--vs", "human", lines="e2-e4\nd7-d5\n")
    assert ran.code == 0
    assert "2. ● Black d7-d5" in ran.out
    assert "The game is saved" not in ran.out
    said = ran.err.splitlines()
    assert said[0] == said[-1]
    assert "this game is not saved: " in said[0]
    assert len(said) == 2


# ---- at the command line ---------------------------------------------------------------------------------------------


def test_resume_goes_on_with_the_last_game(run: Run) -> None:
    first = run("play", "chess-attack", "--plain", "--vs", "human", "--seed", "3", lines="e2-e4\nquit\n")
    assert first.out.endswith("The game is saved: 'pawnstorm play --resume' goes on with it.\n")
    again = run("play", "--resume", "--plain", lines="d7-d5\ne4xd5\nresign\n")
    assert "dice: seed 3" in again.out
    assert "3. ○ White e4xd5" in again.out
    assert "saved" not in again.out
    assert files() == []
    assert run("play", "--resume").sentence() == "there is no unfinished game to go on with"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "say which GAME to play"),
        (["--resume", "--seed", "1"], "a loaded or resumed match has its own options and dice"),
        (["--resume", "--vs", "3"], "a resumed match goes on with its own players"),
        (["--resume", "--load", "x.rec"], "choose one of them"),
        (["ch35s", "--resume"], "there is no unfinished game of ch35s to go on with"),
    ],
)
def test_wrong_ways_to_resume(run: Run, arguments: list[str], sentence: str) -> None:
    ran = run("play", *arguments)
    assert ran.code == 2
    assert sentence in ran.sentence()


def test_a_loaded_record_names_its_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    session = new_session(load("castle-chess"), SETUPS["castle-chess"], ("human", "random"), 1)
    play_on(session, 3)
    save_as(session, path)
    ran = run("play", "--load", path, "--plain", lines="log\n")
    assert ran.code == 0
    assert ran.out.startswith("Castle Chess, dice: seed 1.")
    assert "this is a record of castle-chess" in run("play", "ch35s", "--load", path).sentence()


def kill_after(order: str, shown: str, *arguments: str) -> None:
    """Give an order to a process and kill it as soon as it shows it."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "pawnstorm", *arguments]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as playing:
        assert playing.stdin
        assert playing.stdout
        playing.stdin.write(f"{order}\n")
        playing.stdin.flush()
        assert any(line.startswith(shown) for line in playing.stdout)
        playing.send_signal(signal.SIGKILL)
        playing.wait(timeout=60)


def test_killing_the_process_after_an_order_loses_nothing(run: Run, state_home: Path) -> None:
    """The process cannot clean up: the order is there because it was written before it was shown."""
    kill_after("e2-e4", "1. ○ White e2-e4", "play", "chess-attack", "--plain", "--vs", "human", "--seed", "3")
    assert (state_home / "pawnstorm" / "unfinished" / "chess-attack-1.rec").exists()
    assert "1. ○ White e2-e4" in run("play", "--resume", "--plain", lines="log\n").out


# ---- at the full-screen table ----------------------------------------------------------------------------------------


def test_the_next_start_asks_and_goes_on() -> None:
    left = autosaved(chess_session("human", "random"))
    left.order("e2-e4")
    abandon(left)
    found = unfinished_games("chess-attack")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ChoiceDialog)
        assert app.screen.query_one(OptionList).option_count == 3
        assert "Go on: " in str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        await pilot.press("enter")
        await pilot.pause()
        await settle(app, pilot)
        # The program had not answered before.
        assert orders(app)[0] == "e2-e4"
        assert len(orders(app)) == 2
        await pilot.press("ctrl+q")
        await settle(app, pilot)

    app = drive(script, autosaved(chess_session()), unfinished=found)
    assert app.session.saving.autosaved
    assert [entry.path for entry in found] == [unfinished_folder() / "chess-attack-1.rec"]


def test_the_next_start_may_begin_a_new_game_or_delete_one() -> None:
    for order in ("e2-e4", "d2-d4"):
        left = autosaved(chess_session())
        left.order(order)
        left.leave()

    async def begin_new(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        await pilot.press("escape")
        await settle(app, pilot)
        assert orders(app) == []

    async def delete(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        for keys_ in (("down", "down", "down", "enter"), ("enter",), ("enter",), ("escape",)):
            await pilot.press(*keys_)
            await pilot.pause()
            await settle(app, pilot)

    drive(begin_new, chess_session(), unfinished=unfinished_games())
    assert len(files()) == 2
    drive(delete, chess_session(), unfinished=unfinished_games())
    assert len(files()) == 1


def test_leaving_asks_only_if_something_would_be_lost(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        app.files.save(str(path))
        assert not app.session.saving.unsaved
        await type_line(app, pilot, "d7d5")
        assert app.session.saving.unsaved
        await pilot.press("ctrl+q")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.ConfirmDialog)
        await pilot.press("escape")
        await settle(app, pilot)
        app.session.saving.autosave = FileAutosave()
        await type_line(app, pilot, "a2a3")
        await pilot.press("ctrl+q")
        await settle(app, pilot)

    assert not drive(script, chess_session()).is_running


def test_a_loaded_match_is_saved_until_an_order_is_given(tmp_path: Path) -> None:
    """With the players of the record or with others; line mode and full screen load with the same function."""
    path = tmp_path / "match.rec"
    session = chess_session()
    session.order("e2-e4")
    save_as(session, path)
    for loaded in (resume(path), _with_players(resume(path), "random", "Black")):
        assert not loaded.saving.unsaved
        loaded.order("d7-d5")
        assert loaded.saving.unsaved


def test_a_lock_file_that_cannot_be_removed_is_released_anyway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems do not remove a file that is open."""
    lock = lock_file(tmp_path / "match.rec")
    assert lock

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(Path, "unlink", refuse)
    lock.release()
    again = lock_file(tmp_path / "match.rec")
    assert again
    again.release()


def test_secrets_stay_behind_a_curtain_when_two_people_resume() -> None:
    """The person who starts the program again must not see the hand of the player to act."""
    game = load("trench-checkers")
    session = new_session(game, Setup(), ("human", "human"), 4)
    play_on(session, 5)
    again = resume_text(session_text(session), game)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Curtain)
        await pilot.press("x")
        await settle(app, pilot)
        assert app.table.viewer == again.match.turn

    app = PlayApp(again)
    assert app.table.viewer == SPECTATOR
    drive(script, again)


def test_the_board_of_another_map_is_laid_out_again() -> None:
    """The default map and a quest differ in size and seats."""
    castle = load("castle-chess")
    left = autosaved(new_session(castle, SETUPS["castle-chess"], ("human", "random"), 1))
    play_on(left, 1)
    left.leave()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        await pilot.press("enter")
        await wait_for_orders(app, pilot, 2)
        await pilot.pause()
        assert tuple(app.table.board.size) == board_size(app.table.board.board_layout, app.table.board.board_style.size)
        assert app.table.board.board_layout.view.columns == 9
        assert app.table.board.cursor in app.table.picker.cells()

    drive(script, new_session(castle, Setup(), ("human", "random"), 1), unfinished=unfinished_games("castle-chess"))


def test_a_new_game_leaves_the_old_one_saved() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        await pilot.press("ctrl+n", "enter")
        await settle(app, pilot)
        assert orders(app) == []
        await type_line(app, pilot, "d2d4")
        app.session.leave()

    drive(script, autosaved(chess_session()))
    assert files() == ["chess-attack-1.rec", "chess-attack-2.rec"]


# ---- campaigns -------------------------------------------------------------------------------------------------------


def test_a_campaign_saves_every_order(tmp_path: Path) -> None:
    path = tmp_path / "mine.campaign"
    kill_after("We3-e4", "1. ○ Blue We3-e4", "campaign", "castle-chess", "--plain", "--file", str(path))
    progress = read_progress(path.read_text("utf-8"))
    game: Game = load("castle-chess")
    assert [step.order for step in resume_text(progress.match, game).match.steps][1] == "We3-e4"


def test_a_campaign_is_played_in_one_window_and_printed_as_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.campaign"
    lock = lock_file(path)
    assert lock
    ran = run("campaign", "castle-chess", "--plain", "--file", path)
    assert (ran.code, ran.sentence()) == (2, f"{path} is being played in another window")
    lock.release()
    run("campaign", "castle-chess", "--plain", "--file", path, "--vs", "random", lines="We3-e4\nnew\nquit\n")
    data = json.loads(run("campaign", "castle-chess", "--status", "--json", "--file", path).out)
    assert (data["in_progress"], data["finished"], data["attempts"]) == (True, False, 0)
    assert data["maps"][0] == {"key": "quest-1", "title": "The Toll Road", "won": False, "due": True}
    assert "needs --status" in run("campaign", "castle-chess", "--json").sentence()
    assert sorted(file.name for file in tmp_path.glob("*.campaign*")) == ["mine.campaign"]


def test_a_match_of_a_campaign_is_not_replaced_by_a_new_game(run: Run, tmp_path: Path) -> None:
    ran = run("campaign", "castle-chess", "--plain", "--file", tmp_path / "c", "--vs", "random", lines="new\n")
    assert "this match is part of the campaign" in ran.err


@pytest.mark.parametrize("numbers", ["three", "²", "9" * 5000])
def test_a_damaged_note_is_refused_with_its_line(numbers: str) -> None:
    text = session_text(chess_session()).replace("home: White", f"home: White\nunasked: {numbers}")
    with pytest.raises(BadRecord, match=f"line 3: 'unasked: {numbers[:60]}"):
        resume_text(text)
