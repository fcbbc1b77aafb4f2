"""The army sheets as lists for building rosters: what they offer, and what is wrong with an army (CH-06 to CH-12)."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from pawnstorm.core.armies import ArmyList, Kind, Roster, Unit, Upgrade, Violation
from pawnstorm.games.ch35s.pieces import ABILITY_RULES, KINDS, Book, Force, Laws, Model, Sheet
from pawnstorm.games.ch35s.rules import army
from pawnstorm.kit import roster as rosters
from pawnstorm.kit.bits import bit
from pawnstorm.kit.datafile import Entry


class Ch35sLists(rosters.CustomArmies):
    """CH-06 to CH-12, CH-M1: the two built-in sheets, and those that players bring."""

    def __init__(self, game: str, book: Book, laws: Callable[[Mapping[str, str]], Laws]) -> None:
        self.game = game
        self._book = book
        self._laws = laws
        self.lists = tuple(_army_list(sheet) for sheet in book.built_in)
        self.starters = tuple(roster for sheet in book.built_in for roster in _starters(sheet))

    def find(self, key: str) -> ArmyList | None:
        """The list of a key, also one that a player has brought."""
        known = super().find(key)
        sheet = None if known else self._book.find(key)
        return _army_list(sheet) if sheet else known

    def adopt(self, entry: Entry, key: str, source: str) -> ArmyList:
        """CH-M1: a sheet that a player enters, printed or invented."""
        return _army_list(self._book.add(entry, key, source))

    def sheet_lines(self, key: str) -> list[str]:
        """CH-M1: a sheet in the form in which a player enters one."""
        sheet = self._book.find(key)
        return _sheet_lines(sheet) if sheet else []

    def budget(self, options: Mapping[str, str]) -> Fraction:
        """CH-07: how many points may be spent."""
        return Fraction(int(self._laws(options).budget))

    def orders(self, roster: Roster) -> tuple[str, ...]:
        """CH-A43: the orders that choose a roster; none for a player's own sheet, which is agreed on beforehand."""
        sheet = self._book.find(roster.army)
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
        sheet = self._book.find(roster.army)
        if sheet is None:
            return wrong
        mixed = [name for name in {unit.kind for unit in roster.units} if len(_upgrades_of(roster, name)) > 1]
        wrong += [Violation(f"every {name} has the same upgrades", "CH-A4") for name in sorted(mixed)]
        force = roster_force(sheet, roster)
        return wrong + army.violations(self._laws(options), sheet, force, int(rosters.cost(self, roster)))


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


def roster_force(sheet: Sheet, roster: Roster) -> Force:
    """CH-11: a roster as numbers and upgrades of the types of its sheet; unknown types are left out."""
    force = [(0, 0)] * KINDS
    for unit in roster.units:
        place = sheet.find(unit.kind)
        if place >= 0:
            mask = 0
            for index, upgrade in enumerate(sheet.models[place].upgrades):
                mask |= int(bit(index)) if upgrade.name in unit.upgrades else 0
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
