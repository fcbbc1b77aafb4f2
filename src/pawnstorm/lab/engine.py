"""An engine in the spirit of UCI: it reads commands line by line, thinks, and answers (docs/engine-protocol.md).

One thread reads and one thinks, so that `stop` is heard during a search. While compiled code runs, the reading thread
gets its turn through the watch of the search.
"""

from collections.abc import Callable, Iterable
from json import JSONDecodeError, dumps, loads
from queue import SimpleQueue
from threading import Thread
from typing import Any

from pawnstorm.ai.advice import chances_of, orders_of_line
from pawnstorm.ai.players import Hurry, SearchPlayer, derive_seed
from pawnstorm.ai.search.budget import Finding
from pawnstorm.ai.strength import Strength, levels_of, read_strength
from pawnstorm.core.dice import bad_face
from pawnstorm.core.errors import PawnstormError, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, State

PROTOCOL = 1
"""The version of the protocol."""
_DIGITS = 4
_BEST = 5
"""This many orders are told with their chances."""
_TURNS_LEFT = 30
"""A decision by the clock takes this part of the time that is left, and most of the bonus."""
_BONUS_PART, _MARGIN = 0.8, 0.05
_SETUP = {"options": dict, "armies": list, "map": str, "rules": int, "seed": int}
_MOST_SEED = 1 << 53


class Thinking(Hurry):
    """The watch of one `go`: it tells findings, and ends the search at `stop`, an endless one also when input ends."""

    def __init__(self) -> None:
        super().__init__()
        self.endless = False
        self.alone = False
        self.tell: Callable[[Finding], None] = lambda finding: None

    def stops(self) -> bool:
        """Whether the search should end now."""
        return self.hurried or (self.endless and self.alone)

    def hear(self, finding: Finding) -> None:
        """Tell a finding."""
        self.tell(finding)


class Engine:
    """Plays one game for another program. A bad command is answered by one sentence and changes nothing."""

    def __init__(self, game: Game, name: str, say: Callable[[str], None], kind: str = "") -> None:
        """The `kind` is the engine of `docs/ai.md`; by default the one that the levels of the game use."""
        self._game = game
        self._name = name
        self._say = say
        self._kind = kind or levels_of(game)[0].engine
        self._commands: dict[str, Callable[[str], None]] = {
            "pawnstorm": self._greet,
            "ping": lambda rest: say("pong"),
            "setup": self._set_up,
            "position": self._place,
            "play": self._play,
            "dice": self._land,
            "show": lambda rest: say(f"position {self._state.encode()}"),
        }
        self._set_up("{}")

    def serve(self, lines: Iterable[str]) -> None:
        """Carry out commands until `quit` or the end of the lines; what was asked before the end is still answered."""
        heard: SimpleQueue[tuple[str, Thinking] | None] = SimpleQueue()
        Thread(target=_listen, args=(lines, heard), daemon=True).start()
        while (command := heard.get()) is not None:
            self.carry_out(*command)

    def carry_out(self, line: str, thinking: "Thinking | None" = None) -> None:
        """Carry out one command."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "go":
                self._go(rest, thinking or Thinking())
            elif word in self._commands:
                self._commands[word](rest.strip())
            elif word not in ("", "stop"):
                known = ", ".join([*self._commands, "go", "stop", "quit"])
                raise UsageError(f"there is no command '{word[:40]}'; the commands are {known}")
        except PawnstormError as error:
            self._say(f"error {' '.join(str(error).split())}")

    def _greet(self, rest: str) -> None:
        self._say(f"engine {PROTOCOL}")
        self._say(f"name {self._name}")
        self._say(f"game {self._game.key}")
        self._say(f"rules {self._game.rules_version}")
        self._say("ready")

    # ---- positions --------------------------------------------------------------------------------------------

    def _set_up(self, rest: str) -> None:
        asked = _read_setup(rest)
        armies = tuple(asked.get("armies", ()))
        setup = Setup(asked.get("options", {}), armies, asked.get("map", ""), asked.get("rules", 0))
        setup = self._game.agree(setup)
        self._state = self._game.start(setup)
        self._setup, self._seed, self._searches = setup, asked.get("seed", 0), 0
        # A new player remembers nothing of the last match.
        self._players: dict[str, SearchPlayer] = {}

    def _place(self, rest: str) -> None:
        self._state = self._game.start(self._setup) if rest == "start" else self._game.decode(rest, self._setup)

    def _play(self, rest: str) -> None:
        if self._state.turn() == CHANCE:
            raise UsageError("dice are due before the next order: 'dice FACES'")
        after = self._state.copy()
        after.play_checked(self._game.read(self._state, rest))
        self._state = after

    def _land(self, rest: str) -> None:
        if self._state.turn() != CHANCE:
            raise UsageError("no dice are due")
        faces = [int(word) for word in rest.split() if word.isdecimal() and len(word) < 4]
        if len(faces) != len(rest.split()):
            raise UsageError(f"the faces of dice are whole numbers, not '{rest[:40]}'")
        wrong = bad_face(self._state.pool(), faces)
        if wrong:
            raise UsageError(wrong)
        after = self._state.copy()
        after.land(after.outcome_of(faces))
        self._state = after

    # ---- thinking ---------------------------------------------------------------------------------------------

    def _go(self, rest: str, thinking: Thinking) -> None:
        self._searches += 1
        parts = _read_parts(rest)
        seed = _number(parts, "seed") if "seed" in parts else derive_seed(self._seed, f"search {self._searches}")
        thinking.endless = "endless" in parts
        player = self._player(parts)
        player.watch = thinking
        state = self._state.copy()
        thinking.tell = lambda finding: self._inform(state, finding)
        move, finding = player.consider(self._game, state, Luck(seed))
        if finding is not None:
            self._inform(state, finding, best=True)
            chances = chances_of(self._game, state, finding.win, guided=self._kind != "uct")
            self._say(f"chances {' '.join(f'{chance:.{_DIGITS}f}' for chance in chances)}")
        self._say(f"bestorder {self._game.write(state, move)}")

    def _player(self, parts: dict[str, str]) -> SearchPlayer:
        """The player with a budget, the same one for every decision of a match."""
        strength = _strength(self._kind, parts)
        name = str(strength)
        if name not in self._players:
            found = SearchPlayer(strength)
            found.check(self._game)
            self._players[name] = found
        return self._players[name]

    def _inform(self, state: State, finding: Finding, best: bool = False) -> None:
        """One finding; the last one also has the best orders with their chances."""
        told: dict[str, Any] = {
            "depth": int(finding.depth),
            "nodes": int(finding.nodes),
            "chance": round(finding.win, _DIGITS),
            "line": orders_of_line(self._game, state, finding.line),
        }
        if best:
            near = finding.values[:_BEST]
            told["orders"] = [[self._game.write(state, move), round(value, _DIGITS)] for move, value in near]
        self._say(f"info {dumps(told, ensure_ascii=False)}")


def _listen(lines: Iterable[str], heard: "SimpleQueue[tuple[str, Thinking] | None]") -> None:
    """Queue the commands; `stop` and `quit` end the search that was asked for last, whether it has begun or not."""
    last = Thinking()
    for line in lines:
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        if word == "go":
            last = Thinking()
        if word in ("stop", "quit"):
            last.hurried = True
        if word == "quit":
            break
        heard.put((line, last))
    last.alone = True
    heard.put(None)


def _read_setup(text: str) -> dict[str, Any]:
    try:
        asked = loads(text)
    except (JSONDecodeError, RecursionError):
        raise UsageError(f"a set-up is an object in JSON, not '{text[:40]}'") from None
    if not isinstance(asked, dict):
        raise UsageError(f"a set-up is an object in JSON, not '{text[:40]}'")
    for key, value in asked.items():
        if key not in _SETUP:
            raise UsageError(f"a set-up has no '{key[:40]}'; it has {', '.join(_SETUP)}")
        if not isinstance(value, _SETUP[key]) or isinstance(value, bool):
            raise UsageError(f"'{key}' of a set-up should be of the kind {_SETUP[key].__name__}")
    texts = [*asked.get("armies", ()), *asked.get("options", {}).values()]
    if not all(isinstance(text, str) for text in texts):
        raise UsageError("the options and armies of a set-up are texts")
    if not 0 <= asked.get("seed", 0) <= _MOST_SEED:
        raise UsageError(f"the seed of a set-up should be from 0 to {_MOST_SEED}")
    return asked


def _read_parts(text: str) -> dict[str, str]:
    """The parts of a `go`, by key."""
    found: dict[str, str] = {}
    for word in text.split():
        key, mark, value = word.partition("=")
        if bool(mark) == (key == "endless") or key in found:
            raise UsageError(f"'go': '{word[:40]}' should be 'endless' or a key with =NUMBER, each only once")
        found[key] = value
    return found


def _strength(kind: str, parts: dict[str, str]) -> Strength | str:
    """The strength that a `go` asks for; the engine's own names for it are those of players."""
    budget = [f"{key}={value}" for key, value in parts.items() if key not in ("seed", "endless", "clock", "bonus")]
    if "clock" in parts:
        budget.append(f"time={seconds_for(_seconds(parts, 'clock'), _seconds(parts, 'bonus')):.9f}")
    elif "bonus" in parts:
        raise UsageError("'go': 'bonus' needs 'clock'")
    if "endless" in parts:
        if budget:
            raise UsageError("'go': an endless search has no budget")
        return Strength(kind)
    if not budget:
        raise UsageError("'go' needs a budget, such as 'go nodes=20000', or 'go endless'")
    return read_strength(":".join([kind, *budget]))


def seconds_for(left: float, bonus: float) -> float:
    """The seconds to think with so much left on a clock that gives a bonus for each decision; it never runs out."""
    wanted = left / _TURNS_LEFT + _BONUS_PART * bonus
    return min(wanted, left / 2, max(left - _MARGIN, left / 10))


def _seconds(parts: dict[str, str], key: str) -> float:
    try:
        found = float(parts.get(key, "0"))
    except ValueError:
        found = -1.0
    if not 0.0 <= found <= 1e6:
        raise UsageError(f"'go': {key} should be a number of seconds, not '{parts[key][:40]}'")
    return found


def _number(parts: dict[str, str], key: str) -> int:
    text = parts[key]
    if not (text.isascii() and text.isdecimal() and len(text) < 17):
        raise UsageError(f"'go': {key} should be a whole number, not '{text[:40]}'")
    return int(text)
