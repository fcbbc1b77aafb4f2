"""Why an order is not legal, in one sentence with its rule."""

import re
from typing import Final

from mypy_extensions import i64

from pawnstorm.games.ch35s.pieces import BOMB, COMMAND, EXPLODE, NUMBERS, PUSH, TELEPORT, UPGRADES, VISIONS
from pawnstorm.games.ch35s.rules.army import cost_of, force_of, sheet_of
from pawnstorm.games.ch35s.rules.board import distance
from pawnstorm.games.ch35s.rules.moving import strides, zones_with
from pawnstorm.games.ch35s.rules.setup import home_of
from pawnstorm.games.ch35s.state import (
    ADD,
    BOMBS,
    CASTS_VISIONS,
    COMMANDING,
    DEPLOY,
    DRAFT,
    DROPS,
    EXPLODES,
    FREE_STRIKE,
    GIVE,
    GO,
    GRANTED,
    HAND,
    HAS_COMMANDED,
    KEEP,
    PUSHES,
    PUT,
    RESERVE,
    SHOOT,
    STOP,
    STRIDE,
    TELEPORTS,
    TURN,
    UNITS,
    WAS_COMMANDED,
    Position,
    acts_of,
    damage_of,
    number_of,
    place_of,
    side_of,
    what_of,
    where,
)

SIDES: Final = ("White", "Black")

_NEEDS: Final = {
    PUSHES: (PUSH, "Force Push", "CH-48"),
    BOMBS: (BOMB, "Hard Light Bomb", "CH-53"),
    TELEPORTS: (TELEPORT, "Teleportation", "CH-52"),
    EXPLODES: (EXPLODE, "Self Explosion", "CH-A40"),
    CASTS_VISIONS: (VISIONS, "Chaotic Visions", "CH-45"),
    COMMANDING: (COMMAND, "Mental Command", "CH-49"),
}
"""The ability that an order needs, its name and its rule."""

ModelName = tuple[str, int, str]
"""A model as an order names it: code, zone, marks."""
_MARK: Final = re.compile(r"\*\d+|[cm]|a\d")


class ParsedOrder:
    """An order about models as it was written, legal or not; `friend` says that a push names a friend."""

    def __init__(
        self, what: int, actor: ModelName, target: ModelName | None = None, zone: int = 0, friend: bool = False
    ) -> None:
        self.what: Final = what
        self.actor: Final = actor
        self.target: Final = target
        self.zone: Final = zone
        self.friend: Final = friend


def expected(position: Position) -> str:
    """What the seat to act should do now."""
    side = SIDES[position.side]
    return {
        DRAFT: f"{side} chooses an army: 'take k1', or 'list knightmare', '+Husk', 'Husk gets Quick Strike', 'done'",
        DEPLOY: f"{side} deploys: 'HU@1' with a code and a zone, 'keep HU', or 'deploy' for the rest",
        TURN: f"{side} takes an action such as 'HU5-6' or 'HU5xTR6', 'hold', or after an action 'stop'",
        GRANTED: f"{side}'s commanded model acts, or 'decline'",
        FREE_STRIKE: f"{side}'s model may make a free attack, or 'pass'",
        STRIDE: f"{side}'s model may attack, move on, or 'halt'",
    }.get(int(position.phase), "the dice come first")


def find_named(position: Position, side: i64, name: ModelName) -> list[int]:
    """The models of a side that a name may mean, whatever their marks."""
    code, zone, _ = name
    return [
        unit
        for unit in range(int(side) * UNITS, int(position.end_of(side)))
        if position.forces.sheets[side].models[place_of(position.units[unit])].code == code
        and (zone == 0 or where(position.units[unit]) == zone)
    ]


def marks_of(word: int) -> str:
    """What distinguishes a model from others of its type in its zone: damage, commands, actions taken."""
    text = f"*{damage_of(word)}" if damage_of(word) else ""
    text += ("c" if word & WAS_COMMANDED else "") + ("m" if word & HAS_COMMANDED else "")
    return text + (f"a{acts_of(word)}" if acts_of(word) else "")


def has_marks(word: int, marks: str) -> bool:
    """Whether a model has all marks that it was named with."""
    return set(_MARK.findall(marks)) <= set(_MARK.findall(marks_of(word)))


def called(position: Position, unit: int) -> str:
    """The name of a model's type."""
    return position.forces.sheets[side_of(unit)].models[place_of(position.units[unit])].name


def why_not(position: Position, parsed: ParsedOrder) -> str:
    """Why an order about models is not legal."""
    if position.phase == DRAFT or (position.phase == DEPLOY) != (parsed.what in (PUT, KEEP)):
        return f"this is not the moment for it: {expected(position)}"
    found = find_named(position, position.side, parsed.actor)
    if parsed.what in (PUT, KEEP, DROPS):
        return _why_no_entry(position, parsed, found)
    code, zone, marks = parsed.actor
    if not found:
        return f"{SIDES[position.side]} has no {code} in zone {zone}"
    marked = [unit for unit in found if has_marks(position.units[unit], marks)]
    if not marked:
        return f"no {code} in zone {zone} is marked '{marks}'"
    unit = min(marked, key=lambda unit: len(marks_of(position.units[unit])))
    return (
        _why_not_now(position, unit, parsed)
        or _why_no_action(position, unit, parsed)
        or f"{code}{zone} cannot do this now"
    )


def _why_no_entry(position: Position, parsed: ParsedOrder, found: list[int]) -> str:
    code = parsed.actor[0]
    wanted = RESERVE if parsed.what == DROPS else HAND
    waiting = [unit for unit in found if where(position.units[unit]) == wanted]
    if not waiting:
        place, rule = ("in reserve", "CH-51") if parsed.what == DROPS else ("left to deploy", "CH-20")
        return f"{SIDES[position.side]} has no {code} {place} ({rule})"
    if parsed.what == KEEP:
        return f"a {called(position, waiting[0])} has no Reinforcement and cannot be kept back (CH-51)"
    if parsed.what == PUT:
        home = home_of(position, position.side)
        return f"{SIDES[position.side]} deploys in zones {home} and {home + 1}, not in {parsed.zone} (CH-20)"
    return f"this is not the moment for it: {expected(position)}"


def _why_not_now(position: Position, unit: int, parsed: ParsedOrder) -> str:
    """What is forbidden at this moment, whatever the model."""
    phase, word = position.phase, position.units[unit]
    if phase == GRANTED and position.commanded not in find_named(position, position.side, parsed.actor):
        return f"the commanded {called(position, int(position.commanded))} acts now (CH-49)"
    if phase in (FREE_STRIKE, STRIDE) and position.actor not in find_named(position, position.side, parsed.actor):
        return f"the {called(position, int(position.actor))} that moves comes first (CH-50)"
    if phase == FREE_STRIKE and parsed.what != SHOOT:
        return "after its move the model may only attack, or 'pass' (CH-50)"
    if phase == STRIDE and parsed.what not in (SHOOT, GO):
        return "on its move the model may only attack, move on, or 'halt' (CH-A37)"
    if phase == STRIDE and position.struck and parsed.what == SHOOT:
        return "it has struck in this zone already (CH-A37)"
    if phase == TURN and position.laws.cap and acts_of(word) >= position.laws.cap:
        return f"it has acted {position.laws.cap} times in this round (CH-A9)"
    return ""


def _why_no_action(position: Position, unit: int, parsed: ParsedOrder) -> str:
    if parsed.what == GO:
        return _why_no_move(position, unit, parsed.zone)
    if parsed.what == SHOOT:
        return _why_no_attack(position, unit, parsed)
    ability, name, rule = _NEEDS[parsed.what]
    if not position.forces.abilities[position.kind_of(unit)] & ability:
        return f"a {called(position, unit)} here has no {name} ({rule})"
    if parsed.what == BOMBS:
        return _why_no_bomb(position, unit, parsed.zone)
    if parsed.what == COMMANDING:
        return _why_no_command(position, unit, parsed)
    return _why_no_placing(position, unit, parsed)


def _why_no_move(position: Position, unit: int, zone: int) -> str:
    here, kind = where(position.units[unit]), position.kind_of(unit)
    if position.phase == STRIDE and not position.steps:
        return "its move is over: it has gone as far as it may (CH-34)"
    if strides(position, kind) and distance(here, zone) != 1:
        return f"zone {zone} is not next to zone {here}; this model moves step by step (CH-A37)"
    if distance(here, zone) > position.forces.move[kind]:
        return f"zone {zone} is {_apart(here, zone)}, and its Move is {position.forces.move[kind]} (CH-32)"
    if zones_with(position, 1 - position.side):
        return f"enemies in the way stop the move before zone {zone} (CH-34)"
    return f"it cannot move to zone {zone} (CH-32)"


def _apart(here: i64, zone: i64) -> str:
    far = distance(here, zone)
    return "1 zone away" if far == 1 else f"{far} zones away"


def _why_no_attack(position: Position, unit: int, parsed: ParsedOrder) -> str:
    assert parsed.target is not None
    code, zone, marks = parsed.target
    if not find_named(position, 1 - position.side, parsed.target):
        if find_named(position, position.side, parsed.target):
            return "a model cannot attack its own side (CH-A14)"
        return f"there is no enemy {code} in zone {zone} (CH-36)"
    here, reach = where(position.units[unit]), position.forces.range[position.kind_of(unit)]
    if distance(here, zone) > reach:
        return f"zone {zone} is {_apart(here, zone)}, and the Range of the attack is {reach} (CH-36)"
    return f"no enemy {code} in zone {zone} is marked '{marks}'" if marks else ""


def _why_no_bomb(position: Position, unit: int, zone: int) -> str:
    here, reach = where(position.units[unit]), position.forces.bomb_range[position.kind_of(unit)]
    if distance(here, zone) > reach:
        return f"zone {zone} is {_apart(here, zone)}, and the bomb reaches {reach} (CH-A30)"
    return f"there is no enemy in zone {zone} to bomb (CH-A36)"


def _why_no_command(position: Position, unit: int, parsed: ParsedOrder) -> str:
    assert parsed.target is not None
    if position.granted:
        return "a commanded model may not command (CH-A26)"
    if all(position.units[one] & HAS_COMMANDED for one in find_named(position, position.side, parsed.actor)):
        return "it has given its command in this round (CH-A41)"
    found = find_named(position, position.side, parsed.target)
    if not found:
        return f"{SIDES[position.side]} has no {parsed.target[0]} in zone {parsed.target[1]}"
    if found == [unit]:
        return "a model cannot command itself (CH-49)"
    if distance(where(position.units[unit]), parsed.target[1]) > 1:
        return "a command reaches this zone and those next to it (CH-49)"
    if all(position.units[one] & WAS_COMMANDED for one in found if one != unit):
        return "it has been commanded in this round (CH-49)"
    return "it has no action left that could be commanded (CH-A9)"


def _why_no_placing(position: Position, unit: int, parsed: ParsedOrder) -> str:
    """CH-48, CH-52, CH-A36: why a Force Push or a Teleportation cannot be done like this."""
    here = where(position.units[unit])
    if parsed.target is None:
        return "it is there already: Teleportation must change the zone (CH-A36)" if parsed.zone == here else ""
    side = position.side if parsed.what == TELEPORTS or parsed.friend else 1 - position.side
    code, zone, _ = parsed.target
    if not find_named(position, side, parsed.target):
        return f"{SIDES[side]} has no {code} in zone {zone}"
    if parsed.what == TELEPORTS:
        if zone != here:
            return "Teleportation takes the model itself or a friend in its zone (CH-52)"
        return "it is there already: Teleportation must change the zone (CH-A36)" if parsed.zone == here else ""
    if distance(here, zone) > 1:
        return "Force Push reaches this zone and those next to it (CH-48)"
    if distance(zone, parsed.zone) != 1:
        return f"zone {parsed.zone} is not next to zone {zone}: a push goes one zone (CH-48)"
    return "a model cannot push itself (CH-48)"


def why_no_choice(position: Position, move: int) -> str:
    """CH-07, CH-A2, CH-A8: why a choice of the army, or a plain word, is not possible; empty if nothing explains it."""
    what, number = what_of(move), int(number_of(move))
    if what == STOP and position.phase == TURN:
        return "a turn has at least one action (CH-A8)"
    sheet = sheet_of(position, position.side)
    if position.phase != DRAFT or sheet is None or what not in (ADD, GIVE):
        return ""
    force = force_of(position, position.side)
    place = number if what == ADD else number // UPGRADES
    name, (count, mask) = sheet.models[place].name, force[place]
    if what == ADD and position.laws.chess_set and count >= NUMBERS.chess_set[place]:
        return f"a chess set has only {NUMBERS.chess_set[place]} for {name} (CH-A2)"
    if what == GIVE and not count:
        return f"there is no {name} in the army yet (CH-11)"
    if what == GIVE and mask >> number % UPGRADES & 1:
        return f"every {name} has it already (CH-11)"
    return f"that would cost more than {position.laws.budget} points; {cost_of(sheet, force)} are spent (CH-07)"
