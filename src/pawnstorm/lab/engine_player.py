"""Programs as players in contests: any program that speaks the engine protocol (docs/engine-protocol.md).

Their names hold a command that is run, so only the command line takes them. The server does not know this room.
"""

import atexit
import contextlib
import shlex
import weakref
from dataclasses import dataclass
from json import dumps
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from time import monotonic

from pawnstorm.ai.players import Player
from pawnstorm.core.errors import CheckFailed, Refused, UsageError
from pawnstorm.core.game import Game, SetupSource
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

PREFIX = "engine:"
"""How the name of a program that speaks the protocol begins."""
LIMIT = 60.0
"""The seconds within which a program must answer, beyond the time that it is given to think."""
_BUDGETS = ("nodes", "time", "cpu", "depth", "level", "sims")
_DEFAULT = "cpu=0.05"
_WORD = 60
_SEEDS = 1 << 30


def read_name(name: str) -> tuple[str, float, str]:
    """The budget for `go`, the time limit and the command of a program's name."""
    budget: list[str] = []
    limit, rest = LIMIT, name.removeprefix(PREFIX)
    while True:
        part, mark, after = rest.partition(":")
        key, equals, value = part.partition("=")
        if not (mark and equals and key in (*_BUDGETS, "limit")):
            break
        if key == "limit":
            limit = _seconds(name, value)
        else:
            budget.append(part)
        rest = after
    if not rest.strip():
        raise UsageError(f"'{name}' names no command: engine:COMMAND, or engine:cpu=0.05:COMMAND")
    return " ".join(budget) or _DEFAULT, limit, rest.strip()


def _seconds(name: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found <= 86400.0:
        raise UsageError(f"'{name}': limit should be a number of seconds above 0, not '{text}'")
    return found


@dataclass(frozen=True)
class Greeting:
    """What a program says about itself."""

    name: str
    game: str
    rules: str


class Connection:
    """A running program. If it dies, does not answer in time or reports an error, a sentence says so."""

    def __init__(self, command: str, limit: float) -> None:
        self._command = command
        self._limit = limit
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        try:
            # In a session of its own, so that Ctrl-C ends the contest in order and not the program in its middle.
            self._process = Popen(
                shlex.split(command), stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8", start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise UsageError(f"the engine '{command}' cannot be started: {error}") from None
        self._reader = Thread(target=_read, args=(self._process, self._lines), daemon=True)
        self._reader.start()

    def greet(self) -> Greeting:
        """Say hello; a program that does not speak the protocol is refused."""
        self.tell("pawnstorm")
        told = self._until("ready")
        if "engine" not in told:
            raise self._failed("does not speak the protocol of docs/engine-protocol.md")
        return Greeting(told.get("name", ""), told.get("game", ""), told.get("rules", ""))

    def tell(self, line: str) -> None:
        """Send a command."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def best_order(self, budget: str) -> str:
        """Let it think, and hear its order."""
        self.tell(f"go {budget}")
        return self._until("bestorder")["bestorder"]

    def _until(self, wanted: str) -> dict[str, str]:
        """What the program says until a line that begins with a word, by first word."""
        told: dict[str, str] = {}
        deadline = monotonic() + self._limit
        while wanted not in told:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
            except Empty:
                raise self._failed(f"has not answered for {self._limit:g} seconds") from None
            if line is None:
                raise self._died()
            word, _, rest = line.strip().partition(" ")
            if word == "error":
                raise self._failed(f"reports an error: {rest}")
            told[word] = rest.strip()
        return told

    def _died(self) -> CheckFailed:
        try:
            ended = f"has ended in the middle (exit code {self._process.wait(1)})"
        except TimeoutExpired:
            ended = "has closed its output"
        return self._failed(ended)

    def _failed(self, what: str) -> CheckFailed:
        self.close()
        return CheckFailed(f"the engine '{self._command}' {what}")

    @property
    def alive(self) -> bool:
        """Whether the program is running."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()


def _read(process: Popen[str], lines: "SimpleQueue[str | None]") -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        for line in process.stdout:
            lines.put(line)
    lines.put(None)


class EnginePlayer(Player):
    """A program that speaks the engine protocol. It is told only what its seat may know."""

    def __init__(self, name: str) -> None:
        self._budget, self._limit, self._command = read_name(name)
        self._connection: Connection | None = None
        self._setup = ""

    def check(self, game: Game) -> None:
        """Start the program; it must play the game."""
        self.greet(game)

    def greet(self, game: Game) -> Greeting:
        """Start the program and ask what it is."""
        self._connection = _connect(self, self._command, self._limit)
        greeting = self._connection.greet()
        if greeting.game != game.key:
            self._connection.close()
            raise UsageError(f"the engine '{self._command}' plays {greeting.game}, not {game.key}")
        return greeting

    def begin(self) -> None:
        """A new match: the program is set up again, so it forgets the last one."""
        self._setup = ""

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """The program's order for a position that the seat to act cannot tell from the true one."""
        known = game.guess(state, int(state.turn()), luck)
        if self._connection is None:
            self.check(game)
        assert self._connection is not None
        setup = setup_text(known)
        if setup != self._setup:
            self._connection.tell(f"setup {setup}")
            self._setup = setup
        self._connection.tell(f"position {known.encode()}")
        order = self._connection.best_order(f"{self._budget} seed={luck.below(_SEEDS)}")
        return self._legal(game, state, order)

    def _legal(self, game: Game, state: State, order: str) -> int:
        try:
            move = game.read(state, order)
        except Refused as error:
            raise self._bad(order, str(error)) from None
        if move not in state.legal():
            raise self._bad(order, "it is not legal")
        return move

    def _bad(self, order: str, why: str) -> CheckFailed:
        if self._connection is not None:
            self._connection.close()
        return CheckFailed(f"the engine '{self._command}' gives the order '{order[:_WORD]}', which is refused: {why}")


def setup_text(state: State) -> str:
    """The set-up of a position's match, as the protocol writes it."""
    source = state.source()
    if not isinstance(source, SetupSource):
        raise CheckFailed("positions of this game do not say which set-up they belong to, so no engine can be told")
    setup = source.setup
    told = {"options": dict(setup.options), "armies": list(setup.armies), "map": setup.map, "rules": setup.rules}
    return dumps(told, ensure_ascii=False)


_IDLE: dict[tuple[str, float], list[Connection]] = {}


def _connect(owner: EnginePlayer, command: str, limit: float) -> Connection:
    """A running program that no other player uses: starting one takes longer than some games.

    When its player is gone, the program waits for the next one. It ends with this process, because its input ends.
    """
    idle = _IDLE.setdefault((command, limit), [])
    connection = idle.pop() if idle else Connection(command, limit)
    weakref.finalize(owner, _release, idle, connection)
    return connection


def _release(idle: list[Connection], connection: Connection) -> None:
    if connection.alive:
        idle.append(connection)


@atexit.register
def _end_all() -> None:
    """A program that ignores the end of its input is ended too."""
    for idle in _IDLE.values():
        for connection in idle:
            connection.close()
