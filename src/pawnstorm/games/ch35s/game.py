"""CH35S, put together: the chapters of its rules behind the interface that every game has."""

from collections.abc import Mapping
from dataclasses import replace
from typing import final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.armies import Armies
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.codec import Codec
from pawnstorm.core.dice import Pool
from pawnstorm.core.errors import BadOption
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import Game, Setup, SetupSource, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.core.view import View
from pawnstorm.games.ch35s import notation
from pawnstorm.games.ch35s.codec import Ch35sCodec
from pawnstorm.games.ch35s.diagram import drawing, encoding
from pawnstorm.games.ch35s.pieces import PACKAGE, Book, Laws
from pawnstorm.games.ch35s.rules import army, dice, turns
from pawnstorm.games.ch35s.rules.lists import Ch35sLists, roster_force
from pawnstorm.games.ch35s.rules.refusals import SIDES
from pawnstorm.games.ch35s.rules.scoring import REASONS
from pawnstorm.games.ch35s.rules.setup import start_objectives
from pawnstorm.games.ch35s.state import (
    DEPLOY,
    DRAFT,
    DROPS,
    KEEP,
    PUT,
    SHEETS,
    STEP,
    Position,
    actor_of,
    what_of,
    where,
)
from pawnstorm.games.ch35s.view import show, words
from pawnstorm.kit import roster as rosters
from pawnstorm.kit.datafile import data_hash, earlier_data, load_howto, load_lesson, load_options, load_rules
from pawnstorm.kit.draft import audience_of
from pawnstorm.kit.states import checked_position

_MOST_LAWS = 64
"""How many sets of laws are kept; armies with sheets of their own add one."""


@final
@mypyc_attr(acyclic=True)
class Ch35sState(Position):
    """A position of CH35S that plays by the chapters of `rules`."""

    def copy(self) -> "Ch35sState":
        """An independent copy, without the journal."""
        return Ch35sState(self.laws, self)

    def seat_names(self) -> tuple[str, ...]:
        """CH-01: two players."""
        return SIDES

    def find_legal(self, moves: Moves) -> None:
        """Every legal order, model by model."""
        turns.find_legal(self, moves)

    def play(self, move: i64) -> None:
        """Carry out a legal order."""
        turns.play(self, move)

    def pool(self) -> Pool:
        """The dice that must be thrown now."""
        return dice.pool(self)

    def find_outcomes(self, outcomes: Outcomes) -> None:
        """Every distinct result of the dice."""
        turns.find_outcomes(self, outcomes)

    def outcome_of(self, faces: list[int]) -> i64:
        """What real dice mean."""
        return turns.outcome_of(self, faces)

    def outcome_name(self, outcome: i64) -> str:
        """A result in a few words."""
        return words.outcome_name(self, int(outcome))

    def odds_group(self) -> i64:
        """A number shared by positions whose results and chances are the same while one action throws again."""
        return dice.odds_group(self)

    def land(self, outcome: i64) -> None:
        """Carry out a result."""
        turns.land(self, outcome)

    def encode(self) -> str:
        """Everything in one line."""
        return encoding.encode(self)


class Ch35s(Game):
    """Two armies fight for the objectives of sixteen zones."""

    def __init__(self) -> None:
        self.key = "ch35s"
        self.title = "CH35S"
        self.rules_version = 2
        # CH-A44: no position plays differently, but version 1 still had this option.
        self.retired_options = ("players",)
        self.seats = SIDES
        self.summary = "Build an army of 25 points and fight for objectives on sixteen zones, five actions a round."
        self.options, self.presets = load_options(PACKAGE)
        self.rules = load_rules(PACKAGE)
        self.howto = load_howto(PACKAGE)
        self.reasons = REASONS
        self.book = Book()
        self._lists = Ch35sLists(self.key, self.book, self.laws)
        # Laws never change, so every table with the same options shares them.
        self._laws: dict[tuple[str, ...], Laws] = {}
        self._codecs: dict[tuple[str, ...], Ch35sCodec] = {}

    def armies(self) -> Armies:
        """CH-06: the sheets with their sample armies."""
        return self._lists

    def agree(self, setup: Setup) -> Setup:
        """The set-up with every option spelled out and every army as a name or a code; refuses illegal armies."""
        agreed = super().agree(setup)
        if agreed.map:
            raise BadOption("ch35s has no maps to choose")
        return replace(agreed, armies=rosters.agree(self._lists, agreed.armies, agreed.options))

    def data_hash(self) -> str:
        """The hash of the data files."""
        return data_hash(PACKAGE)

    def lesson(self) -> str:
        """The text of the first lesson."""
        return load_lesson(PACKAGE)

    def earlier_data(self) -> Mapping[str, int]:
        """The hashes of data that plays the same."""
        return earlier_data(PACKAGE)

    def start(self, setup: Setup) -> State:
        """CH-A43, CH-17: armies are chosen, unless the table has agreed on them; objectives follow."""
        agreed = self.agree(setup)
        state = self._empty(agreed)
        if not agreed.armies:
            army.start_draft(state)
            return state
        for side, text in enumerate(agreed.armies):
            found = rosters.understand(self._lists, text)
            sheet = self.book.find(found.army)
            assert sheet is not None
            army.set_army(state, side, sheet, roster_force(sheet, found))
        army.create_models(state)
        start_objectives(state)
        return state

    def decode(self, text: str, setup: Setup) -> State:
        """The position that an encoded line holds."""
        state = self._empty(self.agree(setup))
        encoding.decode(state, text)
        return state

    def place(self, sketch: Sketch, setup: Setup) -> State:
        """The position that a drawing shows."""
        state = self._empty(self.agree(setup))
        drawing.place(state, sketch)
        return state

    def sketch(self, state: State) -> Sketch:
        """The position as a drawing."""
        return drawing.sketch(_position(state))

    def read(self, state: State, text: str) -> int:
        """The order that a text means."""
        return notation.read(_position(state), state.legal(), text)

    def write(self, state: State, move: int) -> str:
        """An order in words, codes and zones."""
        return notation.write(_position(state), move)

    def audience(self, state: State, move: int) -> int:
        """CH-A43: only its own seat knows what is chosen in secret."""
        position = _position(state)
        return audience_of(int(position.side), bool(position.phase == DRAFT))

    def orders_of(self, state: State, place: str) -> list[int]:
        """The orders of the models in a zone."""
        position = _position(state)
        if position.phase in (DRAFT, DEPLOY):
            return []
        return [
            move for move in state.legal() if _is_action(move) and str(where(position.units[actor_of(move)])) == place
        ]

    def codec(self, setup: Setup) -> Codec:
        """One for the points of the table and the sheets that players bring."""
        agreed = self.agree(setup)
        built_in = self.book.built_in
        brought = _position(self.start(agreed)).forces.sheets if rosters.brings_list(agreed.armies) else ()
        sheets = (*built_in, *(sheet for sheet in brought if sheet not in built_in))
        chosen = (agreed.options["points"], *(str(sheet.number) for sheet in sheets))
        if chosen not in self._codecs:
            if len(self._codecs) >= _MOST_LAWS:
                self._codecs.clear()
            self._codecs[chosen] = Ch35sCodec(sheets, len(built_in), int(agreed.options["points"]))
        return self._codecs[chosen]

    def view(self, state: State, viewer: int) -> View:
        """What a viewer sees."""
        return show.show(_position(state), viewer)

    def tell(self, fact: Fact) -> Event:
        """A fact in words."""
        return words.tell(self.book, fact)

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        """The dice that were thrown, and which faces succeed."""
        return words.tell_roll(_position(state), faces)

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        """CH-A43: an army that the seat cannot see is guessed; a side that has not begun to choose hides nothing."""
        guess = _position(state).copy()
        other = 1 - seat
        if show.is_secret(guess, seat, other) and guess.armies[SHEETS + other] >= 0:
            army.guess_army(guess, other, bool(guess.side != other), luck)
        return guess

    def laws(self, options: Mapping[str, str], armies: tuple[str, ...] = ()) -> Laws:
        """The laws of a table with agreed options; `armies` only if they bring sheets, which are part of its source."""
        chosen = (*options.values(), *armies)
        if chosen not in self._laws:
            if len(self._laws) >= _MOST_LAWS:
                self._laws.clear()
            source = SetupSource(self, Setup(options, armies, rules=self.rules_version))
            self._laws[chosen] = Laws(source, self.book, options)
        return self._laws[chosen]

    def _empty(self, agreed: Setup) -> Ch35sState:
        return Ch35sState(self.laws(agreed.options, agreed.armies if rosters.brings_list(agreed.armies) else ()))


def _is_action(move: int) -> bool:
    what = what_of(move)
    return (what < DROPS or what == STEP) and what not in (PUT, KEEP)


def _position(state: State) -> Ch35sState:
    return checked_position(state, Ch35sState, "ch35s")
