"""Trench Checkers, assembled: the rulebook's chapters behind the contract of all games."""

from collections.abc import Mapping
from dataclasses import replace
from typing import final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.codec import Codec
from pawnstorm.core.dice import Pool
from pawnstorm.core.errors import BadOption
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import Game, Setup, SetupSource, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import OVER, State
from pawnstorm.core.view import View
from pawnstorm.games.trench_checkers import diagram, notation
from pawnstorm.games.trench_checkers.codec import TrenchCheckersCodec
from pawnstorm.games.trench_checkers.pieces.kinds import PACKAGE, SIDES
from pawnstorm.games.trench_checkers.pieces.laws import ENDLESS, Laws
from pawnstorm.games.trench_checkers.rules import rounds, setup, turns
from pawnstorm.games.trench_checkers.rules.winning import REASONS
from pawnstorm.games.trench_checkers.state import Position
from pawnstorm.games.trench_checkers.view import show, words
from pawnstorm.kit.datafile import data_hash, earlier_data, fold, load_howto, load_lesson, load_options, load_rules
from pawnstorm.kit.states import checked_position

_MOST_LAWS = 64
"""How many sets of laws are kept; each supplied field or deck adds one."""


@final
@mypyc_attr(acyclic=True)
class TrenchCheckersState(Position):
    """A position of Trench Checkers that plays itself by the chapters of `rules`."""

    def copy(self) -> "TrenchCheckersState":
        """An independent copy, without the journal."""
        return TrenchCheckersState(self.laws, self)

    def seat_names(self) -> tuple[str, ...]:
        """TC-01: two players."""
        return SIDES

    def find_legal(self, moves: Moves) -> None:
        """Every legal order."""
        turns.find_legal(self, moves)

    def play(self, move: i64) -> None:
        """Carry out a legal order."""
        turns.play(self, move)

    def decline(self) -> i64:
        """TC-A36: the order that plays no card, while a window asks for cards only."""
        return turns.decline(self)

    def pool(self) -> Pool:
        """TC-06, TC-09, TC-14, TC-33: a card of the deck, a d6 each, or the dice of the stacks in combat."""
        return turns.pool(self)

    def find_outcomes(self, outcomes: Outcomes) -> None:
        """Every distinct result of the dice or of the card to be drawn."""
        turns.find_outcomes(self, outcomes)

    def outcome_of(self, faces: list[int]) -> i64:
        """The result for the faces: a card's place in the deck, two d6, or the best of each side's dice."""
        return turns.outcome_of(self, faces)

    def outcome_name(self, outcome: i64) -> str:
        """A result in a few words; which card is drawn stays secret."""
        return words.outcome_name(self, int(outcome))

    def land(self, outcome: i64) -> None:
        """Carry out a result of chance."""
        turns.land(self, outcome)

    def encode(self) -> str:
        """Units, cards and the round in one line."""
        return diagram.encode(self)


class TrenchCheckers(Game):
    """Stacks, trenches, sleeping Commandos and a hand of secret cards."""

    def __init__(self) -> None:
        self.key = "trench-checkers"
        self.title = "Trench Checkers"
        self.rules_version = 2
        self.seats = SIDES
        self.summary = (
            "Draughts in the trenches: stacks roll bigger dice, Commandos wake behind the lines, cards stay secret."
        )
        self.options, self.presets = load_options(PACKAGE)
        self.rules = load_rules(PACKAGE)
        self.howto = load_howto(PACKAGE)
        self.reasons = REASONS
        # Laws never change, so every table with the same options shares them.
        self._laws: dict[tuple[str, ...], Laws] = {}
        self._codecs: dict[Laws, TrenchCheckersCodec] = {}

    def agree(self, setup_: Setup) -> Setup:
        """The set-up with the value of every option; a supplied field or deck becomes one line."""
        agreed = super().agree(setup_)
        return replace(agreed, map=fold(agreed.map, "the supplied map")) if "\n" in agreed.map else agreed

    def endless(self, setup_: Setup) -> bool:
        """TC-A60: whether quiet rounds never end a match."""
        return self._empty(setup_).laws.quiet_limit == ENDLESS

    def data_hash(self) -> str:
        """The hash of the data files."""
        return data_hash(PACKAGE)

    def lesson(self) -> str:
        """The text of the first lesson."""
        return load_lesson(PACKAGE)

    def earlier_data(self) -> Mapping[str, int]:
        """The hashes of data that plays the same."""
        return earlier_data(PACKAGE)

    def start(self, setup_: Setup) -> State:
        """TC-08, TC-09: the pieces are in place, and the deal comes first."""
        state = self._empty(setup_)
        setup.set_up(state)
        rounds.proceed(state)
        return state

    def decode(self, text: str, setup_: Setup) -> State:
        """The position that an encoded line holds."""
        state = self._empty(setup_)
        diagram.decode(state, text)
        return state

    def place(self, sketch: Sketch, setup_: Setup) -> State:
        """The position that a drawing shows."""
        state = self._empty(setup_)
        diagram.place(state, sketch)
        return state

    def sketch(self, state: State) -> Sketch:
        """The position as a drawing."""
        return diagram.sketch(_position(state))

    def read(self, state: State, text: str) -> int:
        """The order that a text means."""
        return notation.read(_position(state), state.legal(), text)

    def write(self, state: State, move: int) -> str:
        """An order as text."""
        return notation.write(_position(state), move)

    def orders_of(self, state: State, place: str) -> list[int]:
        """The orders of the stack on a tile, or those that name the tile."""
        cell = _position(state).laws.field.grid.find(place)
        return [move for move in state.legal() if cell > 0 and notation.cell_named_by(move) == cell]

    def codec(self, setup_: Setup) -> Codec:
        """One for each field and deck."""
        laws = self._empty(setup_).laws
        if laws not in self._codecs:
            if len(self._codecs) >= _MOST_LAWS:
                self._codecs.clear()
            self._codecs[laws] = TrenchCheckersCodec(laws)
        return self._codecs[laws]

    def view(self, state: State, viewer: int) -> View:
        """What a viewer sees."""
        return show.show(_position(state), viewer)

    def tell(self, fact: Fact) -> Event:
        """A fact in words."""
        return words.tell(fact)

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        """The dice in words; a card that is drawn stays unnamed."""
        return words.tell_roll(_position(state), faces)

    def window(self, state: State) -> str:
        """TC-A36: the kind of moment at which the seat to act may only play a card or pass."""
        position = _position(state)
        return "" if turns.decline(position) < 0 else show.WINDOWS[position.phase]

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        """TC-09: the other hand is dealt again from all cards that the seat has not seen."""
        found = _position(state).copy()
        if found.to_act != OVER:
            setup.redeal(found, 1 - seat, luck)
        return found

    def _empty(self, setup_: Setup) -> TrenchCheckersState:
        agreed = self.agree(setup_)
        if agreed.armies:
            raise BadOption("trench-checkers has no armies to choose")
        chosen = (str(agreed.rules), *agreed.options.values(), agreed.map)
        if chosen not in self._laws:
            if len(self._laws) >= _MOST_LAWS:
                self._laws.clear()
            self._laws[chosen] = Laws(SetupSource(self, agreed), agreed.options, agreed.map, agreed.rules)
        return TrenchCheckersState(self._laws[chosen])


def _position(state: State) -> TrenchCheckersState:
    return checked_position(state, TrenchCheckersState, "trench-checkers")
