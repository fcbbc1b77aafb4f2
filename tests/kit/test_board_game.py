"""Small board games from data: what a position can do, and every way in which data, drawings and lines can be wrong."""

import re
from pathlib import Path

import pytest

from pawnstorm.core.buffers import Moves
from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import BadData, BadOption, BadPosition
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.state import OVER
from pawnstorm.core.step import advance
from pawnstorm.core.view import leaves
from pawnstorm.kit.board_game import EMPTY, BoardGame, BoardState, order, origin_of, target_of
from pawnstorm.testing import check

GAME = '''
title = "Race"
summary = "Who is first?"
seats = ["White", "Black"]
counts = ["moves"]
events = { move = "R-1", fall = "R-1", change = "R-1" }
board = """
3 . p
2 . .
1 P .
  a b
"""

[[piece]]
name = "Pawn"
letter = "P"
speed = 1

[[piece]]
name = "Queen"
letter = "Q"
speed = 2

[[ending]]
text = "the far row is reached"
rule = "R-1"
'''
RULES = '[[rule]]\nid = "R-1"\nchapter = "all"\ntext = "Pieces race straight on and take what stands in their way."\n'


class RaceState(BoardState):
    """Every piece goes one row on; on the far row it becomes a Queen and wins."""

    def find_legal(self, moves: Moves) -> None:
        way = self.game.grid.stride if self.side == 0 else -self.game.grid.stride
        for cell in self.pieces(self.side):
            if self.owner(cell + way) != self.side:
                moves.add(order(cell, cell + way))

    def play(self, move: int) -> None:
        if self.strikes(move):
            self.remove_piece(target_of(move))
        self.move_piece(origin_of(move), target_of(move))
        self.counts["moves"] += 1
        if self.game.grid.row(target_of(move)) == (2 if self.side == 0 else 0):
            self.change_kind(target_of(move), "Q")
            self.finish(1 << self.side, 1)
        else:
            self.end_turn()


class Race(BoardGame):
    def blank(self, setup: Setup) -> RaceState:
        return RaceState(self)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """A package with the data of the race; every test has its own, because imported packages stay."""
    name = "race_" + re.sub(r"\W", "_", request.node.name)
    data = tmp_path / name / "data"
    data.mkdir(parents=True)
    (tmp_path / name / "__init__.py").touch()
    (data / "game.toml").write_text(GAME)
    (data / "rules.toml").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    return name


@pytest.fixture
def race(package: str) -> Race:
    return Race("race", package)


def test_it_keeps_the_contract(race: Race) -> None:
    report = check(race, games=4)
    assert dict(report.endings) == {"R-1": 4}
    assert (race.options, race.presets, race.howto) == ((), (), ())


def test_what_happens_is_told_with_its_rule(race: Race) -> None:
    state = race.place(Sketch(((".", "."), ("p", "."), ("P", "Q")), {"moves": 7}), Setup())
    step = advance(race, state, 0, "a1xa2", LoadedTower(()))
    assert [(event.kind, event.text, event.rule) for event in step.events] == [
        ("fall", "Black's Pawn on a2 falls.", "R-1"),
        ("move", "White's Pawn moves a1 to a2.", "R-1"),
    ]
    assert race.sketch(step.state).facts == {"turn": "Black", "moves": 8}
    assert [(tray.title, len(tray.tokens)) for tray in race.view(step.state, 0).trays] == [
        ("Lost by White", 0),
        ("Lost by Black", 1),
    ]
    last = advance(
        race, race.place(Sketch(((".", "p"), ("P", "."), (".", ".")), {}), Setup()), 0, "a2-a3", LoadedTower(())
    )
    assert last.state.turn() == OVER
    assert last.events[-1].text == "White's Pawn on a3 becomes a Queen."


def test_a_view_has_the_pieces_with_their_numbers_and_the_choices(race: Race) -> None:
    state = race.start(Setup())
    view = race.view(state, 0)
    assert [(token.id, token.name, token.cell, token.stats[0].name) for token in view.tokens] == [
        ("u0", "Black Pawn", "b3", "Speed"),
        ("u1", "White Pawn", "a1", "Speed"),
    ]
    assert [(offer.text, offer.kind) for offer in view.offers] == [("Pawn a1", "piece")]
    assert [(leaf.order, leaf.kind) for leaf in leaves(view.offers)] == [("a1-a2", "move")]
    assert race.orders_of(state, "a1") == state.legal()
    assert race.view(state, 1).offers == ()


def test_a_key_depends_on_what_stands_where_not_on_the_order_of_setting_up(race: Race) -> None:
    one, other = RaceState(race), RaceState(race)
    for state, pieces in ((one, (("P", "a1"), ("p", "b3"))), (other, (("p", "b3"), ("P", "a1")))):
        for letter, cell in pieces:
            state.put(letter, race.grid.find(cell))
    assert one.encode() != other.encode()
    assert one.key() == other.key()
    one.change_kind(race.grid.find("a1"), "Q")
    assert one.key() != other.key()
    assert one.board[race.grid.find("b1")] == EMPTY


@pytest.mark.parametrize(
    ("rows", "facts", "sentence"),
    [
        (((".", "."), (".", "."), ("P", "x")), {}, "b1: there is no piece 'x'; the letters are PQ and pq"),
        (((".", "."), (".", "."), ("P", ".")), {"turn": "Red"}, "turn should be White or Black, not 'Red'"),
        (((".", "."), (".", "."), ("P", ".")), {"moves": -1}, "moves should be a number from 0, not -1"),
        (((".", "."), (".", "."), ("P", ".")), {"luck": 1}, "a position of race has no fact 'luck'"),
    ],
)
def test_an_impossible_drawing_is_refused(
    race: Race, rows: tuple[tuple[str, ...], ...], facts: dict[str, int | str], sentence: str
) -> None:
    with pytest.raises(BadPosition, match=re.escape(sentence)):
        race.place(Sketch(rows, facts), Setup())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "side=White moves=0",
        "side=Red moves=0 units=pb3,Pa1",
        "side=White moves=x units=pb3,Pa1",
        "side=White moves=0 units=pb3,Pz9",
        "side=White moves=0 units=pb3,Pb3",
        "side=White moves=0 units=pb3,Xa1",
        "side=White moves=0 units=pb3,Pa1 dice=5",
        "side=White moves=0 units=pb3,Pa1 over=9,1",
        "side=White moves=0 units=pb3,Pa1 more=1",
    ],
)
def test_a_damaged_line_is_refused(race: Race, line: str) -> None:
    assert race.decode("side=White moves=0 units=pb3,Pa1", Setup()).encode() == race.start(Setup()).encode()
    with pytest.raises(BadPosition, match="is not an encoded position of race"):
        race.decode(line, Setup())


def test_armies_and_maps_are_refused(race: Race) -> None:
    with pytest.raises(BadOption, match="race has neither armies nor maps to choose"):
        race.start(Setup(map="hills"))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('seats = ["White", "Black"]', 'seats = ["White"]', "'seats' should be two names, not 1"),
        ('letter = "P"', 'letter = "p"', "'letter' should be one capital letter, not 'p'"),
        ('title = "Race"', "", "'title' is missing"),
        ("speed = 1", 'speed = "fast"', "'speed' should be a number from 0 to 1073741824, not 'fast'"),
        ("2 . .", "2 .", "row 2 of the drawing has 1 tokens, the board has 2 columns"),
        ("counts", "numbers", "unknown key 'numbers'"),
        ("title = ", "title ", "Expected '=' after a key"),
    ],
)
def test_bad_data_is_named(package: str, tmp_path: Path, old: str, new: str, sentence: str) -> None:
    path = tmp_path / package / "data" / "game.toml"
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadData, match=re.escape(sentence)) as refused:
        Race("race", package)
    assert str(refused.value).startswith(f"{package}/data/game.toml")
