"""Positions as drawings with facts that a person can write.

A zone holds models joined by `+`: a number if there are several equal ones, the code (small for Black), a star and the
damage: `2HU+HU*1+tr`. The drawing has four rows; zone 1 is at the lower left, 16 at the upper right.
"""

import re
from dataclasses import dataclass
from typing import Final

from pawnstorm.core.errors import BadPosition
from pawnstorm.core.game import FactValue, Sketch
from pawnstorm.games.ch35s.pieces import KINDS, REINFORCE, Sheet
from pawnstorm.games.ch35s.rules.army import sheet_of
from pawnstorm.games.ch35s.rules.board import WIDTH, zones_of
from pawnstorm.games.ch35s.rules.refusals import SIDES
from pawnstorm.games.ch35s.state import (
    COUNTS,
    DAMAGE,
    DEPLOY,
    DRAFT,
    FREE_STRIKE,
    GONE,
    GRANTED,
    HAND,
    HAS_COMMANDED,
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
    WAS_COMMANDED,
    ZONES,
    Position,
    acts_of,
    damage_of,
    place_of,
    side_of,
    where,
)
from pawnstorm.kit.facts import Facts, number_of, write_words

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


def _zone_text(position: Position, zone: int) -> str:
    """All models in a zone, equal ones counted."""
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
        tuple(_zone_text(position, row * WIDTH + column + 1) for column in range(WIDTH))
        for row in range(WIDTH - 1, -1, -1)
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
        "visions": write_words(name for side, name in enumerate(SIDES) if position.has_visions(side)),
        "objectives": write_words(map(str, zones_of(position.objectives))),
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
        "commanded": _marked(position, units, WAS_COMMANDED),
        "commanders": _marked(position, units, HAS_COMMANDED),
        "acts": _acts(position, units),
    }


def _list_name(position: Position, side: int) -> str:
    sheet = sheet_of(position, side)
    return sheet.key if sheet else "-"


def _pile(position: Position, zone: int) -> dict[str, str]:
    """The codes of each side's models that are off the field for one reason, in the order of the sheet."""
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
            mask = int(position.armies[MASKS + side * KINDS + place])
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
    return write_words(_called(position, unit) for unit in units if position.units[unit] & mark)


def _acts(position: Position, units: list[int]) -> str:
    """CH-A9: how often each model has acted, where this is counted."""
    acted = [(unit, int(acts_of(position.units[unit]))) for unit in units]
    return write_words(f"{_called(position, unit)}:{count}" for unit, count in acted if count)


def place(position: Position, drawing: Sketch) -> None:
    """Set up an empty field as drawn, in the middle of a round; refuses what is impossible."""
    facts = Facts("ch35s", SIDES, drawing.facts)
    drawn = [*_read_rows(drawing.rows), *_read_pile(facts, "reserve", RESERVE), *_read_pile(facts, "lost", GONE)]
    _read_armies(position, facts, drawn)
    for group in drawn:
        for _ in range(group.count):
            _add_drawn(position, group.code, group.zone, group.damage)
    _read_table(position, facts)
    _read_marks(position, facts)
    facts.close()
    position.ask(TURN)


@dataclass(frozen=True)
class Drawn:
    """Equal models in a drawing; the code has the case of its side."""

    code: str
    zone: int
    damage: int
    count: int


def _read_rows(rows: tuple[tuple[str, ...], ...]) -> list[Drawn]:
    found: list[Drawn] = []
    for zone in range(1, ZONES + 1):
        text = rows[WIDTH - 1 - (zone - 1) // WIDTH][(zone - 1) % WIDTH]
        for part in text.split("+") if text != "." else ():
            shape = _MODEL.fullmatch(part)
            if not shape:
                raise BadPosition(f"zone {zone}: '{part}' is not a model; write models as 2HU+HU*1+tr")
            found.append(Drawn(code=shape[2], zone=zone, damage=int(shape[3] or 0), count=int(shape[1] or 1)))
    return found


def _add_drawn(position: Position, code: str, zone: int, damage: int) -> None:
    side = 0 if code.isupper() else 1
    kind = position.forces.sheets[side].find(code)
    if position.end_of(side) - side * UNITS == UNITS:
        raise BadPosition(f"{SIDES[side]} has more than {UNITS} models")
    health = int(position.forces.health[side * KINDS + kind])
    if damage >= health:
        raise BadPosition(f"zone {zone}: {code} has Health {health} and cannot bear {damage} damage (CH-40)")
    if zone == RESERVE and not position.forces.abilities[side * KINDS + kind] & REINFORCE:
        raise BadPosition(f"reserve: {code.upper()} has no Reinforcement (CH-51)")
    unit = position.add_model(side, kind, zone)
    position.units[unit] |= damage << DAMAGE
    position.armies[COUNTS + side * KINDS + kind] += 1


def _read_pile(facts: Facts, key: str, zone: int) -> list[Drawn]:
    """The models that are off the field for one reason."""
    return [
        Drawn(code=code.upper() if side == 0 else code.lower(), zone=zone, damage=0, count=1)
        for side, codes in facts.texts_by_seat(key)
        for code in codes.split()
    ]


def _read_armies(position: Position, facts: Facts, drawn: list[Drawn]) -> None:
    """Read the sheets of both sides and the upgrades of their types."""
    lists = dict(facts.texts_by_seat("lists"))
    for side in (0, 1):
        codes = {group.code.upper() for group in drawn if group.code.isupper() == (side == 0)}
        position.armies[SHEETS + side] = _sheet(position, side, codes, lists.get(side, "")).number
    for code, names in facts.table("upgrades").items():
        _upgrade(position, code, str(names))
    position.update_forces()


def _read_table(position: Position, facts: Facts) -> None:
    """Read scores, the round and the side to act."""
    actions = int(position.laws.actions)
    position.side = facts.seat("turn")
    position.attacker = facts.seat("attacker")
    position.round = facts.number("round", 1, 1, int(position.laws.rounds))
    position.acted = facts.number("acted", 0, 0, actions)
    for key, what, most in (("used", USED, actions), ("vp", POINTS, 999), ("taken", TAKEN, 999)):
        for side, value in facts.numbers_by_seat(key, most):
            position.tally[what + side] = value
    if position.tally[USED + position.side] >= actions:
        raise BadPosition(f"used: {SIDES[position.side]} has no action left and cannot have the turn (CH-25)")
    for side in facts.seats("visions"):
        position.visions |= 1 << side
    for zone in facts.words("objectives"):
        position.objectives |= 1 << number_of("objectives", int(zone) if zone.isdecimal() else 0, 1, ZONES)
    position.last_objective = max(int(position.objectives).bit_length() - 1, 0)


def _read_marks(position: Position, facts: Facts) -> None:
    """Read what models have done in this round."""
    for key, mark in (("commanded", WAS_COMMANDED), ("commanders", HAS_COMMANDED)):
        for name in facts.words(key):
            position.units[_find(position, key, name, mark)] |= mark
    for word in facts.words("acts"):
        name, _, count = word.partition(":")
        acts = number_of("acts", int(count) if count.isdecimal() else count, 0, int(position.laws.cap))
        position.units[_find(position, "acts", name, _ACTED)] += acts * ONE_ACT


def _sheet(position: Position, side: int, codes: set[str], key: str) -> Sheet:
    """The sheet of a side: the named one, or the first that has all its models."""
    book = position.laws.book
    named = book.find(key) if key else None
    if key and named is None:
        raise BadPosition(f"lists: there is no sheet '{key}'")
    # Without models it is the usual pairing: the Empire against the B.R.I.T.E.
    candidates = [named] if named else list(book.built_in if codes else book.built_in[side:])
    for sheet in candidates:
        if codes <= {model.code for model in sheet.models}:
            return sheet
    raise BadPosition(f"no sheet has all of {SIDES[side]}'s models: {' '.join(sorted(codes))} (CH-06)")


def _upgrade(position: Position, code: str, names: str) -> None:
    side = 0 if code.isupper() else 1
    sheet = position.laws.book.sheets[int(position.armies[SHEETS + side])]
    kind = sheet.find(code)
    if kind < 0:
        raise BadPosition(f"upgrades: {sheet.title} has no model '{code}'")
    known = [upgrade.name for upgrade in sheet.models[kind].upgrades]
    for name in filter(None, (part.strip() for part in names.split(","))):
        if name not in known:
            raise BadPosition(f"upgrades: a {sheet.models[kind].name} cannot have '{name}', only {', '.join(known)}")
        position.armies[MASKS + side * KINDS + kind] |= 1 << known.index(name)


def _find(position: Position, key: str, name: str, mark: int) -> int:
    """The first model of a name that does not have the mark yet."""
    shape = _NAMED.fullmatch(name)
    if shape:
        side = 0 if shape[1].isupper() else 1
        for unit in models(position, side):
            word = position.units[unit]
            if code_of(position, unit) == shape[1] and where(word) == int(shape[2]):
                if damage_of(word) == int(shape[3] or 0) and not word & mark:
                    return unit
    raise BadPosition(f"{key}: there is no model '{name}'")
