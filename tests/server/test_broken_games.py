"""A game that breaks in the middle of a match harms only its own tables, and only as long as it is broken."""

from collections.abc import Callable, Iterator
from queue import Queue

import pytest
from server_kit import GREEDY, HERE, PATIENCE, Server

from pawnstorm import games
from pawnstorm.core.buffers import Moves
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.rules import Rule
from pawnstorm.core.state import State
from pawnstorm.core.view import Cell, Offer, View
from pawnstorm.games import Shelf, own_games
from pawnstorm.kit.packages import PackageEntry
from pawnstorm.server import logs
from pawnstorm.server.settings import Settings

SEATS = ("White", "Black")
broken: set[str] = set()
"""The methods that raise now."""


def step(method: str) -> None:
    if method in broken:
        raise RuntimeError(f"{method} is broken")


class Count(State):
    """How far the two have counted."""

    count = 0

    def seat_names(self) -> tuple[str, ...]:
        return SEATS

    def copy(self) -> "Count":
        step("copy")
        twin = Count(self)
        twin.count = self.count
        return twin

    def find_legal(self, moves: Moves) -> None:
        step("find_legal")
        moves.add(1)

    def play(self, move: int) -> None:
        step("play")
        self.count += 1
        self.to_act = 1 - self.to_act

    def encode(self) -> str:
        step("encode")
        return str(self.count)


class Brittle(Game):
    """Nothing but counting."""

    def __init__(self) -> None:
        self.key, self.title, self.summary, self.seats = "brittle", "Brittle", "Count.", SEATS
        self.rules = (Rule("B-1", "counting", "Count."),)

    def start(self, setup: Setup) -> State:
        step("start")
        return Count()

    def write(self, state: State, move: int) -> str:
        step("write")
        return "count"

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        step("guess")
        return state.copy()

    def view(self, state: State, viewer: int) -> View:
        step("view")
        offers = tuple(Offer("count", "call", "a1", self.write(state, move)) for move in state.legal())
        cells = (Cell("a1", 0, 0, "table"),)
        shown = offers if viewer == state.turn() else ()
        return View(self.key, viewer, state.turn(), "Count", 1, 1, cells, (), offers=shown)


@pytest.fixture
def server(
    serve: Callable[[Settings], Server], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    entry = PackageEntry("brittle", f"{__name__}:Brittle", "tests")
    monkeypatch.setattr(games, "_SHELF", Shelf(own_games(), lambda: [entry]))
    yield serve(settings)
    broken.clear()


@pytest.mark.parametrize("method", ["find_legal", "play", "encode", "write", "view"])
def test_a_table_whose_game_breaks_is_closed_and_goes_on_when_the_game_is_sound(server: Server, method: str) -> None:
    person = server.guest()
    other = person.open(person.make()["id"])
    table = person.make(game="brittle")["id"]
    client = person.open(table)
    client.order("count")
    broken.add(method)
    client.send("order", do="count")
    assert client.closed() == 1012
    other.order("e2-e4")
    broken.clear()
    again = person.open(table)
    # An order that was carried out is stored before anybody is sent a view.
    assert len(again.steps) == (2 if method == "view" else 1)
    again.order("count")


def test_a_request_that_fails_is_answered_with_a_problem(server: Server) -> None:
    broken.add("start")
    answer = server.guest().http.post("/api/tables", json={"game": "brittle", "seats": [HERE, HERE]})
    assert answer.status_code == 500
    assert answer.json() == {"code": "internal", "text": "something went wrong here"}


def test_the_computer_is_asked_three_times_and_the_log_says_why(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: Queue[tuple[str, object, object]] = Queue()
    monkeypatch.setattr(logs, "failure", lambda name, error, **facts: told.put((name, facts["game"], facts["why"])))
    person = server.guest()
    client = person.open(person.make(HERE, GREEDY, game="brittle")["id"])
    broken.add("guess")
    client.order("count")
    reasons = [told.get(timeout=PATIENCE) for _ in range(3)]
    assert reasons == [("computer failed", "brittle", "guess is broken")] * 3
    client.send("resign", seat=0)
    assert client.update(lambda message: bool(message["end"]))
    assert told.empty()
