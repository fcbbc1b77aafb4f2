"""A position as one line that loses nothing; an impossible line is refused."""

import re
from typing import Final

from pawnstorm.core.state import CHANCE
from pawnstorm.games.ch35s.pieces import KINDS, NUMBERS, REINFORCE, UPGRADES
from pawnstorm.games.ch35s.rules.army import force_of, sheet_of
from pawnstorm.games.ch35s.rules.refusals import SIDES, marks_of
from pawnstorm.games.ch35s.rules.scoring import BOTH, REASONS
from pawnstorm.games.ch35s.state import (
    ACTS,
    ATTACK,
    BLAST,
    COUNTS,
    DAMAGE,
    DEPLOY,
    DRAFT,
    FREE_STRIKE,
    GONE,
    GRANTED,
    HAND,
    HAS_COMMANDED,
    INITIATIVE,
    MASKS,
    NOBODY,
    OBJECTIVE,
    POINTS,
    RESERVE,
    ROLL_ATTACKER,
    SHEETS,
    STRIDE,
    TAKEN,
    UNITS,
    USED,
    WAS_COMMANDED,
    ZONES,
    Position,
    place_of,
    side_of,
    where,
)
from pawnstorm.kit.encoding import (
    NOTHING,
    EncodedLine,
    bounded,
    demand,
    read_pair,
    write_line,
    write_list,
    write_numbers,
    write_sides,
)

ROLLS: Final = (OBJECTIVE, ROLL_ATTACKER, INITIATIVE, ATTACK, BLAST)
"""The moments in which dice must be thrown."""
_BEFORE: Final = (OBJECTIVE, ROLL_ATTACKER, DEPLOY)
_UNIT: Final = re.compile(r"([A-Z]{2})(\d{1,2})(?:\*(\d{1,2}))?(c?)(m?)(?:a(\d))?")
_UNDER_WAY: Final = (
    "actor", "target", "dice", "dealt", "steps", "struck", "granted", "commanded",
    "white_blast", "black_blast", "hurt", "fallen", "own_fallen",
)  # fmt: skip
"""The numbers of an action that waits for dice or for a choice."""
_NONE_UNDER_WAY: Final = write_list(NOBODY if name in ("actor", "target", "commanded") else 0 for name in _UNDER_WAY)
_MOST: Final = 100_000
_MOST_UNDER_WAY: Final = (1 << 40) - 1


def encode(position: Position) -> str:
    """Everything the position knows, as `name=value` fields in one line."""
    fields = {
        "side": SIDES[position.side],
        "phase": str(position.phase),
        "round": str(position.round),
        "attacker": SIDES[position.attacker] if position.attacker >= 0 else NOTHING,
        "acted": str(position.acted),
        "visions": str(position.visions),
        "objectives": write_list((position.objectives, position.last_objective)),
        "used": write_list(position.tally[USED : USED + 2]),
        "vp": write_list(position.tally[POINTS : POINTS + 2]),
        "taken": write_list(position.tally[TAKEN : TAKEN + 2]),
        "armies": write_sides(_encode_army(position, side) for side in (0, 1)),
        "units": write_sides(_encode_units(position, side) for side in (0, 1)),
    }
    under_way = write_numbers(position, _UNDER_WAY)
    if under_way != _NONE_UNDER_WAY:
        fields["now"] = under_way
    return write_line(position, fields)


def _encode_army(position: Position, side: int) -> str:
    """The sheet and for each type the number of models and the mask of upgrades, such as `brite:1.2,0.0,...`."""
    sheet = sheet_of(position, side)
    if sheet is None:
        return NOTHING
    return f"{sheet.key}:" + write_list(f"{count}.{mask}" for count, mask in force_of(position, side))


def _encode_units(position: Position, side: int) -> str:
    words = [int(position.units[unit]) for unit in range(side * UNITS, int(position.end_of(side)))]
    models = position.forces.sheets[side].models
    return write_list(f"{models[place_of(word)].code}{where(word)}{marks_of(word)}" for word in words) or NOTHING


def decode(position: Position, text: str) -> None:
    """Fill an empty position from `encode`'s line; refuses an impossible one."""
    with EncodedLine("ch35s", text) as line:
        _decode_table(position, line)
        for side, army in enumerate(line.sides("armies")):
            _decode_army(position, side, army)
        _decode_units(position, line.sides("units"))
        if line.has("now"):
            line.numbers_into(position, "now", _UNDER_WAY, -1, _MOST_UNDER_WAY)
        _decode_turn(position, line)
        demand(_is_possible(position))


def _decode_table(position: Position, line: EncodedLine) -> None:
    actions = int(position.laws.actions)
    position.side = SIDES.index(line.text("side"))
    position.round = line.number("round", 1, int(position.laws.rounds))
    attacker = line.text("attacker")
    position.attacker = SIDES.index(attacker) if attacker != NOTHING else NOBODY
    position.acted = line.number("acted", 0, actions)
    position.visions = line.number("visions", 0, 3)
    objectives, last = read_pair(line.text("objectives"), ",")
    position.objectives = bounded(objectives, 0, (1 << ZONES + 1) - 1)
    position.last_objective = bounded(last, 0, ZONES)
    demand(not position.objectives & 1)
    demand(max(int(position.objectives).bit_length() - 1, 0) == position.last_objective)
    for name, what, most in (("used", USED, actions), ("vp", POINTS, _MOST), ("taken", TAKEN, _MOST)):
        for side, value in enumerate(line.numbers(name, 2, 0, most)):
            position.tally[what + side] = value


def _decode_army(position: Position, side: int, text: str) -> None:
    if text == NOTHING:
        return
    key, force = read_pair(text, ":")
    sheet = position.laws.book.find(key)
    if sheet is None:
        raise ValueError(key)
    position.armies[SHEETS + side] = sheet.number
    pairs = force.split(",")
    demand(len(pairs) == KINDS)
    for place, pair in enumerate(pairs):
        count, mask = read_pair(pair, ".")
        position.armies[COUNTS + side * KINDS + place] = bounded(count, 0, UNITS)
        position.armies[MASKS + side * KINDS + place] = bounded(mask, 0, (1 << UPGRADES) - 1)


def _decode_units(position: Position, sides: tuple[str, str]) -> None:
    if sides == (NOTHING, NOTHING):
        return
    position.update_forces()
    for side, part in enumerate(sides):
        for drawn in part.split(",") if part != NOTHING else ():
            _decode_unit(position, side, drawn)
        counts = [count for count, _ in force_of(position, side)]
        units = [place_of(position.units[unit]) for unit in range(side * UNITS, int(position.end_of(side)))]
        demand([units.count(place) for place in range(KINDS)] == counts)


def _decode_unit(position: Position, side: int, drawn: str) -> None:
    shape = _UNIT.fullmatch(drawn)
    if not shape:
        raise ValueError(drawn)
    codes = [model.code for model in position.forces.sheets[side].models]
    zone, damage, acts = int(shape[2]), int(shape[3] or 0), int(shape[6] or 0)
    place = codes.index(shape[1])
    demand(0 <= zone <= HAND and damage < position.forces.health[side * KINDS + place])
    demand(acts <= max(int(position.laws.cap), 0) and (1 <= zone <= ZONES or not shape[4] + shape[5]))
    unit = position.add_model(side, place, zone)
    marks = (WAS_COMMANDED if shape[4] else 0) | (HAS_COMMANDED if shape[5] else 0)
    position.units[unit] |= damage << DAMAGE | acts << ACTS | marks


def _decode_turn(position: Position, line: EncodedLine) -> None:
    phase = line.number("phase", 0, BLAST)
    position.phase = phase
    position.to_act = CHANCE if phase in ROLLS else position.side
    demand(line.ending_into(position, BOTH, len(REASONS)) == (phase == 0))


def _is_possible(position: Position) -> bool:
    """Whether the action under way is possible on this field."""
    phase = position.phase
    if phase == DRAFT:
        return position.end_of(0) == 0
    if position.armies[SHEETS] < 0 or position.armies[SHEETS + 1] < 0 or not _zones_are_possible(position):
        return False
    if phase in _BEFORE:
        return (position.attacker >= 0) == (phase == DEPLOY)
    if position.attacker < 0 or not _actors_are_there(position):
        return False
    if phase == ATTACK:
        return 1 <= position.dice <= 10 and 0 <= position.dealt < 64
    if phase == BLAST:
        return 1 <= position.dice <= 5 and _victims_are_there(position)
    return not (position.white_blast or position.black_blast)


def _zones_are_possible(position: Position) -> bool:
    """Whether no model is in hand after deployment, and none is kept back without Reinforcement."""
    deployed = position.phase not in _BEFORE
    if deployed and (position.number_in(0, HAND) or position.number_in(1, HAND)):
        return False
    from_reserve = [unit for unit in range(2 * UNITS) if where(position.units[unit]) == RESERVE]
    return all(position.forces.abilities[position.kind_of(unit)] & REINFORCE for unit in from_reserve)


def _actors_are_there(position: Position) -> bool:
    """Whether the models of the action under way are on the field and of the right side."""
    phase, side, enemy = position.phase, int(position.side), 1 - int(position.side)
    if phase in (FREE_STRIKE, STRIDE, ATTACK) and not _is_on_field(position, int(position.actor), side):
        return False
    if phase == ATTACK and not _is_on_field(position, int(position.target), enemy):
        return False
    most = NUMBERS.granted_actions
    if phase == GRANTED and (
        not _is_on_field(position, int(position.commanded), side) or not 1 <= position.granted <= most
    ):
        return False
    return -1 <= position.commanded < 2 * UNITS and 0 <= position.granted <= most and 0 <= position.steps <= 6


def _is_on_field(position: Position, unit: int, side: int) -> bool:
    return 0 <= unit < 2 * UNITS and side_of(unit) == side and 1 <= where(position.units[unit]) <= ZONES


def _victims_are_there(position: Position) -> bool:
    if not position.white_blast and not position.black_blast:
        return False
    for side, mask in enumerate((int(position.white_blast), int(position.black_blast))):
        for slot in range(UNITS):
            if mask >> slot & 1 and where(position.units[side * UNITS + slot]) == GONE:
                return False
    return True
