"""What a game is: facts about one rulebook, and the functions of a position that are not on the hot path."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Final

from mypy_extensions import mypyc_attr

from pawnstorm.core.armies import Armies
from pawnstorm.core.codec import Codec
from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.errors import BadOption, BadPosition, Refusal, Refused
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.luck import Luck
from pawnstorm.core.options import Option, Preset, complete
from pawnstorm.core.rules import Rule
from pawnstorm.core.state import OVER, Source, State
from pawnstorm.core.values import Value
from pawnstorm.core.view import View, leaves

_SOME_ORDERS: Final = 12
"""How many legal orders a refusal lists."""


@dataclass(frozen=True)
class Setup(Value):
    """What a table agrees on before play: options, and where a game has them an army per seat and a map.

    `rules` is the version of the rules that it is played by, 0 for the present one.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    armies: tuple[str, ...] = ()
    map: str = ""
    rules: int = 0

    def __hash__(self) -> int:
        return hash((frozenset(self.options.items()), self.armies, self.map, self.rules))


FactValue = str | int | dict[str, str] | dict[str, int]
"""What a fact of a drawn position may be."""


@dataclass(frozen=True)
class Sketch(Value):
    """A position as a person draws it: rows of tokens from the top, and named facts the drawing cannot show."""

    rows: tuple[tuple[str, ...], ...]
    facts: Mapping[str, FactValue]


@dataclass(frozen=True)
class Survey(Value):
    """A map as a person reads it, and a sentence for everything that is wrong with it.

    `about` says in a sentence what the players have to do on it; `settles` are the options that choosing it decides.
    """

    title: str
    drawing: str
    notes: tuple[str, ...]
    faults: tuple[str, ...]
    about: str = ""
    settles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ending(Value):
    """How a game ended: the winning seats (several share a draw), why, and by which rule."""

    winners: tuple[int, ...]
    text: str
    rule: str


def ending_of(state: State, reasons: tuple[tuple[str, str], ...]) -> Ending | None:
    """How a game ended by its rules, if it did; `reasons` has a text and a rule for every ending code."""
    if state.turn() != OVER:
        return None
    text, rule = reasons[state.ending_code]
    return Ending(tuple(seat for seat in range(len(state.seat_names())) if state.winners >> seat & 1), text, rule)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One rulebook. It holds facts and words, never a match."""

    key: str
    title: str
    rules_version: int = 1
    """Raised whenever a position plays differently; matches of earlier versions keep their rules."""
    seats: tuple[str, ...]
    summary: str
    howto: tuple[str, ...] = ()
    """How to play, in a few sentences for a player who plays for the first time."""
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    rules: tuple[Rule, ...]
    reasons: tuple[tuple[str, str], ...] = ()
    """For every ending code: how the game ended, in words, and by which rule."""
    retired_options: tuple[str, ...] = ()
    """Options that set-ups of earlier versions may still name; they have no effect any more."""
    maps: tuple[str, ...] = ()
    """The keys of the maps that come with the game, where it has several to choose from."""
    campaign: tuple[str, ...] = ()
    """The maps that are played one after the other, in games that have a campaign."""
    open: bool = False
    """Whether nothing is ever hidden: all viewers see and hear the same, and only their choices differ."""

    def agree(self, setup: Setup) -> Setup:
        """The set-up with every option and the version spelled out; refuses what the game does not know."""
        version = setup.rules or self.rules_version
        if not 0 < version <= self.rules_version:
            raise BadOption(f"{self.key} has no rules version {version}; the present one is {self.rules_version}")
        chosen = dict(setup.options)
        if version < self.rules_version:
            for key in self.retired_options:
                chosen.pop(key, None)
        return Setup(complete(self.key, self.options, chosen, version), setup.armies, setup.map, version)

    def renewed(self, setup: Setup) -> Setup:
        """The set-up of an earlier version, by the present rules; options that came later get their defaults."""
        later = {option.key for option in self.options if 0 < setup.rules < option.since}
        kept = {key: value for key, value in setup.options.items() if key not in later.union(self.retired_options)}
        return self.agree(Setup(kept, setup.armies, setup.map))

    def data_hash(self) -> str:
        """The hash of the game's data, which every record names; empty for a game without data files."""
        return ""

    def earlier_data(self) -> Mapping[str, int]:
        """The hashes of data that plays the same, each with the newest rules version that it was played by."""
        return {}

    def lesson(self) -> str:
        """The text of the first lesson (docs/lessons.md); empty for a game without one."""
        return ""

    def armies(self) -> Armies | None:
        """The lists that armies are built from, in games whose players build them."""
        return None

    def survey(self, map_: str) -> Survey:
        """A map, drawn and checked: one of the game by its key, or a player's by its text."""
        raise BadOption(f"{self.key} has no maps to draw")

    def onward(self, setup: Setup, state: State) -> Setup | None:
        """How a campaign continues after a finished match: the next map, the same one again, or None after the last."""
        raise BadOption(f"{self.key} has no campaign")

    def endless(self, setup: Setup) -> bool:
        """Whether nothing in the rules ends a match that gets nowhere, so that only the players can."""
        return False

    def start(self, setup: Setup) -> State:
        """The position in which a match begins."""
        raise NotImplementedError

    def decode(self, text: str, setup: Setup) -> State:
        """The position that `State.encode` wrote."""
        raise NotImplementedError

    def place(self, sketch: Sketch, setup: Setup) -> State:
        """The position that a sketch draws."""
        raise BadPosition(f"positions of {self.key} cannot be drawn")

    def sketch(self, state: State) -> Sketch:
        """The position as a person would draw it, with every fact."""
        raise BadPosition(f"positions of {self.key} cannot be drawn")

    def read(self, state: State, text: str) -> int:
        """The legal order that a text means; a `Refused` says why there is none. By default `write` decides."""
        texts: list[str] = []
        for move in state.legal():
            texts.append(self.write(state, move))
            if texts[-1] == text.strip():
                return move
        more = " ..." if len(texts) > _SOME_ORDERS else ""
        raise Refused(
            Refusal.UNREADABLE, f"'{text.strip()}' is not an order: write {' '.join(texts[:_SOME_ORDERS])}{more}"
        )

    def write(self, state: State, move: int) -> str:
        """The one notation of a legal order, which `read` understands."""
        raise NotImplementedError

    def audience(self, state: State, move: int) -> int:
        """Who may know an order: everyone, unless the game has secret choices."""
        return EVERYONE

    def window(self, state: State) -> str:
        """What kind of reaction the seat to act is asked for, in a few words; empty if it must decide something."""
        return ""

    def seating(self, setup: Setup) -> tuple[str, ...]:
        """The names of the seats under a set-up."""
        return self.start(setup).seat_names()

    def orders_of(self, state: State, place: str) -> list[int]:
        """The legal orders of the piece that stands on a place; by default those under an offer for its cell."""
        offers = [offer for offer in self.view(state, state.turn()).offers if offer.cell == place] if place else []
        return [self.read(state, leaf.order) for leaf in leaves(tuple(offers))]

    def view(self, state: State, viewer: int) -> View:
        """All that a viewer (a seat or the spectator) may see. Nothing else shows a position to anybody."""
        raise NotImplementedError

    def tell(self, fact: Fact) -> Event:
        """A fact of the rules in words; a game whose rules note no facts does without."""
        raise NotImplementedError

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        """The dice that have just answered a pool, in words; games with sums to show say more."""
        pool = state.pool()
        names = state.seat_names()
        shown = ", ".join(f"{names[die.seat]} {face}" for die, face in zip(pool.dice, faces, strict=True))
        audience = EVERYONE
        for die in pool.dice:
            audience &= die.audience
        return Event("roll", f"{pool.reason}: {shown}", pool.rule, audience=audience)

    def codec(self, setup: Setup) -> Codec:
        """How orders and positions under a set-up become arrays, for programs that learn."""
        raise BadOption(f"{self.key} has no encoding as arrays")

    def ending(self, state: State) -> Ending | None:
        """How the game ended, or None while it is running."""
        return ending_of(state, self.reasons)

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        """A position that the seat cannot tell from the true one, for search; games with secrets re-deal them."""
        return state.copy()

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        kind = type(self)
        if signature(kind).parameters:
            raise TypeError(f"{kind.__name__} takes arguments, so it must write its own __reduce__ to be pickled")
        return shared_game, (kind,)


_SHARED: Final[dict[type[Game], Game]] = {}


def shared_game(kind: type[Game]) -> Game:
    """The one game of a class in this process: what is loaded and what is unpickled are the same object."""
    if kind not in _SHARED:
        _SHARED[kind] = kind()
    return _SHARED[kind]


class SetupSource(Source):
    """A game under a set-up: what the positions of a game belong to, kept once for all of them."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.key = game.key
        self.game: Final = game
        self.setup: Final = setup

    def decode(self, line: str) -> State:
        """The position that `State.encode` wrote."""
        return self.game.decode(line, self.setup)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SetupSource):
            return NotImplemented
        return self is other or (self.key == other.key and self.setup == other.setup)

    def __hash__(self) -> int:
        return hash((self.key, self.setup))

    def __repr__(self) -> str:
        return f"SetupSource({self.key}, {self.setup})"

    def __reduce__(self) -> tuple[Any, ...]:
        return SetupSource, (self.game, self.setup)
