"""CH35S, assembled: the rulebook's chapters behind the contract that every game signs."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.armies import Armies, ArmyList, Kind, Roster, Unit, Upgrade, Violation
from pawnstorm.core.buffers import Moves, Outcomes
from pawnstorm.core.dice import Pool
from pawnstorm.core.errors import BadOption
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import Ending, Game, Setup, Sketch, ending_of
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.core.view import View
from pawnstorm.games.ch35s import notation
from pawnstorm.games.ch35s.diagram import drawing, encoding
from pawnstorm.games.ch35s.pieces import ABILITY_RULES, KINDS, PACKAGE, Book, Force, Laws, Model, Sheet
from pawnstorm.games.ch35s.rules import army, dice, turns
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
from pawnstorm.kit.datafile import Entry, load_options, load_rules
from pawnstorm.kit.draft import audience_of
from pawnstorm.kit.states import checked_position


@final
@mypyc_attr(acyclic=True)
class Ch35sState(Position):
    """A position of CH35S that plays itself by the chapters of `rules`."""

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
        """The dice that must answer now."""
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
        """What still matters while one action throws again and again."""
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
        self.book = Book()
        self._lists = Ch35sLists(self)
        # Laws never change, so every table with the same options shares them.
        self._laws: dict[tuple[str, ...], Laws] = {}

    def armies(self) -> Armies:
        """CH-06: the sheets with their sample armies."""
        return self._lists

    def agree(self, setup: Setup) -> Setup:
        """The set-up with every option spelled out and every army as a name or a code; refuses illegal armies."""
        agreed = super().agree(setup)
        if agreed.map:
            raise BadOption("ch35s has no maps to choose")
        return replace(agreed, armies=rosters.agree(self._lists, agreed.armies, agreed.options))

    def start(self, setup: Setup) -> State:
        """CH-A43, CH-17: armies are chosen, unless the table has agreed on them; then the objectives."""
        agreed = self.agree(setup)
        state = self._empty(agreed)
        if not agreed.armies:
            army.start_draft(state)
            return state
        for side, text in enumerate(agreed.armies):
            found = rosters.understand(self._lists, text)
            sheet = self.book.find(found.army)
            assert sheet is not None
            army.field(state, side, sheet, force_of(sheet, found))
        army.muster_all(state)
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
        """CH-A43: what is chosen in secret is known to its own seat only."""
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

    def view(self, state: State, viewer: int) -> View:
        """What a viewer sees."""
        return show.show(_position(state), viewer)

    def tell(self, fact: Fact) -> Event:
        """A fact in words."""
        return words.tell(self.book, fact)

    def tell_roll(self, state: State, faces: list[int]) -> Event:
        """The dice with what they had to show."""
        return words.tell_roll(_position(state), faces)

    def ending(self, state: State) -> Ending | None:
        """How the game ended, if it did."""
        return ending_of(state, REASONS)

    def guess(self, state: State, seat: int, luck: Luck) -> State:
        """CH-A43: an army that the seat cannot see is guessed; a side that has not begun to choose hides nothing."""
        guess = _position(state).copy()
        other = 1 - seat
        if show.is_secret(guess, seat, other) and guess.muster[SHEETS + other] >= 0:
            army.guess_army(guess, other, bool(guess.side != other), luck)
        return guess

    def laws(self, options: Mapping[str, str]) -> Laws:
        """The laws of a table with agreed options."""
        chosen = tuple(options.values())
        if chosen not in self._laws:
            self._laws[chosen] = Laws(self.book, options)
        return self._laws[chosen]

    def _empty(self, agreed: Setup) -> Ch35sState:
        return Ch35sState(self.laws(agreed.options))


def _is_action(move: int) -> bool:
    what = what_of(move)
    return (what < DROPS or what == STEP) and what not in (PUT, KEEP)


class Ch35sLists(rosters.CustomArmies):
    """CH-06 to CH-12, CH-M1: the two sheets, and those of players' own, for whoever builds an army."""

    def __init__(self, game: Ch35s) -> None:
        self.game = game.key
        self._owner = game
        self.lists = tuple(_army_list(sheet) for sheet in game.book.own)
        self.starters = tuple(roster for sheet in game.book.own for roster in _starters(sheet))

    def find(self, key: str) -> ArmyList | None:
        """The list of a key, also one that a player has brought."""
        known = super().find(key)
        sheet = None if known else self._owner.book.find(key)
        return _army_list(sheet) if sheet else known

    def adopt(self, entry: Entry, key: str, source: str) -> ArmyList:
        """CH-M1: the printed sheets, or any other of the same form, may be entered by their owner."""
        return _army_list(self._owner.book.add(entry, key, source))

    def sheet_lines(self, key: str) -> list[str]:
        """CH-M1: a sheet as its owner would enter it."""
        sheet = self._owner.book.find(key)
        return _sheet_lines(sheet) if sheet else []

    def budget(self, options: Mapping[str, str]) -> Fraction:
        """CH-07: how many points may be spent."""
        return Fraction(int(self._owner.laws(options).budget))

    def orders(self, roster: Roster) -> tuple[str, ...]:
        """CH-A43: a sheet of the set, models and upgrades, and an end; sheets of one's own are agreed on beforehand."""
        sheet = self._owner.book.find(roster.army)
        if sheet is None or sheet.source:
            return ()
        found = [f"list {sheet.key}"]
        for unit in rosters.tidy(self, roster).units:
            found += [f"+{unit.kind}"] * unit.count
            found += [f"{unit.kind} gets {upgrade}" for upgrade in unit.upgrades]
        return (*found, "done")

    def violations(self, roster: Roster, options: Mapping[str, str]) -> list[Violation]:
        """CH-07 to CH-11: everything that is wrong, each with its rule."""
        wrong = rosters.unknown_parts(self, roster, "CH-09")
        sheet = self._owner.book.find(roster.army)
        if sheet is None:
            return wrong
        mixed = [name for name in {unit.kind for unit in roster.units} if len(_upgrades_of(roster, name)) > 1]
        wrong += [Violation(f"every {name} has the same upgrades", "CH-A4") for name in sorted(mixed)]
        force = force_of(sheet, roster)
        return wrong + army.violations(self._owner.laws(options), sheet, force, int(rosters.cost(self, roster)))


def _sheet_lines(sheet: Sheet) -> list[str]:
    lines = ["[sheet]", f'title = "{sheet.title}"']
    for model in sheet.models:
        lines += ["", "[[sheet.model]]", f'type = "{model.type}"', f'name = "{model.name}"', f'code = "{model.code}"']
        lines += [f"move = {model.move}", f"health = {model.health}", f'attack = "{model.attack}"']
        lines += [f"range = {model.range}", f"strength = {model.strength}", f"damage = {model.damage}"]
        lines.append(f"cost = {model.cost}")
        for upgrade in model.upgrades:
            lines += ["", "[[sheet.model.upgrade]]", f'verb = "{upgrade.verb}"']
            lines += [f"amount = {upgrade.amount}"] if upgrade.amount else []
            lines.append(f"cost = {upgrade.cost}")
    return lines


def _upgrades_of(roster: Roster, name: str) -> set[tuple[str, ...]]:
    return {tuple(sorted(unit.upgrades)) for unit in roster.units if unit.kind == name}


def force_of(sheet: Sheet, roster: Roster) -> Force:
    """CH-11: a roster as numbers and upgrades of the types of its sheet; strangers are left out."""
    force = [(0, 0)] * KINDS
    for unit in roster.units:
        place = sheet.find(unit.kind)
        if place >= 0:
            mask = 0
            for index, upgrade in enumerate(sheet.models[place].upgrades):
                mask |= 1 << index if upgrade.name in unit.upgrades else 0
            force[place] = (force[place][0] + unit.count, force[place][1] | mask)
    return tuple(force)


def _army_list(sheet: Sheet) -> ArmyList:
    return ArmyList(sheet.key, sheet.title, tuple(_kind(model) for model in sheet.models), sheet.source)


def _kind(model: Model) -> Kind:
    """CH-09: a model as its sheet shows it."""
    stats = (
        ("Type", model.type.capitalize()),
        ("Move", str(model.move)),
        ("Health", str(model.health)),
        ("Attack", model.attack),
        ("R", str(model.range)),
        ("S", str(model.strength)),
        ("D", str(model.damage)),
    )
    notes = tuple(f"{upgrade.name} +{upgrade.cost}" for upgrade in model.upgrades)
    upgrades = tuple(
        Upgrade(upgrade.name, Fraction(upgrade.cost), ABILITY_RULES.get(upgrade.verb, "")) for upgrade in model.upgrades
    )
    return Kind(model.name, Fraction(model.cost), stats, notes, upgrades)


def _starters(sheet: Sheet) -> list[Roster]:
    rosters_: list[Roster] = []
    for starter in sheet.starters:
        units: list[Unit] = []
        for place, (count, mask) in enumerate(starter.force):
            if count:
                model = sheet.models[place]
                names = sorted(upgrade.name for index, upgrade in enumerate(model.upgrades) if mask >> index & 1)
                units.append(Unit(model.name, count, tuple(names)))
        rosters_.append(Roster(sheet.key, tuple(units), starter.name))
    return rosters_


def _position(state: State) -> Ch35sState:
    return checked_position(state, Ch35sState, "ch35s")
