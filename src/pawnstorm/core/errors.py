"""Every error that Pawnstorm raises on purpose.

PawnstormError
 ├─ UsageError            what was asked for makes no sense: unknown game, option, file, position
 │   ├─ UnknownGame
 │   │   └─ BadGame       a game of another package that breaks the contract, so it is left out
 │   ├─ BadOption
 │   ├─ BadPosition       a drawn or encoded position that is impossible
 │   ├─ BadData           a data file that breaks its format
 │   ├─ BadScenario       a scenario file that breaks its format
 │   └─ NotInstalled      a package that only some uses need
 ├─ CheckFailed           what was asked for was done, and the answer is no
 │   ├─ BadRecord         a record that cannot be replayed; names the line
 │   └─ TooFewDice        loaded dice that ran out before the rules were done with them
 └─ Refused               an order or request that is refused; carries a `Refusal`

Every message is one sentence that names what is wrong and where.
"""

from enum import Enum
from typing import Any


class PawnstormError(Exception):
    """Base of every error this project raises on purpose."""


class UsageError(PawnstormError):
    """The request itself is wrong (exit code 2)."""


class UnknownGame(UsageError):
    """There is no game with that key."""


class BadGame(UnknownGame):
    """A game of another package that breaks the contract."""


class BadOption(UsageError):
    """An option that the game does not have, or a value that the option does not take."""


class BadPosition(UsageError):
    """A position that cannot be read or is impossible on this board."""


class BadData(UsageError):
    """A data file with an unknown key, a missing key or an impossible value."""


class BadScenario(UsageError):
    """A scenario file that does not follow the scenario format."""


class NotInstalled(UsageError):
    """A package that only some uses of Pawnstorm need; names the extra that installs it."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f'{what} needs {package}, which is not installed: pip install "pawnstorm[{extra}]"')


class CheckFailed(PawnstormError):
    """A check was run and failed (exit code 1)."""


class BadRecord(CheckFailed):
    """A record that is damaged, edited or of another version."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return BadRecord, (self.line, self.sentence)


class TooFewDice(CheckFailed):
    """Loaded dice that ran out: the rules ask for more of them than were given."""


class Refusal(Enum):
    """Why an order or a request was refused."""

    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    OVER = "over"
    NOT_YOUR_SEAT = "not_your_seat"
    WAITING = "waiting"
    BUSY = "busy"
    TAKEN = "taken"
    NOT_OVER = "not_over"
    NO_HINTS = "no_hints"


class Refused(PawnstormError):
    """An order or a request was refused; nothing has changed."""

    def __init__(self, code: Refusal, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.code, str(self))
