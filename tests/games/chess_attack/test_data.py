"""Every number of the printed tiles counts: change one in the data, and some fight or score is different."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

import pawnstorm.kit.datafile
from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.odds import odds
from pawnstorm.games import load

PACKAGE = "pawnstorm.games.chess_attack"
PIECES = files(PACKAGE).joinpath("data", "pieces.toml").read_text("utf-8")
# Comments become blanks, so that every place stays the same.
BARE = re.sub(r"#.*", lambda comment: " " * len(comment[0]), PIECES)
NUMBERS = list(re.finditer(r"\d+", BARE))
BEARS_ON_D5 = {"P": "c4", "N": "c3", "B": "c4", "R": "d4", "Q": "d4", "K": "d4"}
OPTIONS: tuple[dict[str, str], ...] = ({}, {"attribute_table": "uniform", "wounded_royal_support": "2"})


class _Folder:
    """The package's folder, with one changed file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def joinpath(self, *parts: str) -> "_Folder | Path":
        changed = parts[-1] == "pieces.toml"
        return self if changed else Path(str(files(PACKAGE).joinpath(*parts)))

    def read_text(self, encoding: str) -> str:
        return self.text


def _fresh_game() -> Game:
    """A game that has read nothing yet."""
    return type(load("chess-attack"))()


def _line(number: re.Match[str]) -> str:
    start = PIECES.rfind("\n", 0, number.start()) + 1
    section = re.findall(r'kind = "(\w+)"|^\[(\w+[.\w]*)\]', PIECES[: number.start()], re.MULTILINE)[-1]
    return f"{section[0] or section[1]}: {PIECES[start : PIECES.index(chr(10), start)]} at {number.start() - start}"


def _outcomes(game: Game) -> list[object]:
    """Every kind, healthy and wounded, as attacker, as target and as helper; and the points of every loss."""
    found: list[object] = []
    for options in OPTIONS:
        for letter, place in BEARS_ON_D5.items():
            found.append(_points(game, options, letter))
            for wound in ("", "*"):
                kings = {} if letter == "K" else {"a1": "K"}
                attacker = {place: letter + wound, "d5": "p", "h8": "k", **kings}
                target = {"e4": "P", "d5": letter.lower() + wound, "h1": "K", **({} if letter == "K" else {"a8": "k"})}
                for pieces, text in ((attacker, f"{place}d5"), (target, "e4d5"), ({**attacker, "e4": "P"}, "e4d5")):
                    found.append(_odds(game, options, pieces, text))
    return found


def _odds(game: Game, options: dict[str, str], pieces: dict[str, str], text: str) -> object:
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
    state = game.place(Sketch(rows, {}), game.agree(Setup(options)))
    return odds(state, game.read(state, text))


def _points(game: Game, options: dict[str, str], letter: str) -> object:
    rows = tuple(
        tuple({"a1": "K", "h8": "k"}.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1)
    )
    lost = {} if letter == "K" else {"White": letter}
    return game.sketch(game.place(Sketch(rows, {"lost": lost}), game.agree(Setup(options)))).facts["points"]


@pytest.mark.rule("CA-08", "CA-09", "CA-10", "CA-11", "CA-13", "CA-16", "CA-M1", "CA-X2", "CA-A6")
@pytest.mark.parametrize("number", NUMBERS, ids=_line)
def test_every_number_of_the_tiles_counts(number: re.Match[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before = _outcomes(_fresh_game())
    changed = PIECES[: number.start()] + str(int(number[0]) + 1) + PIECES[number.end() :]
    monkeypatch.setattr(pawnstorm.kit.datafile, "files", lambda package: _Folder(changed))
    after = _outcomes(_fresh_game())
    king_points = _line(number).startswith("king: points")
    assert (after == before) == king_points, "CA-14: the King's points alone are never counted"


def test_the_data_has_as_many_numbers_as_the_tiles() -> None:
    """Six kinds with three pairs and points, the uniform knight, and two royal supports."""
    assert len(NUMBERS) == 6 * 7 + 6 + 2
