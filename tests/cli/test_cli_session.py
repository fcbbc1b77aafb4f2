"""A session at a terminal: its viewer, what may be taken back, the dice of a loaded match, and safe files."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from suite import EARLIER

from pawnstorm.cli.play.campaign_file import read_progress, write_progress
from pawnstorm.cli.play.session_file import default_file_name, record_text, resume, resume_text, save_as, session_text
from pawnstorm.cli.play.terminal_session import TerminalSession, new_session, should_flip
from pawnstorm.cli.support.files import save_record
from pawnstorm.core import record
from pawnstorm.core.changes import Resigned
from pawnstorm.core.errors import BadRecord, Refused, UsageError
from pawnstorm.core.game import Setup
from pawnstorm.core.record import parse
from pawnstorm.core.signature import Signer
from pawnstorm.core.state import State
from pawnstorm.core.view import SPECTATOR, Token, Tray, View
from pawnstorm.games import load

CHESS = load("chess-attack")


def chess_session(*players: str, seed: int = 3) -> TerminalSession:
    return new_session(CHESS, Setup(), players or ("human", "human"), seed)


def play(session: TerminalSession, *orders: str) -> TerminalSession:
    for order in orders:
        session.order(order)
    return session


def test_two_people_see_the_board_in_turn_and_one_person_keeps_one_side() -> None:
    pair = chess_session()
    assert pair.viewer == 0
    assert play(pair, "e2-e4").viewer == 1
    pair.agree_draw()
    assert pair.viewer == SPECTATOR
    assert chess_session("random", "human").viewer == 1
    assert chess_session("random", "human").roles == ("random", "you")
    assert not pair.has_secrets()


class Dealt(TerminalSession):
    """A session of a game in which every seat sees a hand of its own."""

    @property
    def game(self) -> Any:
        def view(state: State, seat: int) -> View:
            card = Token("card", "card", f"Card of {seat}", "C", seat)
            return replace(CHESS.view(state, seat), trays=(Tray("hand", "Hand", seat, (card,)),))

        return SimpleNamespace(view=view)


def test_two_people_with_different_hands_have_secrets() -> None:
    match = chess_session().match
    assert Dealt(match, ("human", "human"), "").has_secrets()
    assert not Dealt(match, ("human", "random"), "").has_secrets()


def test_a_program_answers_and_people_wait() -> None:
    session = chess_session("human", "random")
    play(session, "e2-e4")
    with pytest.raises(Refused, match="it is Black's turn"):
        session.order("d2-d4")
    session.play_chosen(session.choose_order())
    assert session.match.turn == 0


def test_taking_back_against_a_program_is_all_or_nothing() -> None:
    session = chess_session("human", "random")
    play(session, "e2-e4")
    session.play_chosen("d7-d5")
    assert session.take_back() == 2
    play(session, "e2-e4")
    session.play_chosen("d7-d5")
    play(session, "a2-a3")
    session.play_chosen("d5xe4")
    with pytest.raises(Refused, match="the dice have been thrown"):
        session.take_back()
    assert [step.order for step in session.match.steps[1:]] == ["e2-e4", "d7-d5", "a2-a3", "d5xe4"]


def test_a_closed_match_is_not_taken_back() -> None:
    session = play(chess_session(), "e2-e4")
    session.resign()
    with pytest.raises(Refused, match="the game is over"):
        session.take_back()
    assert not session.saving.unsaved


def test_the_home_seat_decides_whether_the_board_is_turned() -> None:
    assert not should_flip(new_session(CHESS, Setup(), ("human", "random"), 1, home=0))
    assert should_flip(new_session(CHESS, Setup(), ("random", "human"), 1, home=1))


def test_a_loaded_match_goes_on_with_the_dice_of_its_seed(tmp_path: Path) -> None:
    whole = play(chess_session(seed=8), "e2-e4", "d7-d5", "e4xd5")
    path = tmp_path / "match.rec"
    save_as(whole, path)
    loaded = resume(path, CHESS)
    for number in range(40):
        moves = whole.match.state.legal()
        order = CHESS.write(whole.match.state, moves[7 * number % len(moves)])
        play(whole, order)
        play(loaded, order)
    assert sum(bool(step.faces) for step in whole.match.steps[4:]) > 2
    assert record_text(loaded) == record_text(whole)


def edited(session: TerminalSession, old: str, new: str) -> str:
    """A record as another program might have written it: changed, with a new seal."""
    return record.write(record.parse(record_text(session).replace(old, new)))


@pytest.mark.parametrize("dice", ["", "dice: by hand\n", "dice: seed 4\n"])
def test_a_match_with_other_dice_goes_on_with_a_fresh_seed(tmp_path: Path, dice: str) -> None:
    path = tmp_path / "match.rec"
    path.write_text(edited(play(chess_session(), "e2-e4", "d7-d5", "e4xd5"), "dice: seed 3\n", dice))
    loaded = resume(path, CHESS)
    before = dice.removeprefix("dice: ").strip()
    assert loaded.dice.startswith(f"{before}; seed " if before else "seed ")
    assert loaded.dice.endswith(" from order 4")
    save_as(play(loaded, "a7-a6"), path)
    assert resume(path, CHESS).dice.startswith(loaded.dice)


PLEDGE = "scheme=pawnstorm-dice-1; table=t; commitment=ab; players=-,-; server=hidden"


def web_record() -> record.Record:
    """The record of a match that goes on at a web table."""
    match = play(chess_session(), "e2-e4", "d7-d5", "e4xd5").match
    return record.sign(record.of_match(match, {}, PLEDGE), Signer(bytes(32)))


def test_a_match_of_a_web_table_goes_on_as_a_local_one(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    path.write_text(record.write(web_record()))
    loaded = resume(path, CHESS)
    assert loaded.dice.startswith("web table; seed ")
    save_as(play(loaded, "a7-a6"), path)
    again = resume(path, CHESS)
    assert (again.dice, record_text(again)) == (loaded.dice, record_text(loaded))


def test_a_forged_match_of_a_web_table_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    for forged, sentence in [
        (replace(web_record(), signature=""), "the signature is missing"),
        (replace(web_record(), seats={"White": "strong"}), "the signature is not valid"),
    ]:
        path.write_text(record.write(forged))
        with pytest.raises(BadRecord, match=sentence):
            resume(path, CHESS)


def test_a_match_of_a_web_table_that_an_earlier_version_has_continued_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    earlier = replace(web_record(), dice=f"{PLEDGE}; seed 4 from order 4")
    path.write_text(record.write(record.in_format_1(earlier)))
    loaded = resume(path, CHESS)
    assert loaded.dice == "web table; seed 4 from order 4"
    save_as(play(loaded, "a7-a6"), path)
    assert resume(path, CHESS).dice == loaded.dice


def test_a_table_in_any_spelling_becomes_a_local_match(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    earlier = replace(web_record(), dice=f"by hand; {PLEDGE.replace('scheme=', 'Scheme =')}")
    path.write_text(record.write(record.in_format_1(earlier)))
    loaded = resume(path, CHESS)
    assert loaded.dice.startswith("web table; seed ")
    save_as(loaded, path)
    assert resume(path, CHESS).dice == loaded.dice


def test_the_dice_of_a_record_do_not_control_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    path.write_text(edited(play(chess_session(), "e2-e4"), "dice: seed 3\n", "dice: by \x1b[31mhand\n"))
    assert resume(path, CHESS).dice.startswith("by [31mhand; seed ")


def test_a_seed_with_too_many_digits_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    path.write_text(edited(play(chess_session(), "e2-e4"), "dice: seed 3\n", f"dice: seed {'9' * 5000}\n"))
    assert resume(path, CHESS).dice.endswith(" from order 2")


def test_unknown_players_of_a_record_become_people(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    path.write_text(edited(chess_session(), "Black=human", "Black=oracle"))
    assert resume(path, CHESS).players == ("human", "human")


def test_a_record_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    path.write_text(record_text(chess_session()).replace("game: chess-attack", "game: ludo"))
    with pytest.raises(BadRecord, match="this is a record of ludo, not of chess-attack"):
        resume(path, CHESS)


def test_saving_twice_replaces_the_record_and_leaves_no_draft(tmp_path: Path) -> None:
    session, path = chess_session(), tmp_path / default_file_name(chess_session())
    save_as(session, path)
    path.write_text(record.write(record.in_format_1(parse(path.read_text()))))
    save_as(play(session, "e2-e4"), path)
    assert [file.name for file in tmp_path.iterdir()] == ["chess-attack-3.rec"]
    assert len(parse(path.read_text()).entries) == 1


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    diary, folder = tmp_path / "diary.txt", tmp_path / "folder"
    diary.write_text("my diary")
    folder.mkdir()
    for path in (diary, folder):
        with pytest.raises(UsageError, match="is not a record, so it is not overwritten"):
            save_as(chess_session(), path)
    assert diary.read_text() == "my diary"
    assert {file.name for file in tmp_path.iterdir()} == {"diary.txt", "folder"}


def test_a_write_that_fails_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.rec"
    save_as(chess_session(), path)
    before = path.read_text()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UsageError, match="cannot be written: no space left on device"):
        save_record(path, "pawnstorm record 1\nhalf")
    assert path.read_text() == before
    assert [file.name for file in tmp_path.iterdir()] == ["match.rec"]


def test_of_four_the_programs_play_on_when_the_only_person_gives_up() -> None:
    players = ("human", "random", "random", "random")
    session = new_session(load("castle-chess"), Setup(map="emperor"), players, 1)
    session.order("rest")
    session.resign()
    assert (session.match.in_game, session.match.ending) == ((1, 2, 3), None)
    assert session.goes_on_alone()
    with pytest.raises(Refused, match="White is out of the game"):
        session.take_back()
    with pytest.raises(Refused, match="White is out of the game"):
        session.resign()


def test_of_four_people_the_one_to_act_gives_up_and_the_others_may_draw() -> None:
    session = new_session(load("castle-chess"), Setup(map="emperor"), ("human", "human", "random", "human"), 1)
    with pytest.raises(Refused, match="a computer does not agree to draws"):
        session.check_draw()
    session.resign()
    assert session.match.in_game == (1, 2, 3)
    session.core.apply([Resigned(2, session.match.step_for_resigning(2))])
    session.check_draw()
    assert session.match.turn == 1


# ---- files of earlier builds -----------------------------------------------------------------------------------------


def in_the_format_of(earlier: str, text: str) -> str:
    """A session as an earlier build would have written it."""
    if record.FORMAT in earlier:
        return text
    note, _, kept = text.partition("\n\n")
    return f"{note}\n\n{record.write(record.in_format_1(parse(kept)))}"


@pytest.mark.parametrize(
    "path", sorted(EARLIER.glob("*/sessions/*.rec")), ids=lambda path: f"{path.parts[-3]} {path.stem}"
)
def test_a_saved_session_of_an_earlier_build_is_resumed_as_it_was(path: Path) -> None:
    text = path.read_text("utf-8")
    assert in_the_format_of(text, session_text(resume(path))) == text


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*/sessions/*.campaign")), ids=lambda path: path.parts[-3])
def test_a_saved_campaign_of_an_earlier_build_is_resumed_as_it_was(path: Path) -> None:
    text = path.read_text("utf-8")
    progress = read_progress(text)
    assert write_progress(progress) == text
    assert in_the_format_of(text, session_text(resume_text(progress.match))) == progress.match
