"""Line mode: whole games from a script, every word, every refusal."""

import json
from pathlib import Path

import pytest

from pawnstorm.core.record import parse

from .conftest import Ran, Run


@pytest.fixture
def play(run: Run) -> Run:
    """Play a script: two people unless said otherwise, dice from seed 3."""

    def play_with(*lines: str, arguments: tuple[str, ...] = ("--vs", "human", "--seed", "3")) -> Ran:
        return run("play", "chess-attack", "--plain", *arguments, lines="".join(f"{line}\n" for line in lines))

    return play_with


def test_a_whole_recorded_game_can_be_played_from_a_script(run: Run, tmp_path: Path) -> None:
    """The orders of a game between programs, given by hand with the same dice, make the same game."""
    run("selfplay", "chess-attack", "--games", "1", "--seed", "4", "--records", tmp_path)
    record = parse((tmp_path / "chess-attack-1.rec").read_text())
    saved = tmp_path / "by-hand.rec"
    lines = "".join(f"{entry.order}\n" for entry in record.entries) + f"save {saved}\n"
    seed = record.dice.removeprefix("seed ")
    ran = run("play", "chess-attack", "--vs", "human", "--seed", seed, lines=lines)
    assert (ran.code, ran.err) == (0, "")
    assert record.end in ran.out
    assert parse(saved.read_text()).entries == record.entries


def test_a_game_ends_by_the_rules_and_takes_no_more_orders(play: Run) -> None:
    shuffle = ["Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8"]
    ran = play(*shuffle, *shuffle, "e2-e4")
    assert ran.code == 2
    assert "draw between White and Black" in ran.out
    assert "over> e2-e4" in ran.out
    assert ran.sentence() == "the game is over"


def test_a_fight_shows_dice_sums_and_what_happened(play: Run) -> None:
    ran = play("e2-e4", "d7-d5", "odds e4xd5", "e4xd5")
    assert ran.code == 0
    assert "White: Attack 2 + die 3 = 5; Black: Defence 1 + support 3 + die 5 = 9." in " ".join(ran.out.split())
    assert "Black's Pawn is unhurt, White's Pawn falls." in ran.out
    assert "Lost by White: P" in ran.out
    assert "41.7 % 15/36" in ran.out


def test_orders_and_words_that_are_refused(play: Run) -> None:
    lines = ["e2-e5", "hello", "undo", "load", "load nowhere.rec", "odds e2-e5", "save /nowhere/x.rec", "e2-e4"]
    ran = play(*lines)
    assert ran.code == 2
    assert [line.removeprefix("pawnstorm: ") for line in ran.err.splitlines()] == [
        "a Pawn does not move that way",
        "'hello' is not an order: write e2-e4, Ng1-f3, e4xd5, O-O or =R",
        "there is no order to take back",
        "say which file: load FILE",
        "nowhere.rec cannot be read: no such file or directory",
        "a Pawn does not move that way",
        "/nowhere/x.rec cannot be written: no such file or directory",
    ]
    assert "1. ○ White e2-e4" in ran.out


def test_undo_goes_back_to_the_last_die(play: Run) -> None:
    ran = play("e2-e4", "d7-d5", "undo", "d7-d5", "e4xd5", "undo")
    assert "1 taken back." in ran.out
    assert ran.sentence() == "the dice have been thrown: the last order cannot be taken back"


def test_against_a_program_undo_takes_its_answer_back_too(play: Run) -> None:
    ran = play("e2-e4", "undo", "log", arguments=("--seed", "5"))
    assert "2 taken back." in ran.out
    assert "Nothing has happened yet." in ran.out


def test_the_second_seat_sees_the_board_from_its_side_and_the_program_begins(play: Run) -> None:
    ran = play("moves e7", arguments=("--as", "black", "--seed", "5"))
    assert ran.out.index(" 1 R N B K Q B N R"[:3]) < ran.out.index(" 8 ")
    assert "   h g f e d c b a" in ran.out
    assert "1. ○ White" in ran.out
    assert "Black> moves e7" in ran.out
    assert "Attack 2  Defence 1  Support 1" in ran.out


def test_saving_and_going_on(play: Run, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.rec"
    assert play("e2-e4", "d7-d5", f"save {path}").code == 0
    assert parse(path.read_text()).dice == "seed 3"
    ran = run("play", "chess-attack", "--load", path, lines=f"e4xd5\nsave {path}\n")
    assert ran.code == 0
    assert parse(path.read_text()).entries[2].faces == ((3, 5),)
    again = play(f"load {path}", "log")
    assert "3. ○ White e4xd5   3   5" in again.out


def test_loading_with_other_players(run: Run, play: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.rec"
    play("e2-e4", f"save {path}")
    ran = run("play", "chess-attack", "--load", path, "--vs", "random", "--as", "White", lines="log\n")
    assert "2. ● Black" in ran.out
    assert "White> log" in ran.out


def test_resign_draw_new_and_quit(play: Run) -> None:
    ran = play("resign", "new", "draw", "no", "draw", "yes", "quit", "e2-e4")
    assert ran.code == 0
    assert "Black wins: White resigns" in ran.out
    assert "A new game, dice: seed " in ran.out
    assert "draw between White and Black: draw agreed" in ran.out
    assert "e2-e4" not in ran.out.split("quit")[1]


def test_a_program_does_not_agree_to_a_draw(play: Run) -> None:
    assert play("draw", arguments=("--seed", "1")).sentence() == "a computer does not agree to draws"


def test_help_names_every_word_and_switches_work(play: Run) -> None:
    from pawnstorm.cli.play.typed_line import WORDS

    ran = play("help", "flip", "letters", "numbers", "board", ":flip")
    assert (ran.code, ran.err) == (0, "")
    assert all(word in ran.out for word in WORDS)
    assert "   h g f e d c b a" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--vs", "wizard"], 2, "there is no player 'wizard'; the players are random, "),
        (["--as", "Green"], 2, "there is no seat 'Green'; the seats are White, Black"),
        (["--option", "promotion=wings"], 2, "option 'promotion' of chess-attack cannot be 'wings'"),
        (["--preset", "wild"], 2, "chess-attack has no preset 'wild'"),
        (["--load", "nowhere.rec"], 2, "nowhere.rec cannot be read: no such file or directory"),
        (["--load", "nowhere.rec", "--seed", "1"], 2, "match has its own options and dice"),
        (
            ["--load", "nowhere.rec", "--preset", "basic"],
            2,
            "match has its own options and dice",
        ),
    ],
)
def test_wrong_ways_to_begin(run: Run, arguments: list[str], code: int, sentence: str) -> None:
    ran = run("play", "chess-attack", *arguments)
    assert ran.code == code
    assert sentence in ran.sentence()


def test_a_record_that_does_not_hold_is_not_played(run: Run, play: Run, tmp_path: Path) -> None:
    path = tmp_path / "half.rec"
    play("e2-e4", f"save {path}")
    path.write_text(path.read_text().replace("e2-e4", "d2-d4"))
    ran = run("play", "chess-attack", "--load", path)
    assert ran.code == 1
    assert "with these dice does not lead to the position recorded" in ran.sentence()
    path.write_text("not a record")
    assert run("play", "chess-attack", "--load", path).code == 1


def test_presets_and_options_reach_the_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "start.rec"
    arguments = ("--preset", "additional", "--option", "promotion=chess")
    run("play", "chess-attack", *arguments, lines=f"save {path}\n")
    options = json.loads(run("replay", path, "--json").out)["options"]
    assert (options["king_caution"], options["promotion"]) == ("on", "chess")
