"""The terminal and the server follow one policy: a long random match at both, compared action by action."""

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server_kit import HERE, PATIENCE, RANDOM, Json, Visitor, in_order
from suite import TESTS, scaled

from pawnstorm.cli.play.terminal_session import TERMINAL, TerminalSession
from pawnstorm.core.errors import Refused
from pawnstorm.core.fairdice import FairTower
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER
from pawnstorm.core.view import SPECTATOR
from pawnstorm.core.view_json import view_json
from pawnstorm.games import load
from pawnstorm.server.storage.database import open_engine
from pawnstorm.server.storage.store import read_page
from pawnstorm.server.table.table import Table, rebuild
from pawnstorm.server.wire.steps import first_step

ACTIONS, TRENCH_ACTIONS = scaled(150, 50), scaled(500, 300)
"""In Trench Checkers it takes a while until somebody has cards to react with."""
SEATINGS = {"people": ("human", "human"), "first": ("human", "random"), "second": ("random", "human")}
NONSENSE = ("?", "e2-e9", "resigns", "pass pass", "x" * 60)
"""Orders that no game accepts."""


class Twins:
    """One table twice: at a terminal, and on a server with one guest. Both throw the same dice."""

    def __init__(self, server: "ServerProcess", game: str, players: tuple[str, ...], map: str = "") -> None:
        self.luck = random.Random(f"{game} {players} {map}")
        self.database = server.database
        seats = [HERE if player == "human" else RANDOM for player in players]
        guest = server.guest()
        seed = self.luck.randbytes(8).hex()
        self.id = guest.make(*seats, game=game, seed=seed, **({"map": map} if map else {}))["id"]
        self.socket = guest.open(self.id)
        table = self.stored()
        tower = FairTower(table.id, table.made.server_seed, table.seeds)
        self.terminal = TerminalSession(Match(load(game), Setup(map=map), tower), players, "seed 1")
        self.refused = self.taken_back = self.muted = 0
        self.catch_up()

    # ---- acting at both -------------------------------------------------------------------------------------------

    def act(self) -> None:
        """One action of the people, the same at both."""
        chance = self.luck.random()
        if chance < 0.2 and self.terminal.core.reaction():
            self.change_mutes()
        elif chance < 0.8:
            self.order(self.luck.choice(self.socket.orders()))
        elif chance < 0.85:
            self.order(self.luck.choice(NONSENSE))
        elif chance < 0.92:
            self.propose(self.terminal.take_back, "undo")
            self.taken_back += 1
        elif chance < 0.95:
            self.change_mutes()
        elif len(self.terminal.core.held_by(TERMINAL)) < len(self.terminal.seats):
            # A computer never agrees, so this ends no match.
            self.propose(self.terminal.agree_draw, "draw")

    def order(self, text: str) -> None:
        self.do(lambda: self.terminal.order(text), {"t": "order", "rev": self.socket.rev, "do": text})

    def propose(self, at_terminal: Callable[[], object], kind: str) -> None:
        message = {"t": "propose", "rev": self.socket.rev, "seat": self.terminal.match.turn, "kind": kind}
        self.do(at_terminal, message)

    def resign(self) -> None:
        message = {"t": "resign", "rev": self.socket.rev, "seat": self.terminal.match.turn}
        self.do(self.terminal.resign, message)

    def change_mutes(self) -> None:
        reaction = self.terminal.core.reaction()
        if reaction is None:
            self.do(self.terminal.unmute, {"t": "unmute"})
        else:
            self.do(self.terminal.mute, {"t": "mute", "seat": reaction.seat, "window": reaction.window})
            self.muted += 1

    def do(self, at_terminal: Callable[[], object], message: Json) -> None:
        """Do the same at both: both refuse it with the same words, or both carry it out."""
        refused = _refusal(at_terminal)
        if refused is not None:
            self.socket.socket.send(json.dumps(message))
            answer = self.socket.refusal()
            assert (answer["code"], answer["text"]) == (refused.code.value, str(refused))
            self.refused += 1
            return
        # Muting changes no position, so it has no revision of its own.
        rev, muted = self.socket.rev + ("rev" in message), self.mutes()
        self.socket.socket.send(json.dumps(message))
        self.socket.update(lambda update: update["rev"] >= rev and update["muted"] == muted)
        self.catch_up()

    def catch_up(self) -> None:
        """Let programs and the table act: the terminal plays what the server's computers have chosen."""
        terminal = self.terminal
        while terminal.goes_on_alone():
            if terminal.core.program_to_act() < 0:
                terminal.play_chosen(terminal.choose_order())
                continue
            terminal.play_chosen(self.chosen_by_computer(len(terminal.match.steps)))
        while self.socket.last["length"] + first_step(terminal.match) < self.told():
            self.socket.update()
        self.compare()

    def chosen_by_computer(self, number: int) -> str:
        """The order of a step, once the server has stored it: of a secret one the guest is not told."""
        deadline = time.monotonic() + PATIENCE
        while len(steps := self.stored().session.match.steps) <= number:
            assert time.monotonic() < deadline, f"step {number} has not been stored"
            time.sleep(0.01)
        return steps[number].order

    def told(self) -> int:
        """How many steps the guest should have been told of: all that any of the guest's seats may count."""
        viewers = [SPECTATOR, *self.terminal.core.held_by(TERMINAL)]
        return len({number for viewer in viewers for number in self.terminal.match.told(viewer)})

    def stored(self) -> Table:
        """The table as it is in the database."""
        engine = open_engine(self.database)
        with engine.connect() as connection:
            log = read_page(connection, self.id, -1)
        engine.dispose()
        return rebuild(self.id, log)

    # ---- comparing ------------------------------------------------------------------------------------------------

    def mutes(self) -> list[Json]:
        return [{"seat": seat, "window": window} for seat, window in self.terminal.core.muted_by(TERMINAL)]

    def compare(self) -> None:
        """The person to act sees the same, may do the same and is asked the same."""
        terminal, match = self.terminal, self.terminal.match
        if match.turn != OVER:
            screen = self.socket.last["screen"]
            if screen and screen["looking_seat"] != match.turn:
                self.socket.look_as(match.turn)
            view = terminal.view()
            assert self.socket.last["view"] == in_order(json.loads(view_json(view, view.cells, list(view.tokens))))
        last = self.socket.last
        assert last["length"] + first_step(match) == self.told()
        assert last["out"] == [seat for seat in range(len(terminal.seats)) if seat not in match.in_game]
        assert last["muted"] == self.mutes()
        ending, reaction = match.ending, terminal.core.reaction()
        assert (last["end"] and last["end"]["text"]) == (ending and ending.text)
        shown = last["reaction"]
        assert (shown and (shown["seat"], shown["window"], shown["order"], shown["asked"])) == (
            reaction and (reaction.seat, reaction.window, reaction.order, reaction.asked)
        )

    def compare_logs(self) -> None:
        """Every order, every die and every position is the same."""
        stored = self.stored().session
        assert [(step.seat, step.order, step.faces, step.digest) for step in stored.match.steps] == [
            (step.seat, step.order, step.faces, step.digest) for step in self.terminal.match.steps
        ]
        assert stored.unasked == self.terminal.core.unasked
        assert stored.match.ending == self.terminal.match.ending


def _refusal(action: Callable[[], object]) -> Refused | None:
    """Why an action is refused; None if it is carried out."""
    try:
        action()
    except Refused as refused:
        return refused
    return None


class ServerProcess:
    """A server in its own process, whose dice follow from the seed of a table's maker.

    It must not share a process with the terminal: the rules use buffers that belong to one thread.
    """

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'tables.sqlite3'}"
        options = ["--no-limits", "--port", "0", "--reaction-seconds", "0", "--pause-seconds", "0"]
        program = [sys.executable, str(TESTS / "e2e" / "known_dice.py"), "serve"]
        self._process = subprocess.Popen(
            [*program, *options, "--database", self.database], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+", self._process.stdout.readline())
        assert found, self._process.communicate()
        self.url = found[0]
        self._guests: list[Visitor] = []

    def guest(self) -> Visitor:
        self._guests.append(Visitor(self.url))
        return self._guests[-1]

    def stop(self) -> None:
        for guest in self._guests:
            guest.leave()
        self._process.terminate()
        self._process.communicate()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all matches."""
    found = ServerProcess(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


def played(process: ServerProcess, game: str, players: tuple[str, ...], map: str = "") -> Twins:
    """A long random match at both."""
    twins = Twins(process, game, players, map)
    for _ in range(TRENCH_ACTIONS if game == "trench-checkers" else ACTIONS):
        if twins.terminal.match.turn == OVER:
            break
        twins.act()
    return twins


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("key", ["chess-attack", "fantasy-armies", "ch35s", "castle-chess", "trench-checkers"])
def test_terminal_and_server_agree(process: ServerProcess, key: str, seating: str) -> None:
    twins = played(process, key, SEATINGS[seating])
    assert twins.refused
    assert twins.taken_back
    assert twins.muted or key != "trench-checkers"
    if twins.terminal.match.turn != OVER:
        twins.propose(twins.terminal.agree_draw, "draw") if seating == "people" else twins.resign()
        assert twins.terminal.match.turn == OVER
    twins.compare_logs()


def test_terminal_and_server_agree_when_four_play_and_resign(process: ServerProcess) -> None:
    twins = played(process, "castle-chess", ("human", "human", "random", "human"), "emperor")
    seats = len(twins.terminal.seats)
    while twins.terminal.match.turn != OVER:
        twins.resign()
        assert twins.socket.last["end"] or twins.socket.last["out"]
    assert seats == 4
    twins.compare_logs()
