"""Unfinished games: every order is on disk before it is shown, and any game goes on exactly where it stopped."""

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

from pawnstorm.cli.campaign import read_progress
from pawnstorm.cli.draw.board import board_size
from pawnstorm.cli.files import hold
from pawnstorm.cli.play import dialogs
from pawnstorm.cli.play.app import PlayApp
from pawnstorm.cli.play.command import _seated
from pawnstorm.cli.play.keeping import FileKeeper, folder, forget, go_on, unfinished
from pawnstorm.cli.play.resuming import resume, resume_text, sitting_text
from pawnstorm.cli.play.sitting import Sitting, open_sitting
from pawnstorm.core.errors import BadRecord, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import OVER
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import keys, load

from .conftest import Run
from .tables import CHESS, arrive, drive, orders, settle, sit, type_line

SETUPS = {
    "chess-attack": Setup({"promotion": "rescue"}),
    "fantasy-armies": Setup(armies=("orcs", "elves")),
    "castle-chess": Setup(map="quest-1"),
    "trench-checkers": Setup(),
    "ch35s": Setup(armies=("k1", "b1")),
}


def kept(sitting: Sitting) -> Sitting:
    sitting.keeper = FileKeeper()
    return sitting


def play_on(sitting: Sitting, count: int) -> None:
    """Some orders for whoever is to act, people taking one of theirs by a fixed pattern."""
    for number in range(count):
        if sitting.match.turn == OVER:
            return
        if sitting.program_to_act():
            sitting.answer(sitting.think())
        else:
            moves = sitting.match.state.legal()
            sitting.order(sitting.game.write(sitting.match.state, moves[(7 * number + 3) % len(moves)]))


def files() -> list[str]:
    return sorted(path.name for path in folder().glob("*"))


def abandon(sitting: Sitting) -> None:
    """What a killed process leaves: the file as it is, and a lock file that nobody holds."""
    keeper = sitting.keeper
    assert isinstance(keeper, FileKeeper)
    assert keeper._held
    os.close(keeper._held._handle)


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("players", [("human", "human"), ("human", "greedy")])
def test_every_game_goes_on_as_if_it_had_never_stopped(key: str, players: tuple[str, str]) -> None:
    """The same orders, dice, answers of the program and secrets, whether or not somebody pulled the plug."""
    game = load(key)
    whole = open_sitting(game, SETUPS[key], players, 5)
    torn = kept(open_sitting(game, SETUPS[key], players, 5))
    for sitting in (whole, torn):
        play_on(sitting, 25)
    abandon(torn)
    (found,) = unfinished(key)
    again = go_on(found.path)
    assert (again.players, again.dice, again.home) == (torn.players, torn.dice, torn.home)
    assert again.session.unasked == torn.session.unasked
    for sitting in (whole, again):
        play_on(sitting, 25)
    assert again.record() == whole.record()
    for viewer in (SPECTATOR, 0, 1):
        assert again.view(viewer) == whole.view(viewer)
    again.leave()


@pytest.mark.parametrize("key", keys())
def test_every_order_is_on_disk_at_once(key: str) -> None:
    sitting = kept(open_sitting(load(key), SETUPS[key], ("human", "human"), 5))
    for _ in range(6):
        play_on(sitting, 1)
        (path,) = folder().glob("*.rec")
        assert path.read_text("utf-8") == sitting_text(sitting)
    sitting.leave()
    assert files() == [f"{key}-1.rec"]


def test_dice_that_began_in_the_middle_go_on_too() -> None:
    """A match whose first dice came from elsewhere cannot be thrown again by leaving it."""
    stranger = sit(seed=3)
    for order in ("e2-e4", "d7-d5", "e4xd5"):
        stranger.order(order)
    stranger.dice = "by hand"
    begun = resume_text(stranger.record(), CHESS)
    again = resume_text(begun.record(), CHESS)
    for sitting in (begun, again):
        play_on(sitting, 40)
    assert any(step.faces for step in begun.match.steps[4:])
    assert begun.record() == again.record()
    assert resume_text(again.record(), CHESS).dice == begun.dice


def test_nothing_is_kept_before_a_person_has_acted() -> None:
    sitting = kept(open_sitting(CHESS, Setup(), ("random", "human"), 3, home=1))
    sitting.answer(sitting.think())
    assert (files(), sitting.kept, sitting.unsaved) == ([], False, True)
    play_on(sitting, 1)
    assert (sitting.kept, sitting.unsaved) == (True, False)


def test_taking_back_works_after_going_on_and_is_kept() -> None:
    sitting = kept(sit("human", "random"))
    sitting.order("e2-e4")
    sitting.answer("d7-d5")
    abandon(sitting)
    again = go_on(unfinished()[0].path)
    assert again.take_back() == 2
    assert "e2-e4" not in unheld_text(again)
    again.leave()
    assert files() == []


def unheld_text(sitting: Sitting) -> str:
    (path,) = folder().glob("*.rec")
    assert sitting_text(sitting) == path.read_text("utf-8")
    return path.read_text("utf-8")


def test_moments_that_pass_by_themselves_stay_so() -> None:
    """Muted windows and orders given by the table outlive the process, so taking back goes as far as before."""
    game = load("trench-checkers")
    sitting = open_sitting(game, Setup(), ("human", "human"), 4)
    play_on(sitting, 30)
    sitting.session.unasked = {3, 5}
    sitting.session.muted[1].add("end of movement")
    again = resume_text(sitting_text(sitting), game)
    assert (again.session.unasked, again.session.muted) == ({3, 5}, [set(), {"end of movement"}])


def resign(sitting: Sitting) -> None:
    sitting.resign()


def draw(sitting: Sitting) -> None:
    sitting.agree_draw()


@pytest.mark.parametrize("close", [resign, draw])
def test_a_finished_game_is_kept_until_its_players_get_up(close: Callable[[Sitting], None]) -> None:
    sitting = kept(sit())
    sitting.order("e2-e4")
    close(sitting)
    abandon(sitting)
    (found,) = unfinished()
    again = go_on(found.path)
    assert again.match.turn == OVER
    again.leave()
    assert files() == []


def test_two_terminals_keep_apart() -> None:
    first, second = kept(sit()), kept(sit())
    first.order("e2-e4")
    second.order("d2-d4")
    assert files()[::2] == ["chess-attack-1.rec", "chess-attack-2.rec"]
    assert unfinished() == []
    path = folder() / "chess-attack-1.rec"
    with pytest.raises(UsageError, match="is being played in another window"):
        go_on(path)
    forget(path)
    assert path.exists()
    first.leave()
    assert [found.path for found in unfinished("chess-attack")] == [path]
    assert unfinished("ch35s") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dear diary", "this is not a record"),
        ("pawnstorm sitting 1\nhome: White\n\npawnstorm record 1\n", "line 4: the record breaks off here"),
        ("pawnstorm sitting 1\nhello\n\npawnstorm record 1\n", "line 2: 'hello' says nothing about a sitting"),
    ],
)
def test_a_broken_file_is_named_and_stays(run: Run, text: str, sentence: str) -> None:
    folder().mkdir(parents=True)
    path = folder() / "chess-attack-1.rec"
    path.write_text(text)
    (found,) = unfinished("chess-attack")
    assert found.fault.startswith(f"{path} cannot be read and is kept as it is: ")
    assert sentence in found.fault
    with pytest.raises(UsageError, match="cannot be gone on with and is kept as it is"):
        go_on(path)
    ran = run("play", "--resume", "--plain")
    assert ran.code == 2
    assert ran.err.splitlines()[-1] == "pawnstorm: there is no unfinished game to go on with"
    assert sentence in ran.err.splitlines()[0]
    assert path.read_text() == text
    ran = run("play", "chess-attack", "--plain", "--vs", "human", lines="e2-e4\n")
    assert (ran.code, path.read_text()) == (0, text)
    assert (folder() / "chess-attack-2.rec").exists()


def test_an_edited_file_is_noticed_when_it_is_gone_on_with() -> None:
    sitting = kept(sit())
    sitting.order("e2-e4")
    sitting.leave()
    path = folder() / "chess-attack-1.rec"
    path.write_text(path.read_text().replace("e2-e4", "e2-e3"))
    with pytest.raises(UsageError, match="line 11: 'e2-e3' with these dice does not lead"):
        go_on(path)


def test_a_game_that_cannot_be_kept_goes_on_and_says_so(run: Run, state_home: Path) -> None:
    state_home.parent.mkdir(exist_ok=True)
    state_home.write_text("a file where the folder should be")
    ran = run("play", "chess-attack", "--plain", "--vs", "human", lines="e2-e4\nd7-d5\n")
    assert ran.code == 0
    assert "2. ● Black d7-d5" in ran.out
    assert "The game is kept" not in ran.out
    said = ran.err.splitlines()
    assert said[0] == said[-1]
    assert "this game is not kept: " in said[0]
    assert len(said) == 2


# ---- at the command line ---------------------------------------------------------------------------------------------


def test_resume_goes_on_with_the_last_game(run: Run) -> None:
    first = run("play", "chess-attack", "--plain", "--vs", "human", "--seed", "3", lines="e2-e4\nquit\n")
    assert first.out.endswith("The game is kept: 'pawnstorm play --resume' goes on with it.\n")
    again = run("play", "--resume", "--plain", lines="d7-d5\ne4xd5\nresign\n")
    assert "dice: seed 3" in again.out
    assert "3. ○ White e4xd5" in again.out
    assert "kept" not in again.out
    assert files() == []
    assert run("play", "--resume").sentence() == "there is no unfinished game to go on with"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "say which GAME to play"),
        (["--resume", "--seed", "1"], "a loaded or resumed match brings its own options and dice"),
        (["--resume", "--vs", "3"], "a resumed match goes on with its own players"),
        (["--resume", "--load", "x.rec"], "choose one of them"),
        (["ch35s", "--resume"], "there is no unfinished game of ch35s to go on with"),
    ],
)
def test_going_on_the_wrong_way(run: Run, arguments: list[str], sentence: str) -> None:
    ran = run("play", *arguments)
    assert ran.code == 2
    assert sentence in ran.sentence()


def test_a_record_brings_its_game_along(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    sitting = open_sitting(load("castle-chess"), SETUPS["castle-chess"], ("human", "random"), 1)
    play_on(sitting, 3)
    sitting.save(path)
    ran = run("play", "--load", path, "--plain", lines="log\n")
    assert ran.code == 0
    assert ran.out.startswith("Castle Chess, dice: seed 1.")
    assert "this is a record of castle-chess" in run("play", "ch35s", "--load", path).sentence()


def kill_after(order: str, told: str, *arguments: str) -> None:
    """Give an order to a process and kill it as soon as it tells of it."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "pawnstorm", *arguments]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as playing:
        assert playing.stdin
        assert playing.stdout
        playing.stdin.write(f"{order}\n")
        playing.stdin.flush()
        assert any(line.startswith(told) for line in playing.stdout)
        playing.send_signal(signal.SIGKILL)
        playing.wait(timeout=60)


def test_killing_the_process_after_an_order_loses_nothing(run: Run, state_home: Path) -> None:
    """No farewell, no flush: the order is there because it was written before it was shown."""
    kill_after("e2-e4", "1. ○ White e2-e4", "play", "chess-attack", "--plain", "--vs", "human", "--seed", "3")
    assert (state_home / "pawnstorm" / "unfinished" / "chess-attack-1.rec").exists()
    assert "1. ○ White e2-e4" in run("play", "--resume", "--plain", lines="log\n").out


# ---- at the full-screen table ----------------------------------------------------------------------------------------


def test_the_next_start_asks_and_goes_on() -> None:
    left = kept(sit("human", "random"))
    left.order("e2-e4")
    abandon(left)
    found = unfinished("chess-attack")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Choose)
        assert app.screen.query_one(OptionList).option_count == 3
        assert "Go on: " in str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        await pilot.press("enter")
        await pilot.pause()
        await settle(app, pilot)
        # The program owes its answer from before.
        assert orders(app)[0] == "e2-e4"
        assert len(orders(app)) == 2
        await pilot.press("ctrl+q")
        await settle(app, pilot)

    app = drive(script, kept(sit()), unfinished=found)
    assert app.sitting.kept
    assert [entry.path for entry in found] == [folder() / "chess-attack-1.rec"]


def test_the_next_start_may_begin_anew_or_throw_a_game_away() -> None:
    for order in ("e2-e4", "d2-d4"):
        left = kept(sit())
        left.order(order)
        left.leave()

    async def anew(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        await pilot.press("escape")
        await settle(app, pilot)
        assert orders(app) == []

    async def away(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        for keys_ in (("down", "down", "down", "enter"), ("enter",), ("enter",), ("escape",)):
            await pilot.press(*keys_)
            await pilot.pause()
            await settle(app, pilot)

    drive(anew, sit(), unfinished=unfinished())
    assert len(files()) == 2
    drive(away, sit(), unfinished=unfinished())
    assert len(files()) == 1


def test_leaving_asks_only_if_something_would_be_lost(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        app._save_as(str(path))
        assert not app.sitting.unsaved
        await type_line(app, pilot, "d7d5")
        assert app.sitting.unsaved
        await pilot.press("ctrl+q")
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Ask)
        await pilot.press("escape")
        await settle(app, pilot)
        app.sitting.keeper = FileKeeper()
        await type_line(app, pilot, "a2a3")
        await pilot.press("ctrl+q")
        await settle(app, pilot)

    assert not drive(script, sit()).is_running


def test_a_loaded_match_is_saved_until_an_order_is_given(tmp_path: Path) -> None:
    """With the players of the record or with others; in line mode and at the table one function loads."""
    path = tmp_path / "match.rec"
    sitting = sit()
    sitting.order("e2-e4")
    sitting.save(path)
    for loaded in (resume(path), _seated(resume(path), "random", "Black")):
        assert not loaded.unsaved
        loaded.order("d7-d5")
        assert loaded.unsaved


def test_a_lock_that_cannot_be_removed_is_let_go_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems do not remove a file that is open."""
    held = hold(tmp_path / "match.rec")
    assert held

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(Path, "unlink", refuse)
    held.release()
    again = hold(tmp_path / "match.rec")
    assert again
    again.release()


def test_secrets_stay_behind_a_curtain_when_two_people_go_on() -> None:
    """Whoever starts the program again must not see the hand of the one to act."""
    game = load("trench-checkers")
    sitting = open_sitting(game, Setup(), ("human", "human"), 4)
    play_on(sitting, 5)
    again = resume_text(sitting_text(sitting), game)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        assert isinstance(app.screen, dialogs.Curtain)
        await pilot.press("x")
        await settle(app, pilot)
        assert app.eyes == again.match.turn

    app = PlayApp(again)
    assert app.eyes == SPECTATOR
    drive(script, again)


def test_the_board_of_another_map_is_laid_out_anew() -> None:
    """The default map and a quest differ in size and seats."""
    castle = load("castle-chess")
    left = kept(open_sitting(castle, SETUPS["castle-chess"], ("human", "random"), 1))
    play_on(left, 1)
    left.leave()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await settle(app, pilot)
        await pilot.press("enter")
        await arrive(app, pilot, 2)
        await pilot.pause()
        assert tuple(app.board.size) == board_size(app.board.plan, app.board.look.size)
        assert app.board.plan.view.columns == 9
        assert app.board.cursor in app.picker.cells()

    drive(script, open_sitting(castle, Setup(), ("human", "random"), 1), unfinished=unfinished("castle-chess"))


def test_a_new_game_leaves_the_old_one_kept() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_line(app, pilot, "e2e4")
        await pilot.press("ctrl+n", "enter")
        await settle(app, pilot)
        assert orders(app) == []
        await type_line(app, pilot, "d2d4")
        app.sitting.leave()

    drive(script, kept(sit()))
    assert files() == ["chess-attack-1.rec", "chess-attack-2.rec"]


# ---- campaigns -------------------------------------------------------------------------------------------------------


def test_a_campaign_keeps_every_order(tmp_path: Path) -> None:
    path = tmp_path / "mine.campaign"
    kill_after("We3-e4", "1. ○ Blue We3-e4", "campaign", "castle-chess", "--plain", "--file", str(path))
    progress = read_progress(path.read_text("utf-8"))
    game: Game = load("castle-chess")
    assert [step.order for step in resume_text(progress.match, game).match.steps][1] == "We3-e4"


def test_a_campaign_is_played_in_one_window_and_told_as_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.campaign"
    held = hold(path)
    assert held
    ran = run("campaign", "castle-chess", "--plain", "--file", path)
    assert (ran.code, ran.sentence()) == (2, f"{path} is being played in another window")
    held.release()
    run("campaign", "castle-chess", "--plain", "--file", path, "--vs", "random", lines="We3-e4\nnew\nquit\n")
    data = json.loads(run("campaign", "castle-chess", "--status", "--json", "--file", path).out)
    assert (data["in_progress"], data["finished"], data["attempts"]) == (True, False, 0)
    assert data["maps"][0] == {"key": "quest-1", "title": "The Toll Road", "won": False, "due": True}
    assert "needs --status" in run("campaign", "castle-chess", "--json").sentence()
    assert sorted(file.name for file in tmp_path.glob("*.campaign*")) == ["mine.campaign"]


def test_a_match_of_a_campaign_is_not_simply_begun_anew(run: Run, tmp_path: Path) -> None:
    ran = run("campaign", "castle-chess", "--plain", "--file", tmp_path / "c", "--vs", "random", lines="new\n")
    assert "this match is a part of the campaign" in ran.err


def test_a_damaged_note_is_refused_with_its_line() -> None:
    text = sitting_text(sit()).replace("home: White", "home: White\nunasked: three")
    with pytest.raises(BadRecord, match="line 3: 'unasked: three'"):
        resume_text(text)
