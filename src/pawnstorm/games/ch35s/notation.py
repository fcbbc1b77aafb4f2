"""Notation: orders as short words, model codes and zone numbers, and the refusals of texts that are not legal orders.

A model is its code and its zone, then what distinguishes it from others of its type there: `HU5`, `HU5*1` with one
damage, `c` if it was commanded in this round, `m` if it has commanded, `a1` if it has acted once and this is counted.
"""

import re
from typing import Final

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.games.ch35s.pieces import STARTERS_OF, UPGRADES
from pawnstorm.games.ch35s.rules import refusals
from pawnstorm.games.ch35s.rules.army import sheet_of
from pawnstorm.games.ch35s.rules.refusals import ParsedOrder, expected, has_marks, marks_of
from pawnstorm.games.ch35s.state import (
    ADD,
    AUTO,
    BOMBS,
    CASTS_VISIONS,
    CHOOSE,
    COMMANDING,
    DECLINE,
    DONE,
    DROPS,
    EXPLODES,
    GIVE,
    GO,
    HALT,
    HOLD,
    KEEP,
    PASS,
    PUSHES,
    PUT,
    SHOOT,
    STEP,
    STOP,
    TAKE,
    TELEPORTS,
    ZONES,
    Position,
    actor_of,
    choice,
    number_of,
    pack,
    place_of,
    side_of,
    target_of,
    what_of,
    where,
    zone_of,
)

_MODEL: Final = r"([a-z]{2}) ?(\d{1,2})((?:\*\d{1,2})?(?:[cm]|a\d)*)"
_ZONE: Final = r"(\d{1,2})"
_GO: Final = re.compile(rf"{_MODEL} ?- ?{_ZONE}")
_SHOOT: Final = re.compile(rf"{_MODEL} ?x ?{_MODEL}")
_PUSH: Final = re.compile(rf"{_MODEL} push(?:es)? (own )?{_MODEL} to {_ZONE}")
_BOMB: Final = re.compile(rf"{_MODEL} bombs? {_ZONE}")
_TELEPORT: Final = re.compile(rf"{_MODEL} teleports?(?: {_MODEL})? to {_ZONE}")
_ALONE: Final = re.compile(rf"{_MODEL} (explodes|visions)")
_COMMAND: Final = re.compile(rf"{_MODEL} commands? {_MODEL}")
_DROP: Final = re.compile(rf"([a-z]{{2}}) drops? {_ZONE}")
_PUT: Final = re.compile(rf"([a-z]{{2}}) ?@ ?{_ZONE}")
_KEEP: Final = re.compile(r"keep ([a-z]{2})")
_GIVE: Final = re.compile(r"(.+?) gets (.+)")
_WORDS: Final = {
    "hold": HOLD,
    "stop": STOP,
    "decline": DECLINE,
    "pass": PASS,
    "halt": HALT,
    "deploy": AUTO,
    "done": DONE,
}
_LONGEST: Final = 80


def code_of(position: Position, unit: int) -> str:
    """The code of a model's type."""
    return position.forces.sheets[side_of(unit)].models[place_of(position.units[unit])].code


def model_text(position: Position, unit: int) -> str:
    """A model as orders name it."""
    word = int(position.units[unit])
    return f"{code_of(position, unit)}{where(word)}{marks_of(word)}"


def write(position: Position, move: int) -> str:
    """An order as text: `HU5-7`, `HU5xTR6*1`, `PA3 bombs 6`, `HU@1`, `+Husk`."""
    what, zone = int(what_of(move)), int(zone_of(move))
    if what in (TAKE, CHOOSE, ADD, GIVE):
        return _write_choice(position, what, int(number_of(move)))
    for word, plain in _WORDS.items():
        if plain == what:
            return word
    unit = int(actor_of(move))
    if what in (PUT, KEEP, DROPS):
        code = code_of(position, unit)
        return {PUT: f"{code}@{zone}", KEEP: f"keep {code}", DROPS: f"{code} drops {zone}"}[what]
    return _write_action(position, move, what, model_text(position, unit))


def _write_action(position: Position, move: int, what: int, name: str) -> str:
    zone, target = int(zone_of(move)), int(target_of(move))
    if what in (GO, STEP):
        return f"{name}-{zone}"
    if what in (EXPLODES, CASTS_VISIONS):
        return f"{name} {'explodes' if what == EXPLODES else 'visions'}"
    if what == BOMBS:
        return f"{name} bombs {zone}"
    other = model_text(position, target)
    if what == SHOOT:
        return f"{name}x{other}"
    if what == COMMANDING:
        return f"{name} commands {other}"
    if what == TELEPORTS:
        return f"{name} teleports to {zone}" if target == actor_of(move) else f"{name} teleports {other} to {zone}"
    whose = "own " if side_of(target) == position.side else ""
    return f"{name} pushes {whose}{other} to {zone}"


def _write_choice(position: Position, what: int, number: int) -> str:
    if what == TAKE:
        return f"take {position.laws.book.built_in[number // STARTERS_OF].starters[number % STARTERS_OF].name}"
    if what == CHOOSE:
        return f"list {position.laws.book.built_in[number].key}"
    sheet = sheet_of(position, position.side)
    assert sheet is not None
    if what == ADD:
        return f"+{sheet.models[number].name}"
    model = sheet.models[number // UPGRADES]
    return f"{model.name} gets {model.upgrades[number % UPGRADES].name}"


def read(position: Position, legal: list[int], text: str) -> int:
    """The legal order that a text means; capitals and extra blanks do not matter."""
    order = " ".join(text.split()).lower()
    if len(order) > _LONGEST:
        raise Refused(Refusal.UNREADABLE, "an order is one short line")
    parsed = _parse(position, order)
    if parsed is not None:
        return _find_order(position, legal, parsed)
    move = _word_move(position, order)
    if move in legal:
        return move
    if move >= 0:
        sentence = refusals.why_no_choice(position, move) or f"'{text.strip()}' is not possible now"
        raise _refuse(f"{sentence}: {expected(position)}")
    raise Refused(Refusal.UNREADABLE, f"'{text.strip()}' is not an order: {expected(position)}")


def _refuse(sentence: str) -> Refused:
    return Refused(Refusal.ILLEGAL, sentence)


def _parse(position: Position, order: str) -> ParsedOrder | None:
    """An order about models, legal or not; None if the text is no such order."""
    for shape, what in ((_GO, GO), (_BOMB, BOMBS), (_ALONE, EXPLODES)):
        found = shape.fullmatch(order)
        if found and what == EXPLODES:
            return ParsedOrder(EXPLODES if found[4] == "explodes" else CASTS_VISIONS, _name(found, 1))
        if found:
            return ParsedOrder(what, _name(found, 1), zone=_zone(found[4]))
    for shape, what in ((_SHOOT, SHOOT), (_COMMAND, COMMANDING)):
        found = shape.fullmatch(order)
        if found:
            return ParsedOrder(what, _name(found, 1), _name(found, 4))
    return _parse_placing(order)


def _parse_placing(order: str) -> ParsedOrder | None:
    found = _PUSH.fullmatch(order)
    if found:
        return ParsedOrder(PUSHES, _name(found, 1), _name(found, 5), _zone(found[8]), bool(found[4]))
    found = _TELEPORT.fullmatch(order)
    if found:
        return ParsedOrder(TELEPORTS, _name(found, 1), _name(found, 4) if found[4] else None, _zone(found[7]))
    for shape, what in ((_DROP, DROPS), (_PUT, PUT)):
        found = shape.fullmatch(order)
        if found:
            return ParsedOrder(what, (found[1].upper(), 0, ""), zone=_zone(found[2]))
    found = _KEEP.fullmatch(order)
    return ParsedOrder(KEEP, (found[1].upper(), 0, "")) if found else None


def _name(found: re.Match[str], group: int) -> refusals.ModelName:
    """A model as it was named: code, zone, marks."""
    return found[group].upper(), _zone(found[group + 1]), found[group + 2]


def _zone(text: str) -> int:
    zone = int(text)
    if not 1 <= zone <= ZONES:
        raise _refuse(f"there is no zone {zone}; the zones are 1 to {ZONES} (CH-14)")
    return zone


def _find_order(position: Position, legal: list[int], parsed: ParsedOrder) -> int:
    """The legal order that was written; several can match only where marks were left out."""
    matching = [move for move in legal if _matches(position, move, parsed)]
    best = max((_exactness(position, move, parsed) for move in matching), default=0)
    exact = [move for move in matching if _exactness(position, move, parsed) == best]
    if len(exact) == 1:
        return exact[0]
    if not matching and parsed.what == TELEPORTS and parsed.target == parsed.actor:
        # Sending an equal model is the same order as sending itself.
        return _find_order(position, legal, ParsedOrder(TELEPORTS, parsed.actor, zone=parsed.zone))
    if matching:
        raise _refuse(f"say which: {' or '.join(write(position, move) for move in exact[:4])}")
    raise _refuse(refusals.why_not(position, parsed))


def _matches(position: Position, move: int, parsed: ParsedOrder) -> bool:
    what = int(what_of(move))
    if (GO if what == STEP else what) != parsed.what or (parsed.zone and zone_of(move) != parsed.zone):
        return False
    if not _is_named(position, int(actor_of(move)), parsed.actor):
        return False
    if what == PUSHES and (side_of(target_of(move)) == position.side) != parsed.friend:
        return False
    if what == TELEPORTS and parsed.target is None:
        return target_of(move) == actor_of(move)
    if what == TELEPORTS and target_of(move) == actor_of(move):
        return False
    return parsed.target is None or _is_named(position, int(target_of(move)), parsed.target)


def _is_named(position: Position, unit: int, name: refusals.ModelName) -> bool:
    word = int(position.units[unit])
    code, zone, marks = name
    return code_of(position, unit) == code and (zone == 0 or where(word) == zone) and has_marks(word, marks)


def _exactness(position: Position, move: int, parsed: ParsedOrder) -> int:
    """How many of the models that an order names are named with all their marks."""
    exact = int(parsed.actor[2] == marks_of(int(position.units[actor_of(move)])))
    if parsed.target is not None:
        exact += int(parsed.target[2] == marks_of(int(position.units[target_of(move)])))
    return exact


def _word_move(position: Position, order: str) -> int:
    """The order that plain words mean, legal or not; -1 if there is none."""
    if order in _WORDS:
        return int(pack(_WORDS[order]))
    verb, _, name = order.partition(" ")
    for sheet in position.laws.book.built_in:
        if verb == "list" and name == sheet.key:
            return int(choice(CHOOSE, sheet.number))
        for number, starter in enumerate(sheet.starters):
            if verb == "take" and name == starter.name:
                return int(choice(TAKE, sheet.number * STARTERS_OF + number))
    return _model_choice(position, order)


def _model_choice(position: Position, order: str) -> int:
    gift = _GIVE.fullmatch(order)
    if not order.startswith("+") and not gift:
        return -1
    sheet = sheet_of(position, position.side)
    if sheet is None:
        raise _refuse(expected(position))
    name = gift[1] if gift else order[1:].strip()
    place = sheet.find(name)
    if place < 0:
        known = ", ".join(model.name for model in sheet.models)
        raise _refuse(f"{sheet.title} has no model '{name}', only {known} (CH-08)")
    if not gift:
        return int(choice(ADD, place))
    for index, upgrade in enumerate(sheet.models[place].upgrades):
        if upgrade.name.lower() == gift[2]:
            return int(choice(GIVE, place * UPGRADES + index))
    known = ", ".join(upgrade.name for upgrade in sheet.models[place].upgrades)
    raise _refuse(f"a {sheet.models[place].name} cannot have '{gift[2]}', only {known} (CH-09)")
