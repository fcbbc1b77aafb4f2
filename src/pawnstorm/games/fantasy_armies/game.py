"""Fantasy Armies, assembled: the rulebook's chapters behind the contract of all games."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.armies import Armies, ArmyList, Kind, Roster, Unit, Violation
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.codec import Codec
from pawnstorm.core.dice import Pool
from pawnstorm.core.errors import BadOption
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import Game, Setup, SetupSource, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.core.view import SPECTATOR, View
from pawnstorm.games.fantasy_armies import guessing, notation
from pawnstorm.games.fantasy_armies.codec import FantasyArmiesCodec
from pawnstorm.games.fantasy_armies.diagram import drawing, encoding
from pawnstorm.games.fantasy_armies.pieces import LIST_KEYS, MOVE_CODES, PACKAGE, SIDES, Book, Laws, place_of
from pawnstorm.games.fantasy_armies.rules import army, dice, turns
from pawnstorm.games.fantasy_armies.rules.deploying import roll_off
from pawnstorm.games.fantasy_armies.rules.ending import REASONS
from pawnstorm.games.fantasy_armies.state import ROLL_DEPLOY, Position, origin_of
from pawnstorm.games.fantasy_armies.view import show, words
from pawnstorm.kit import roster as rosters
from pawnstorm.kit.chessboard import GRID
from pawnstorm.kit.datafile import data_hash, earlier_data, load_howto, load_lesson, load_options, load_rules
from pawnstorm.kit.draft import audience_of
from pawnstorm.kit.states import checked_position


@final
@mypyc_attr(acyclic=True)
class FantasyArmiesState(Position):
    """A position of Fantasy Armies that plays itself by the chapters of `rules`."""

    def copy(self) -> "FantasyArmiesState":
        """An independent copy, without the journal."""
        return FantasyArmiesState(self.laws, self)

    def seat_names(self) -> tuple[str, ...]:
        """FA-01: two players."""
        return SIDES

    def find_legal(self, moves: Moves) -> None:
        """Every legal order, unit by unit."""
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
        """FA-A72: what still counts while one action throws for many pieces."""
        return dice.odds_group(self)

    def land(self, outcome: i64) -> None:
        """Carry out a result."""
        turns.land(self, outcome)

    def encode(self) -> str:
        """Everything in one line."""
        return encoding.encode(self)


class FantasyArmies(Game):
    """Six armies of a mythical world on a chessboard."""

    def __init__(self) -> None:
        self.key = "fantasy-armies"
        self.title = "Fantasy Armies"
        self.rules_version = 2
        self.seats = SIDES
        self.summary = (
            "Pick an army of men, orcs, dwarfs, undead, elves or demons; fight, shoot and cast on a chessboard."
        )
        self.options, self.presets = load_options(PACKAGE)
        self.rules = load_rules(PACKAGE)
        self.howto = load_howto(PACKAGE)
        self.reasons = REASONS
        self.book = Book()
        self._lists = FantasyLists(self)
        # Laws never change, so every table with the same options shares them.
        self._laws: dict[tuple[str, ...], Laws] = {}
        self._codec = FantasyArmiesCodec()

    def armies(self) -> Armies:
        """FA-05: the six lists with their starter armies."""
        return self._lists

    def agree(self, setup: Setup) -> Setup:
        """The set-up with the value of every option, and armies as names or codes; refuses illegal armies."""
        agreed = super().agree(setup)
        if agreed.map:
            raise BadOption("fantasy-armies has no maps to choose")
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
        """FA-A4, FA-18: armies are chosen, unless the set-up names them; then comes the roll-off."""
        agreed = self.agree(setup)
        state = self._empty(agreed)
        if not agreed.armies:
            army.start_draft(state)
            return state
        for side, text in enumerate(agreed.armies):
            found = rosters.understand(self._lists, text)
            army.give_army(state, side, LIST_KEYS.index(found.army), self._lists.counts(found))
        roll_off(state, ROLL_DEPLOY)
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
        """An order in words and squares."""
        return notation.write(_position(state), move)

    def audience(self, state: State, move: int) -> int:
        """FA-A4: only its own seat knows a secret choice."""
        position = _position(state)
        return audience_of(int(position.side), army.is_secret(position, SPECTATOR, position.side))

    def orders_of(self, state: State, place: str) -> list[int]:
        """The orders of the piece on a square."""
        return [move for move in state.legal() if GRID.name(origin_of(move)) == place]

    def codec(self, setup: Setup) -> Codec:
        """The same arrays whatever the options and the armies."""
        self.agree(setup)
        return self._codec

    def view(self, state: State, viewer: int) -> View:
        """What a viewer sees."""
        return show.show(_position(state), viewer)

    def tell(self, fact: Fact) -> Event:
        """A fact in words."""
        return words.tell(self.book, fact)

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        """The dice with what they had to show."""
        return words.tell_roll(_position(state), faces)

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        """FA-A4: guess an army that the seat cannot see; a side that has not begun to choose hides nothing."""
        guess = _position(state).copy()
        other = 1 - seat
        if army.is_secret(guess, seat, other) and guess.list_of(other) >= 0:
            guessing.guess_army(guess, other, guess.side != other, luck)
        return guess

    def laws(self, options: Mapping[str, str], version: int = 0) -> Laws:
        """The laws of a table with agreed options, by the present rules or those of a version."""
        version = version or self.rules_version
        chosen = (str(version), *options.values())
        if chosen not in self._laws:
            source = SetupSource(self, Setup(options, rules=version))
            self._laws[chosen] = Laws(source, self.book, options, version)
        return self._laws[chosen]

    def _empty(self, agreed: Setup) -> FantasyArmiesState:
        return FantasyArmiesState(self.laws(agreed.options, agreed.rules))


class FantasyLists(Armies):
    """FA-05, FA-07: the six lists, for building armies."""

    def __init__(self, game: FantasyArmies) -> None:
        self.game = game.key
        self._owner = game
        self.lists = tuple(_army_list(game.book, place) for place in range(len(LIST_KEYS)))
        self.starters = tuple(_starter(game.book, place) for place in range(len(LIST_KEYS)))

    def counts(self, roster: Roster) -> dict[int, int]:
        """How many of each type a roster has."""
        kinds = self._owner.book.types[LIST_KEYS.index(roster.army)]
        numbers = rosters.counts(self, roster)
        return {kind: numbers[self._owner.book.names[kind]] for kind in kinds if numbers[self._owner.book.names[kind]]}

    def violations(self, roster: Roster, options: Mapping[str, str]) -> list[Violation]:
        """FA-07 to FA-11, FA-A80: everything that is wrong, each with its rule."""
        wrong = rosters.unknown_parts(self, roster, "FA-07")
        pieces = sum(unit.count for unit in roster.units)
        if roster.army not in LIST_KEYS:
            return wrong + army.wrong_size(pieces)
        laws = self._owner.laws(options)
        return wrong + army.violations(laws, LIST_KEYS.index(roster.army), self.counts(roster), pieces)

    def budget(self, options: Mapping[str, str]) -> Fraction:
        """FA-08: the points that may be spent."""
        return Fraction(int(self._owner.laws(options).budget), 2)

    def orders(self, roster: Roster) -> tuple[str, ...]:
        """FA-A4: a list, its pieces one by one without the King, which every army has, and `done`."""
        if roster.army not in LIST_KEYS:
            return ()
        book = self._owner.book
        wanted = [(kind, count) for kind, count in self.counts(roster).items() if not book.king[kind]]
        pieces = (f"+{book.names[kind]}" for kind, count in wanted for _ in range(count))
        return (f"list {roster.army}", *pieces, "done")


def _army_list(book: Book, place: int) -> ArmyList:
    return ArmyList(LIST_KEYS[place], book.titles[place], tuple(_kind(book, kind) for kind in book.types[place]))


def _kind(book: Book, kind: int) -> Kind:
    """FA-13 to FA-17: the profile as it is printed."""
    pips = int(book.pips[kind])
    hth = f"{book.hth[kind]}{f'{pips:+d}' if pips else ''}" if book.melee[kind] else "-"
    ra = f"{book.shots[kind]}/{book.range[kind]}" if book.shots[kind] else "-"
    stats = (("M", MOVE_CODES[book.move[kind]]), ("HTH", hth), ("RA", ra), ("D", f"{book.save[kind]}+"))
    first = int(book.first_spell[kind])
    spells = range(first, first + int(book.spells[kind]))
    notes = (*_traits(book, kind), *(f"{book.spell_names[spell]} {book.cast[spell]}+" for spell in spells))
    return Kind(book.names[kind], Fraction(int(book.halves[kind]), 2), stats, notes)


def _traits(book: Book, kind: int) -> list[str]:
    """The abilities that a piece always has, in a few words."""
    found = (
        (book.king[kind], "King"),
        (book.aura_hth[kind], f"neighbours get +{book.aura_hth[kind]} HTH"),
        (book.aura_d[kind], f"neighbours get +{book.aura_d[kind]} D"),
        (book.dig[kind], f"digs on {book.dig[kind]}+"),
        (book.burst[kind], f"bursts on {book.burst[kind]} ones"),
        (book.backfire[kind], "a one hits itself"),
        (book.feast[kind], "grows by victories"),
        (book.rows[kind], f"sets up in {book.rows[kind]} rows"),
    )
    return [text for there, text in found if there]


def _starter(book: Book, place: int) -> Roster:
    kinds = [kind for kind in book.types[place] if book.starters[place][place_of(kind)]]
    units = tuple(Unit(book.names[kind], book.starters[place][place_of(kind)]) for kind in kinds)
    return Roster(LIST_KEYS[place], units, LIST_KEYS[place])


def _position(state: State) -> FantasyArmiesState:
    return checked_position(state, FantasyArmiesState, "fantasy-armies")
