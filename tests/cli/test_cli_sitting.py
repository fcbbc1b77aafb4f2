"""A sitting: whose eyes, what may be taken back, which dice a loaded match goes on with, and safe files."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pawnstorm.cli.files import save_record
from pawnstorm.cli.play.resuming import resume
from pawnstorm.cli.play.sitting import Sitting, open_sitting
from pawnstorm.core import record
from pawnstorm.core.errors import BadRecord, Refused, UsageError
from pawnstorm.core.game import Setup
from pawnstorm.core.record import parse
from pawnstorm.core.state import State
from pawnstorm.core.view import SPECTATOR, Token, Tray, View
from pawnstorm.games import load

CHESS = load("chess-attack")


def sit(*players: str, seed: int = 3) -> Sitting:
    return open_sitting(CHESS, Setup(), players or ("human", "human"), seed)


def play(sitting: Sitting, *orders: str) -> Sitting:
    for order in orders:
        sitting.order(order)
    return sitting


def test_two_people_see_the_board_in_turn_and_one_keeps_his_side() -> None:
    pair = sit()
    assert pair.viewer == 0
    assert play(pair, "e2-e4").viewer == 1
    pair.match.agree_draw()
    assert pair.viewer == SPECTATOR
    assert sit("random", "human").viewer == 1
    assert sit("random", "human").roles == ("random", "you")
    assert not pair.has_secrets()


class Dealt(Sitting):
    """A sitting at a game in which every seat sees a hand of its own."""

    @property
    def game(self) -> Any:
        def view(state: State, seat: int) -> View:
            card = Token("card", "card", f"Card of {seat}", "C", seat)
            return replace(CHESS.view(state, seat), trays=(Tray("hand", "Hand", seat, (card,)),))

        return SimpleNamespace(view=view)


def test_two_people_with_different_hands_have_secrets() -> None:
    match = sit().match
    assert Dealt(match, ("human", "human"), "").has_secrets()
    assert not Dealt(match, ("human", "random"), "").has_secrets()


def test_a_program_answers_and_people_wait() -> None:
    sitting = sit("human", "random")
    play(sitting, "e2-e4")
    with pytest.raises(Refused, match="it is Black's turn"):
        sitting.order("d2-d4")
    sitting.answer(sitting.think())
    assert sitting.match.turn == 0


def test_taking_back_against_a_program_is_all_or_nothing() -> None:
    sitting = sit("human", "random")
    play(sitting, "e2-e4")
    sitting.answer("d7-d5")
    assert sitting.take_back() == 2
    play(sitting, "e2-e4")
    sitting.answer("d7-d5")
    play(sitting, "a2-a3")
    sitting.answer("d5xe4")
    with pytest.raises(Refused, match="the dice have been thrown"):
        sitting.take_back()
    assert [step.order for step in sitting.match.steps[1:]] == ["e2-e4", "d7-d5", "a2-a3", "d5xe4"]


def test_a_closed_match_is_not_taken_back() -> None:
    sitting = play(sit(), "e2-e4")
    sitting.resign()
    with pytest.raises(Refused, match="the game is over"):
        sitting.take_back()
    assert not sitting.unsaved


def test_the_home_seat_decides_how_the_board_lies() -> None:
    assert not open_sitting(CHESS, Setup(), ("human", "random"), 1, home=0).seen_from_above()
    assert open_sitting(CHESS, Setup(), ("random", "human"), 1, home=1).seen_from_above()


def test_a_loaded_match_goes_on_with_the_dice_of_its_seed(tmp_path: Path) -> None:
    whole = play(sit(seed=8), "e2-e4", "d7-d5", "e4xd5")
    path = tmp_path / "match.rec"
    whole.save(path)
    loaded = resume(path, CHESS)
    for number in range(40):
        moves = whole.match.state.legal()
        order = CHESS.write(whole.match.state, moves[7 * number % len(moves)])
        play(whole, order)
        play(loaded, order)
    assert sum(bool(step.faces) for step in whole.match.steps[4:]) > 2
    assert loaded.record() == whole.record()


def edited(sitting: Sitting, old: str, new: str) -> str:
    """A record as another program might have written it: changed, and sealed anew."""
    return record.write(record.parse(sitting.record().replace(old, new)))


@pytest.mark.parametrize("dice", ["", "dice: by hand\n", "dice: seed 4\n"])
def test_a_match_with_other_dice_goes_on_with_a_fresh_seed(tmp_path: Path, dice: str) -> None:
    path = tmp_path / "match.rec"
    path.write_text(edited(play(sit(), "e2-e4", "d7-d5", "e4xd5"), "dice: seed 3\n", dice))
    loaded = resume(path, CHESS)
    before = dice.removeprefix("dice: ").strip()
    assert loaded.dice.startswith(f"{before}; seed " if before else "seed ")
    assert loaded.dice.endswith(" from order 4")
    play(loaded, "a7-a6").save(path)
    assert resume(path, CHESS).dice.startswith(loaded.dice)


def test_unknown_players_of_a_record_become_people(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    path.write_text(edited(sit(), "Black=human", "Black=oracle"))
    assert resume(path, CHESS).players == ("human", "human")


def test_a_record_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.rec"
    path.write_text(sit().record().replace("game: chess-attack", "game: ludo"))
    with pytest.raises(BadRecord, match="this is a record of ludo, not of chess-attack"):
        resume(path, CHESS)


def test_saving_twice_replaces_the_record_and_leaves_no_draft(tmp_path: Path) -> None:
    sitting, path = sit(), tmp_path / sit().file_name()
    sitting.save(path)
    play(sitting, "e2-e4").save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["chess-attack-3.rec"]
    assert len(parse(path.read_text()).entries) == 1


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    diary, folder = tmp_path / "diary.txt", tmp_path / "folder"
    diary.write_text("dear diary")
    folder.mkdir()
    for path in (diary, folder):
        with pytest.raises(UsageError, match="is not a record, so it is not overwritten"):
            sit().save(path)
    assert diary.read_text() == "dear diary"
    assert {file.name for file in tmp_path.iterdir()} == {"diary.txt", "folder"}


def test_a_write_that_fails_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.rec"
    sit().save(path)
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
    sitting = open_sitting(load("castle-chess"), Setup(map="emperor"), players, 1)
    sitting.order("rest")
    sitting.resign()
    assert (sitting.match.in_game, sitting.match.ending) == ((1, 2, 3), None)
    assert sitting.program_to_act()
    with pytest.raises(Refused, match="White is out of the game"):
        sitting.take_back()
    with pytest.raises(Refused, match="White is out of the game"):
        sitting.resign()


def test_of_four_people_the_one_to_act_gives_up_and_the_living_may_draw() -> None:
    sitting = open_sitting(load("castle-chess"), Setup(map="emperor"), ("human", "human", "random", "human"), 1)
    assert not sitting.people_alone
    sitting.resign()
    assert sitting.match.in_game == (1, 2, 3)
    sitting.match.add_resignation(2, sitting.match.step_for_resigning(2))
    assert sitting.people_alone
    assert sitting.match.turn == 1
