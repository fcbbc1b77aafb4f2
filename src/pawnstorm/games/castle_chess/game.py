"""Castle Chess, put together: the chapters of its rules behind the interface that every game has."""

from collections.abc import Mapping
from dataclasses import replace
from typing import final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.codec import Codec
from pawnstorm.core.dice import EVERYONE, Pool
from pawnstorm.core.errors import BadOption
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import Game, Setup, SetupSource, Sketch, Survey
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.core.view import View
from pawnstorm.games.castle_chess import notation
from pawnstorm.games.castle_chess.codec import CastleChessCodec
from pawnstorm.games.castle_chess.diagram import drawing, encoding
from pawnstorm.games.castle_chess.pieces.kinds import GRID, KNIGHT, PACKAGE
from pawnstorm.games.castle_chess.pieces.laws import Laws
from pawnstorm.games.castle_chess.pieces.maps import KEYS, QUESTS, Map, load_map, pack
from pawnstorm.games.castle_chess.rules import placing, resigning, surveying, turns
from pawnstorm.games.castle_chess.rules.ending import REASONS
from pawnstorm.games.castle_chess.state import PLACE, PROMOTE, PUT, TURN, Position, origin_of, target_of, what_of
from pawnstorm.games.castle_chess.view import show, words
from pawnstorm.kit.datafile import data_hash, earlier_data, load_howto, load_lesson, load_options, load_rules
from pawnstorm.kit.states import checked_position

_KNIGHTS = "knights "
_LINE_UPS = {"one": "muster", "two": "open-field"}
"""CC-02: the map of each line-up of the two-player board."""


@final
@mypyc_attr(acyclic=True)
class CastleChessState(Position):
    """A position of Castle Chess that plays by the chapters of `rules`."""

    def copy(self) -> "CastleChessState":
        """An independent copy, without the journal."""
        return CastleChessState(self.laws, self)

    def seat_names(self) -> tuple[str, ...]:
        """CC-01, CC-64, CC-67: the sides of the map."""
        return self.laws.map.names

    def find_legal(self, moves: Moves) -> None:
        """Every legal order, unit by unit."""
        if self.phase == PLACE or self.phase == PROMOTE:
            placing.find_placings(self, moves)
        else:
            turns.find_turn_orders(self, moves)

    def play(self, move: i64) -> None:
        """Carry out a legal order."""
        if self.phase == PLACE or self.phase == PROMOTE:
            placing.play_placing(self, move)
        else:
            turns.play_turn_order(self, move)

    def pool(self) -> Pool:
        """CC-04: the coin."""
        return placing.pool(self)

    def find_outcomes(self, outcomes: Outcomes) -> None:
        """CC-04: heads or tails."""
        placing.find_outcomes(outcomes)

    def outcome_of(self, faces: list[int]) -> i64:
        """CC-04: the first face is heads."""
        return faces[0] - 1

    def outcome_name(self, outcome: i64) -> str:
        """What the coin says."""
        return words.outcome_name(self, int(outcome))

    def land(self, outcome: i64) -> None:
        """The coin has landed."""
        placing.land(self, outcome)

    def in_game(self, seat: i64) -> bool:
        """CC-A79: a side of four that has fallen is out of the game."""
        return self.laws.resigning_ends or self.lives(seat)

    def resign(self, seat: i64) -> bool:
        """CC-A79: with four sides the others play on."""
        return resigning.resign(self, seat)

    def encode(self) -> str:
        """Everything in one line."""
        return encoding.encode(self)


class CastleChess(Game):
    """Two or four castles, eleven kinds of pieces and engines, six quests."""

    def __init__(self) -> None:
        self.key = "castle-chess"
        self.title = "Castle Chess"
        self.rules_version = 3
        self.seats = ("White", "Black")
        self.summary = (
            "Storm the enemy castle with rams, catapults and towers, for two or four players, or in six quests."
        )
        self.options, self.presets = load_options(PACKAGE)
        self.rules = load_rules(PACKAGE)
        self.howto = load_howto(PACKAGE)
        self.reasons = REASONS
        self.maps = KEYS
        self.campaign = QUESTS
        # Maps and laws never change, so every table with the same set-up shares them.
        self._maps: list[Map] = []
        self._laws: dict[tuple[str, ...], Laws] = {}
        self._codecs: dict[Laws, CastleChessCodec] = {}

    def agree(self, setup: Setup) -> Setup:
        """The set-up with every option spelled out; refuses unknown maps and armies."""
        agreed = super().agree(setup)
        if "\n" in agreed.map:
            agreed = replace(agreed, map=pack(agreed.map))
        board = self._map(agreed)
        if agreed.armies:
            _check_knights(board, agreed)
        return agreed

    def endless(self, setup: Setup) -> bool:
        """CC-A33, CC-A74: whether neither repetition, nor quiet turns, nor a limit of turns ends a match."""
        laws = self._empty(setup).laws
        return not (laws.draws or laws.limited)

    def survey(self, map_: str) -> Survey:
        """CC-M1: a map drawn, described and checked."""
        laws = self._laws_of(self.agree(Setup(map=map_)).map, self.agree(Setup()), 0)
        board = laws.map
        found = tuple(surveying.faults(board, laws))
        settled = next((value for value, key in _LINE_UPS.items() if key == board.key), "")
        return Survey(
            title=board.title,
            drawing=drawing.map_drawing(board),
            notes=tuple(surveying.notes(board)),
            faults=found,
            about=board.about,
            settles={"setup": settled} if settled else {},
        )

    def onward(self, setup: Setup, state: State) -> Setup | None:
        """CC-64, CC-A44, CC-A46: the next quest if Blue has won this one, with the Knights that it may bring."""
        agreed = self.agree(setup)
        if agreed.map not in QUESTS:
            raise BadOption(f"'{agreed.map or 'the two-player board'}' is not a map of the campaign")
        if state.winners != 1:
            return agreed
        place = QUESTS.index(agreed.map) + 1
        if place == len(QUESTS):
            return None
        knights = _position(state).count(0, KNIGHT) if agreed.options["campaign_carry"] == "on" else 0
        return Setup(agreed.options, (f"{_KNIGHTS}{knights}",) if knights else (), QUESTS[place])

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
        """CC-02, CC-03: units on their spaces; machines are placed next."""
        state = self._empty(setup)
        placing.set_up(state)
        return state

    def decode(self, text: str, setup: Setup) -> State:
        """The position that an encoded line holds."""
        state = self._empty(setup)
        encoding.decode(state, text)
        return state

    def place(self, sketch: Sketch, setup: Setup) -> State:
        """The position that a drawing shows."""
        state = self._empty(setup)
        drawing.place(state, sketch)
        return state

    def sketch(self, state: State) -> Sketch:
        """The position as a drawing."""
        return drawing.sketch(_position(state))

    def read(self, state: State, text: str) -> int:
        """The order that a text means."""
        return notation.read(_position(state), text)

    def write(self, state: State, move: int) -> str:
        """An order as text."""
        return notation.write(_position(state), move)

    def audience(self, state: State, move: int) -> int:
        """CC-A37: only its own side knows where a machine is put in secret."""
        position = _position(state)
        secret = position.phase == PLACE and position.laws.secret
        return 1 << int(position.side) if secret else EVERYONE

    def orders_of(self, state: State, place: str) -> list[int]:
        """The orders of the unit on a space."""
        position, square = _position(state), GRID.find(place)
        if position.phase == TURN and state.turn() >= 0:
            return turns.orders_at(position, square) if square >= 0 else []
        return [move for move in state.legal() if _concerns(move) == square]

    def codec(self, setup: Setup) -> Codec:
        """One for each map."""
        laws = self._empty(setup).laws
        if laws not in self._codecs:
            self._codecs[laws] = CastleChessCodec(laws)
        return self._codecs[laws]

    def view(self, state: State, viewer: int) -> View:
        """What a viewer sees."""
        return show.show(_position(state), viewer)

    def tell(self, fact: Fact) -> Event:
        """A fact in words."""
        return words.tell(self._maps, fact)

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        """The coin."""
        return words.tell_roll(_position(state), faces)

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        """CC-A37: machines that the seat cannot see are guessed."""
        guess = _position(state).copy()
        for side in range(guess.seats):
            if guess.lives(side) and side != seat and show.is_secret(guess, seat, side):
                placing.guess_machines(guess, side, luck)
        return guess

    def _map(self, agreed: Setup) -> Map:
        """CC-02: the map of a set-up; without one the two-player board with the chosen set-up."""
        key = agreed.map or _LINE_UPS[agreed.options["setup"]]
        return self._laws_of(key, agreed, 0).map

    def _laws_of(self, key: str, agreed: Setup, knights: int) -> Laws:
        chosen = (key, str(knights), str(agreed.rules), *agreed.options.values())
        if chosen not in self._laws:
            armies = (f"{_KNIGHTS}{knights}",) if knights else ()
            source = SetupSource(self, Setup(agreed.options, armies, key, agreed.rules))
            self._laws[chosen] = Laws(source, self._read(key), agreed.options, agreed.rules, knights)
        return self._laws[chosen]

    def _read(self, key: str) -> Map:
        known = next((board for board in self._maps if board.key == key), None)
        if known is None:
            known = load_map(key)
            known.number = len(self._maps)
            self._maps.append(known)
        return known

    def _empty(self, setup: Setup) -> CastleChessState:
        agreed = self.agree(setup)
        knights = int(agreed.armies[0].removeprefix(_KNIGHTS)) if agreed.armies else 0
        return CastleChessState(self._laws_of(self._map(agreed).key, agreed, knights))


def _check_knights(board: Map, agreed: Setup) -> None:
    """CC-A46: a quest may begin with Knights earned before."""
    number = agreed.armies[0].removeprefix(_KNIGHTS)
    if len(agreed.armies) != 1 or not number.isdecimal() or len(number) > 2:
        raise BadOption(f"castle-chess takes 'knights N' for Blue of a quest, not '{'; '.join(agreed.armies)}'")
    if not board.quest or agreed.options["campaign_carry"] != "on":
        raise BadOption("Knights are carried over in quests only, and only with campaign_carry on (CC-A46)")


def _concerns(move: int) -> int:
    """The space that an order is about: of its unit, or of the Warrior that gets a machine."""
    return int(target_of(move) if what_of(move) == PUT else origin_of(move))


def _position(state: State) -> CastleChessState:
    return checked_position(state, CastleChessState, "castle-chess")
