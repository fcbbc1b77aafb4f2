"""Chess Attack, put together: the chapters of its rules behind the interface that every game has."""

from collections.abc import Mapping
from typing import final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.codec import Codec
from pawnstorm.core.dice import Pool
from pawnstorm.core.errors import BadOption
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import Game, Setup, SetupSource, Sketch
from pawnstorm.core.state import State
from pawnstorm.core.view import View
from pawnstorm.games.chess_attack import diagram, notation, view
from pawnstorm.games.chess_attack.codec import ChessAttackCodec
from pawnstorm.games.chess_attack.pieces import PACKAGE, SIDES, Laws
from pawnstorm.games.chess_attack.rules import combat, turns
from pawnstorm.games.chess_attack.rules.setup import set_up
from pawnstorm.games.chess_attack.rules.winning import REASONS
from pawnstorm.games.chess_attack.state import Position, origin_of
from pawnstorm.kit.chessboard import GRID
from pawnstorm.kit.datafile import data_hash, earlier_data, load_howto, load_lesson, load_options, load_rules
from pawnstorm.kit.states import checked_position


@final
@mypyc_attr(acyclic=True)
class ChessAttackState(Position):
    """A position of Chess Attack that plays itself by the chapters of `rules`."""

    def copy(self) -> "ChessAttackState":
        """An independent copy, without the journal."""
        return ChessAttackState(self.laws, self)

    def seat_names(self) -> tuple[str, ...]:
        """CA-01: two players."""
        return SIDES

    def find_legal(self, moves: Moves) -> None:
        """Every legal order, unit by unit."""
        turns.find_legal(self, moves)

    def play(self, move: i64) -> None:
        """Carry out a legal order."""
        turns.play(self, move)

    def pool(self) -> Pool:
        """CA-23, CA-A35: one die for each side, thrown together."""
        return combat.pool(self)

    def find_outcomes(self, outcomes: Outcomes) -> None:
        """Every distinct outcome of the fight under way."""
        combat.find_outcomes(self, outcomes)

    def outcome_of(self, faces: list[int]) -> i64:
        """The outcome for the attacker's die and the defender's."""
        return combat.outcome_of(self, faces[0], faces[1])

    def outcome_name(self, outcome: i64) -> str:
        """What becomes of the two pieces."""
        return view.OUTCOME_NAMES[outcome]

    def land(self, outcome: i64) -> None:
        """Carry out the outcome of the fight."""
        combat.land(self, outcome)

    def encode(self) -> str:
        """Units, rights and history in one line."""
        return diagram.encode(self)


class ChessAttack(Game):
    """Chess with support, wounds and dice."""

    def __init__(self) -> None:
        self.key = "chess-attack"
        self.title = "Chess Attack"
        self.rules_version = 1
        self.seats = SIDES
        self.open = True
        self.summary = (
            "Chess in which a capture is a fight: attack, support and a die against defence, support and a die."
        )
        self.options, self.presets = load_options(PACKAGE)
        self.rules = load_rules(PACKAGE)
        self.howto = load_howto(PACKAGE)
        self.reasons = REASONS
        # Laws never change, so every table with the same options shares them.
        self._laws: dict[tuple[str, ...], Laws] = {}
        self._codec = ChessAttackCodec()

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
        """CA-17: the pieces as in chess."""
        state = self._empty(setup)
        set_up(state)
        return state

    def decode(self, text: str, setup: Setup) -> State:
        """The position that an encoded line holds."""
        state = self._empty(setup)
        diagram.decode(state, text)
        return state

    def place(self, sketch: Sketch, setup: Setup) -> State:
        """The position that a drawing shows."""
        state = self._empty(setup)
        diagram.place(state, sketch)
        return state

    def sketch(self, state: State) -> Sketch:
        """The position as a drawing."""
        return diagram.sketch(_position(state))

    def read(self, state: State, text: str) -> int:
        """The order that a text means."""
        return notation.read(_position(state), state.legal(), text)

    def write(self, state: State, move: int) -> str:
        """An order in long algebraic notation."""
        return notation.write(_position(state), move)

    def orders_of(self, state: State, place: str) -> list[int]:
        """The orders of the piece on a square."""
        return [move for move in state.legal() if GRID.name(origin_of(move)) == place]

    def codec(self, setup: Setup) -> Codec:
        """The same arrays whatever the options."""
        self.agree(setup)
        return self._codec

    def view(self, state: State, viewer: int) -> View:
        """What a viewer sees."""
        return view.show(_position(state), viewer)

    def tell(self, fact: Fact) -> Event:
        """A fact in words."""
        return view.tell(fact)

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        """Both sums with their dice."""
        return view.tell_roll(_position(state), faces)

    def _empty(self, setup: Setup) -> ChessAttackState:
        agreed = self.agree(setup)
        if agreed.armies or agreed.map:
            raise BadOption("chess-attack has neither armies nor maps to choose")
        chosen = tuple(agreed.options.values())
        if chosen not in self._laws:
            self._laws[chosen] = Laws(SetupSource(self, agreed), agreed.options)
        return ChessAttackState(self._laws[chosen])


def _position(state: State) -> ChessAttackState:
    return checked_position(state, ChessAttackState, "chess-attack")
