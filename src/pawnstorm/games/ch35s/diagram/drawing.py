"""Positions as drawings with facts that a person can write.

A zone holds models joined by `+`: a number if there are several alike, the code (small for Black), a star and the
damage: `2HU+HU*1+tr`. The drawing has four rows; zone 1 is at the lower left, 16 at the upper right.
"""

import re
from collections.abc import Mapping
from typing import Final

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue, Sketch
from pawnstorm.games.ch35s.pieces import KINDS, REINFORCE, Sheet
from pawnstorm.games.ch35s.rules.army import sheet_of
from pawnstorm.games.ch35s.rules.board import WIDTH, zones_of
from pawnstorm.games.ch35s.rules.refusals import SIDES
from pawnstorm.games.ch35s.state import (
    COMMANDED,
    COMMANDS,
    COUNTS,
    DAMAGE,
    DEPLOY,
    DRAFT,
    FREE_STRIKE,
    GONE,
    GRANTED,
    HAND,
    MASKS,
    ONE_ACT,
    POINTS,
    RESERVE,
    SHEETS,
    STRIDE,
    TAKEN,
    TURN,
    UNITS,
    USED,
    ZONES,
    Position,
    acts_of,
    damage_of,
    place_of,
    side_of,
    where,
)

PHASES: Final = {
    0: "over",
    DRAFT: "draft",
    DEPLOY: "deploy",
    TURN: "turn",
    GRANTED: "granted",
    FREE_STRIKE: "strike",
    STRIDE: "stride",
}
_MODEL: Final = re.compile(r"(\d{0,2})([A-Z]{2}|[a-z]{2})(?:\*(\d{1,2}))?")
_ACTED: Final = 15 * ONE_ACT
_NAMED: Final = re.compile(r"([A-Z]{2}|[a-z]{2})(\d{1,2})(?:\*(\d{1,2}))?")


def code_of(position: Position, unit: int) -> str:
    """The code of a model, small for Black."""
    side = int(side_of(unit))
    code = position.forces.sheets[side].models[place_of(position.units[unit])].code
    return code if side == 0 else code.lower()


def token(position: Position, unit: int) -> str:
    """A model as it is drawn."""
    damage = damage_of(position.units[unit])
    return code_of(position, unit) + (f"*{damage}" if damage else "")


def models(position: Position, side: int) -> list[int]:
    """The slots of a side's models."""
    return list(range(side * UNITS, int(position.end_of(side))))


def _crowd(position: Position, zone: int) -> str:
    """Everybody in a zone, equal ones counted."""
    counted: dict[str, int] = {}
    for side in (0, 1):
        for unit in models(position, side):
            if where(position.units[unit]) == zone:
                drawn = token(position, unit)
                counted[drawn] = counted.get(drawn, 0) + 1
    return "+".join(f"{count if count > 1 else ''}{drawn}" for drawn, count in sorted(counted.items())) or "."


def sketch(position: Position) -> Sketch:
    """The position as a drawing with all its facts."""
    rows = tuple(
        tuple(_crowd(position, row * WIDTH + column + 1) for column in range(WIDTH)) for row in range(WIDTH - 1, -1, -1)
    )
    return Sketch(rows, {**_table_facts(position), **_model_facts(position)})


def _table_facts(position: Position) -> dict[str, FactValue]:
    tally = position.tally
    return {
        "turn": SIDES[position.side],
        "phase": PHASES.get(int(position.phase), "dice"),
        "round": int(position.round),
        "attacker": SIDES[position.attacker] if position.attacker >= 0 else "-",
        "acted": int(position.acted),
        "used": {name: int(tally[USED + side]) for side, name in enumerate(SIDES)},
        "vp": {name: int(tally[POINTS + side]) for side, name in enumerate(SIDES)},
        "taken": {name: int(tally[TAKEN + side]) for side, name in enumerate(SIDES)},
        "visions": " ".join(name for side, name in enumerate(SIDES) if position.has_seen(side)) or "-",
        "objectives": " ".join(map(str, zones_of(position.objectives))) or "-",
        "granted": int(position.granted),
    }


def _model_facts(position: Position) -> dict[str, FactValue]:
    units = [unit for side in (0, 1) for unit in models(position, side)]
    return {
        "lists": {name: _list_name(position, side) for side, name in enumerate(SIDES)},
        "upgrades": _upgrades(position),
        "reserve": _pile(position, RESERVE),
        "hand": _pile(position, HAND),
        "lost": _pile(position, GONE),
        "commanded": _marked(position, units, COMMANDED),
        "commanders": _marked(position, units, COMMANDS),
        "acts": _acts(position, units),
    }


def _list_name(position: Position, side: int) -> str:
    sheet = sheet_of(position, side)
    return sheet.key if sheet else "-"


def _pile(position: Position, zone: int) -> dict[str, str]:
    """The codes of a side's models that are off the field for one reason, in the order of the sheet."""
    piles: dict[str, str] = {}
    for side, name in enumerate(SIDES):
        found = [unit for unit in models(position, side) if where(position.units[unit]) == zone]
        found.sort(key=lambda unit: int(place_of(position.units[unit])))
        piles[name] = " ".join(code_of(position, unit).upper() for unit in found)
    return piles


def _upgrades(position: Position) -> dict[str, str]:
    named: dict[str, str] = {}
    for side in (0, 1):
        sheet = sheet_of(position, side)
        for place in range(KINDS) if sheet else ():
            assert sheet is not None
            mask = int(position.muster[MASKS + side * KINDS + place])
            model = sheet.models[place]
            names = [upgrade.name for index, upgrade in enumerate(model.upgrades) if mask >> index & 1]
            if names:
                named[model.code if side == 0 else model.code.lower()] = ", ".join(names)
    return named


def _called(position: Position, unit: int) -> str:
    code = code_of(position, unit)
    damage = damage_of(position.units[unit])
    return f"{code}{where(position.units[unit])}" + (f"*{damage}" if damage else "")


def _marked(position: Position, units: list[int], mark: int) -> str:
    return " ".join(_called(position, unit) for unit in units if position.units[unit] & mark) or "-"


def _acts(position: Position, units: list[int]) -> str:
    """CH-A9: how often each model has acted, where this is counted."""
    acted = [(unit, int(acts_of(position.units[unit]))) for unit in units]
    return " ".join(f"{_called(position, unit)}:{count}" for unit, count in acted if count) or "-"


def place(position: Position, drawing: Sketch) -> None:
    """Set an empty field up as drawn, in the middle of a round; refuses what cannot be."""
    facts = _Facts(drawing.facts)
    drawn = _read_rows(drawing.rows)
    off = [*facts.take_pile("reserve", RESERVE), *facts.take_pile("lost", GONE)]
    facts.take_armies(position, drawn + off)
    for code, zone, damage, count in drawn + off:
        for _ in range(count):
            _stand(position, code, zone, damage)
    facts.take_table(position)
    facts.take_marks(position)
    facts.close()
    position.ask(TURN)


Drawn = tuple[str, int, int, int]
"""A code with the case of its side, a zone, the damage, how many."""


def _read_rows(rows: tuple[tuple[str, ...], ...]) -> list[Drawn]:
    found: list[Drawn] = []
    for zone in range(1, ZONES + 1):
        text = rows[WIDTH - 1 - (zone - 1) // WIDTH][(zone - 1) % WIDTH]
        for part in text.split("+") if text != "." else ():
            shape = _MODEL.fullmatch(part)
            if not shape:
                raise BadPosition(f"zone {zone}: '{part}' is no model; write them as 2HU+HU*1+tr")
            found.append((shape[2], zone, int(shape[3] or 0), int(shape[1] or 1)))
    return found


def _stand(position: Position, code: str, zone: int, damage: int) -> None:
    side = 0 if code.isupper() else 1
    kind = position.forces.sheets[side].find(code)
    if position.end_of(side) - side * UNITS == UNITS:
        raise BadPosition(f"{SIDES[side]} has more than {UNITS} models")
    health = int(position.forces.health[side * KINDS + kind])
    if damage >= health:
        raise BadPosition(f"zone {zone}: {code} has Health {health} and cannot bear {damage} damage (CH-40)")
    if zone == RESERVE and not position.forces.abilities[side * KINDS + kind] & REINFORCE:
        raise BadPosition(f"reserve: {code.upper()} has no Reinforcement (CH-51)")
    unit = position.muster_unit(side, kind, zone)
    position.units[unit] |= damage << DAMAGE
    position.muster[COUNTS + side * KINDS + kind] += 1


class _Facts:
    """The facts of a drawing, taken one by one."""

    def __init__(self, facts: Mapping[str, FactValue]) -> None:
        self._facts: dict[str, FactValue] = dict(facts)

    def close(self) -> None:
        """Refuse any fact that was not taken."""
        if self._facts:
            raise BadPosition(f"a position of ch35s has no fact '{next(iter(self._facts))}' to draw")

    def take_pile(self, key: str, zone: int) -> list[Drawn]:
        """The models that are off the field."""
        found: list[Drawn] = []
        for name, codes in self._table(key).items():
            side = self._seat_named(key, name)
            for code in str(codes).split():
                found.append((code.upper() if side == 0 else code.lower(), zone, 0, 1))
        return found

    def take_armies(self, position: Position, drawn: list[Drawn]) -> None:
        """The sheets of both sides and the upgrades of their types."""
        lists = self._table("lists")
        for name in lists:
            self._seat_named("lists", name)
        for side, name in enumerate(SIDES):
            codes = {code.upper() for code, _, _, _ in drawn if code.isupper() == (side == 0)}
            key = str(lists.get(name, ""))
            position.muster[SHEETS + side] = _sheet(position, side, codes, key).number
        for code, names in self._table("upgrades").items():
            _upgrade(position, code, str(names))
        position.reset_rosters()

    def take_table(self, position: Position) -> None:
        """Scores, rounds and whose turn it is."""
        position.side = self._seat("turn")
        position.attacker = self._seat("attacker")
        position.round = self._number("round", 1, 1, int(position.laws.rounds))
        position.acted = self._number("acted", 0, 0, int(position.laws.actions))
        for key, what, most in (("used", USED, int(position.laws.actions)), ("vp", POINTS, 999), ("taken", TAKEN, 999)):
            for name, value in self._table(key).items():
                position.tally[what + self._seat_named(key, name)] = _bounded(key, value, 0, most)
        if position.tally[USED + position.side] >= position.laws.actions:
            raise BadPosition(f"used: {SIDES[position.side]} has no action left and cannot have the turn (CH-25)")
        for name in self._text("visions", "-").split():
            position.visions |= 0 if name == "-" else 1 << self._seat_named("visions", name)
        for zone in self._text("objectives", "-").split():
            if zone != "-":
                position.objectives |= 1 << _bounded("objectives", int(zone) if zone.isdigit() else 0, 1, ZONES)
        position.last_objective = max(int(position.objectives).bit_length() - 1, 0)

    def take_marks(self, position: Position) -> None:
        """What models have done in this round."""
        for key, mark in (("commanded", COMMANDED), ("commanders", COMMANDS)):
            for name in self._text(key, "-").split():
                if name != "-":
                    position.units[_find(position, key, name, mark)] |= mark
        for text in self._text("acts", "-").split():
            if text != "-":
                name, _, count = text.partition(":")
                acts = _bounded("acts", int(count) if count.isdigit() else count, 0, int(position.laws.cap))
                position.units[_find(position, "acts", name, _ACTED)] += acts * ONE_ACT

    def _text(self, key: str, default: str) -> str:
        value = self._facts.pop(key, default)
        if not isinstance(value, str):
            raise BadPosition(f"{key} should be text, not {value!r}")
        return value

    def _number(self, key: str, default: int, least: int, most: int) -> int:
        return _bounded(key, self._facts.pop(key, default), least, most)

    def _table(self, key: str) -> "dict[str, str] | dict[str, int]":
        value = self._facts.pop(key, {})
        if not isinstance(value, dict):
            raise BadPosition(f"{key} should be a table, not {value!r}")
        return value

    def _seat(self, key: str) -> int:
        return self._seat_named(key, self._text(key, "White"))

    def _seat_named(self, key: str, name: str) -> int:
        if name not in SIDES:
            raise BadPosition(f"{key} should be White or Black, not '{name}'")
        return SIDES.index(name)


def _bounded(key: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or not least <= value <= most:
        raise BadPosition(f"{key} should be a number from {least} to {most}, not {value!r}")
    return value


def _sheet(position: Position, side: int, codes: set[str], key: str) -> Sheet:
    """The sheet of a side: the one that is named, or the first that has all its models."""
    book = position.laws.book
    named = book.find(key) if key else None
    if key and named is None:
        raise BadPosition(f"lists: there is no sheet '{key}'")
    # Without models the usual pairing: the Empire against the B.R.I.T.E.
    candidates = [named] if named else list(book.own if codes else book.own[side:])
    for sheet in candidates:
        if codes <= {model.code for model in sheet.models}:
            return sheet
    raise BadPosition(f"no sheet has all of {SIDES[side]}'s models: {' '.join(sorted(codes))} (CH-06)")


def _upgrade(position: Position, code: str, names: str) -> None:
    side = 0 if code.isupper() else 1
    sheet = position.laws.book.sheets[int(position.muster[SHEETS + side])]
    kind = sheet.find(code)
    if kind < 0:
        raise BadPosition(f"upgrades: {sheet.title} has no model '{code}'")
    known = [upgrade.name for upgrade in sheet.models[kind].upgrades]
    for name in filter(None, (part.strip() for part in names.split(","))):
        if name not in known:
            raise BadPosition(f"upgrades: a {sheet.models[kind].name} cannot have '{name}', only {', '.join(known)}")
        position.muster[MASKS + side * KINDS + kind] |= 1 << known.index(name)


def _find(position: Position, key: str, name: str, mark: int) -> int:
    """The first model of a name that has not the mark yet."""
    shape = _NAMED.fullmatch(name)
    if shape:
        side = 0 if shape[1].isupper() else 1
        for unit in models(position, side):
            word = position.units[unit]
            if code_of(position, unit) == shape[1] and where(word) == int(shape[2]):
                if damage_of(word) == int(shape[3] or 0) and not word & mark:
                    return unit
    raise BadPosition(f"{key}: there is no model '{name}'")
